// The numbers of a trace (Recommendation, "Trace format and trace data"):
//
//   point [, point]…                  a point has a value for each regular channel, then for as many intermittent ones as it tells
//   !5  '5  "5                        as it is; added to the last value; added to what was added last. The mark stays in force for
//                                     its channel until another one comes
//   *   ?                             the last value again; not known
//   -12.5  #1F  T  F                  decimal, hexadecimal, truth values
//
// Where a number ends and the next begins without doubt nothing stands between them: `0,'37'-40'1680'0'0,"16"-18`.

internal import Ink

/// Reads the numbers of one trace.
struct InkMLTrace {
  private enum Mark: UInt8 { case explicit, difference, secondDifference }

  /// What went wrong, at an offset in the text.
  struct Failure: Error {
    var kind: InkFormatError.Kind
    var offset: Int
  }

  private var scan: NumberScan
  private let layout: InkMLLayout
  private var marks: [Mark]
  private var last: [Double]
  private var change: [Double]
  private(set) var points: [RawPoint] = []
  /// How many points have no known place.
  private(set) var unknownPlaces = 0
  /// Whether an elevation other than 0 was told: a pen does not write lying flat, so 0 throughout is a device that tells none.
  private(set) var hasElevation = false

  /// Reads the text of a trace.
  ///
  /// - Parameter budget: how many points there may still be.
  init(_ bytes: UnsafeRawBufferPointer, _ layout: InkMLLayout, budget: Int) throws(Failure) {
    scan = NumberScan(bytes)
    self.layout = layout
    marks = Array(repeating: .explicit, count: layout.slots.count)
    last = layout.slots.map(\.initial)
    change = Array(repeating: 0, count: layout.slots.count)
    while true {
      skipSeparators()
      if scan.isAtEnd { break }
      guard points.count < budget else {
        throw Failure(kind: .tooMany("samples", limit: InkReader.sampleLimit), offset: scan.at)
      }
      try point()
    }
  }

  /// White space, and commas with no point before them, which some writers put at the end.
  private mutating func skipSeparators() {
    scan.skipSpace()
    while scan.next == 0x2C {
      scan.at += 1
      scan.skipSpace()
    }
  }

  private mutating func point() throws(Failure) {
    var index = 0
    var isPlaced = true
    let start = scan.at
    while true {
      scan.skipSpace()
      if scan.isAtEnd || scan.next == 0x2C { break }
      guard index < layout.slots.count else {
        throw Failure(
          kind: .malformed(value: scan.piece(), expected: "',' after \(layout.slots.count) values"), offset: scan.at)
      }
      if try !value(index), layout.slots[index].role == .x || layout.slots[index].role == .y { isPlaced = false }
      index += 1
    }
    guard index >= layout.regularCount else {
      let names = layout.names.prefix(layout.regularCount).joined(separator: " ")
      throw Failure(
        kind: .malformed(value: text(start), expected: "values of \(names.prefix(80))"), offset: start)
    }
    guard isPlaced else {
      unknownPlaces += 1
      return
    }
    points.append(sample())
  }

  private func text(_ start: Int) -> String {
    String(decoding: scan.bytes[start..<min(scan.at, start + 40)], as: UTF8.self)
  }

  /// Reads the next value of a channel; `false` when it is not known.
  private mutating func value(_ index: Int) throws(Failure) -> Bool {
    switch scan.next {
    case 0x21: mark(index, .explicit)
    case 0x27: mark(index, .difference)
    case 0x22: mark(index, .secondDifference)
    default: break
    }
    let isTruth = layout.slots[index].kind == .boolean
    switch scan.next {
    case 0x2A:
      scan.at += 1
      change[index] = 0
      return true
    case 0x3F:
      scan.at += 1
      return false
    case 0x54 where isTruth, 0x46 where isTruth:
      last[index] = scan.next == 0x54 ? 1 : 0
      scan.at += 1
      return true
    default: break
    }
    guard !isTruth else {
      throw Failure(
        kind: .malformed(value: scan.piece(), expected: "T or F of channel \(layout.names[index])"),
        offset: scan.at)
    }
    let start = scan.at
    guard let number = scan.next == 0x23 ? hexadecimal() : scan.number() else {
      throw Failure(
        kind: .malformed(value: scan.piece(), expected: "a number of channel \(layout.names[index])"),
        offset: start)
    }
    var value = number
    switch marks[index] {
    case .explicit: break
    case .difference: value += last[index]
    case .secondDifference: value += last[index] + change[index]
    }
    guard abs(value) <= NumberScan.largest else {
      throw Failure(kind: .malformed(value: scan.piece(from: start), expected: "a smaller sum"), offset: start)
    }
    // What the first value differs from is no movement.
    change[index] = points.isEmpty ? 0 : value - last[index]
    last[index] = value
    return true
  }

  private mutating func mark(_ index: Int, _ mark: Mark) {
    marks[index] = mark
    scan.at += 1
    scan.skipSpace()
  }

  /// `#1F`; at most twelve digits.
  private mutating func hexadecimal() -> Double? {
    var here = scan.at + 1
    var value: UInt64 = 0
    while here < scan.end, here - scan.at <= 12, let digit = Self.digit(scan.bytes[here]) {
      value = value << 4 | UInt64(digit)
      here += 1
    }
    guard here > scan.at + 1 else { return nil }
    scan.at = here
    return Double(value)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }

  /// The sample of the values so far.
  private mutating func sample() -> RawPoint {
    var point = RawPoint(x: 0, y: 0)
    var scales = (x: 1.0, y: 1.0)
    var (azimuth, elevation) = (0.0, 90.0)
    for index in layout.slots.indices {
      let (slot, value) = (layout.slots[index], last[index])
      switch slot.role {
      case .x: (point.x, scales.x) = (value, slot.scale)
      case .y: (point.y, scales.y) = (value, slot.scale)
      case .time: point.time = value * slot.scale
      case .force: point.pressure = pressure(value)
      case .tiltX: point.tiltX = Float(value * slot.scale)
      case .tiltY: point.tiltY = Float(value * slot.scale)
      case .azimuth: azimuth = value * slot.scale
      case .elevation: elevation = value * slot.scale
      case .other: break
      }
    }
    if let map = layout.transform {
      let (x, y) = (point.x, point.y)
      point.x = map.a * x + map.b * y + map.c
      point.y = map.d * x + map.e * y + map.f
    }
    point.x *= scales.x
    point.y *= scales.y
    if layout.hasDirection {
      if elevation != 0 { hasElevation = true }
      (point.tiltX, point.tiltY) = PenAngles.tilts(azimuth: azimuth, altitude: elevation)
    }
    return point
  }

  /// A force as a share of the greatest, or as it is where the greatest is not known.
  private func pressure(_ value: Double) -> Float {
    let (least, range) = layout.force
    return Float(range > 0 ? min(max((value - least) / range, 0), 1) : max(value - least, 0))
  }
}
