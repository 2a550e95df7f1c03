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
// | 16 | DUMP_INFO | id size, milliseconds since 1970; comes first |
// | 17 | CLASS_INFO | class, class serial, stack serial, loader, signers, protection domain, instance size, n x {place among the class's fields, name, type} of the removed fields; follows the class's definition |
// | 18 | ROOTS | kind (HPROF's sub-tag), n, n x {object, thread serial, frame}; the latter two for the kinds that have them |
// | 19 | HEAP | heap type, name: the objects that follow belong to it |
// | 20 | PRIMITIVE_ARRAY | object, type, n, the elements, big-endian |
// | 21 | PRIMITIVE_ARRAY_NODATA | object, type, n: the original had no elements either |

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
}

/// What a BMD file no longer has of the dump it was made from: figures over it are unknown, not zero.
package struct BMDLosses: Equatable, Sendable {
  /// Strings that are only hashes.
  package var hashedStrings = 0
  /// Bytes of primitive fields that were removed, summed over the classes.
  package var removedFieldBytes = 0
  /// Primitive arrays without their elements.
  package var placeholders = 0
  /// Whether the kinds of the roots, and their threads, are there.
  package var hasRootKinds = false
  /// Whether it is told which heap an object belongs to.
  package var hasHeaps = false
  /// Whether stacks name classes and methods rightly.
  package var hasStacks = false
  /// The version in the header: 1 as Badoo writes it, 2 with our extension.
  package var version = 1
}

/// Text that stands for a string of which only the hash is known: `Hash$-1376723408`, padded with `+` to the length of the
/// original as in Badoo's decruncher. An original shorter than that leaves its length behind an `@`: the length is then not lost.
enum HashPlaceholder {
  static let prefix = "Hash$"

  static func text(hash: Int32, length: Int, isCompatible: Bool) -> String {
    let plain = prefix + String(hash)
    let missing = length - plain.utf8.count
    // A length that no string of a class file has is left to its number: the padding must not be what fills the memory.
    if missing >= 0, length <= 1 << 16 { return plain + String(repeating: "+", count: missing) }
    return isCompatible && missing < 0 ? plain : plain + "@" + String(length)
  }

  /// The hash and length that a text stands for, or `nil` for any other text.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> (hash: Int32, length: Int)? {
    guard bytes.starts(with: prefix.utf8) else { return nil }
    var digits = bytes.dropFirst(prefix.utf8.count)
    var length = bytes.count
    if let mark = digits.lastIndex(of: UInt8(ascii: "@")) {
      guard let stated = Int(String(decoding: digits[(mark + 1)...], as: UTF8.self)), stated >= 0 else { return nil }
      length = stated
      digits = digits[..<mark]
    } else {
      while digits.last == UInt8(ascii: "+") { digits = digits.dropLast() }
    }
    guard let first = digits.first, first != UInt8(ascii: "+"),
      let hash = Int32(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return (hash, length)
  }
}
