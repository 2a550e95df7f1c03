// Where a release is rebuilt: a repository of our own in a scratch folder, which borrows the objects of the user's through
// `objects/info/alternates`. So nothing of the user's can be touched, and what has an effect on merges is pinned: no
// configuration of the user or of the machine, no info/attributes, no replacement objects, and attributes of the release branch
// itself (`MergeAttributes`), whatever is checked out. What is made here is handed over in one step, or not at all.

internal import SystemKit

/// A repository to work in.
final class ScratchRepository {
  let origin: GitRepository
  private let folder: ScratchFolder
  private let objectFolder: String
  private var reader: Conversation?
  private var madeFolders: Set<String> = []
  /// What was written or read, by name: trees and commits are asked for many times.
  private var trees: [ObjectID: TreeObject] = [:]
  private var commits: [ObjectID: CommitObject] = [:]
  /// The commits from which merge bases are looked for.
  var tips: [ObjectID] = []
  /// How many merges were made.
  var mergeCount = 0

  /// Makes a scratch repository over another's objects.
  ///
  /// - Throws: `git` when the folder cannot be made.
  init(over origin: GitRepository) throws(ReleaseError) {
    self.origin = origin
    do {
      folder = try ScratchFolder()
      objectFolder = folder.path + "/git/objects"
      for name in ["git/objects/info", "git/refs/heads", "tree"] {
        try AtomicFile.makeFolder(folder.path + "/" + name)
      }
      try AtomicFile.write(Array("ref: refs/heads/scratch\n".utf8), to: folder.path + "/git/HEAD")
      try AtomicFile.write(
        Array((origin.objectFolder + "\n").utf8), to: objectFolder + "/info/alternates")
      try AtomicFile.write(Array(Self.configuration(origin).utf8), to: folder.path + "/git/config")
      if origin.isShallow {
        let cuts = try InputFile(path: origin.commonFolder + "/shallow").withUnsafeBytes { Array($0) }
        try AtomicFile.write(cuts, to: folder.path + "/git/shallow")
      }
    } catch { throw ReleaseError(.git(command: "init", words: "\(error)")) }
  }

  /// The folder that git takes for the work tree: it holds attribute files only.
  var attributeFolder: String { folder.path + "/tree" }

  /// All that git reads of settings. Conflicts are written in one style, so that their texts compare. A partial clone's remote
  /// is taken over: without it, what was not fetched yet could not be.
  private static func configuration(_ origin: GitRepository) -> String {
    var text = "[core]\n\tbare = false\n\tlogAllRefUpdates = false\n\tattributesFile = /dev/null\n"
    text += "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[merge]\n\tconflictStyle = merge\n"
    let promisors = (origin.ask(["config", "--get-regexp", #"^remote\..*\.promisor$"#]) ?? "").split(separator: "\n")
      .compactMap { line -> String? in
        let parts = line.split(separator: " ", maxSplits: 1)
        return parts.last == "true" ? String(parts[0].dropFirst("remote.".count).dropLast(".promisor".count)) : nil
      }
    let isPlain = promisors.isEmpty && origin.objectFormat == "sha1"
    text += "[core]\n\trepositoryFormatVersion = \(isPlain ? 0 : 1)\n"
    if !isPlain { text += "[extensions]\n" }
    if origin.objectFormat != "sha1" { text += "\tobjectFormat = \(origin.objectFormat)\n" }
    if let first = promisors.first { text += "\tpartialClone = \(quotedValue(first))\n" }
    for name in promisors {
      guard let url = origin.ask(["remote", "get-url", name]) else { continue }
      text += "[remote \(quotedValue(name))]\n\turl = \(quotedValue(url))\n\tpromisor = true\n"
      if let filter = origin.ask(["config", "--get", "remote.\(name).partialclonefilter"]) {
        text += "\tpartialCloneFilter = \(quotedValue(filter))\n"
      }
    }
    return text
  }

  private static func quotedValue(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }

  // MARK: - Git's commands

  private var environment: [String: String?] {
    [
      "GIT_DIR": folder.path + "/git", "GIT_WORK_TREE": attributeFolder, "GIT_INDEX_FILE": folder.path + "/git/index",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_COUNT": nil,
      "GIT_CONFIG_PARAMETERS": nil,
      "GIT_ATTR_NOSYSTEM": "1", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_COMMON_DIR": nil, "GIT_OBJECT_DIRECTORY": nil,
      "GIT_ALTERNATE_OBJECT_DIRECTORIES": nil, "GIT_NAMESPACE": nil, "GIT_CEILING_DIRECTORIES": nil, "LC_ALL": "C",
      "GIT_TERMINAL_PROMPT": "0", "GIT_LITERAL_PATHSPECS": nil, "GIT_ICASE_PATHSPECS": nil, "GIT_GLOB_PATHSPECS": nil,
      "GIT_NOGLOB_PATHSPECS": nil,
    ]
  }

  /// Runs a git command here.
  ///
  /// - Throws: `git` when it fails.
  @discardableResult
  func git(_ arguments: [String], input: [UInt8] = []) throws(ReleaseError) -> Subprocess.Outcome {
    try GitRepository.run(
      arguments, in: attributeFolder, input: input, environment: environment,
      failure: { .git(command: arguments.first ?? "", words: $0) })
  }

  // MARK: - Objects

  /// An object's type and bytes; `nil` when it is not there.
  ///
  /// - Throws: `git` when git does not answer.
  func object(_ id: ObjectID) throws(ReleaseError) -> (type: String, bytes: [UInt8])? {
    do {
      if reader == nil {
        var process = Subprocess("git", ["cat-file", "--batch"], in: attributeFolder)
        process.environment = environment
        reader = try Conversation(process)
      }
      guard let reader else { return nil }
      try reader.send(id.hex + "\n")
      let head = String(decoding: try reader.readUntil(0x0A), as: UTF8.self).split(separator: " ")
      guard head.count == 3, let size = Int(head[2]) else { return nil }
      let bytes = try reader.read(size)
      _ = try reader.read(1)
      return (String(head[1]), bytes)
    } catch {
      reader = nil
      throw ReleaseError(.git(command: "cat-file", words: error.description))
    }
  }

  private func object(_ id: ObjectID, _ type: String) throws(ReleaseError) -> [UInt8] {
    guard let found = try object(id) else { throw ReleaseError(.missingObject(id.hex)) }
    guard found.type == type else {
      throw ReleaseError(.badObject(id.hex, "is a \(found.type), a \(type) is expected"))
    }
    return found.bytes
  }

  /// The bytes of a file.
  func blob(_ id: ObjectID) throws(ReleaseError) -> [UInt8] { try object(id, "blob") }

  /// A tree's own level.
  func tree(_ id: ObjectID) throws(ReleaseError) -> TreeObject {
    if let known = trees[id] { return known }
    let tree = try TreeObject(object(id, "tree"), id: id)
    // Trees of a large repository would fill the memory; they are read again.
    if trees.count > 50_000 { trees.removeAll() }
    trees[id] = tree
    return tree
  }

  /// A commit.
  func commit(_ id: ObjectID) throws(ReleaseError) -> CommitObject {
    if let known = commits[id] { return known }
    let commit = try CommitObject(object(id, "commit"), id: id)
    commits[id] = commit
    return commit
  }

  /// Writes a file's bytes.
  func write(blob bytes: [UInt8]) throws(ReleaseError) -> ObjectID { try write("blob", bytes) }

  /// Writes a tree.
  func write(_ tree: TreeObject) throws(ReleaseError) -> ObjectID {
    let id = try write("tree", tree.bytes)
    trees[id] = tree
    return id
  }

  /// Writes a commit.
  func write(_ commit: CommitObject) throws(ReleaseError) -> ObjectID {
    let id = try write("commit", commit.bytes)
    commits[id] = commit
    return id
  }

  /// Writes a loose object: "type size", NUL and the bytes, deflated, in a file that its name gives ("gitrepository-layout").
  /// A process for each (`git hash-object`) would take twenty times as long; git computes all names again when they are handed over.
  private func write(_ type: String, _ bytes: [UInt8]) throws(ReleaseError) -> ObjectID {
    let whole = Array("\(type) \(bytes.count)\0".utf8) + bytes
    let algorithm: Digest.Algorithm = origin.objectFormat == "sha256" ? .sha256 : .sha1
    let id = ObjectID(bytes: whole.withUnsafeBytes { Digest.bytes(algorithm, of: $0) })
    let name = id.hex
    let below = objectFolder + "/" + name.prefix(2)
    let path = below + "/" + name.dropFirst(2)
    guard !AtomicFile.exists(path) else { return id }
    do {
      if madeFolders.insert(String(name.prefix(2))).inserted { try AtomicFile.makeFolder(below) }
      try AtomicFile.write(whole.withUnsafeBytes { Deflate.compressWrapped($0) }, to: path)
    } catch { throw ReleaseError(.git(command: "hash-object", words: "\(error)")) }
    return id
  }

  // MARK: - Handing over

  /// Puts commits and all that they need into the user's repository, as one pack that git checks; nothing names them yet.
  ///
  /// - Parameter known: commits that the repository has.
  /// - Throws: `git` when a command fails; the repository is then as it was.
  func handOver(_ commits: [ObjectID], known: [ObjectID]) throws(ReleaseError) {
    let wanted = commits.map { $0.hex + "\n" }.joined() + known.map { "^\($0.hex)\n" }.joined()
    let pack = try git(["pack-objects", "--revs", "--stdout", "--thin", "-q"], input: Array(wanted.utf8)).output
    try origin.git(["index-pack", "--stdin", "--fix-thin"], input: pack)
  }
}
