// The spellings of a type's name. A dump of Android names a class `com.a.B` and its array `com.a.B[]`, one of HotSpot
// `com/a/B` and `[Lcom/a/B;`; dex and class files know the descriptor `Lcom/a/B;` (JVMS 4.3.2). Whoever looks for a hashed name
// needs them all.

/// Gives a type's other spellings.
struct TypeNames {
  private var scratch: [UInt8] = []

  /// The primitive types: the letter of the descriptor, and the name.
  static let primitives: [(letter: UInt8, name: StaticString)] = [
    (0x5A, "boolean"), (0x42, "byte"), (0x43, "char"), (0x53, "short"), (0x49, "int"), (0x4A, "long"), (0x46, "float"),
    (0x44, "double"), (0x56, "void"),
  ]

  /// The most dimensions that an array may have (JVMS 4.3.2).
  static let dimensionLimit = 255

  /// Calls `body` with the other spellings of a descriptor: for `Lcom/a/B;` those of the class, for `[[Lcom/a/B;` also
  /// `com.a.B[][]`, for `[I` `int[]`. What is no descriptor has none.
  mutating func forEachSpelling(ofDescriptor bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var dimensions = 0
    while dimensions < bytes.count, bytes[dimensions] == 0x5B { dimensions += 1 }
    guard dimensions < bytes.count, dimensions <= Self.dimensionLimit else { return }
    if bytes.count - dimensions == 1 {
      guard let primitive = Self.primitives.first(where: { $0.letter == bytes[dimensions] }) else { return }
      scratch.removeAll(keepingCapacity: true)
      scratch.append(
        contentsOf: UnsafeBufferPointer(start: primitive.name.utf8Start, count: primitive.name.utf8CodeUnitCount))
      appendBrackets(dimensions)
      scratch.withUnsafeBytes(body)
      return
    }
    guard bytes.count - dimensions > 2, bytes[dimensions] == 0x4C, bytes[bytes.count - 1] == 0x3B else { return }
    let name = UnsafeRawBufferPointer(rebasing: bytes[dimensions + 1..<bytes.count - 1])
    forEachSpelling(ofClass: name, body)
    guard dimensions > 1 else { return }
    setDotted(name)
    appendBrackets(dimensions)
    scratch.withUnsafeBytes(body)
  }

  /// Calls `body` with the spellings of a class that is given as `com/a/B`: that, `com.a.B`, `[Lcom/a/B;` and `com.a.B[]`.
  mutating func forEachSpelling(ofClass name: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    body(name)
    setDotted(name)
    scratch.withUnsafeBytes(body)
    appendBrackets(1)
    scratch.withUnsafeBytes(body)
    scratch.removeAll(keepingCapacity: true)
    scratch.append(0x5B)
    scratch.append(0x4C)
    scratch.append(contentsOf: name)
    scratch.append(0x3B)
    scratch.withUnsafeBytes(body)
  }

  private mutating func setDotted(_ name: UnsafeRawBufferPointer) {
    scratch.removeAll(keepingCapacity: true)
    for byte in name { scratch.append(byte == 0x2F ? 0x2E : byte) }
  }

  private mutating func appendBrackets(_ dimensions: Int) {
    for _ in 0..<dimensions {
      scratch.append(0x5B)
      scratch.append(0x5D)
    }
  }

  /// Calls `body` with each class and array type in a field's or method's descriptor, `(I[JLcom/a/B;)V`; with none when the
  /// bytes are no descriptor.
  static func forEachType(inDescriptor bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    guard let first = bytes.first, first == 0x28 || first == 0x4C || first == 0x5B else { return }
    // First whether it is one, so that text that merely begins like one gives nothing.
    guard walk(bytes, { _ in }) else { return }
    _ = walk(bytes) { body(UnsafeRawBufferPointer(rebasing: bytes[$0])) }
  }

  private static func walk(_ bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Void) -> Bool {
    var at = 0
    func type() -> Bool {
      let start = at
      while at < bytes.count, bytes[at] == 0x5B { at += 1 }
      guard at < bytes.count, at - start <= dimensionLimit else { return false }
      let letter = bytes[at]
      at += 1
      if letter == 0x4C {
        let name = at
        while at < bytes.count, bytes[at] != 0x3B {
          // None of these may stand in a name (JVMS 4.2.2).
          if bytes[at] == 0x2E || bytes[at] == 0x5B || bytes[at] == 0x3C || bytes[at] == 0x28 { return false }
          at += 1
        }
        guard at < bytes.count, at > name else { return false }
        at += 1
      } else if !primitives.contains(where: { $0.letter == letter }) {
        return false
      }
      if at - start > 1 { body(start..<at) }
      return true
    }
    guard bytes[0] == 0x28 else { return type() && at == bytes.count }
    at = 1
    while at < bytes.count, bytes[at] != 0x29 { guard type() else { return false } }
    at += 1
    return at < bytes.count && type() && at == bytes.count
  }
}
