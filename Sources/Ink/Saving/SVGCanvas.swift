// A drawing as SVG: one path a stroke, in hundredths of a point. Ink that was erased is masked, not painted over, so that the picture can
// be laid on anything; a highlighter multiplies with whatever lies below it, the page included.

/// Writes what is filled on it as an SVG 1.1 picture with `mix-blend-mode` of CSS.
public struct SVGCanvas: Canvas {
  private struct Shape {
    var path: [UInt8]
    var paint: Paint
    var bounds: (left: Double, top: Double, right: Double, bottom: Double)
    /// The erasers above it that reach it, by their places.
    var erasers: [Int] = []
  }

  private var width: Int32 = 1
  private var height: Int32 = 1
  private var below = TextBytes()
  private var shapes: [Shape] = []
  private var erasers: [Shape] = []
  private var metadata: [UInt8] = []
  private let includesDrawing: Bool

  /// A canvas.
  ///
  /// - Parameter includesDrawing: Whether the drawing itself goes into the file's metadata, so that it can be opened again.
  public init(includesDrawing: Bool = true) { self.includesDrawing = includesDrawing }

  /// Starts the picture with a background.
  public mutating func begin(_ background: Background, of drawing: Drawing) {
    width = drawing.width
    height = drawing.height
    if includesDrawing { metadata = drawing.saved() }
    switch background {
    case .paper(let color):
      guard color.alpha > 0 else { return }
      below.add("<rect width=\"")
      addSize(to: &below)
      below.add("\"")
      Self.add(color, to: &below)
      below.add("/>\n")
    case .picture(let place):
      guard place >= 0, Int(place) < drawing.pictures.count else { return }
      let picture = drawing.pictures[Int(place)]
      below.add("<image width=\"")
      addSize(to: &below)
      below.add("\" preserveAspectRatio=\"none\" href=\"data:image/")
      below.add(picture.media == .png ? "png" : "jpeg")
      below.add(";base64,")
      below.add(base64: picture.bytes)
      below.add("\"/>\n")
    }
  }

  /// Adds a shape; what restores the background becomes a mask of the shapes below it.
  public mutating func fill(_ outline: Outline, with paint: Paint) {
    guard let first = outline.points.first else { return }
    var bounds = (left: first.x, top: first.y, right: first.x, bottom: first.y)
    for point in outline.points {
      bounds.left = min(bounds.left, point.x)
      bounds.top = min(bounds.top, point.y)
      bounds.right = max(bounds.right, point.x)
      bounds.bottom = max(bounds.bottom, point.y)
    }
    let shape = Shape(path: Self.path(outline), paint: paint, bounds: bounds)
    guard paint.effect == .restore else { return shapes.append(shape) }
    var isUsed = false
    for index in shapes.indices where Self.meet(shapes[index].bounds, bounds) {
      shapes[index].erasers.append(erasers.count)
      isUsed = true
    }
    if isUsed { erasers.append(shape) }
  }

  private typealias Bounds = (left: Double, top: Double, right: Double, bottom: Double)

  private static func meet(_ a: Bounds, _ b: Bounds) -> Bool {
    a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
  }

  private static func path(_ outline: Outline) -> [UInt8] {
    var text = TextBytes()
    var start = 0
    var x: Int64 = 0
    var y: Int64 = 0
    for end in outline.ends {
      for index in start..<Int(end) {
        let point = outline.points[index]
        let nextX = Int64((point.x * 100 + 0.5).rounded(.down))
        let nextY = Int64((point.y * 100 + 0.5).rounded(.down))
        if index == start {
          text.add("M")
          text.add(hundredths: nextX)
          Self.separate(nextY, &text)
          text.add(hundredths: nextY)
          text.add("l")
        } else {
          if nextX == x, nextY == y { continue }
          if text.bytes.last != UInt8(ascii: "l") { Self.separate(nextX - x, &text) }
          text.add(hundredths: nextX - x)
          Self.separate(nextY - y, &text)
          text.add(hundredths: nextY - y)
        }
        x = nextX
        y = nextY
      }
      if text.bytes.last == UInt8(ascii: "l") { text.add("0 0") }
      text.add("z")
      // A closed contour goes back to its start, and the next one is absolute.
      start = Int(end)
    }
    return text.bytes
  }

  private static func separate(_ next: Int64, _ text: inout TextBytes) {
    if next >= 0 { text.add(" ") }
  }

  private static func add(_ color: InkColor, to text: inout TextBytes) {
    text.add(" fill=\"#")
    text.add(hexadecimal: color.rgba >> 8, digits: 6)
    text.add("\"")
    guard color.alpha < 255 else { return }
    text.add(" fill-opacity=\".")
    let thousandths = (Int64(color.alpha) * 1000 + 127) / 255
    if thousandths < 100 { text.add("0") }
    if thousandths < 10 { text.add("0") }
    text.add(thousandths)
    text.add("\"")
  }

  /// The file.
  public func finished() -> [UInt8] {
    var text = TextBytes()
    text.add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
    addSize(to: &text)
    text.add("\" viewBox=\"0 0 ")
    text.add(width)
    text.add(" ")
    text.add(height)
    text.add("\">\n")
    if includesDrawing {
      text.add("<metadata><drawing xmlns=\"urn:plimsoll:drawing\">")
      text.add(bytes: metadata)
      text.add("</drawing></metadata>\n")
    }
    let name = erasers.isEmpty ? 0 : maskName
    let masks = addMasks(name, to: &text)
    text.add(bytes: below.bytes)
    for shape in shapes {
      text.add("<path")
      Self.add(shape.paint.color, to: &text)
      if shape.paint.effect == .multiply { text.add(" style=\"mix-blend-mode:multiply\"") }
      if !shape.erasers.isEmpty, let mask = masks.firstIndex(of: shape.erasers) {
        text.add(" mask=\"url(#m")
        Self.add(name, mask, to: &text)
        text.add(")\"")
      }
      text.add(" d=\"")
      text.add(bytes: shape.path)
      text.add("\"/>\n")
    }
    text.add("</svg>\n")
    return text.bytes
  }

  /// What tells the masks of this picture from those of another that stands in the same page.
  private var maskName: UInt32 {
    var name: UInt32 = 0
    for shape in erasers + shapes { name = name &* 31 &+ FileCheck.of(shape.path, from: 0, to: shape.path.count) }
    return name
  }

  /// The end of an id: the picture, and the number within it.
  private static func add(_ name: UInt32, _ index: Int, to text: inout TextBytes) {
    text.add(hexadecimal: name, digits: 8)
    text.add("-")
    text.add(Int64(index))
  }

  /// The size, from behind the first quotation mark of `width` to before the last of `height`.
  private func addSize(to text: inout TextBytes) {
    text.add(width)
    text.add("\" height=\"")
    text.add(height)
  }

  /// One mask for each set of erasers that some ink lies under.
  private func addMasks(_ name: UInt32, to text: inout TextBytes) -> [[Int]] {
    var masks: [[Int]] = []
    for shape in shapes where !shape.erasers.isEmpty && masks.last != shape.erasers {
      if !masks.contains(shape.erasers) { masks.append(shape.erasers) }
    }
    guard !masks.isEmpty else { return [] }
    text.add("<defs>\n")
    for (index, eraser) in erasers.enumerated() {
      text.add("<path id=\"e")
      Self.add(name, index, to: &text)
      text.add("\" d=\"")
      text.add(bytes: eraser.path)
      text.add("\"/>\n")
    }
    for (index, mask) in masks.enumerated() {
      text.add("<mask id=\"m")
      Self.add(name, index, to: &text)
      text.add("\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"")
      addSize(to: &text)
      text.add("\"><rect width=\"")
      addSize(to: &text)
      text.add("\" fill=\"#fff\"/>")
      for eraser in mask {
        text.add("<use href=\"#e")
        Self.add(name, eraser, to: &text)
        text.add("\"/>")
      }
      text.add("</mask>\n")
    }
    text.add("</defs>\n")
    return masks
  }
}

extension Drawing {
  /// The drawing as an SVG picture.
  ///
  /// - Parameter includesDrawing: Whether the drawing itself goes into the file's metadata, so that it can be opened again.
  public func svg(includesDrawing: Bool = true) -> [UInt8] {
    var canvas = SVGCanvas(includesDrawing: includesDrawing)
    draw(on: &canvas)
    return canvas.finished()
  }

  /// Reads the drawing out of an SVG picture that holds one.
  ///
  /// - Throws: ``DrawingError``; ``DrawingError/Problem/noDrawing`` when the picture holds shapes but no ink.
  public init(svg bytes: [UInt8]) throws(DrawingError) {
    guard let start = Self.place(of: "<drawing xmlns=\"urn:plimsoll:drawing\">", in: bytes, from: 0) else {
      throw DrawingError(.noDrawing, at: bytes.count)
    }
    guard let end = Self.place(of: "</drawing>", in: bytes, from: start) else {
      throw DrawingError(.cut, at: bytes.count)
    }
    try self.init(saved: bytes, from: start, to: end - 10)
  }

  /// The byte behind the first occurrence of a text.
  private static func place(of text: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    text.withUTF8Buffer { text in
      var index = start
      while index + text.count <= bytes.count {
        var length = 0
        while length < text.count, bytes[index + length] == text[length] { length += 1 }
        if length == text.count { return index + length }
        index += 1
      }
      return nil
    }
  }
}
