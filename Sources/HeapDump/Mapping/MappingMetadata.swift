// The JSON behind a `#` in a mapping of R8: `# {"id":"sourceFile","fileName":"Cart.kt"}`. R8's own tests write it with single
// quotes and bare keys, so it is read as JSON5. What does not parse is a comment, as it was before R8.

internal import MarkupKit

/// Reads a line of metadata.
enum MappingMetadata {
  /// Lines are read up to this size: a name and a file's name are far shorter.
  private static let sizeLimit = 4_096

  /// The text of a key; `nil` when the line is no JSON object or the key has no text.
  static func value(of key: String, in bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> String? {
    let content = bytes.trimmed(line.lowerBound + 1..<line.upperBound)
    guard !content.isEmpty, content.count <= sizeLimit, bytes[content.lowerBound] == 0x7B else { return nil }
    do throws(MarkupError) {
      return try JSONValue(parsing: UnsafeRawBufferPointer(rebasing: bytes[content]), dialect: .json5)[key]?.string
    } catch {
      return nil
    }
  }
}
