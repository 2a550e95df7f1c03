// The cruncher's second pass: objects become their BMD records, roots are gathered and written last. What is written of an instance
// is planned once a class: the places and types of the values that are kept.

internal import ByteKit

/// Writes the objects and the roots.
struct CrunchHeap: HeapRecordVisitor {
  /// A root that waits for the end.
  private struct Root {
    let id: UInt64
    let thread: UInt32
    let frame: UInt32
  }

  /// What is kept of a class's instances.
  private struct Plan {
    var steps: Range<Int>
    /// The bytes an instance has at least.
    var size: Int
    /// The most bytes that one becomes in BMD.
    var room: Int
  }

  let objects: ObjectNumbers
  let strings: StringNumbers
  private(set) var result: CrunchResult
  private let output: BMDOutput
  private let classes: CrunchClasses
  private let idSize: Int
  private let isCompatible: Bool
  private let keepsArrays: Bool
  private let removedName: UInt64?
  /// The indices of classes by their numbers, and the plans made so far by the index.
  private var classIndices: [Int32]
  private var plans: [Plan?]
  /// The kept values of all plans: the place in the instance's data times 16, plus the type.
  private var steps: [UInt32] = []
  private var roots: [UInt8: [Root]] = [:]
  /// The roots of all kinds in the order of the dump, for version 1.
  private var rootIDs: [UInt64] = []
  /// The heap that the dump is at, and the one that the BMD is at.
  private var heap = HeapMark()
  private var writtenHeap: HeapMark

  init(_ prologue: CrunchPrologue) {
    objects = prologue.objects
    strings = prologue.strings
    result = prologue.result
    output = prologue.output
    classes = prologue.classes
    idSize = prologue.outline.header.idSize
    isCompatible = prologue.options.isCompatible
    keepsArrays = prologue.options.keepArrays
    removedName = prologue.removedName
    writtenHeap = prologue.heap
    plans = Array(repeating: nil, count: classes.entries.count)
    classIndices = Array(repeating: -1, count: Int(objects.next))
    for (index, entry) in classes.entries.enumerated() {
      let number = Int(objects.number(of: entry.id))
      if number < classIndices.count { classIndices[number] = Int32(truncatingIfNeeded: index) }
    }
  }

  // MARK: - Objects

  @inline(__always)
  mutating func visit(_ instance: InstanceRecord) {
    let known = Int(objects.number(of: instance.classID))
    let index = known < classIndices.count ? Int(classIndices[known]) : -1
    // The first pass has met the classes of all instances that this one meets.
    guard index >= 0 else { return dropInstance(instance, needed: 0) }
    let plan = plans[index] ?? makePlan(index, instance)
    guard instance.data.count >= plan.size else { return dropInstance(instance, needed: plan.size) }
    if heap != writtenHeap { writeHeap() }
    guard plan.room <= BMDOutput.roomLimit else { return writeLarge(instance, UInt64(known), plan) }
    result.instances &+= 1
    var at = output.room(plan.room)
    at.putByte(UInt8(truncatingIfNeeded: BMDFormat.instance))
    at.putNumber(UInt64(objects.number(of: instance.id)))
    at.putNumber(UInt64(known))
    put(plan.steps, of: instance, &at)
    output.advance(to: at)
  }

  @inline(__always)
  private func put(_ range: Range<Int>, of instance: InstanceRecord, _ at: inout BMDOutput.Cursor) {
    let data = instance.data
    steps.withUnsafeBufferPointer { steps in
      for index in range {
        let step = steps[index]
        let place = Int(step &>> 4)
        if step & 15 == UInt32(FieldType.object.rawValue) {
          at.putNumber(UInt64(objects.number(of: data.readID(at: place, size: idSize))))
        } else if let type = FieldType(rawValue: UInt8(truncatingIfNeeded: step & 15)) {
          at.putValue(type, from: data.baseAddress.unsafelyUnwrapped + place)
        }
      }
    }
  }

  /// Writes an instance of more fields than there is room for at once.
  private mutating func writeLarge(_ instance: InstanceRecord, _ classNumber: UInt64, _ plan: Plan) {
    result.instances &+= 1
    output.number(BMDFormat.instance)
    output.number(UInt64(objects.number(of: instance.id)))
    output.number(classNumber)
    var start = plan.steps.lowerBound
    while start < plan.steps.upperBound {
      let end = min(plan.steps.upperBound, start + 4096)
      var at = output.room(4096 * BMDOutput.numberLimit)
      put(start..<end, of: instance, &at)
      output.advance(to: at)
      start = end
    }
  }

  @inline(never)
  private mutating func dropInstance(_ instance: InstanceRecord, needed: Int) {
    result.droppedInstances += 1
    guard result.droppedInstances <= 16 else { return }
    result.damage.append(
      HeapDumpError(
        .truncated(needed: UInt64(needed), available: UInt64(instance.data.count)), at: instance.offset,
        in: "INSTANCE_DUMP"))
  }

  /// Plans a class at its first instance. The plan is no longer than that instance: an instance which is shorter than its class
  /// has no plan, and the steps of all plans together are fewer than the bytes of the dump.
  @inline(never)
  private mutating func makePlan(_ index: Int, _ instance: InstanceRecord) -> Plan {
    let size = classes.entries[index].dataSize
    // A place takes 28 bits in a step; no instance of a real program comes near.
    guard size <= instance.data.count, size < 1 << 28 else { return Plan(steps: 0..<0, size: .max, room: 0) }
    let first = steps.count
    var place: UInt32 = 0
    var current = index
    while current >= 0 {
      let entry = classes.entries[current]
      for field in classes.fields[entry.fields] {
        let isKept =
          field.type == .object
          || entry.keepsPrimitives && (removedName == nil || field.name != removedName)
        if isKept { steps.append(place << 4 | UInt32(field.type.rawValue)) }
        place += UInt32(field.type.size(idSize: idSize))
      }
      current = entry.superIndex
    }
    let plan = Plan(
      steps: first..<steps.count, size: size, room: (steps.count - first + 3) * BMDOutput.numberLimit)
    plans[index] = plan
    return plan
  }

  @inline(__always)
  mutating func visit(_ array: ObjectArrayRecord) {
    if heap != writtenHeap { writeHeap() }
    result.objectArrays &+= 1
    var at = output.room(4 * BMDOutput.numberLimit)
    at.putByte(UInt8(truncatingIfNeeded: BMDFormat.objectArray))
    at.putNumber(UInt64(objects.number(of: array.id)))
    at.putNumber(UInt64(objects.number(of: array.classID)))
    putCount(array.count, &at)
    output.advance(to: at)
    var start = 0
    while start < array.count {
      let end = min(array.count, start &+ 4096)
      // Numbers of objects have 31 bits: 5 bytes.
      var at = output.room((end &- start) &* 5)
      for index in start..<end {
        at.putNumber(UInt64(objects.number(of: array.data.readID(at: index &* idSize, size: idSize))))
      }
      output.advance(to: at)
      start = end
    }
  }

  @inline(__always)
  mutating func visit(_ array: PrimitiveArrayRecord) {
    // Badoo's cruncher passes over arrays that have no data in the dump.
    if isCompatible, !array.hasData { return }
    if heap != writtenHeap { writeHeap() }
    result.primitiveArrays &+= 1
    let isKept = keepsArrays && array.hasData
    if !isKept, array.hasData { result.emptiedArrays &+= 1 }
    let tag =
      isKept
      ? BMDFormat.primitiveArray : array.hasData ? BMDFormat.arrayPlaceholder : BMDFormat.arrayWithoutData
    var at = output.room(4 * BMDOutput.numberLimit)
    at.putByte(UInt8(truncatingIfNeeded: tag))
    at.putNumber(UInt64(objects.number(of: array.id)))
    at.putByte(array.type.bmdCode)
    putCount(array.count, &at)
    output.advance(to: at)
    if isKept { output.bytes(array.data) }
  }

  /// A count as version 1 writes it: beyond 31 bits it is a negative number.
  @inline(__always)
  private func putCount(_ count: Int, _ at: inout BMDOutput.Cursor) {
    at.putNumber(isCompatible ? UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: count))) : UInt64(count))
  }

  mutating func visitHeap(type: UInt32, name: UInt64, at offset: Int) {
    if !isCompatible { heap = HeapMark(type: type, name: name) }
  }

  /// Marks are written only where an object follows that is in another heap than the one before: Android repeats them every 128.
  @inline(never)
  private mutating func writeHeap() {
    guard !isCompatible else { return }
    writtenHeap = heap
    output.number(BMDFormat.heap)
    output.number(UInt64(heap.type))
    output.number(UInt64(strings.number(of: heap.name)))
  }

  // MARK: - Roots

  mutating func visit(_ root: RootRecord) {
    if isCompatible {
      // What Android marks unreachable is no root to Badoo's cruncher.
      if root.kind != .unreachable { rootIDs.append(root.id) }
    } else {
      roots[root.kind.rawValue, default: []].append(Root(id: root.id, thread: root.thread, frame: root.frame))
    }
  }

  /// Writes the roots.
  mutating func finish() {
    if isCompatible {
      result.roots = rootIDs.count
      output.number(BMDFormat.rootObjects)
      output.signed(Int32(truncatingIfNeeded: rootIDs.count))
      for id in rootIDs { output.number(UInt64(objects.number(of: id))) }
      return
    }
    for (tag, list) in roots.sorted(by: { $0.key < $1.key }) {
      guard let kind = RootKind(rawValue: tag) else { continue }
      result.roots += list.count
      output.number(BMDFormat.roots)
      output.number(UInt64(tag))
      output.number(UInt64(list.count))
      let hasFrame = kind.extraBytes(idSize: 0) == 8
      for root in list {
        output.number(UInt64(objects.number(of: root.id)))
        guard kind.namesThread else { continue }
        output.number(UInt64(root.thread))
        // One more than the frame, so that "none" is 0.
        if hasFrame { output.number(UInt64(root.frame &+ 1)) }
      }
    }
  }
}
