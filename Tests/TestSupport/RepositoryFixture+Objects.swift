// Git objects written without git. A history of a hundred commits is some five hundred objects: a process for each takes seconds,
// fast-import does not tell a commit's name before it ends and cannot write the headers `gpgsig` and `mergetag`. A loose object is a
// zlib stream (gitformat-loose); of stored blocks, it can be written and read in a few lines, and git reads it as any other.

import SystemKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The objects of a repository that is built in code.
public final class FixtureObjects {
  /// How objects are named.
  public enum Format: String, Sendable {
    /// SHA-1, git's default.
    case sha1
    /// SHA-256.
    case sha256
  }

  /// What went wrong while a repository was built: a mistake in a test.
  public struct Failure: Error, CustomStringConvertible {
    /// What is wrong.
    public let description: String
    init(_ description: String) { self.description = description }
  }

  /// How objects are named.
  public let format: Format
  /// The folder that objects are written to.
  public let folder: String
  /// The repository that also has objects, if this is not its own folder.
  private let borrowed: FixtureObjects?
  /// Whether objects wait for `flush`, which writes them as one pack: on a disk, making a file takes longer than all else.
  public var isPacking = false
  private var waiting: [(name: String, kind: String)] = []
  /// What was written from here.
  private var contents: [String: (kind: String, content: [UInt8])] = [:]
  private var folders: Set<String> = []
  private var trees: [String: [String: FixtureEntry]] = [:]
  private var names: [String: [UInt8]] = [:]

  /// Takes a folder for objects, which must be there.
  public init(folder: String, format: Format, borrowing borrowed: FixtureObjects? = nil) {
    self.folder = folder
    self.format = format
    self.borrowed = borrowed
  }

  // MARK: - Objects

  /// Writes an object unless it is there; returns its name.
  @discardableResult
  public func write(_ kind: String, _ content: [UInt8]) throws -> String {
    let object = Array("\(kind) \(content.count)\0".utf8) + content
    let name = digest(object)
    guard !isKnown(name) else { return name }
    contents[name] = (kind, content)
    if isPacking { waiting.append((name, kind)) } else { try writeLoose(name, object) }
    return name
  }

  private func writeLoose(_ name: String, _ object: [UInt8]) throws {
    let above = "\(folder)/\(name.prefix(2))"
    if folders.insert(above).inserted { mkdir(above, 0o777) }
    let file = open("\(above)/\(name.dropFirst(2))", O_WRONLY | O_CREAT | O_EXCL, 0o444)
    guard file >= 0 else {
      // Git may have written the same object.
      if errno == EEXIST { return }
      throw Failure("an object cannot be written in \(above)")
    }
    defer { close(file) }
    let stream = Self.stored(object)
    let written = stream.withUnsafeBytes { writeAll(file, $0) }
    guard written == stream.count else { throw Failure("an object cannot be written in \(above)") }
  }

  private func isKnown(_ name: String) -> Bool { contents[name] != nil || borrowed?.isKnown(name) == true }

  private func digest(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { format == .sha1 ? SHA1.hex($0) : Digest.sha256($0) }
  }

  /// Reads an object.
  public func read(_ name: String) throws -> (kind: String, content: [UInt8]) {
    if let found = contents[name] ?? borrowed?.contents[name] { return found }
    for folder in [folder, borrowed?.folder].compactMap({ $0 }) {
      let path = "\(folder)/\(name.prefix(2))/\(name.dropFirst(2))"
      guard let bytes = Self.file(path) else { continue }
      guard let object = Self.unstored(bytes), let end = object.firstIndex(of: 0) else { break }
      let kind = String(decoding: object[..<end].prefix { $0 != 0x20 }, as: UTF8.self)
      return (kind, Array(object[(end + 1)...]))
    }
    // Packed, or written by a git that was not told to store.
    var process = Subprocess("git", ["cat-file", "--batch"], in: borrowed?.folder ?? folder)
    process.input = Array("\(name)\n".utf8)
    process.environment = [
      "GIT_OBJECT_DIRECTORY": folder, "GIT_DIR": PathName.split(borrowed?.folder ?? folder).folder,
    ]
    let output = try process.run().output
    guard let line = output.firstIndex(of: 0x0A) else { throw Failure("no object \(name)") }
    let head = String(decoding: output[..<line], as: UTF8.self).split(separator: " ")
    guard head.count == 3, let size = Int(head[2]), output.count >= line + 1 + size else {
      throw Failure("no object \(name)")
    }
    return (String(head[1]), Array(output[(line + 1)..<(line + 1 + size)]))
  }

  /// Writes a blob.
  public func blob(_ content: [UInt8]) throws -> String { try write("blob", content) }

  /// Writes what waits as a pack with its index (gitformat-pack), whose objects are stored as they are.
  public func flush() throws {
    guard !waiting.isEmpty else { return }
    let kinds = ["commit": UInt8(1), "tree": 2, "blob": 3, "tag": 4]
    var pack = Array("PACK".utf8) + Self.word(2) + Self.word(waiting.count)
    var entries: [(name: String, sum: UInt32, offset: Int)] = []
    for (name, kind) in waiting {
      guard let content = contents[name]?.content else { continue }
      var size = content.count >> 4
      var head = [(kinds[kind] ?? 0) << 4 | UInt8(content.count & 15)]
      while size > 0 {
        head[head.count - 1] |= 0x80
        head.append(UInt8(size & 0x7F))
        size >>= 7
      }
      let bytes = head + Self.stored(content)
      entries.append((name, bytes.withUnsafeBytes { Deflate.checksum($0) }, pack.count))
      pack += bytes
    }
    let sum = bytes(digest(pack))
    entries.sort { $0.name < $1.name }
    var index: [UInt8] = [0xFF, 0x74, 0x4F, 0x63] + Self.word(2)
    var counts = [Int](repeating: 0, count: 256)
    for entry in entries { counts[Int(bytes(entry.name)[0])] += 1 }
    var total = 0
    for count in counts {
      total += count
      index += Self.word(total)
    }
    for entry in entries { index += bytes(entry.name) }
    for entry in entries { index += Self.word(Int(entry.sum)) }
    for entry in entries { index += Self.word(entry.offset) }
    index += sum
    let path = "\(folder)/pack/pack-\(Self.hex(sum))"
    try AtomicFile.write(pack + sum, to: path + ".pack")
    try AtomicFile.write(index + bytes(digest(index)), to: path + ".idx")
    waiting = []
  }

  private static func word(_ value: Int) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  // MARK: - Trees

  /// Writes the trees of a listing; returns the top one's name.
  public func tree(_ files: [String: FixtureEntry]) throws -> String {
    let name = try tree(files.map { (path: $0.key[...], entry: $0.value) })
    trees[name] = files
    return name
  }

  private func tree(_ files: [(path: Substring, entry: FixtureEntry)]) throws -> String {
    var folders: [String: [(path: Substring, entry: FixtureEntry)]] = [:]
    // By the name that git sorts by: a folder's as if it ended with a slash.
    var members: [(key: String, head: String, id: String)] = []
    for (path, entry) in files {
      if let slash = path.utf8.firstIndex(of: 0x2F) {
        folders[String(path[..<slash]), default: []].append((path[path.utf8.index(after: slash)...], entry))
      } else {
        members.append((String(path), "\(entry.mode) \(path)\0", entry.id))
      }
    }
    for (name, inner) in folders { members.append(("\(name)/", "40000 \(name)\0", try tree(inner))) }
    members.sort { left, right in
      left.key.withCString { left in right.key.withCString { right in strcmp(left, right) < 0 } }
    }
    var content: [UInt8] = []
    for member in members {
      content.append(contentsOf: member.head.utf8)
      content.append(contentsOf: bytes(member.id))
    }
    return try write("tree", content)
  }

  /// All files below a tree by their paths.
  public func listing(_ tree: String) throws -> [String: FixtureEntry] {
    if let found = trees[tree] ?? borrowed?.trees[tree] { return found }
    let size = format == .sha1 ? 20 : 32
    let content = try read(tree).content
    var files: [String: FixtureEntry] = [:]
    var at = 0
    while at < content.count {
      guard let space = content[at...].firstIndex(of: 0x20), let end = content[space...].firstIndex(of: 0),
        content.count >= end + 1 + size
      else { throw Failure("tree \(tree) cannot be read") }
      let mode = String(decoding: content[at..<space], as: UTF8.self)
      let name = String(decoding: content[(space + 1)..<end], as: UTF8.self)
      let id = Self.hex(content[(end + 1)..<(end + 1 + size)])
      if mode == "40000" {
        for (path, entry) in try listing(id) { files["\(name)/\(path)"] = entry }
      } else {
        files[name] = FixtureEntry(mode: mode, id: id)
      }
      at = end + 1 + size
    }
    trees[tree] = files
    return files
  }

  // MARK: - Bytes

  /// The bytes of a name, remembered: a tree's names are mostly those of the tree before.
  private func bytes(_ hex: String) -> [UInt8] {
    if let found = names[hex] { return found }
    let digits = Array(hex.utf8).map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x61 + 10 }
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    names[hex] = bytes
    return bytes
  }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func file(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    let count = bytes.withUnsafeMutableBytes { readAll(file, $0) }
    return count == bytes.count ? bytes : nil
  }

  /// A zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var at = 0
    repeat {
      let count = min(bytes.count - at, 0xFFFF)
      let isLast = at + count == bytes.count
      let low = UInt8(count & 0xFF)
      let high = UInt8(count >> 8)
      stream += [isLast ? 1 : 0, low, high, ~low, ~high]
      stream += bytes[at..<(at + count)]
      at += count
    } while at < bytes.count
    // Adler-32 (RFC 1950).
    var a: UInt32 = 1
    var b: UInt32 = 0
    bytes.withUnsafeBytes { bytes in
      for byte in bytes {
        a = (a &+ UInt32(byte)) % 65_521
        b = (b &+ a) % 65_521
      }
    }
    let sum = b << 16 | a
    return stream + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
  }

  /// What a stream of stored blocks holds; `nil` when a block is compressed.
  private static func unstored(_ stream: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var at = 2
    while at + 5 <= stream.count {
      let head = stream[at]
      guard head & 6 == 0 else { return nil }
      let count = Int(stream[at + 1]) | Int(stream[at + 2]) << 8
      guard at + 5 + count <= stream.count else { return nil }
      bytes += stream[(at + 5)..<(at + 5 + count)]
      at += 5 + count
      if head & 1 == 1 { return bytes }
    }
    return nil
  }
}

// The class has a `write` and a `read` of its own.
private func writeAll(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}

private func readAll(_ file: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(file, bytes.baseAddress, bytes.count)
}

/// SHA-1 (RFC 3174), which git still names objects by. For tests alone: no collision is looked for.
enum SHA1 {
  static func hex(_ bytes: UnsafeRawBufferPointer) -> String {
    var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
      0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
    )
    let padding = (55 - bytes.count & 63 + 64) & 63
    var message = [UInt8](bytes)
    message.append(0x80)
    message.append(contentsOf: repeatElement(0, count: padding))
    let bits = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    message.withUnsafeBytes { message in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
        for start in stride(from: 0, to: message.count, by: 64) { block(message, start, words, &state) }
      }
    }
    let words = [state.0, state.1, state.2, state.3, state.4]
    return FixtureObjects.hex(words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } })
  }

  private static func block(
    _ message: UnsafeRawBufferPointer, _ start: Int, _ words: UnsafeMutableBufferPointer<UInt32>,
    _ state: inout (UInt32, UInt32, UInt32, UInt32, UInt32)
  ) {
    var at = 0
    while at < 16 {
      words[at] = UInt32(bigEndian: message.loadUnaligned(fromByteOffset: start &+ at &* 4, as: UInt32.self))
      at &+= 1
    }
    while at < 80 {
      let word = words[at &- 3] ^ words[at &- 8] ^ words[at &- 14] ^ words[at &- 16]
      words[at] = word &<< 1 | word &>> 31
      at &+= 1
    }
    var (a, b, c, d, e) = state
    at = 0
    while at < 80 {
      let mixed: UInt32
      if at < 20 {
        mixed = (b & c | ~b & d) &+ 0x5A82_7999
      } else if at < 40 {
        mixed = (b ^ c ^ d) &+ 0x6ED9_EBA1
      } else if at < 60 {
        mixed = (b & c | b & d | c & d) &+ 0x8F1B_BCDC
      } else {
        mixed = (b ^ c ^ d) &+ 0xCA62_C1D6
      }
      let next = (a &<< 5 | a &>> 27) &+ mixed &+ e &+ words[at]
      e = d
      d = c
      c = b &<< 30 | b &>> 2
      b = a
      a = next
      at &+= 1
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }
}
