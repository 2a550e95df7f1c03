// A set of ASCII characters as two words: a step of a ticket pattern asks it for each character of a subject.

/// Some of the 128 ASCII characters.
struct CharacterClass: Sendable, Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// No character.
  init() {}

  /// One character; what is not ASCII is in no class.
  init(_ byte: UInt8) { insert(byte) }

  /// The characters of a text.
  init(_ text: StaticString) {
    text.withUTF8Buffer { for byte in $0 { insert(byte) } }
  }

  static let digits = CharacterClass("0123456789")
  static let upper = CharacterClass("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  static let lower = CharacterClass("abcdefghijklmnopqrstuvwxyz")
  static let word = digits.union(upper).union(lower).union(CharacterClass("_"))

  var isEmpty: Bool { low | high == 0 }

  /// All printable characters that are not in this one; never a blank, as no key has one.
  var inverted: CharacterClass {
    var rest = CharacterClass()
    for byte in UInt8(0x21)..<0x7F where !contains(byte) { rest.insert(byte) }
    return rest
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }

  mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << UInt64(byte) } else if byte < 128 { high |= 1 << UInt64(byte - 64) }
  }

  mutating func formUnion(_ other: CharacterClass) {
    low |= other.low
    high |= other.high
  }

  func union(_ other: CharacterClass) -> CharacterClass {
    var both = self
    both.formUnion(other)
    return both
  }

  /// Adds the other case of each letter.
  mutating func addOtherCase() {
    for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") {
      if contains(byte) { insert(byte + 0x20) }
      if contains(byte + 0x20) { insert(byte) }
    }
  }
}
