// How an option is named on the command line. Names come from the property's label unless the declaration says
// otherwise, so the label is resolved late: a wrapper does not know it when it is created.

/// One name of an option or flag, as it is typed.
public enum OptionName: Sendable, Hashable, CustomStringConvertible {
  /// A name after two dashes.
  case long(String)
  /// A single letter after one dash.
  case short(Character)

  /// The name with its dashes.
  public var description: String {
    switch self {
    case .long(let name): "--\(name)"
    case .short(let letter): "-\(letter)"
    }
  }

  /// The name without its dashes.
  public var bare: String {
    switch self {
    case .long(let name): name
    case .short(let letter): String(letter)
    }
  }

  var isShort: Bool {
    if case .short = self { true } else { false }
  }
}

/// The names of an option or flag: one element such as `.long`, or an array of them.
public struct NameSpecification: Sendable, ExpressibleByArrayLiteral {
  /// One way of naming an option.
  public struct Element: Sendable, Hashable {
    enum Kind: Hashable {
      case long, short
      case customLong(String)
      case customShort(Character)
    }
    let kind: Kind

    /// The property's name in kebab case, after two dashes.
    public static var long: Element { Element(kind: .long) }
    /// The first letter of the property's name, after one dash.
    public static var short: Element { Element(kind: .short) }
    /// This name, after two dashes.
    public static func customLong(_ name: String) -> Element { Element(kind: .customLong(name)) }
    /// This letter, after one dash.
    public static func customShort(_ letter: Character) -> Element { Element(kind: .customShort(letter)) }

    func name(forLabel label: String) -> OptionName {
      switch kind {
      case .long: .long(kebabCase(label))
      case .short: .short(kebabCase(label).first ?? "?")
      case .customLong(let name): .long(name)
      case .customShort(let letter): .short(letter)
      }
    }
  }

  let elements: [Element]

  /// Creates a specification of several names.
  public init(arrayLiteral elements: Element...) {
    self.elements = elements
  }

  /// The property's name in kebab case, after two dashes.
  public static var long: NameSpecification { [.long] }
  /// The first letter of the property's name, after one dash.
  public static var short: NameSpecification { [.short] }
  /// Both the letter and the name.
  public static var shortAndLong: NameSpecification { [.short, .long] }
  /// This name, after two dashes.
  public static func customLong(_ name: String) -> NameSpecification { [.customLong(name)] }
  /// This letter, after one dash.
  public static func customShort(_ letter: Character) -> NameSpecification { [.customShort(letter)] }

  /// Short names first, as help shows them, whatever the order of the declaration.
  func names(forLabel label: String) -> [OptionName] {
    let all = elements.map { $0.name(forLabel: label) }
    return all.filter(\.isShort) + all.filter { !$0.isShort }
  }
}

/// Converts a Swift name to a command-line name: `maxHTTPRetries` becomes `max-http-retries`.
///
/// A capital starts a word when it follows a small letter or a digit, or when it ends a run of capitals.
func kebabCase(_ name: String) -> String {
  let characters = Array(name.drop { $0 == "_" })
  var result = ""
  for (index, character) in characters.enumerated() {
    if character == "_" {
      result.append("-")
      continue
    }
    if character.isUppercase, index > 0, characters[index - 1] != "_" {
      let endsRun = index + 1 < characters.count && characters[index + 1].isLowercase
      if !characters[index - 1].isUppercase || endsRun { result.append("-") }
    }
    result += character.lowercased()
  }
  return result
}
