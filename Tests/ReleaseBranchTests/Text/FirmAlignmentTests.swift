import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct FirmAlignmentTests {
  static func pairs(_ edits: [LineDiff.Edit], _ count: Int) -> [[Int]] {
    var pairs: [[Int]] = []
    var (old, new) = (0, 0)
    for edit in edits + [LineDiff.Edit(old: count..<count, new: 0..<0)] {
      while old < edit.old.lowerBound {
        pairs.append([old, new])
        (old, new) = (old + 1, new + 1)
      }
      (old, new) = (edit.old.upperBound, edit.new.upperBound)
    }
    return pairs
  }

  /// The pairs that all lists of fewest edits have, by tables of distances from both corners.
  static func certain(_ old: [Int32], _ new: [Int32]) -> Set<[Int]> {
    let near = LineDiffTests.distances(old, new)
    let mirrored = LineDiffTests.distances(old.reversed(), new.reversed())
    let total = near[old.count][new.count]
    func far(_ x: Int, _ y: Int) -> Int { mirrored[old.count - x][new.count - y] }
    var certain = Set<[Int]>()
    for x in old.indices {
      var steps: [[Int]?] = []
      for y in 0...new.count {
        if near[x][y] + 1 + far(x + 1, y) == total { steps.append(nil) }
        if y < new.count, old[x] == new[y], near[x][y] + far(x + 1, y + 1) == total { steps.append([x, y]) }
      }
      if steps.count == 1, let pair = steps[0] { certain.insert(pair) }
    }
    return certain
  }

  @Test func `only lines count that every list of fewest edits keeps`() {
    var maker = TextMaker(seed: 4)
    var kept = 0
    var all = 0
    for _ in 0..<fuzzCount(3_000) {
      let alphabet = 1 + maker.below(12)
      let old = maker.numbers(maker.below(25), alphabet: alphabet)
      let new =
        maker.below(2) == 0
        ? maker.numbers(maker.below(25), alphabet: alphabet)
        : old.flatMap { id in
          switch maker.below(8) {
          case 0: [Int32]()
          case 1: [id, Int32(maker.below(alphabet))]
          default: [id]
          }
        }
      let firm = FirmAlignment(old: old, new: new).edits
      let pairs = Set(Self.pairs(firm, old.count))
      let certain = old == new ? pairs : Self.certain(old, new)
      #expect(pairs.isSubset(of: certain), "\(old) \(new)")
      let isRight = LineDiffTests.apply(firm, old, new) == new
      #expect(isRight && LineDiffTests.areApart(firm))
      kept += pairs.count
      all += certain.count
    }
    // The rest are short stretches without a unique line.
    #expect(kept * 2 > all)
  }

  @Test func `an insertion into equal lines reaches over all of them`() {
    #expect(FirmAlignment(old: [1, 5, 5, 2], new: [1, 5, 5, 5, 2]).edits == [LineDiff.Edit(old: 1..<3, new: 1..<4)])
  }

  @Test func `of two blocks that changed places none is kept`() {
    #expect(
      FirmAlignment(old: [9, 1, 2, 3, 4, 8], new: [9, 3, 4, 1, 2, 8]).edits
        == [LineDiff.Edit(old: 1..<5, new: 1..<5)])
  }

  @Test func `a common line between two edits is chance`() {
    #expect(
      FirmAlignment(old: [7, 1, 7, 2, 7], new: [7, 3, 7, 4, 7]).edits == [LineDiff.Edit(old: 1..<4, new: 1..<4)])
    #expect(FirmAlignment(old: [7, 1, 8, 2, 7], new: [7, 3, 8, 4, 7]).edits.count == 2)
  }

  @Test func `beyond the limit only stretches with a unique line are kept`() {
    var maker = TextMaker(seed: 5)
    for _ in 0..<fuzzCount(500) {
      let old = maker.numbers(80, alphabet: 60)
      let new = old.flatMap { maker.below(4) == 0 ? [Int32(100 + maker.below(9))] : [$0] }
      let firm = FirmAlignment(old: old, new: new, limit: 3).edits
      let isRight = LineDiffTests.apply(firm, old, new) == new
      #expect(isRight && LineDiffTests.areApart(firm))
    }
  }

  @Test func `large texts without order end`() {
    var maker = TextMaker(seed: 6)
    let old = maker.numbers(1_200, alphabet: 200)
    let new = maker.numbers(1_200, alphabet: 200)
    let isRight = LineDiffTests.apply(FirmAlignment(old: old, new: new).edits, old, new) == new
    #expect(isRight)
  }
}
