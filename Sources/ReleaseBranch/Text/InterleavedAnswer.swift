// The most common conflict of a release is two tickets that each add lines at the same place: an import, an entry of a list, a line of a
// changelog. The answer keeps both, one after the other or in some order. When a ticket leaves whose lines stood on one side, the
// conflict is another one, and yet nothing is left to decide: the same answer without these lines. So, where an answer is made of
// all lines of both sides and of nothing else, lines that left one side leave the answer too. Only that: where lines came in, it
// cannot be told by what order they would have their place (both sides in turn, or all of them sorted). And where a line could
// come from either side, or stands on its side twice, and that makes a difference, there is no answer.

/// An answer that keeps all lines of both sides of a conflict.
struct InterleavedAnswer {
  private let ours: [Int32]
  private let answer: [Int32]
  /// Where our lines stand in the answer: as early as possible, and as late as possible.
  private let places: [[Int]]
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

  /// The answer where some of our lines left; `nil` where it is not certain, or others came in.
  func answer(without left: [Int32]) -> [Int32]? {
    guard !left.isEmpty, left.count < ours.count else { return nil }
    let stays = Set(left)
    let gone = ours.indices.filter { !stays.contains(ours[$0]) }
    guard ours.count - gone.count == left.count, ours.filter(stays.contains) == left else { return nil }
    let answers = places.map { places in
      let dropped = Set(gone.map { places[$0] })
      return answer.indices.filter { !dropped.contains($0) }.map { answer[$0] }
    }
    return answers[0] == answers[1] ? answers[0] : nil
  }
}
