import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct InterleavedAnswerTests {
  /// Each letter is a line.
  private func carried(_ ours: String, _ theirs: String, _ answer: String, _ changed: String) -> String? {
    func ids(_ text: String) -> [Int32] { text.unicodeScalars.map { Int32($0.value) } }
    let found = InterleavedAnswer(ours: ids(ours), theirs: ids(theirs), answer: ids(answer))?.answer(
      without: ids(changed))
    return found.map { String(String.UnicodeScalarView($0.compactMap { Unicode.Scalar(UInt32($0)) })) }
  }

  @Test(
    "lines that left one side leave an answer that keeps both",
    arguments: [
      // One after the other.
      ("abc", "x", "abcx", "ab", "abx"), ("abc", "x", "xabc", "ac", "xac"), ("abc", "xy", "abcxy", "b", "bxy"),
      // In the order of a list.
      ("ac", "b", "abc", "c", "bc"), ("ace", "bd", "abcde", "ae", "abde"), ("abc", "x", "axbc", "b", "xb"),
      // It may be either side's, and that makes no difference.
      ("ac", "ab", "aacb", "c", "acb"),
    ])
  func carries(_ example: (ours: String, theirs: String, answer: String, changed: String, expected: String)) {
    #expect(carried(example.ours, example.theirs, example.answer, example.changed) == example.expected)
  }

  @Test(
    "where something would have to be decided there is no answer",
    arguments: [
      // Not all lines are kept, others stand there, or another order.
      ("ab", "x", "ab", "a"), ("ab", "x", "abxz", "a"), ("ab", "x", "bax", "a"), ("ab", "x", "aBx", "a"),
      // The line that leaves stands on its side twice.
      ("aba", "x", "abax", "ab"),
      // Lines came in, or are others.
      ("ab", "x", "abx", "aCb"), ("ab", "x", "abx", "aB"), ("a", "x", "xa", "bcd"),
      // Nothing is left of a side: it may have been deleted.
      ("ab", "x", "abx", ""),
    ])
  func refuses(_ example: (ours: String, theirs: String, answer: String, changed: String)) {
    #expect(carried(example.ours, example.theirs, example.answer, example.changed) == nil)
  }

  @Test func `removing a line from a side and carrying it over is removing it from the answer`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      // Distinct lines, shuffled without changing the order of either side.
      let ours = (0..<Int.random(in: 2...6, using: &random)).map { Int32($0) }
      let theirs = (0..<Int.random(in: 1...6, using: &random)).map { Int32(100 + $0) }
      var (left, right) = (ours[...], theirs[...])
      var answer: [Int32] = []
      while !left.isEmpty || !right.isEmpty {
        let takesOurs = right.isEmpty || !left.isEmpty && Bool.random(using: &random)
        answer.append(takesOurs ? left.removeFirst() : right.removeFirst())
      }
      let gone = ours[Int.random(in: ours.indices, using: &random)]
      let carried = InterleavedAnswer(ours: ours, theirs: theirs, answer: answer)?.answer(
        without: ours.filter { $0 != gone })
      #expect(carried == answer.filter { $0 != gone })
    }
  }
}
