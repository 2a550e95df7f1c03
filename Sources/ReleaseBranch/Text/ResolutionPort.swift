// Carries over how a person resolved a merge when the branch is rebuilt and the merge comes out a little different. Known are
// the automatic merge as it was ("old"), what the person recorded for it ("resolved") and the automatic merge of the rebuilt
// branch ("new"), all with normalised conflicts. A wrong clean answer is far worse than none: it is committed unseen. Therefore:
//
// - What a person did falls in two parts that have different fates: the answer to a conflict belongs to the conflict and goes
//   with it, edits outside of conflicts ("evil" ones) belong to the merge and stay. `ResolutionUnit` takes them apart.
// - First road: if the conflicts are the same ones in the same order, `resolved` is merged with `new`, `old` being the base:
//   what the branch lost and what the person did must not touch anywhere.
// - Second road: each conflict of `new` that `old` had too gets its answer (`ResolutionMatch`), others get one from elsewhere if
//   the caller knows it; answers of conflicts that are gone are dropped. Evil edits then follow by a three-way merge whose
//   base is `old` with the answers: `resolved` differs from it by the evil edits alone. Where an answer reaches beyond its
//   conflict and the conflict is gone, nobody can say what of it was evil: unresolved. So too if it is much longer than the
//   sides of the conflict, or has a person's lines before or after whole sides.
// - Where both roads lead somewhere, they must lead to the same text.
// - A conflict of which one side lost lines gets the old answer without these if that kept all lines of both sides
//   (`InterleavedAnswer`).
// - Merges are those of `TextMerge`: where the answer depends on which of equal lines is which, they conflict.
// - No answer has markers in it, nor does anything that is put together from lines without an end.

/// A recorded resolution that can be carried over to other automatic merges.
package struct ResolutionPort: Sendable {
  /// On which road an answer was found.
  package enum Method: Equatable, Sendable {
    /// The merge came out the same: what was recorded for it.
    case identical
    /// Nobody edited the merge, and there is no conflict: the automatic merge.
    case clean
    /// The conflicts are the same: the recorded text merged with the new one.
    case ported
    /// Conflict by conflict.
    case hunk
  }

  /// Why there is no answer.
  package enum Reason: Equatable, Sendable {
    /// The old automatic merge cannot be read.
    case unreadableOld(ConflictTextError)
    /// The new automatic merge cannot be read.
    case unreadableNew(ConflictTextError)
    /// One of the texts is binary.
    case binary
    /// A conflict marker stands in what was recorded, or would stand in the answer.
    case markersLeft
    /// A conflict that was never resolved.
    case unknownConflict
    /// A conflict that was resolved in several ways, and which of them is meant is not clear.
    case ambiguous
    /// The answer reaches beyond the conflict, and the lines there are other ones now.
    case contextChanged
    /// The answer reaches beyond a conflict that is gone, or there may be more in it than the conflict asked for.
    case editsBesideVanished
    /// A person's edit outside of conflicts and a change of the branch touch.
    case editsConflict
    /// The answer ends without a line end, and other lines follow now.
    case lineEnd
    /// Two ways to the answer lead to different texts.
    case roadsDiffer
  }

  /// What is missing where there is no answer.
  package struct Unresolved: Equatable, Sendable {
    /// The first reason.
    package let reason: Reason
    /// The conflicts of the new text that have no answer.
    package let hunks: [ConflictText.Hunk]
    /// The line that the reason is about, counted from 1: of the recorded text for `editsConflict` and `markersLeft`, of the old
    /// text for `editsBesideVanished`, else of the new one.
    package let line: Int?
  }

  /// An answer or none.
  package enum Outcome: Equatable, Sendable {
    /// The whole text, without conflicts.
    case resolved([UInt8], Method)
    /// No answer.
    case unresolved(Unresolved)
  }

  /// How many lines more than both its sides an answer may have to go with its conflict.
  private static let widest = 8

  /// The automatic merge, normalised.
  package let old: [UInt8]
  /// What was recorded for it.
  package let resolved: [UInt8]
  /// How long the markers of the file are.
  package let markerSize: Int

  /// Takes a normalised automatic merge and what was recorded for it.
  package init(old: [UInt8], resolved: [UInt8], markerSize: Int = 7) {
    self.old = old
    self.resolved = resolved
    self.markerSize = markerSize
  }

  /// The conflicts whose answers stand for themselves, with these: for `known` elsewhere.
  ///
  /// - Throws: `ConflictTextError` if the old text cannot be read.
  /// - Complexity: that of `FirmAlignment`.
  package func lessons() throws(ConflictTextError) -> [(hunk: ConflictText.Hunk, answer: [UInt8])] {
    let text = try ConflictText(old, markerSize: markerSize)
    guard ConflictText.firstMarker(in: resolved, markerSize: markerSize) == nil else { return [] }
    var interner = LineInterner()
    let lines = interner.lines(of: old)
    let answers = interner.lines(of: resolved)
    let hunks = text.hunks
    return ResolutionUnit.units(of: text, old: lines, resolved: answers).filter(\.isBare).map {
      (hunks[$0.hunks.lowerBound], Array(answers.bytes($0.resolved)))
    }
  }

  /// Carries the resolution over to another automatic merge.
  ///
  /// - Parameters:
  ///   - new: the automatic merge, normalised.
  ///   - known: the answers to conflicts that were resolved elsewhere.
  /// - Complexity: that of three `TextMerge`s.
  package func carry(to new: [UInt8], known: (ConflictText.Hunk) -> [UInt8]? = { _ in nil }) -> Outcome {
    if let line = ConflictText.firstMarker(in: resolved, markerSize: markerSize) {
      return .unresolved(Unresolved(reason: .markersLeft, hunks: [], line: line + 1))
    }
    if new == old { return .resolved(resolved, .identical) }
    let newText: ConflictText
    let oldText: ConflictText
    do throws(ConflictTextError) {
      newText = try ConflictText(new, markerSize: markerSize)
    } catch {
      return .unresolved(Unresolved(reason: .unreadableNew(error), hunks: [], line: error.line))
    }
    let newHunks = newText.hunks
    if old == resolved, newHunks.isEmpty { return .resolved(new, .clean) }
    do throws(ConflictTextError) {
      oldText = try ConflictText(old, markerSize: markerSize)
    } catch {
      return .unresolved(Unresolved(reason: .unreadableOld(error), hunks: newHunks, line: nil))
    }
    if [old, resolved, new].contains(where: TextLines.isBinary) {
      return .unresolved(Unresolved(reason: .binary, hunks: newHunks, line: nil))
    }
    var interner = LineInterner()
    let oldLines = interner.lines(of: old)
    let newLines = interner.lines(of: new)
    let resolvedLines = interner.lines(of: resolved)
    var merged: [UInt8]?
    if newHunks == oldText.hunks,
      case .merged(let bytes) = TextMerge(base: oldLines, ours: newLines, theirs: resolvedLines),
      ConflictText.firstMarker(in: bytes, markerSize: markerSize) == nil
    {
      merged = bytes
    }
    let substituted = substitute(
      ResolutionMatch.Text(oldText, oldLines), ResolutionMatch.Text(newText, newLines), resolvedLines, known)
    switch (merged, substituted) {
    case (let merged?, .resolved(let bytes, _)) where merged != bytes:
      return .unresolved(Unresolved(reason: .roadsDiffer, hunks: newHunks, line: nil))
    case (let merged?, _): return .resolved(merged, .ported)
    case (nil, let outcome): return outcome
    }
  }

  /// The second road: conflict by conflict.
  private func substitute(
    _ old: ResolutionMatch.Text, _ new: ResolutionMatch.Text, _ resolved: TextLines,
    _ known: (ConflictText.Hunk) -> [UInt8]?
  ) -> Outcome {
    let units = ResolutionUnit.units(of: old.text, old: old.lines, resolved: resolved)
    let answers = units.map { Array(resolved.bytes($0.resolved)) }
    let match = ResolutionMatch(units: units, answers: answers, old: old, new: new)
    var replacements = match.places.map { (lines: $0.lines, answer: answers[$0.unit]) }
    var left: [Int] = []
    var vanished = match.vanished
    for (index, hunk) in new.hunks.enumerated() where match.owners[index] == nil {
      if let (unit, answer) = kept(index, old, new, units, answers, match) {
        replacements.append((new.hunkLines[index], answer))
        vanished.remove(unit)
        continue
      }
      // A conflict that was met here before, but not with this answer, is not for others to answer.
      if !old.hunks.contains(hunk), let answer = known(hunk) {
        replacements.append((new.hunkLines[index], answer))
      } else {
        left.append(index)
      }
    }
    if let first = left.first {
      let isOld = old.hunks.contains(new.hunks[first])
      let problem = match.problem.map { ($0.hunk, $0.reason) } ?? (first, isOld ? .contextChanged : .unknownConflict)
      return .unresolved(
        Unresolved(
          reason: problem.1, hunks: left.map { new.hunks[$0] }, line: new.hunkLines[problem.0].lowerBound + 1))
    }
    if let problem = match.problem {
      return .unresolved(
        Unresolved(
          reason: problem.reason, hunks: [new.hunks[problem.hunk]], line: new.hunkLines[problem.hunk].lowerBound + 1))
    }
    let doubtful = vanished.sorted().first { index in
      !units[index].isBare || Self.mayHoldMore(answers[index], than: old.hunks[units[index].hunks.lowerBound])
    }
    if let unit = doubtful {
      return .unresolved(Unresolved(reason: .editsBesideVanished, hunks: [], line: units[unit].old.lowerBound + 1))
    }
    replacements.sort { $0.lines.lowerBound < $1.lines.lowerBound }
    for (one, other) in zip(replacements, replacements.dropFirst()) where one.lines.upperBound > other.lines.lowerBound
    {
      return .unresolved(Unresolved(reason: .ambiguous, hunks: [], line: other.lines.lowerBound + 1))
    }
    for (lines, answer) in replacements where lines.upperBound < new.lines.count && answer.last ?? 0x0A != 0x0A {
      return .unresolved(Unresolved(reason: .lineEnd, hunks: [], line: lines.upperBound))
    }
    let ours = Self.replacing(replacements, in: new.lines)
    let base = Self.replacing(zip(units, answers).map { ($0.old, $1) }, in: old.lines)
    return follow(base: base, ours: ours, resolved: resolved)
  }

  /// The answer to a conflict of which one side lost lines, from one that kept all lines of both sides (`InterleavedAnswer`): the other side
  /// tells which one it was, and must do so without doubt.
  private func kept(
    _ index: Int, _ old: ResolutionMatch.Text, _ new: ResolutionMatch.Text, _ units: [ResolutionUnit],
    _ answers: [[UInt8]], _ match: ResolutionMatch
  ) -> (unit: Int, answer: [UInt8])? {
    let hunk = new.hunks[index]
    typealias Side = KeyPath<ConflictText.Hunk, [UInt8]>
    let roles: [(same: Side, changed: Side)] = [(\.theirs, \.ours), (\.ours, \.theirs)]
    for (same, changed) in roles {
      let lines = hunk[keyPath: same]
      let found = units.indices.filter { index in
        units[index].hunks.contains { old.hunks[$0][keyPath: same] == lines }
      }
      let isOnlyOne = new.hunks.filter { $0[keyPath: same] == lines }.count == 1
      guard isOnlyOne, found.count == 1, let unit = found.first, match.vanished.contains(unit), units[unit].isBare
      else {
        continue
      }
      let before = old.hunks[units[unit].hunks.lowerBound]
      var interner = LineInterner()
      let texts = [before[keyPath: changed], before[keyPath: same], answers[unit], hunk[keyPath: changed]]
      let parts = texts.map { interner.lines(of: $0) }
      guard parts.allSatisfy({ $0.bytes.isEmpty || $0.bytes.last == 0x0A }),
        let answer = InterleavedAnswer(ours: parts[0].ids, theirs: parts[1].ids, answer: parts[2].ids),
        let ids = answer.answer(without: parts[3].ids)
      else { continue }
      var bytes: [Int32: ArraySlice<UInt8>] = [:]
      for part in parts {
        for (line, id) in part.ids.enumerated() { bytes[id] = part.bytes(line..<line + 1) }
      }
      return (unit, ids.flatMap { bytes[$0] ?? [] })
    }
    return nil
  }

  /// Whether more may be in an answer than the conflict asked for: much more text than its sides have, or whole sides with
  /// lines of the person's own before or after them, which may have been put in beside the conflict.
  private static func mayHoldMore(_ answer: [UInt8], than hunk: ConflictText.Hunk) -> Bool {
    var interner = LineInterner()
    let ours = interner.lines(of: hunk.ours).ids
    let theirs = interner.lines(of: hunk.theirs).ids
    let lines = interner.lines(of: answer).ids
    if lines.count > ours.count + theirs.count + widest { return true }
    let own = Set(ours + theirs)
    guard let first = lines.firstIndex(where: own.contains), let last = lines.lastIndex(where: own.contains) else {
      return false
    }
    let core = Array(lines[first...last])
    return core.count < lines.count && [ours, theirs, ours + theirs, theirs + ours].contains(core)
  }

  /// Lets the edits outside of conflicts follow.
  private func follow(base: [UInt8], ours: [UInt8], resolved: TextLines) -> Outcome {
    var answer = ours
    if base != self.resolved {
      switch TextMerge(base: base, ours: ours, theirs: self.resolved) {
      case .merged(let bytes): answer = bytes
      case .conflicts(let places):
        return .unresolved(
          Unresolved(reason: .editsConflict, hunks: [], line: places.first.map { $0.theirs.lowerBound + 1 }))
      }
    }
    if ConflictText.firstMarker(in: answer, markerSize: markerSize) != nil {
      return .unresolved(Unresolved(reason: .markersLeft, hunks: [], line: nil))
    }
    return .resolved(answer, .hunk)
  }

  private static func replacing(_ replacements: [(lines: Range<Int>, answer: [UInt8])], in text: TextLines) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.bytes.count)
    var at = 0
    for (lines, answer) in replacements {
      result += text.bytes(at..<lines.lowerBound) + answer
      at = lines.upperBound
    }
    return result + text.bytes(at..<text.count)
  }
}
