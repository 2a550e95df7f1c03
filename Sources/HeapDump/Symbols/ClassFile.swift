// The strings of a Java class file: its constant pool (JVMS 4.4, Java 25). Names of the class, its fields and methods,
// descriptors and text are all Utf8 constants there; what follows the pool is not needed. All integers are big-endian.
//
//   u32 CAFEBABE, u16 minor, u16 major, u16 constants + 1, then for each constant a tag and
//     1 Utf8 u16 n, n bytes      3 4 Integer, Float 4 bytes      5 6 Long, Double 8 bytes, and two numbers of the pool
//     7 8 16 19 20 Class, String, MethodType, Module, Package u16      9 10 11 12 17 18 two u16      15 MethodHandle 3 bytes

/// Reads class files.
struct ClassFile {
  /// Whether bytes begin as a class file does. A universal Mach-O has the same first four bytes; where it counts a few
  /// architectures, a class file has its version, at least 45.
  static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 10 && bytes.starts(with: [0xCA, 0xFE, 0xBA, 0xBE]) && (bytes[6] > 0 || bytes[7] >= 45)
  }

  /// Calls `body` with every Utf8 constant and every other spelling of the classes and types it names, in standard UTF-8.
  ///
  /// - Returns: how many Utf8 constants there are.
  /// - Throws: `HeapDumpError.Kind.badCompanion` with the offset in the file.
  /// - Complexity: O(size of the pool).
  static func forEachCandidate(
    in bytes: UnsafeRawBufferPointer, name: String, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(HeapDumpError) -> Int {
    let file = SymbolBytes(bytes: bytes, name: name)
    guard recognises(bytes) else { throw file.error("no class file (expected CA FE BA BE and a version)", at: 0) }
    let count = Int(try file.big(8, UInt16.self, "the number of constants"))
    // Where the Utf8 constants lie; others stay at 0, where no constant is.
    var texts = [Int](repeating: 0, count: max(count, 1))
    var classes: [Int] = []
    var names = TypeNames()
    var encoding = ModifiedUTF8()
    var stringCount = 0
    var at = 10
    var index = 1
    while index < count {
      let tag = try file.big(at, UInt8.self, "a constant")
      var size = 0
      switch tag {
      case 1:
        size = 2 + Int(try file.big(at + 1, UInt16.self, "a text's length"))
        texts[index] = at
        stringCount += 1
        encoding.withStandard(try file.slice(at + 3, size - 2, "a text")) { text in
          body(text)
          TypeNames.forEachType(inDescriptor: text) { names.forEachSpelling(ofDescriptor: $0, body) }
        }
      case 7:
        size = 2
        classes.append(Int(try file.big(at + 1, UInt16.self, "a class's name")))
      case 8, 16, 19, 20: size = 2
      case 3, 4, 9, 10, 11, 12, 17, 18: size = 4
      case 5, 6: size = 8
      case 15: size = 3
      default: throw file.error("constant \(index) has tag \(tag), which no class file has", at: at)
      }
      _ = try file.slice(at + 1, size, "a constant")
      at += 1 + size
      index += tag == 5 || tag == 6 ? 2 : 1
    }
    // Each text once: a pool may name one long text by all its classes.
    classes.sort()
    var last = 0
    for named in classes where named != last {
      last = named
      guard named < texts.count, texts[named] > 0 else {
        throw file.error("a class is named by constant \(named), which is no text", at: 8)
      }
      let size = Int(try file.big(texts[named] + 1, UInt16.self, "a text's length"))
      encoding.withStandard(try file.slice(texts[named] + 3, size, "a class's name")) { text in
        // Arrays are named by their descriptor, which gave its spellings above.
        if text.first != 0x5B { names.forEachSpelling(ofClass: text, body) }
      }
    }
    return stringCount
  }
}
