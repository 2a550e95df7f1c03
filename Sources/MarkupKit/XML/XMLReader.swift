// Streams XML events from bytes through libxml2 (290 MB/s; FoundationXML 68). The bytes pass XMLRepair on the way, since
// test reports in the wild hold what XML forbids: escape characters of colour output, NULs, broken UTF-8.

internal import ByteKit
internal import CXMLShim

/// What receives the events of an `XMLReader`.
///
/// Names are local names: a namespace prefix is passed over. Text may come in several pieces.
public protocol XMLHandler: AnyObject {
  /// An element begins on a line of the document.
  func startElement(_ name: DocumentText, _ attributes: XMLAttributes, line: Int) throws(MarkupError)
  /// An element ends.
  func endElement(_ name: DocumentText) throws(MarkupError)
  /// Text or CDATA inside the innermost element.
  func text(_ text: DocumentText) throws(MarkupError)
}

extension XMLHandler {
  /// By default text is passed over.
  public func text(_ text: DocumentText) throws(MarkupError) {}
  /// By default ends are passed over.
  public func endElement(_ name: DocumentText) throws(MarkupError) {}
}

/// The attributes of an element, valid only while the callback runs.
public struct XMLAttributes {
  let storage: UnsafeBufferPointer<plimsoll_xml_attribute>

  /// The value of the attribute with a local name, references resolved; `nil` when there is none.
  public subscript(_ name: StaticString) -> DocumentText? {
    for attribute in storage {
      guard let found = attribute.name, Self.equal(found, name) else { continue }
      return Self.value(attribute)
    }
    return nil
  }

  /// The value as a string, or `nil`.
  public func string(_ name: StaticString) -> String? { self[name]?.string }

  /// All attributes, in the order of the document.
  public var all: [(name: String, value: String)] {
    storage.map { (String(cString: $0.name), Self.value($0).string) }
  }

  static func value(_ attribute: plimsoll_xml_attribute) -> DocumentText {
    DocumentText(UnsafeRawBufferPointer(start: attribute.value, count: attribute.value_length))
  }

  static func equal(_ text: UnsafePointer<CChar>, _ name: StaticString) -> Bool {
    var at = 0
    let count = name.utf8CodeUnitCount
    while at < count {
      // The NUL at the text's end differs from every byte of a name, so this never reads past it.
      guard UInt8(bitPattern: text[at]) == name.utf8Start[at] else { return false }
      at &+= 1
    }
    return text[count] == 0
  }
}

/// Reads XML documents as a stream of events.
public enum XMLReader {
  /// What was noticed in a document that could be read.
  public struct Summary: Sendable, Equatable {
    /// How many characters that XML forbids, or bytes that are no UTF-8, were replaced by U+FFFD.
    public var repairs = 0
    /// The line of the first of them.
    public var firstRepairLine: Int?
  }

  /// Parses a document and hands its events to `handler`.
  ///
  /// UTF-8 with or without BOM, UTF-16 and the encodings that iconv knows are read; a declaration of UTF-16 or ASCII on bytes
  /// that are UTF-8 is passed over. Nothing outside the document is loaded. The line of an element is the one on which its
  /// start tag ends.
  ///
  /// - Throws: `MarkupError` with line and column when the document is not well formed (the events before that place have
  ///   been delivered), or what the handler threw.
  /// - Complexity: O(n).
  @discardableResult
  public static func parse(_ bytes: RawSpan, into handler: some XMLHandler) throws(MarkupError) -> Summary {
    // The buffer is only read while this call runs.
    let result: Result<Summary, MarkupError> = bytes.withUnsafeBytes { buffer in
      let session = XMLSession(buffer, handler)
      var events = plimsoll_xml_events()
      events.context = Unmanaged.passUnretained(session).toOpaque()
      events.ignore_encoding = session.repair.ignoresDeclaration ? 1 : 0
      events.read = { XMLSession.of($0).repair.fill($1!, Int($2)) }
      events.start = { context, name, attributes, count, line in
        let attributes = XMLAttributes(storage: UnsafeBufferPointer(start: attributes, count: Int(count)))
        return XMLSession.of(context).deliver { handler throws(MarkupError) in
          let skipped = XMLSession.of(context).repair.skippedLines
          try handler.startElement(XMLSession.text(name), attributes, line: Int(line) + skipped)
        }
      }
      events.end = { context, name in
        XMLSession.of(context).deliver { handler throws(MarkupError) in
          try handler.endElement(XMLSession.text(name))
        }
      }
      events.text = { context, bytes, length in
        let text = DocumentText(UnsafeRawBufferPointer(start: bytes, count: Int(length)))
        return XMLSession.of(context).deliver { handler throws(MarkupError) in try handler.text(text) }
      }
      let outcome = withExtendedLifetime(session) { plimsoll_xml_parse(&events) }
      if let failure = session.failure { return .failure(failure) }
      if outcome.code != 0 { return .failure(Self.error(outcome, skippedLines: session.repair.skippedLines)) }
      return .success(session.repair.summary)
    }
    return try result.get()
  }

  private static func error(_ outcome: plimsoll_xml_outcome, skippedLines: Int) -> MarkupError {
    var copy = outcome.message
    let message = withUnsafeBytes(of: &copy) { raw in String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self) }
    return MarkupError(
      .malformedXML(message.isEmpty ? "code \(outcome.code)" : message),
      at: TextPosition(
        line: outcome.line > 0 ? Int(outcome.line) + skippedLines : 0, column: Int(outcome.column)))
  }
}

/// What the C callbacks find behind their context pointer.
private final class XMLSession {
  var repair: XMLRepair
  let handler: any XMLHandler
  var failure: MarkupError?

  init(_ bytes: UnsafeRawBufferPointer, _ handler: any XMLHandler) {
    repair = XMLRepair(bytes)
    self.handler = handler
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> XMLSession {
    Unmanaged<XMLSession>.fromOpaque(context!).takeUnretainedValue()
  }

  static func text(_ name: UnsafePointer<CChar>?) -> DocumentText {
    guard let name else { return DocumentText(UnsafeRawBufferPointer(start: nil, count: 0)) }
    var count = 0
    while name[count] != 0 { count &+= 1 }
    return DocumentText(UnsafeRawBufferPointer(start: name, count: count))
  }

  /// Runs a callback; 1 tells the parser to stop, and the error is thrown when it has.
  func deliver(_ body: (any XMLHandler) throws(MarkupError) -> Void) -> Int32 {
    do throws(MarkupError) {
      try body(handler)
      return 0
    } catch {
      if failure == nil { failure = error }
      return 1
    }
  }
}
