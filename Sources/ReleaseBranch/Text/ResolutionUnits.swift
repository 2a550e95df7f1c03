// What a person made of each conflict, read off by comparing the automatic merge with what was recorded for it. The lines of
// the markers equal no line; the lines of both sides inside do count as lines, since most resolutions are put together from
// them and so find their place. Where the edits around a conflict (those of FirmAlignment: larger than the ones made, never
// smaller) reach into the lines beside it, these lines become part of the unit: what was done there may belong to the
// conflict or not, and only where the same lines stand there again is it safe to do it again. This holds too where they were
// drawn in merely because they repeat ("}" before and in the conflict) and stand unchanged beside what replaced it. Such lines
// were cut off again once: then lines that a person had put in before the "}" counted as part of the answer, and when the
// conflict was gone, they were gone with it (found by ResolutionPropertyTests).

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
      } else {
        units.append(
          ResolutionUnit(
            hunks: index..<index + 1, old: start..<edits[last].old.upperBound,
            resolved: edits[next].new.lowerBound..<edits[last].new.upperBound,
            before: lines.lowerBound - start, after: edits[last].old.upperBound - lines.upperBound))
      }
      next = last
    }
    return units
  }
}

extension ConflictText {
  /// The lines of each conflict, markers included.
  var hunkLines: [Range<Int>] {
    segments.compactMap { if case .hunk(_, let lines) = $0 { lines } else { nil } }
  }
}
