// Merging, and carrying out the steps of a release, with git's own merge (`git merge-tree`): one process a merge; trees, commits and
// resolutions are read and written without one.

import SystemKit

/// The text files by the names of their blobs, so that each is split into lines once.
final class RandomReleaseLines {
  private var lines: [String: [String]] = [:]
  /// Commits of branches get numbers, so that what a commit contains is a small set.
  private(set) var contained: [String: Set<Int>] = [:]

  /// The lines of a blob; `nil` for a binary one.
  func of(_ id: String, in store: FixtureObjects) throws -> [String]? {
    if let found = lines[id] { return found }
    let content = try store.read(id).content
    guard !content.contains(0) else { return nil }
    var text = String(decoding: content, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    if text.last == "" { text.removeLast() }
    let found = text.map(String.init)
    lines[id] = found
    return found
  }

  /// Writes a text file.
  func write(_ text: [String], to store: FixtureObjects) throws -> String {
    let id = try store.blob(Array(text.map { $0 + "\n" }.joined().utf8))
    lines[id] = text
    return id
  }

  /// Numbers a commit of a branch.
  func number(_ commit: String, parents: [String]) -> Int {
    let number = contained.count
    contained[commit] = parents.reduce(into: [number]) { $0.formUnion(contained[$1] ?? []) }
    return number
  }
}

/// Carries out the steps of a release.
struct RandomReleaseTrunk {
  let fixture: RepositoryFixture
  /// Where new objects go.
  let store: FixtureObjects
  let resolver: RandomReleaseResolver
  let lines: RandomReleaseLines
  /// Whether the edit of a merge may fall in a file that conflicted. The first time it must not; later it is made all the same.
  var editsConflicts = true

  typealias Step = RandomRelease.Step
  typealias StepRecord = RandomRelease.StepRecord

  /// Carries out steps on top of a commit; the first ones may be known already. A step that is left out has the record of the one before.
  func run(
    _ steps: [Step], from start: String, skipping dropped: Set<String>, after known: [StepRecord]
  ) throws -> [StepRecord] {
    var records = known
    var last =
      try known.last
      ?? StepRecord(
        outcome: .made, commit: start, tree: fixture.tree(start), contains: lines.contained[start] ?? [])
    for step in steps.dropFirst(known.count) {
      last.conflicts = [:]
      last.insertedIn = nil
      if let ticket = step.ticket, dropped.contains(ticket) {
        last.outcome = .contained
      } else {
        last = try take(step, last)
      }
      records.append(last)
    }
    return records
  }

  private func take(_ step: Step, _ last: StepRecord) throws -> StepRecord {
    var record = last
    record.outcome = .made
    var parents = [last.commit]
    var listing: [String: FixtureEntry]
    switch step.work {
    case .merge(let branch, let commit):
      guard !step.contains.isSubset(of: last.contains) else {
        record.outcome = .contained
        return record
      }
      parents.append(commit)
      record.contains.formUnion(step.contains)
      (listing, record.conflicts) = try merge(last.commit, commit, name: step.ticket ?? branch)
    case .patch: listing = try store.listing(last.tree)
    }
    if let insertion = step.insertion {
      record.insertedIn = try insert(insertion, &listing, except: record.conflicts)
      if record.insertedIn == nil, case .patch = step.work {
        record.outcome = .impossible
        return record
      }
    }
    record.tree = try store.tree(listing)
    record.commit = try fixture.writeCommit(
      tree: record.tree, parents: parents, message: step.message, author: RandomReleaseAuthor.person(step.message),
      to: store)
    return record
  }

  /// Adds a line after its anchor, if that stands once among all files; tells in which.
  private func insert(
    _ insertion: RandomRelease.Insertion, _ listing: inout [String: FixtureEntry],
    except conflicts: [String: RandomReleaseResolver.Conflict]
  ) throws -> String? {
    var place: (path: String, index: Int)?
    for (path, entry) in listing where path.hasPrefix("src/") {
      for (index, line) in (try lines.of(entry.id, in: store) ?? []).enumerated() where line == insertion.anchor {
        guard place == nil else { return nil }
        place = (path, index)
      }
    }
    guard let place, editsConflicts || conflicts[place.path] == nil, let entry = listing[place.path],
      var text = try lines.of(entry.id, in: store)
    else { return nil }
    text.insert(insertion.line, at: place.index + 1)
    listing[place.path]?.id = try lines.write(text, to: store)
    return place.path
  }

  // MARK: - Merging

  /// Merges two commits; conflicts are resolved.
  func merge(
    _ ours: String, _ theirs: String, name: String
  ) throws -> ([String: FixtureEntry], [String: RandomReleaseResolver.Conflict]) {
    try store.flush()
    let borrowed = fixture.objects.folder
    var process = Subprocess(
      "git",
      [
        "--git-dir", fixture.gitFolder, "-c", "merge.conflictStyle=merge", "merge-tree", "--write-tree", "-z",
        "--no-messages", ours, theirs,
      ])
    process.environment = Sandbox.environment
    if store.folder != borrowed {
      process.environment["GIT_OBJECT_DIRECTORY"] = store.folder
      process.environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = borrowed
    }
    let outcome = try process.run()
    let fields = String(decoding: outcome.output, as: UTF8.self).split(separator: "\0")
    guard let tree = fields.first, outcome.ending == .exited(0) || outcome.ending == .exited(1) else {
      throw FixtureObjects.Failure("git merge-tree: \(outcome.errorText)")
    }
    var listing = try store.listing(String(tree))
    var conflicts: [String: RandomReleaseResolver.Conflict] = [:]
    for field in fields.dropFirst() {
      // mode, object, stage, tab, path
      let parts = field.split(separator: "\t", maxSplits: 1)
      let words = parts[0].split(separator: " ")
      guard parts.count == 2, words.count == 3, let stage = Int(words[2]) else {
        throw FixtureObjects.Failure("git merge-tree says '\(field)'")
      }
      conflicts[String(parts[1]), default: .init(stages: [:])].stages[stage] = FixtureEntry(
        mode: String(words[0]), id: String(words[1]))
    }
    for path in conflicts.keys.sorted() {
      guard var conflict = conflicts[path] else { continue }
      listing[path] = try resolve(&conflict, listing[path], place: "\(name) \(path)")
      conflicts[path] = conflict
    }
    return (listing, conflicts)
  }

  /// What stands at a path after its conflict; `nil`: nothing.
  private func resolve(
    _ conflict: inout RandomReleaseResolver.Conflict, _ merged: FixtureEntry?, place: String
  ) throws -> FixtureEntry? {
    let (base, ours, theirs) = (conflict.stages[1], conflict.stages[2], conflict.stages[3])
    let changed = ours ?? theirs
    if let changed, base != nil, ours == nil || theirs == nil {
      // One side removed the file, the other one changed it.
      guard resolver.keeps(changed, place: place) else { return nil }
    }
    if let merged, let text = try lines.of(merged.id, in: store),
      let resolution = resolver.resolve(text, place: place)
    {
      conflict.hunks = resolution.hunks
      return FixtureEntry(mode: merged.mode, id: try lines.write(resolution.lines, to: store))
    }
    if let ours, let theirs { return resolver.takesOurs(ours, theirs, place: place) ? ours : theirs }
    return changed == nil ? nil : merged ?? changed
  }
}
