// What the wrappers hand to the parser: a parameter with its type erased, and the storage its value lands in.
//
// The storage is a class because the parser reaches a wrapper only through `Mirror`, which yields copies: a copy of
// the wrapper shares the storage, so a value put there shows in the command itself. (swift-argument-parser decodes
// each command through `Codable` instead, which needs no shared storage but an archive format of its own.) Once parsed,
// wrappers have value semantics: assigning to one replaces its storage if that is shared.

internal import ByteKit

/// Where the value of one wrapper is kept.
final class ParameterStorage<Value> {
  /// The value from the arguments, or assigned by the program.
  var value: Value?
  /// The declared default; without one, the parameter is required.
  let initial: Value?
  /// The name under which the parameter was given first, to notice and name repetitions.
  var spelled: String?

  init(value: Value? = nil, initial: Value?) {
    self.value = value
    self.initial = initial
  }

  /// The value or the default; reading a required parameter of a command that was never parsed is a mistake in the
  /// program, not of its user.
  func read(_ kind: StaticString) -> Value {
    if let value = value ?? initial { return value }
    preconditionFailure("a required \(kind) was read before its command was parsed")
  }
}

extension ParameterStorage {
  /// Assigns with value semantics: copies of the wrapper made before keep what they had.
  static func assign(_ value: Value, to storage: inout ParameterStorage) {
    if isKnownUniquelyReferenced(&storage) {
      storage.value = value
    } else {
      storage = ParameterStorage(value: value, initial: storage.initial)
    }
  }
}

/// One parameter of a command as the parser sees it.
struct ParameterDeclaration {
  /// The describable part, shared with help and completions.
  var reference: ParameterReference
  var arity: Arity
  /// Whether `-5` is a value here; only numbers take it, elsewhere it is an unknown option.
  var takesNegativeNumbers = false
  /// Takes one value (nil for flags), given under a name as the user spelled it.
  let accept: (_ value: String?, _ spelled: String) throws(ArgumentError) -> Void
  /// Puts the default in place of a missing value.
  let finish: () throws(ArgumentError) -> Void
}

/// A wrapper that declares parameters of its own.
protocol DeclaresParameters {
  func declarations(label: String) -> [ParameterDeclaration]
}

/// How values of one type are read from words and shown in help.
struct ValueReader<Element> {
  var allowedValues: [String] = []
  var completion: CompletionKind = .default
  let read: (_ word: String, _ parameter: String) throws(ArgumentError) -> Element
  let describe: (Element) -> String

  var isSignedNumber: Bool { Element.self is any SignedNumeric.Type }
}

extension ValueReader where Element: ExpressibleByArgument {
  /// The reader that uses the type's own conformance.
  static var argument: ValueReader {
    ValueReader(
      allowedValues: Element.allValueStrings,
      completion: Element.defaultCompletionKind,
      read: { word, parameter throws(ArgumentError) in
        if let value = Element(argument: word) { return value }
        let allowed = Element.allValueStrings
        throw .invalidValue(
          word, parameter: parameter, expectation: Element.argumentExpectation, allowed: allowed,
          suggestion: nearestName(to: word, among: allowed))
      },
      describe: \.defaultValueDescription)
  }
}

extension ValueReader {
  /// The reader that uses a closure of the declaration.
  static func transform(_ transform: @escaping @Sendable (String) throws -> Element) -> ValueReader {
    ValueReader(
      read: { word, parameter throws(ArgumentError) in
        do {
          return try transform(word)
        } catch {
          throw .refusedValue(word, parameter: parameter, reason: String(describing: error))
        }
      },
      describe: { String(describing: $0) })
  }
}

/// How the words of one parameter become its value: a single one, an optional one or a list.
struct ValueShape<Value> {
  let allowedValues: [String]
  let completion: CompletionKind
  let takesNegativeNumbers: Bool
  let isRepeating: Bool
  let store:
    (ParameterStorage<Value>, _ word: String, _ spelled: String, _ parameter: String) throws(ArgumentError) -> Void
  let describe: (Value) -> String

  private init<Element>(
    _ reader: ValueReader<Element>, isRepeating: Bool, describe: @escaping (Value) -> String,
    store: @escaping (ParameterStorage<Value>, Element) -> Void
  ) {
    allowedValues = reader.allowedValues
    completion = reader.completion
    takesNegativeNumbers = reader.isSignedNumber
    self.isRepeating = isRepeating
    self.describe = describe
    self.store = { storage, word, spelled, parameter throws(ArgumentError) in
      if !isRepeating, let earlier = storage.spelled { throw .repeatedOption(spelled, earlier: earlier) }
      store(storage, try reader.read(word, parameter))
      storage.spelled = storage.spelled ?? spelled
    }
  }

  static func single(_ reader: ValueReader<Value>) -> ValueShape {
    ValueShape(reader, isRepeating: false, describe: reader.describe) { $0.value = $1 }
  }

  static func optional<Element>(_ reader: ValueReader<Element>) -> ValueShape where Value == Element? {
    ValueShape(reader, isRepeating: false, describe: { $0.map(reader.describe) ?? "" }) { $0.value = .some($1) }
  }

  /// The first word given replaces the declared default, the others are added.
  ///
  /// The list is taken out of the storage while it grows: with two references to it every word would copy the whole
  /// list, and a shell's `*` makes tens of thousands of words.
  static func list<Element>(_ reader: ValueReader<Element>) -> ValueShape where Value == [Element] {
    ValueShape(reader, isRepeating: true, describe: { $0.map(reader.describe).joined(separator: ", ") }) {
      var list = $0.value ?? []
      $0.value = nil
      list.append($1)
      $0.value = list
    }
  }
}
