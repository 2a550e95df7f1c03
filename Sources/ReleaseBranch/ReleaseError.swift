// What goes wrong with a release branch, as facts. `description` is the one place that words them.

/// An error met while a release branch is read or rebuilt.
public struct ReleaseError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// There is no git repository around the folder, or git does not speak of it: git's own words.
    case notARepository(String)
    /// Git is not installed or older than 2.38, which has no `merge-tree --write-tree`.
    case gitTooOld(String)
    /// A git command failed: its verb and its own words.
    case git(command: String, words: String)
    /// A name is no commit of the repository; `nearest` is the likely meant one.
    case unknownRevision(String, nearest: String?)
    /// No default was found for something that has to be named: what, and the option that names it.
    case noDefault(what: String, option: String)
    /// Two histories have no commit in common.
    case unrelated(String, String)
    /// An object is not in the repository.
    case missingObject(String)
    /// An object is not what it should be, or is damaged.
    case badObject(String, String)
    /// A trunk commit merges more than one branch: its name and how many parents it has.
    case octopus(commit: String, parents: Int)
    /// No ticket of this name is in the release; `nearest` is the likely meant one.
    case unknownTicket(String, nearest: String?)
    /// A pattern for ticket keys cannot be read.
    case badPattern(String, String)
    /// What was asked for cannot be done here.
    case unsupported(String)
    /// A file that goes with the command cannot be read or used: its path and why.
    case badFile(String, String)
  }

  /// What is wrong.
  public let kind: Kind

  /// Creates an error.
  public init(_ kind: Kind) { self.kind = kind }
}

extension ReleaseError: CustomStringConvertible {
  /// One line: what was found, and what to do.
  public var description: String {
    switch kind {
    case .notARepository(let words): "no git repository: \(words)"
    case .gitTooOld(let version):
      "git \(version) is too old (2.38 or later is needed for 'git merge-tree --write-tree')"
    case .git(let command, let words): "git \(command): \(words)"
    case .unknownRevision(let name, let nearest):
      "'\(name)' is no commit of this repository" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .noDefault(let what, let option): "cannot tell \(what); name it with \(option)"
    case .unrelated(let one, let other): "'\(one)' and '\(other)' have no commit in common"
    case .missingObject(let id): "object \(id) is not in the repository"
    case .badObject(let id, let why): "object \(id): \(why)"
    case .octopus(let commit, let parents):
      "commit \(commit) merges \(parents - 1) branches at once; such merges cannot be rebuilt"
    case .unknownTicket(let name, let nearest):
      "no ticket '\(name)' in the release" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .badPattern(let pattern, let why): "ticket pattern '\(pattern)': \(why)"
    case .unsupported(let what): what
    case .badFile(let path, let why): "\(path): \(why)"
    }
  }
}
