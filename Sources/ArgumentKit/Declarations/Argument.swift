// `@Argument`: a parameter given by its place. A list of arguments takes all that follow, so only the last can be one.

/// A property given on the command line by its place among the words that are not options.
///
/// A property without a default is required unless its type is an optional.
@propertyWrapper
public struct Argument<Value>: DeclaresParameters {
  private var storage: ParameterStorage<Value>
  private let arity: Arity
  private let help: ArgumentHelp
  private let completion: CompletionKind?
  private let shape: ValueShape<Value>

  /// Not for use: it lets the compiler look for the no-argument initializers of the extensions, which it does only if
  /// the type itself has one (a wrapper written without parentheses, as in `@Argument var name: …`).
  @available(*, unavailable, message: "needs a type that conforms to 'ExpressibleByArgument', or a transform")
  public init() { preconditionFailure("unavailable") }

  /// The value from the command line, or the default.
  public var wrappedValue: Value {
    get { storage.read("argument") }
    set { ParameterStorage.assign(newValue, to: &storage) }
  }

  init(
    _ shape: ValueShape<Value>, initial: Value?, arity: Arity, help: ArgumentHelp?, completion: CompletionKind?
  ) {
    self.storage = ParameterStorage(initial: initial)
    self.arity = arity
    self.help = help ?? ArgumentHelp()
    self.completion = completion
    self.shape = shape
  }

  func declarations(label: String) -> [ParameterDeclaration] {
    let reference = ParameterReference(
      kind: .argument, names: [], label: label, help: help, defaultValue: storage.initial.map(shape.describe),
      allowedValues: shape.allowedValues, completion: completion ?? shape.completion,
      isRequired: storage.initial == nil, isRepeating: shape.isRepeating)
    let (storage, shape) = (storage, shape)
    return [
      ParameterDeclaration(
        reference: reference, arity: arity, takesNegativeNumbers: shape.takesNegativeNumbers,
        accept: { value, spelled throws(ArgumentError) in
          try shape.store(storage, value ?? "", spelled, spelled)
        },
        finish: { () throws(ArgumentError) in
          if storage.value != nil { return }
          guard let initial = storage.initial else { throw .missingArgument(valueName: reference.valueName) }
          storage.value = .some(initial)
        })
    ]
  }
}

// MARK: - Values of types that read themselves

extension Argument where Value: ExpressibleByArgument {
  /// Creates an argument with a default.
  public init(wrappedValue: Value, help: ArgumentHelp? = nil, completion: CompletionKind? = nil) {
    self.init(.single(.argument), initial: wrappedValue, arity: .argument, help: help, completion: completion)
  }

  /// Creates a required argument.
  public init(help: ArgumentHelp? = nil, completion: CompletionKind? = nil) {
    self.init(.single(.argument), initial: nil, arity: .argument, help: help, completion: completion)
  }
}

extension Argument {
  /// Creates an argument that may be missing.
  public init<T: ExpressibleByArgument>(
    wrappedValue: T?, help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == T? {
    self.init(
      .optional(.argument), initial: .some(wrappedValue), arity: .argument, help: help, completion: completion)
  }

  /// Creates an argument that may be missing.
  public init<T: ExpressibleByArgument>(help: ArgumentHelp? = nil, completion: CompletionKind? = nil)
  where Value == T? {
    self.init(wrappedValue: nil, help: help, completion: completion)
  }

  /// Creates a list of arguments with a default, which may be empty.
  public init<T: ExpressibleByArgument>(
    wrappedValue: [T], parsing: ArgumentArrayParsingStrategy = .remaining, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) where Value == [T] {
    self.init(
      .list(.argument), initial: wrappedValue, arity: .arguments(parsing), help: help, completion: completion)
  }

  /// Creates a list of at least one argument.
  public init<T: ExpressibleByArgument>(
    parsing: ArgumentArrayParsingStrategy = .remaining, help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == [T] {
    self.init(.list(.argument), initial: nil, arity: .arguments(parsing), help: help, completion: completion)
  }
}

// MARK: - Values made by a closure

extension Argument {
  /// Creates an argument with a default, whose value a closure makes.
  public init(
    wrappedValue: Value, help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(
      .single(.transform(transform)), initial: wrappedValue, arity: .argument, help: help, completion: completion)
  }

  /// Creates a required argument whose value a closure makes.
  public init(
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(.single(.transform(transform)), initial: nil, arity: .argument, help: help, completion: completion)
  }

  /// Creates an argument that may be missing, whose value a closure makes.
  public init<T>(
    wrappedValue: T? = nil, help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> T
  ) where Value == T? {
    self.init(
      .optional(.transform(transform)), initial: .some(wrappedValue), arity: .argument, help: help,
      completion: completion)
  }

  /// Creates a list of arguments with a default, whose values a closure makes.
  public init<T>(
    wrappedValue: [T], parsing: ArgumentArrayParsingStrategy = .remaining, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping @Sendable (String) throws -> T
  ) where Value == [T] {
    self.init(
      .list(.transform(transform)), initial: wrappedValue, arity: .arguments(parsing), help: help,
      completion: completion)
  }

  /// Creates a list of at least one argument, whose values a closure makes.
  public init<T>(
    parsing: ArgumentArrayParsingStrategy = .remaining, help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> T
  ) where Value == [T] {
    self.init(
      .list(.transform(transform)), initial: nil, arity: .arguments(parsing), help: help, completion: completion)
  }
}
