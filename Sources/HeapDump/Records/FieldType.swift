// The value types of fields and array elements. HPROF and BMD number them differently (spec A.2); both numberings stand here and
// nowhere else.

/// The type of a field's value or of an array's elements.
public enum FieldType: UInt8, Sendable, CaseIterable {
  /// A reference; its raw value, like all here, is HPROF's number.
  case object = 2
  case boolean = 4
  case char = 5
  case float = 6
  case double = 7
  case byte = 8
  case short = 9
  case int = 10
  case long = 11

  /// The type that BMD gives a number, or `nil`.
  @inline(__always)
  init?(bmd code: UInt64) {
    switch code {
    case 0: self = .object
    case 1: self = .int
    case 2: self = .boolean
    case 3: self = .byte
    case 4: self = .char
    case 5: self = .float
    case 6: self = .double
    case 7: self = .long
    case 8: self = .short
    default: return nil
    }
  }

  /// BMD's number for the type.
  var bmdCode: UInt8 {
    switch self {
    case .object: 0
    case .int: 1
    case .boolean: 2
    case .byte: 3
    case .char: 4
    case .float: 5
    case .double: 6
    case .long: 7
    case .short: 8
    }
  }

  /// How many bytes a value takes in HPROF; references take the dump's id size.
  @inline(__always)
  func size(idSize: Int) -> Int {
    switch self {
    case .object: idSize
    case .boolean, .byte: 1
    case .char, .short: 2
    case .float, .int: 4
    case .double, .long: 8
    }
  }

  /// The type's name in Java; a reference is `object`.
  public var name: String {
    switch self {
    case .object: "object"
    case .boolean: "boolean"
    case .char: "char"
    case .float: "float"
    case .double: "double"
    case .byte: "byte"
    case .short: "short"
    case .int: "int"
    case .long: "long"
    }
  }

  /// The letter of the type in Java's descriptors: `I` of `[I`.
  var descriptor: UInt8 {
    switch self {
    case .object: UInt8(ascii: "L")
    case .boolean: UInt8(ascii: "Z")
    case .char: UInt8(ascii: "C")
    case .float: UInt8(ascii: "F")
    case .double: UInt8(ascii: "D")
    case .byte: UInt8(ascii: "B")
    case .short: UInt8(ascii: "S")
    case .int: UInt8(ascii: "I")
    case .long: UInt8(ascii: "J")
    }
  }

  /// The primitive type whose descriptor letter this is, or `nil`.
  init?(descriptor: UInt8) {
    guard let type = Self.allCases.first(where: { $0 != .object && $0.descriptor == descriptor }) else { return nil }
    self = type
  }
}
