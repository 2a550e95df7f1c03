// A whole JSON document as a tree, for small files (configuration, our own outputs in tests): each value knows its place, so
// that a wrong value can be pointed at.

/// A JSON value with its place in the document.
public struct JSONValue: Sendable {
  /// The value itself.
  public indirect enum Content: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Members in the order of the document.
    case object([Member])
  }

  /// A key and its value.
  public struct Member: Sendable {
    /// The key.
    public let key: String
    /// Where the key stands.
    public let position: TextPosition
    /// The value.
    public let value: JSONValue
  }

  /// The value itself.
  public let content: Content
  /// Where it begins.
  public let position: TextPosition

  /// Parses a document.
  ///
  /// - Throws: `MarkupError` with line and column.
  public init(parsing bytes: UnsafeRawBufferPointer, dialect: JSONReader.Dialect = .json) throws(MarkupError) {
    var reader = JSONReader(bytes, dialect: dialect)
    self = try Self.read(&reader)
    try reader.finish()
  }

  /// Parses a document held in a string.
  public init(parsing text: String, dialect: JSONReader.Dialect = .json) throws(MarkupError) {
    let bytes = Array(text.utf8)
    let result: Result<JSONValue, MarkupError> = bytes.withUnsafeBytes { buffer in
      do throws(MarkupError) { return .success(try JSONValue(parsing: buffer, dialect: dialect)) } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  private init(_ content: Content, _ position: TextPosition) {
    self.content = content
    self.position = position
  }

  /// Reads the next value of a reader as a tree.
  ///
  /// - Complexity: O(n), and O(offset) once for the first place.
  public static func read(_ reader: inout JSONReader) throws(MarkupError) -> JSONValue {
    var places = PlaceTracker()
    return try read(&reader, &places)
  }

  private static func read(_ reader: inout JSONReader, _ places: inout PlaceTracker) throws(MarkupError) -> JSONValue {
    let kind = try reader.peek()
    let position = places.position(of: reader.offset, in: reader.bytes)
    switch kind {
    case .null:
      try reader.readNull()
      return JSONValue(.null, position)
    case .boolean: return JSONValue(.boolean(try reader.readBoolean()), position)
    case .number: return JSONValue(.number(try reader.readDouble()), position)
    case .string: return JSONValue(.string(try reader.readString()), position)
    case .array:
      try reader.beginArray()
      var elements: [JSONValue] = []
      while try reader.nextElement() { elements.append(try read(&reader, &places)) }
      return JSONValue(.array(elements), position)
    case .object:
      try reader.beginObject()
      var members: [Member] = []
      while let key = try reader.nextKey() {
        // The key's text is copied before the reader moves on.
        let name = key.string
        let place = places.position(of: reader.keyStart, in: reader.bytes)
        members.append(Member(key: name, position: place, value: try read(&reader, &places)))
      }
      return JSONValue(.object(members), position)
    }
  }

  // MARK: - Access

  /// The value of a key, where this is an object that has it.
  public subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// The element at an index, where this is an array that has it.
  public subscript(_ index: Int) -> JSONValue? {
    guard case .array(let elements) = content, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The members, where this is an object.
  public var members: [Member]? { if case .object(let members) = content { members } else { nil } }
  /// The elements, where this is an array.
  public var elements: [JSONValue]? { if case .array(let elements) = content { elements } else { nil } }
  /// The text, where this is a string.
  public var string: String? { if case .string(let text) = content { text } else { nil } }
  /// The number, where this is one.
  public var number: Double? { if case .number(let value) = content { value } else { nil } }
  /// The truth value, where this is one.
  public var boolean: Bool? { if case .boolean(let value) = content { value } else { nil } }

  /// What kind of value this is, for messages.
  public var kindName: String {
    switch content {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Counts lines forward from the last place asked for: a document of a megabyte has half a million places, and counting
/// each from the start took minutes.
private struct PlaceTracker {
  private var offset = 0
  private var line = 1
  private var lineStart = 0

  mutating func position(of target: Int, in bytes: UnsafeRawBufferPointer) -> TextPosition {
    precondition(target >= offset, "places are asked for in the order of the document")
    while offset < target {
      if bytes[offset] == 0x0A {
        line += 1
        lineStart = offset + 1
      }
      offset += 1
    }
    return TextPosition(line: line, column: target - lineStart + 1)
  }
}
