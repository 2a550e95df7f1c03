// The most common conflict of a release is two tickets that each add lines at the same place: an import, an entry of a list, a line of a
// changelog. The answer keeps both, one after the other or in some order. When a ticket leaves whose lines stood on one side, the
// conflict is another one, and yet nothing is left to decide: the same answer without these lines. So, where an answer is made of
// all lines of both sides and of nothing else, what changed on one side is done to the answer too. Where a line could come from
// either side and that makes a difference, where lines that changed do not stand together in the answer, and where lines came
// in of which the place is not certain, there is no answer.

/// An answer that keeps all lines of both sides of a conflict.
struct InterleavedAnswer {
  private let ours: [Int32]
  private let answer: [Int32]
  /// Where our lines stand in the answer: as early as possible, and as late as possible.
  private let places: [[Int]]
  /// Whether one whole side stands before the other.
  private let isConcatenated: Bool

  /// So many lines of both sides are compared with one another.
  private static let limit = 1 << 20

  /// Reads an answer, by the numbers of its lines; `nil` when it does not keep exactly the lines of both sides in their orders.
  ///
  /// - Complexity: O(*ours* · *theirs*).
  init?(ours: [Int32], theirs: [Int32], answer: [Int32]) {
    guard !ours.isEmpty, !theirs.isEmpty, answer.count == ours.count + theirs.count,
      ours.count < Self.limit / theirs.count
    else { return nil }
    // Whether the rest of the answer is made of the rests of the sides, by how many lines of each are used.
    let width = theirs.count + 1
    var isMade = [Bool](repeating: false, count: (ours.count + 1) * width)
    isMade[isMade.count - 1] = true
    for i in stride(from: ours.count, through: 0, by: -1) {
      for j in stride(from: theirs.count, through: 0, by: -1) where i + j < answer.count {
        let line = answer[i + j]
        let fromOurs = i < ours.count && ours[i] == line && isMade[(i + 1) * width + j]
        let fromTheirs = j < theirs.count && theirs[j] == line && isMade[i * width + j + 1]
        isMade[i * width + j] = fromOurs || fromTheirs
      }
    }
    guard isMade[0] else { return nil }
    self.ours = ours
    self.answer = answer
    isConcatenated = answer == ours + theirs || answer == theirs + ours
    places = [true, false].map { prefersOurs in
      var places: [Int] = []
      var (i, j) = (0, 0)
      while i + j < answer.count {
        let fromOurs = i < ours.count && ours[i] == answer[i + j] && isMade[(i + 1) * width + j]
        let fromTheirs = j < theirs.count && theirs[j] == answer[i + j] && isMade[i * width + j + 1]
        if fromOurs, prefersOurs || !fromTheirs {
          places.append(i + j)
          i += 1
        } else {
          j += 1
        }
      }
      return places
    }
  }

  /// The answer for other lines on our side; `nil` where it is not certain.
  func answer(for changed: [Int32]) -> [Int32]? {
    guard !changed.isEmpty else { return nil }
    let edits = LineDiff(old: ours, new: changed).edits
    let answers = places.map { answer(edits, changed, places: $0) }
    guard let first = answers[0], answers[1] == first else { return nil }
    return first
  }

  private func answer(_ edits: [LineDiff.Edit], _ changed: [Int32], places: [Int]) -> [Int32]? {
    var result: [Int32] = []
    var at = 0
    for edit in edits {
      let start: Int
      if edit.old.isEmpty {
        guard let found = insertion(edit.old.lowerBound, places) else { return nil }
        start = found
      } else {
        start = places[edit.old.lowerBound]
        // What left or changed must not have lines of the other side in it, if something takes its place.
        let isTogether = places[edit.old.upperBound - 1] - start == edit.old.count - 1
        guard isTogether || edit.new.isEmpty else { return nil }
      }
      guard start >= at else { return nil }
      result += answer[at..<start]
      result += changed[edit.new]
      at = start
      for line in edit.old {
        result += answer[at..<places[line]]
        at = places[line] + 1
      }
    }
    return result + answer[at...]
  }

  /// Where lines come in before one of ours.
  private func insertion(_ line: Int, _ places: [Int]) -> Int? {
    if line > 0, line < ours.count { return places[line] == places[line - 1] + 1 ? places[line] : nil }
    guard isConcatenated else { return nil }
    return line == 0 ? places[0] : places[line - 1] + 1
  }
}
