// `@OptionGroup`: parameters that several commands share, declared once in a type of their own.

/// The parameters of another type, as if they were declared here.
///
/// When a parent command and a subcommand hold groups of the same type, they hold the same values: an option of the
/// group may stand before the subcommand's name or behind it.
@propertyWrapper
public struct OptionGroup<Value: ParsableArguments>: DeclaresGroup {
  /// The heading of the group in help; an empty one puts its options among the command's own.
  public let title: String
  private let visibility: ArgumentVisibility
  private var storage: GroupStorage

  /// A reference, for the same reason as `ParameterStorage`.
  final class GroupStorage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  /// Creates a group, under a heading of its own if it has a title.
  public init(title: String = "", visibility: ArgumentVisibility = .default) {
    self.title = title
    self.visibility = visibility
    self.storage = GroupStorage(Value())
  }

  /// The parsed value of the group.
  public var wrappedValue: Value {
    get { storage.value }
    set {
      if isKnownUniquelyReferenced(&storage) {
        storage.value = newValue
      } else {
        storage = GroupStorage(newValue)
      }
    }
  }

  var arguments: any ParsableArguments { storage.value }
  var groupVisibility: ArgumentVisibility { visibility }
  func validate() throws { try storage.value.validate() }

  /// Copying the value shares the storage of the wrappers inside, which is what makes both groups one.
  func share(from other: any DeclaresGroup) {
    if let value = other.arguments as? Value { storage.value = value }
  }
}

/// An option group with its type erased.
protocol DeclaresGroup {
  var title: String { get }
  var groupVisibility: ArgumentVisibility { get }
  var arguments: any ParsableArguments { get }
  func validate() throws
  func share(from other: any DeclaresGroup)
}
