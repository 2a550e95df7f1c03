// Trees as git stores them (gitformat-pack; "git ls-tree"): for each entry
//
//   mode in octal | space | name | NUL | object name (20 or 32 bytes)
//
// sorted by name, where a folder's name counts with a '/' at its end. Only so sorted is a tree the same tree.

/// What an entry of a tree is: its mode and its object.
public struct TreeEntry: Hashable, Sendable {
  /// The mode: 0o100644, 0o100755, 0o120000 (symbolic link), 0o160000 (submodule) or 0o40000 (folder).
  public let mode: UInt32
  /// The blob, the tree, or a submodule's commit.
  public let id: ObjectID

  /// Creates an entry.
  public init(mode: UInt32, id: ObjectID) {
    self.mode = mode
    self.id = id
  }

  /// Whether it is a folder.
  public var isFolder: Bool { mode == 0o40000 }
  /// Whether it is a regular file, executable or not.
  public var isFile: Bool { mode & 0o170000 == 0o100000 }
  /// Whether it is a submodule.
  public var isSubmodule: Bool { mode == 0o160000 }

  /// The mode of a file of which two versions are merged: changed on one side, or alike on both; `nil` when not.
  static func mergedMode(base: TreeEntry, _ ours: TreeEntry, _ theirs: TreeEntry) -> UInt32? {
    if theirs.mode == base.mode || theirs.mode == ours.mode { return ours.mode }
    return ours.mode == base.mode ? theirs.mode : nil
  }
}

/// One level of a tree.
struct TreeObject: Sendable {
  /// The entries by name, in git's order.
  var entries: [(name: [UInt8], entry: TreeEntry)]

  /// Reads a tree.
  ///
  /// - Throws: `badObject` when the bytes are no tree.
  init(_ bytes: [UInt8], id: ObjectID) throws(ReleaseError) {
    entries = []
    var at = 0
    while at < bytes.count {
      var mode: UInt32 = 0
      while at < bytes.count, bytes[at] != 0x20 {
        guard bytes[at] >= 0x30, bytes[at] <= 0x37, mode < 1 << 24 else {
          throw ReleaseError(.badObject(id.hex, "mode at byte \(at) of the tree is no octal number"))
        }
        mode = mode << 3 | UInt32(bytes[at] - 0x30)
        at += 1
      }
      guard at < bytes.count, let end = bytes[(at + 1)...].firstIndex(of: 0), end + id.size < bytes.count else {
        throw ReleaseError(.badObject(id.hex, "the tree is cut short at byte \(at)"))
      }
      let name = Array(bytes[(at + 1)..<end])
      guard !name.isEmpty, !name.contains(0x2F) else {
        throw ReleaseError(.badObject(id.hex, "a name in the tree is empty or has a '/' in it"))
      }
      entries.append((name, TreeEntry(mode: mode, id: ObjectID(bytes: bytes[(end + 1)..<(end + 1 + id.size)]))))
      at = end + 1 + id.size
    }
  }

  /// Makes a tree of entries in any order.
  init(_ entries: [(name: [UInt8], entry: TreeEntry)]) {
    self.entries = entries.sorted { Self.precedes($0.name, $0.entry.isFolder, $1.name, $1.entry.isFolder) }
  }

  /// Git's order: bytes, with a '/' after the names of folders.
  static func precedes(_ left: [UInt8], _ leftIsFolder: Bool, _ right: [UInt8], _ rightIsFolder: Bool) -> Bool {
    let common = min(left.count, right.count)
    for at in 0..<common where left[at] != right[at] { return left[at] < right[at] }
    let leftNext = left.count > common ? left[common] : leftIsFolder ? 0x2F : 0
    let rightNext = right.count > common ? right[common] : rightIsFolder ? 0x2F : 0
    return leftNext < rightNext
  }

  /// The bytes as git stores them.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (name, entry) in entries {
      bytes.append(contentsOf: String(entry.mode, radix: 8).utf8)
      bytes.append(0x20)
      bytes.append(contentsOf: name)
      bytes.append(0)
      bytes.append(contentsOf: entry.id.bytes)
    }
    return bytes
  }
}
