// The engine as the browser's page sees it: functions over numbers and places in memory. One pad, one input buffer, one result.
//
// The page writes samples as doubles (x, y, time, pressure, tilt x, tilt y) at `ink_input` and reads bytes at the place that a function
// returns, `ink_result_length` of them, before it calls the next one: memory may move when it grows.

/// All that the module keeps.
final class Engine {
  var pad = DrawingPad(Sheet(Drawing(width: 1, height: 1), scale: 1))
  /// The bitmaps of the drawing's pictures, once the page has decoded them.
  var pictures: [Bitmap?] = []
  var error = DrawingError(.cut, at: 0)
  var result: [UInt8] = []
  var numbers: [Double] = []
  /// Where the contours of the last outline end.
  var ends: [Int32] = []
  /// Where the pen of the keyboard was last.
  var keyPlace = Point(x: 0, y: 0)
  var rect: [Int32] = [0, 0, 0, 0]
  /// The most pixels of a bitmap; some 20 bytes each are needed, and a module has four gigabytes.
  static let mostPixels = 1 << 26
  let input = UnsafeMutablePointer<Double>.allocate(capacity: Engine.inputDoubles)
  /// Room for 512 samples.
  static let inputDoubles = 6 * 512

  init() { input.initialize(repeating: 0, count: Engine.inputDoubles) }

  var sheet: Sheet { pad.sheet }

  /// Shows a drawing, smaller than asked for where it would not fit into memory.
  func show(_ drawing: Drawing, scale: Double) {
    let points = Double(drawing.width) * Double(drawing.height)
    let limit = (Double(Engine.mostPixels) / points).squareRoot()
    pad.replace(Sheet(drawing, scale: min(scale.isFinite ? scale : 1, limit), pictures: pictures))
  }

  func samples(_ first: Int, _ count: Int) -> [PointerSample] {
    (first..<first + count).map { index in
      let place = input + 6 * index
      return PointerSample(
        x: place[0], y: place[1], time: place[2], pressure: place[3], tiltX: place[4], tiltY: place[5])
    }
  }

  func give(_ bytes: [UInt8]) -> UnsafePointer<UInt8>? {
    result = bytes
    return result.withUnsafeBufferPointer { $0.baseAddress }
  }
}

nonisolated(unsafe) let engine = Engine()

private func copy(_ place: UnsafePointer<UInt8>?, _ count: Int32) -> [UInt8] {
  guard let place, count > 0 else { return [] }
  return [UInt8](UnsafeBufferPointer(start: place, count: Int(count)))
}

// MARK: - Memory

/// Room for bytes that the page wants to hand over.
@_expose(wasm, "ink_allocate") @_cdecl("ink_allocate")
public func allocate(_ count: Int32) -> UnsafeMutablePointer<UInt8> {
  UnsafeMutablePointer<UInt8>.allocate(capacity: Int(max(1, count)))
}

/// Gives back room of `ink_allocate`.
@_expose(wasm, "ink_free") @_cdecl("ink_free")
public func release(_ place: UnsafeMutablePointer<UInt8>) { place.deallocate() }

/// The input buffer: room for 512 samples of six doubles.
@_expose(wasm, "ink_input") @_cdecl("ink_input")
public func input() -> UnsafeMutablePointer<Double> { engine.input }

/// Bytes of the last result.
@_expose(wasm, "ink_result_length") @_cdecl("ink_result_length")
public func resultLength() -> Int32 { Int32(engine.result.count) }

// MARK: - The drawing

/// A new drawing. The size is in points, the scale in pixels a point.
@_expose(wasm, "ink_new") @_cdecl("ink_new")
public func new(_ width: Int32, _ height: Int32, _ scale: Double, _ paper: UInt32) {
  engine.pictures = []
  engine.show(Drawing(width: width, height: height, background: .paper(InkColor(rgba: paper))), scale: scale)
}

/// Opens a saved drawing, JSON or SVG.
///
/// - Returns: 0, or what is wrong (one more than the number of the problem); then the old drawing stays.
@_expose(wasm, "ink_load") @_cdecl("ink_load")
public func load(_ place: UnsafePointer<UInt8>?, _ count: Int32, _ isSVG: Int32, _ scale: Double) -> Int32 {
  let bytes = copy(place, count)
  do throws(DrawingError) {
    let drawing = isSVG != 0 ? try Drawing(svg: bytes) : try Drawing(saved: bytes)
    engine.pictures = []
    engine.show(drawing, scale: scale)
    return 0
  } catch {
    engine.error = error
    return Int32(error.problem.rawValue) + 1
  }
}

/// What is wrong with the last file that was refused, as a sentence.
@_expose(wasm, "ink_error_words") @_cdecl("ink_error_words")
public func errorWords() -> UnsafePointer<UInt8>? {
  engine.give(engine.error.problem.words.withUTF8Buffer { [UInt8]($0) })
}

/// The byte at which the last file stopped being a drawing.
@_expose(wasm, "ink_error_offset") @_cdecl("ink_error_offset")
public func errorOffset() -> Int32 { Int32(engine.error.offset) }

/// The drawing as a file: JSON, with what was undone.
@_expose(wasm, "ink_save") @_cdecl("ink_save")
public func save() -> UnsafePointer<UInt8>? { engine.give(engine.sheet.drawing.saved()) }

/// The drawing as SVG, with the drawing itself in it where that is asked for.
@_expose(wasm, "ink_svg") @_cdecl("ink_svg")
public func svg(_ includesDrawing: Int32) -> UnsafePointer<UInt8>? {
  engine.give(engine.sheet.drawing.svg(includesDrawing: includesDrawing != 0))
}

/// The same drawing at another scale.
@_expose(wasm, "ink_set_scale") @_cdecl("ink_set_scale")
public func setScale(_ scale: Double) { engine.show(engine.sheet.drawing, scale: scale) }

/// The drawing's width in points.
@_expose(wasm, "ink_drawing_width") @_cdecl("ink_drawing_width")
public func drawingWidth() -> Int32 { engine.sheet.drawing.width }

/// The drawing's height in points.
@_expose(wasm, "ink_drawing_height") @_cdecl("ink_drawing_height")
public func drawingHeight() -> Int32 { engine.sheet.drawing.height }

// MARK: - Pixels

/// RGBA, `ink_pixel_width` times `ink_pixel_height`.
@_expose(wasm, "ink_pixels") @_cdecl("ink_pixels")
public func pixels() -> UnsafePointer<UInt32>? { engine.sheet.shown.pixels.withUnsafeBufferPointer { $0.baseAddress } }

/// The bitmap's width.
@_expose(wasm, "ink_pixel_width") @_cdecl("ink_pixel_width")
public func pixelWidth() -> Int32 { engine.sheet.shown.width }

/// The bitmap's height.
@_expose(wasm, "ink_pixel_height") @_cdecl("ink_pixel_height")
public func pixelHeight() -> Int32 { engine.sheet.shown.height }

/// What has changed since the last call: left, top, right, bottom in pixels; empty when right is not beyond left.
@_expose(wasm, "ink_take_changed") @_cdecl("ink_take_changed")
public func takeChanged() -> UnsafePointer<Int32>? {
  let changed = engine.sheet.changed
  engine.sheet.changed = .empty
  engine.rect[0] = changed.left
  engine.rect[1] = changed.top
  engine.rect[2] = changed.right
  engine.rect[3] = changed.bottom
  return engine.rect.withUnsafeBufferPointer { $0.baseAddress }
}

// MARK: - Hands

/// What strokes are made with.
///
/// - Parameters:
///   - kind: 0 pen, 1 highlighter, 2 eraser of pixels, 3 eraser of strokes.
///   - size: The width in hundredths of a point.
@_expose(wasm, "ink_set_tool") @_cdecl("ink_set_tool")
public func setTool(_ kind: Int32, _ color: UInt32, _ size: Int32) {
  switch kind {
  case 1:
    engine.pad.tool = .brush(
      Brush(tool: .highlighter, color: InkColor(rgba: color), width: size, dynamics: .constant))
  case 2: engine.pad.tool = .brush(Brush(tool: .eraser, width: size, dynamics: .constant))
  case 3: engine.pad.tool = .strokeEraser(Double(size) / 200)
  default: engine.pad.tool = .brush(Brush(color: InkColor(rgba: color), width: size))
  }
}

/// A pointer event, whose samples stand in the input buffer.
///
/// - Parameters:
///   - phase: 0 down, 1 move, 2 up, 3 cancel.
///   - device: 0 touch, 1 pen, 2 mouse.
///   - isEraser: Whether the pen is upside down.
///   - count: Samples that have happened.
///   - predicted: Samples behind them that the browser expects.
/// - Returns: The bits of `PadOutcome`.
@_expose(wasm, "ink_pointer") @_cdecl("ink_pointer")
public func pointer(
  _ phase: Int32, _ id: Int32, _ device: Int32, _ isEraser: Int32, _ count: Int32, _ predicted: Int32
) -> Int32 {
  let pad = engine.pad
  let count = Int(min(max(count, 0), 512))
  let samples = engine.samples(0, count)
  switch phase {
  case 0:
    guard let first = samples.first else { return 0 }
    return pad.down(id, Device(rawValue: UInt8(device & 3)) ?? .mouse, first, isEraser: isEraser != 0).rawValue
  case 1:
    let ahead = engine.samples(count, Int(min(max(predicted, 0), Int32(512 - count))))
    return pad.move(id, samples, predicted: ahead).rawValue
  case 2:
    guard let last = samples.last else { return pad.cancel(id).rawValue }
    return pad.up(id, last).rawValue
  default: return pad.cancel(id).rawValue
  }
}

/// Keyboard drawing: begins (0), extends (1), ends (2) or gives up (3) a stroke of even width at a place in points. A pointer that begins
/// a stroke meanwhile gives the keyboard's up.
@_expose(wasm, "ink_key_pen") @_cdecl("ink_key_pen")
public func keyPen(_ phase: Int32, _ x: Double, _ y: Double) -> Int32 {
  let sheet = engine.sheet
  // What is under a pointer is not the keyboard's to go on with.
  guard phase == 0 || !engine.pad.isDrawing else { return 0 }
  switch phase {
  case 0:
    engine.pad.cancelAll()
    guard case .brush(let brush) = engine.pad.tool else {
      if case .strokeEraser(let radius) = engine.pad.tool {
        sheet.beginErasing()
        sheet.erase(from: Point(x: x, y: y), to: Point(x: x, y: y), radius: radius)
        engine.keyPlace = Point(x: x, y: y)
      }
      return 0
    }
    sheet.beginStroke(brush: brush, device: .mouse, channels: [])
    if let sample = Sample(x: x, y: y) { sheet.extendStroke([sample]) }
  case 1:
    if sheet.isErasing, case .strokeEraser(let radius) = engine.pad.tool {
      sheet.erase(from: engine.keyPlace, to: Point(x: x, y: y), radius: radius)
      engine.keyPlace = Point(x: x, y: y)
    } else if let sample = Sample(x: x, y: y) {
      sheet.extendStroke([sample])
    }
  case 2:
    if sheet.isErasing { return sheet.endErasing().isEmpty ? 0 : PadOutcome.erased.rawValue }
    return sheet.endStroke() != nil ? PadOutcome.added.rawValue : 0
  default: engine.pad.cancelAll()
  }
  return 0
}

/// 1 when only pens draw, otherwise 0.
@_expose(wasm, "ink_pen_mode") @_cdecl("ink_pen_mode")
public func penMode() -> Int32 { engine.pad.isPenMode ? 1 : 0 }

/// Sets whether only pens draw.
@_expose(wasm, "ink_set_pen_mode") @_cdecl("ink_set_pen_mode")
public func setPenMode(_ isOn: Int32) { engine.pad.isPenMode = isOn != 0 }

/// Gives up all that is under way.
@_expose(wasm, "ink_cancel_all") @_cdecl("ink_cancel_all")
public func cancelAll() { engine.pad.cancelAll() }

// MARK: - Commands

private func kind(_ command: Command?) -> Int32 {
  switch command {
  case .add(let stroke): 1 + Int32(stroke.brush.tool.rawValue)
  case .erase: 4
  case .clear: 5
  case .setBackground: 6
  case .group: 7
  case nil: 0
  }
}

/// - Returns: What was undone: 0 nothing, 1 pen, 2 highlighter, 3 eraser of pixels, 4 erased strokes, 5 clear, 6 background, 7 a group.
@_expose(wasm, "ink_undo") @_cdecl("ink_undo")
public func undo() -> Int32 { kind(engine.sheet.undo()) }

/// - Returns: What was done again, as for `ink_undo`.
@_expose(wasm, "ink_redo") @_cdecl("ink_redo")
public func redo() -> Int32 { kind(engine.sheet.redo()) }

/// - Returns: 1 when there is something to undo, plus 2 when there is something to redo.
@_expose(wasm, "ink_can") @_cdecl("ink_can")
public func can() -> Int32 { (engine.sheet.canUndo ? 1 : 0) | (engine.sheet.canRedo ? 2 : 0) }

/// Takes all strokes away; that can be undone.
@_expose(wasm, "ink_clear") @_cdecl("ink_clear")
public func clear() { engine.sheet.apply(.clear) }

/// Another colour of the paper; that can be undone.
@_expose(wasm, "ink_set_paper") @_cdecl("ink_set_paper")
public func setPaper(_ color: UInt32) { engine.sheet.apply(.setBackground(.paper(InkColor(rgba: color)))) }

// MARK: - Pictures

/// A drawing on a picture: the drawing gets the picture's size in points.
@_expose(wasm, "ink_new_on_picture") @_cdecl("ink_new_on_picture")
public func newOnPicture(
  _ place: UnsafePointer<UInt8>?, _ count: Int32, _ isJPEG: Int32, _ width: Int32, _ height: Int32, _ scale: Double
) {
  let picture = Picture(
    media: isJPEG != 0 ? .jpeg : .png, width: max(1, width), height: max(1, height), bytes: copy(place, count))
  engine.pictures = []
  engine.show(
    Drawing(width: width, height: height, background: .picture(0), pictures: [picture]), scale: scale)
}

/// How many pictures the drawing has.
@_expose(wasm, "ink_picture_count") @_cdecl("ink_picture_count")
public func pictureCount() -> Int32 { Int32(engine.sheet.drawing.pictures.count) }

/// The file of a picture, for the page to decode.
@_expose(wasm, "ink_picture_file") @_cdecl("ink_picture_file")
public func pictureFile(_ index: Int32) -> UnsafePointer<UInt8>? {
  let pictures = engine.sheet.drawing.pictures
  return engine.give(index >= 0 && Int(index) < pictures.count ? pictures[Int(index)].bytes : [])
}

/// The pixels of a picture that the page has decoded: RGBA, on white where they are not opaque.
@_expose(wasm, "ink_picture_pixels") @_cdecl("ink_picture_pixels")
public func picturePixels(_ index: Int32, _ place: UnsafePointer<UInt32>, _ width: Int32, _ height: Int32) {
  let sides = 1...Bitmap.largest
  guard index >= 0, index < 4096, sides.contains(width), sides.contains(height) else { return }
  let pixels = [UInt32](UnsafeBufferPointer(start: place, count: Int(width) * Int(height)))
  let bitmap = Bitmap(width: width, height: height, pixels: pixels)
  while engine.pictures.count <= Int(index) { engine.pictures.append(nil) }
  engine.pictures[Int(index)] = bitmap
  engine.sheet.setPicture(index, bitmap)
}

// MARK: - The list of strokes

/// The strokes that are there, from the bottom up, eight numbers each: id, tool (0 pen, 1 highlighter, 2 eraser), colour (0xRRGGBBAA),
/// width in points, and the bounds of its samples in points: left, top, right, bottom.
///
/// - Returns: The place of the numbers; `ink_stroke_count` strokes.
@_expose(wasm, "ink_strokes") @_cdecl("ink_strokes")
public func strokes() -> UnsafePointer<Double>? {
  engine.numbers.removeAll(keepingCapacity: true)
  for (id, stroke) in engine.sheet.visibleStrokes {
    engine.numbers.append(Double(id))
    engine.numbers.append(Double(stroke.brush.tool.rawValue))
    engine.numbers.append(Double(stroke.brush.color.rgba))
    engine.numbers.append(Double(stroke.brush.width) / Sample.unitsPerPoint)
    var bounds = (Int32.max, Int32.max, Int32.min, Int32.min)
    for sample in stroke.samples {
      bounds = (min(bounds.0, sample.x), min(bounds.1, sample.y), max(bounds.2, sample.x), max(bounds.3, sample.y))
    }
    engine.numbers.append(Double(bounds.0) / Sample.unitsPerPoint)
    engine.numbers.append(Double(bounds.1) / Sample.unitsPerPoint)
    engine.numbers.append(Double(bounds.2) / Sample.unitsPerPoint)
    engine.numbers.append(Double(bounds.3) / Sample.unitsPerPoint)
  }
  return engine.numbers.withUnsafeBufferPointer { $0.baseAddress }
}

/// How many strokes are there.
@_expose(wasm, "ink_stroke_count") @_cdecl("ink_stroke_count")
public func strokeCount() -> Int32 { engine.sheet.visibleCount }

/// Takes one stroke away, by its id; that can be undone.
@_expose(wasm, "ink_erase_stroke") @_cdecl("ink_erase_stroke")
public func eraseStroke(_ id: Int32) { engine.sheet.apply(.erase([id])) }

/// The outline of a stroke: pairs of doubles, the contours one after another.
///
/// - Returns: The place of the numbers; `ink_number_count` of them.
@_expose(wasm, "ink_outline") @_cdecl("ink_outline")
public func outline(_ id: Int32) -> UnsafePointer<Double>? {
  engine.numbers.removeAll(keepingCapacity: true)
  engine.ends.removeAll(keepingCapacity: true)
  if let stroke = engine.sheet.stroke(id) {
    let outline = stroke.outline(engine.sheet.drawing.model)
    for point in outline.points {
      engine.numbers.append(point.x)
      engine.numbers.append(point.y)
    }
    engine.ends = outline.ends
  }
  return engine.numbers.withUnsafeBufferPointer { $0.baseAddress }
}

/// Where the contours of the last `ink_outline` end, as numbers of corners (exclusive); `ink_outline_end_count` of them.
@_expose(wasm, "ink_outline_ends") @_cdecl("ink_outline_ends")
public func outlineEnds() -> UnsafePointer<Int32>? { engine.ends.withUnsafeBufferPointer { $0.baseAddress } }

/// Contours of the last `ink_outline`.
@_expose(wasm, "ink_outline_end_count") @_cdecl("ink_outline_end_count")
public func outlineEndCount() -> Int32 { Int32(engine.ends.count) }

/// Doubles that the last function of doubles has put down.
@_expose(wasm, "ink_number_count") @_cdecl("ink_number_count")
public func numberCount() -> Int32 { Int32(engine.numbers.count) }
