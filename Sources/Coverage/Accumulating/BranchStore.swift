// The counts of one file's branches while inputs are added up. The branches of one line in one section are a group. Groups
// with the same keys are added up key by key. Block numbers are not the same across compilers and tools (nyc begins at 0,
// karma at 1; gcc's differ between captures), so groups of a line that share no key but look alike (same names in the same
// order) are matched by order when the result is made, and it is said how often (lcov 2 matches by that signature too).

internal import ByteKit

/// A branch while it is read: numbers as they are, text as an index into the store's labels with the top bit set.
struct RawBranch: Equatable {
  var line: UInt32
  var block: UInt32
  var name: UInt32
  var flags: UInt8
  /// Whether the decision was reached.
  var isEvaluated: Bool
  var taken: UInt64

  static let exception: UInt8 = 1
  static let fallsThrough: UInt8 = 2
  static let unreachable: UInt8 = 4
  static let labelBit: UInt32 = 0x8000_0000

  @inline(__always)
  func hasKey(of other: RawBranch) -> Bool {
    line == other.line && block == other.block && name == other.name && flags == other.flags
  }

  /// What tells branches apart.
  struct Key: Hashable {
    let line: UInt32
    let block: UInt32
    let name: UInt32
    let flags: UInt8
  }

  var key: Key { Key(line: line, block: block, name: name, flags: flags) }

  @inline(__always)
  mutating func merge(_ other: RawBranch) {
    isEvaluated = isEvaluated || other.isEvaluated
    taken = taken.saturatingAdd(other.taken)
  }
}

struct BranchStore {
  /// Group after group; those of one line need not stand together.
  private var entries: [RawBranch] = []
  /// Where each group begins.
  private var starts: [Int32] = []
  /// The groups by the hash of their keys, built when an input first deviates.
  private var groupsOfHash: [UInt64: [Int32]] = [:]
  private var isIndexed = false
  private var labels = ByteStringTable()

  /// A number for a block or branch name that is none.
  mutating func label(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    RawBranch.labelBit | UInt32(truncatingIfNeeded: bytes.withRepairedText { labels.insert($0).index })
  }

  private func text(_ value: UInt32) -> String {
    value & RawBranch.labelBit == 0 ? String(value) : labels.string(at: Int(value & ~RawBranch.labelBit))
  }

  /// Adds the branches of one section, which are put in order of their lines.
  mutating func addSection(_ section: inout [RawBranch]) {
    guard !section.isEmpty else { return }
    Self.prepare(&section)
    var groupIndex = 0
    var at = 0
    while at < section.count {
      var end = at + 1
      while end < section.count, section[end].line == section[at].line { end += 1 }
      if groupIndex < starts.count, isSame(groupIndex, section, at, end) {
        add(groupIndex, section, at, end)
        groupIndex += 1
      } else {
        groupIndex = addDeviating(section, at, end) + 1
      }
      at = end
    }
  }

  /// Orders by line, keeping the order within one, and adds up repeated keys.
  private static func prepare(_ section: inout [RawBranch]) {
    var isOrdered = true
    var isRepeated = false
    for index in 1..<max(1, section.count) {
      let (previous, next) = (section[index - 1], section[index])
      if previous.line > next.line { isOrdered = false }
      // Repeated keys break the ascending order of a well-made group; only then are they looked for.
      if previous.line == next.line, (previous.block, previous.name) >= (next.block, next.name) { isRepeated = true }
    }
    if !isOrdered {
      let order = section.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
      section = order.map(\.element)
      isRepeated = true
    }
    guard isRepeated else { return }
    var result: [RawBranch] = []
    var groupStart = 0
    // Few branches are searched faster than they are hashed; a line of thousands must not cost their square.
    var places: [RawBranch.Key: Int] = [:]
    for branch in section {
      if let last = result.last, last.line != branch.line {
        groupStart = result.count
        places.removeAll(keepingCapacity: true)
      }
      if result.count - groupStart == 16 {
        for index in groupStart..<result.count { places[result[index].key] = index }
      }
      let same =
        result.count - groupStart < 16
        ? result[groupStart...].firstIndex { $0.hasKey(of: branch) } : places[branch.key]
      if let same {
        result[same].merge(branch)
      } else {
        if result.count - groupStart >= 16 { places[branch.key] = result.count }
        result.append(branch)
      }
    }
    section = result
  }

  private func range(_ group: Int) -> Range<Int> {
    Int(starts[group])..<(group + 1 < starts.count ? Int(starts[group + 1]) : entries.count)
  }

  @inline(__always)
  private func isSame(_ group: Int, _ section: [RawBranch], _ from: Int, _ to: Int) -> Bool {
    let range = range(group)
    guard range.count == to - from else { return false }
    for offset in 0..<range.count where !entries[range.lowerBound + offset].hasKey(of: section[from + offset]) {
      return false
    }
    return true
  }

  @inline(__always)
  private mutating func add(_ group: Int, _ section: [RawBranch], _ from: Int, _ to: Int) {
    var target = Int(starts[group])
    for index in from..<to {
      entries[target].merge(section[index])
      target += 1
    }
  }

  /// Finds the group elsewhere, or puts it in; returns its index.
  private mutating func addDeviating(_ section: [RawBranch], _ from: Int, _ to: Int) -> Int {
    if !isIndexed {
      isIndexed = true
      for index in starts.indices {
        groupsOfHash[Self.hash(entries[range(index)]), default: []].append(Int32(truncatingIfNeeded: index))
      }
    }
    let hash = Self.hash(section[from..<to])
    for group in groupsOfHash[hash] ?? [] where isSame(Int(group), section, from, to) {
      add(Int(group), section, from, to)
      return Int(group)
    }
    groupsOfHash[hash, default: []].append(Int32(truncatingIfNeeded: starts.count))
    starts.append(Int32(truncatingIfNeeded: entries.count))
    entries.append(contentsOf: section[from..<to])
    return starts.count - 1
  }

  private static func hash(_ group: ArraySlice<RawBranch>) -> UInt64 {
    var hash = TableHash()
    for branch in group {
      hash.combine(UInt64(branch.line) << 32 | UInt64(branch.block))
      hash.combine(UInt64(branch.name) << 8 | UInt64(branch.flags))
    }
    return hash.value
  }

  /// Adds all of another store.
  mutating func absorb(_ other: BranchStore) {
    for group in other.starts.indices {
      var section = Array(other.entries[other.range(group)])
      for index in section.indices {
        section[index].block = relabel(section[index].block, other)
        section[index].name = relabel(section[index].name, other)
      }
      _ = addDeviating(section, 0, section.count)
    }
  }

  private mutating func relabel(_ value: UInt32, _ other: BranchStore) -> UInt32 {
    guard value & RawBranch.labelBit != 0 else { return value }
    return other.text(value).withBytes { label($0) }
  }

  /// Adds branches as a model has them, as one section.
  mutating func add(_ branches: [BranchCount]) {
    var section = branches.map { branch in
      var flags: UInt8 = 0
      if branch.isException { flags |= RawBranch.exception }
      if branch.isFallthrough { flags |= RawBranch.fallsThrough }
      if branch.isUnreachable { flags |= RawBranch.unreachable }
      return RawBranch(
        line: branch.line, block: key(branch.block), name: key(branch.name), flags: flags,
        isEvaluated: branch.taken != nil, taken: branch.taken ?? 0)
    }
    addSection(&section)
  }

  private mutating func key(_ text: String) -> UInt32 {
    if let number = UInt32(text), number < RawBranch.labelBit, String(number) == text { return number }
    return text.withBytes { label($0) }
  }

  // MARK: - Results

  /// The branches in order of line, and on how many lines they had to be matched by their order.
  func branches() -> (branches: [BranchCount], matchedByOrder: Int) {
    var groups = starts.indices.map { entries[range($0)] }
    // Larger groups first: a smaller one that is part of a larger one then finds its keys.
    let keyed = groups.map { group in group.map { "\(text($0.block)),\(text($0.name)),\($0.flags)" } }
    let order = groups.indices.sorted { left, right in
      let (a, b) = (groups[left], groups[right])
      if a.first!.line != b.first!.line { return a.first!.line < b.first!.line }
      if a.count != b.count { return a.count > b.count }
      return keyed[left].lexicographicallyPrecedes(keyed[right]) { $0.precedes($1) }
    }
    groups = order.map { groups[$0] }

    var result: [BranchCount] = []
    var matchedByOrder = 0
    var at = 0
    while at < groups.count {
      let line = groups[at].first!.line
      let first = at
      while at < groups.count, groups[at].first!.line == line { at += 1 }
      if at == first + 1 {
        result += groups[first].map(model)
        continue
      }
      var accepted = AcceptedGroups()
      var hasMatched = false
      for group in groups[first..<at] where accepted.place(group) { hasMatched = true }
      if hasMatched { matchedByOrder += 1 }
      result += accepted.groups.joined().map(model)
    }
    return (result, matchedByOrder)
  }

  private func model(_ raw: RawBranch) -> BranchCount {
    var branch = BranchCount(
      line: raw.line, block: text(raw.block), name: text(raw.name), taken: raw.isEvaluated ? raw.taken : nil)
    branch.isException = raw.flags & RawBranch.exception != 0
    branch.isFallthrough = raw.flags & RawBranch.fallsThrough != 0
    branch.isUnreachable = raw.flags & RawBranch.unreachable != 0
    return branch
  }
}
