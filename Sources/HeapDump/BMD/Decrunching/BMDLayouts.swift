// The classes of a BMD file, and what their instances' values are: records have no lengths, so that no instance can be passed
// without them.

/// The classes that were defined so far.
struct BMDLayouts {
  /// A piece of an instance in HPROF.
  enum Step: Equatable {
    /// A value that stands in the BMD file.
    case value(FieldType)
    /// Bytes of fields that do not.
    case zeros(Int)
  }

  /// An instance of a class, its superclasses' fields included.
  struct Chain {
    var steps: [Step] = []
    /// How many of the steps are values.
    var values = 0
    /// The bytes that it takes in HPROF.
    var size = 0
  }

  struct Layout {
    let definition: BMDClass
    var info: BMDClassInfo?
  }

  private var classes: [UInt64: Layout] = [:]
  private var chains: [UInt64: Chain] = [:]
  /// The classes that known chains consist of.
  private var chained: Set<UInt64> = []
  /// The size of ids in HPROF.
  var idSize = 4

  subscript(id: UInt64) -> Layout? { classes[id] }

  /// Adds a class, or puts another definition in a class's place.
  ///
  /// - Returns: whether there was one. Only then can a chain that is known have changed: chains are of classes that are all defined.
  @discardableResult
  mutating func define(_ definition: BMDClass) -> Bool {
    let isReplaced = classes.updateValue(Layout(definition: definition), forKey: definition.id) != nil
    if isReplaced { forgetChains() }
    return isReplaced
  }

  mutating func add(_ info: BMDClassInfo) {
    classes[info.id]?.info = info
    if chained.contains(info.id) { forgetChains() }
  }

  private mutating func forgetChains() {
    chains.removeAll(keepingCapacity: true)
    chained.removeAll(keepingCapacity: true)
  }

  /// A field as a class has it in HPROF: its name is `nil` where the file does not tell it.
  typealias Slot = (name: UInt64?, type: FieldType, isKept: Bool)

  /// The class's own fields in the order of HPROF: removed ones in their places where the file tells these, else behind the others,
  /// as ints and then bytes. A class of more fields than HPROF can count gets longs.
  func slots(of layout: Layout) -> [Slot] {
    let definition = layout.definition
    var kept = definition.fields.map { Slot($0.name, $0.type, true) }
    guard let info = layout.info else {
      let bytes = definition.removedBytes
      let wide = kept.count + bytes / 4 + bytes % 4 > 65_535 ? bytes / 8 : 0
      kept += Array(repeating: Slot(nil, .long, false), count: wide)
      kept += Array(repeating: Slot(nil, .int, false), count: (bytes - wide * 8) / 4)
      return kept + Array(repeating: Slot(nil, .byte, false), count: bytes % 4)
    }
    var slots: [Slot] = []
    var next = kept.startIndex
    for removed in info.removed.sorted(by: { $0.place < $1.place }) {
      while slots.count < removed.place, next < kept.endIndex {
        slots.append(kept[next])
        next += 1
      }
      slots.append(Slot(removed.name, removed.type, false))
    }
    return slots + kept[next...]
  }

  /// What an instance of a class consists of. Neighbouring removed fields are one step, so that a chain has no more steps than
  /// twice the values that the file holds for each instance, and a few.
  ///
  /// - Parameter left: the bytes that the file has left. A value takes one or more: a class of more values is refused before they
  ///   fill the memory.
  mutating func chain(of classID: UInt64, at offset: Int, left: Int) throws -> Chain {
    if let known = chains[classID] { return known }
    var chain = Chain()
    var current = classID
    var depth = 0
    while current != 0 {
      guard let layout = classes[current] else {
        throw HeapDumpError(.missingClass(current), at: offset, in: "INSTANCE_DUMP")
      }
      append(layout, to: &chain)
      guard chain.values <= left else {
        throw HeapDumpError(
          .truncated(needed: UInt64(chain.values), available: UInt64(left)), at: offset, in: "INSTANCE_DUMP")
      }
      chained.insert(current)
      depth += 1
      guard depth <= Decruncher.maximumDepth else {
        throw HeapDumpError(.classCycle(classID), at: offset, in: "INSTANCE_DUMP")
      }
      guard chain.steps.count <= Decruncher.maximumInstance, chain.size < 1 << 31 else {
        throw HeapDumpError(.tooMany("fields in one class"), at: offset, in: "INSTANCE_DUMP")
      }
      current = layout.definition.superID
    }
    chains[classID] = chain
    return chain
  }

  private func append(_ layout: Layout, to chain: inout Chain) {
    func zeros(_ count: Int) {
      guard count > 0 else { return }
      if case .zeros(let before)? = chain.steps.last {
        chain.steps[chain.steps.count - 1] = .zeros(before + count)
      } else {
        chain.steps.append(.zeros(count))
      }
      chain.size += count
    }
    guard layout.info != nil else {
      for field in layout.definition.fields {
        chain.steps.append(.value(field.type))
        chain.values += 1
        chain.size += field.type.size(idSize: idSize)
      }
      return zeros(layout.definition.removedBytes)
    }
    for slot in slots(of: layout) {
      let size = slot.type.size(idSize: idSize)
      if slot.isKept {
        chain.steps.append(.value(slot.type))
        chain.values += 1
        chain.size += size
      } else {
        zeros(size)
      }
    }
  }

  /// Passes over the values of an instance.
  mutating func pass(_ classID: UInt64, at offset: Int, _ values: inout BMDValues) throws {
    for step in try chain(of: classID, at: offset, left: values.left).steps {
      if case .value(let type) = step { _ = try values.value(type) }
    }
  }
}
