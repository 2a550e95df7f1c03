// Finds the conflicts of an earlier automatic merge again in a new one. A conflict is the same if both sides have the same lines
// (git's rerere takes no more into account); a unit with lines beside its conflicts needs the same lines there too. The same
// conflict several times with different answers goes by order if there are as many as before, and no other one fits its
// surroundings better; else by the surroundings: the lines before and after it that are equal, at least three and more than for
// any other. What is not decided so is ambiguous.

/// Which answer each conflict of a new automatic merge gets.
struct ResolutionMatch {
  /// An answer and the lines of the new text that it replaces.
  struct Place {
    let unit: Int
    let lines: Range<Int>
  }

  /// A text with its conflicts.
  struct Text {
    let text: ConflictText
    let lines: TextLines
    let hunks: [ConflictText.Hunk]
    let hunkLines: [Range<Int>]
    private let markers: [Int: Int]

    init(_ text: ConflictText, _ lines: TextLines) {
      self.text = text
      self.lines = lines
      hunks = text.hunks
      hunkLines = text.hunkLines
      markers = Dictionary(uniqueKeysWithValues: text.markerLines.enumerated().map { ($1, $0 % 3) })
    }

    /// Whether two lines are equal; the words after a marker do not count.
    func equals(_ line: Int, _ other: Text, _ otherLine: Int) -> Bool {
      guard lines.ids.indices.contains(line), other.lines.ids.indices.contains(otherLine) else { return false }
      let marker = markers[line]
      return marker == other.markers[otherLine] && (marker != nil || lines.ids[line] == other.lines.ids[otherLine])
    }
  }

  /// The answers, in the order of the new text's lines.
  private(set) var places: [Place] = []
  /// Which unit each conflict of the new text belongs to.
  private(set) var owners: [Int?]
  /// The units that were found nowhere.
  private(set) var vanished: Set<Int>
  /// The conflict of the new text that was met before but cannot be given its answer, and why.
  private(set) var problem: (hunk: Int, reason: ResolutionPort.Reason)?

  private let units: [ResolutionUnit]
  private let answers: [[UInt8]]
  private let old: Text
  private let new: Text

  /// How many lines of the surroundings are looked at on each side.
  private static let surroundings = 10
  private static let fewestEqual = 3

  init(units: [ResolutionUnit], answers: [[UInt8]], old: Text, new: Text) {
    self.units = units
    self.answers = answers
    self.old = old
    self.new = new
    owners = Array(repeating: nil, count: new.hunks.count)
    vanished = Set(units.indices)
    let groups = Dictionary(grouping: units.indices) { Array(old.hunks[units[$0].hunks]) }
    // Longer units first: a conflict that was resolved together with its neighbour is no answer for one alone.
    for group in groups.sorted(by: { ($1.key.count, $0.value[0]) < ($0.key.count, $1.value[0]) }) {
      place(group.value, key: group.key)
    }
    places.sort { $0.lines.lowerBound < $1.lines.lowerBound }
    for (one, other) in zip(places, places.dropFirst()) where one.lines.upperBound > other.lines.lowerBound {
      fail(new.hunkLines.firstIndex { $0.lowerBound >= other.lines.lowerBound } ?? 0, .ambiguous)
    }
  }

  private mutating func fail(_ hunk: Int, _ reason: ResolutionPort.Reason) {
    if problem == nil || hunk < (problem?.hunk ?? 0) { problem = (hunk, reason) }
  }

  private mutating func place(_ group: [Int], key: [ConflictText.Hunk]) {
    var candidates: [Int] = []
    var at = 0
    while at + key.count <= new.hunks.count {
      if owners[at..<at + key.count].allSatisfy({ $0 == nil }), new.hunks[at..<at + key.count].elementsEqual(key) {
        candidates.append(at)
        at += key.count
      } else {
        at += 1
      }
    }
    var left = group[...]
    let areAlike = group.allSatisfy { isAlike($0, group[0]) }
    for (index, candidate) in candidates.enumerated() {
      var unit: Int? = group[0]
      if !areAlike {
        let nearest = nearest(group, candidate)
        if group.count == candidates.count {
          let ours = group[index]
          unit = nearest.units.contains { isAlike($0, ours) } ? ours : nil
        } else {
          unit =
            nearest.score >= Self.fewestEqual && nearest.units.allSatisfy { isAlike($0, nearest.units[0]) }
            ? nearest.units.first { left.contains($0) } : nil
        }
      }
      guard let unit else {
        fail(candidate, .ambiguous)
        continue
      }
      guard let lines = lines(of: unit, at: candidate) else {
        fail(candidate, .contextChanged)
        continue
      }
      for hunk in candidate..<candidate + key.count { owners[hunk] = unit }
      places.append(Place(unit: unit, lines: lines))
      if areAlike { left = left.dropFirst() } else { left = left.filter { $0 != unit }[...] }
    }
    for unit in group where !left.contains(unit) { vanished.remove(unit) }
  }

  /// Whether two units of the same conflicts have the same answer.
  private func isAlike(_ one: Int, _ other: Int) -> Bool {
    let (a, b) = (units[one], units[other])
    guard a.before == b.before, a.after == b.after, a.old.count == b.old.count,
      answers[one] == answers[other]
    else { return false }
    return zip(a.old, b.old).allSatisfy { old.equals($0, old, $1) }
  }

  private func lines(of index: Int, at candidate: Int) -> Range<Int>? {
    let unit = units[index]
    let start = new.hunkLines[candidate].lowerBound - unit.before
    let end = new.hunkLines[candidate + unit.hunks.count - 1].upperBound + unit.after
    guard start >= 0, end <= new.lines.count, end - start == unit.old.count,
      zip(unit.old, start..<end).allSatisfy({ old.equals($0, new, $1) })
    else { return nil }
    return start..<end
  }

  /// The units whose surroundings have most lines in common with those of a place, and how many.
  private func nearest(_ group: [Int], _ candidate: Int) -> (units: [Int], score: Int) {
    let scores = group.map { index in
      let first = old.hunkLines[units[index].hunks.lowerBound].lowerBound
      let last = old.hunkLines[units[index].hunks.upperBound - 1].upperBound
      let count = units[index].hunks.count
      let newFirst = new.hunkLines[candidate].lowerBound
      let newLast = new.hunkLines[candidate + count - 1].upperBound
      let up = (1...Self.surroundings).prefix { old.equals(first - $0, new, newFirst - $0) }.count
      let down = (0..<Self.surroundings).prefix { old.equals(last + $0, new, newLast + $0) }.count
      return up + down
    }
    let best = scores.max() ?? 0
    return (zip(group, scores).filter { $1 == best }.map { $0.0 }, best)
  }
}
