// The records of BMD as a sequence of columns' numbers: one description that both sides follow. The encoder takes the numbers from a
// BMD file and puts them into columns, the decoder takes them from columns and writes the BMD file; what is read decides what comes
// next, so that both go the same way.

/// One side of the compression.
protocol PackCoder {
  /// A record's tag, or `nil` at the end of the file.
  mutating func tag() throws -> UInt64?
  /// A number.
  mutating func number(_ column: Int) throws -> UInt64
  /// The number of an object, which `own` refers to.
  mutating func reference(_ column: Int, own: UInt64) throws -> UInt64
  /// The second of two numbers, which decides the column of the one that stands before it.
  mutating func second(_ column: Int, isReference: Bool) throws -> UInt64
  /// The number of an object that stands before what `second` gave.
  mutating func first(_ column: Int, own: UInt64) throws -> UInt64
  /// Bytes as they are.
  mutating func bytes(_ count: Int, _ stream: PackStream) throws
  /// A string's hash, which is a number of 32 bits with a sign.
  mutating func hash() throws
  /// A place where a block may end.
  mutating func checkpoint() throws
}

/// Walks the records of a BMD file.
struct PackWalk<Coder: PackCoder> {
  var coder: Coder
  private var columns = PackColumns()
  private var layouts = BMDLayouts()
  private var version: UInt64 = 1
  private var own: UInt64 = 0
  private var classID: UInt64 = 0
  /// The class whose columns were used last.
  private var lastClass: UInt64 = 0
  private var lastColumns: PackColumns.Instances?

  /// After so many numbers within a record a block may end.
  private static var batch: Int { 4096 }

  init(_ coder: Coder) { self.coder = coder }

  private mutating func number(_ column: PackColumns.Fixed) throws -> UInt64 { try coder.number(column.rawValue) }

  private mutating func reference(_ column: PackColumns.Fixed, own: UInt64) throws -> UInt64 {
    try coder.reference(column.rawValue, own: own)
  }

  private mutating func type(_ column: PackColumns.Fixed) throws -> FieldType {
    guard let type = FieldType(bmd: try number(column)) else { throw PackFailure.notReproducible }
    return type
  }

  /// A count that a list of 16 bits has.
  private mutating func shortCount(_ column: PackColumns.Fixed) throws -> Int {
    let count = try number(column)
    guard count <= 65_535 else { throw PackFailure.notReproducible }
    return Int(count)
  }

  /// Walks the whole file.
  mutating func run() throws {
    version = try number(.header)
    try contents(Int(clamping: try number(.header)), .text)
    guard version == 1 || version == 2 else { throw PackFailure.notReproducible }
    while let tag = try coder.tag() {
      try record(tag)
      try coder.checkpoint()
    }
  }

  private mutating func contents(_ count: Int, _ stream: PackStream) throws {
    var left = count
    while left > 0 {
      let step = min(left, 1 << 16)
      try coder.bytes(step, stream)
      left -= step
      if left > 0 { try coder.checkpoint() }
    }
  }

  private mutating func record(_ tag: UInt64) throws {
    switch tag {
    case BMDFormat.string:
      _ = try number(.stringID)
      try contents(Int(clamping: try number(.stringLength)), .text)
    case BMDFormat.hashedString:
      _ = try number(.stringID)
      _ = try number(.hashLength)
      try coder.hash()
    case BMDFormat.classDefinition: try definition()
    case BMDFormat.instance: try instance()
    case BMDFormat.rootObjects: try roots(kind: 0x100, extra: 0, count: try number(.rootCount))
    case BMDFormat.objectArray: try objectArray()
    case BMDFormat.arrayPlaceholder: _ = try primitiveArray()
    case BMDFormat.legacyRecord:
      _ = try number(.legacyTag)
      try contents(Int(clamping: try number(.legacyLength)), .contents)
    case BMDFormat.dumpInfo where version > 1: for _ in 0..<3 { _ = try number(.dumpInfo) }
    case BMDFormat.classInfo where version > 1: try info()
    case BMDFormat.roots where version > 1:
      let kind = try number(.rootKind)
      guard let raw = UInt8(exactly: kind), let root = RootKind(rawValue: raw) else {
        throw PackFailure.notReproducible
      }
      let extra = root.namesThread ? (root.extraBytes(idSize: 0) == 8 ? 2 : 1) : 0
      try roots(kind: kind, extra: extra, count: try number(.rootCount))
    case BMDFormat.heap where version > 1:
      _ = try number(.heapType)
      _ = try number(.heapName)
    case BMDFormat.primitiveArray where version > 1:
      let (type, count) = try primitiveArray()
      let size = count.multipliedReportingOverflow(by: UInt64(type.size(idSize: 0)))
      guard !size.overflow else { throw PackFailure.notReproducible }
      try contents(Int(clamping: size.partialValue), .contents)
    case BMDFormat.arrayWithoutData where version > 1: _ = try primitiveArray()
    default: throw PackFailure.notReproducible
    }
  }

  // MARK: - Classes

  private mutating func definition() throws {
    let id = try reference(.classID, own: classID)
    classID = id
    let superID = try reference(.superclass, own: id)
    let name = try number(.className)
    for _ in 0..<(try shortCount(.constantCount)) {
      _ = try number(.constantIndex)
      try staticValue(id)
    }
    for _ in 0..<(try shortCount(.staticCount)) {
      _ = try number(.staticName)
      try staticValue(id)
    }
    var fields: [BMDClass.Field] = []
    for _ in 0..<(try shortCount(.fieldCount)) {
      let name = try number(.fieldName)
      fields.append(BMDClass.Field(name: name, type: try type(.fieldType)))
    }
    let removed = try number(.removedBytes)
    guard removed <= 65_535 * 8 else { throw PackFailure.notReproducible }
    let isReplaced = layouts.define(
      BMDClass(
        id: id, superID: superID, name: name, constants: [], statics: [], fields: fields, removedBytes: Int(removed)))
    if isReplaced { columns.forgetInstances() }
    lastColumns = nil
  }

  private mutating func staticValue(_ id: UInt64) throws {
    let type = try type(.valueType)
    if type == .object {
      _ = try reference(.staticReference, own: id)
    } else {
      try value(type, columns.staticValue(type))
    }
  }

  private mutating func value(_ type: FieldType, _ column: Int) throws {
    switch type {
    case .object: break
    case .boolean, .byte: try coder.bytes(1, .bytes)
    case .char: try coder.bytes(2, .characters)
    case .float: try coder.bytes(4, .floats)
    case .double: try coder.bytes(8, .doubles)
    case .short, .int, .long: _ = try coder.number(column)
    }
  }

  private mutating func info() throws {
    let id = try reference(.infoClass, own: classID)
    _ = try number(.infoSerial)
    _ = try number(.infoStack)
    _ = try reference(.infoLoader, own: id)
    _ = try reference(.infoSigners, own: id)
    _ = try reference(.infoDomain, own: id)
    _ = try number(.infoSize)
    for _ in 0..<(try shortCount(.removedCount)) {
      _ = try number(.removedPlace)
      _ = try number(.removedName)
      _ = try number(.removedType)
    }
  }

  // MARK: - Objects

  private mutating func instance() throws {
    let classID = try coder.second(PackColumns.Fixed.instanceClass.rawValue, isReference: true)
    if lastColumns == nil || classID != lastClass {
      lastColumns = try columns.instances(of: classID) {
        do {
          return try layouts.chain(of: classID, at: 0, left: PackColumns.limit).steps.compactMap { step in
            if case .value(let type) = step { type } else { nil }
          }
        } catch is HeapDumpError {
          throw PackFailure.notReproducible
        }
      }
      lastClass = classID
    }
    guard let lastColumns else { return }
    let id = try coder.first(lastColumns.own, own: own)
    own = id
    for (index, type) in lastColumns.types.enumerated() {
      if type == .object {
        _ = try coder.reference(lastColumns.first + index, own: id)
      } else {
        try value(type, lastColumns.first + index)
      }
      if index % Self.batch == Self.batch - 1 { try coder.checkpoint() }
    }
  }

  private mutating func objectArray() throws {
    let classID = try coder.second(PackColumns.Fixed.arrayClass.rawValue, isReference: true)
    let columns = columns.objectArrays(of: classID)
    let id = try coder.first(columns.own, own: own)
    own = id
    try references(try coder.number(columns.length), columns.element, own: id)
  }

  private mutating func references(_ count: UInt64, _ column: Int, own: UInt64) throws {
    var index: UInt64 = 0
    while index < count {
      _ = try coder.reference(column, own: own)
      index += 1
      if index % UInt64(Self.batch) == 0 { try coder.checkpoint() }
    }
  }

  private mutating func primitiveArray() throws -> (type: FieldType, count: UInt64) {
    guard let type = FieldType(bmd: try coder.second(PackColumns.Fixed.arrayType.rawValue, isReference: false)) else {
      throw PackFailure.notReproducible
    }
    let columns = columns.primitiveArrays(of: type)
    own = try coder.first(columns.own, own: own)
    return (type, try coder.number(columns.length))
  }

  private mutating func roots(kind: UInt64, extra: Int, count: UInt64) throws {
    let column = columns.roots(kind)
    var index: UInt64 = 0
    while index < count {
      _ = try coder.reference(column, own: 0)
      if extra > 0 { _ = try number(.rootThread) }
      if extra > 1 { _ = try number(.rootFrame) }
      index += 1
      if index % UInt64(Self.batch) == 0 { try coder.checkpoint() }
    }
  }
}
