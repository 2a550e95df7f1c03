// A dump with secrets in every place that can hold one, and a search for them that shares nothing with the library: what `redact`
// and `crunch` must leave nothing of.

internal import ByteKit

/// A dump with canaries.
public struct CanaryDump: Sendable {
  /// The dump.
  public let bytes: [UInt8]

  /// Texts, each in a place of its own: none may be left.
  public static let texts = [
    "CANARY-latin-string", "CANARY-канарейка-wide", "CANARY-java8-chars", "CANARY-string-builder", "CANARY-in-bytes",
    "CANARY-static-string", "CANARY-property-key", "CANARY-property-value", "CANARY-symbol-literal",
    "CANARY-symböl-umlaut", "CANARY-unknown-record", "CANARY-unknown-class", "CANARY-behind-fields",
    "CANARY-subclass-name", "CANARY-shadow-string",
  ]
  /// The name of a thread: kept unless that is asked for too.
  public static let threadName = "CANARY-thread-name"
  /// Numbers: boxed, static, in arrays, in the constant pool.
  public static let numbers: [Int64] = [
    0x4341_4E41_5259_0001, 0x4341_4E41_5259_0002, 0x4341_4E41_5259_0003, 0x4341_4E41_5259_0004, 0x4341_4E41_5259_0005,
  ]
  /// An int, in a field.
  public static let pin: Int32 = 0x4341_4E37

  /// Builds it.
  public init(idSize: Int = 8, version: String = "JAVA PROFILE 1.0.2") {
    bytes = heapDump(version: version, idSize: idSize) { Self.fill($0) }
  }

  private static func fill(_ dump: HeapDumpFixture) {
    let object = dump.addClass("java/lang/Object")
    let wide = dump.primitiveArray(texts[1].utf16.flatMap { [byte($0), byte($0 >> 8)] })
    let latin = dump.javaString(texts[0])
    let string = dump.classNamed("java/lang/String")
    dump.instance(of: string, [.object(wide), .int(77), .byte(1)])
    dump.primitiveArray(texts[2].utf16.map { .char($0) })

    let builder = dump.addClass(
      "java/lang/StringBuilder", super: object, fields: [("value", .object(0)), ("count", .int(0))])
    let slack = texts[3].utf16.map(byte) + Array(repeating: .byte(0), count: 16)
    dump.instance(of: builder, [.object(dump.primitiveArray(slack)), .int(Int32(texts[3].utf16.count))])
    dump.primitiveArray(
      [.byte(-1), .byte(0), .byte(7)] + texts[4].utf8.map { byte(UInt16($0)) } + [.byte(0), .byte(3)])

    let secret = dump.javaString(texts[5])
    let holder = dump.addClass(
      "com/acme/Holder", super: object, fields: [("pin", .int(0)), ("next", .object(0))],
      statics: [("SECRET", .object(secret)), ("TOKEN", .long(numbers[0]))], constants: [(3, .long(numbers[1]))])
    dump.instance(of: holder, [.int(pin), .object(latin)])
    let long = dump.addClass("java/lang/Long", super: object, fields: [("value", .long(0))])
    dump.instance(of: long, [.long(numbers[2])])
    let double = dump.addClass("java/lang/Double", super: object, fields: [("value", .double(0))])
    dump.instance(of: double, [.double(Double(bitPattern: UInt64(bitPattern: numbers[3])))])
    dump.primitiveArray([.long(1), .long(numbers[4])])

    let entry = dump.addClass(
      "java/util/Hashtable$Entry", super: object,
      fields: [("key", .object(0)), ("value", .object(0)), ("hash", .int(0))])
    dump.instance(of: entry, [.object(dump.javaString(texts[6])), .object(dump.javaString(texts[7])), .int(5)])

    dump.string(texts[8])
    dump.string(texts[9])
    dump.record(0xDE) { $0.append(texts[10]) }
    // A class that is not in the dump, and an instance with more bytes than its class has.
    dump.instance(of: 0x66_6666, texts[11].utf16.map(byte))
    dump.instance(of: holder, [.int(1), .object(latin)] + texts[12].utf16.map(byte))

    let thread = dump.addClass("java/lang/Thread", super: object, fields: [("name", .object(0)), ("tid", .long(0))])
    let worker = dump.addClass("com/acme/Worker", super: thread, fields: [("name", .object(0))])
    let started = dump.instance(
      of: worker, [.object(dump.javaString(texts[13])), .object(dump.javaString(threadName)), .long(4)])
    dump.stack(thread: 1, serial: 9, [("com/acme/Worker", "run", "Worker.java", 3)])
    dump.root(0x08, started, [1, 9])
    // A thread that is no root keeps no name.
    dump.instance(of: thread, [.object(dump.javaString(texts[14])), .long(5)])
  }

  private static func byte(_ unit: UInt16) -> HeapValue { .byte(Int8(bitPattern: UInt8(truncatingIfNeeded: unit))) }

  /// The canaries that are in some bytes: texts in Latin-1, UTF-8 and UTF-16 of both orders, numbers in both orders.
  public static func found(
    in bytes: [UInt8], texts: [String] = CanaryDump.texts + [CanaryDump.threadName],
    numbers: [Int64] = CanaryDump.numbers, pin: Int32? = CanaryDump.pin
  ) -> Set<String> {
    var needles: [(name: String, bytes: [UInt8])] = []
    for text in texts {
      needles.append((text, Array(text.utf8)))
      if text.unicodeScalars.allSatisfy({ $0.value < 256 }) {
        needles.append((text, text.unicodeScalars.map { UInt8($0.value) }))
      }
      needles.append((text, text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }))
      needles.append((text, text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
    }
    for number in numbers {
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
      needles += [("\(number)", bytes), ("\(number)", bytes.reversed())]
    }
    if let pin { needles.append(("\(pin)", (0..<4).map { UInt8(truncatingIfNeeded: pin >> (24 - 8 * Int32($0))) })) }
    return search(needles, in: bytes)
  }

  private static func search(_ needles: [(name: String, bytes: [UInt8])], in bytes: [UInt8]) -> Set<String> {
    func word(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    var byStart: [UInt32: [Int]] = [:]
    for (index, needle) in needles.enumerated() { byStart[word(needle.bytes[...]), default: []].append(index) }
    var found: Set<String> = []
    var current: UInt32 = 0
    for at in bytes.indices {
      current = current << 8 | UInt32(bytes[at])
      // Most of a redacted dump is zero.
      guard current != 0, at >= 3, let candidates = byStart[current] else { continue }
      for index in candidates where bytes[(at - 3)...].starts(with: needles[index].bytes) {
        found.insert(needles[index].name)
      }
    }
    return found
  }
}
