// What the tests of releases have in common: a small history with main, tickets and a release, and questions about a rebuild.

import SystemKit
import TestSupport
import Testing

@testable import ReleaseBranch

extension RepositoryFixture {
  /// Opens a release.
  func release(
    _ branch: String? = "release", onto: String? = "main", at folder: String? = nil,
    _ change: (inout ReleaseOptions) -> Void = { _ in }
  ) throws -> Release {
    var options = ReleaseOptions()
    (options.branch, options.onto) = (branch, onto)
    change(&options)
    return try Release(at: folder ?? path, options)
  }

  /// Begins main and the release with some files.
  func begin(_ files: [String: FixtureFile?]) throws {
    try commit("main", files)
    try branch("release", at: "main")
  }

  /// A ticket's branch with one commit, begun at main.
  func ticket(
    _ name: String, at start: String = "main", _ files: [String: FixtureFile?], renaming: [String: String] = [:]
  )
    throws
  {
    try branch(name, at: start)
    try commit(name, files, renaming: renaming, message: "\(name.prefix { $0 != "_" }): change")
  }
}

extension Release {
  /// The files of a rebuilt release as text.
  func texts(of rebuild: Rebuild) throws -> [String: String] {
    var texts: [String: String] = [:]
    for change in try scratch.changes(from: nil, to: scratch.commit(rebuild.tip).tree) {
      guard let new = change.new, !new.isSubmodule else { continue }
      texts[change.path.description] = String(decoding: try scratch.blob(new.id), as: UTF8.self)
    }
    return texts
  }

  /// What a rebuilt release has at a path.
  func entry(_ path: String, of rebuild: Rebuild) throws -> TreeEntry? {
    try scratch.entry(GitPath(path), in: scratch.commit(rebuild.tip).tree)
  }

  /// Publishes a rebuild under the next free name.
  @discardableResult
  func publish(_ rebuild: Rebuild) throws -> String {
    let name = try nextName()
    try publish(rebuild, as: name, report: Array("{}".utf8))
    return name
  }
}

extension Rebuild {
  /// How the paths of a commit came about, by the ticket's name.
  func methods(_ name: String) -> [String: ResolutionMethod] {
    let outcomes = commits.filter { $0.name == name }.flatMap(\.outcomes)
    return Dictionary(outcomes.map { ($0.path.description, $0.method) }, uniquingKeysWith: { $1 })
  }

  /// The paths that nobody has decided.
  var openPaths: [String] { unresolved.flatMap(\.unresolved).map(\.path.description).sorted() }

  /// Expects that all is decided; the whole rebuild in a message would be pages.
  func expectSound(sourceLocation: SourceLocation = #_sourceLocation) {
    let isSound = isSound
    #expect(isSound, "\(trouble)", sourceLocation: sourceLocation)
  }

  /// Expects that the tool stopped.
  func expectStop(sourceLocation: SourceLocation = #_sourceLocation) {
    let isSound = isSound
    #expect(!isSound, sourceLocation: sourceLocation)
  }

  /// What went wrong, for the message of a test.
  var trouble: String {
    (unresolved.flatMap(\.unresolved).map { "\($0.path): \($0.note ?? "")" }
      + objections.map { "\($0.check) \($0.path?.description ?? ""): \($0.words)" }).joined(separator: "; ")
  }
}

/// Numbered lines, with some replaced.
func lines(_ count: Int, _ changes: [Int: String] = [:]) -> String {
  (0..<count).map { (changes[$0] ?? "line \($0)") + "\n" }.joined()
}

/// The same as a file.
func file(_ count: Int, _ changes: [Int: String] = [:]) -> FixtureFile { .text(lines(count, changes)) }
