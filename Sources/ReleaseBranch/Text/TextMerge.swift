// Merges two changed texts with the text they came from, by lines, as `git merge-file` does (xdiff's xmerge.c at its level
// "zealous"), only more careful: a merged answer here is git's answer, byte for byte, and where one could doubt, there is a
// conflict. Changes of both sides that overlap or touch conflict, unless both are the same change of the same lines. What
// counts as a change is larger than git's (`FirmAlignment`): git slides an insertion into a run of equal lines to one end of
// it, and where the other side changed a line of that run the result depends on that choice. So git merges some texts for
// which there is a conflict here: changes beside lines that repeat, and changes with less than a unique line between them.
// Texts that git calls binary are not merged, as git does not.

/// The merge of two texts.
package enum TextMerge: Sendable {
  /// All changes fit.
  case merged([UInt8])
  /// Some changes do not fit; where. Never empty.
  case conflicts([Conflict])

  /// Lines of the three texts that changed on both sides.
  package struct Conflict: Equatable, Sendable {
    /// The lines in the text that both came from.
    package let base: Range<Int>
    /// The lines in our text.
    package let ours: Range<Int>
    /// The lines in their text.
    package let theirs: Range<Int>
  }

  /// Merges what two sides made of a text.
  ///
  /// - Complexity: that of `FirmAlignment`, twice.
  package init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    var interner = LineInterner()
    self.init(base: interner.lines(of: base), ours: interner.lines(of: ours), theirs: interner.lines(of: theirs))
  }

  init(base: TextLines, ours: TextLines, theirs: TextLines) {
    let isBinary = [base, ours, theirs].contains { TextLines.isBinary($0.bytes) }
    if isBinary {
      self = .conflicts([Conflict(base: 0..<base.count, ours: 0..<ours.count, theirs: 0..<theirs.count)])
      return
    }
    var sweep = Sweep(
      ours: FirmAlignment(old: base.ids, new: ours.ids).edits,
      theirs: FirmAlignment(old: base.ids, new: theirs.ids).edits)
    var result: [UInt8] = []
    result.reserveCapacity(max(ours.bytes.count, theirs.bytes.count))
    var conflicts: [Conflict] = []
    var at = 0
    while let change = sweep.next() {
      result += base.bytes(at..<change.base.lowerBound)
      switch change.side {
      case .ours: result += ours.bytes(change.ours)
      case .theirs: result += theirs.bytes(change.theirs)
      case .both:
        if change.isOneEach, ours.ids[change.ours] == theirs.ids[change.theirs] {
          result += ours.bytes(change.ours)
        } else {
          conflicts.append(Conflict(base: change.base, ours: change.ours, theirs: change.theirs))
        }
      }
      at = change.base.upperBound
    }
    result += base.bytes(at..<base.count)
    self = conflicts.isEmpty ? .merged(result) : .conflicts(conflicts)
  }
}

/// Walks the edits of both sides together and gives those that touch as one change.
private struct Sweep {
  enum Side { case ours, theirs, both }

  struct Change {
    var base: Range<Int>
    var ours: Range<Int>
    var theirs: Range<Int>
    var side: Side
    /// Whether each side has one edit here, and both of the same lines.
    var isOneEach: Bool
  }

  private let ours: [LineDiff.Edit]
  private let theirs: [LineDiff.Edit]
  private var ourNext = 0
  private var theirNext = 0
  private var ourShift = 0
  private var theirShift = 0

  init(ours: [LineDiff.Edit], theirs: [LineDiff.Edit]) {
    self.ours = ours
    self.theirs = theirs
  }

  mutating func next() -> Change? {
    let (ourFirst, theirFirst) = (ourNext, theirNext)
    guard
      var base = [ours, theirs].enumerated()
        .compactMap({ side, edits in
          let index = side == 0 ? ourNext : theirNext
          return index < edits.count ? edits[index].old : nil
        })
        .min(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) })
    else { return nil }
    let (ourBefore, theirBefore) = (ourShift, theirShift)
    var grew = true
    while grew {
      grew = false
      while ourNext < ours.count, ours[ourNext].old.lowerBound <= base.upperBound {
        base = base.lowerBound..<max(base.upperBound, ours[ourNext].old.upperBound)
        ourShift = ours[ourNext].new.upperBound - ours[ourNext].old.upperBound
        ourNext += 1
        grew = true
      }
      while theirNext < theirs.count, theirs[theirNext].old.lowerBound <= base.upperBound {
        base = base.lowerBound..<max(base.upperBound, theirs[theirNext].old.upperBound)
        theirShift = theirs[theirNext].new.upperBound - theirs[theirNext].old.upperBound
        theirNext += 1
        grew = true
      }
    }
    let side: Side = theirNext == theirFirst ? .ours : ourNext == ourFirst ? .theirs : .both
    return Change(
      base: base,
      ours: base.lowerBound + ourBefore..<base.upperBound + ourShift,
      theirs: base.lowerBound + theirBefore..<base.upperBound + theirShift,
      side: side,
      isOneEach: ourNext - ourFirst == 1 && theirNext - theirFirst == 1
        && ours[ourFirst].old == theirs[theirFirst].old)
  }
}
