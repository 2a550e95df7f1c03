// A pull reader for JSON (RFC 8259) that never builds what nobody asks for: llvm-cov exports reach gigabytes, and
// JSONDecoder reads 20-40 MB/s. With `dialect: .json5` it also takes comments, single quotes, bare keys, trailing commas,
// hexadecimal numbers and a leading plus (json5.org, 1.0.0), for configuration files.

/// Reads JSON values one after another.
///
///     try reader.beginObject()
///     while let key = try reader.nextKey() {
///       switch key { case "count": n = try reader.readUnsigned(); default: try reader.skipValue() }
///     }
public struct JSONReader {
  /// Which grammar is accepted.
  public enum Dialect: Sendable {
    /// RFC 8259.
    case json
    /// JSON5 1.0.0: comments, trailing commas, bare keys and the like.
    case json5
  }

  /// What kind of value comes next.
  public enum Kind: String, Sendable {
    /// `{…}`
    case object = "an object"
    case array = "an array"
    case string = "a string"
    case number = "a number"
    case boolean = "true or false"
    case null = "null"
  }

  /// The deepest nesting that is read.
  public static let depthLimit = 512

  let bytes: UnsafeRawBufferPointer
  let dialect: Dialect
  var at: Int
  /// Where the key that was read last begins.
  var keyStart = 0
  /// One entry a container that is open: whether it is an object, and whether it has had a member.
  private var open: [(isObject: Bool, hasMember: Bool)] = []

  /// Reads `bytes`, which must stay valid as long as the reader is used.
  public init(_ bytes: UnsafeRawBufferPointer, dialect: Dialect = .json) {
    self.bytes = bytes
    self.dialect = dialect
    at = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// The byte offset of what is read next.
  public var offset: Int { at }

  // MARK: - Structure

  /// The kind of the next value.
  ///
  /// - Throws: `MarkupError` when no value begins here.
  public mutating func peek() throws(MarkupError) -> Kind {
    try skipSpace()
    guard at < bytes.count else { throw failure(expected: "a value") }
    switch bytes[at] {
    case 0x7B: return .object
    case 0x5B: return .array
    case 0x22: return .string
    case 0x27 where dialect == .json5: return .string
    case 0x2D, 0x30...0x39: return .number
    case 0x2B, 0x2E, 0x49, 0x4E: if dialect == .json5 { return .number }
    case 0x74, 0x66: return .boolean
    case 0x6E: return .null
    default: break
    }
    throw failure(expected: "a value")
  }

  /// Enters an object.
  ///
  /// - Throws: `MarkupError` when another value stands here, or nesting is deeper than `depthLimit`.
  public mutating func beginObject() throws(MarkupError) { try begin(.object) }

  /// Enters an array.
  ///
  /// - Throws: as `beginObject`.
  public mutating func beginArray() throws(MarkupError) { try begin(.array) }

  private mutating func begin(_ kind: Kind) throws(MarkupError) {
    let found = try peek()
    guard found == kind else { throw wrongType(expected: kind.rawValue, found: found.rawValue) }
    guard open.count < Self.depthLimit else { throw MarkupError(.tooDeep(limit: Self.depthLimit), at: position) }
    open.append((kind == .object, false))
    at += 1
  }

  /// The next key of the innermost object; `nil` when the object ends, which it is then left.
  public mutating func nextKey() throws(MarkupError) -> JSONKey? {
    guard try nextMember(closing: 0x7D) else { return nil }
    keyStart = at
    let key: JSONKey
    if dialect == .json5, at < bytes.count, bytes[at] != 0x22, bytes[at] != 0x27 {
      key = try readBareKey()
    } else {
      guard at < bytes.count, bytes[at] == 0x22 || (dialect == .json5 && bytes[at] == 0x27) else {
        throw failure(expected: "a key in quotes")
      }
      key = try readQuoted()
    }
    try skipSpace()
    guard at < bytes.count, bytes[at] == 0x3A else { throw failure(expected: "':' after the key") }
    at += 1
    return key
  }

  /// Whether the innermost array has another element; when it has not, it is left.
  public mutating func nextElement() throws(MarkupError) -> Bool { try nextMember(closing: 0x5D) }

  private mutating func nextMember(closing: UInt8) throws(MarkupError) -> Bool {
    precondition(!open.isEmpty, "nextKey and nextElement are for an open container")
    try skipSpace()
    var mayClose = true
    if open[open.count - 1].hasMember {
      guard at < bytes.count, bytes[at] == 0x2C || bytes[at] == closing else {
        throw failure(expected: "',' or '\(Character(UnicodeScalar(closing)))'")
      }
      if bytes[at] == 0x2C {
        at += 1
        try skipSpace()
        mayClose = dialect == .json5
      }
    }
    guard at < bytes.count else { throw failure(expected: closing == 0x7D ? "a key or '}'" : "a value or ']'") }
    if mayClose, bytes[at] == closing {
      at += 1
      open.removeLast()
      return false
    }
    open[open.count - 1].hasMember = true
    return true
  }

  /// Says that nothing but white space may follow.
  ///
  /// - Throws: `MarkupError` when something does.
  public mutating func finish() throws(MarkupError) {
    try skipSpace()
    guard at == bytes.count else { throw failure(expected: "the end of the document") }
  }

  /// Passes over the next value, whatever it is.
  ///
  /// - Complexity: O(size of the value), without recursion.
  public mutating func skipValue() throws(MarkupError) {
    let floor = open.count
    repeat {
      if open.count > floor {
        if open[open.count - 1].isObject {
          if try nextKey() == nil { continue }
        } else if try !nextElement() {
          continue
        }
      }
      switch try peek() {
      case .object: try beginObject()
      case .array: try beginArray()
      case .string: _ = try readQuoted()
      case .number: _ = try scanNumber()
      case .boolean: _ = try readBoolean()
      case .null: try readNull()
      }
    } while open.count > floor
  }

  // MARK: - Scalars

  /// Reads `true` or `false`.
  public mutating func readBoolean() throws(MarkupError) -> Bool {
    let found = try peek()
    guard found == .boolean else { throw wrongType(expected: "true or false", found: found.rawValue) }
    if take("true") { return true }
    if take("false") { return false }
    throw failure(expected: "true or false")
  }

  /// Reads `null`.
  public mutating func readNull() throws(MarkupError) {
    let found = try peek()
    guard found == .null, take("null") else { throw wrongType(expected: "null", found: found.rawValue) }
  }

  /// Reads a string.
  public mutating func readString() throws(MarkupError) -> String { try readText().string }

  /// Reads a string without copying it where it has no escapes.
  public mutating func readText() throws(MarkupError) -> JSONKey {
    let found = try peek()
    guard found == .string else { throw wrongType(expected: "a string", found: found.rawValue) }
    return try readQuoted()
  }

  mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard at + count <= bytes.count else { return false }
    for index in 0..<count where bytes[at + index] != word.utf8Start[index] { return false }
    at += count
    return true
  }
}
