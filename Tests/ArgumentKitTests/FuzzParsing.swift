// Random and mutated argument vectors: whatever comes, there is an outcome, and a wrong line has a message.

import ArgumentKit
import TestSupport
import Testing

@Suite struct FuzzParsing {
  static let words = [
    "cargo", "load", "merge", "sort", "weigh", "net", "gross", "relay", "secret", "help", "--", "-", "--help", "-h",
    "--output", "-o", "--output=", "-ox", "-o=", "--format", "json", "--format=csv", "-fjson", "--kind", "--max-weight",
    "-5", "5", "-.5", "--sorted", "--no-sorted", "-l", "-q", "-vvv", "-qvl", "--columns", "--separator", "--by-name",
    "--by-weight", "--day", "3", "--enable-crane", "-t", "-t-1", "--dry-run", "--rest", "--version", "--seed",
    "--generate-completion", "bash", "--generate-completion=fish", "a", "", "=", "--=", "-=", "---", "-\u{301}", "é",
    "--é", "\u{0}", "--\u{0}", "-🛳️",
    "\n",
  ]

  /// A random vector; every fourth has one of its words bent by a random scalar.
  static func vector(_ generator: inout SeededGenerator) -> [String] {
    let starts = [
      [], ["cargo", "merge"], ["cargo", "sort"], ["weigh"], ["weigh", "net"], ["relay"], ["secret"],
      ["weigh", "net", "--day", "3", "--enable-crane"],
    ]
    var vector = starts[Int.random(in: 0..<starts.count, using: &generator)]
    for _ in 0..<Int.random(in: 0...7, using: &generator) {
      vector.append(words[Int.random(in: 0..<words.count, using: &generator)])
    }
    if !vector.isEmpty, Int.random(in: 0..<4, using: &generator) == 0 {
      let index = Int.random(in: 0..<vector.count, using: &generator)
      var scalars = Array(vector[index].unicodeScalars)
      let place = Int.random(in: 0...scalars.count, using: &generator)
      if place < scalars.count, Bool.random(using: &generator) {
        scalars.remove(at: place)
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator)) {
        scalars.insert(scalar, at: place)
      }
      vector[index] = String(String.UnicodeScalarView(scalars))
    }
    return vector
  }

  @Test("20,000 random vectors come to an outcome, the same each time", arguments: [1, 2] as [UInt64])
  func randomVectors(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var counts: [Substring: Int] = [:]
    for _ in 0..<10_000 {
      let vector = Self.vector(&generator)
      let text = outcome(vector)
      counts[text.prefix { $0 != " " && $0 != ":" }, default: 0] += 1
      if text.hasPrefix("error") {
        #expect(text.count > "error: ".count && !text.contains("\n") && !text.hasSuffix("."), "\(vector): \(text)")
      }
      if vector.count % 5 == 0 { #expect(outcome(vector) == text) }
    }
    // The fuzzer is worth something only if it reaches all kinds of outcome.
    for kind in ["error", "help", "version", "merge", "sort", "gross", "net", "relay", "secret", "completion"] {
      #expect(counts[Substring(kind), default: 0] > 0, "no vector led to '\(kind)': \(counts)")
    }
  }

  @Test("long bundles, long words and many words are read in passing")
  func extremes() {
    #expect(outcome(["cargo", "merge", "-" + String(repeating: "v", count: 50_000), "a"]).hasSuffix("verbose=50000"))
    #expect(outcome(["cargo", "merge"] + Array(repeating: "a", count: 20_000)).count > 100_000)
    #expect(outcome(["--" + String(repeating: "x", count: 1_000_000)]).hasPrefix("error: unknown option '--xxx"))
  }
}
