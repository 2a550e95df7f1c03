// Traces of InkML become strokes: which context and brush they have, what continues what, and what becomes of them in the end.

internal import Ink
internal import MarkupKit

extension InkMLReader {
  func beginGroup(_ attributes: XMLAttributes) throws(MarkupError) {
    guard groups.count < Self.depthLimit else { throw fail(.tooMany("groups inside groups", limit: Self.depthLimit)) }
    let around = groups.last
    var names = around?.names ?? []
    if let id = attributes.string("id") { names.append(id) }
    groups.append(
      OpenGroup(
        context: try context(attributes) ?? around?.context, brush: brush(attributes) ?? around?.brush, names: names))
  }

  func beginTrace(_ attributes: XMLAttributes) throws(MarkupError) {
    text.removeAll(keepingCapacity: true)
    if attributes["type"].map({ $0 == "penUp" }) ?? false {
      tally.leaveOut("a trace above the surface", "traces above the surface")
      openTrace = nil
      return
    }
    let context = try context(attributes) ?? groups.last?.context ?? current
    let brush = brush(attributes) ?? groups.last?.brush ?? context.brush ?? current.brush
    let continues = attributes["continuation"].map { $0 == "middle" || $0 == "end" } ?? false
    openTrace = OpenTrace(
      id: attributes.string("id"), context: context, brush: brush,
      prior: continues ? reference(attributes, "priorRef") : nil, line: line)
  }

  func endTrace() throws(MarkupError) {
    guard let open = openTrace else { return }
    openTrace = nil
    let layout = open.context.layout
    let trace = try parse(layout, open)
    sampleCount += trace.points.count
    if trace.unknownPlaces > 0 {
      tally.leaveOut("a point of unknown place", "points of unknown places", count: trace.unknownPlaces)
    }
    if let note = layout.note { tally.note(note) }
    if let prior = open.prior {
      if let index = strokeByTrace[prior] {
        strokes[index].raw.points.append(contentsOf: trace.points)
        if let id = open.id { strokeByTrace[id] = index }
        return
      }
      tally.note("a trace continues one that is not there; it becomes a stroke of its own")
    }
    guard !trace.points.isEmpty else { return tally.leaveOut("a trace without points", "traces without points") }
    guard strokes.count < InkReader.strokeLimit else {
      throw fail(.tooMany("strokes", limit: InkReader.strokeLimit), line: open.line)
    }
    var channels = layout.channels
    if layout.hasDirection, !trace.hasElevation { channels.remove(.tilt) }
    var brush = Brush()
    if let own = open.brush { brush = own.brush(hasPressure: channels.contains(.pressure)) }
    if let id = open.id { strokeByTrace[id] = strokes.count }
    strokes.append(
      ReadStroke(
        raw: RawStroke(brush: brush, device: layout.device, channels: channels, points: trace.points),
        hasUnits: layout.hasUnits, hasOpenForce: channels.contains(.pressure) && layout.force.range == 0,
        names: definitions > 0 ? groups.last?.names ?? [] : nil, id: open.id))
  }

  private func parse(_ layout: InkMLLayout, _ open: OpenTrace) throws(MarkupError) -> InkMLTrace {
    guard layout.hasPlaces else {
      let names = layout.names.joined(separator: " ")
      throw fail(.malformed(value: String(names.prefix(80)), expected: "channels X and Y"), line: open.line)
    }
    let budget = InkReader.sampleLimit - sampleCount
    let result: Result<InkMLTrace, InkMLTrace.Failure> = text.withUnsafeBytes { bytes in
      do throws(InkMLTrace.Failure) {
        return .success(try InkMLTrace(bytes, layout, budget: budget))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let trace): return trace
    case .failure(let failure):
      throw fail(failure.kind, line: open.line + text[..<min(failure.offset, text.count)].count { $0 == 0x0A })
    }
  }

  // MARK: - In the end

  /// The page as our own writer describes it: `<page width height paper>`.
  func readPage(_ attributes: XMLAttributes) throws(MarkupError) {
    guard let width = attributes["width"]?.unsigned, let height = attributes["height"]?.unsigned,
      (1...UInt64(Drawing.largest)).contains(width), (1...UInt64(Drawing.largest)).contains(height),
      let paper = attributes.string("paper").flatMap(ColorText.rgba)
    else {
      let found = attributes.all.prefix(4).map { "\($0.name)=\"\($0.value.prefix(20))\"" }.joined(separator: " ")
      throw fail(
        .malformed(value: "<page \(found)>", expected: "width and height in points, paper as a colour"))
    }
    page = Drawing(width: Int32(width), height: Int32(height), background: .paper(InkColor(rgba: paper)))
  }

  /// The drawing of the strokes that are shown.
  func drawing() -> Drawing {
    var shown = strokes.filter { stroke in
      guard let names = stroke.names else { return true }
      return stroke.id.map(views.contains) ?? false || names.contains(where: views.contains)
    }
    if shown.count < strokes.count {
      let hidden = strokes.count - shown.count
      tally.leaveOut("a trace that nothing refers to", "traces that nothing refers to", count: hidden)
    }
    strokes.removeAll()
    settleForces(&shown)
    if var drawing = page {
      drawing.commands = shown.map { .add($0.raw.stroke(scale: 1, (0, 0), keepsTimes: true)) }
      drawing.position = drawing.commands.count
      return drawing
    }
    let hasUnits = shown.contains(where: \.hasUnits)
    if !shown.isEmpty, !hasUnits { tally.note("X and Y have no units; one is taken as 1/96 inch") }
    return InkPlacement.drawing(around: shown.map(\.raw), hasUnits: hasUnits, &tally)
  }

  /// Forces of channels without a maximum are held against the greatest of them.
  private func settleForces(_ strokes: inout [ReadStroke]) {
    var greatest: Float = 0
    for stroke in strokes where stroke.hasOpenForce {
      for point in stroke.raw.points { greatest = max(greatest, point.pressure) }
    }
    guard greatest > 0 else { return }
    // Up to 1 they are shares already.
    if greatest <= 1 { return }
    tally.note("the force has no maximum; the greatest of the file counts as full pressure")
    for index in strokes.indices where strokes[index].hasOpenForce {
      for at in strokes[index].raw.points.indices { strokes[index].raw.points[at].pressure /= greatest }
    }
  }
}
