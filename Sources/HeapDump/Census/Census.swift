// The first pass over the heap: how many objects of which class in which heap, the roots, where the classes lie, the largest arrays,
// and the range of the ids. All further passes build on it. Work on several threads gives one census each; merging them in file
// order gives what one thread would have found.

internal import ByteKit

/// Counts what is in a heap.
struct Census: HeapRecordVisitor, Sendable {
  /// Objects of one class in one heap.
  struct Slot: Sendable {
    let heap: Int32
    let classID: UInt64
    var instances = 0
    /// The bytes of the instances' values in the dump.
    var dataBytes = 0
    var arrays = ArrayTally()
  }
  /// A heap of Android's.
  struct Heap: Hashable, Sendable {
    let type: UInt32
    let name: UInt64
  }
  /// A root, as it stood in the file.
  struct Root: Sendable {
    let id: UInt64
    let kind: RootKind
    let thread: UInt32
    let frame: UInt32
  }
  /// A large array.
  struct LargeArray: Sendable {
    let id: UInt64
    /// The array's class; 0 for a primitive array.
    let classID: UInt64
    let type: FieldType
    let count: Int
    let bytes: Int
    let hasData: Bool
  }

  private(set) var slots: [Slot] = []
  /// Primitive arrays, by heap and type: `heap * 16 + type`.
  private(set) var primitives: [ArrayTally] = Array(repeating: ArrayTally(), count: 16)
  private(set) var heaps: [Heap] = [Heap(type: 0, name: 0)]
  private(set) var roots: [Root] = []
  private(set) var classOffsets: [Int] = []
  /// The largest arrays, largest first, at most `largestLimit`.
  private(set) var largest: [LargeArray] = []
  /// The ids of all objects and classes.
  private(set) var ids = IDSurvey()
  private(set) var arraysWithoutData = 0

  static let largestLimit = 50
  /// So many heaps are told apart, where Android has four: marks beyond them, of which a damaged dump may have millions, count as
  /// one heap more.
  static let heapLimit = 256
  private static let otherHeaps = Heap(type: .max, name: 0)

  private let idSize: Int
  private var tables: [OpenTable] = [OpenTable()]
  private var numbers: [[Int32]] = [[]]
  private var heap = 0
  private var cacheKeys = [UInt64](repeating: 0, count: 256)
  /// -1 where the cache has nothing: no id is left to say so, since a class may have any.
  private var cacheSlots = [Int32](repeating: -1, count: 256)
  private var threshold = 0

  init(idSize: Int) { self.idSize = idSize }

  @inline(__always)
  private mutating func slot(_ classID: UInt64) -> Int {
    let place = Int(truncatingIfNeeded: (classID &>> 3) ^ (classID &>> 12)) & 255
    if cacheKeys[place] == classID, cacheSlots[place] >= 0 { return Int(cacheSlots[place]) }
    return findSlot(classID, place)
  }

  @inline(never)
  private mutating func findSlot(_ classID: UInt64, _ place: Int) -> Int {
    let (index, isNew) = tables[heap].insert(classID)
    if isNew {
      numbers[heap].append(Int32(slots.count))
      slots.append(Slot(heap: Int32(heap), classID: classID))
    }
    cacheKeys[place] = classID
    cacheSlots[place] = numbers[heap][index]
    return Int(numbers[heap][index])
  }

  @inline(__always)
  mutating func visit(_ instance: InstanceRecord) {
    ids.add(instance.id)
    let slot = slot(instance.classID)
    slots[slot].instances &+= 1
    slots[slot].dataBytes &+= instance.data.count
  }

  @inline(__always)
  mutating func visit(_ array: ObjectArrayRecord) {
    ids.add(array.id)
    slots[slot(array.classID)].arrays.add(array.count)
    if array.data.count > threshold {
      keepLarge(
        LargeArray(
          id: array.id, classID: array.classID, type: .object, count: array.count, bytes: array.data.count,
          hasData: true))
    }
  }

  @inline(__always)
  mutating func visit(_ array: PrimitiveArrayRecord) {
    ids.add(array.id)
    primitives[heap &* 16 &+ Int(array.type.rawValue)].add(array.count)
    if !array.hasData { arraysWithoutData &+= 1 }
    if array.byteCount > threshold {
      keepLarge(
        LargeArray(
          id: array.id, classID: 0, type: array.type, count: array.count, bytes: array.byteCount,
          hasData: array.hasData))
    }
  }

  mutating func visit(_ record: ClassRecord) {
    ids.add(record.id)
    classOffsets.append(record.offset)
  }

  mutating func visit(_ root: RootRecord) {
    roots.append(Root(id: root.id, kind: root.kind, thread: root.thread, frame: root.frame))
  }

  mutating func visitHeap(type: UInt32, name: UInt64, at offset: Int) {
    enter(Heap(type: type, name: name))
  }

  /// Heap 0 has what comes before the first mark. In a piece of a dump that is what the piece before it was in, so that a mark of the
  /// heap without a name is none of heap 0: `merge` puts both in their places.
  private mutating func enter(_ next: Heap) {
    guard heap == 0 || heaps[heap] != next else { return }
    if let known = heaps.dropFirst().firstIndex(of: next) {
      heap = known
    } else if heaps.count > Self.heapLimit {
      heap = Self.heapLimit
    } else {
      heap = heaps.count
      heaps.append(heap < Self.heapLimit ? next : Self.otherHeaps)
      tables.append(OpenTable())
      numbers.append([])
      primitives.append(contentsOf: repeatElement(ArrayTally(), count: 16))
    }
    for place in cacheSlots.indices { cacheSlots[place] = -1 }
  }

  /// Goes on with a heap of a piece that was marked.
  private mutating func move(to next: Heap) {
    guard next == heaps[0] else { return enter(next) }
    heap = 0
    for place in cacheSlots.indices { cacheSlots[place] = -1 }
  }

  /// Keeps the largest; of equally large ones those with the lower id, so that the order of merging does not show.
  private mutating func keepLarge(_ array: LargeArray) {
    let place = largest.firstIndex { ($0.bytes, array.id) < (array.bytes, $0.id) } ?? largest.count
    largest.insert(array, at: place)
    if largest.count > Self.largestLimit { largest.removeLast() }
    // One below the last: an array of its size may have a lower id.
    if largest.count == Self.largestLimit { threshold = largest[Self.largestLimit - 1].bytes - 1 }
  }

  /// Adds the census of what follows in the file: the whole dump's begins empty.
  mutating func merge(_ other: Census) {
    for otherHeap in other.heaps.indices {
      // What the piece has before its first mark is in the heap that this one ends in.
      if otherHeap > 0 { move(to: other.heaps[otherHeap]) }
      for type in 0..<16 { primitives[heap * 16 + type].merge(other.primitives[otherHeap * 16 + type]) }
      for slot in other.slots where Int(slot.heap) == otherHeap {
        let own = self.slot(slot.classID)
        slots[own].instances += slot.instances
        slots[own].dataBytes += slot.dataBytes
        slots[own].arrays.merge(slot.arrays)
      }
    }
    if other.heaps.count > 1 { move(to: other.heaps[other.heap]) }
    roots += other.roots
    classOffsets += other.classOffsets
    for array in other.largest where array.bytes > threshold { keepLarge(array) }
    ids.merge(other.ids)
    arraysWithoutData += other.arraysWithoutData
  }
}
