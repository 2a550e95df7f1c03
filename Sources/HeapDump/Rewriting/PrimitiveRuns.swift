// Where values that are no references lie in the instances of each class: the counterpart of `ReferenceLayouts`. What no class
// describes counts as values too, since it could be anything.

internal import ByteKit

/// The runs of primitive values in instances. A value: each thread has its own.
struct PrimitiveRuns: Sendable {
  /// Bytes of an instance's data.
  struct Run: Sendable {
    let start: Int
    let count: Int
  }
  private struct Layout {
    var start = 0
    var count = 0
    /// Up to where in an instance's data runs were looked for; what lies behind is no reference.
    var limit = -1
    /// The bytes that the fields of the class take.
    var dataSize = 0
  }

  private let classes: ClassTable
  /// Classes whose own fields do not count.
  private let exempt: Set<Int>
  private var runs: [Run] = []
  private var layouts: [Layout]
  private var cacheKeys = [UInt64](repeating: .max, count: 256)
  private var cache = [Layout](repeating: Layout(), count: 256)

  init(_ classes: ClassTable, exempt: Set<Int> = []) {
    self.classes = classes
    self.exempt = exempt
    layouts = Array(repeating: Layout(), count: classes.count)
  }

  /// Calls `body` with each run of an instance's data, in order: where it begins and how long it is.
  ///
  /// - Complexity: O(runs); the first instance of a class, and one that is longer than those before, O(fields).
  @inline(__always)
  mutating func forEachRun(of classID: UInt64, dataCount: Int, _ body: (_ start: Int, _ count: Int) -> Void) {
    let place = Int(truncatingIfNeeded: (classID &>> 3) ^ (classID &>> 12)) & 255
    if cacheKeys[place] != classID || cache[place].limit < dataCount { find(classID, dataCount, place) }
    let layout = cache[place]
    var at = layout.start
    let end = layout.start &+ layout.count
    while at < end {
      let start = runs[at].start
      if start >= dataCount { break }
      body(start, min(runs[at].count, dataCount &- start))
      at &+= 1
    }
    if dataCount > layout.dataSize { body(layout.dataSize, dataCount &- layout.dataSize) }
  }

  @inline(never)
  private mutating func find(_ classID: UInt64, _ limit: Int, _ place: Int) {
    cacheKeys[place] = classID
    guard let index = classes.index(of: classID) else {
      cache[place] = Layout(limit: .max)
      return
    }
    let entry = classes.entries[index]
    if layouts[index].limit < min(limit, entry.dataSize) {
      let first = runs.count
      var at = 0
      var current = index
      while current >= 0, at < limit {
        let isExempt = exempt.contains(current)
        for field in classes.fields[classes.entries[current].fields] {
          let size = field.type.size(idSize: classes.idSize)
          // A reference that the instance has only a part of is none.
          if !isExempt, field.type != .object || at + size > limit { add(at, size, first) }
          at += size
        }
        current = Int(classes.entries[current].superIndex)
      }
      layouts[index] = Layout(start: first, count: runs.count - first, limit: limit, dataSize: entry.dataSize)
    }
    if layouts[index].limit >= entry.dataSize { layouts[index].limit = .max }
    layouts[index].dataSize = entry.dataSize
    cache[place] = layouts[index]
  }

  private mutating func add(_ start: Int, _ size: Int, _ first: Int) {
    if runs.count > first, let last = runs.last, last.start + last.count == start {
      runs[runs.count - 1] = Run(start: last.start, count: last.count + size)
    } else {
      runs.append(Run(start: start, count: size))
    }
  }
}
