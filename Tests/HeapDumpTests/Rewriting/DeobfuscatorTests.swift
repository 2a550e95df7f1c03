// Original names in dumps: the mapping is that of the public HeapGen dumps with more in it, the dumps are built here.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

/// The mapping of `obfuscatedSample`.
let obfuscatedMapping = """
  # {"id":"com.android.tools.r8.mapping","version":"2.0"}
  com.acme.shop.CartItem -> a.b:
  # {"id":"sourceFile","fileName":"CartItem.java"}
      com.acme.shop.CartItem following -> a
      java.lang.Object body -> b
      int identifier -> c
      int count -> d
      java.lang.String title -> d
      java.lang.String first -> e
      java.lang.Object second -> e
      1:3:void <init>(int):10:12 -> <init>
  com.acme.shop.Held -> a.c:
      java.util.List RETAINED -> a
  com.acme.shop.Main -> a.d:
      java.lang.String apiKey -> a
      1:1:void main(java.lang.String[]):20:20 -> a
      5:5:int com.acme.shop.CartItem.price(int):7:7 -> a
      5:5:void com.acme.text.Printer.print():30:30 -> a
      5:5:void checkout(com.acme.shop.CartItem):40 -> a
      void left(int) -> c
      void right(com.acme.shop.CartItem) -> c
      void over(int) -> e
      void over(long) -> e
      void up() -> f
      void down() -> f

  """

/// An obfuscated app's dump, with names as HotSpot or as Android writes them.
func obfuscatedSample(idSize: Int = 8, isAndroid: Bool = false) -> HeapDumpFixture {
  let dump = HeapDumpFixture(
    version: isAndroid ? "JAVA PROFILE 1.0.3" : "JAVA PROFILE 1.0.2", idSize: idSize, milliseconds: 1)
  func name(_ dotted: String) -> String {
    isAndroid ? dotted : String(decoding: dotted.utf8.map { $0 == 0x2E ? 0x2F : $0 }, as: UTF8.self)
  }
  let object = dump.addClass(name("java.lang.Object"))
  let item = dump.addClass(
    name("a.b"), super: object,
    fields: [
      ("a", .object(0)), ("b", .object(0)), ("c", .int(0)), ("d", .int(0)), ("d", .object(0)), ("e", .object(0)),
    ])
  dump.addClass(name("a.c"), super: object, statics: [("a", .object(0)), ("serial", .long(3))])
  // A class whose name is also a field's, and one that the mapping does not have.
  dump.addClass("a", super: object, fields: [("a", .int(0))])
  dump.addClass(name("a.d"), super: object, statics: [("a", .object(0))])
  dump.addClass(isAndroid ? "a.b[]" : "[La/b;", super: object)
  dump.addClass(isAndroid ? "int[]" : "[I", super: object)
  dump.heapInfo(type: 65, name: "c")
  let last = dump.instance(of: item, [.object(0), .object(0), .int(1), .int(2), .object(0), .object(0)])
  dump.root(0x03, last, [1, 2])
  return dump
}

@Suite struct DeobfuscatorTests {
  private static let mapping = MappingHolder()

  private struct MappingHolder {
    func read(_ text: String = obfuscatedMapping) throws -> NameMapping {
      try MappingFile.read(InputFile(name: "mapping.txt", bytes: Array(text.utf8)))
    }
  }

  private func named(
    _ bytes: [UInt8], _ mapping: String = obfuscatedMapping
  ) throws -> (dump: HeapDump, done: Deobfuscation, input: HeapDump) {
    let input = try HeapDump(name: "obfuscated", bytes: bytes)
    #expect(input.damage == [])
    let sink = BufferSink()
    let done = try Deobfuscator.deobfuscate(input, with: Self.mapping.read(mapping), to: sink)
    let dump = try HeapDump(name: "named", bytes: sink.bytes)
    #expect(dump.damage == [])
    #expect(done.size == sink.bytes.count)
    return (dump, done, input)
  }

  private func fields(_ dump: HeapDump, _ className: String) -> [String] {
    dump.classes.indices(named: className).flatMap { index in
      dump.classes.statics[dump.classes.entries[index].statics].map { "static " + (dump.string($0.name) ?? "") }
        + dump.classes.fields[dump.classes.entries[index].fields].map { dump.string($0.name) ?? "" }
    }
  }

  @Test("classes, arrays and fields get their names, in the spelling of the dump", arguments: [4, 8], [false, true])
  func names(idSize: Int, isAndroid: Bool) throws {
    let (dump, done, input) = try named(obfuscatedSample(idSize: idSize, isAndroid: isAndroid).finished())
    #expect(
      Set(dump.classes.entries.map(\.name))
        == [
          "java.lang.Object", "com.acme.shop.CartItem", "com.acme.shop.Held", "com.acme.shop.Main", "a",
          "com.acme.shop.CartItem[]", "int[]",
        ])
    let id = try #require(dump.classes.indices(named: "com.acme.shop.CartItem[]").first)
    let written = dump.outline.classNames[dump.classes.entries[id].id].flatMap(dump.string)
    #expect(written == (isAndroid ? "com.acme.shop.CartItem[]" : "[Lcom/acme/shop/CartItem;"))
    #expect(fields(dump, "com.acme.shop.CartItem") == ["following", "body", "identifier", "count", "title", "e"])
    #expect(fields(dump, "com.acme.shop.Held") == ["static RETAINED", "static serial"])
    #expect(fields(dump, "com.acme.shop.Main") == ["static apiKey"])
    #expect(fields(dump, "a") == ["a"])
    // The heap "c" kept its name, which it shares with a field.
    #expect(dump.census.heaps.compactMap { dump.string($0.name) } == ["c"])
    #expect(done.classes == 5 && done.classesInMapping == 3 && done.classesRenamed == 4)
    #expect(done.fields == 9 && done.fieldsInMapping == 8 && done.fieldsRenamed == 7 && done.fieldsToldByType == 2)
    #expect(
      done.ambiguous.map(\.description)
        == ["field com.acme.shop.CartItem.e may be java.lang.String first or java.lang.Object second"])
    #expect(done.warnings == [])
    #expect(dump.outline.strings.count == input.outline.strings.count + done.stringsAdded)
    #expect(dump.classCounts().map(\.count) == input.classCounts().map(\.count))
    // All but names is as it was.
    #expect(dump.census.roots.map(\.id) == input.census.roots.map(\.id))
  }

  @Test("new strings have ids of their own, even where the largest is the last there is")
  func freshIDs() throws {
    let fixture = obfuscatedSample(idSize: 4)
    fixture.string(id: UInt64(UInt32.max), Array("the last".utf8))
    fixture.string(id: 1, Array("the first".utf8))
    let (dump, done, input) = try named(fixture.finished())
    #expect(done.stringsAdded > 2)
    #expect(dump.outline.strings.count == input.outline.strings.count + done.stringsAdded)
    #expect(dump.string(UInt64(UInt32.max)) == "the last" && dump.string(1) == "the first")
    #expect(fields(dump, "com.acme.shop.Main") == ["static apiKey"])
  }

  /// Frames in the form "class.method signature source:line".
  private func frames(_ dump: HeapDump, _ serial: UInt32) -> [String] {
    (dump.outline.stacks.traces[serial]?.frames ?? []).map { id in
      guard let frame = dump.outline.stacks.frames[id] else { return "missing" }
      let name =
        dump.outline.classSerials[frame.classSerial].flatMap { dump.classes.index(of: $0) }.map {
          dump.classes.entries[$0].name
        } ?? "?"
      return "\(name).\(dump.string(frame.method) ?? "?") \(dump.string(frame.signature) ?? "?") "
        + "\(dump.string(frame.source) ?? "?"):\(frame.line)"
    }
  }

  /// Frames of the class `a.d` with methods, signatures, lines.
  private func withStack(_ frames: [(String, String, String, Int32)], idSize: Int = 8) -> [UInt8] {
    let fixture = obfuscatedSample(idSize: idSize)
    var ids: [UInt64] = []
    for (index, (method, signature, source, line)) in frames.enumerated() {
      let names = [fixture.string(method), fixture.string(signature), fixture.string(source)]
      ids.append(UInt64(100 + index))
      fixture.record(0x04) { body in
        fixture.appendID(UInt64(100 + index), &body)
        for name in names { fixture.appendID(name, &body) }
        // The fifth class that was loaded: Object, a.b, a.c, a, a.d.
        body.appendBigEndian(UInt32(5))
        body.appendBigEndian(line)
      }
    }
    fixture.record(0x05) { body in
      body.appendBigEndian(UInt32(7))
      body.appendBigEndian(UInt32(1))
      body.appendBigEndian(UInt32(ids.count))
      for id in ids { fixture.appendID(id, &body) }
    }
    return fixture.finished()
  }

  @Test("a frame becomes those that were inlined into it; roots follow it to its new number", arguments: [4, 8])
  func inlined(idSize: Int) throws {
    let bytes = withStack(
      [("a", "(La/b;)V", "SourceFile", 5), ("run", "()V", "Thread.java", -3), ("a", "([Ljava/lang/String;)V", "", 1)],
      idSize: idSize)
    let (dump, done, _) = try named(bytes)
    #expect(
      frames(dump, 7) == [
        "com.acme.shop.CartItem.price (I)I CartItem.java:7",
        "com.acme.shop.Main.com.acme.text.Printer.print ()V Printer.java:30",
        "com.acme.shop.Main.checkout (Lcom/acme/shop/CartItem;)V Main.java:40",
        "com.acme.shop.Main.run ()V Thread.java:-3",
        "com.acme.shop.Main.main ([Ljava/lang/String;)V Main.java:20",
      ])
    #expect(done.framesRenamed == 2 && done.framesAdded == 2)
    // The root named frame 2 of thread 1, `main`.
    #expect(dump.census.roots.map(\.frame) == [4])
  }

  @Test("overloads are told apart by their signatures; what is left in doubt keeps its name and is told of")
  func overloads() throws {
    let bytes = withStack([
      ("c", "(La/b;)V", "SourceFile", -1), ("c", "(I)V", "Main.kt", 99), ("e", "(J)V", "SourceFile", 3),
      ("e", "(S)V", "SourceFile", 3), ("f", "()V", "SourceFile", 3), ("unknown", "(La/c;)V", "x", 3),
    ])
    let (dump, done, _) = try named(bytes)
    #expect(
      frames(dump, 7) == [
        "com.acme.shop.Main.right (Lcom/acme/shop/CartItem;)V Main.java:-1",
        "com.acme.shop.Main.left (I)V Main.kt:99",
        "com.acme.shop.Main.over (J)V Main.java:3",
        "com.acme.shop.Main.over (S)V Main.java:-1",
        "com.acme.shop.Main.f ()V SourceFile:3",
        "com.acme.shop.Main.unknown (Lcom/acme/shop/Held;)V x:3",
      ])
    #expect(done.ambiguous.map(\.description).last == "method com.acme.shop.Main.f may be void up() or void down()")
    #expect(done.ambiguousCount == 2)
  }

  @Test("a mapping that has none of the classes, or none of their fields, is told of")
  func wrongMapping() throws {
    let bytes = obfuscatedSample().finished()
    #expect(try named(bytes, "x.Y -> z.z:\n").done.warnings.count == 1)
    #expect(try named(bytes, "x.Y -> z.z:\n").dump.classes.entries.map(\.name).contains("a.b"))
    let many = heapDump { dump in
      dump.addClass("a/b", fields: (0..<30).map { ("f\($0)", .int(0)) })
    }
    let done = try named(many, "x.Y -> a.b:\n    int a -> z\n").done
    #expect(done.warnings.map { $0.hasPrefix("only 0 of 30 fields of its classes are in the mapping") } == [true])
    #expect(try named(bytes, obfuscatedMapping + "what is this\n").done.warnings.count == 1)
  }

  @Test("a dump whose names the mapping keeps is the same bytes")
  func nothingToDo() throws {
    let bytes = rewritingSample()
    let sink = BufferSink()
    let mapping = try Self.mapping.read("Node -> Node:\n    int id -> id\n")
    let done = try Deobfuscator.deobfuscate(try HeapDump(name: "same", bytes: bytes), with: mapping, to: sink)
    #expect(sink.bytes == bytes)
    #expect(done.classesInMapping == 1 && done.fieldsInMapping == 1 && done.stringsAdded == 0)
  }

  @Test("descriptors are parsed, renamed and written")
  func descriptors() {
    let parsed = Descriptor("(La/b;[I[[La/c;JZ)V")
    #expect(parsed?.arguments == ["a.b", "int[]", "a.c[][]", "long", "boolean"])
    #expect(parsed?.mapped { $0 == "a.c" ? "x.Y" : $0 }.text == "(La/b;[I[[Lx/Y;JZ)V")
    let deep = "(" + String(repeating: "[", count: 300) + "I)V"
    for text in ["", "I", "(", "()", "()VV", "(L;)V", "(La)V", "(Q)V", deep] {
      #expect(Descriptor(text) == nil, "\(text)")
    }
  }
}
