// Secrets planted wherever a dump can hold one: after crunching none is left in the bytes, compressed or not.

import ByteKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct CrunchSecretsTests {
  static let text = "s3cr3t-c4n4ry"
  static let number: Int64 = 0x5EC3_E7CA_9A47_1234

  /// A dump with the secret in every place there is.
  static func dump(idSize: Int) -> [UInt8] {
    let slashed = idSize == 8
    func name(_ dotted: String) -> String { slashed ? dotted.replacing(".", with: "/") : dotted }
    return heapDump(version: slashed ? "JAVA PROFILE 1.0.2" : "JAVA PROFILE 1.0.3", idSize: idSize) { dump in
      let object = dump.addClass(name("java.lang.Object"))
      let long = dump.addClass(name("java.lang.Long"), super: object, fields: [("value", .long(0))])
      let double = dump.addClass(name("java.lang.Double"), super: object, fields: [("value", .double(0))])
      let builder = dump.addClass(name("java.lang.StringBuilder"), super: object, fields: [("value", .object(0))])
      let holder = dump.addClass(
        name("com.acme.Holder"), super: object, fields: [("password", .object(0)), ("pin", .long(0))],
        statics: [("PIN", .long(number)), ("HALF", .double(Double(bitPattern: UInt64(number))))],
        constants: [(1, .long(number))])
      dump.addClass(name("java.lang.System"), super: object, statics: [("seed", .long(number))])
      // The symbol table: literals beside names, also such that begin like names of the system.
      dump.string(text)
      dump.string("java.lang." + text)
      dump.string("java/lang/" + text)
      dump.string("V" + text)
      dump.string("[Ljava/lang/\(text);")
      dump.addClass(name("com.acme.") + text)
      let bytes = text.utf8.map { HeapValue.byte(Int8($0)) }
      let value = dump.primitiveArray(bytes)
      dump.primitiveArray(text.utf16.map { .char($0) })
      dump.primitiveArray([.long(number)])
      dump.javaString(text)
      dump.instance(of: builder, [.object(value)])
      dump.instance(of: long, [.long(number)])
      dump.instance(of: double, [.double(Double(bitPattern: UInt64(number)))])
      dump.instance(of: holder, [.object(value), .long(number)])
      dump.heapInfo(type: 65, name: text)
      dump.instance(of: object)
      let thread = dump.string("thread " + text)
      dump.record(0x0A) { body in
        body.appendBigEndian(UInt32(1))
        dump.appendID(value, &body)
        body.appendBigEndian(UInt32(2))
        for _ in 0..<3 { dump.appendID(thread, &body) }
      }
      dump.stack(thread: 1, serial: 2, [(name("com.acme.Holder"), text, text + ".java", 3)])
      dump.record(0x77) { $0.append(text) }
      dump.record(0x0B) { $0.append("\0\0\0\u{1}" + text) }
      dump.record(0x06) { $0.append(contentsOf: [UInt8](repeating: 0, count: 34) + Array(text.utf8)) }
      // Behind the values of an instance, where no field is.
      dump.instance(of: object, [.long(number)])
    }
  }

  /// The forms in which the secrets can stand in bytes.
  static let forms: [[UInt8]] = {
    var number = ByteWriter()
    number.appendBigEndian(Self.number)
    var little = ByteWriter()
    little.appendLittleEndian(Self.number)
    var varint = ByteWriter()
    varint.appendLEB128(UInt64(Self.number))
    return [
      Array(text.utf8), text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, number.bytes, little.bytes, varint.bytes,
    ]
  }()

  @Test("the planted secrets are found in the dump itself", arguments: [4, 8])
  func planted(idSize: Int) {
    let dump = Self.dump(idSize: idSize)
    #expect(dump.firstRange(of: Self.forms[0]) != nil && dump.firstRange(of: Self.forms[1]) != nil)
    #expect(dump.firstRange(of: Self.forms[3]) != nil)
  }

  @Test("no planted secret is left after crunching", arguments: [4, 8])
  func none(idSize: Int) throws {
    let bmd = try crunched(Self.dump(idSize: idSize)).bytes
    let hprof = try decrunched(bmd).bytes
    for form in Self.forms {
      #expect(bmd.firstRange(of: form) == nil, "\(form)")
      #expect(hprof.firstRange(of: form) == nil, "\(form)")
      #expect(try packed(bmd).firstRange(of: form) == nil, "\(form)")
    }
  }

  @Test("version 1 keeps what Badoo's cruncher keeps: the documentation says so")
  func compatible() throws {
    let bmd = try crunched(Self.dump(idSize: 4), .compatible).bytes
    #expect(bmd.firstRange(of: Array("java.lang.\(Self.text)".utf8)) != nil)
    #expect(bmd.firstRange(of: Self.forms[5]) != nil)
  }
}
