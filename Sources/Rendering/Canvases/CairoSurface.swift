// What the canvases share of Cairo: surfaces that are freed with their owner, outlines as paths, colours, and its errors as ours.

internal import CCairo
internal import Ink

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Owns a surface of pixels.
final class CairoSurface {
  let pointer: OpaquePointer
  let width: Int
  let height: Int
  /// Whether it has no alpha.
  let isOpaque: Bool

  /// A surface of nothing (black, when it is opaque).
  init(width: Int, height: Int, isOpaque: Bool, source: String) throws(RenderingError) {
    guard PixelPicture.isAllowed(width: width, height: height) else {
      throw RenderingError(.tooLarge(width: width, height: height), source)
    }
    let format = isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
    // Cairo answers with a surface in an error state, never with none.
    guard let made = cairo_image_surface_create(format, Int32(width), Int32(height)) else {
      throw RenderingError(.cannotDraw("no memory for \(width) x \(height) pixels"), source)
    }
    pointer = made
    self.width = width
    self.height = height
    self.isOpaque = isOpaque
    try check(cairo_surface_status(made), source)
  }

  /// A surface that holds a picture; on white where it lets something through and `isFlattened` says so.
  convenience init(_ picture: PixelPicture, isFlattened: Bool, source: String) throws(RenderingError) {
    let isOpaque = isFlattened || picture.isOpaque
    try self.init(width: picture.width, height: picture.height, isOpaque: isOpaque, source: source)
    let white = UInt32(0x0101_0101)
    withPixels { start, stride in
      for y in 0..<height {
        let row = start + y * stride
        for x in 0..<width {
          let pixel = PixelRows.premultiplied(picture.pixels[y * width + x])
          // What is missing to opaque is white's share of each part.
          row[x] = isFlattened ? pixel &+ (255 - pixel >> 24) &* white : pixel
        }
      }
    }
  }

  deinit { cairo_surface_destroy(pointer) }

  /// The pixels, and how many there are from one row to the next; Cairo takes note that they may have changed.
  func withPixels<Result, Failure: Error>(
    _ body: (UnsafeMutablePointer<UInt32>, Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    cairo_surface_flush(pointer)
    defer { cairo_surface_mark_dirty(pointer) }
    // A surface in no error state has data, and Cairo's rows of 4-byte pixels are aligned to 4.
    let data = UnsafeMutableRawPointer(cairo_image_surface_get_data(pointer)!)
    return try body(
      data.assumingMemoryBound(to: UInt32.self), Int(cairo_image_surface_get_stride(pointer)) / 4)
  }

  /// Gives the surface the file that it was decoded from, which PDF then holds instead of pixels.
  func attach(jpeg bytes: [UInt8], _ source: String) throws(RenderingError) {
    guard let copy = malloc(max(bytes.count, 1)) else { throw RenderingError(.cannotDraw("out of memory"), source) }
    bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    let status = cairo_surface_set_mime_data(
      pointer, CAIRO_MIME_TYPE_JPEG, copy.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), free, copy)
    if status != CAIRO_STATUS_SUCCESS { free(copy) }
    try check(status, source)
  }
}

/// Throws what Cairo's status says.
func check(_ status: cairo_status_t, _ source: String) throws(RenderingError) {
  guard status != CAIRO_STATUS_SUCCESS else { return }
  throw RenderingError(.cannotDraw("Cairo cannot draw it: \(String(cString: cairo_status_to_string(status)))"), source)
}

extension OpaquePointer {
  /// Makes an outline the path of this context, in units of the surface. The context keeps its own matrix at one to one, so that
  /// patterns lie pixel on pixel.
  func trace(_ outline: Outline, scaleX: Double, scaleY: Double) {
    // Cairo counts in 1/256 of a pixel and 32 bits; beyond 8 million pixels it would come out on the other side.
    func held(_ value: Double) -> Double { value == value ? min(max(value, -4_000_000), 4_000_000) : 0 }
    cairo_new_path(self)
    var start = 0
    for end in outline.ends {
      for index in start..<Int(end) {
        let point = outline.points[index]
        let (x, y) = (held(point.x * scaleX), held(point.y * scaleY))
        if index == start { cairo_move_to(self, x, y) } else { cairo_line_to(self, x, y) }
      }
      cairo_close_path(self)
      start = Int(end)
    }
  }

  /// Draws with a colour from now on.
  func setSource(_ color: InkColor) {
    cairo_set_source_rgba(
      self, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, Double(color.alpha) / 255)
  }

  /// Draws with a picture from now on, stretched to a size.
  func setSource(_ picture: CairoSurface, width: Double, height: Double, isPadded: Bool) {
    cairo_set_source_surface(self, picture.pointer, 0, 0)
    guard let pattern = cairo_get_source(self) else { return }
    var matrix = cairo_matrix_t()
    cairo_matrix_init_scale(&matrix, Double(picture.width) / width, Double(picture.height) / height)
    cairo_pattern_set_matrix(pattern, &matrix)
    let isSmaller = width < Double(picture.width) || height < Double(picture.height)
    cairo_pattern_set_filter(pattern, isSmaller ? CAIRO_FILTER_BEST : CAIRO_FILTER_GOOD)
    // Without it the edge would be mixed with nothing.
    cairo_pattern_set_extend(pattern, isPadded ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
  }
}

extension InkColor {
  /// The colour as it looks on white.
  var onWhite: InkColor {
    let share = Int(alpha)
    func mixed(_ part: UInt8) -> UInt8 {
      let sum = Int(part) * share + 255 * (255 - share)
      return UInt8((sum + 127) / 255)
    }
    return InkColor(red: mixed(red), green: mixed(green), blue: mixed(blue))
  }
}

extension Drawing {
  /// Decodes the picture that a background names.
  func decoded(_ index: Int32, _ source: String) throws(RenderingError) -> (picture: Picture, pixels: PixelPicture) {
    guard index >= 0, Int(index) < pictures.count else { throw RenderingError(.noPicture(index), source) }
    let picture = pictures[Int(index)]
    let name = source.isEmpty ? "picture \(index)" : "\(source): picture \(index)"
    return (picture, try PictureReader.read(picture, source: name))
  }
}
