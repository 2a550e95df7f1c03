// Reads InkML, the Ink Markup Language (W3C Recommendation of 20 September 2011), as Microsoft's programs, collections of formulas
// (CROHME) and our own writer have it.
//
//   ink > definitions > context, brush, inkSource, traceFormat, canvas, canvasTransform, trace…     by id, used where they are named
//         context, brush, traceFormat                                                              in force from here on
//         traceGroup > trace                                                                       may name a context and a brush
//         traceView(traceDataRef)                                                                  shows traces of the definitions
//
// Prefixes of namespaces are passed over, so a document may have any. Strokes are read where they stand and listed once, however many
// views name them. Coordinates without units are taken as points, not as the Recommendation's millimetres: files without units hold
// numbers of a screen or a tablet.

internal import Ink
internal import MarkupKit

/// Receives the events of a document. What its elements define is in `InkMLReader+Definitions.swift`, traces in `+Traces`.
final class InkMLReader: XMLHandler {
  /// The most channels of a trace format.
  static let channelLimit = 64
  /// How deep groups of traces may be nested: each keeps the names of all around it.
  static let depthLimit = 100
  /// The most definitions and views of a document.
  static let definitionLimit = 100_000

  /// A format that is being read.
  struct OpenFormat {
    var id: String?
    var channels: [InkMLChannel] = []
    var isIntermittent = false
  }
  /// A context that is being read.
  struct OpenContext {
    var id: String?
    var base: InkMLContext
    var parts = InkMLContext.Parts()
  }
  /// A group that is open.
  struct OpenGroup {
    var context: InkMLContext?
    var brush: InkMLBrush?
    /// The ids of this group and those around it.
    var names: [String]
  }
  /// A trace that is being read.
  struct OpenTrace {
    var id: String?
    var context: InkMLContext
    var brush: InkMLBrush?
    var prior: String?
    var line: Int
  }
  /// A stroke that was read.
  struct ReadStroke {
    var raw: RawStroke
    var hasUnits: Bool
    var hasOpenForce: Bool
    /// By what views may name it, where it stands in definitions; `nil` elsewhere.
    var names: [String]?
    var id: String?
  }

  let source: String
  var tally = WarningTally()
  var failure: InkFormatError?
  var line = 0

  // What was defined.
  var formats: [String: [InkMLChannel]] = [:]
  var sources: [String: InkMLSource] = [:]
  var canvases: [String: [InkMLChannel]] = [:]
  var transforms: [String: InkMLAffine] = [:]
  var brushes: [String: InkMLBrush] = [:]
  var contexts: [String: InkMLContext] = [:]
  /// What is in force.
  var current = InkMLContext()

  // What is open.
  var definitions = 0
  var foreign = 0
  var isOwnAnnotation = false
  var openFormat: OpenFormat?
  var openSource: (id: String?, source: InkMLSource)?
  var openCanvas: (id: String?, format: [InkMLChannel]?)?
  var openTransform: (id: String?, affine: InkMLAffine?, mappings: Int)?
  var isInChannel = false
  var openBrush: (id: String?, brush: InkMLBrush)?
  var openContexts: [OpenContext] = []
  var groups: [OpenGroup] = []
  var openTrace: OpenTrace?
  var isInAffine = false
  var text: [UInt8] = []

  // What was found.
  var strokes: [ReadStroke] = []
  var strokeByTrace: [String: Int] = [:]
  var views: Set<String> = []
  /// How many definitions and views there were.
  var named = 0
  var sampleCount = 0
  /// The writing that the ink stands for, where the document says it.
  var title: String?
  var isInTitle = false
  /// The drawing that our own writer describes.
  var page: Drawing?

  init(_ source: String) { self.source = source }

  /// Reads a document.
  ///
  /// - Throws: `InkFormatError` with the line of what cannot be read.
  /// - Complexity: O(n).
  static func read(
    _ bytes: UnsafeRawBufferPointer, _ source: String, _ selection: PageSelection
  ) throws(InkFormatError) -> InkDocument {
    let reader = InkMLReader(source)
    do throws(MarkupError) {
      let summary = try XMLReader.parse(bytes.bytes, into: reader)
      if summary.repairs > 0 { reader.tally.note("\(summary.repairs) characters that XML forbids were replaced") }
    } catch {
      throw reader.failure ?? InkFormatError(.markup(error), source: source)
    }
    let page = InkPage(number: 1, key: nil, title: reader.title, drawing: reader.drawing())
    return try .single(.inkml, page, reader.tally.warnings, selection, source)
  }

  /// Stops the parser with an error.
  func fail(_ kind: InkFormatError.Kind, line: Int? = nil) -> MarkupError {
    failure = InkFormatError(kind, source: source, at: .line(line ?? self.line))
    return MarkupError(.rejected(""), at: TextPosition(line: line ?? self.line))
  }

  // MARK: - Events

  func startElement(_ name: DocumentText, _ attributes: XMLAttributes, line: Int) throws(MarkupError) {
    self.line = line
    if foreign > 0 {
      foreign += 1
      if isOwnAnnotation, foreign == 2, name == "page" { try readPage(attributes) }
      return
    }
    switch name {
    case "trace": try beginTrace(attributes)
    case "annotationXML":
      foreign = 1
      isOwnAnnotation = attributes["type"].map { $0 == "plimsoll" } ?? false
    case "definitions": definitions += 1
    case "traceGroup": try beginGroup(attributes)
    case "traceView":
      if let reference = reference(attributes, "traceDataRef") {
        try count()
        views.insert(reference)
      }
    case "annotation":
      // Collections of handwriting say so what was written.
      isInTitle = title == nil && groups.isEmpty && attributes["type"].map { $0 == "truth" } ?? false
    default: try beginDefinition(name, attributes)
    }
  }

  /// Counts what is kept by its name.
  func count() throws(MarkupError) {
    named += 1
    if named > Self.definitionLimit { throw fail(.tooMany("definitions", limit: Self.definitionLimit)) }
  }

  func text(_ piece: DocumentText) throws(MarkupError) {
    if foreign > 0 { return }
    if openTrace != nil || isInAffine { text.append(contentsOf: piece.bytes) }
    if isInTitle, (title ?? "").utf8.count < 200 {
      title = (title ?? "") + String(decoding: piece.bytes.prefix(200), as: UTF8.self)
    }
  }

  func endElement(_ name: DocumentText) throws(MarkupError) {
    if foreign > 0 {
      foreign -= 1
      return
    }
    switch name {
    case "trace": try endTrace()
    case "definitions": definitions = max(0, definitions - 1)
    case "traceGroup": _ = groups.popLast()
    case "annotation": isInTitle = false
    default: try endDefinition(name)
    }
  }

  /// The name that a reference leads to, without what stands before its `#`.
  func reference(_ attributes: XMLAttributes, _ name: StaticString) -> String? {
    guard let text = attributes.string(name), !text.isEmpty else { return nil }
    guard let mark = text.utf8.firstIndex(of: 0x23) else { return text }
    // A reference into another file leads nowhere here.
    return mark == text.startIndex ? String(text[text.index(after: mark)...]) : text
  }
}
