// The numbers of a stroke as InkML has them. Between two numbers stands a space only where they would run together: a sign, a mark of
// differences or a comma part them as well.

internal import ByteKit
internal import Ink

/// Writes traces.
enum InkMLTraceText {
  /// A channel as it is declared.
  struct Channel {
    var name: String
    var units: String
    /// Steps in a unit.
    var steps: Int
    var range: ClosedRange<Int>?
    /// Whether it moves on by much the same from sample to sample.
    var isSteady: Bool
    var value: @Sendable (Sample) -> Int64
  }

  /// The channels of a stroke, places first.
  static func channels(of channels: Channels) -> [Channel] {
    var rows = [
      Channel(name: "X", units: "in", steps: 9_600, isSteady: true) { Int64($0.x) },
      Channel(name: "Y", units: "in", steps: 9_600, isSteady: true) { Int64($0.y) },
    ]
    if channels.contains(.time) {
      rows.append(Channel(name: "T", units: "ms", steps: 10, isSteady: true) { Int64($0.time) })
    }
    if channels.contains(.pressure) {
      let range = 0...Int(Sample.fullPressure)
      rows.append(Channel(name: "F", units: "dev", steps: 1, range: range, isSteady: false) { Int64($0.pressure) })
    }
    if channels.contains(.tilt) {
      let range = -9_000...9_000
      rows.append(Channel(name: "OTx", units: "deg", steps: 100, range: range, isSteady: false) { Int64($0.tiltX) })
      rows.append(Channel(name: "OTy", units: "deg", steps: 100, range: range, isSteady: false) { Int64($0.tiltY) })
    }
    return rows
  }

  /// Appends the samples of a stroke.
  static func append(_ stroke: Stroke, _ encoding: InkMLWriter.Encoding, to output: inout ByteWriter) {
    let rows = channels(of: stroke.channels)
    var last = [Int64](repeating: 0, count: rows.count)
    var change = last
    for (index, sample) in stroke.samples.enumerated() {
      if index > 0 { output.append(",") }
      // Whether a digit stands before, so that another one would belong to its number.
      var isOpen = false
      for at in rows.indices {
        let value = rows[at].value(sample)
        let difference = value - last[at]
        let isSecond = encoding == .secondDifferences && rows[at].isSteady
        var number = value
        if index > 0, encoding != .explicit {
          let mark: UInt8? =
            switch index {
            case 1: 0x27
            case 2: isSecond ? 0x22 : nil
            default: nil
            }
          if let mark {
            output.append(mark)
            isOpen = false
          }
          number = isSecond && index > 1 ? difference - change[at] : difference
        }
        if isOpen, number >= 0 { output.append(0x20) }
        output.appendDecimal(number)
        isOpen = true
        (change[at], last[at]) = (difference, value)
      }
    }
  }
}
