// The tables of a mapping. Names stay in the file: classes are found by a hash of their obfuscated or original name, members by
// eight bytes each, sorted within their class: kind (1 bit), hash of the obfuscated name (31), distance of the line from the class's
// (32). Equal names stand together and in the order of the file. A hash only narrows the search; the line has the name.

internal import ByteKit

/// Where classes and members stand in the file.
struct MappingIndex: Sendable {
  /// The classes by their obfuscated names, in the order of the file.
  private var obfuscated = OpenTable()
  /// Their original names, and the first class that has each.
  private var originals = OpenTable()
  private var originalClasses: [Int32] = []
  /// The offset of each class's line, and of the line that tells its source file (-1: none).
  private var classLines: [Int] = []
  private var sourceLines: [Int] = []
  /// Each class's first member in `members`.
  private var starts: [Int] = []
  private var members: [UInt64] = []

  var classCount: Int { classLines.count }
  var memberCount: Int { members.count }

  /// The bytes that the tables take.
  var memorySize: Int {
    // Half-full tables of 12 bytes a slot.
    (obfuscated.count + originals.count) * 24 + originalClasses.capacity * 4
      + (classLines.capacity + sourceLines.capacity + starts.capacity + members.capacity) * 8
  }

  mutating func reserve(members count: Int) { members.reserveCapacity(count) }

  /// Begins the class whose line stands at an offset; false when its obfuscated name is taken.
  mutating func beginClass(
    _ names: (original: Range<Int>, obfuscated: Range<Int>), at offset: Int, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    let name = UnsafeRawBufferPointer(rebasing: bytes[names.obfuscated])
    var key = TableHash.of(name)
    // Names of one hash take the next keys; with 64 seeded bits that is a matter of form.
    while let other = obfuscated.index(of: key) {
      if has(other, obfuscated: name, in: bytes) { return false }
      key &+= 1
    }
    let index = obfuscated.insert(key).index
    let original = UnsafeRawBufferPointer(rebasing: bytes[names.original])
    key = TableHash.of(original)
    var isKnown = false
    while !isKnown, let other = originals.index(of: key) {
      isKnown = has(Int(originalClasses[other]), original: original, in: bytes)
      key &+= 1
    }
    if !isKnown {
      _ = originals.insert(key)
      originalClasses.append(Int32(index))
    }
    classLines.append(offset)
    sourceLines.append(-1)
    starts.append(members.count)
    return true
  }

  /// Adds a member to the last class; false when it stands too far behind it.
  mutating func addMember(_ name: UnsafeRawBufferPointer, isMethod: Bool, at offset: Int) -> Bool {
    guard let distance = UInt32(exactly: offset - classLines[classLines.count - 1]) else { return false }
    members.append(Self.key(name, isMethod: isMethod) | UInt64(distance))
    return true
  }

  /// Whether the last class has no member yet and its source file is not known.
  var mayTakeSourceFile: Bool {
    guard let start = starts.last, let line = sourceLines.last else { return false }
    return line < 0 && start == members.count
  }

  mutating func setSourceFile(at offset: Int) { sourceLines[sourceLines.count - 1] = offset }

  /// Sorts the members of the last class.
  mutating func finishClass() {
    guard let start = starts.last, members.count - start > 1 else { return }
    // In place: a slice of the array would be copied.
    members.withUnsafeMutableBufferPointer { all in
      var own = UnsafeMutableBufferPointer(rebasing: all[start...])
      own.sort()
    }
  }

  private static func key(_ name: UnsafeRawBufferPointer, isMethod: Bool) -> UInt64 {
    TableHash.of(name) & 0x7FFF_FFFF_0000_0000 | (isMethod ? 1 << 63 : 0)
  }

  // MARK: - Looking up

  /// The class with an obfuscated name.
  func classIndex(obfuscated name: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Int? {
    var key = TableHash.of(name)
    while let index = obfuscated.index(of: key) {
      if has(index, obfuscated: name, in: bytes) { return index }
      key &+= 1
    }
    return nil
  }

  /// The first class with an original name.
  func classIndex(original name: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Int? {
    var key = TableHash.of(name)
    while let found = originals.index(of: key) {
      let index = Int(originalClasses[found])
      if has(index, original: name, in: bytes) { return index }
      key &+= 1
    }
    return nil
  }

  /// The names in a class's line.
  func names(
    of index: Int, in bytes: UnsafeRawBufferPointer
  ) -> (original: UnsafeRawBufferPointer, obfuscated: UnsafeRawBufferPointer) {
    // It was parsed when the mapping was read; only a file that was changed since then does not parse again.
    guard let names = MemberLine.parseClass(bytes, bytes.line(at: classLines[index])) else {
      let none = UnsafeRawBufferPointer(rebasing: bytes[..<0])
      return (none, none)
    }
    return (
      UnsafeRawBufferPointer(rebasing: bytes[names.original]), UnsafeRawBufferPointer(rebasing: bytes[names.obfuscated])
    )
  }

  private func has(
    _ index: Int, obfuscated name: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer
  ) -> Bool { names(of: index, in: bytes).obfuscated.elementsEqual(name) }

  private func has(
    _ index: Int, original name: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer
  ) -> Bool { names(of: index, in: bytes).original.elementsEqual(name) }

  /// The offset of the line that tells a class's source file.
  func sourceLine(_ index: Int) -> Int? { sourceLines[index] < 0 ? nil : sourceLines[index] }

  /// Calls `body` with each line of a member with an obfuscated name, in the order of the file.
  ///
  /// - Complexity: O(log n) in the members of the class, and O(1) for each line.
  func forEachMember(
    of index: Int, named name: UnsafeRawBufferPointer, isMethod: Bool, in bytes: UnsafeRawBufferPointer,
    _ body: (MemberLine) -> Void
  ) {
    let key = Self.key(name, isMethod: isMethod)
    var low = starts[index]
    let end = index + 1 < starts.count ? starts[index + 1] : members.count
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if members[middle] < key { low = middle + 1 } else { high = middle }
    }
    while low < end, members[low] & 0xFFFF_FFFF_0000_0000 == key {
      let offset = classLines[index] + Int(members[low] & 0xFFFF_FFFF)
      if let member = MemberLine(bytes, bytes.line(at: offset)), bytes[member.obfuscated].elementsEqual(name) {
        body(member)
      }
      low += 1
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The line that begins at an offset, without its end and the spaces before that.
  func line(at offset: Int) -> Range<Int> {
    let newline = ByteSearch.firstIndex(of: 0x0A, in: RawSpan(_unsafeBytes: self), from: offset)
    let end = newline > offset && self[newline - 1] == 0x0D ? newline - 1 : newline
    return trimmed(offset..<end)
  }
}
