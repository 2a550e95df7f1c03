// Which strings stay clear in a crunched dump. The text of a string may be anything in HotSpot's dumps: they hold the whole symbol
// table, in which the constants of the program stand beside its names.
//
// - Version 1 keeps what Badoo's cruncher keeps: whatever begins with `java.lang`, and the names of the primitive types.
// - Version 2 keeps a string only where a class says that it is a name: the names of classes in `java.lang`, dotted or slashed,
//   arrays included, of primitive types and their arrays, and of the fields that `java.lang`'s classes have.
// - Both keep what the user's prefixes name.

/// The rule for strings that stay clear.
struct ClearStrings {
  private let prefixes: [[UInt8]]
  private let isCompatible: Bool

  init(_ options: CrunchOptions) {
    prefixes = options.keepStrings.map { $0.utf8.map(Self.dotted) }
    isCompatible = options.isCompatible
  }

  private static func dotted(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "/") ? UInt8(ascii: ".") : byte }

  /// Whether a string stays clear because of its text.
  func keeps(_ text: UnsafeRawBufferPointer) -> Bool {
    if isCompatible, Self.isKeptByBadoo(text) { return true }
    return !prefixes.isEmpty && matchesPrefix(text)
  }

  private func matchesPrefix(_ text: UnsafeRawBufferPointer) -> Bool {
    var name = text[...]
    while name.first == UInt8(ascii: "[") { name = name.dropFirst() }
    if name.startIndex > 0, name.first == UInt8(ascii: "L") { name = name.dropFirst() }
    return prefixes.contains { prefix in
      prefix.count <= name.count && zip(prefix, name).allSatisfy { $0 == Self.dotted($1) }
    }
  }

  private static let primitives: [StaticString] = [
    "boolean", "byte", "short", "char", "int", "long", "float", "double",
  ]

  private static func isPrimitive(_ text: some Collection<UInt8>) -> Bool {
    primitives.contains { name in
      name.utf8CodeUnitCount == text.count
        && text.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }
  }

  private static func begins(_ text: some Collection<UInt8>, _ prefix: StaticString) -> Bool {
    text.starts(with: UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
  }

  private static func isKeptByBadoo(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first else { return false }
    switch first {
    case UInt8(ascii: "V") where text.count == 1: return true
    case UInt8(ascii: "j"): return begins(text, "java.lang")
    default: return isPrimitive(text)
    }
  }

  /// Whether the name of a class is one that every program has: of `java.lang`, or of a primitive type or an array of it.
  static func isSystemClass(_ name: UnsafeRawBufferPointer) -> Bool {
    var base = name[...]
    while base.first == UInt8(ascii: "[") { base = base.dropFirst() }
    if base.startIndex > 0 {
      if base.count == 1 { return FieldType(descriptor: base[base.startIndex]) != nil }
      return begins(base, "Ljava/lang/") || begins(base, "Ljava.lang.")
    }
    if begins(base, "java.lang.") || begins(base, "java/lang/") { return true }
    while base.count > 2, base.suffix(2).elementsEqual([UInt8(ascii: "["), UInt8(ascii: "]")]) {
      base = base.dropLast(2)
    }
    return isPrimitive(base)
  }
}
