// Elements of InkML that give traces their meaning: formats and their channels, sources, canvases and transforms, brushes, contexts.

internal import Ink
internal import MarkupKit

extension InkMLReader {
  func beginDefinition(_ name: DocumentText, _ attributes: XMLAttributes) throws(MarkupError) {
    let id = attributes.string("id")
    if id != nil { try count() }
    switch name {
    case "context": try beginContext(id, attributes)
    case "inkSource":
      let format = try find(formats, attributes, "traceFormatRef", "the trace format")
      openSource = (id, InkMLSource(format: format))
    case "traceFormat": openFormat = OpenFormat(id: id)
    case "intermittentChannels": openFormat?.isIntermittent = true
    case "channel": try readChannel(attributes)
    case "channelProperty": readProperty(attributes)
    case "sourceProperty":
      if attributes["name"].map({ $0 == "plimsollDevice" }) ?? false {
        openSource?.source.device = attributes["value"].flatMap(Self.device) ?? .pen
      }
    case "canvas": openCanvas = (id, try find(formats, attributes, "traceFormatRef", "the trace format"))
    case "canvasTransform": openTransform = (id, nil, 0)
    case "mapping": beginMapping(attributes)
    case "affine":
      isInAffine = openTransform?.mappings == 1
      text.removeAll(keepingCapacity: true)
    case "brush": openBrush = (id, brush(attributes) ?? InkMLBrush())
    case "brushProperty":
      if let name = attributes["name"], let value = attributes["value"] {
        openBrush?.brush.take(name, value: value, units: attributes.string("units"), &tally)
      }
    default: break
    }
  }

  func endDefinition(_ name: DocumentText) throws(MarkupError) {
    switch name {
    case "context": endContext()
    case "inkSource": endSource()
    case "traceFormat": endFormat()
    case "intermittentChannels": openFormat?.isIntermittent = false
    case "channel": isInChannel = false
    case "canvas":
      guard let canvas = openCanvas else { return }
      openCanvas = nil
      if let id = canvas.id { canvases[id] = canvas.format ?? [] }
      place { $0.canvas = canvas.format ?? [] }
    case "canvasTransform": endTransform()
    case "affine":
      if isInAffine { readAffine() }
      isInAffine = false
    case "brush":
      guard let open = openBrush else { return }
      openBrush = nil
      if let id = open.id { brushes[id] = open.brush }
      place { $0.brush = open.brush }
    default: break
    }
  }

  /// Puts a part where it belongs: into the context that is open, or in force when no definitions are open.
  private func place(_ change: (inout InkMLContext.Parts) -> Void) {
    if !openContexts.isEmpty { return change(&openContexts[openContexts.count - 1].parts) }
    guard definitions == 0 else { return }
    var parts = InkMLContext.Parts()
    change(&parts)
    current = current.with(parts)
  }

  static func device(_ text: DocumentText) -> Device? {
    switch text {
    case "touch": .touch
    case "pen": .pen
    case "mouse": .mouse
    default: nil
    }
  }

  // MARK: - Contexts

  private func beginContext(_ id: String?, _ attributes: XMLAttributes) throws(MarkupError) {
    var open = OpenContext(id: id, base: try context(attributes) ?? (definitions > 0 ? InkMLContext() : current))
    open.parts.format = try find(formats, attributes, "traceFormatRef", "the trace format")
    open.parts.source = try find(sources, attributes, "inkSourceRef", "the ink source")
    open.parts.canvas = try find(canvases, attributes, "canvasRef", "the canvas")
    open.parts.transform = try find(transforms, attributes, "canvasTransformRef", "the canvas transform")
    open.parts.brush = brush(attributes)
    openContexts.append(open)
  }

  private func endContext() {
    guard let open = openContexts.popLast() else { return }
    let context = open.base.with(open.parts)
    if let id = open.id { contexts[id] = context }
    if definitions == 0, openContexts.isEmpty { current = context }
  }

  /// The context that an element names.
  func context(_ attributes: XMLAttributes) throws(MarkupError) -> InkMLContext? {
    try find(contexts, attributes, "contextRef", "the context")
  }

  /// The brush that an element names; one that is not defined is noted.
  func brush(_ attributes: XMLAttributes) -> InkMLBrush? {
    guard let name = reference(attributes, "brushRef"), name != "DefaultBrush" else { return nil }
    if let brush = brushes[name] { return brush }
    tally.note("a brush that is not defined is named; the usual one is taken")
    return nil
  }

  private func find<Part>(
    _ parts: [String: Part], _ attributes: XMLAttributes, _ attribute: StaticString, _ what: String
  ) throws(MarkupError) -> Part? {
    // The Recommendation defines a default of each kind, such as #DefaultContext.
    guard let name = reference(attributes, attribute), !name.hasPrefix("Default") || parts[name] != nil else {
      return nil
    }
    guard let part = parts[name] else { throw fail(.undefined(what: what, name: name)) }
    return part
  }

  // MARK: - Sources and formats

  private func endSource() {
    guard let open = openSource else { return }
    openSource = nil
    if let id = open.id { sources[id] = open.source }
    place { $0.source = open.source }
  }

  private func endFormat() {
    guard let open = openFormat else { return }
    openFormat = nil
    if let id = open.id { formats[id] = open.channels }
    if openSource != nil {
      openSource?.source.format = open.channels
    } else if openCanvas != nil {
      openCanvas?.format = open.channels
    } else {
      place { $0.format = open.channels }
    }
  }

  private func readChannel(_ attributes: XMLAttributes) throws(MarkupError) {
    guard let open = openFormat else { return }
    guard open.channels.count < Self.channelLimit else { throw fail(.tooMany("channels", limit: Self.channelLimit)) }
    var channel = InkMLChannel(name: String((attributes.string("name") ?? "").prefix(40)))
    isInChannel = true
    channel.isIntermittent = open.isIntermittent
    switch attributes["type"] {
    case .some("integer"): channel.kind = .integer
    case .some("boolean"): channel.kind = .boolean
    default: channel.kind = .decimal
    }
    func number(_ name: StaticString) -> Double? {
      attributes[name].flatMap { text in
        var scan = NumberScan(text.bytes)
        scan.skipSpace()
        return scan.number()
      }
    }
    channel.minimum = number("min")
    channel.maximum = number("max")
    channel.units = attributes.string("units")
    channel.isReversed = attributes["orientation"].map { $0 == "-ve" } ?? false
    channel.initial = attributes["default"].map { $0 == "T" } ?? false ? 1 : number("default") ?? 0
    openFormat?.channels.append(channel)
  }

  private func readProperty(_ attributes: XMLAttributes) {
    guard attributes["name"].map({ $0 == "resolution" }) ?? false, let channel = attributes.string("channel"),
      let text = attributes["value"], (openSource?.source.resolutions.count ?? 0) < Self.channelLimit
    else { return }
    var scan = NumberScan(text.bytes)
    scan.skipSpace()
    guard let value = scan.number() else {
      return tally.note("the resolution '\(text.string.prefix(20))' of channel \(channel.prefix(40)) cannot be read")
    }
    let units = attributes.string("units") ?? ""
    openSource?.source.resolutions[channel] = (value, units.hasPrefix("1/") ? String(units.dropFirst(2)) : units)
  }

  // MARK: - Transforms

  private func beginMapping(_ attributes: XMLAttributes) {
    let type = attributes.string("type") ?? "unknown"
    guard openTransform != nil, !isInChannel else {
      if type != "identity" { tally.leaveOut("a mapping of a channel", "mappings of channels") }
      return
    }
    openTransform?.mappings += 1
    // The second mapping of an invertible transform leads back.
    if openTransform?.mappings == 1, type != "affine", type != "identity" {
      tally.leaveOut(
        "a canvas transform of type '\(type.prefix(20))'", "canvas transforms of type '\(type.prefix(20))'")
    }
  }

  /// `a b c, d e f`, or six numbers in a row.
  private func readAffine() {
    var numbers: [Double] = []
    text.withUnsafeBytes { bytes in
      var scan = NumberScan(bytes)
      while numbers.count < 7 {
        while scan.next == 0x2C || !scan.isAtEnd && scan.next <= 0x20 { scan.at += 1 }
        guard let number = scan.number() else { break }
        numbers.append(number)
      }
      if !scan.isAtEnd { numbers = [] }
    }
    guard numbers.count == 6 else { return tally.leaveOut("a canvas transform", "canvas transforms") }
    openTransform?.affine = InkMLAffine(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
  }

  private func endTransform() {
    guard let open = openTransform else { return }
    openTransform = nil
    guard let affine = open.affine else { return }
    if let id = open.id { transforms[id] = affine }
    place { $0.transform = affine }
  }
}
