// Types that can be read from one argument. The library types are here; a program adds its own by conforming, which
// costs nothing for enums with raw values.

/// A type that can be made from a single command-line argument.
public protocol ExpressibleByArgument {
  /// Creates a value, or nothing if the argument does not spell one.
  init?(argument: String)

  /// The value as help shows it as a default.
  var defaultValueDescription: String { get }

  /// Every spelling that is accepted, if they can be listed.
  static var allValueStrings: [String] { get }

  /// How shells complete such a value.
  static var defaultCompletionKind: CompletionKind { get }

  /// What a correct argument is, for error messages: `an integer`. Not in swift-argument-parser.
  static var argumentExpectation: String { get }
}

extension ExpressibleByArgument {
  /// The value's own description.
  public var defaultValueDescription: String { String(describing: self) }
  /// No list: the type has too many values, or an open set of them.
  public static var allValueStrings: [String] { [] }
  /// The listed values, or nothing.
  public static var defaultCompletionKind: CompletionKind {
    allValueStrings.isEmpty ? .default : .list(allValueStrings)
  }
  /// No particular words.
  public static var argumentExpectation: String { "" }
}

extension ExpressibleByArgument where Self: CaseIterable {
  /// All cases, spelled as help shows them.
  public static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue: ExpressibleByArgument {
  /// Creates the case whose raw value the argument spells.
  public init?(argument: String) {
    guard let raw = RawValue(argument: argument) else { return nil }
    self.init(rawValue: raw)
  }
  /// The raw value, since that is what the user types.
  public var defaultValueDescription: String { rawValue.defaultValueDescription }
  /// What the raw value expects.
  public static var argumentExpectation: String { RawValue.argumentExpectation }
}

extension String: ExpressibleByArgument {
  /// Takes the argument as it stands.
  public init?(argument: String) { self = argument }
}

extension Substring: ExpressibleByArgument {
  /// Takes the argument as it stands.
  public init?(argument: String) { self = argument[...] }
}

extension Bool: ExpressibleByArgument {
  /// Reads `true` or `false`.
  public init?(argument: String) { self.init(argument) }
  /// The two spellings.
  public static var allValueStrings: [String] { ["true", "false"] }
}

// MARK: - Numbers

extension ExpressibleByArgument where Self: FixedWidthInteger {
  /// Reads a decimal integer that fits the type.
  public init?(argument: String) { self.init(argument, radix: 10) }
  /// The range where it is worth telling; nobody wants to read the bounds of 64 bits.
  public static var argumentExpectation: String {
    if bitWidth < 64 { return "an integer from \(Self.min) to \(Self.max)" }
    return isSigned ? "an integer" : "an integer of 0 or more"
  }
}

extension Int: ExpressibleByArgument {}
extension Int8: ExpressibleByArgument {}
extension Int16: ExpressibleByArgument {}
extension Int32: ExpressibleByArgument {}
extension Int64: ExpressibleByArgument {}
extension UInt: ExpressibleByArgument {}
extension UInt8: ExpressibleByArgument {}
extension UInt16: ExpressibleByArgument {}
extension UInt32: ExpressibleByArgument {}
extension UInt64: ExpressibleByArgument {}

extension ExpressibleByArgument where Self: BinaryFloatingPoint & LosslessStringConvertible {
  /// Reads a finite number.
  ///
  /// `nan` and `inf` spell floating-point values in Swift but are never a limit that anyone means: every comparison
  /// with `nan` is false, which would turn a threshold into one that always holds.
  public init?(argument: String) {
    guard let value = Self(argument), value.isFinite else { return nil }
    self = value
  }
  /// A number, in words.
  public static var argumentExpectation: String { "a number" }
}

extension Double: ExpressibleByArgument {}
extension Float: ExpressibleByArgument {}
