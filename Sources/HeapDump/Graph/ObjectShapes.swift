// The class and the shallow size of each object, by number: a pass over the heap.

/// Classes by object number.
enum ObjectShapes {
  /// Set for arrays, beside the class's number.
  static let array: UInt32 = 1 << 31
  /// The shape of a class object.
  static let classObject: UInt32 = .max
  /// The shape of an object whose class is not in the dump.
  static let unknown: UInt32 = .max - 1

  /// The class of each object: its number, with `array` set for arrays.
  static func classes(_ dump: HeapDump, _ index: borrowing ObjectIndex) -> OwnedBuffer<UInt32> {
    let shapes = OwnedBuffer<UInt32>(repeating: unknown, count: index.count)
    let primitives = dump.primitiveArrayClasses
    let mode = Self.mode(dump, index)
    withUnsafePointer(to: index) { index in
      nonisolated(unsafe) let index = index
      nonisolated(unsafe) let base = shapes.base
      let table = dump.classes
      _ = HeapPass(image: dump.image, outline: dump.outline).run(mode) {
        ClassVisitor(index: index, shapes: base, table: table, primitives: primitives)
      }
    }
    return shapes
  }

  /// What the search from the roots needs of the classes: half the size of `classes` where the dump has fewer than 65,000 of them.
  ///
  /// The values are numbers of classes for instances, and the topmost three of the type for class objects, for objects whose class is
  /// not in the dump, and for arrays.
  static func narrow<Shape: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & SendableMetatype>(
    _ dump: HeapDump, _ index: borrowing ObjectIndex, _ type: Shape.Type
  ) -> OwnedBuffer<Shape> {
    let shapes = OwnedBuffer<Shape>(repeating: .max - 1, count: index.count)
    withUnsafePointer(to: index) { index in
      nonisolated(unsafe) let index = index
      nonisolated(unsafe) let base = shapes.base
      let table = dump.classes
      _ = HeapPass(image: dump.image, outline: dump.outline).run(.concurrent) {
        NarrowVisitor(index: index, shapes: base, table: table)
      }
    }
    return shapes
  }

  private struct NarrowVisitor<Shape: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & SendableMetatype>:
    HeapRecordVisitor,
    @unchecked Sendable
  {
    let index: UnsafePointer<ObjectIndex>
    let shapes: UnsafeMutablePointer<Shape>
    let table: ClassTable
    var lastID = UInt64.max
    var lastShape = Shape.max - 1

    @inline(__always)
    private func set(_ id: UInt64, _ shape: Shape) {
      let number = index.pointee.number(of: id)
      if number != ObjectIndex.absent { shapes[Int(number)] = shape }
    }

    @inline(__always)
    mutating func visit(_ instance: InstanceRecord) {
      if instance.classID != lastID {
        lastID = instance.classID
        lastShape = table.index(of: lastID).map { Shape(truncatingIfNeeded: $0) } ?? .max - 1
      }
      set(instance.id, lastShape)
    }
    @inline(__always)
    mutating func visit(_ array: ObjectArrayRecord) {
      // The elements of an array of an unknown class are references all the same, but VisualVM does not look at them.
      set(array.id, table.index(of: array.classID) == nil ? .max - 1 : .max - 2)
    }
    @inline(__always)
    mutating func visit(_ array: PrimitiveArrayRecord) { set(array.id, .max - 2) }
    mutating func visit(_ record: ClassRecord) { set(record.id, .max) }
  }

  /// Adds each object's shallow size to its cell. Class objects have none of their own, as in VisualVM.
  static func addSizes(_ dump: HeapDump, _ index: borrowing ObjectIndex, to cells: UnsafeMutablePointer<UInt64>) {
    let rule = dump.sizeRule
    let sizes = dump.classes.entries.indices.map { UInt64(dump.classes.instanceSize($0, rule)) }
    let mode = Self.mode(dump, index)
    withUnsafePointer(to: index) { index in
      nonisolated(unsafe) let index = index
      nonisolated(unsafe) let cells = cells
      let table = dump.classes
      _ = HeapPass(image: dump.image, outline: dump.outline).run(mode) {
        SizeVisitor(index: index, cells: cells, table: table, sizes: sizes, rule: rule)
      }
    }
  }

  /// Two records of one object may lie in two threads' pieces, which would then write to one cell: such a dump, which is damaged, is
  /// read in order.
  private static func mode(_ dump: HeapDump, _ index: borrowing ObjectIndex) -> HeapPass.Mode {
    index.count == dump.census.ids.count ? .concurrent : .sequential
  }

  private struct ClassVisitor: HeapRecordVisitor, @unchecked Sendable {
    let index: UnsafePointer<ObjectIndex>
    let shapes: UnsafeMutablePointer<UInt32>
    let table: ClassTable
    let primitives: [UInt32]
    var lastID = UInt64.max
    var lastShape = ObjectShapes.unknown

    // Of two records with one id the last one stays; their sizes are added.
    @inline(__always)
    private mutating func set(_ id: UInt64, _ classID: UInt64, _ mark: UInt32) {
      if classID != lastID {
        lastID = classID
        lastShape = table.index(of: classID).map { UInt32($0) } ?? ObjectShapes.unknown
      }
      let number = index.pointee.number(of: id)
      if number != ObjectIndex.absent {
        shapes[Int(number)] = lastShape == ObjectShapes.unknown ? lastShape : lastShape | mark
      }
    }

    @inline(__always)
    mutating func visit(_ instance: InstanceRecord) { set(instance.id, instance.classID, 0) }
    @inline(__always)
    mutating func visit(_ array: ObjectArrayRecord) { set(array.id, array.classID, ObjectShapes.array) }
    @inline(__always)
    mutating func visit(_ array: PrimitiveArrayRecord) {
      let number = index.pointee.number(of: array.id)
      if number != ObjectIndex.absent { shapes[Int(number)] = primitives[Int(array.type.rawValue)] }
    }
    mutating func visit(_ record: ClassRecord) {
      let number = index.pointee.number(of: record.id)
      if number != ObjectIndex.absent { shapes[Int(number)] = ObjectShapes.classObject }
    }
  }

  private struct SizeVisitor: HeapRecordVisitor, @unchecked Sendable {
    let index: UnsafePointer<ObjectIndex>
    let cells: UnsafeMutablePointer<UInt64>
    let table: ClassTable
    let sizes: [UInt64]
    let rule: SizeRule
    var lastID = UInt64.max
    var lastSize: UInt64 = 0

    @inline(__always)
    private func add(_ id: UInt64, _ size: UInt64) {
      let number = index.pointee.number(of: id)
      guard number != ObjectIndex.absent else { return }
      let cell = cells + Int(number)
      cell.pointee &+= size
    }

    @inline(__always)
    mutating func visit(_ instance: InstanceRecord) {
      if instance.classID != lastID {
        lastID = instance.classID
        lastSize = table.index(of: lastID).map { sizes[$0] } ?? UInt64(rule.header)
      }
      add(instance.id, lastSize)
    }
    @inline(__always)
    mutating func visit(_ array: ObjectArrayRecord) { add(array.id, UInt64(rule.array(.object, count: array.count))) }
    @inline(__always)
    mutating func visit(_ array: PrimitiveArrayRecord) {
      add(array.id, UInt64(rule.array(array.type, count: array.count)))
    }
  }
}

extension HeapDump {
  /// The shapes of arrays of the primitive types, by HPROF's numbers for these. A type whose class is not in the dump gets a number
  /// behind those of the classes.
  var primitiveArrayClasses: [UInt32] {
    (0..<16).map { code in
      guard let type = FieldType(rawValue: UInt8(code)), type != .object else { return ObjectShapes.unknown }
      return (classes.indices(named: type.name + "[]").first.map { UInt32($0) } ?? UInt32(classes.count + code))
        | ObjectShapes.array
    }
  }

  /// The name of an object's class from its shape.
  func className(ofShape shape: UInt32) -> String {
    switch shape {
    case ObjectShapes.classObject: return "java.lang.Class"
    case ObjectShapes.unknown: return "unknown class"
    default:
      let index = Int(shape & ~ObjectShapes.array)
      if index < classes.count { return classes.entries[index].name }
      return (FieldType(rawValue: UInt8(index - classes.count))?.name ?? "unknown") + "[]"
    }
  }
}
