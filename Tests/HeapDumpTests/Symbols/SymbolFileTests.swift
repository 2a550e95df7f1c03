// Dex and class files built in code, javac's own, and damaged ones.

import Synchronization
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

/// Candidates that a reader gave.
func candidates(
  _ bytes: [UInt8],
  _ read: (UnsafeRawBufferPointer, String, (UnsafeRawBufferPointer) -> Void) throws(HeapDumpError) -> Int
) throws -> (count: Int, texts: [String]) {
  var texts: [String] = []
  let count = try bytes.withUnsafeBytes { buffer in
    try read(buffer, "sample") { texts.append(String(decoding: $0, as: UTF8.self)) }
  }
  return (count, texts)
}

@Suite struct DexFileTests {
  static func read(_ bytes: [UInt8]) throws -> (count: Int, texts: [String]) {
    try candidates(bytes) { bytes, name, body throws(HeapDumpError) in
      try DexFile.forEachCandidate(in: bytes, name: name, body)
    }
  }

  static let sample = DexFixture(
    strings: ["count", "<init>", "héllo 😀", "nul\u{0}inside", "", "no;Type"],
    types: ["Lcom/acme/Cart;", "[Lcom/acme/Cart;", "[[Lcom/acme/Item;", "I", "[I", "[[J", "LPlain;"])

  @Test(arguments: [35, 37, 38, 39, 40]) func `all strings come, and types in all their spellings`(version: Int) throws
  {
    var sample = Self.sample
    sample.version = version
    let (count, texts) = try Self.read(sample.bytes)
    #expect(count == 13)
    #expect(
      Set(texts)
        == Set(sample.table).union([
          "com/acme/Cart", "com.acme.Cart", "com.acme.Cart[]", "com/acme/Item", "com.acme.Item", "com.acme.Item[]",
          "[Lcom/acme/Item;", "com.acme.Item[][]", "int", "int[]", "long[][]", "Plain", "Plain[]", "[LPlain;",
        ]))
  }

  @Test func `the parts of a container are all read and their shared strings once`() throws {
    let container = DexFixture(strings: ["one", "two"], container: [["La/A;"], ["Lb/B;", "Lc/C;"], []])
    let (count, texts) = try Self.read(container.bytes)
    #expect(count == 5)
    #expect(texts.filter { $0 == "one" }.count == 1)
    for name in ["a.A", "b.B", "c/C"] { #expect(texts.contains(name)) }
    #expect(try Self.read(container.bytes + [0, 0, 0]).count == 5)
  }

  static func failure(_ change: (inout [UInt8]) -> Void) -> String {
    var bytes = sample.bytes
    change(&bytes)
    do {
      _ = try read(bytes)
      return "none"
    } catch { return "\(error)" }
  }

  @Test func `what is wrong is said with its offset`() {
    #expect(Self.failure { $0[0] = 0 } == "offset 0: sample: no dex file (expected 'dex', a line feed and a version)")
    #expect(Self.failure { $0[0x2B] = 0x78 } == "offset 40: sample: byte order 0x78345678 (0x12345678 expected)")
    #expect(Self.failure { $0[0x3B] = 0xFF } == "offset 140: sample: the table of strings lies outside the file")
    #expect(Self.failure { $0[0x70] = 99 } == "offset 112: sample: type 0 names string 99 of 13")
    #expect(Self.failure { $0[0x8F] = 1 } == "offset 16777408: sample: a string lies outside the file")
    #expect(Self.failure { $0.removeLast() }.hasSuffix("has no end"))
    #expect(
      Self.failure { $0.removeSubrange(50...) } == "offset 56: sample: the table of strings lies outside the file")
  }

  static let overlap = "the strings overlap: together they are far larger than the file"

  @Test func `strings that all point at one long string are refused`() {
    let fixture = DexFixture(strings: (0..<200).map { "\($0)" } + [String(repeating: "x", count: 4_000)], types: [])
    var bytes = fixture.bytes
    let table = 0x70
    let long = fixture.table.firstIndex { $0.count == 4_000 }!
    for index in 0..<200 { for byte in 0..<4 { bytes[table + index * 4 + byte] = bytes[table + long * 4 + byte] } }
    #expect { try Self.read(bytes) } throws: { "\($0)".hasSuffix(Self.overlap) }
  }

  @Test(.timeLimit(.minutes(1))) func `parts of a container that all have one large table are refused`() {
    var bytes = DexFixture(strings: [""], container: Array(repeating: [], count: 500)).bytes
    let zeros = bytes.count
    bytes += [UInt8](repeating: 0, count: 80_000)
    for part in 0..<500 {
      for (place, value) in [(0x40, 20_000), (0x44, zeros)] {
        for byte in 0..<4 { bytes[part * 0x78 + place + byte] = UInt8(truncatingIfNeeded: value >> (byte * 8)) }
      }
    }
    #expect { try Self.read(bytes) } throws: { "\($0)".hasSuffix(Self.overlap) }
  }
}

@Suite struct ClassFileTests {
  static func read(_ bytes: [UInt8]) throws -> (count: Int, texts: [String]) {
    try candidates(bytes) { bytes, name, body throws(HeapDumpError) in
      try ClassFile.forEachCandidate(in: bytes, name: name, body)
    }
  }

  static let sample: ClassFileFixture = {
    var file = ClassFileFixture()
    file.wide(5, 0x0102_0304_0506_0708)
    let owner = file.classNamed("com/acme/Cart")
    file.classNamed("[[Lcom/acme/Item;")
    file.string("héllo 😀\u{0}")
    file.number(3, 7)
    file.number(4, 7)
    file.wide(6, 9)
    let nameAndType = file.pair(12, file.utf8("items"), file.utf8("(I[JLcom/acme/Price;)[Z"))
    let method = file.pair(10, owner, nameAndType)
    file.pair(9, owner, nameAndType)
    file.pair(11, owner, nameAndType)
    file.methodHandle(method)
    file.reference(16, file.utf8("()V"))
    file.pair(17, 0, nameAndType)
    file.pair(18, 0, nameAndType)
    file.reference(19, file.utf8("acme.module"))
    file.reference(20, file.utf8("com/acme"))
    return file
  }()

  @Test func `every constant of the pool is passed or read, and types come in all their spellings`() throws {
    let (count, texts) = try Self.read(Self.sample.bytes)
    #expect(count == 8)
    #expect(
      Set(texts) == [
        "com/acme/Cart", "com.acme.Cart", "com.acme.Cart[]", "[Lcom/acme/Cart;", "[[Lcom/acme/Item;", "com/acme/Item",
        "com.acme.Item", "com.acme.Item[]", "[Lcom/acme/Item;", "com.acme.Item[][]", "héllo 😀\u{0}", "items",
        "(I[JLcom/acme/Price;)[Z", "com/acme/Price", "com.acme.Price", "com.acme.Price[]", "[Lcom/acme/Price;",
        "long[]",
        "boolean[]", "()V", "acme.module", "com/acme",
      ])
  }

  @Test(arguments: ["(", "()", "(I", "(Q)V", "L", "L;", "[", "Lcom.acme.B;", "(I)VV", "Like this;", "[text]"])
  func `text that only begins like a descriptor gives no types`(text: String) throws {
    var file = ClassFileFixture()
    file.utf8(text)
    let expected: Set<String> = text == "Like this;" ? [text, "ike this", "ike this[]", "[Like this;"] : [text]
    #expect(try Set(Self.read(file.bytes).texts) == expected)
  }

  @Test func `a text that all classes of the pool share is spelled once`() throws {
    var file = ClassFileFixture()
    let name = file.utf8(String(repeating: "a/", count: 1_000) + "B")
    for _ in 0..<1_000 { file.reference(7, name) }
    #expect(try Self.read(file.bytes).texts.count == 5)
  }

  static func failure(_ change: (inout [UInt8]) -> Void) -> String {
    var bytes = sample.bytes
    change(&bytes)
    do {
      _ = try read(bytes)
      return "none"
    } catch { return "\(error)" }
  }

  @Test func `what is wrong is said with its offset`() {
    let head = "offset 0: sample: no class file (expected CA FE BA BE and a version)"
    #expect(Self.failure { $0[0] = 0 } == head)
    #expect(Self.failure { $0[7] = 2 } == head, "a universal Mach-O")
    #expect(Self.failure { $0[10] = 2 } == "offset 10: sample: constant 1 has tag 2, which no class file has")
    #expect(Self.failure { $0[20] = 0xFF } == "offset 22: sample: a text lies outside the file")
    #expect(Self.failure { $0.removeSubrange(12...) } == "offset 11: sample: a constant lies outside the file")
    #expect(Self.failure { $0[37] = 9 }.hasSuffix("a class is named by constant 9, which is no text"))
  }

  @Test(.enabled(if: Java.isInstalled, "javac and javap are not installed"))
  func `the constants are those that javap prints`() throws {
    let sandbox = Sandbox()
    try sandbox.write(
      "Sample.java",
      """
      package com.acme;
      import java.util.*; import java.util.function.*;
      /** Everything that puts constants into a pool. */
      class Sample<T extends Number> {
        static final long WIDE = 1234567890123L; static final double HALF = 0.5; int[][] grid; String[] names = {"plain"};
        enum Colour { RED, GREEN } record Point(int x, int y) {} interface Shape { double area(); }
        Map<String, List<T>> all = new HashMap<>();
        Supplier<String> text(int n) { return () -> "n is " + n + names[0] + WIDE + HALF; }
        Object copy() { return new Point[3].clone(); }
        String pattern(Object o) { return switch (o.toString()) { case "one" -> "1"; default -> "many"; }; }
      }
      """)
    try #require(try sandbox.run("javac", ["-d", "out", "Sample.java"]).status == 0)
    for name in ["Sample", "Sample$Colour", "Sample$Point", "Sample$Shape"] {
      let path = sandbox.path("out/com/acme/\(name).class")
      let printed = try sandbox.run("javap", ["-v", "-p", path]).output
      let expected = printed.split(separator: "\n").compactMap { line -> String? in
        guard let mark = line.ranges(of: " = Utf8").first else { return nil }
        let text = line[mark.upperBound..<line.endIndex]
        return String(text.drop { $0 == " " })
      }
      #expect(expected.count > 5)
      let found = try Self.read(InputFile(path: path).withUnsafeBytes { Array($0) })
      #expect(found.count == expected.count)
      // javap writes \u0001 and the like for what a terminal cannot show.
      for text in expected where !text.contains("\\") { #expect(found.texts.contains(text), "\(text)") }
      for spelling in ["com.acme.\(name)", "com/acme/\(name)", "[Lcom/acme/\(name);", "com.acme.\(name)[]"] {
        #expect(found.texts.contains(spelling))
      }
    }
  }
}

@Suite struct SymbolFuzz {
  static let count = Environment["PLIMSOLL_FUZZ_COUNT"].flatMap(UInt64.init) ?? 3_000

  @Test(arguments: ["dex", "class", "archive"]) func `damaged files give candidates or an error`(kind: String) throws {
    let container = DexFixture(strings: ["one", "two"], container: [["La/A;"], ["Lb/B;", "Lc/C;"], []]).bytes
    let dex = DexFileTests.sample.bytes
    let classFile = ClassFileTests.sample.bytes
    let inner = ZipFixture([ZipFixtureEntry("A.class", classFile)]).bytes
    let archive = ZipFixture([
      ZipFixtureEntry("classes.dex", dex, method: 0), ZipFixtureEntry("lib/a.jar", inner, method: 0),
      ZipFixtureEntry("B.class", classFile),
    ]).bytes
    let seeds = kind == "dex" ? [dex, container] : kind == "class" ? [classFile] : [archive]
    let mutator = Mutator(seeds: seeds, donors: [dex, container, classFile, archive])
    var outcomes = (read: 0, refused: 0, longest: 0)
    for number in 0..<Self.count {
      let bytes = mutator.variant(number)
      do throws(HeapDumpError) {
        let archive = try SymbolArchive(InputFile(name: "sample", bytes: bytes))
        let seen = Mutex(0)
        try archive.forEachCandidate(workers: 1) { _, utf8 in seen.withLock { $0 += utf8.count } }
        let bytesSeen = seen.withLock { $0 }
        outcomes.longest = max(outcomes.longest, bytesSeen / max(1, bytes.count))
        outcomes.read += 1
      } catch {
        outcomes.refused += 1
        #expect(!error.description.isEmpty)
      }
    }
    print(
      "fuzz \(kind): \(outcomes.read) read, \(outcomes.refused) refused, at most \(outcomes.longest) times the size")
    #expect(outcomes.longest < 200)
  }
}
