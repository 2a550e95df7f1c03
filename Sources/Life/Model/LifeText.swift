// Text as bytes, out and in. The browser's module has no Unicode tables, so that no text passes through `String`. Not inlined, to keep the
// module small.

/// Bytes of text that grow.
struct LifeText {
  private(set) var bytes: [UInt8] = []

  @inline(never)
  mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  @inline(never)
  mutating func add(byte: UInt8) { bytes.append(byte) }

  @inline(never)
  mutating func add(bytes other: [UInt8]) { bytes.append(contentsOf: other) }

  @inline(never)
  mutating func add(_ value: UInt64) {
    var rest = value
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  @inline(never)
  mutating func add(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    add(value.magnitude)
  }

  /// The counts of a set as digits.
  @inline(never)
  mutating func add(digits set: UInt16) {
    for count in 0...8 where set >> UInt16(count) & 1 != 0 { bytes.append(UInt8(ascii: "0") + UInt8(count)) }
  }
}

/// Bytes that are read from the front.
struct LifeScanner {
  let bytes: [UInt8]
  var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset >= bytes.count }
  /// The next byte, 0 at the end.
  var next: UInt8 { offset < bytes.count ? bytes[offset] : 0 }
  var isAtDigit: Bool { next >= UInt8(ascii: "0") && next <= UInt8(ascii: "9") }

  /// The end of the line at `offset`, before its line feed (and carriage return).
  @inline(never)
  func lineEnd() -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 10 { end += 1 }
    if end > offset, bytes[end - 1] == 13 { end -= 1 }
    return end
  }

  /// Goes to the start of the next line.
  @inline(never)
  mutating func skipLine() {
    while offset < bytes.count, bytes[offset] != 10 { offset += 1 }
    if offset < bytes.count { offset += 1 }
  }

  /// Skips spaces and tabs, and carriage returns.
  @inline(never)
  mutating func skipSpace() {
    while next == 32 || next == 9 || next == 13 { offset += 1 }
  }

  /// Whether a word stands at `offset`; letters of either case.
  @inline(never)
  func starts(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      guard bytes.count - offset >= word.count else { return false }
      for index in 0..<word.count where lower(bytes[offset + index]) != lower(word[index]) { return false }
      return true
    }
  }

  private func lower(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// A whole number without a sign.
  @inline(never)
  mutating func number(most: UInt64) throws(LifeError) -> UInt64 {
    let start = offset
    var value: UInt64 = 0
    while isAtDigit {
      let digit = UInt64(next - UInt8(ascii: "0"))
      let (tens, high) = value.multipliedReportingOverflow(by: 10)
      let (sum, over) = tens.addingReportingOverflow(digit)
      guard !high, !over, sum <= most else { throw LifeError(.number, at: start, value: most) }
      value = sum
      offset += 1
    }
    guard offset > start else { throw LifeError(isAtEnd ? .cut : .unexpected, at: offset) }
    return value
  }

  /// A coordinate with an optional sign.
  @inline(never)
  mutating func coordinate() throws(LifeError) -> Int64 {
    let start = offset
    let isNegative = next == UInt8(ascii: "-")
    if isNegative || next == UInt8(ascii: "+") { offset += 1 }
    guard isAtDigit else { throw LifeError(isAtEnd ? .cut : .unexpected, at: offset) }
    var value: Int64 = 0
    while isAtDigit {
      guard value <= LifeBox.limit / 10 else { throw LifeError(.plane, at: start) }
      value = value * 10 + Int64(next - UInt8(ascii: "0"))
      offset += 1
    }
    guard isNegative ? value <= LifeBox.limit : value < LifeBox.limit else { throw LifeError(.plane, at: start) }
    return isNegative ? -value : value
  }
}
