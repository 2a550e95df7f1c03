// The two kinds of lines of a mapping (ProGuard manual, "-printmapping"; R8, doc/retrace.md):
//
//   original.Class -> obfuscated.Class:
//       [first:last:]type [original.Owner.]name[(arguments)[:first[:last]]] -> obfuscated
//
// The numbers before a method are lines of the obfuscated class, those behind it of the original. Only offsets are kept; a line is
// parsed once when the mapping is read, to say what is wrong with it, and again when its name is looked for.

/// A member's line, as places in the file.
struct MemberLine {
  /// The lines of the obfuscated method; empty (`first > last`) where none are named.
  var first = 0
  var last = -1
  /// The lines of the original method: `originalFirst` is -1 where none are named, `originalLast` where there is only one.
  var originalFirst = -1
  var originalLast = -1
  var type = 0..<0
  /// The original name, with its class where that is another one.
  var name = 0..<0
  /// What stands between the parentheses; `nil` for a field.
  var arguments: Range<Int>?
  var obfuscated = 0..<0

  var hasRange: Bool { first <= last }

  /// Parses a line without the spaces around it; `nil` when it is no member's line.
  init?(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) {
    var at = line.lowerBound
    let end = line.upperBound
    func isAt(_ byte: UInt8) -> Bool { at < end && bytes[at] == byte }
    func number() -> Int? {
      let start = at
      var value = 0
      while at < end, bytes[at] &- 0x30 < 10, at &- start < 10 {
        value = value &* 10 &+ Int(bytes[at] &- 0x30)
        at &+= 1
      }
      return at > start && value <= Int(Int32.max) ? value : nil
    }

    if at < end, bytes[at] &- 0x30 < 10 {
      guard let from = number(), isAt(0x3A) else { return nil }
      at &+= 1
      (first, last) = (from, from)
      if at < end, bytes[at] &- 0x30 < 10 {
        guard let to = number(), to >= from, isAt(0x3A) else { return nil }
        at &+= 1
        last = to
      }
    }

    let typeStart = at
    while at < end, bytes[at] != 0x20, bytes[at] != 0x3A { at &+= 1 }
    guard at > typeStart, isAt(0x20) else { return nil }
    type = typeStart..<at
    while isAt(0x20) { at &+= 1 }

    let nameStart = at
    while at < end, bytes[at] != 0x20, bytes[at] != 0x28 { at &+= 1 }
    guard at > nameStart else { return nil }
    name = nameStart..<at
    if isAt(0x28) {
      let start = at &+ 1
      while at < end, bytes[at] != 0x29 { at &+= 1 }
      guard at < end else { return nil }
      arguments = start..<at
      at &+= 1
      if isAt(0x3A) {
        at &+= 1
        guard let from = number() else { return nil }
        originalFirst = from
        if isAt(0x3A) {
          at &+= 1
          guard let to = number() else { return nil }
          originalLast = to
        }
      }
    }
    guard let target = Self.target(bytes, at..<end) else { return nil }
    obfuscated = target
  }

  /// What stands behind ` -> `: one word.
  private static func target(_ bytes: UnsafeRawBufferPointer, _ rest: Range<Int>) -> Range<Int>? {
    var at = rest.lowerBound
    let end = rest.upperBound
    guard at < end, bytes[at] == 0x20 else { return nil }
    while at < end, bytes[at] == 0x20 { at &+= 1 }
    guard at &+ 2 < end, bytes[at] == 0x2D, bytes[at &+ 1] == 0x3E, bytes[at &+ 2] == 0x20 else { return nil }
    at &+= 3
    while at < end, bytes[at] == 0x20 { at &+= 1 }
    let start = at
    while at < end, bytes[at] != 0x20 { at &+= 1 }
    return at == end && at > start ? start..<end : nil
  }

  /// The original and the obfuscated name in a class's line; `nil` when it is none.
  static func parseClass(
    _ bytes: UnsafeRawBufferPointer, _ line: Range<Int>
  ) -> (original: Range<Int>, obfuscated: Range<Int>)? {
    var at = line.lowerBound
    while at < line.upperBound, bytes[at] != 0x20 { at &+= 1 }
    let original = line.lowerBound..<at
    guard let target = target(bytes, at..<line.upperBound), target.count > 1, !original.isEmpty,
      bytes[target.upperBound &- 1] == 0x3A
    else { return nil }
    return (original, target.lowerBound..<target.upperBound &- 1)
  }
}

extension UnsafeRawBufferPointer {
  /// A line without the spaces and tabs before and behind it.
  func trimmed(_ line: Range<Int>) -> Range<Int> {
    var (start, end) = (line.lowerBound, line.upperBound)
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start &+= 1 }
    while end > start, self[end &- 1] == 0x20 || self[end &- 1] == 0x09 { end &-= 1 }
    return start..<end
  }

  /// Whether some bytes occur in a range; for short lines.
  func contains(_ needle: StaticString, in range: Range<Int>) -> Bool {
    let count = needle.utf8CodeUnitCount
    let wanted = UnsafeBufferPointer(start: needle.utf8Start, count: count)
    var at = range.lowerBound
    while at &+ count <= range.upperBound {
      if self[at] == wanted[0], self[at..<at &+ count].elementsEqual(wanted) { return true }
      at &+= 1
    }
    return false
  }
}
