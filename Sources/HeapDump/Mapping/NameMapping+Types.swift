// Type names as dumps spell them: `a.b`, `a.b[]` and `int[]` on Android, `a/b`, `[La/b;` and `[I` on HotSpot, `[La.b;` from
// Class.getName. The mapping knows dotted class names only; an original name comes back in the spelling it was asked in.

extension NameMapping {
  /// The original name of a type in any spelling; `nil` when the mapping does not have its class.
  public func originalTypeName(_ name: String) -> String? {
    var copy = name
    return copy.withUTF8 { originalTypeName(UnsafeRawBufferPointer($0)) }
  }

  /// The original name of a type in any spelling, given as UTF-8.
  ///
  /// - Complexity: O(length).
  public func originalTypeName(_ name: UnsafeRawBufferPointer) -> String? {
    var core = 0..<name.count
    while core.count >= 2, name[core.upperBound - 2] == 0x5B, name[core.upperBound - 1] == 0x5D {
      core = core.lowerBound..<core.upperBound - 2
    }
    if core.upperBound == name.count {
      while core.count > 1, name[core.lowerBound] == 0x5B { core = core.lowerBound + 1..<core.upperBound }
      if core.count > 2, name[core.lowerBound] == 0x4C, name[core.upperBound - 1] == 0x3B {
        core = core.lowerBound + 1..<core.upperBound - 1
      } else if core.lowerBound > 0 {
        // An array of a primitive type.
        return nil
      }
    }
    let isSlashed = name[core].contains(0x2F)
    let found: ClassID?
    if isSlashed {
      let dotted = name[core].map { $0 == 0x2F ? 0x2E : $0 }
      found = dotted.withUnsafeBytes { classNamed($0) }
    } else {
      found = classNamed(UnsafeRawBufferPointer(rebasing: name[core]))
    }
    guard let found else { return nil }
    // `a` and `La;` show no separator: a descriptor has slashes unless it shows dots.
    let hasDots = name[core].contains(0x2E)
    let slashes = isSlashed || (core.upperBound < name.count && name[core.upperBound] == 0x3B && !hasDots)
    let original = originalName(of: found)
    let middle = slashes ? String(decoding: original.utf8.map { $0 == 0x2E ? 0x2F : $0 }, as: UTF8.self) : original
    return String(decoding: name[..<core.lowerBound], as: UTF8.self) + middle
      + String(decoding: name[core.upperBound...], as: UTF8.self)
  }
}
