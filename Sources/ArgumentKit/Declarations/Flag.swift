// `@Flag`: a named parameter without a value. Four shapes: on or off, on with its opposite, counted, and one of the
// cases of an enum. Giving an on-or-off flag twice is harmless and allowed; scripts add flags to a line unseen.

/// The opposite name of an on-or-off flag.
public enum FlagInversion: Sendable {
  /// `--color` and `--no-color`.
  case prefixedNo
  /// `--enable-color` and `--disable-color`.
  case prefixedEnableDisable
}

/// What holds when several flags of one property are given.
public enum FlagExclusivity: Sendable {
  /// Different flags are an error.
  case exclusive
  /// The first one counts.
  case chooseFirst
  /// The last one counts.
  case chooseLast
}

/// An enum each of whose cases is a flag of its own.
public protocol EnumerableFlag: CaseIterable, Equatable {
  /// The names of the flag for a case; the case's own name unless implemented.
  static func name(for value: Self) -> NameSpecification
  /// The help of the flag for a case.
  static func help(for value: Self) -> ArgumentHelp?
}

extension EnumerableFlag {
  /// The case's own name, after two dashes.
  public static func name(for value: Self) -> NameSpecification { .long }
  /// No help of its own.
  public static func help(for value: Self) -> ArgumentHelp? { nil }
}

/// A property switched on the command line by name alone: `--quiet`, `-q`, `-qv`.
@propertyWrapper
public struct Flag<Value>: DeclaresParameters {
  /// One flag of the property: how it is named and what giving it does to the value.
  struct Switch {
    let names: (_ label: String) -> [OptionName]
    var inverseNames: (_ label: String) -> [OptionName] = { _ in [] }
    let help: ArgumentHelp
    let defaultValue: (_ label: String) -> String?
    /// Changes the value; the second argument tells whether the opposite name was used.
    let apply: (inout Value?, Bool) -> Void
    var isRepeating = false
  }

  private var storage: ParameterStorage<Value>
  private let switches: [Switch]
  private let exclusivity: FlagExclusivity

  /// Not for use: it lets the compiler look for the no-argument initializers of the extensions, which it does only if
  /// the type itself has one (a wrapper written without parentheses, as in `@Flag var name: …`).
  @available(*, unavailable, message: "needs a default, an inversion, or a type that is 'Int' or an 'EnumerableFlag'")
  public init() { preconditionFailure("unavailable") }

  /// The value from the command line, or the default.
  public var wrappedValue: Value {
    get { storage.read("flag") }
    set { ParameterStorage.assign(newValue, to: &storage) }
  }

  init(initial: Value?, switches: [Switch], exclusivity: FlagExclusivity) {
    self.storage = ParameterStorage(initial: initial)
    self.switches = switches
    self.exclusivity = exclusivity
  }

  func declarations(label: String) -> [ParameterDeclaration] {
    let (storage, exclusivity) = (storage, exclusivity)
    let allNames = switches.flatMap { $0.names(label).suffix(1).map(\.description) }
    return switches.enumerated().map { index, item in
      let (names, inverse) = (item.names(label), item.inverseNames(label))
      var reference = ParameterReference(
        kind: .flag, names: names, label: label, help: item.help, defaultValue: item.defaultValue(label),
        isRequired: storage.initial == nil, isRepeating: item.isRepeating)
      reference.inverseNames = inverse
      return ParameterDeclaration(
        reference: reference, arity: .none,
        accept: { _, spelled throws(ArgumentError) in
          let isInverse = inverse.contains { $0.description == spelled }
          if !item.isRepeating, let earlier = storage.spelled {
            // The identity of a flag is its switch and side, not its spelling: `-q --quiet` is no conflict.
            let earlierIsThis = (isInverse ? inverse : names).contains { $0.description == earlier }
            switch exclusivity {
            case .exclusive where !earlierIsThis: throw .conflictingFlags(earlier, spelled)
            case .chooseFirst: return
            default: break
            }
          }
          item.apply(&storage.value, isInverse)
          storage.spelled = spelled
        },
        finish: { () throws(ArgumentError) in
          if storage.value != nil { return }
          guard let initial = storage.initial else {
            throw .missingFlag(expected: inverse.isEmpty ? allNames : (names + inverse).map(\.description))
          }
          storage.value = .some(initial)
        })
    }
  }
}

// MARK: - On or off

extension Flag where Value == Bool {
  /// Creates a flag that is off unless given.
  public init(wrappedValue: Bool, name: NameSpecification = .long, help: ArgumentHelp? = nil) {
    let item = Switch(
      names: name.names, help: help ?? ArgumentHelp(), defaultValue: { _ in nil }, apply: { value, _ in value = true })
    self.init(initial: wrappedValue, switches: [item], exclusivity: .chooseLast)
  }

  /// Creates a flag with its opposite and a default.
  public init(
    wrappedValue: Bool, name: NameSpecification = .long, inversion: FlagInversion,
    exclusivity: FlagExclusivity = .chooseLast, help: ArgumentHelp? = nil
  ) {
    self.init(
      initial: wrappedValue,
      switches: [.inverted(name, inversion, initial: wrappedValue, help: help) { $0 = $1 }], exclusivity: exclusivity)
  }

  /// Creates a flag of which one side must be given.
  public init(
    name: NameSpecification = .long, inversion: FlagInversion, exclusivity: FlagExclusivity = .chooseLast,
    help: ArgumentHelp? = nil
  ) {
    self.init(
      initial: nil, switches: [.inverted(name, inversion, initial: nil, help: help) { $0 = $1 }],
      exclusivity: exclusivity)
  }
}

extension Flag where Value == Bool? {
  /// Creates a flag with its opposite, which may be left open.
  public init(
    wrappedValue: Bool? = nil, name: NameSpecification = .long, inversion: FlagInversion,
    exclusivity: FlagExclusivity = .chooseLast, help: ArgumentHelp? = nil
  ) {
    self.init(
      initial: .some(wrappedValue),
      switches: [.inverted(name, inversion, initial: wrappedValue, help: help) { $0 = .some($1) }],
      exclusivity: exclusivity)
  }
}

extension Flag.Switch {
  static func inverted(
    _ name: NameSpecification, _ inversion: FlagInversion, initial: Bool?, help: ArgumentHelp?,
    assign: @escaping (inout Value?, Bool) -> Void
  ) -> Flag.Switch {
    let (on, off) = inversion == .prefixedNo ? ("", "no-") : ("enable-", "disable-")
    func prefixed(_ prefix: String, _ label: String, keepingShort: Bool) -> [OptionName] {
      name.names(forLabel: label).compactMap {
        switch $0 {
        case .long(let name): .long(prefix + name)
        case .short: keepingShort ? $0 : nil
        }
      }
    }
    return Flag.Switch(
      names: { prefixed(on, $0, keepingShort: true) }, inverseNames: { prefixed(off, $0, keepingShort: false) },
      help: help ?? ArgumentHelp(),
      defaultValue: { label in
        initial.flatMap { prefixed($0 ? on : off, label, keepingShort: $0).last?.description }
      },
      apply: { assign(&$0, !$1) })
  }
}

// MARK: - Counted

extension Flag where Value == Int {
  /// Creates a flag that counts how often it is given: `-vvv` is 3.
  public init(name: NameSpecification = .long, help: ArgumentHelp? = nil) {
    self.init(wrappedValue: 0, name: name, help: help)
  }

  /// Creates a flag that counts on from a start.
  public init(wrappedValue: Int, name: NameSpecification = .long, help: ArgumentHelp? = nil) {
    let item = Switch(
      names: name.names, help: help ?? ArgumentHelp(),
      defaultValue: { _ in wrappedValue == 0 ? nil : String(wrappedValue) },
      apply: { value, _ in value = (value ?? wrappedValue) &+ 1 }, isRepeating: true)
    self.init(initial: wrappedValue, switches: [item], exclusivity: .chooseLast)
  }
}

// MARK: - One of the cases of an enum

extension Flag where Value: EnumerableFlag {
  /// Creates one flag for each case, with a default.
  public init(wrappedValue: Value, exclusivity: FlagExclusivity = .exclusive, help: ArgumentHelp? = nil) {
    self.init(
      initial: wrappedValue, switches: caseSwitches(of: Value.self, initial: wrappedValue, help: help) { $0 = $1 },
      exclusivity: exclusivity)
  }

  /// Creates one flag for each case, of which one must be given.
  public init(exclusivity: FlagExclusivity = .exclusive, help: ArgumentHelp? = nil) {
    self.init(
      initial: nil, switches: caseSwitches(of: Value.self, initial: nil, help: help) { $0 = $1 },
      exclusivity: exclusivity)
  }
}

extension Flag {
  /// Creates one flag for each case, of which none need be given.
  public init<Element: EnumerableFlag>(exclusivity: FlagExclusivity = .exclusive, help: ArgumentHelp? = nil)
  where Value == Element? {
    self.init(wrappedValue: nil, exclusivity: exclusivity, help: help)
  }

  /// Creates one flag for each case, of which none need be given, with a default.
  public init<Element: EnumerableFlag>(
    wrappedValue: Element?, exclusivity: FlagExclusivity = .exclusive, help: ArgumentHelp? = nil
  ) where Value == Element? {
    self.init(
      initial: .some(wrappedValue),
      switches: caseSwitches(of: Element.self, initial: wrappedValue, help: help) { $0 = .some($1) },
      exclusivity: exclusivity)
  }
}

/// Makes one switch for each case of an enum.
private func caseSwitches<Value, Element: EnumerableFlag>(
  of type: Element.Type, initial: Element?, help: ArgumentHelp?, assign: @escaping (inout Value?, Element) -> Void
) -> [Flag<Value>.Switch] {
  type.allCases.map { element in
    let names = type.name(for: element).names(forLabel: String(describing: element))
    return Flag<Value>.Switch(
      names: { _ in names }, help: type.help(for: element) ?? help ?? ArgumentHelp(),
      defaultValue: { _ in element == initial ? names.last?.description : nil },
      apply: { value, _ in assign(&value, element) })
  }
}
