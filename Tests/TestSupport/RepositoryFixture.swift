// Git repositories built in code, with whatever git's own commands make hard: given results of merges, octopus merges, signed
// commits, links to commits, binary files.
//
//     let repository = try sandbox.repository {
//       try $0.commit("main", ["a.txt": "1\n", "run": .executable("#!/bin/sh\n")])
//       try $0.branch("BFG-1_words", at: "main")
//       try $0.commit("BFG-1_words", ["a.txt": "2\n", "old.txt": nil], renaming: ["b.txt": "c.txt"])
//       try $0.merge("BFG-1_words", into: "release", resolving: ["a.txt": "both\n"])
//     }
//
// Objects are written directly (`FixtureObjects`); the same calls give the same commits on each machine.

import SystemKit

/// A file of a fixture's commit.
public struct FixtureFile: Sendable, ExpressibleByStringLiteral {
  let mode: String
  let content: [UInt8]

  /// A file of bytes.
  public static func bytes(_ content: [UInt8]) -> FixtureFile { FixtureFile(mode: "100644", content: content) }
  /// A file of text.
  public static func text(_ text: String) -> FixtureFile { bytes(Array(text.utf8)) }
  /// A file that can be run.
  public static func executable(_ text: String) -> FixtureFile {
    FixtureFile(mode: "100755", content: Array(text.utf8))
  }
  /// A symbolic link.
  public static func link(to target: String) -> FixtureFile { FixtureFile(mode: "120000", content: Array(target.utf8)) }
  /// A submodule at a commit.
  public static func submodule(at commit: String) -> FixtureFile {
    FixtureFile(mode: "160000", content: Array(commit.utf8))
  }

  init(mode: String, content: [UInt8]) {
    self.mode = mode
    self.content = content
  }

  /// A file of text.
  public init(stringLiteral text: String) { self = .text(text) }
}

/// A file in a tree: its mode and the name of its content.
public struct FixtureEntry: Hashable, Sendable, CustomStringConvertible {
  /// `100644`, `100755`, `120000` or `160000`.
  public var mode: String
  /// The name of the blob, or of the submodule's commit.
  public var id: String

  /// Names a file's mode and content.
  public init(mode: String, id: String) {
    self.mode = mode
    self.id = id
  }

  /// Mode and name.
  public var description: String { "\(mode) \(id.prefix(10))" }
}

/// A repository that is built in code.
public final class RepositoryFixture {
  /// The folder of the repository: of the work tree unless it is bare.
  public let path: String
  /// The folder that git calls the common one.
  public let gitFolder: String
  /// The objects.
  public let objects: FixtureObjects
  /// Branches and their commits.
  public private(set) var branches: [String: String] = [:]
  /// When the next commit is made; each takes a minute.
  public var now: Int64 = 1_790_000_000
  private let sandbox: Sandbox
  private var commits: [String: (tree: String, parents: [String])] = [:]

  /// Makes an empty repository; `HEAD` names `main`.
  public init(
    in sandbox: Sandbox, named name: String = "repository", format: FixtureObjects.Format = .sha1, isBare: Bool = false
  ) throws {
    self.sandbox = sandbox
    path = sandbox.path(name)
    gitFolder = isBare ? path : PathName.join(path, ".git")
    // What `git init` does, in a twentieth of the time. Git is told to store objects so that they can be read without it.
    for folder in ["objects/info", "objects/pack", "refs/heads", "refs/tags"] {
      try AtomicFile.makeFolder(PathName.join(gitFolder, folder))
    }
    let extensions = format == .sha256 ? "[extensions]\n\tobjectFormat = sha256\n" : ""
    let config = """
      [core]
      \trepositoryformatversion = \(format == .sha256 ? 1 : 0)
      \tbare = \(isBare)
      \tlooseCompression = 0

      """
    try AtomicFile.write(Array((config + extensions).utf8), to: PathName.join(gitFolder, "config"))
    try AtomicFile.write(Array("ref: refs/heads/main\n".utf8), to: PathName.join(gitFolder, "HEAD"))
    objects = FixtureObjects(folder: PathName.join(gitFolder, "objects"), format: format)
  }

  // MARK: - Branches

  /// Sets a branch to a commit or another branch's tip.
  public func branch(_ name: String, at revision: String) throws {
    let commit = try id(revision)
    branches[name] = commit
    try setRef("refs/heads/\(name)", to: commit)
  }

  /// Sets any ref.
  public func setRef(_ name: String, to id: String) throws {
    let path = PathName.join(gitFolder, name)
    try AtomicFile.makeFolder(PathName.split(path).folder)
    try AtomicFile.write(Array("\(id)\n".utf8), to: path)
  }

  /// Writes an annotated tag; returns its name and its text, which a `mergetag` header holds.
  @discardableResult
  public func tag(_ name: String, at revision: String, message: String = "A tag") throws -> (id: String, text: String) {
    let text = "object \(try id(revision))\ntype commit\ntag \(name)\ntagger \(Self.ada) \(now) +0000\n\n\(message)\n"
    let id = try objects.write("tag", Array(text.utf8))
    try setRef("refs/tags/\(name)", to: id)
    return (id, text)
  }

  // MARK: - Commits

  /// Who makes commits when nothing else is said.
  public static let ada = "Ada <ada@example.org>"

  /// Adds a commit to a branch, which begins with it where it is not there; returns its name.
  ///
  /// - Parameters:
  ///   - files: the files that change; `nil` removes one.
  ///   - renaming: files that get another path, before `files` changes them.
  ///   - headers: headers after the committer (`gpgsig`, `mergetag`, `encoding`); lines after the first are indented here.
  @discardableResult
  public func commit(
    _ branch: String, _ files: [String: FixtureFile?] = [:], renaming: [String: String] = [:],
    message: String = "Change things", author: String = ada, headers: [(name: String, value: String)] = []
  ) throws -> String {
    let parent = branches[branch]
    var listing = try parent.map { try self.files($0) } ?? [:]
    for (old, new) in renaming {
      guard let entry = listing.removeValue(forKey: old) else {
        throw FixtureObjects.Failure("no file \(old) to rename")
      }
      listing[new] = entry
    }
    try change(&listing, files)
    let id = try writeCommit(
      tree: try objects.tree(listing), parents: parent.map { [$0] } ?? [], message: message, author: author,
      headers: headers)
    try self.branch(branch, at: id)
    return id
  }

  /// The files that a merge gives.
  public enum MergeResult {
    /// All of its files.
    case given([String: FixtureFile])
    /// The files of the branch that is merged into.
    case ours
    /// The files of the branch that is merged.
    case theirs
  }

  /// Merges a branch into another with git's automatic merge; returns the merge's name.
  ///
  /// - Parameter resolving: what stands instead of the automatic merge's files; `nil` removes one. All paths that conflict must
  ///   be there; other files are edits of a person (an "evil" merge).
  @discardableResult
  public func merge(
    _ source: String, into target: String, resolving: [String: FixtureFile?] = [:], message: String? = nil,
    author: String = ada, headers: [(name: String, value: String)] = []
  ) throws -> String {
    let parents = [try id(target), try id(source)]
    let outcome = try git("merge-tree", "--write-tree", "-z", "--no-messages", parents[0], parents[1])
    let fields = outcome.output.split(separator: "\0").map(String.init)
    guard outcome.status <= 1, let tree = fields.first else {
      throw FixtureObjects.Failure("git merge-tree: \(outcome.errors)")
    }
    let conflicts = Set(fields.dropFirst().compactMap { $0.split(separator: "\t", maxSplits: 1).last.map(String.init) })
    let left = conflicts.subtracting(resolving.keys)
    guard left.isEmpty else {
      throw FixtureObjects.Failure("merging \(source) conflicts in \(left.sorted().joined(separator: ", "))")
    }
    var listing = try objects.listing(tree)
    try change(&listing, resolving)
    return try writeMerge(
      target, parents, try objects.tree(listing), message ?? "Merge branch '\(source)' into \(target)", author, headers)
  }

  /// Merges branches with a given result: one, or several at once (an octopus).
  @discardableResult
  public func merge(
    _ sources: [String], into target: String, result: MergeResult, message: String? = nil, author: String = ada,
    headers: [(name: String, value: String)] = []
  ) throws -> String {
    let parents = try ([target] + sources).map { try id($0) }
    var listing: [String: FixtureEntry] = [:]
    switch result {
    case .given(let files): try change(&listing, files)
    case .ours: listing = try files(parents[0])
    case .theirs: listing = try files(parents[parents.count - 1])
    }
    let names = sources.map { "'\($0)'" }
    let list = names.count == 1 ? names[0] : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    let subject = "Merge \(names.count == 1 ? "branch" : "branches") \(list) into \(target)"
    return try writeMerge(target, parents, try objects.tree(listing), message ?? subject, author, headers)
  }

  private func writeMerge(
    _ target: String, _ parents: [String], _ tree: String, _ message: String, _ author: String,
    _ headers: [(name: String, value: String)]
  ) throws -> String {
    let id = try writeCommit(tree: tree, parents: parents, message: message, author: author, headers: headers)
    try branch(target, at: id)
    return id
  }

  /// Writes a commit that no branch names yet, by default among the repository's objects.
  public func writeCommit(
    tree: String, parents: [String], message: String, author: String = ada,
    headers: [(name: String, value: String)] = [], to store: FixtureObjects? = nil
  ) throws -> String {
    var text = "tree \(tree)\n"
    for parent in parents { text += "parent \(parent)\n" }
    text += "author \(author) \(now) +0100\ncommitter \(Self.ada) \(now + 7) +0000\n"
    for header in headers {
      var value = header.value
      if value.hasSuffix("\n") { value.removeLast() }
      text +=
        "\(header.name) \(value.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n "))\n"
    }
    text += "\n\(message)\n"
    now += 60
    let id = try (store ?? objects).write("commit", Array(text.utf8))
    commits[id] = (tree, parents)
    return id
  }

  private func change(_ listing: inout [String: FixtureEntry], _ files: [String: FixtureFile?]) throws {
    for (path, file) in files {
      guard let file else {
        guard listing.removeValue(forKey: path) != nil else {
          throw FixtureObjects.Failure("no file \(path) to remove")
        }
        continue
      }
      let isSubmodule = file.mode == "160000"
      let id = isSubmodule ? String(decoding: file.content, as: UTF8.self) : try objects.blob(file.content)
      listing[path] = FixtureEntry(mode: file.mode, id: id)
    }
  }

  // MARK: - Questions

  /// The commit that a branch, a commit's name or any revision stands for.
  public func id(_ revision: String) throws -> String {
    if let id = branches[revision] { return id }
    if commits[revision] != nil { return revision }
    let found = try git("rev-parse", "--verify", "-q", "\(revision)^{commit}")
    guard found.status == 0 else { throw FixtureObjects.Failure("no commit \(revision)") }
    return String(found.output.prefix { !$0.isNewline })
  }

  /// The tree of a commit.
  public func tree(_ revision: String) throws -> String {
    let id = try id(revision)
    if let tree = commits[id]?.tree { return tree }
    let text = String(decoding: try objects.read(id).content, as: UTF8.self)
    return String(text.dropFirst(5).prefix { !$0.isNewline })
  }

  /// All files of a commit.
  public func files(_ revision: String) throws -> [String: FixtureEntry] { try objects.listing(try tree(revision)) }

  /// All files of a commit as text.
  public func texts(_ revision: String) throws -> [String: String] {
    try files(revision).mapValues { String(decoding: try objects.read($0.id).content, as: UTF8.self) }
  }

  /// The text of a file in a commit.
  public func text(_ path: String, at revision: String) throws -> String {
    guard let entry = try files(revision)[path] else { throw FixtureObjects.Failure("no file \(path) at \(revision)") }
    return String(decoding: try objects.read(entry.id).content, as: UTF8.self)
  }

  /// Runs git in the repository.
  @discardableResult
  public func git(_ arguments: String..., environment: [String: String?] = [:]) throws -> Sandbox.Result {
    try sandbox.run("git", ["-C", path] + arguments, environment: environment)
  }

  /// Fills the work tree with a branch and makes it the current one.
  public func checkOut(_ branch: String) throws {
    let outcome = try git("checkout", "-q", "-f", branch)
    guard outcome.status == 0 else { throw FixtureObjects.Failure(outcome.errors) }
  }

  /// What git finds wrong with the repository; empty when it is sound.
  public func faults() throws -> String {
    let outcome = try git("fsck", "--full", "--strict", "--no-dangling", "--no-progress")
    return outcome.status == 0 ? outcome.errors : outcome.output + outcome.errors
  }
}

extension Sandbox {
  /// Builds a repository in the sandbox.
  public func repository(
    named name: String = "repository", format: FixtureObjects.Format = .sha1, isBare: Bool = false,
    _ build: (RepositoryFixture) throws -> Void
  ) throws -> RepositoryFixture {
    let repository = try RepositoryFixture(in: self, named: name, format: format, isBare: isBare)
    try build(repository)
    return repository
  }
}
