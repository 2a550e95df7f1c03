// Where values that are no references lie in the instances of each class: the counterpart of `ReferenceLayouts`. What no class
// describes counts as values too, since it could be anything: the bytes behind the last field, and all of an instance whose class is
// missing or has more fields than the instance has room for.

internal import ByteKit

/// The runs of primitive values in instances. A value: each thread has its own.
struct PrimitiveRuns: Sendable {
  private struct Run: Sendable {
    let start: Int
    let count: Int
  }
  private struct Layout {
    var start = 0
    var count = 0
    /// The bytes that the fields of the class take; in a shorter instance nothing is known.
    var dataSize = 0
  }

  private let classes: ClassTable
  /// Classes whose own fields do not count.
  private let exempt: Set<Int>
  private var runs: [Run] = []
  private var layouts: [Layout?]
  private var cacheKeys = [UInt64](repeating: .max, count: 256)
  private var cache = [Layout](repeating: Layout(), count: 256)

  init(_ classes: ClassTable, exempt: Set<Int> = []) {
    self.classes = classes
    self.exempt = exempt
    layouts = Array(repeating: nil, count: classes.count)
  }

  /// Calls `body` with each run of an instance's data, in order: where it begins and how long it is.
  ///
  /// - Complexity: O(runs), and for the first whole instance of a class O(its fields), which are no more than its bytes.
  @inline(__always)
  mutating func forEachRun(of classID: UInt64, dataCount: Int, _ body: (_ start: Int, _ count: Int) -> Void) {
    guard dataCount > 0 else { return }
    let place = Int(truncatingIfNeeded: (classID &>> 3) ^ (classID &>> 12)) & 255
    if cacheKeys[place] != classID, !find(classID, dataCount, place) { return body(0, dataCount) }
    let layout = cache[place]
    guard dataCount >= layout.dataSize else { return body(0, dataCount) }
    for at in layout.start..<layout.start &+ layout.count { body(runs[at].start, runs[at].count) }
    if dataCount > layout.dataSize { body(layout.dataSize, dataCount &- layout.dataSize) }
  }

  /// Finds the layout of a class, or makes it; false where the class is not known or larger than the instance at hand.
  @inline(never)
  private mutating func find(_ classID: UInt64, _ dataCount: Int, _ place: Int) -> Bool {
    guard let index = classes.index(of: classID), classes.entries[index].dataSize <= dataCount else { return false }
    if layouts[index] == nil { layouts[index] = make(index) }
    cacheKeys[place] = classID
    cache[place] = layouts[index] ?? Layout()
    return true
  }

  private mutating func make(_ index: Int) -> Layout {
    let first = runs.count
    var at = 0
    var current = index
    while current >= 0 {
      let isExempt = exempt.contains(current)
      for field in classes.fields[classes.entries[current].fields] {
        let size = field.type.size(idSize: classes.idSize)
        if !isExempt, field.type != .object { add(at, size, first) }
        at += size
      }
      current = Int(classes.entries[current].nextWithFields)
    }
    return Layout(start: first, count: runs.count - first, dataSize: at)
  }

  private mutating func add(_ start: Int, _ size: Int, _ first: Int) {
    if runs.count > first, let last = runs.last, last.start + last.count == start {
      runs[runs.count - 1] = Run(start: last.start, count: last.count + size)
    } else {
      runs.append(Run(start: start, count: size))
    }
  }
}
