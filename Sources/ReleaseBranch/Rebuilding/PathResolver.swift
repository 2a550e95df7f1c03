// Carries over, path by path, what people had decided when the release was built. For each path there are three versions: what git made
// of it then (old), what was recorded (recorded), what git makes of it now (new). Only two kinds of paths need a decision: those
// that a person had made other than git, and those in conflict now. All others are git's.
//
//   conflict then   conflict now   decision
//   no              no             an edit by hand: carried over; the same text gives the recorded one
//   yes             no             the conflict left with the ticket: git's text now, with edits outside of the conflict carried over
//   yes             yes            the same conflict: what was recorded; another one: carried over part by part
//   no              yes            parts that were resolved elsewhere; else unresolved
//
// Binary files, links, submodules, deletions and pointers to large files have no parts: only the same conflict is resolved.

/// What a redone commit's paths became.
struct ResolvedTree {
  /// The tree.
  let tree: ObjectID
  /// The paths at which more than git's merge was needed.
  let outcomes: [PathOutcome]
  /// Those that nobody has decided yet.
  let open: [OpenConflict]
}

/// Decides the paths of one redone commit.
struct PathResolver {
  let repository: ScratchRepository
  let known: KnownResolutions

  /// What became of a path.
  private struct Decision {
    var entry: TreeEntry?
    var method: ResolutionMethod
    var note: String?
  }

  /// The tree of a redone commit, and why its files are as they are.
  ///
  /// An unresolved path has what was recorded, so that later commits meet what they were made for.
  func resolve(_ triple: MergeTriple) throws(ReleaseError) -> ResolvedTree {
    var edits: [GitPath: (old: TreeEntry?, recorded: TreeEntry?)] = [:]
    for change in try repository.changes(from: triple.old.tree, to: triple.recorded) {
      edits[change.path] = (change.old, change.new)
    }
    var result: [GitPath: TreeEntry?] = [:]
    var outcomes: [PathOutcome] = []
    var open: [OpenConflict] = []
    // A conflict of two versions that are no text leaves ours in the tree: who kept it made no difference to be seen.
    for path in Set(edits.keys).union(triple.old.stages.keys).union(triple.new.stages.keys).sorted() {
      let edit = edits[path]
      let before = edit == nil ? try repository.entry(path, in: triple.old.tree) : edit?.old
      let recorded = edit == nil ? before : edit?.recorded
      let now = try repository.entry(path, in: triple.new.tree)
      let (old, new) = (triple.old.side(path, before), triple.new.side(path, now))
      let decision =
        edit == nil && old.isInConflict && !new.isInConflict
        ? Decision(entry: now, method: .clean, note: Self.gone) : try decide(path, old, recorded, new)
      if decision.entry != now { result[path] = .some(decision.entry) }
      if decision.method == .unresolved { open.append(try openConflict(path, new, recorded)) }
      outcomes.append(
        PathOutcome(
          path: path, method: decision.method, hadConflict: old.isInConflict, hasConflict: new.isInConflict,
          kind: (new.isInConflict ? new : old).kind, note: decision.note))
    }
    return ResolvedTree(tree: try repository.edit(triple.new.tree, result), outcomes: outcomes, open: open)
  }

  /// The tree of a merge for which nothing was recorded: conflicts that were resolved elsewhere are resolved.
  ///
  /// An unresolved path keeps its markers.
  func resolve(_ merge: AutomaticMerge) throws(ReleaseError) -> ResolvedTree {
    var result: [GitPath: TreeEntry?] = [:]
    var outcomes: [PathOutcome] = []
    var open: [OpenConflict] = []
    for path in merge.stages.keys.sorted() {
      let entry = try repository.entry(path, in: merge.tree)
      let side = merge.side(path, entry)
      var decision = Decision(entry: entry, method: .unresolved, note: "a conflict that nobody has resolved")
      if let remembered = try remembered(path, side, nil) {
        decision = Decision(entry: remembered, method: .remembered)
      } else if let entry, try isText(side, entry, side),
        let text = try known.substituted(try text(entry, side), at: path)
      {
        let id = try repository.write(blob: text)
        decision = Decision(entry: TreeEntry(mode: entry.mode, id: id), method: .remembered)
      }
      if decision.entry != entry { result[path] = .some(decision.entry) }
      if decision.method == .unresolved { open.append(try openConflict(path, side, nil)) }
      outcomes.append(
        PathOutcome(
          path: path, method: decision.method, hadConflict: false, hasConflict: true, kind: side.kind,
          note: decision.note))
    }
    return ResolvedTree(tree: try repository.edit(merge.tree, result), outcomes: outcomes, open: open)
  }

  private func decide(
    _ path: GitPath, _ old: MergeSide, _ recorded: TreeEntry?, _ new: MergeSide
  ) throws(ReleaseError) -> Decision {
    if try isSame(old, new) { return Decision(entry: recorded, method: .identical) }
    if !new.isInConflict, new.entry == recorded { return Decision(entry: recorded, method: .identical) }
    if !new.isInConflict, old.isInConflict, !(try isText(old, recorded, new)) {
      return Decision(entry: new.entry, method: .clean, note: Self.gone)
    }
    // A decision by hand about exactly this text holds whatever could be worked out. What another merge of the release made of it is
    // another matter: somebody else may have decided it, and this merge's own resolution goes first.
    if new.isInConflict, let remembered = try remembered(path, new, recorded, by: [.kept]) {
      return Decision(entry: remembered, method: .remembered)
    }
    var decision = Decision(entry: recorded, method: .unresolved, note: Self.reason(old, new))
    if try isText(old, recorded, new), let recorded, let entry = new.entry {
      decision = try port(path, old, recorded, new, entry)
    }
    if decision.method == .unresolved, let remembered = try remembered(path, new, recorded) {
      return Decision(entry: remembered, method: .remembered)
    }
    return decision
  }

  private static let gone = "the conflict is gone"

  private func remembered(
    _ path: GitPath, _ side: MergeSide, _ recorded: TreeEntry?,
    by ranks: [KnownResolutions.Rank] = KnownResolutions.Rank.allCases
  ) throws(ReleaseError) -> TreeEntry?? {
    let text = try comparable(side)
    return try known.file(
      path, versions: Self.versions(side, recorded), text: text, isEdit: !side.isInConflict, by: ranks)
  }

  /// What a resolution is known by besides the text: the versions in conflict, or, for an edit by hand, git's and the edited one.
  private static func versions(_ side: MergeSide, _ recorded: TreeEntry?) -> [ConflictStage] {
    guard !side.isInConflict else { return side.versions }
    return [(2, side.entry), (3, recorded)].compactMap { number, entry in
      entry.map { ConflictStage(number: number, entry: $0) }
    }
  }

  /// A side's text for comparing; `nil` where it is no text.
  private func comparable(_ side: MergeSide) throws(ReleaseError) -> [UInt8]? {
    guard let entry = side.entry, entry.isFile else { return nil }
    guard !side.isInConflict || side.isOfTexts else { return nil }
    // Never markers in a pointer, also where a person edits it.
    for entry in [entry] + side.versions.map(\.entry) where try repository.isPointer(entry) { return nil }
    return try text(entry, side)
  }

  private func openConflict(
    _ path: GitPath, _ side: MergeSide, _ recorded: TreeEntry?
  ) throws(ReleaseError) -> OpenConflict {
    let text = try comparable(side)
    var draft = text
    if !side.isInConflict, let now = text, let recorded, recorded.isFile {
      draft = ConflictText.sideBySide(ours: now, theirs: try repository.blob(recorded.id))
    }
    return OpenConflict(
      path: path, text: text, draft: draft, versions: Self.versions(side, recorded), entry: side.entry,
      recorded: recorded, isEdit: !side.isInConflict,
      kind: side.kind ?? "edited by hand")
  }

  private static func reason(_ old: MergeSide, _ new: MergeSide) -> String {
    if !new.isInConflict { return "edited by hand when it was merged, and changed otherwise now" }
    return old.isInConflict ? "another conflict than the one that was resolved" : "a conflict that was not there before"
  }

  /// Whether the two merges met the same at a path: then what was recorded holds.
  private func isSame(_ old: MergeSide, _ new: MergeSide) throws(ReleaseError) -> Bool {
    guard old.isInConflict == new.isInConflict, old.kinds == new.kinds else { return false }
    if old.entry == new.entry, old.versions == new.versions { return true }
    guard old.isInConflict else { return false }
    guard let before = old.entry, let now = new.entry, before.mode == now.mode,
      old.versions.map(\.number) == new.versions.map(\.number), before.isFile
    else { return false }
    return try text(before, old) == text(now, new)
  }

  /// A file's bytes with the labels of its markers made constant, for comparing: a label is a commit's name, which no text has
  /// by chance.
  private func text(_ entry: TreeEntry, _ side: MergeSide) throws(ReleaseError) -> [UInt8] {
    let bytes = try repository.blob(entry.id)
    guard side.isInConflict else { return bytes }
    return ConflictLabels.constant(bytes, side.labels)
  }

  /// Whether a path can be carried over as text: regular files all, none of them a pointer.
  private func isText(
    _ old: MergeSide, _ recorded: TreeEntry?, _ new: MergeSide
  ) throws(ReleaseError) -> Bool {
    guard let before = old.entry, let recorded, let now = new.entry else { return false }
    guard before.isFile, recorded.isFile, now.isFile else { return false }
    for side in [old, new] where side.isInConflict && !side.isOfTexts { return false }
    for entry in [recorded] + (old.versions + new.versions).map(\.entry) + (new.isInConflict ? [] : [now]) {
      if try repository.isPointer(entry) { return false }
    }
    return true
  }

  private func port(
    _ path: GitPath, _ old: MergeSide, _ recorded: TreeEntry, _ new: MergeSide, _ entry: TreeEntry
  ) throws(ReleaseError) -> Decision {
    guard let before = old.entry else { return Decision(entry: recorded, method: .unresolved) }
    let mode = TreeEntry.mergedMode(base: before, entry, recorded)
    let texts = (
      old: try text(before, old), recorded: try repository.blob(recorded.id), new: try text(entry, new)
    )
    let port = ResolutionPort(old: texts.old, resolved: texts.recorded)
    var isFromElsewhere = false
    let outcome = port.carry(to: texts.new) { hunk in
      let answer = (try? known.hunk(hunk, at: path)) ?? nil
      if answer != nil { isFromElsewhere = true }
      return answer
    }
    switch outcome {
    case .resolved(let bytes, let method):
      guard let mode else {
        return Decision(entry: recorded, method: .unresolved, note: "its mode was changed on both sides")
      }
      let result = TreeEntry(mode: mode, id: try repository.write(blob: bytes))
      if old.isInConflict, !new.isInConflict {
        return result == entry
          ? Decision(entry: result, method: .clean, note: Self.gone)
          : Decision(entry: result, method: .ported, note: Self.gone + ", edits beside it were carried over")
      }
      return Decision(entry: result, method: isFromElsewhere ? .remembered : ResolutionMethod(method))
    case .unresolved(let unresolved):
      return Decision(entry: recorded, method: .unresolved, note: unresolved.words)
    }
  }
}

extension ResolutionMethod {
  fileprivate init(_ method: ResolutionPort.Method) {
    switch method {
    case .identical: self = .identical
    case .clean: self = .clean
    case .ported: self = .ported
    case .hunk: self = .hunk
    }
  }
}
