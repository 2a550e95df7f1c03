import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct LineDiffTests {
  /// The text that the edits make of the old one.
  static func apply(_ edits: [LineDiff.Edit], _ old: [Int32], _ new: [Int32]) -> [Int32] {
    var result: [Int32] = []
    var at = 0
    for edit in edits {
      result += old[at..<edit.old.lowerBound]
      result += new[edit.new]
      at = edit.old.upperBound
    }
    return result + old[at...]
  }

  static func cost(_ edits: [LineDiff.Edit]) -> Int { edits.reduce(0) { $0 + $1.old.count + $1.new.count } }

  /// The fewest edits, by the table that needs no thought.
  static func distances(_ old: [Int32], _ new: [Int32]) -> [[Int]] {
    var table = [[Int]](repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
    for x in 0...old.count {
      for y in 0...new.count {
        if x == 0 || y == 0 {
          table[x][y] = x + y
        } else if old[x - 1] == new[y - 1] {
          table[x][y] = table[x - 1][y - 1]
        } else {
          table[x][y] = 1 + min(table[x - 1][y], table[x][y - 1])
        }
      }
    }
    return table
  }

  static func areApart(_ edits: [LineDiff.Edit]) -> Bool {
    zip(edits, edits.dropFirst()).allSatisfy {
      $0.old.upperBound < $1.old.lowerBound && $0.new.upperBound < $1.new.lowerBound
    }
  }

  @Test(arguments: [
    ("", "", []),
    ("a\nb\n", "a\nb\n", []),
    ("", "a\n", [LineDiff.Edit(old: 0..<0, new: 0..<1)]),
    ("a\n", "", [LineDiff.Edit(old: 0..<1, new: 0..<0)]),
    ("a\nb\nc\n", "a\nX\nc\n", [LineDiff.Edit(old: 1..<2, new: 1..<2)]),
    ("a\nb", "a\nb\n", [LineDiff.Edit(old: 1..<2, new: 1..<2)]),
    ("a\nb\n", "a\r\nb\n", [LineDiff.Edit(old: 0..<1, new: 0..<1)]),
    ("a\nb\nc\nd\n", "b\nc\nd\ne\n", [LineDiff.Edit(old: 0..<1, new: 0..<0), LineDiff.Edit(old: 4..<4, new: 3..<4)]),
  ])
  func `edits are ranges of lines`(old: String, new: String, edits: [LineDiff.Edit]) {
    #expect(LineDiff(old: Array(old.utf8), new: Array(new.utf8)).edits == edits)
  }

  @Test func `edits are the fewest, apart from each other, and make the new text`() {
    var maker = TextMaker(seed: 1)
    for _ in 0..<fuzzCount(2_000) {
      let alphabet = 1 + maker.below(6)
      let old = maker.numbers(maker.below(30), alphabet: alphabet)
      let new = maker.numbers(maker.below(30), alphabet: alphabet)
      let diff = LineDiff(old: old, new: new)
      let isRight = Self.apply(diff.edits, old, new) == new
      #expect(isRight && diff.isMinimal && Self.areApart(diff.edits))
      #expect(Self.cost(diff.edits) == Self.distances(old, new)[old.count][new.count], "\(old) \(new)")
    }
  }

  @Test func `with any budget the edits make the new text`() {
    var maker = TextMaker(seed: 2)
    for _ in 0..<fuzzCount(1_000) {
      let alphabet = 1 + maker.below(40)
      let old = maker.numbers(maker.below(60), alphabet: alphabet)
      let new = maker.numbers(maker.below(60), alphabet: alphabet)
      let diff = LineDiff(old: old, new: new, budget: maker.below(300))
      let isRight = Self.apply(diff.edits, old, new) == new
      #expect(isRight && Self.areApart(diff.edits))
    }
  }

  @Test func `two large texts with nothing in order end at the budget`() {
    var maker = TextMaker(seed: 3)
    let old = maker.numbers(20_000, alphabet: 3_000)
    let new = maker.numbers(20_000, alphabet: 3_000)
    let diff = LineDiff(old: old, new: new, budget: 1 << 20)
    let isRight = Self.apply(diff.edits, old, new) == new
    #expect(isRight && !diff.isMinimal)
  }

  @Test func `a rewritten text costs nothing`() {
    let diff = LineDiff(old: (0..<50_000).map { $0 }, new: (50_000..<100_000).map { $0 }, budget: 100)
    #expect(diff.isMinimal && diff.edits == [LineDiff.Edit(old: 0..<50_000, new: 0..<50_000)])
  }
}
