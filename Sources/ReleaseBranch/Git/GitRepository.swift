// The repository that the user works in. It is only read, except for objects and refs at the very end: work tree, index and
// configuration are never touched. Rebuilding happens in a `ScratchRepository` that borrows this one's objects.

internal import ByteKit
internal import SystemKit

/// A git repository: with a work tree or bare, a linked work tree, shallow or partial.
public struct GitRepository: Sendable {
  /// The folder that was asked for.
  public let folder: String
  /// The folder that holds refs and objects, absolute; shared by linked work trees.
  public let commonFolder: String
  /// Where objects are, absolute.
  let objectFolder: String
  /// `sha1` or `sha256`.
  let objectFormat: String
  /// Whether some history is cut off.
  public let isShallow: Bool
  /// The version that `git version` tells.
  public let version: String

  /// Git may take this long; a push over a slow line needs its time.
  private static let timeout = 3_600.0

  /// Looks at the repository around a folder.
  ///
  /// - Throws: `ReleaseError`: `notARepository`, `gitTooOld`, or `git` when it cannot be asked.
  public init(at folder: String) throws(ReleaseError) {
    self.folder = folder
    let asked = try Self.run(
      ["version"], in: folder, input: [], environment: [:], failure: { .git(command: "version", words: $0) })
    version = asked.text.split(separator: " ").dropFirst(2).first.map(String.init) ?? asked.text
    let numbers = version.split(separator: ".").map { Int($0) ?? 0 } + [0, 0]
    guard (numbers[0], numbers[1]) >= (2, 38) else { throw ReleaseError(.gitTooOld(version)) }
    let facts = try Self.run(
      [
        "rev-parse", "--path-format=absolute", "--git-common-dir", "--git-path", "objects", "--show-object-format",
        "--is-shallow-repository",
      ], in: folder, input: [], environment: [:], failure: { .notARepository($0) })
    let lines = facts.text.split(separator: "\n").map(String.init)
    guard lines.count == 4 else { throw ReleaseError(.notARepository("git rev-parse says '\(facts.text)'")) }
    commonFolder = lines[0]
    objectFolder = lines[1]
    objectFormat = lines[2]
    isShallow = lines[3] == "true"
  }

  /// Runs a git command in the repository.
  ///
  /// - Throws: `ReleaseError.git` with git's first words when it fails.
  @discardableResult
  func git(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String?] = [:]
  ) throws(ReleaseError) -> Subprocess.Outcome {
    try Self.run(
      arguments, in: folder, input: input, environment: environment,
      failure: { .git(command: Self.verb(arguments), words: $0) })
  }

  /// Runs a git command that may fail; `nil` when it does.
  func ask(_ arguments: [String]) -> String? { try? git(arguments).text }

  static func run(
    _ arguments: [String], in folder: String, input: [UInt8], environment: [String: String?],
    failure: (String) -> ReleaseError.Kind
  ) throws(ReleaseError) -> Subprocess.Outcome {
    var process = Subprocess("git", ["-C", folder, "--no-optional-locks"] + arguments, timeout: timeout)
    process.input = input
    // A question must never wait for a password, and git's words are read.
    process.environment = ["LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"].merging(environment) { $1 }
    let outcome: Subprocess.Outcome
    do throws(SystemError) {
      outcome = try process.run()
    } catch {
      throw ReleaseError(failure(error.description))
    }
    guard outcome.succeeded else { throw ReleaseError(failure(Self.words(outcome))) }
    return outcome
  }

  /// What git says of a failure: the first line that names it.
  static func words(_ outcome: Subprocess.Outcome) -> String {
    let lines = outcome.errorText.split(whereSeparator: \.isNewline).map(String.init)
    // A push that is refused says why in other lines than the one that begins with "error".
    let refusals = lines.filter { $0.contains("rejected]") || $0.hasPrefix("remote: ") }
    if !refusals.isEmpty {
      return refusals.map { String($0.drop { $0 == " " || $0 == "!" }) }.joined(separator: "; ")
    }
    let line = lines.first { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") } ?? lines.first
    guard let line else {
      switch outcome.ending {
      case .exited(let status): return "it ended with status \(status) and no words"
      case .signalled(let signal): return "signal \(signal) ended it"
      }
    }
    for prefix in ["fatal: ", "error: "] where line.hasPrefix(prefix) { return String(line.dropFirst(prefix.count)) }
    return line
  }

  private static func verb(_ arguments: [String]) -> String {
    var rest = arguments[...]
    while rest.first == "-c" { rest = rest.dropFirst(2) }
    return rest.first ?? ""
  }

  /// The commit that a name stands for: of a branch and a tag of one name the branch.
  ///
  /// - Throws: `unknownRevision`, with the branch that was likely meant.
  public func commit(_ name: String) throws(ReleaseError) -> ObjectID {
    // A name that begins with '-' would be an option.
    let found = ["refs/heads/\(name)", "refs/remotes/\(name)", name].lazy.compactMap { name in
      ask(["rev-parse", "-q", "--verify", "--end-of-options", "\(name)^{commit}"])
        .flatMap { ObjectID($0.split(separator: "\n").last ?? "") }
    }.first
    guard !name.hasPrefix("-"), !name.isEmpty, let id = found else {
      let branches = (ask(["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes"]) ?? "")
        .split(separator: "\n").map(String.init)
      throw ReleaseError(.unknownRevision(name, nearest: nearestName(to: name, among: branches)))
    }
    return id
  }

  /// The refs below a prefix and what they name.
  func refs(below prefix: String) throws(ReleaseError) -> [(name: String, id: ObjectID)] {
    try git(["for-each-ref", "--format=%(objectname) %(refname)", prefix]).text.split(separator: "\n").compactMap {
      let parts = $0.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let id = ObjectID(parts[0]) else { return nil }
      return (String(parts[1]), id)
    }
  }
}
