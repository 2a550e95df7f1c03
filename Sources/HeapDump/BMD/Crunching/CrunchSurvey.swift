// The cruncher's first pass over the heap: where the classes lie, which of them instances need, and which ids objects have. The
// pieces of the heap are read on all cores and joined.

internal import ByteKit

/// A heap of Android: its type and its name's string id. Objects before the first mark are in heap 0 without a name.
struct HeapMark: Equatable, Sendable {
  var type: UInt32 = 0
  var name: UInt64 = 0
}

/// What the first pass learns of a piece of the heap.
struct CrunchSurvey: HeapRecordVisitor, Sendable {
  /// A CLASS_DUMP: where it lies and the heap it is in, where the piece tells.
  struct ClassPlace: Sendable {
    let offset: Int
    var heap: HeapMark?
  }

  private(set) var classes: [ClassPlace] = []
  /// The classes that instances have, in the order of their first instance.
  private(set) var instanceClasses: [UInt64] = []
  private(set) var bitmap: ObjectBitmap
  private var heap: HeapMark?
  private var seen = OpenTable()
  /// The classes that came last, by a few bits of their ids: most look-ups end here.
  private var recent = [UInt64](repeating: 0, count: 64)

  init(shift: UInt64) { bitmap = ObjectBitmap(shift: shift) }

  @inline(__always)
  mutating func visit(_ instance: InstanceRecord) {
    bitmap.insert(instance.id)
    let id = instance.classID
    let slot = Int(truncatingIfNeeded: id &>> 3 ^ id &>> 9) & 63
    if recent[slot] != id { note(id, slot) }
  }

  private mutating func note(_ id: UInt64, _ slot: Int) {
    recent[slot] = id
    if seen.insert(id).isNew { instanceClasses.append(id) }
  }

  @inline(__always)
  mutating func visit(_ array: ObjectArrayRecord) { bitmap.insert(array.id) }

  @inline(__always)
  mutating func visit(_ array: PrimitiveArrayRecord) { bitmap.insert(array.id) }

  mutating func visit(_ record: ClassRecord) {
    bitmap.insert(record.id)
    classes.append(ClassPlace(offset: record.offset, heap: heap))
  }

  mutating func visitHeap(type: UInt32, name: UInt64, at offset: Int) { heap = HeapMark(type: type, name: name) }

  /// Adds what the piece that follows learned.
  mutating func append(_ other: CrunchSurvey) {
    bitmap.formUnion(other.bitmap)
    for var place in other.classes {
      if place.heap == nil { place.heap = heap }
      classes.append(place)
    }
    for id in other.instanceClasses where seen.insert(id).isNew { instanceClasses.append(id) }
    heap = other.heap ?? heap
  }

  /// Looks at the first objects for the alignment of their ids.
  struct Sample: HeapRecordVisitor {
    private(set) var union: UInt64 = 0
    @inline(__always) mutating func visit(_ instance: InstanceRecord) { union |= instance.id }
    @inline(__always) mutating func visit(_ array: ObjectArrayRecord) { union |= array.id }
    @inline(__always) mutating func visit(_ array: PrimitiveArrayRecord) { union |= array.id }

    static let size = 1 << 18
  }
}
