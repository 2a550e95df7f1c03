// Leaks that are the platform's or a library's own fault: an app cannot mend them, so a way through one is only told when there is no
// other, and marked.

/// A reference that is known to leak.
public struct LibraryLeak: Equatable, Sendable {
  /// Where the reference is.
  public enum Place: Equatable, Sendable {
    /// An instance field: class and field.
    case field(String, String)
    /// A static field: class and field.
    case staticField(String, String)
  }
  /// The reference.
  public let place: Place
  /// What is the matter with it.
  public let reason: String

  /// The class that has the field.
  public var className: String {
    switch place {
    case .field(let name, _), .staticField(let name, _): name
    }
  }

  /// The field's name.
  public var fieldName: String {
    switch place {
    case .field(_, let name), .staticField(_, let name): name
    }
  }
}
