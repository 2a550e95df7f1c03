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
  /// Tracked files that differ from the commit.
  private let dirty: Set<String>

  /// Git may take this long; a hung network file system must not hang the survey.
  private static let timeout = 60.0

  /// Looks at the repository around a folder; `nil` when there is none, it has no commit, or git is not installed.
  public init?(around folder: String) {
    func git(_ arguments: [String]) -> String? {
      // No locks: a survey must not disturb a build that uses the repository.
      var process = Subprocess("git", ["-C", folder, "--no-optional-locks"] + arguments, timeout: Self.timeout)
      process.environment = ["LC_ALL": "C", "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil]
      guard let outcome = try? process.run(), outcome.succeeded else { return nil }
      return outcome.text
    }
    guard let top = git(["rev-parse", "--show-toplevel"]),
      let log = git(["log", "-1", "--format=%H%n%ct%n%s"])
    else { return nil }
    let facts = log.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard facts.count >= 2 else { return nil }
    self.top = top
    let names = git(["-C", top, "ls-files", "-z"]) ?? ""
    trackedFiles = names.split(separator: "\0").map(String.init)
    let changed = git(["-C", top, "diff", "--name-only", "-z", "HEAD", "--"]) ?? ""
    dirty = Set(changed.split(separator: "\0").map(String.init))
    let branch = git(["symbolic-ref", "--short", "-q", "HEAD"])
    commit = SurveyedCommit(
      id: facts[0], subject: facts.count > 2 ? facts[2] : "",
      committedAt: Int64(facts[1]).map { Timestamp(seconds: $0) }, branch: branch, isDirty: !dirty.isEmpty)
  }

  /// When the sources were last changed: the latest of their times.
  ///
  /// A file that equals the commit counts no later than the commit: a fresh clone gives every file the time of the clone, and
  /// evidence of that commit that a build job hands on is older.
  ///
  /// - Parameters:
  ///   - patterns: which tracked files are sources; `nil`: all.
  ///   - evidence: paths relative to the top that are evidence themselves.
  public func sourcesChanged(patterns: [String]?, except evidence: Set<String>) -> Timestamp? {
    let rules = patterns.map { IgnoreRules($0) }
    var latest: Timestamp?
    for file in trackedFiles where !evidence.contains(file) {
      if let rules, !rules.ignoresWithParents(file) { continue }
      guard var time = FileFacts.modified(PathName.join(top, file)) else { continue }
      if !dirty.contains(file), let committed = commit.committedAt { time = min(time, committed) }
      latest = max(latest ?? time, time)
    }
    return latest
  }
}
