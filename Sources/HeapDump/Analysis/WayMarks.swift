// Ways that share most of their steps are walked once: a dump of a few megabytes can have a thousand leaked objects behind a list of
// a million links. Of the ways that were walked every 64th object is marked with what the way up to it was, and the next way that
// meets a mark goes no further. That is half a byte for each object of a list, and a bit for each of the dump's objects.

/// What ways that were walked have told.
///
/// A class, as looking for a way adds to it; one search uses it, on one thread.
final class WayMarks {
  /// The way from a root to an object.
  struct Mark {
    /// How many objects come before it.
    var depth: Int
    /// The object at which the shown beginning of a long way ends; only told from there on.
    var head: UInt32
    /// The known leak on the way: the first one, but one that is ignored says more. By its number in the table.
    var leak: Int?
  }

  private static let spacing = 64

  private var bits: [UInt64] = []
  private var marks: [UInt32: Mark] = [:]
  /// How many steps have been walked, for tests.
  private(set) var walked = 0

  /// Finds what the way to an object is, and leaves marks on it.
  ///
  /// - Parameters:
  ///   - number: an object that was reached.
  ///   - headDepth: the depth at which the beginning of a long way ends.
  ///   - leak: the known leak between two objects, or of a root where there is no first one.
  /// - Complexity: O(steps that no way before had).
  func trace(
    _ number: UInt32, _ paths: borrowing ShortestPaths, headDepth: Int,
    leak: (_ source: UInt32?, _ target: UInt32) -> Int?
  ) -> Mark {
    var up: [UInt32] = []
    var at = number
    var before: UInt32?
    var mark = Mark(depth: -1, head: number, leak: nil)
    while true {
      if let known = self[at] {
        mark = known
        before = at
        break
      }
      up.append(at)
      let source = paths.sources[Int(at)]
      if source == ShortestPaths.root { break }
      at = source
    }
    walked += up.count
    for object in up.reversed() {
      mark.depth += 1
      if mark.depth <= headDepth { mark.head = object }
      if mark.leak.map({ !LibraryLeaks.all[$0].isIgnored }) ?? true, let own = leak(before, object) {
        if mark.leak == nil || LibraryLeaks.all[own].isIgnored { mark.leak = own }
      }
      before = object
      if mark.depth > 0, mark.depth % Self.spacing == 0 { insert(mark, at: object, of: paths.sources.count) }
    }
    return mark
  }

  private subscript(_ number: UInt32) -> Mark? {
    guard !bits.isEmpty, bits[Int(number >> 6)] & (1 &<< UInt64(number & 63)) != 0 else { return nil }
    return marks[number]
  }

  private func insert(_ mark: Mark, at number: UInt32, of count: Int) {
    if bits.isEmpty { bits = Array(repeating: 0, count: count / 64 + 1) }
    bits[Int(number >> 6)] |= 1 &<< UInt64(number & 63)
    marks[number] = mark
  }
}
