// Reads samples of Wacom tablets as text (.svc), as signature and handwriting collections have them (SVC2004, BDALab).
//
//   count                                                 a line of its own
//   x y t status [azimuth altitude pressure]              a sample a line; status 1: on the surface, 0: above it
//
// Two conventions are in use and tell themselves by their decimal points: whole numbers are what the tablet said (5,080 lines an inch,
// milliseconds), decimal numbers were converted (millimetres, seconds); so BDALab's handwriting-sample does it. Angles are tenths of a
// degree in both. Y grows away from the user, as Wintab has it. Movement above the surface parts strokes and is left out.

internal import ByteKit
internal import Ink

enum SVCReader {
  /// Lines of the tablet in an inch.
  static let linesPerInch = 5_080.0
  /// Full pressures of tablets.
  static let pressures = [1.0, 1_023, 2_047, 8_191, 32_767, 65_535]

  /// Whether a file begins with a count and then a line of four or seven numbers.
  static func recognises(_ head: UnsafeRawBufferPointer) -> Bool {
    var lines = LineScanner(head.bytes)
    guard let first = lines.nextRange(), let second = lines.nextRange() else { return false }
    let isCount = head[first].allSatisfy { $0 <= 0x20 || (48...57).contains($0) }
    guard isCount, numbers(head, first).count == 1 else { return false }
    return [4, 7].contains(numbers(head, second).count)
  }

  /// The numbers of a line; empty when something else stands there.
  private static func numbers(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> [Double] {
    var scan = NumberScan(bytes, from: range.lowerBound, to: range.upperBound)
    var found: [Double] = []
    scan.skipSpace()
    while !scan.isAtEnd {
      guard found.count < 8, let value = scan.number(), scan.next <= 0x20 else { return [] }
      found.append(value)
      scan.skipSpace()
    }
    return found
  }

  private struct Reading {
    var x: Double
    var y: Double
    var time: Double
    var azimuth: Float
    var altitude: Float
    var pressure: Float
  }

  /// Reads a file.
  ///
  /// - Throws: `InkFormatError` with the line that cannot be read.
  /// - Complexity: O(n).
  static func read(
    _ bytes: UnsafeRawBufferPointer, _ source: String, _ selection: PageSelection
  ) throws(InkFormatError) -> InkDocument {
    var tally = WarningTally()
    var lines = LineScanner(bytes.bytes)
    var count: Double?
    var runs: [[Reading]] = []
    var (total, aloft, columns) = (0, 0, 0)
    var isDown = false
    var isConverted = (place: false, time: false)
    while let range = lines.nextRange() {
      guard bytes[range].contains(where: { $0 > 0x20 }) else { continue }
      let values = numbers(bytes, range)
      if count == nil, values.count == 1 {
        count = values[0]
        continue
      }
      guard values.count == 4 || values.count == 7, columns == 0 || values.count == columns else {
        let text = String(decoding: bytes[range].prefix(60), as: UTF8.self)
        throw InkFormatError(
          .malformed(value: text, expected: "x y t status azimuth altitude pressure"), source: source,
          at: .line(lines.number))
      }
      columns = values.count
      total += 1
      guard total <= InkReader.sampleLimit else {
        throw InkFormatError(
          .tooMany("samples", limit: InkReader.sampleLimit), source: source, at: .line(lines.number))
      }
      notePoints(bytes, range, &isConverted)
      guard values[3] != 0 else {
        aloft += 1
        isDown = false
        continue
      }
      if !isDown {
        guard runs.count < InkReader.strokeLimit else {
          throw InkFormatError(
            .tooMany("strokes", limit: InkReader.strokeLimit), source: source, at: .line(lines.number))
        }
        runs.append([])
      }
      isDown = true
      let angles = columns == 7 ? (values[4], values[5], values[6]) : (0, 0, 0)
      runs[runs.count - 1].append(
        Reading(
          x: values[0], y: values[1], time: values[2], azimuth: Float(angles.0), altitude: Float(angles.1),
          pressure: Float(angles.2)))
    }
    if let count, count != Double(total) {
      tally.note("its first line says \(Int(clamping: Int64(min(count, 1e15)))) samples, it has \(total)")
    }
    if aloft > 0 { tally.leaveOut("a sample above the surface", "samples above the surface", count: aloft) }
    let strokes = strokes(of: runs, hasPen: columns == 7, isConverted, &tally)
    let page = InkPage(
      number: 1, key: nil, title: nil, drawing: InkPlacement.drawing(around: strokes, hasUnits: true, &tally))
    return try .single(.wacomSVC, page, tally.warnings, selection, source)
  }

  /// Notes whether a line's coordinates and time have decimal points.
  private static func notePoints(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ isConverted: inout (place: Bool, time: Bool)
  ) {
    if isConverted.place && isConverted.time { return }
    var column = 0
    var isInside = false
    for byte in bytes[range] {
      if byte <= 0x20 {
        isInside = false
      } else {
        if !isInside { column += 1 }
        isInside = true
        if column > 3 { return }
        if byte == 0x2E, column == 3 { isConverted.time = true }
        if byte == 0x2E, column < 3 { isConverted.place = true }
      }
    }
  }

  private static func strokes(
    of runs: [[Reading]], hasPen: Bool, _ isConverted: (place: Bool, time: Bool), _ tally: inout WarningTally
  ) -> [RawStroke] {
    let scale = isConverted.place ? 96 / 25.4 : 96 / linesPerInch
    if !isConverted.place {
      tally.note("coordinates are taken as \(Int(linesPerInch)) lines an inch, which the file does not say")
    }
    var (hardest, steepest, widest): (Float, Float, Float) = (0, 0, 0)
    for reading in runs.joined() {
      hardest = max(hardest, reading.pressure)
      steepest = max(steepest, reading.altitude)
      widest = max(widest, reading.azimuth)
    }
    let full = pressures.first { Double(hardest) <= $0 } ?? Double(hardest)
    let perDegree: Double = steepest > 90 || widest > 360 ? 10 : 1
    return runs.map { run in
      var stroke = RawStroke(brush: Brush(), channels: hasPen ? [.time, .pressure, .tilt] : .time)
      stroke.points = run.map { reading in
        var point = RawPoint(
          x: reading.x * scale, y: -reading.y * scale, time: reading.time * (isConverted.time ? 1_000 : 1))
        if hasPen {
          point.pressure = Float(Double(max(reading.pressure, 0)) / full)
          let tilts = PenAngles.tilts(
            azimuth: Double(reading.azimuth) / perDegree, altitude: Double(reading.altitude) / perDegree)
          (point.tiltX, point.tiltY) = (tilts.x, tilts.y)
        }
        return point
      }
      return stroke
    }
  }
}
