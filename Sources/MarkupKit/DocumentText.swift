// Text inside a document that is being read: a slice of the parser's memory that is compared and converted without making
// a String. It must not outlive the call that it was handed to.

/// Bytes of a name or value, valid only while the callback that received it runs.
public struct DocumentText {
  /// The bytes, UTF-8.
  public let bytes: UnsafeRawBufferPointer

  /// Wraps bytes.
  @inlinable
  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// A copy as a `String`.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether there is no text.
  @inlinable
  public var isEmpty: Bool { bytes.isEmpty }

  /// The text as an unsigned number, larger ones as `UInt64.max`; `nil` when it is not made of digits only.
  @inlinable
  public var unsigned: UInt64? {
    guard !bytes.isEmpty else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      let digit = byte &- 48
      guard digit < 10 else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      value = overflow || carry ? .max : sum
    }
    return value
  }

  /// Whether the text is exactly `other`.
  @inlinable
  public static func == (text: DocumentText, other: StaticString) -> Bool {
    text.bytes.count == other.utf8CodeUnitCount
      && text.bytes.elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
  }

  /// Lets a `switch` compare with literals.
  @inlinable
  public static func ~= (pattern: StaticString, text: DocumentText) -> Bool { text == pattern }
}
