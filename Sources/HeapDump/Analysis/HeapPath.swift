// Why an object is still there: the shortest way to it from a root over references that keep it, each step by its field's name.

/// One object on the way, and the reference by which it holds the next.
public struct PathStep: Equatable, Sendable {
  /// How an object refers to another.
  public enum Reference: Equatable, Sendable {
    /// By an instance field: its name, and the class that declares it.
    case field(String, declaredBy: String)
    /// By a static field.
    case staticField(String)
    /// By an array's element.
    case element(Int)
    /// A class by its loader.
    case loader
    /// In a way that the dump does not name.
    case unnamed
    /// Over so many further objects, which are left out of a long way.
    case omitted(Int)
  }
  /// The object.
  public let id: UInt64
  /// Its class; for a class object the class itself.
  public let name: String
  /// Whether it is a class object.
  public let isClass: Bool
  /// The reference to the next object on the way; `nil` at the end.
  public let reference: Reference?

  /// The reference as it is written: `.next`, `[3]`.
  public var referenceText: String {
    switch reference {
    case .field(let name, _), .staticField(let name): ".\(name)"
    case .element(let index): "[\(index)]"
    case .loader: ".<class loader>"
    case .unnamed: ".<unnamed>"
    case .omitted(let count): " (\(count) objects)"
    case nil: ""
    }
  }
}

/// A way from a root to an object.
public struct HeapPath: Equatable, Sendable {
  /// Why the first object on the way is held.
  public let root: RootKind
  /// The thread whose stack or object the root is, where it is one.
  public let thread: String?
  /// The objects from the root to the end.
  public let steps: [PathStep]
  /// The known leak of a library that the way leads through; `nil` where it does not.
  public let libraryLeak: LibraryLeak?

  /// How many steps of each way are shown where there are so many ways: what is printed must not be a multiple of the dump.
  public static func shownSteps(ofWays count: Int) -> Int { max(16, min(FoundWay.limit, 8_192 / max(1, count))) }

  /// The way with so many steps at most: the beginning and the end, and how many are left out between them.
  ///
  /// - Parameter limit: two or more.
  public func shortened(to limit: Int) -> HeapPath {
    guard limit >= 2, steps.count > limit else { return self }
    let first = limit / 2
    let last = steps.count - (limit - first)
    var left = last - first
    // What was left out before still is.
    for step in steps[(first - 1)..<last] {
      if case .omitted(let count) = step.reference { left += count }
    }
    let end = steps[first - 1]
    let seam = PathStep(id: end.id, name: end.name, isClass: end.isClass, reference: .omitted(left))
    return HeapPath(
      root: root, thread: thread, steps: Array(steps[..<(first - 1)]) + [seam] + steps[last...],
      libraryLeak: libraryLeak)
  }

  /// What ways of one kind have in common: the root, and classes and fields without ids and element numbers. Steps that repeat, as
  /// in a linked list or from each node of a tree to its array of children, count once.
  public var signature: String {
    var parts: [String] = []
    for step in steps {
      var name = step.name
      // An array's name has its length.
      if let bracket = name.firstIndex(of: "[") { name = String(name[..<bracket]) + "[]" }
      switch step.reference {
      case .element: name += "[]"
      // What was left out nearly always is more of the same.
      case .omitted: continue
      default: name += step.referenceText
      }
      parts.append(name)
      for period in 1...4 where parts.count >= 2 * period {
        if parts.suffix(period) == parts.dropLast(period).suffix(period) {
          parts.removeLast(period)
          break
        }
      }
    }
    return ([root.title] + parts).joined(separator: " ")
  }
}
