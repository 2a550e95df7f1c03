// The part of JSON that a saved drawing has: objects of known members, lists, whole numbers, short words. Anything else is an error with
// its place.

struct DrawingScanner {
  let bytes: [UInt8]
  private(set) var offset: Int
  let end: Int

  init(_ bytes: [UInt8], from offset: Int, to end: Int) {
    self.bytes = bytes
    self.offset = offset
    self.end = end
  }

  private mutating func skipSpace() {
    while offset < end, bytes[offset] == 0x20 || bytes[offset] == 0x0a || bytes[offset] == 0x0d || bytes[offset] == 0x09
    {
      offset += 1
    }
  }

  /// The next byte that is no space, without taking it.
  @inline(never)
  mutating func peek() throws(DrawingError) -> UInt8 {
    skipSpace()
    guard offset < end else { throw DrawingError(.cut, at: offset) }
    return bytes[offset]
  }

  /// Takes one byte.
  @inline(never)
  mutating func take(_ byte: UInt8) throws(DrawingError) {
    guard try peek() == byte else { throw DrawingError(.unexpected, at: offset) }
    offset += 1
  }

  /// Takes a byte if it is next.
  @inline(never)
  mutating func takes(_ byte: UInt8) throws(DrawingError) -> Bool {
    guard try peek() == byte else { return false }
    offset += 1
    return true
  }

  /// A whole number from `least` to `most`.
  @inline(never)
  mutating func number(_ least: Int64, _ most: Int64) throws(DrawingError) -> Int64 {
    _ = try peek()
    let start = offset
    let isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    var value: Int64 = 0
    let first = offset
    while offset < end, bytes[offset] >= UInt8(ascii: "0"), bytes[offset] <= UInt8(ascii: "9") {
      value = value * 10 + Int64(bytes[offset] - UInt8(ascii: "0"))
      guard value < 1 << 40 else { throw DrawingError(.range, at: start) }
      offset += 1
    }
    guard offset > first else { throw DrawingError(offset < end ? .unexpected : .cut, at: offset) }
    if bytes[first] == UInt8(ascii: "0"), offset > first + 1 { throw DrawingError(.unexpected, at: first) }
    guard offset < end else { throw DrawingError(.cut, at: offset) }
    let next = bytes[offset]
    guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") else { throw DrawingError(.range, at: start) }
    if isNegative { value = -value }
    guard value >= least, value <= most else { throw DrawingError(.range, at: start) }
    return value
  }

  /// A string without escapes; its bytes.
  @inline(never)
  mutating func string() throws(DrawingError) -> Range<Int> {
    try take(UInt8(ascii: "\""))
    let start = offset
    while offset < end, bytes[offset] != UInt8(ascii: "\"") {
      guard bytes[offset] >= 0x20, bytes[offset] != UInt8(ascii: "\\") else {
        throw DrawingError(.unexpected, at: offset)
      }
      offset += 1
    }
    guard offset < end else { throw DrawingError(.cut, at: offset) }
    offset += 1
    return start..<offset - 1
  }

  func matches(_ range: Range<Int>, _ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      guard text.count == range.count else { return false }
      for index in 0..<text.count where bytes[range.lowerBound + index] != text[index] { return false }
      return true
    }
  }

  /// One of some words.
  mutating func word<Value>(of words: [(Value, StaticString)]) throws(DrawingError) -> Value {
    let range = try string()
    for (value, text) in words where matches(range, text) { return value }
    throw DrawingError(.unknownName, at: range.lowerBound)
  }

  /// The next member of an object whose members are `names`, each at most once: its place in `names`, or `nil` at the end.
  ///
  /// - Parameter seen: The members so far, a bit each; 0 at the beginning.
  @inline(never)
  mutating func member(of names: [StaticString], _ seen: inout UInt32) throws(DrawingError) -> Int? {
    if seen & 1 << 31 == 0 {
      try take(UInt8(ascii: "{"))
      seen |= 1 << 31
      if try takes(UInt8(ascii: "}")) { return nil }
    } else {
      if try takes(UInt8(ascii: "}")) { return nil }
      try take(UInt8(ascii: ","))
    }
    let name = try string()
    var place = 0
    while place < names.count, !matches(name, names[place]) { place += 1 }
    guard place < names.count else { throw DrawingError(.unknownName, at: name.lowerBound) }
    guard seen & 1 << UInt32(place) == 0 else { throw DrawingError(.repeatedName, at: name.lowerBound) }
    seen |= 1 << UInt32(place)
    try take(UInt8(ascii: ":"))
    return place
  }

  /// Whether a list has a further element.
  @inline(never)
  mutating func element(_ isFirst: inout Bool) throws(DrawingError) -> Bool {
    if isFirst {
      isFirst = false
      try take(UInt8(ascii: "["))
      return try !takes(UInt8(ascii: "]"))
    }
    if try takes(UInt8(ascii: "]")) { return false }
    try take(UInt8(ascii: ","))
    return true
  }

  mutating func base64() throws(DrawingError) -> [UInt8] {
    let range = try string()
    guard range.count % 4 == 0 else { throw DrawingError(.base64, at: range.upperBound) }
    var result: [UInt8] = []
    result.reserveCapacity(range.count / 4 * 3)
    var index = range.lowerBound
    while index < range.upperBound {
      var word: UInt32 = 0
      var padding = 0
      for place in index..<index + 4 {
        let byte = bytes[place]
        let digit: UInt8
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): digit = 62
        case UInt8(ascii: "/"): digit = 63
        case UInt8(ascii: "=") where index + 4 == range.upperBound && place >= index + 2:
          digit = 0
          padding += 1
        default: throw DrawingError(.base64, at: place)
        }
        if padding > 0, byte != UInt8(ascii: "=") { throw DrawingError(.base64, at: place) }
        word = word << 6 | UInt32(digit)
      }
      result.append(UInt8(truncatingIfNeeded: word >> 16))
      if padding < 2 { result.append(UInt8(truncatingIfNeeded: word >> 8)) }
      if padding < 1 { result.append(UInt8(truncatingIfNeeded: word)) }
      index += 4
    }
    return result
  }
}
