// The columns that the numbers of BMD are sorted into, and how a number is written in its column. Both sides of the compression make
// the same columns in the same order, as they walk the same records.

/// The streams of a block.
enum PackStream: Int, CaseIterable {
  /// The tags of records, plus one; 0 is the file's end.
  case tags
  /// For each column of the block in the order of first use: its length in `numbers` times four, plus its mode.
  case directory
  /// The columns, one behind the other.
  case numbers
  /// Hashes of strings, four bytes each, little-endian.
  case hashes
  /// Text of strings and the header.
  case text
  /// Values of one, two, four and eight bytes as they stand in BMD.
  case bytes
  case characters
  case floats
  case doubles
  /// Elements of arrays and the bodies of legacy records.
  case contents
}

/// How the numbers of a column are written. References have two numbers before the others: 0 is null, 1 is the object that is
/// mentioned here for the first time, and everything else has 2 added.
enum PackMode: UInt64, CaseIterable {
  /// The number itself.
  case plain
  /// The difference to the number before in the column.
  case previous
  /// References only: the difference to the object that refers.
  case own
  /// References only: how far the object is behind the newest one.
  case newest
}

/// The arithmetic of columns: all of it wraps, so that it can be undone for any 64-bit number.
enum PackNumber {
  @inline(__always)
  static func zigzag(_ difference: UInt64) -> UInt64 {
    (difference &<< 1) ^ UInt64(bitPattern: Int64(bitPattern: difference) &>> 63)
  }

  @inline(__always)
  static func unzigzag(_ value: UInt64) -> UInt64 { (value &>> 1) ^ (0 &- (value & 1)) }

  /// How many bytes a number takes.
  @inline(__always)
  static func length(_ value: UInt64) -> Int { (70 &- (value | 1).leadingZeroBitCount) / 7 }
}

/// The columns of all records: numbers that are given out as they are needed.
struct PackColumns {
  /// Columns that every file has.
  enum Fixed: Int, CaseIterable {
    case header
    case stringID, stringLength, hashLength
    case classID, superclass, className
    case constantCount, constantIndex, staticCount, staticName, valueType, staticReference
    case fieldCount, fieldName, fieldType, removedBytes
    case infoClass, infoSerial, infoStack, infoLoader, infoSigners, infoDomain, infoSize
    case removedCount, removedPlace, removedName, removedType
    case instanceClass, arrayClass, arrayType
    case rootCount, rootKind, rootThread, rootFrame
    case legacyTag, legacyLength, heapType, heapName, dumpInfo
  }

  /// The columns of the instances of a class.
  struct Instances {
    let own: Int
    /// The column of each value of the chain's steps.
    let first: Int
    let types: [FieldType]
  }

  /// The columns of the arrays of a class or type.
  struct Arrays {
    let own: Int
    let length: Int
    let element: Int
  }

  private(set) var count = Fixed.allCases.count
  private var staticValues: [FieldType: Int] = [:]
  private var objectArrays: [UInt64: Arrays] = [:]
  private var primitiveArrays: [FieldType: Arrays] = [:]
  private var rootColumns: [UInt64: Int] = [:]
  private var instances: [UInt64: Instances] = [:]

  private mutating func take(_ columns: Int = 1) -> Int {
    defer { count += columns }
    return count
  }

  mutating func staticValue(_ type: FieldType) -> Int {
    if let known = staticValues[type] { return known }
    let column = take()
    staticValues[type] = column
    return column
  }

  mutating func objectArrays(of classID: UInt64) -> Arrays {
    if let known = objectArrays[classID] { return known }
    let first = take(3)
    let columns = Arrays(own: first, length: first + 1, element: first + 2)
    objectArrays[classID] = columns
    return columns
  }

  mutating func primitiveArrays(of type: FieldType) -> Arrays {
    if let known = primitiveArrays[type] { return known }
    let first = take(2)
    let columns = Arrays(own: first, length: first + 1, element: -1)
    primitiveArrays[type] = columns
    return columns
  }

  mutating func roots(_ kind: UInt64) -> Int {
    if let known = rootColumns[kind] { return known }
    let column = take()
    rootColumns[kind] = column
    return column
  }

  /// The columns of a class's instances; new ones where its layout has changed.
  ///
  /// - Throws: `notReproducible` beyond `limit` columns: no app has as many fields, and a file that defines its classes again and again
  ///   must not fill the memory.
  mutating func instances(of classID: UInt64, _ types: () throws -> [FieldType]) throws -> Instances {
    if let known = instances[classID] { return known }
    let types = try types()
    guard count + types.count < Self.limit else { throw PackFailure.notReproducible }
    let own = take()
    let columns = Instances(own: own, first: take(types.count), types: types)
    instances[classID] = columns
    return columns
  }

  static let limit = 1 << 22

  /// Forgets the layouts of instances: a class was defined anew.
  mutating func forgetInstances() { if !instances.isEmpty { instances = [:] } }
}
