// Animated PNG (PNG third edition, 11.3.4; readers without it show the first frame). A frame is written as the rectangle that
// changed. Where all that changed is opaque - ink nearly always - the rest of the rectangle is written as nothing and the frame laid
// over the one before: growing ink then costs about as many bytes as the new ink alone.
//
//   IHDR, acTL (frames, plays), fcTL IDAT..., { fcTL fdAT... }, IEND; fcTL and fdAT are numbered together from 0
//   fcTL: number, width, height, x, y (4 bytes each), delay's two parts (2 each), what follows, how it is laid (1 each)

public import SystemKit

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Writes frames, one after another, as an animated PNG.
///
///     let writer = try AnimatedPNGWriter(width: 640, height: 480, frames: 2, to: sink)
///     try writer.add(first, milliseconds: 40)
///     try writer.add(second, milliseconds: 1000)
///     try writer.finish()
///
/// Not for use from several threads at once. Memory: one frame and the rectangle at work.
public final class AnimatedPNGWriter<Sink: ByteSink> {
  private let stream: PNGStream<Sink>
  private let width: Int
  private let height: Int
  private let frames: Int
  private let source: String
  private var count = 0
  private var number: UInt32 = 0
  /// What is seen after the frames so far.
  private var shown: [UInt32]

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - width: Of all frames, in pixels.
  ///   - height: Of all frames, in pixels.
  ///   - frames: How many will be added: the file tells it before the first.
  ///   - loops: How often it is played; 0 is for ever.
  ///   - sink: Where it goes.
  ///   - source: What an error names.
  /// - Throws: ``RenderingError``: `tooLarge`, `badFrame` for no frames, or `output`.
  public init(
    width: Int, height: Int, frames: Int, loops: Int = 0, to sink: Sink, source: String = "the animation"
  ) throws(RenderingError) {
    guard PixelPicture.isAllowed(width: width, height: height) else {
      throw RenderingError(.tooLarge(width: width, height: height), source)
    }
    guard frames > 0, frames <= Int32.max else {
      throw RenderingError(.badFrame("\(frames) frames cannot be shown (expected at least 1)"), source)
    }
    stream = PNGStream(sink: sink)
    self.width = width
    self.height = height
    self.frames = frames
    self.source = source
    shown = []
    try output { () throws(SystemError) in
      try stream.writeSignature()
      try stream.writeHeader(width: width, height: height, .rgba)
      let plays = UInt32(min(max(loops, 0), Int(Int32.max)))
      try stream.writeChunk("acTL", stream.bytes(UInt32(frames)) + stream.bytes(plays))
    }
  }

  /// Adds a frame that is shown for a time.
  ///
  /// - Throws: ``RenderingError``: `badFrame` for another size or more frames than were promised, or `output`.
  /// - Complexity: O(pixels) to find what changed; what did not is not written.
  public func add(_ picture: PixelPicture, milliseconds: Int) throws(RenderingError) {
    try picture.withRows { rows throws(RenderingError) in try add(rows, milliseconds: milliseconds) }
  }

  /// Adds what a canvas shows now.
  ///
  /// - Throws: ``RenderingError``: what failed on the canvas, and as for a picture.
  public func add(_ canvas: PixelCanvas, milliseconds: Int) throws(RenderingError) {
    try canvas.withRows { rows throws(RenderingError) in try add(rows, milliseconds: milliseconds) }
  }

  /// Ends the file.
  ///
  /// - Throws: ``RenderingError``: `badFrame` when fewer frames were added than promised, or `output`.
  public func finish() throws(RenderingError) {
    guard count == frames else {
      throw RenderingError(.badFrame("\(count) frames were added, \(frames) were promised"), source)
    }
    try output { () throws(SystemError) in try stream.writeEnd() }
  }

  func add(_ rows: PixelRows, milliseconds: Int) throws(RenderingError) {
    guard rows.width == width, rows.height == height else {
      throw RenderingError(
        .badFrame("frame \(count + 1) is \(rows.width) x \(rows.height) (expected \(width) x \(height))"), source)
    }
    guard count < frames else { throw RenderingError(.badFrame("more frames than the promised \(frames)"), source) }
    defer { count += 1 }
    guard count > 0 else {
      shown = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, written in
        for y in 0..<height { rows.read(y, into: buffer.baseAddress! + y * width) }
        written = width * height
      }
      let all = Change(x: 0..<width, y: 0..<height, isOver: false)
      return try output { () throws(SystemError) in
        try writeControl(all, milliseconds)
        try stream.writePixels(rows, .rgba, as: "IDAT")
      }
    }
    // A frame needs a rectangle even where nothing changed: one pixel, as it is.
    let change = self.change(to: rows) ?? Change(x: 0..<1, y: 0..<1, isOver: false)
    let pixels = apply(change, rows)
    try output { () throws(SystemError) in
      try writeControl(change, milliseconds)
      try pixels.withUnsafeBufferPointer { buffer throws(SystemError) in
        let part = PixelRows(
          start: buffer.baseAddress!, stride: change.x.count, width: change.x.count, height: change.y.count,
          layout: .straight)
        try stream.writePixels(part, .rgba, as: "fdAT") { stream.bytes(nextNumber()) }
      }
    }
  }

  // MARK: - What changed

  private struct Change {
    var x: Range<Int>
    var y: Range<Int>
    /// Whether it can be laid over what is shown.
    var isOver: Bool
  }

  private func change(to rows: PixelRows) -> Change? {
    var change: Change?
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { row in
      let new = row.baseAddress!
      shown.withUnsafeBufferPointer { shown in
        for y in 0..<height {
          rows.read(y, into: new)
          let old = shown.baseAddress! + y * width
          if memcmp(new, old, width * 4) == 0 { continue }
          var (first, last) = (0, width - 1)
          while new[first] == old[first] { first += 1 }
          while new[last] == old[last] { last -= 1 }
          var isOver = true
          for x in first...last where new[x] != old[x] && new[x] >> 24 != 0xff { isOver = false }
          let known = change ?? Change(x: first..<first, y: y..<y, isOver: true)
          change = Change(
            x: min(known.x.lowerBound, first)..<max(known.x.upperBound, last + 1), y: known.y.lowerBound..<y + 1,
            isOver: known.isOver && isOver)
        }
      }
    }
    return change
  }

  /// The pixels of a frame's rectangle; afterwards they are shown.
  private func apply(_ change: Change, _ rows: PixelRows) -> [UInt32] {
    let width = width
    return shown.withUnsafeMutableBufferPointer { shown in
      [UInt32](unsafeUninitializedCapacity: change.x.count * change.y.count) { buffer, written in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { row in
          for y in change.y {
            rows.read(y, into: row.baseAddress!)
            for x in change.x {
              let isSame = row[x] == shown[y * width + x]
              buffer[written] = isSame && change.isOver ? 0 : row[x]
              shown[y * width + x] = row[x]
              written += 1
            }
          }
        }
      }
    }
  }

  // MARK: - Chunks

  private func nextNumber() -> UInt32 {
    defer { number += 1 }
    return number
  }

  private func writeControl(_ change: Change, _ milliseconds: Int) throws(SystemError) {
    let place = [change.x.count, change.y.count, change.x.lowerBound, change.y.lowerBound]
    let (delay, unit) = Self.delay(milliseconds)
    try stream.writeChunk(
      "fcTL",
      stream.bytes(nextNumber()) + place.flatMap { stream.bytes(UInt32($0)) }
        + [UInt8(delay >> 8), UInt8(delay & 255), UInt8(unit >> 8), UInt8(unit & 255), 0, change.isOver ? 1 : 0])
  }

  /// A time as a fraction of a second in two numbers of 16 bits: exact up to 65 s, to a tenth of a second beyond, at most 18 hours.
  static func delay(_ milliseconds: Int) -> (Int, Int) {
    let time = max(0, milliseconds)
    for (unit, step) in [(1000, 1), (10, 100), (1, 1000)] where time / step < 65_535 {
      return (time / step + (time % step * 2 >= step && step > 1 ? 1 : 0), unit)
    }
    return (65_535, 1)
  }

  private func output(_ body: () throws(SystemError) -> Void) throws(RenderingError) {
    do throws(SystemError) { try body() } catch { throw RenderingError(.output(error), source) }
  }
}
