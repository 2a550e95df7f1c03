// Archives of symbols by content, and what hashed strings come back from them.

import ByteKit
import HeapDump
import Synchronization
import SystemKit
import TestSupport
import Testing

@Suite struct SymbolArchiveTests {
  static func open(_ bytes: [UInt8], _ name: String = "sample") throws -> SymbolArchive {
    try SymbolArchive(InputFile(name: name, bytes: bytes))
  }

  static func candidates(_ archive: SymbolArchive, workers: Int = 2) throws -> (SymbolSummary, Set<String>) {
    let texts = Mutex<Set<String>>([])
    let summary = try archive.forEachCandidate(workers: workers) { _, utf8 in
      let text = String(decoding: utf8, as: UTF8.self)
      texts.withLock { _ = $0.insert(text) }
    }
    return (summary, texts.withLock { $0 })
  }

  static func dex(_ type: String) -> [UInt8] { DexFixture(strings: [], types: ["Lcom/acme/\(type);"]).bytes }

  static func classFile(_ name: String) -> [UInt8] {
    var file = ClassFileFixture()
    file.classNamed("com/acme/\(name)")
    return file.bytes
  }

  static let app = ZipFixture([
    ZipFixtureEntry("AndroidManifest.xml", "no symbols"), ZipFixtureEntry("classes.dex", dex("One"), method: 0),
    ZipFixtureEntry("base/dex/classes2.dex", dex("Two")), ZipFixtureEntry("com/acme/Three.class", classFile("Three")),
    ZipFixtureEntry(
      "WEB-INF/lib/four.jar",
      ZipFixture([
        ZipFixtureEntry("com/acme/Four.class", classFile("Four")),
        ZipFixtureEntry("deeper.jar", ZipFixture([ZipFixtureEntry("Five.class", classFile("Five"))]).bytes),
      ]).bytes),
    ZipFixtureEntry("broken.class", "no class file"),
  ])

  @Test(arguments: [1, 2, 5]) func `all of an app's code is found wherever it lies, one archive deep`(workers: Int)
    throws
  {
    let archive = try Self.open(Self.app.bytes, "app.apk")
    #expect(archive.kind == .archive)
    let (summary, texts) = try Self.candidates(archive, workers: workers)
    for name in ["One", "Two", "Three", "Four"] { #expect(texts.contains("com.acme.\(name)")) }
    #expect(!texts.contains("com.acme.Five"))
    #expect((summary.dexFiles, summary.classFiles, summary.nestedArchives, summary.strings) == (2, 2, 1, 4))
    #expect(
      summary.warnings == [
        "offset 0: app.apk!broken.class: no class file (expected CA FE BA BE and a version)"
      ])
  }

  @Test func `bare files are known by their content`() throws {
    let dex = try Self.open(Self.dex("One"))
    #expect(dex.kind == .dex)
    #expect(
      try Self.candidates(dex).1 == [
        "Lcom/acme/One;", "com/acme/One", "com.acme.One", "com.acme.One[]", "[Lcom/acme/One;",
      ])
    let file = try Self.open(Self.classFile("Two"))
    #expect(file.kind == .classFile)
    #expect(try Self.candidates(file).1.contains("com.acme.Two"))
  }

  static func failure(_ bytes: [UInt8]) -> String {
    do {
      _ = try candidates(open(bytes))
      return "none"
    } catch { return "\(error)" }
  }

  @Test func `what is no source of names is refused`() {
    let expected = "sample: no source of names (expected an .apk, .aab, .jar, .dex or .class file)"
    for bytes in [[], Array("text".utf8), [UInt8](repeating: 0, count: 1_000)] {
      #expect(Self.failure(bytes) == expected)
    }
    #expect(
      Self.failure(ZipFixture([ZipFixtureEntry("a.txt", "text")]).bytes)
        == "sample: the archive holds no .dex, .class or .jar file among 1 entries")
    #expect(Self.failure(Array("PK\u{3}\u{4}".utf8) + [1, 2]).contains("the zip archive is damaged at byte"))
    #expect(
      Self.failure(ZipFixture([ZipFixtureEntry("a.dex", "text")]).bytes)
        == "offset 0: sample!a.dex: no dex file (expected 'dex', a line feed and a version)")
    #expect(throws: HeapDumpError(.badCompanion("/nowhere: no such file or directory (open)"))) {
      try SymbolArchive(path: "/nowhere")
    }
  }
}

@Suite struct StringRecoveryTests {
  static func wanted(_ texts: [String]) -> [WantedString] {
    texts.enumerated().map {
      WantedString(id: UInt64($0.offset + 1), hash: JavaStringHash.of($0.element), byteLength: $0.element.utf8.count)
    }
  }

  @Test func `a string comes back when hash and length are those of one text`() throws {
    var recovery = StringRecovery(Self.wanted(["com.acme.One", "com.acme.Four[]", "nowhere", "int[]", "V", "[[J"]))
    #expect(recovery.tally == StringRecovery.Tally(recovered: 3, ambiguous: 0, hashed: 3))
    try recovery.search(SymbolArchiveTests.open(SymbolArchiveTests.app.bytes))
    #expect(recovery.outcome(of: 1) == .recovered("com.acme.One"))
    #expect(recovery.outcome(of: 2) == .recovered("com.acme.Four[]"))
    #expect(recovery.outcome(of: 3) == .hashed)
    #expect(recovery.outcome(of: 4) == .recovered("int[]"))
    #expect(recovery.outcome(of: 5) == .recovered("V"))
    #expect(recovery.outcome(of: 7) == nil)
    #expect(recovery.tally == StringRecovery.Tally(recovered: 5, ambiguous: 0, hashed: 1))
  }

  /// Texts of one hash and length: `Aa` and `BB` have the same hash, so strings of n such pairs do.
  static func colliding(_ pairs: Int) -> [String] {
    (0..<1 << pairs).map { bits in (0..<pairs).map { bits >> $0 & 1 == 0 ? "Aa" : "BB" }.joined() }
  }

  @Test(arguments: [1, 2, 3, 4]) func `of several texts none is guessed`(workers: Int) throws {
    for pairs in 1...4 {
      let texts = Self.colliding(pairs)
      let fixture = ZipFixture(
        texts.enumerated().map {
          ZipFixtureEntry("\($0.offset).dex", DexFixture(strings: [$0.element, "x"], types: []).bytes)
        })
      var recovery = StringRecovery(Self.wanted([texts[0], "x"]))
      try recovery.search(SymbolArchiveTests.open(fixture.bytes), workers: workers)
      #expect(recovery.outcome(of: 1) == .ambiguous(Array(texts.sorted().prefix(4)), hasMore: texts.count > 4))
      #expect(recovery.outcome(of: 2) == .recovered("x"))
      #expect(recovery.tally == StringRecovery.Tally(recovered: 1, ambiguous: 1, hashed: 0))
    }
  }

  @Test func `a text of the same hash and another length is none`() {
    // "\u{0}a" hashes as "a" does.
    #expect(JavaStringHash.of("\u{0}a") == JavaStringHash.of("a"))
    var recovery = StringRecovery(Self.wanted(["a"]))
    recovery.consider("\u{0}a")
    #expect(recovery.outcome(of: 1) == .hashed)
    recovery.consider("a")
    #expect(recovery.outcome(of: 1) == .recovered("a"))
  }

  @Test func `strings with one hash and length come back together, and impossible lengths never`() {
    var recovery = StringRecovery([
      WantedString(id: 5, hash: 97, byteLength: 1), WantedString(id: 9, hash: 97, byteLength: 1),
      WantedString(id: 5, hash: 98, byteLength: 1), WantedString(id: 6, hash: 97, byteLength: -1),
      WantedString(id: 7, hash: 97, byteLength: .max),
    ])
    recovery.consider("a")
    #expect(recovery.outcome(of: 5) == .recovered("a"))
    #expect(recovery.outcome(of: 9) == .recovered("a"))
    #expect(recovery.outcome(of: 6) == .hashed)
    #expect(recovery.outcome(of: 7) == .hashed)
    #expect(recovery.tally == StringRecovery.Tally(recovered: 2, ambiguous: 0, hashed: 2))
  }

  @Test func `no memory is kept for candidates that nobody wants`() {
    var recovery = StringRecovery([WantedString]())
    for number in 0..<1_000 { recovery.consider("\(number)") }
    #expect(recovery.tally == StringRecovery.Tally())
  }

  // The published example of the format: string 118 has 36 bytes and the hash 324731034, and its record is 02 76 24 9A 81 EC 9A 01.
  // The text was not published; this one was made to have that hash and length.
  @Test func `the published example's record has the hash and length that are looked for`() throws {
    let record: [UInt8] = [0x02, 0x76, 0x24, 0x9A, 0x81, 0xEC, 0x9A, 0x01]
    var reader = ByteReader(record.span.bytes)
    #expect(try reader.readLEB128(UInt64.self) == 2)
    let id = try reader.readLEB128(UInt64.self)
    let length = try reader.readLEB128(UInt64.self)
    let hash = Int32(truncatingIfNeeded: try reader.readLEB128(UInt64.self))
    #expect((id, length, hash) == (118, 36, 324_731_034))
    var recovery = StringRecovery([WantedString(id: id, hash: hash, byteLength: Int(length))])
    recovery.consider("com.example.published.HashCodWRPG[A")
    #expect(recovery.outcome(of: 118) == .hashed)
    recovery.consider("com.example.published.HashCodWRPG[AK")
    #expect(recovery.outcome(of: 118) == .recovered("com.example.published.HashCodWRPG[AK"))
    recovery.consider("com.example.published.HashCodRWOR\\HG")
    #expect(
      recovery.outcome(of: 118)
        == .ambiguous(
          ["com.example.published.HashCodRWOR\\HG", "com.example.published.HashCodWRPG[AK"], hasMore: false))
  }
}
