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
      case .number: _ = try readNumberText()
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

  /// Reads a number that is not negative; a fraction is cut off, what is larger becomes `UInt64.max`, negative is 0.
  public mutating func readUnsigned() throws(MarkupError) -> UInt64 {
    try skipSpace()
    var here = at
    var value: UInt64 = 0
    while here < bytes.count {
      let digit = bytes[here] &- 48
      guard digit < 10 else { break }
      // Nineteen digits always fit; longer numbers take the slow road.
      if here &- at >= 19 { return try readSlowUnsigned() }
      value = value &* 10 &+ UInt64(digit)
      here &+= 1
    }
    guard here > at else { return try readSlowUnsigned() }
    if here < bytes.count, bytes[here] == 0x2E || bytes[here] | 0x20 == 0x65 || bytes[here] | 0x20 == 0x78 {
      return try readSlowUnsigned()
    }
    at = here
    return value
  }

  private mutating func readSlowUnsigned() throws(MarkupError) -> UInt64 {
    let start = at
    let value = try readDouble()
    if let exact = DocumentText(UnsafeRawBufferPointer(rebasing: bytes[start..<at])).unsigned { return exact }
    guard value > 0 else { return 0 }
    return value >= 18_446_744_073_709_551_616 ? .max : UInt64(value)
  }

  /// Reads a number.
  public mutating func readDouble() throws(MarkupError) -> Double {
    let found = try peek()
    guard found == .number else { throw wrongType(expected: "a number", found: found.rawValue) }
    let start = position
    let text = try readNumberText()
    if dialect == .json5 {
      let magnitude = text.drop { $0 == "+" || $0 == "-" }
      let sign: Double = text.first == "-" ? -1 : 1
      if magnitude == "Infinity" { return sign * .infinity }
      if magnitude == "NaN" { return .nan }
      if magnitude.hasPrefix("0x") || magnitude.hasPrefix("0X"), let value = UInt64(magnitude.dropFirst(2), radix: 16) {
        return sign * Double(value)
      }
      let padded = (magnitude.hasPrefix(".") ? "0" : "") + magnitude + (magnitude.hasSuffix(".") ? "0" : "")
      if let value = Double(padded) { return sign * value }
    } else if let value = Double(text) {
      return value
    }
    throw MarkupError(.malformedJSON(expected: "a number", found: "'\(text)'"), at: start)
  }

  private mutating func readNumberText() throws(MarkupError) -> String {
    let start = at
    while at < bytes.count {
      switch bytes[at] {
      case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: at += 1
      case 0x41...0x5A, 0x61...0x7A:
        guard dialect == .json5 else { throw failure(expected: "a number") }
        at += 1
      default:
        guard at > start else { throw failure(expected: "a number") }
        return String(decoding: bytes[start..<at], as: UTF8.self)
      }
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard at + count <= bytes.count else { return false }
    for index in 0..<count where bytes[at + index] != word.utf8Start[index] { return false }
    at += count
    return true
  }
}
