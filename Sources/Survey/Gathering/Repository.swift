// What git knows of the surveyed folder: the commit, which files are tracked, and when sources were last changed. Without git
// or outside of a repository the survey goes on and says what it could not judge.

public import SystemKit

/// The repository around a folder.
public struct Repository: Sendable {
  /// Its top folder.
  public let top: String
  /// The commit that is checked out.
  public let commit: SurveyedCommit
  /// The tracked files, relative to the top.
  public let trackedFiles: [String]
  /// Tracked files that differ from the commit, and submodules in which one does.
  private let dirty: Set<String>
  /// Files that git neither tracks nor ignores.
  private let untracked: [String]
  /// Which commit was checked out when.
  private let moves: HeadMoves
  /// When the reflog was last written.
  private let noted: Timestamp?
  /// Submodules: their files have moves of their own.
  private let submodules: Set<String>

  /// Git may take this long; a hung network file system must not hang the survey.
  private static let timeout = 60.0

  /// What git answers of a folder.
  enum Look {
    /// There is a repository with a commit.
    case repository(Repository)
    /// There is none, or nothing is checked out or committed yet.
    case none(String)
    /// There is one, and git does not tell of it: git's own words.
    case silent(String)
  }

  /// Looks at the repository around a folder; `nil` when there is none, it has no commit, or git is not installed.
  public init?(around folder: String) {
    guard case .repository(let found) = Self.look(around: folder) else { return nil }
    self = found
  }

  static func look(around folder: String) -> Look {
    var problem = ""
    func git(_ arguments: [String]) -> String? {
      // No locks: a survey must not disturb a build that uses the repository.
      var process = Subprocess("git", ["-C", folder, "--no-optional-locks"] + arguments, timeout: Self.timeout)
      process.environment = ["LC_ALL": "C", "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil]
      do throws(SystemError) {
        let outcome = try process.run()
        if outcome.succeeded { return outcome.text }
        problem = outcome.errorText.split(whereSeparator: \.isNewline).first.map(String.init) ?? "git failed"
      } catch { problem = error.description }
      return nil
    }
    guard let top = git(["rev-parse", "--show-toplevel"]) else {
      // Other trouble than that there is none: git is not there, or does not trust the folder's owner.
      if problem.contains("must be run in a work tree") { return .none("the repository has no work tree") }
      return Self.hasRepository(folder) ? .silent(problem) : .none("there is no git repository around it")
    }
    guard git(["rev-parse", "-q", "--verify", "HEAD"]) != nil else { return .none("the repository has no commit yet") }
    guard let log = git(["log", "-1", "--format=%H%n%ct%n%s"]),
      let names = git(["-C", top, "ls-files", "--recurse-submodules", "-z"]),
      let changed = git(["-C", top, "diff", "--name-only", "-z", "HEAD", "--"])
    else { return .silent(problem) }
    let facts = log.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard facts.count >= 2 else { return .silent("git log says nothing") }
    let dirty = Set(changed.split(separator: "\0").map(String.init))
    let commit = SurveyedCommit(
      id: facts[0], subject: facts.count > 2 ? facts[2] : "",
      committedAt: Int64(facts[1]).map { Timestamp(seconds: $0) },
      branch: git(["symbolic-ref", "--short", "-q", "HEAD"]), isDirty: !dirty.isEmpty)
    return .repository(
      Repository(
        top: top, commit: commit, trackedFiles: names.split(separator: "\0").map(String.init), dirty: dirty,
        untracked: (git(["-C", top, "ls-files", "--others", "--exclude-standard", "-z"]) ?? "").split(separator: "\0")
          .map(String.init),
        moves: HeadMoves(git(HeadMoves.arguments) ?? ""),
        noted: git(["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]).flatMap {
          FileFacts.modified($0)
        },
        submodules: names.contains(".gitmodules") ? Self.submodules(git(["-C", top, "ls-files", "--stage", "-z"])) : [])
    )
  }

  /// The folders of submodules: the entries of the index that are commits.
  private static func submodules(_ stage: String?) -> Set<String> {
    let entries = (stage ?? "").split(separator: "\0").filter { $0.hasPrefix("160000 ") }
    return Set(
      entries.compactMap { entry in
        entry.firstIndex(of: "\t").map { tab in String(entry[entry.index(after: tab)...]) }
      })
  }

  private init(
    top: String, commit: SurveyedCommit, trackedFiles: [String], dirty: Set<String>, untracked: [String],
    moves: HeadMoves, noted: Timestamp?, submodules: Set<String>
  ) {
    self.top = top
    self.commit = commit
    self.trackedFiles = trackedFiles
    self.dirty = dirty
    self.untracked = untracked
    self.moves = moves
    self.noted = noted
    self.submodules = submodules
  }

  /// Whether a folder or one above it has a `.git`.
  static func hasRepository(_ folder: String) -> Bool {
    var path = FileFacts.realPath(folder)
    while true {
      if AtomicFile.exists(PathName.join(path, ".git")) { return true }
      let above = PathName.split(path).folder
      if above.isEmpty || above == path { return false }
      path = above
    }
  }

  /// Whether a tracked file, or the submodule that it is in, differs from the commit.
  private func isDirty(_ file: String) -> Bool { dirty.contains(file) || isBelow(dirty, file) }

  private func isBelow(_ folders: Set<String>, _ file: String) -> Bool {
    if folders.isEmpty { return false }
    var path = PathName.split(file).folder
    while !path.isEmpty, path != "/" {
      if folders.contains(path) { return true }
      path = PathName.split(path).folder
    }
    return false
  }

  /// When a file that is no longer there was deleted, at the latest: then its folder changed.
  private func deleted(_ file: String) -> Timestamp? {
    var path = PathName.split(file).folder
    while !path.isEmpty, path != "/" {
      if let time = FileFacts.modified(top + "/" + path) { return time }
      path = PathName.split(path).folder
    }
    return FileFacts.modified(top)
  }

  /// Whether some tracked file is a source.
  func hasSources(_ patterns: [String]) -> Bool {
    let rules = IgnoreRules(patterns)
    return trackedFiles.contains { rules.ignoresWithParents($0) }
  }

  /// When the sources were last changed: the latest of their times.
  ///
  /// A file that equals the commit and was written by git counts no later than the commit: a fresh clone gives every file the
  /// time of the clone, and evidence of that commit that a build job hands on is older. One that was written since counts by
  /// its own time: an edit was taken back, and evidence from before may be of the edit.
  ///
  /// - Parameters:
  ///   - patterns: which tracked files are sources; `nil`: all.
  ///   - evidence: paths relative to the top that are evidence themselves.
  public func sourcesChanged(patterns: [String]?, except evidence: Set<String>) -> Timestamp? {
    sourceAge(patterns: patterns, except: evidence)?.changed
  }

  /// How old the sources are.
  struct SourceAge: Sendable {
    /// When they were last changed.
    var changed: Timestamp
    /// When one of them was last written, be it by a checkout.
    var written: Timestamp
    /// Which commit was checked out when.
    var moves: HeadMoves
    var commit: String

    /// When the sources became others than those that evidence of a moment was made from; `nil`: they did not.
    func changed(since moment: Timestamp) -> Timestamp? {
      if moment < changed { return changed }
      guard let left = moves.left(moment, for: commit), written >= left else { return nil }
      return left
    }
  }

  /// Untracked files that a build may take for sources: those that the patterns name; without patterns those of a kind that git
  /// tracks in the same folder. A log or a report beside the sources is none.
  private func newSources(_ rules: IgnoreRules?) -> [String] {
    guard !untracked.isEmpty else { return [] }
    if let rules { return untracked.filter { rules.ignoresWithParents($0) } }
    func kind(_ file: String) -> String? {
      let (folder, name) = PathName.split(file)
      return name.lastIndex(of: ".").map { "\(folder)\u{0}\(name[$0...])" }
    }
    let known = Set(trackedFiles.compactMap(kind))
    return untracked.filter { file in kind(file).map { known.contains($0) } ?? false }
  }

  func sourceAge(patterns: [String]?, except evidence: Set<String>) -> SourceAge? {
    let rules = patterns.map { IgnoreRules($0) }
    var latest: Timestamp?
    var written = Timestamp(seconds: .min)
    // The times of files that equal the commit; git knows who wrote those that are not a submodule's.
    var clean: [Timestamp] = []
    var foreign: Timestamp?
    for file in newSources(rules) where !evidence.contains(file) {
      guard let time = FileFacts.modified(top + "/" + file) else { continue }
      written = max(written, time)
      latest = max(latest ?? time, time)
    }
    // What was taken out of the index with `git rm` or `git mv` is tracked no more and yet a change.
    let removed = dirty.subtracting(trackedFiles).subtracting(submodules)
    for file in trackedFiles + removed.sorted() where !evidence.contains(file) {
      if let rules, !rules.ignoresWithParents(file) { continue }
      let isDirty = isDirty(file)
      guard let time = FileFacts.modified(top + "/" + file) ?? (isDirty ? deleted(file) : nil) else { continue }
      written = max(written, time)
      if isDirty {
        latest = max(latest ?? time, time)
      } else if isBelow(submodules, file) {
        foreign = max(foreign ?? time, time)
      } else {
        clean.append(time)
      }
    }
    let committed = commit.committedAt ?? Timestamp(seconds: .max)
    if let foreign { latest = max(latest ?? .init(seconds: .min), min(foreign, committed)) }
    let settled = moves.settled(written: clean, noted: noted) ?? Timestamp(seconds: .max)
    for time in clean { latest = max(latest ?? .init(seconds: .min), time > settled ? time : min(time, committed)) }
    return latest.map { SourceAge(changed: $0, written: written, moves: moves, commit: commit.id) }
  }
}
