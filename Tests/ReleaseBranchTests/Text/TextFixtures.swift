// Random texts and random changes of them, seeded.

import Foundation
import SystemKit
import TestSupport
import Testing

@testable import ReleaseBranch

/// How many random cases a test makes: its own number, or `PLIMSOLL_FUZZ_COUNT`.
func fuzzCount(_ usual: Int) -> Int {
  ProcessInfo.processInfo.environment["PLIMSOLL_FUZZ_COUNT"].flatMap { Int($0) } ?? usual
}

extension [[UInt8]] {
  /// The lines as one text.
  var text: [UInt8] { Array<UInt8>(joined()) }
}

/// Makes lines and changes them.
struct TextMaker {
  var random: SeededGenerator
  /// How many of a hundred lines are one of a few common ones.
  var commonShare = 20
  /// Whether lines are sometimes doubled.
  var doubles = true

  private static let common = ["}\n", "\n", "  return x\n", "{\n", "end\n", "fi\n"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  mutating func line() -> [UInt8] {
    if below(100) < commonShare { return Array(Self.common[below(Self.common.count)].utf8) }
    return Array("line \(random.next() % 1_000_000_000)\n".utf8)
  }

  mutating func lines(_ count: Int) -> [[UInt8]] { (0..<count).map { _ in line() } }

  /// Numbers out of a small alphabet.
  mutating func numbers(_ count: Int, alphabet: Int) -> [Int32] { (0..<count).map { _ in Int32(below(alphabet)) } }

  /// A few changes: lines replaced, taken away, put in, doubled.
  mutating func edited(_ lines: [[UInt8]], edits: Int) -> [[UInt8]] {
    var lines = lines
    for _ in 0..<edits {
      let start = below(lines.count + 1)
      let end = min(lines.count, start + below(4))
      switch below(doubles ? 5 : 4) {
      case 0: lines.removeSubrange(start..<end)
      case 1: lines.insert(contentsOf: self.lines(1 + below(3)), at: start)
      case 4: lines.insert(contentsOf: Array(lines[start..<end]), at: start)
      default: lines.replaceSubrange(start..<end, with: self.lines(end - start + below(2)))
      }
    }
    return lines
  }
}

/// `git merge-file -p` in a folder of its own.
struct MergeFile {
  private let sandbox = Sandbox()

  /// The merged text, and how many conflicts stand in it.
  func merge(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], labels: [String] = ["release", "base", "ticket"]
  ) throws -> (text: [UInt8], conflicts: Int32) {
    try sandbox.write("base", base)
    try sandbox.write("ours", ours)
    try sandbox.write("theirs", theirs)
    var process = Subprocess(
      "git", ["merge-file", "-p"] + labels.flatMap { ["-L", $0] } + ["ours", "base", "theirs"], in: sandbox.folder)
    process.environment = Sandbox.environment
    let outcome = try process.run()
    guard case .exited(let status) = outcome.ending else { throw MergeFailed() }
    return (outcome.output, status)
  }

  struct MergeFailed: Error {}
}
