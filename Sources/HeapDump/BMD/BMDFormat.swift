// BMD, the small dump format of Badoo's hprof-tools (spec part A), and our extension of it. Numbers are LEB128 of the
// two's-complement value (a negative 32-bit number takes ten bytes), not zig-zag. Floats are little-endian, chars big-endian.
//
// Version 1, as Badoo's cruncher writes it:
//
// | tag | record | body |
// | --- | --- | --- |
// | 1 | STRING | id, n, n bytes |
// | 2 | HASHED_STRING | id, length in bytes, Java hash |
// | 3 | CLASS_DEFINITION | class, super, name, n x {index, type, value}, n x {name, type, value}, n x {name, type}, removed bytes |
// | 4 | INSTANCE_DUMP | object, class, the kept fields' values of the class, its super, ... |
// | 5 | ROOT_OBJECTS | n, n x object |
// | 6 | OBJECT_ARRAY | object, array class, n, n x object |
// | 7 | PRIMITIVE_ARRAY_PLACEHOLDER | object, type, n |
// | 8 | LEGACY_HPROF_RECORD | tag, n, n bytes |
//
// Version 2 is ours. The header's number says 2, so that no reader takes it for the other. It adds what version 1 loses; object and
// string ids inside its legacy records are the mapped ones (that is the id map those records need), in the dump's id size:
//
// | tag | record | body |
// | --- | --- | --- |
// | 16 | DUMP_INFO | id size, milliseconds since 1970, 1 if values of primitive fields were kept + 2 if elements of arrays were; comes first |
// | 17 | CLASS_INFO | class, class serial, stack serial, loader, signers, protection domain, instance size, n x {place among the class's fields, name, type} of the removed fields; follows the class's definition |
// | 18 | ROOTS | kind (HPROF's sub-tag), n, n x {object, thread serial, frame}; the latter two for the kinds that have them |
// | 19 | HEAP | heap type, name: the objects and classes that follow belong to it; 0, 0 before the first one |
// | 20 | PRIMITIVE_ARRAY | object, type, n, the elements, big-endian |
// | 21 | PRIMITIVE_ARRAY_NODATA | object, type, n: the original had no elements either |
//
// Version 2 still loses: the stack serials of objects, the references of ROOT_JNI_GLOBAL, the times of records, the reserved words of
// CLASS_DUMP, bytes of an instance behind its class's fields, and all but the first of several CLASS_DUMPs of a class.

internal import ByteKit

/// The tags and the header of BMD.
enum BMDFormat {
  static let string: UInt64 = 1
  static let hashedString: UInt64 = 2
  static let classDefinition: UInt64 = 3
  static let instance: UInt64 = 4
  static let rootObjects: UInt64 = 5
  static let objectArray: UInt64 = 6
  static let arrayPlaceholder: UInt64 = 7
  static let legacyRecord: UInt64 = 8
  static let dumpInfo: UInt64 = 16
  static let classInfo: UInt64 = 17
  static let roots: UInt64 = 18
  static let heap: UInt64 = 19
  static let primitiveArray: UInt64 = 20
  static let arrayWithoutData: UInt64 = 21

  /// What DUMP_INFO says was kept: the values of primitive fields, static fields and constants; the elements of arrays. Where they
  /// were not, the values of static fields and constants are 0 and mean nothing.
  static let hasPrimitives: UInt64 = 1
  static let hasElements: UInt64 = 2

  /// The string that names fields which stand for removed bytes, and the id it has in what Badoo's decruncher writes.
  static let removedField = "field_removed"
  static let removedFieldID: UInt64 = 0x7FFF_FFFF

  static func name(_ tag: UInt64) -> String {
    switch tag {
    case string: "STRING"
    case hashedString: "HASHED_STRING"
    case classDefinition: "CLASS_DEFINITION"
    case instance: "INSTANCE_DUMP"
    case rootObjects: "ROOT_OBJECTS"
    case objectArray: "OBJECT_ARRAY"
    case arrayPlaceholder: "PRIMITIVE_ARRAY_PLACEHOLDER"
    case legacyRecord: "LEGACY_HPROF_RECORD"
    case dumpInfo: "DUMP_INFO"
    case classInfo: "CLASS_INFO"
    case roots: "ROOTS"
    case heap: "HEAP"
    case primitiveArray: "PRIMITIVE_ARRAY"
    case arrayWithoutData: "PRIMITIVE_ARRAY_NODATA"
    default: "record \(tag)"
    }
  }

  /// Whether bytes begin as a BMD file does. The metadata is free by the format, but every known writer puts the HPROF header's text
  /// there, and there is nothing else to tell a BMD file by.
  static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 2, bytes[0] == 1 || bytes[0] == 2, bytes[1] >= 16, bytes[1] < 0x80 else { return false }
    return DumpHeader.begins(bytes, at: 2)
  }

  /// The text of the dump's header that stands in the file's, or `nil` where it is none of a dump's.
  static func dumpVersion(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard recognises(bytes), bytes.count >= 2 + Int(bytes[1]) else { return nil }
    let text = String(decoding: bytes[2..<2 + Int(bytes[1])], as: UTF8.self)
    return DumpHeader.versions.contains(text) ? text : nil
  }
}
