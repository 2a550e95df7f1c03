// What a person made of each conflict, read off by comparing the automatic merge with what was recorded for it. The lines of
// the markers equal no line; the lines of both sides inside do count as lines, since most resolutions are put together from
// them and so find their place. Where the edits around a conflict (those of FirmAlignment: larger than the ones made, never
// smaller) reach into the lines beside it, these lines become part of the unit: what was done there may belong to the
// conflict or not, and only where the same lines stand there again is it safe to do it again. This holds too where they were
// drawn in merely because they repeat ("}" before and in the conflict) and stand unchanged beside what replaced it: whether a
// person put something in before the "}" or after it cannot be seen, and in the first case it is no part of the answer. For the
// same reason a line beside the conflict is drawn in if it occurs in the answer, unless the answer is put together from the
// lines of the two sides alone: a chance match of lines inside can make the wrong one of two "}" look firm. (Both were
// found by ResolutionPropertyTests: when the conflict was gone, what stood there was gone with it.)

/// A conflict of the automatic merge, or several with nothing firm between them, and what was recorded in its place.
struct ResolutionUnit: Sendable {
  /// Which conflicts of the old text.
  var hunks: Range<Int>
  /// The lines of the old text that were replaced.
  var old: Range<Int>
  /// The lines of the resolved text that replace them.
  var resolved: Range<Int>
  /// How many of the old lines stand before the first conflict.
  var before: Int
  /// How many of the old lines stand after the last one.
  var after: Int

  /// Whether the unit is one conflict and nothing else.
  var isBare: Bool { hunks.count == 1 && before == 0 && after == 0 }

  /// The units of a resolution, in order.
  ///
  /// - Complexity: that of `FirmAlignment`.
  static func units(of text: ConflictText, old: TextLines, resolved: TextLines) -> [ResolutionUnit] {
    let edits = FirmAlignment(old: old.unmatchable(text.markerLines).ids, new: resolved.ids).edits
    var units: [ResolutionUnit] = []
    var spans: [Range<Int>] = []
    var next = 0
    for (index, lines) in text.hunkLines.enumerated() {
      while next < edits.count, edits[next].old.upperBound <= lines.lowerBound { next += 1 }
      var last = next
      while last < edits.count, edits[last].old.upperBound < lines.upperBound { last += 1 }
      // A marker equals no line, so that edits cover the first and the last line of each conflict.
      guard last < edits.count else { return [] }
      let start = min(edits[next].old.lowerBound, lines.lowerBound)
      if let open = units.last, start < open.old.upperBound {
        units[units.count - 1].hunks = open.hunks.lowerBound..<index + 1
        units[units.count - 1].old = open.old.lowerBound..<edits[last].old.upperBound
        units[units.count - 1].resolved = open.resolved.lowerBound..<edits[last].new.upperBound
        units[units.count - 1].after = edits[last].old.upperBound - lines.upperBound
        spans[units.count - 1] = spans[units.count - 1].lowerBound..<last + 1
      } else {
        units.append(
          ResolutionUnit(
            hunks: index..<index + 1, old: start..<edits[last].old.upperBound,
            resolved: edits[next].new.lowerBound..<edits[last].new.upperBound,
            before: lines.lowerBound - start, after: edits[last].old.upperBound - lines.upperBound))
        spans.append(next..<last + 1)
      }
      next = last
    }
    for (index, span) in spans.enumerated() where !units[index].isMadeOfSides(text, old, resolved) {
      let lower = max(
        span.lowerBound > 0 ? edits[span.lowerBound - 1].old.upperBound : 0,
        index > 0 ? units[index - 1].old.upperBound : 0)
      let upper = span.upperBound < edits.count ? edits[span.upperBound].old.lowerBound : old.count
      units[index].drawIn(from: lower..<upper, old, resolved)
    }
    return units
  }

  /// Whether each line of the answer is one of the conflicts' sides, each of which can be used once.
  private func isMadeOfSides(_ text: ConflictText, _ old: TextLines, _ resolved: TextLines) -> Bool {
    let markers = Set(text.markerLines)
    var supply: [Int32: Int] = [:]
    for lines in text.hunkLines[hunks] {
      for line in lines where !markers.contains(line) { supply[old.ids[line], default: 0] += 1 }
    }
    for line in self.resolved {
      let left = supply[resolved.ids[line], default: 0]
      if left == 0 { return false }
      supply[resolved.ids[line]] = left - 1
    }
    return true
  }

  /// Takes in lines beside the conflict that occur in the answer.
  private mutating func drawIn(from limits: Range<Int>, _ oldText: TextLines, _ text: TextLines) {
    let answer = Set(text.ids[resolved])
    while old.lowerBound > limits.lowerBound, answer.contains(oldText.ids[old.lowerBound - 1]) {
      old = old.lowerBound - 1..<old.upperBound
      resolved = resolved.lowerBound - 1..<resolved.upperBound
      before += 1
    }
    while old.upperBound < limits.upperBound, answer.contains(oldText.ids[old.upperBound]) {
      old = old.lowerBound..<old.upperBound + 1
      resolved = resolved.lowerBound..<resolved.upperBound + 1
      after += 1
    }
  }
}

extension ConflictText {
  /// The lines of each conflict, markers included.
  var hunkLines: [Range<Int>] {
    segments.compactMap { if case .hunk(_, let lines) = $0 { lines } else { nil } }
  }
}
