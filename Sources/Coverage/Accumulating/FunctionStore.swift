// The counts of one file's functions while inputs are added up. A function is known by its name and first line: one name may
// stand on several lines (overloads that a report prints alike), and after an edit on another one. Names lie in one array;
// a cursor compares the next name in place, so that inputs of one build need no hashing.

internal import ByteKit

struct FunctionStore {
  private(set) var entries: [Entry] = []
  private var names: [UInt8] = []
  /// The last entry with a key, and for each entry the one of the same key before it: names that differ may share a hash.
  private var indices: [Key: Int32] = [:]
  private var earlier: [Int32] = []
  /// For each alias group the one that it was joined with, or itself: inputs may name other parts of one group.
  private var groupParents: [Int32] = []
  /// Whether `indices` is kept: only once an input deviates from the order of the others.
  private var isIndexed = false

  struct Entry {
    var nameStart: Int
    var nameCount: Int
    var start: UInt32
    var end: UInt32
    var count: UInt64
    var group: Int32
  }

  private struct Key: Hashable {
    let hash: UInt64
    let start: UInt32
  }

  func name(_ entry: Entry) -> String {
    String(decoding: names[entry.nameStart..<entry.nameStart + entry.nameCount], as: UTF8.self)
  }

  /// Whether the function at an index has this name.
  @inline(__always)
  func hasName(_ index: Int, _ name: UnsafeRawBufferPointer) -> Bool {
    guard index < entries.count, entries[index].nameCount == name.count else { return false }
    let start = entries[index].nameStart
    return names.withUnsafeBytes { own in
      UnsafeRawBufferPointer(rebasing: own[start..<start + name.count]).isSame(as: name)
    }
  }

  @inline(__always)
  mutating func add(_ count: UInt64, at index: Int) {
    entries[index].count = entries[index].count.saturatingAdd(count)
  }

  /// The index of a function, which is put in when it is not there.
  mutating func index(of raw: UnsafeRawBufferPointer, start: UInt32, end: UInt32, group: Int32 = -1) -> Int {
    raw.withRepairedText { insert($0, start: start, end: end, group: group) }
  }

  private mutating func insert(_ name: UnsafeRawBufferPointer, start: UInt32, end: UInt32, group: Int32) -> Int {
    buildIndex()
    let key = Key(hash: TableHash.of(name), start: start)
    if let index = find(name, key) {
      // Not the first one seen but the last line: the same whatever the order of the inputs.
      entries[index].end = max(entries[index].end, end)
      if entries[index].group < 0 {
        entries[index].group = group
      } else if group >= 0 {
        join(entries[index].group, group)
      }
      return index
    }
    let entry = Entry(
      nameStart: names.count, nameCount: name.count, start: start, end: end, count: 0, group: group)
    names.append(contentsOf: name)
    entries.append(entry)
    note(key, entries.count - 1)
    return entries.count - 1
  }

  private func find(_ name: UnsafeRawBufferPointer, _ key: Key) -> Int? {
    var at = indices[key] ?? -1
    while at >= 0, !hasName(Int(at), name) { at = earlier[Int(at)] }
    return at < 0 ? nil : Int(at)
  }

  private mutating func note(_ key: Key, _ index: Int) {
    earlier.append(indices.updateValue(Int32(truncatingIfNeeded: index), forKey: key) ?? -1)
  }

  private func key(_ entry: Entry) -> Key {
    let range = entry.nameStart..<entry.nameStart + entry.nameCount
    return Key(
      hash: names.withUnsafeBytes { TableHash.of(UnsafeRawBufferPointer(rebasing: $0[range])) }, start: entry.start)
  }

  private mutating func buildIndex() {
    guard !isIndexed else { return }
    isIndexed = true
    indices.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() { note(key(entry), index) }
  }

  /// A number for a new alias group.
  mutating func newGroup() -> Int32 {
    groupParents.append(Int32(truncatingIfNeeded: groupParents.count))
    return groupParents[groupParents.count - 1]
  }

  private func root(_ group: Int32) -> Int32 {
    var group = group
    while groupParents[Int(group)] != group { group = groupParents[Int(group)] }
    return group
  }

  /// Makes two groups one: they share a function. Chains are halved on the way, so that they stay short.
  private mutating func join(_ one: Int32, _ other: Int32) {
    for group in [one, other] {
      var at = Int(group)
      while Int(groupParents[at]) != at {
        groupParents[at] = groupParents[Int(groupParents[at])]
        at = Int(groupParents[at])
      }
    }
    let (first, second) = (root(one), root(other))
    groupParents[Int(max(first, second))] = min(first, second)
  }

  /// The group of the function with this name and line, when it has one.
  mutating func group(of raw: UnsafeRawBufferPointer, start: UInt32) -> Int32? {
    buildIndex()
    let index = raw.withRepairedText { find($0, Key(hash: TableHash.of($0), start: start)) }
    guard let index, entries[index].group >= 0 else { return nil }
    return root(entries[index].group)
  }

  /// Adds functions as a model has them.
  mutating func add(_ functions: [FunctionCount]) {
    var groups: [Int: Int32] = [:]
    for function in functions {
      var group: Int32 = -1
      if let number = function.aliasGroup {
        group =
          groups[number]
          ?? function.name.withBytes { self.group(of: $0, start: function.start) } ?? newGroup()
        groups[number] = group
      }
      let index = function.name.withBytes {
        self.index(of: $0, start: function.start, end: function.end ?? 0, group: group)
      }
      add(function.count, at: index)
    }
  }

  /// The functions in order of first line, then name.
  var functions: [FunctionCount] {
    let list = entries.map { entry in
      FunctionCount(
        name: name(entry), start: entry.start, end: entry.end == 0 ? nil : entry.end, count: entry.count,
        aliasGroup: entry.group < 0 ? nil : Int(root(entry.group)))
    }
    var sorted = list.sorted { $0.start == $1.start ? $0.name.precedes($1.name) : $0.start < $1.start }
    // Group numbers follow the order of the result, not that of the inputs.
    var numbers: [Int: Int] = [:]
    for index in sorted.indices {
      guard let group = sorted[index].aliasGroup else { continue }
      let number = numbers[group] ?? numbers.count
      numbers[group] = number
      sorted[index].aliasGroup = number
    }
    return sorted
  }
}

extension UnsafeRawBufferPointer {
  /// Whether two buffers of the same length hold the same bytes; eight at a time.
  @inline(__always)
  func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    var at = 0
    while at &+ 8 <= count {
      if loadUnaligned(fromByteOffset: at, as: UInt64.self) != other.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      {
        return false
      }
      at &+= 8
    }
    while at < count {
      if self[at] != other[at] { return false }
      at &+= 1
    }
    return true
  }
}
