// Writes HTML (and XML: the escapes are those that both know) so that no name, message or path can break out of the place
// it was put in. Element and attribute names are `StaticString`s: only the program's own text can ever become markup.

public import ByteKit

/// An attribute of an element.
public struct HTMLAttribute: Sendable {
  let name: StaticString
  let value: String?

  /// An attribute with a value, which is escaped.
  public init(_ name: StaticString, _ value: String) {
    self.name = name
    self.value = value
  }

  private init(flag name: StaticString) {
    self.name = name
    value = nil
  }

  /// An attribute that is there or not, such as `open`.
  public static func flag(_ name: StaticString) -> HTMLAttribute { HTMLAttribute(flag: name) }
  /// The classes of an element, separated by spaces; without any there is no attribute.
  public static func `class`(_ names: String) -> HTMLAttribute { HTMLAttribute(names.isEmpty ? "" : "class", names) }
  /// The identifier of an element.
  public static func id(_ name: String) -> HTMLAttribute { HTMLAttribute("id", name) }
  /// Where a link leads: to a place in this page (`#place`) or a file beside or below it, never anywhere else.
  public static func href(_ target: String) -> HTMLAttribute { HTMLAttribute("href", HTMLWriter.reference(to: target)) }
}

/// Writes HTML into a buffer.
///
///     var html = HTMLWriter()
///     html.element("p", .class("note")) { $0.text("a < b") }
public struct HTMLWriter: Sendable {
  /// The document so far.
  public private(set) var output: ByteWriter

  /// Creates an empty document.
  public init(capacity: Int = 0) { output = ByteWriter(capacity: capacity) }

  /// The document's bytes, UTF-8.
  public var bytes: [UInt8] { output.bytes }

  /// Writes the program's own markup, style or script as it is.
  public mutating func markup(_ text: StaticString) { output.append(text) }

  /// Appends markup, script or style from a file of the program's own as it is; what others wrote is never handed over here.
  public mutating func raw(_ bytes: [UInt8]) { output.append(contentsOf: bytes) }

  /// Writes text: markup in it is escaped, what would be invisible is shown (see `VisibleText`).
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - lines: whether line feeds and tabs in it are meant.
  public mutating func text(_ text: String, lines: Bool = false) {
    escape(VisibleText.of(text, keepingLines: lines))
  }

  /// Writes bytes as text; what is no UTF-8 becomes U+FFFD.
  public mutating func text(bytes: some Collection<UInt8>, lines: Bool = false) {
    text(String(decoding: bytes, as: UTF8.self), lines: lines)
  }

  /// Begins an element.
  public mutating func open(_ name: StaticString, _ attributes: HTMLAttribute...) { begin(name, attributes) }

  /// Ends an element.
  public mutating func close(_ name: StaticString) {
    output.append("</")
    output.append(name)
    output.append(0x3E)
  }

  /// Writes an element and what `body` puts into it.
  public mutating func element(
    _ name: StaticString, _ attributes: HTMLAttribute..., body: (inout HTMLWriter) throws -> Void
  ) rethrows {
    begin(name, attributes)
    try body(&self)
    close(name)
  }

  /// Writes an element that holds text.
  public mutating func element(
    _ name: StaticString, _ attributes: HTMLAttribute..., text: String, lines: Bool = false
  ) {
    begin(name, attributes)
    self.text(text, lines: lines)
    close(name)
  }

  /// A relative reference to a file beside or below the page. `#place` stays; of a path every byte that means something in
  /// a URL is percent-encoded, so that neither `javascript:` nor `//host` nor `?` can be written.
  public static func reference(to target: String) -> String {
    if target.utf8.first == 0x23 { return "#" + encoded(target.dropFirst()) }
    return "./" + encoded(target.drop { $0 == "/" || $0 == "\\" })
  }

  /// Percent-encodes what is neither a letter, a digit, nor one of `/ . - _ ~`.
  public static func encoded(_ path: some StringProtocol) -> String {
    var text = ByteWriter(capacity: path.utf8.count)
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2F, 0x2E, 0x2D, 0x5F, 0x7E: text.append(byte)
      default:
        text.append(0x25)
        for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
      }
    }
    return text.text
  }

  // MARK: -

  private mutating func begin(_ name: StaticString, _ attributes: [HTMLAttribute]) {
    output.append(0x3C)
    output.append(name)
    for attribute in attributes where attribute.name.utf8CodeUnitCount > 0 {
      output.append(0x20)
      output.append(attribute.name)
      guard let value = attribute.value else { continue }
      output.append("=\"")
      escape(VisibleText.of(value))
      output.append(0x22)
    }
    output.append(0x3E)
  }

  private mutating func escape(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case 0x26: output.append("&amp;")
      case 0x3C: output.append("&lt;")
      case 0x3E: output.append("&gt;")
      case 0x22: output.append("&quot;")
      case 0x27: output.append("&#39;")
      default: output.append(byte)
      }
    }
  }
}
