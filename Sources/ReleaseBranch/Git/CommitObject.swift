// Commits as git stores them (gitformat-commit): header lines, an empty line, the message. A header's further lines begin with a
// space. What is not changed here is kept byte for byte: `mergetag`, `encoding`, and headers nobody knows yet.

/// A commit: its headers in order and its message.
public struct CommitObject: Sendable, Equatable {
  /// A header: its name and its value, whose further lines are joined by line ends (without the space before each).
  struct Header: Sendable, Equatable {
    var name: String
    var value: [UInt8]
  }

  /// The headers after the tree and the parents: author, committer, encoding, mergetag, gpgsig and others.
  var headers: [Header]
  /// The tree.
  public var tree: ObjectID
  /// The parents, the trunk's first.
  public var parents: [ObjectID]
  /// The message, as it is stored.
  public var message: [UInt8]

  /// Reads a commit.
  ///
  /// - Throws: `badObject` when the bytes are no commit.
  init(_ bytes: [UInt8], id: ObjectID) throws(ReleaseError) {
    var headers: [Header] = []
    var tree: ObjectID?
    var parents: [ObjectID] = []
    var at = 0
    while true {
      guard let end = bytes[at...].firstIndex(of: 0x0A) else {
        throw ReleaseError(.badObject(id.hex, "the commit has no empty line after its headers"))
      }
      let line = bytes[at..<end]
      at = end + 1
      if line.isEmpty { break }
      if line.first == 0x20 {
        guard !headers.isEmpty else {
          throw ReleaseError(.badObject(id.hex, "a commit's first header goes on from nothing"))
        }
        headers[headers.count - 1].value.append(0x0A)
        headers[headers.count - 1].value.append(contentsOf: line.dropFirst())
        continue
      }
      let space = line.firstIndex(of: 0x20) ?? line.endIndex
      let name = String(decoding: line[..<space], as: UTF8.self)
      let value = Array(line[min(space + 1, line.endIndex)...])
      switch name {
      case "tree" where tree == nil: tree = ObjectID(String(decoding: value, as: UTF8.self))
      case "parent" where headers.isEmpty:
        guard let parent = ObjectID(String(decoding: value, as: UTF8.self)) else {
          throw ReleaseError(.badObject(id.hex, "a parent of the commit is no object name"))
        }
        parents.append(parent)
      default: headers.append(Header(name: name, value: value))
      }
    }
    guard let tree else { throw ReleaseError(.badObject(id.hex, "the commit has no tree")) }
    self.headers = headers
    self.tree = tree
    self.parents = parents
    message = Array(bytes[at...])
  }

  /// Makes a commit that is only worked with and never shown: fixed author and date.
  init(scratch tree: ObjectID, parents: [ObjectID]) {
    self.tree = tree
    self.parents = parents
    let who = Array("plimsoll <plimsoll@localhost> 0 +0000".utf8)
    headers = [Header(name: "author", value: who), Header(name: "committer", value: who)]
    message = []
  }

  /// The bytes as git stores them.
  var bytes: [UInt8] {
    var bytes = Array("tree \(tree.hex)\n".utf8)
    for parent in parents { bytes.append(contentsOf: "parent \(parent.hex)\n".utf8) }
    for header in headers {
      bytes.append(contentsOf: header.name.utf8)
      bytes.append(0x20)
      for byte in header.value {
        bytes.append(byte)
        if byte == 0x0A { bytes.append(0x20) }
      }
      bytes.append(0x0A)
    }
    bytes.append(0x0A)
    bytes.append(contentsOf: message)
    return bytes
  }

  /// The signatures over the commit itself: they do not hold for any other.
  private static let signatures: Set<String> = ["gpgsig", "gpgsig-sha256"]

  /// Whether the commit is signed.
  public var isSigned: Bool { headers.contains { Self.signatures.contains($0.name) } }

  /// The commit without its signatures.
  var unsigned: CommitObject {
    var copy = self
    copy.headers.removeAll { Self.signatures.contains($0.name) }
    return copy
  }

  /// The first line of the message.
  public var subject: String {
    let text = message.drop { $0 == 0x0A }
    return String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// What stands after the message's first line.
  var body: String {
    guard let start = message.firstIndex(where: { $0 != 0x0A }), let end = message[start...].firstIndex(of: 0x0A) else {
      return ""
    }
    return String(decoding: message[end...].drop(while: { $0 == 0x0A }), as: UTF8.self)
  }

  /// The message as text.
  public var text: String { String(decoding: message, as: UTF8.self) }

  /// The author's name, without address and date.
  public var author: String { name(of: "author") }
  /// The committer's name.
  public var committer: String { name(of: "committer") }

  /// When it was committed, in seconds since 1970.
  public var committedAt: Int64 {
    let words = header("committer").split(separator: " ")
    // Far away times stay such that years can be added and taken away.
    let time = words.count > 1 ? Int64(words[words.count - 2]) ?? 0 : 0
    return min(max(time, -1 << 40), 1 << 40)
  }

  private func header(_ name: String) -> String {
    headers.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) } ?? ""
  }

  private func name(of header: String) -> String {
    var name = self.header(header).prefix { $0 != "<" }
    while name.last == " " { name.removeLast() }
    return String(name)
  }
}
