// `@Option`: a named parameter with a value. The initializers differ only in the shape of the value; all end in the
// internal one, which turns a declaration into what the parser and the help need.

/// A property given on the command line by name: `--output file`, `--output=file`, `-o file` or `-ofile`.
///
/// A property without a default is required unless its type is an optional.
@propertyWrapper
public struct Option<Value>: DeclaresParameters {
  private var storage: ParameterStorage<Value>
  private let name: NameSpecification
  private let arity: Arity
  private let help: ArgumentHelp
  private let completion: CompletionKind?
  private let shape: ValueShape<Value>

  /// Not for use: it lets the compiler look for the no-argument initializers of the extensions, which it does only if
  /// the type itself has one (a wrapper written without parentheses, as in `@Option var name: …`).
  @available(*, unavailable, message: "needs a type that conforms to 'ExpressibleByArgument', or a transform")
  public init() { preconditionFailure("unavailable") }

  /// The value from the command line, or the default.
  public var wrappedValue: Value {
    get { storage.read("option") }
    set { ParameterStorage.assign(newValue, to: &storage) }
  }

  init(
    _ shape: ValueShape<Value>, initial: Value?, name: NameSpecification, arity: Arity, help: ArgumentHelp?,
    completion: CompletionKind?
  ) {
    self.storage = ParameterStorage(initial: initial)
    self.name = name
    self.arity = arity
    self.help = help ?? ArgumentHelp()
    self.completion = completion
    self.shape = shape
  }

  func declarations(label: String) -> [ParameterDeclaration] {
    let reference = ParameterReference(
      kind: .option, names: name.names(forLabel: label), label: label, help: help,
      defaultValue: storage.initial.map(shape.describe), allowedValues: shape.allowedValues,
      completion: completion ?? shape.completion, isRequired: storage.initial == nil,
      isRepeating: shape.isRepeating)
    let (storage, shape) = (storage, shape)
    return [
      ParameterDeclaration(
        reference: reference, arity: arity, takesNegativeNumbers: shape.takesNegativeNumbers,
        accept: { value, spelled throws(ArgumentError) in
          try shape.store(storage, value ?? "", spelled, spelled + " <\(reference.valueName)>")
        },
        finish: { () throws(ArgumentError) in
          if storage.value != nil { return }
          guard let initial = storage.initial else {
            throw .missingOption(reference.preferredName, valueName: reference.valueName)
          }
          storage.value = .some(initial)
        })
    ]
  }
}

// MARK: - Values of types that read themselves

extension Option where Value: ExpressibleByArgument {
  /// Creates an option with a default.
  public init(
    wrappedValue: Value, name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) {
    self.init(
      .single(.argument), initial: wrappedValue, name: name, arity: Arity(parsing), help: help, completion: completion)
  }

  /// Creates a required option.
  public init(
    name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) {
    self.init(.single(.argument), initial: nil, name: name, arity: Arity(parsing), help: help, completion: completion)
  }
}

extension Option {
  /// Creates an option that may be missing, with a default.
  public init<T: ExpressibleByArgument>(
    wrappedValue: T?, name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == T? {
    self.init(
      .optional(.argument), initial: .some(wrappedValue), name: name, arity: Arity(parsing), help: help,
      completion: completion)
  }

  /// Creates an option that may be missing.
  public init<T: ExpressibleByArgument>(
    name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) where Value == T? {
    self.init(wrappedValue: nil, name: name, parsing: parsing, help: help, completion: completion)
  }

  /// Creates an option that may be given several times, with a default list.
  public init<T: ExpressibleByArgument>(
    wrappedValue: [T], name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == [T] {
    self.init(
      .list(.argument), initial: wrappedValue, name: name, arity: Arity(parsing), help: help, completion: completion)
  }

  /// Creates an option that must be given at least once.
  public init<T: ExpressibleByArgument>(
    name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) where Value == [T] {
    self.init(.list(.argument), initial: nil, name: name, arity: Arity(parsing), help: help, completion: completion)
  }
}

// MARK: - Values made by a closure

extension Option {
  /// Creates an option with a default, whose value a closure makes.
  public init(
    wrappedValue: Value, name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(
      .single(.transform(transform)), initial: wrappedValue, name: name, arity: Arity(parsing), help: help,
      completion: completion)
  }

  /// Creates a required option whose value a closure makes.
  public init(
    name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(
      .single(.transform(transform)), initial: nil, name: name, arity: Arity(parsing), help: help,
      completion: completion)
  }

  /// Creates an option that may be missing, whose value a closure makes.
  public init<T>(
    wrappedValue: T? = nil, name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> T
  ) where Value == T? {
    self.init(
      .optional(.transform(transform)), initial: .some(wrappedValue), name: name, arity: Arity(parsing), help: help,
      completion: completion)
  }

  /// Creates an option that may be given several times, whose values a closure makes.
  public init<T>(
    wrappedValue: [T], name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> T
  ) where Value == [T] {
    self.init(
      .list(.transform(transform)), initial: wrappedValue, name: name, arity: Arity(parsing), help: help,
      completion: completion)
  }

  /// Creates an option that must be given at least once, whose values a closure makes.
  public init<T>(
    name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping @Sendable (String) throws -> T
  ) where Value == [T] {
    self.init(
      .list(.transform(transform)), initial: nil, name: name, arity: Arity(parsing), help: help,
      completion: completion)
  }
}
