// Text as bytes, both ways. The browser's module has no Unicode tables, so that no text passes through `String`.

/// Bytes of text that grow.
struct TurtleText {
  private(set) var bytes: [UInt8] = []

  @inline(never)
  mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func add(bytes other: [UInt8]) { bytes.append(contentsOf: other) }

  @inline(never)
  mutating func add(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    add(digits: value.magnitude, separated: false)
  }

  /// A number with a comma between thousands.
  @inline(never)
  mutating func add(grouped value: UInt64) { add(digits: value, separated: true) }

  private mutating func add(digits value: UInt64, separated: Bool) {
    var rest = value
    let start = bytes.count
    var count = 0
    repeat {
      if separated, count > 0, count % 3 == 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      count += 1
    } while rest > 0
    bytes[start...].reverse()
  }
}

/// What numbers and names look like in a file.
enum TurtleScan {
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Bytes without spaces around them.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var part = bytes
    while let first = part.first, isSpace(first) { part = part.dropFirst() }
    while let last = part.last, isSpace(last) { part = part.dropLast() }
    return part
  }

  /// A decimal number with at most six places as millionths; `nil` for anything else and from a million on.
  static func millionths(_ bytes: ArraySlice<UInt8>) -> Int64? {
    var rest = bytes
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    var value: Int64 = 0
    var places = -1
    var digits = 0
    for byte in rest {
      if byte == UInt8(ascii: "."), places < 0 {
        places = 0
        continue
      }
      guard isDigit(byte), digits < 12, places < 6 else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      digits += 1
      if places >= 0 { places += 1 }
    }
    guard digits > 0, places != 0 else { return nil }
    var missing = 6 - max(places, 0)
    while missing > 0 {
      value *= 10
      missing -= 1
    }
    guard value < 1_000_000_000_000 else { return nil }
    return isNegative ? -value : value
  }

  static func equals(_ bytes: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      guard text.count == bytes.count else { return false }
      for index in 0..<text.count where bytes[bytes.startIndex + index] != text[index] { return false }
      return true
    }
  }

  /// How many letters differ, are missing, too many or swapped with their neighbour (optimal string alignment).
  static func distance(_ bytes: ArraySlice<UInt8>, _ text: StaticString) -> Int {
    text.withUTF8Buffer { text in
      var beforeLast = [Int](repeating: 0, count: text.count + 1)
      var last = Array(0...text.count)
      var current = last
      var line = 0
      var previous: UInt8 = 0
      for byte in bytes {
        let letter = byte | 0x20
        line += 1
        current[0] = line
        for index in 0..<text.count {
          let change = last[index] + (letter == text[index] ? 0 : 1)
          var best = min(change, min(last[index + 1], current[index]) + 1)
          if line > 1, index > 0, letter == text[index - 1], previous == text[index] {
            best = min(best, beforeLast[index - 1] + 1)
          }
          current[index + 1] = best
        }
        (beforeLast, last, current) = (last, current, beforeLast)
        previous = letter
      }
      return last[text.count]
    }
  }
}
