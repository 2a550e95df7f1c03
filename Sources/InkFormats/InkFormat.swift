// Which format a file of ink has, told from its content: `.xml` may be InkML or a Xournal page, `.json` a drawing of ours, a line of
// Quick, Draw! or points of signature_pad. Formats that are known and not read are named, so that a user learns what it is.

internal import MarkupKit
internal import SystemKit

/// A format of ink.
public enum InkFormat: String, CaseIterable, Sendable {
  /// Our own JSON, which holds all that a drawing holds.
  case drawing
  /// Scalable Vector Graphics.
  case svg
  /// Ink Markup Language.
  case inkml
  /// Pages of Xournal and Xournal++.
  case xournal
  /// Lines of Google's Quick, Draw! collection, raw or simplified.
  case quickDraw
  /// Samples of a Wacom tablet as text.
  case wacomSVC

  /// The name for people.
  public var title: String {
    switch self {
    case .drawing: "Plimsoll drawing"
    case .svg: "SVG"
    case .inkml: "InkML"
    case .xournal: "Xournal"
    case .quickDraw: "Quick, Draw! ndjson"
    case .wacomSVC: "Wacom SVC"
    }
  }

  /// What some bytes were recognised as.
  public enum Recognition: Equatable, Sendable {
    /// A format that is read.
    case format(InkFormat)
    /// A format that is known and not read: its name.
    case notRead(String)
    /// Something else.
    case unknown
  }

  /// How much of a file's beginning decides.
  public static let headLength = 8_192

  /// Recognises a file by its content, inflated where it was gzip.
  ///
  /// - Parameter bytes: the whole content; its first ``headLength`` bytes do for all but zip archives.
  /// - Complexity: O(1): no more than the head and, of archives, the end is looked at.
  public static func recognise(_ bytes: UnsafeRawBufferPointer) -> Recognition {
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(headLength))
    if head.starts(with: "RIFF".utf8), head.count >= 12 {
      let kind = head[8..<12]
      if kind.elementsEqual("UINK".utf8) { return .notRead("Universal Ink Model (.uim)") }
      if kind.elementsEqual("WILL".utf8) { return .notRead("WILL ink (.will)") }
    }
    if ZipArchive.recognises(head) { return recogniseArchive(bytes) }
    switch head.first(where: { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF && $0 != 0xFF && $0 != 0xFE }) {
    case 0x3C: return recogniseXML(head)
    case 0x7B, 0x5B: return recogniseJSON(head)
    case .some(0x30...0x39): return SVCReader.recognises(head) ? .format(.wacomSVC) : .unknown
    default: return recogniseText(head)
    }
  }

  private static func recogniseXML(_ head: UnsafeRawBufferPointer) -> Recognition {
    switch XMLProlog.rootName(of: head) {
    case "ink": .format(.inkml)
    case "xournal": .format(.xournal)
    case "svg": .format(.svg)
    default: .unknown
    }
  }

  private static func recogniseJSON(_ head: UnsafeRawBufferPointer) -> Recognition {
    if head.contains("\"plimsoll-drawing\"") { return .format(.drawing) }
    if head.contains("\"penColor\"") { return .notRead("signature_pad data") }
    if head.contains("\"drawing\""), head.contains("\"key_id\"") || head.contains("\"word\"") {
      return .format(.quickDraw)
    }
    return .unknown
  }

  private static func recogniseText(_ head: UnsafeRawBufferPointer) -> Recognition {
    if head.contains("SPLINE_X"), head.contains(",") { return .notRead("Wacom sensor data (CSV)") }
    if head.contains("penColor"), head.contains("points") { return .notRead("signature_pad data") }
    return .unknown
  }

  /// The names of an archive's entries stand in its directory, at the end.
  private static func recogniseArchive(_ bytes: UnsafeRawBufferPointer) -> Recognition {
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(headLength))
    let tail = UnsafeRawBufferPointer(rebasing: bytes.suffix(headLength))
    func has(_ name: StaticString) -> Bool { head.contains(name) || tail.contains(name) }
    if has("application/xournal") || has(XournalReader.contentName) && !has("[Content_Types].xml") {
      return .format(.xournal)
    }
    if has("sections/") || has("strokes.protobuf") { return .notRead("WILL ink (.will)") }
    return .unknown
  }
}

extension UnsafeRawBufferPointer {
  /// Whether some text stands in the bytes.
  func contains(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard length > 0, count >= length else { return length == 0 }
    for start in 0...(count - length) where self[start] == text.utf8Start[0] {
      var same = 1
      while same < length, self[start + same] == text.utf8Start[same] { same += 1 }
      if same == length { return true }
    }
    return false
  }
}
