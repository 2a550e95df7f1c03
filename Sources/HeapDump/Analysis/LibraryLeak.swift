// Leaks that are the platform's or a library's own fault: an app cannot mend them, so a way through one is only told when there is no
// other, and marked. And references that hold for a moment only, or hold nothing that counts: what is reached through these alone is
// no leak at all.

/// A reference that is known to leak, or to hold only for a moment.
public struct LibraryLeak: Equatable, Sendable {
  /// Where the reference is.
  public enum Place: Equatable, Sendable {
    /// An instance field: class and field.
    case field(String, String)
    /// A static field: class and field.
    case staticField(String, String)
    /// The local variables of a thread, by its name.
    case thread(String)
    /// Global references of native code to objects of a class and its subclasses.
    case jniGlobal(String)
  }
  /// The reference.
  public let place: Place
  /// What is the matter with it.
  public let reason: String
  /// The first API level that has it; `nil`: all before `until`.
  public let since: Int?
  /// The last API level that has it; `nil`: all from `since` on.
  public let until: Int?
  /// Whether it holds for a moment only: it is followed last of all, so that a way is known, but what is reached through it alone is
  /// never a leak.
  public let isIgnored: Bool

  init(_ place: Place, since: Int? = nil, until: Int? = nil, isIgnored: Bool = false, _ reason: String) {
    self.place = place
    self.since = since
    self.until = until
    self.isIgnored = isIgnored
    self.reason = reason
  }

  /// The class that has the field, or whose objects native code holds; `thread main` for a thread's variables.
  public var className: String {
    switch place {
    case .field(let name, _), .staticField(let name, _), .jniGlobal(let name): name
    case .thread(let name): "thread \(name)"
    }
  }

  /// The field's name, or what stands for it where there is none.
  public var fieldName: String {
    switch place {
    case .field(_, let name), .staticField(_, let name): name
    case .thread: "<local variable>"
    case .jniGlobal: "<JNI global>"
    }
  }

  /// Whether an Android version has the leak; a version that is not known has all.
  func applies(toSDK level: Int?) -> Bool {
    guard let level else { return true }
    return level >= since ?? .min && level <= until ?? .max
  }
}
