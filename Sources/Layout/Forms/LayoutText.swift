// Code as bytes. The browser's module has no Unicode tables, so that no text passes through `String`.

/// Lines of code that grow.
struct LayoutText {
  private(set) var bytes: [UInt8] = []

  @inline(never)
  mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  @inline(never)
  mutating func add(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// A number with at most six places, without needless zeros.
  @inline(never)
  mutating func add(_ value: Double) {
    let millionths = Int64((value.magnitude * 1_000_000 + 0.5).rounded(.down))
    if value < 0, millionths > 0 { bytes.append(UInt8(ascii: "-")) }
    // Whole parts are lengths of up to a million points: 32 bits hold them.
    add(Int(millionths / 1_000_000))
    var part = millionths % 1_000_000
    guard part > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var unit: Int64 = 100_000
    while part > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: part / unit))
      part %= unit
      unit /= 10
    }
  }

  /// Text with `#` where numbers go, in order.
  @inline(never)
  mutating func add(_ text: StaticString, _ values: Double...) {
    var index = 0
    text.withUTF8Buffer { text in
      for byte in text {
        if byte == UInt8(ascii: "#"), index < values.count {
          add(values[index])
          index += 1
        } else {
          bytes.append(byte)
        }
      }
    }
  }
}
