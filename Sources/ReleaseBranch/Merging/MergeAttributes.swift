// Attributes have a say in merges: `merge=union`, `-merge`, and drivers, which are programs. Git reads them from the work tree, so the
// branch that happens to be checked out would decide. Here the release branch's own files decide: they are written into the scratch
// repository's work tree, with two changes. A driver becomes `-merge` (both versions are kept apart, in conflict), unless drivers are
// allowed: to run a program that a repository names is the user's decision, and to merge the text of a file that has a driver
// would be wrong without a word. And `conflict-marker-size` is left out, so that conflict texts compare ("gitattributes").

internal import SystemKit

/// What the attributes of a release branch say of merging.
public struct MergeAttributes: Sendable, Equatable {
  /// The merge drivers that files name and that were not run, in the order of their names.
  public var passedOver: [String] = []
  /// The merge drivers that are run.
  public var allowed: [String] = []
}

/// Rewrites attribute files.
enum AttributeText {
  /// What git itself can do.
  private static let builtIn: Set<String> = ["text", "binary", "union"]

  /// An attribute file's text as merges are to see it, and the drivers that it names.
  static func rewritten(_ text: [UInt8], allowed: Set<String>) -> (text: [UInt8], drivers: Set<String>) {
    var drivers: Set<String> = []
    var output: [UInt8] = []
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      var rest = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard let first = rest.first, first != 0x23 else { continue }
      // The pattern stays as it is; it may be quoted and hold spaces.
      var end = rest.startIndex
      if first == 0x22 {
        end = rest.index(after: end)
        while end < rest.endIndex, rest[end] != 0x22 { end += rest[end] == 0x5C && end + 1 < rest.endIndex ? 2 : 1 }
        end = min(rest.endIndex, end + 1)
      }
      while end < rest.endIndex, !isSpace(rest[end]) { end += 1 }
      output.append(contentsOf: rest[..<end])
      rest = rest[end...]
      for word in rest.split(whereSeparator: isSpace) {
        let text = String(decoding: word, as: UTF8.self)
        if text.hasPrefix("conflict-marker-size") { continue }
        output.append(0x20)
        guard text.hasPrefix("merge=") else {
          output.append(contentsOf: word)
          continue
        }
        let driver = String(text.dropFirst("merge=".count))
        if !builtIn.contains(driver) { drivers.insert(driver) }
        let stays = builtIn.contains(driver) || allowed.contains(driver)
        output.append(contentsOf: stays ? Array(word) : Array("-merge".utf8))
      }
      output.append(0x0A)
    }
    return (output, drivers)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

extension ScratchRepository {
  /// Makes merges here see the attributes of a commit.
  ///
  /// - Parameter allowDrivers: whether the merge drivers that the user's git knows are run.
  /// - Throws: `git` when the attributes cannot be read or written.
  func pinAttributes(of commit: ObjectID, allowDrivers: Bool) throws(ReleaseError) -> MergeAttributes {
    var known: Set<String> = []
    if allowDrivers { known = try takeOverDrivers() }
    var named: Set<String> = []
    let list = try git(["ls-tree", "-r", "-z", "--full-tree", commit.hex]).output
    for line in list.split(separator: 0) {
      guard let tab = line.firstIndex(of: 0x09) else { continue }
      let path = GitPath(Array(line[(tab + 1)...]))
      guard path.name.elementsEqual(".gitattributes".utf8), path.isHarmless else { continue }
      let words = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
      // A link is not followed, as git does not.
      guard words.count == 3, words[0] != "120000", let id = ObjectID(words[2]) else { continue }
      let (text, drivers) = AttributeText.rewritten(try blob(id), allowed: known)
      named.formUnion(drivers)
      do {
        let file = attributeFolder + "/" + path.description
        guard Array(path.description.utf8) == path.bytes else {
          throw ReleaseError(
            .unsupported("'\(path)' is in a folder whose name is no UTF-8; its merge attributes cannot be used"))
        }
        try AtomicFile.makeFolder(PathName.split(file).folder)
        try AtomicFile.write(text, to: file)
      } catch let error as ReleaseError {
        throw error
      } catch { throw ReleaseError(.git(command: "attributes", words: "\(error)")) }
    }
    return MergeAttributes(
      passedOver: named.subtracting(known).sorted(), allowed: named.intersection(known).sorted())
  }

  /// Tells git here of the merge drivers that the user's git knows.
  private func takeOverDrivers() throws(ReleaseError) -> Set<String> {
    var names: Set<String> = []
    let settings = origin.ask(["config", "--null", "--get-regexp", #"^merge\..*\.(driver|name|recursive)$"#]) ?? ""
    for setting in settings.split(separator: "\0") {
      let parts = setting.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { continue }
      try git(["config", parts[0], parts[1]])
      if parts[0].hasSuffix(".driver") {
        names.insert(String(parts[0].dropFirst("merge.".count).dropLast(".driver".count)))
      }
    }
    return names
  }
}
