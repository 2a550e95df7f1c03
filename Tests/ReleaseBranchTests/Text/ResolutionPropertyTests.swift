// A person's habits as a rule: automatic merges made by git out of random changes of several tickets, resolved by the rule, with
// edits outside of conflicts; then one or more tickets leave, git merges again, and what is carried over must be what the
// same person would have recorded.

import TestSupport
import Testing

@testable import ReleaseBranch

/// How a person resolves all conflicts of a merge.
enum Habit: CaseIterable {
  case ours, theirs, both, sortedUnion, rewritten, longAnswer

  func answer(_ hunk: ConflictText.Hunk) -> [UInt8] {
    switch self {
    case .ours: return hunk.ours
    case .theirs: return hunk.theirs
    case .both: return hunk.ours + hunk.theirs
    case .sortedUnion:
      let lines = Set(
        (hunk.ours + hunk.theirs).split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init))
      return lines.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.isEmpty }.sorted()
        .flatMap { Array($0.utf8) + [0x0A] }
    case .rewritten: return Array("resolved \(Self.sum(hunk))\n".utf8)
    case .longAnswer: return hunk.ours + Array("and \(Self.sum(hunk))\n}\n".utf8) + hunk.theirs
    }
  }

  private static func sum(_ hunk: ConflictText.Hunk) -> UInt64 {
    (hunk.ours + [1] + hunk.theirs).reduce(UInt64(7)) { ($0 &* 1_099_511_628_211) ^ UInt64($1) }
  }
}

/// A change of some lines of the base.
struct Change {
  var lines: Range<Int>
  var with: [[UInt8]]

  static func apply(_ changes: [Change], to base: [[UInt8]]) -> [[UInt8]] {
    var result = base
    for change in changes.sorted(by: { $0.lines.lowerBound > $1.lines.lowerBound }) {
      result.replaceSubrange(change.lines, with: change.with)
    }
    return result
  }
}

/// A merge, resolved, and the same merge after tickets left.
struct Scene {
  var old: [UInt8]
  var resolved: [UInt8]
  var new: [UInt8]
  var answer: [UInt8]
  var habit: Habit

  /// - Parameters:
  ///   - spacing: how many lines of the base lie between two changes.
  ///   - distance: how far from the tickets' changes the person's edits are at least.
  init?(_ maker: inout TextMaker, git: MergeFile, spacing: Int, repeats: Bool, distance: Int) throws {
    maker.commonShare = repeats ? 40 : 8
    maker.doubles = repeats
    let spots = 6 + maker.below(5)
    let base = maker.lines((spots + 1) * (spacing + 3))
    var (ticket, stays, leaves): ([Change], [Change], [Change]) = ([], [], [])
    let same = maker.lines(2)
    for spot in 0..<spots {
      let start = (spot + 1) * (spacing + 3) - 3
      func change(_ maker: inout TextMaker) -> Change {
        // Now and then the same conflict in several places.
        let text = maker.below(8) == 0 ? Array(same.prefix(1)) : maker.lines(maker.below(4))
        return Change(lines: start..<start + 1 + maker.below(2), with: text)
      }
      switch maker.below(6) {
      case 0, 1:
        ticket.append(change(&maker))
        stays.append(change(&maker))
      case 2:
        ticket.append(change(&maker))
        leaves.append(change(&maker))
      case 3: leaves.append(change(&maker))
      case 4: maker.below(2) == 0 ? ticket.append(change(&maker)) : stays.append(change(&maker))
      default: break
      }
    }
    let theirs = Change.apply(ticket, to: base).text
    let withAll = try git.merge(base: base.text, ours: Change.apply(stays + leaves, to: base).text, theirs: theirs)
    let without = try git.merge(base: base.text, ours: Change.apply(stays, to: base).text, theirs: theirs)
    let habit = Habit.allCases.randomElement(using: &maker.random) ?? .ours
    guard let oldFree = Self.freeLines(withAll.text), let newFree = Self.freeLines(without.text) else { return nil }
    var evil: [[UInt8]: [UInt8]] = [:]
    for _ in 0..<maker.below(5) {
      let place = maker.below(base.count)
      let line = base[place]
      let isFar = (ticket + stays + leaves).allSatisfy {
        place < $0.lines.lowerBound - distance || place >= $0.lines.upperBound + distance
      }
      guard isFar, let mayInsert = oldFree[line], let mayInsertNow = newFree[line] else { continue }
      switch maker.below(3) {
      case 0: evil[line] = []
      case 1 where mayInsert && mayInsertNow: evil[line] = line + maker.lines(1 + maker.below(12)).text
      default: evil[line] = maker.lines(1).text
      }
    }
    old = withAll.text
    new = without.text
    guard let resolved = Self.record(old, habit, evil), let answer = Self.record(new, habit, evil) else { return nil }
    self.resolved = resolved
    self.answer = answer
    self.habit = habit
  }

  /// All texts, for a failure.
  func shown(_ bytes: [UInt8]) -> String {
    let texts = [("old", old), ("resolved", resolved), ("new", new), ("carried over", bytes), ("expected", answer)]
    return texts.map { "--- \($0)\n\(String(decoding: $1, as: UTF8.self))" }.joined()
  }

  /// The lines outside of conflicts that occur once in a text, and whether something put in after them is no part of a conflict.
  private static func freeLines(_ merged: [UInt8]) -> [[UInt8]: Bool]? {
    guard let text = try? ConflictText(merged) else { return nil }
    let starts = TextLines.starts(of: merged)
    func line(_ index: Int) -> [UInt8] { Array(merged[starts[index]..<starts[index + 1]]) }
    let counts = Dictionary(grouping: 0..<starts.count - 1, by: line).mapValues(\.count)
    var free: [[UInt8]: Bool] = [:]
    for case .lines(let lines) in text.segments {
      for index in lines where counts[line(index)] == 1 && line(index).count > 12 {
        free[line(index)] = index + 1 < lines.upperBound
      }
    }
    return free
  }

  /// What the person records for an automatic merge.
  private static func record(_ merged: [UInt8], _ habit: Habit, _ evil: [[UInt8]: [UInt8]]) -> [UInt8]? {
    guard let text = try? ConflictText(merged) else { return nil }
    let starts = TextLines.starts(of: merged)
    var result: [UInt8] = []
    for segment in text.segments {
      switch segment {
      case .hunk(let hunk, _): result += habit.answer(hunk)
      case .lines(let lines):
        for line in lines {
          let bytes = Array(merged[starts[line]..<starts[line + 1]])
          result += evil[bytes] ?? bytes
        }
      }
    }
    return result
  }
}

@Suite struct ResolutionPropertyTests {
  /// Scenes of one kind and which share may be without an answer. Conflicts that were never met get theirs from elsewhere.
  struct Kind: Sendable {
    var seed: UInt64
    var spacing: Int
    var repeats: Bool
    var distance = 0
    var limit: Double
  }

  @Test(arguments: [
    Kind(seed: 31, spacing: 14, repeats: false, distance: 3, limit: 0.08),
    Kind(seed: 32, spacing: 3, repeats: false, limit: 0.3),
    Kind(seed: 33, spacing: 6, repeats: true, limit: 0.3),
    Kind(seed: 34, spacing: 1, repeats: true, limit: 0.5),
  ])
  func `what is carried over is what the person would have recorded`(kind: Kind) throws {
    let git = MergeFile()
    var maker = TextMaker(seed: kind.seed)
    var methods: [String: Int] = [:]
    var (answered, unanswered, unmet, learnt) = (0, 0, 0, 0)
    for number in 0..<fuzzCount(100) {
      guard
        let scene = try Scene(&maker, git: git, spacing: kind.spacing, repeats: kind.repeats, distance: kind.distance)
      else { continue }
      let port = ResolutionPort(old: scene.old, resolved: scene.resolved)
      let lessons = try port.lessons()
      let areLearnt = lessons.allSatisfy { scene.habit.answer($0.hunk) == $0.answer }
      #expect(areLearnt, "case \(number) of seed \(kind.seed)")
      learnt += lessons.count
      var outcome = port.carry(to: scene.new)
      let met = Set(try ConflictText(scene.old).hunks)
      if try !ConflictText(scene.new).hunks.allSatisfy(met.contains) {
        guard case .unresolved = outcome else {
          Issue.record("case \(number) of seed \(kind.seed): a conflict that was never met is resolved")
          continue
        }
        unmet += 1
        outcome = port.carry(to: scene.new, known: scene.habit.answer)
      }
      switch outcome {
      case .resolved(let bytes, let method):
        answered += 1
        methods["\(method)", default: 0] += 1
        let isRight = bytes == scene.answer
        if !isRight { Issue.record("case \(number) of seed \(kind.seed) is wrong by \(method)\n\(scene.shown(bytes))") }
      case .unresolved(let left):
        unanswered += 1
        methods["\(left.reason)", default: 0] += 1
      }
    }
    print(
      "carried over, \(kind.spacing) lines apart\(kind.repeats ? ", with repeated lines" : ""): \(answered) right,",
      "\(unanswered) unanswered; \(unmet) had new conflicts, \(learnt) lessons;",
      methods.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
    #expect(answered > 0 && learnt > 0)
    #expect(Double(unanswered) <= kind.limit * Double(answered + unanswered))
  }
}
