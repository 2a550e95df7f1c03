// Mappings in the forms that ProGuard and R8 write, and what they say of names.

import SystemKit
import TestSupport
import Testing

@testable import HeapDump

func mapping(_ text: String) throws -> NameMapping {
  try MappingFile.read(InputFile(name: "mapping.txt", bytes: Array(text.utf8)))
}

@Suite struct NameMappingTests {
  /// A small app as R8 writes it.
  static let shop = """
    # {"id":"com.android.tools.r8.mapping","version":"2.0"}
    com.acme.shop.CartItem -> HeapGen$Node:
    # {"id":"sourceFile","fileName":"CartItem.java"}
        com.acme.shop.CartItem following -> next
        java.lang.Object body -> payload
        int identifier -> id
        1:3:void <init>(int):10:12 -> <init>
    com.acme.shop.Held -> HeapGen$Leak:
        java.util.List RETAINED -> HELD
    com.acme.shop.Main -> HeapGen:
        java.lang.String apiKey -> secret
        1:1:void main(java.lang.String[]):20:20 -> main

    """

  static func spellings(_ text: String) -> [String] {
    [
      text, text.replacing("\n", with: "\r\n"), "\u{FEFF}" + text, String(text.dropLast()),
      text.replacing("\n", with: "  \t\n"),
      text.replacing("\n", with: "\n\n"), text.replacing("    ", with: "\t"), text.replacing("\n    ", with: "\n "),
    ]
  }

  @Test(arguments: 0..<8) func `classes, fields and source files are found however the lines end`(spelling: Int) throws
  {
    let map = try mapping(Self.spellings(Self.shop)[spelling])
    #expect((map.classCount, map.memberCount, map.version, map.warningCount) == (3, 7, "2.0", 0))
    #expect(map.originalClassName("HeapGen$Node") == "com.acme.shop.CartItem")
    #expect(map.originalClassName("HeapGen") == "com.acme.shop.Main")
    #expect(map.originalClassName("HeapGe") == nil)
    #expect(map.originalClassName("com.acme.shop.Main") == nil)
    let node = try #require(map.classNamed("HeapGen$Node"))
    let leak = try #require(map.classNamed("HeapGen$Leak"))
    #expect(map.sourceFile(of: node) == "CartItem.java")
    #expect(map.sourceFile(of: leak) == nil)
    #expect(
      map.field("next", in: node)
        == .one(
          OriginalField(name: "following", type: "com.acme.shop.CartItem", declaringClass: "com.acme.shop.CartItem")))
    #expect(
      map.field("id", in: node)
        == .one(OriginalField(name: "identifier", type: "int", declaringClass: "com.acme.shop.CartItem")))
    #expect(map.field("id", in: leak) == .none)
    #expect(map.field("<init>", in: node) == .none, "a method is no field")
    #expect(map.classWithOriginalName("com.acme.shop.Held") == leak)
    #expect(map.obfuscatedName(of: leak) == "HeapGen$Leak")
    #expect(
      map.frames(ofMethod: "<init>", line: 2, in: node)
        == .one([
          OriginalFrame(
            className: "com.acme.shop.CartItem", method: "<init>", returnType: "void", arguments: "int", line: 11,
            sourceFile: "CartItem.java")
        ]))
  }

  @Test func `fields of one name are all told`() throws {
    let map = try mapping(
      """
      a.Merged -> b.a:
          int count -> a
          java.lang.String[] title -> a
          a.Other.long size -> c
          long a.Other.size -> d
          int twice -> e
          int twice -> e
      """)
    let merged = try #require(map.classNamed("b.a"))
    #expect(
      map.field("a", in: merged)
        == .ambiguous([
          OriginalField(name: "count", type: "int", declaringClass: "a.Merged"),
          OriginalField(name: "title", type: "java.lang.String[]", declaringClass: "a.Merged"),
        ]))
    #expect(map.field("d", in: merged) == .one(OriginalField(name: "size", type: "long", declaringClass: "a.Other")))
    #expect(map.field("e", in: merged) == .one(OriginalField(name: "twice", type: "int", declaringClass: "a.Merged")))
  }

  @Test func `names outside of ASCII, of packages that are missing and of one letter are names`() throws {
    let map = try mapping("Größe -> ä:\n    int längeIn_Zoll$ -> \u{1D552}\nQ -> a:\n    Größe 名 -> b\n")
    #expect(map.originalClassName("ä") == "Größe")
    #expect(
      map.field("\u{1D552}", in: try #require(map.classNamed("ä")))
        == .one(OriginalField(name: "längeIn_Zoll$", type: "int", declaringClass: "Größe")))
    #expect(
      map.field("b", in: try #require(map.classNamed("a")))
        == .one(OriginalField(name: "名", type: "Größe", declaringClass: "Q")))
  }

  // MARK: - Methods

  /// Frames as `class.method:line`, stacks in one line each.
  static func stacks(_ name: MappedName<[OriginalFrame]>) -> [String] {
    let all: [[OriginalFrame]] =
      switch name {
      case .none: []
      case .one(let frames): [frames]
      case .ambiguous(let several): several
      }
    return all.map { frames in
      frames.map { "\($0.className).\($0.method)(\($0.arguments)):\($0.line.map(String.init) ?? "?")" }.joined(
        separator: " < ")
    }
  }

  static let methods = """
    a.Main -> b:
    # {'id':'sourceFile','fileName':'Main.kt'}
        1:1:void a.Inner.deep():7:7 -> m
        1:1:void a.Middle.mid(int):20 -> m
        1:1:void run():30 -> m
          # {"id":"com.android.tools.r8.residualsignature","signature":"()V"}
        2:5:void run():31:34 -> m
        6:6:void run():40:40 -> m
        7:9:int count(long):50 -> m
        10:12:void kept() -> m
        13:13:void synthetic():0:0 -> m
        void noLines() -> n
        void noLines(int) -> n
        1:2:void one():3:4 -> o
        void two() -> o
        5:int single():9 -> p
        void fixed():8 -> q
    a.Middle -> c:
    # {'id':'sourceFile','fileName':'Middle.kt'}

    """

  @Test(
    arguments: [
      ("m", 1, ["a.Inner.deep():7 < a.Middle.mid(int):20 < a.Main.run():30"]), ("m", 2, ["a.Main.run():31"]),
      ("m", 5, ["a.Main.run():34"]), ("m", 6, ["a.Main.run():40"]), ("m", 8, ["a.Main.count(long):50"]),
      ("m", 11, ["a.Main.kept():11"]), ("m", 13, ["a.Main.synthetic():?"]),
      ("m", 99, ["a.Main.run():?", "a.Main.count(long):?", "a.Main.kept():?", "a.Main.synthetic():?"]),
      ("m", nil, ["a.Main.run():?", "a.Main.count(long):?", "a.Main.kept():?", "a.Main.synthetic():?"]),
      ("n", 3, ["a.Main.noLines():3", "a.Main.noLines(int):3"]),
      ("n", nil, ["a.Main.noLines():?", "a.Main.noLines(int):?"]),
      ("o", 2, ["a.Main.one():4"]), ("o", 9, ["a.Main.two():9"]), ("o", nil, ["a.Main.two():?"]),
      ("p", 5, ["a.Main.single():9"]),
      ("q", 5, ["a.Main.fixed():8"]), ("r", 1, []),
    ] as [(String, Int?, [String])])
  func `a line is that of the range it lies in, with inlined methods innermost first`(
    method: String, line: Int?, expected: [String]
  ) throws {
    let map = try mapping(Self.methods)
    #expect(map.warningCount == 0)
    #expect(Self.stacks(map.frames(ofMethod: method, line: line, in: try #require(map.classNamed("b")))) == expected)
  }

  @Test func `each frame has the source file of its own class`() throws {
    let map = try mapping(Self.methods)
    guard case .one(let frames) = map.frames(ofMethod: "m", line: 1, in: try #require(map.classNamed("b"))) else {
      Issue.record("one stack is expected")
      return
    }
    #expect(frames.map(\.sourceFile) == [nil, "Middle.kt", "Main.kt"])
  }

  // MARK: - Types

  @Test(
    arguments: [
      ("b.a", "com.acme.Cart"), ("b.a[]", "com.acme.Cart[]"), ("b.a[][]", "com.acme.Cart[][]"),
      ("b/a", "com/acme/Cart"),
      ("Lb/a;", "Lcom/acme/Cart;"), ("[Lb/a;", "[Lcom/acme/Cart;"), ("[[Lb.a;", "[[Lcom.acme.Cart;"),
      ("c", "com.acme.Item"),
      ("c[]", "com.acme.Item[]"), ("[Lc;", "[Lcom/acme/Item;"), ("int[]", nil), ("[I", nil), ("[[", nil), ("", nil),
      ("[]", nil),
      ("[", nil), ("L;", nil), ("b.z", nil), ("[Lb/z;", nil),
    ] as [(String, String?)])
  func `types come back in the spelling they were asked in`(name: String, original: String?) throws {
    let map = try mapping("com.acme.Cart -> b.a:\ncom.acme.Item -> c:\n")
    #expect(map.originalTypeName(name) == original)
  }

  // MARK: - What is wrong

  @Test func `lines that cannot be read are told with their numbers`() throws {
    let lines = [
      "int early -> a", "    int early -> b", "a.A -> b:", "a.A", " void f( -> a", "  int x ->", "    int -> y",
      "  1:x:int f() -> a",
      "  9:8:int f() -> a", "  99999999999:1:int f() -> a", "    int ok -> z", "a.B -> b:", "    int lost -> z",
      " -> c:", "a.C -> :",
      "a.D -> d e:", "#", "# no JSON", "# {broken",
    ]
    let map = try mapping(lines.joined(separator: "\n"))
    #expect(
      map.warnings.map { "\($0.line) \($0.reason)" } == [
        "1 malformed", "2 outsideClass", "4 malformed", "5 malformed", "6 malformed", "7 malformed", "8 malformed",
        "9 malformed",
        "10 malformed", "12 duplicateClass", "14 malformed", "15 malformed", "16 malformed",
      ])
    #expect(
      map.warnings[0].description == "line 1: 'int early -> a' cannot be read ('original -> obfuscated' expected)")
    #expect(map.classCount == 1)
    #expect(
      map.field("z", in: try #require(map.classNamed("b")))
        == .one(OriginalField(name: "ok", type: "int", declaringClass: "a.A")))
  }

  @Test func `only the first warnings are kept, and all are counted`() throws {
    let map = try mapping("a.A -> b:\n" + String(repeating: "  bad\n", count: 1_000))
    #expect((map.warnings.count, map.warningCount) == (MappingFile.warningLimit, 1_000))
  }

  @Test func `a later version is warned of`() throws {
    let map = try mapping("# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"3.1\"}\na -> b:\n")
    #expect(map.version == "3.1")
    #expect(map.warnings.map(\.reason) == [.newerVersion])
  }

  @Test(arguments: ["", "\n\n", "# only\n# comments", "some text\nof no kind", "    int a -> b\n"])
  func `a file without any class is no mapping`(text: String) {
    let expected = HeapDumpError(
      .badCompanion("mapping.txt: no mapping: no line names a class ('original -> obfuscated:' expected)"))
    #expect(throws: expected) { try mapping(text) }
  }

  @Test func `a missing file is named`() {
    #expect(throws: HeapDumpError(.badCompanion("/nowhere: no such file or directory (open)"))) {
      try MappingFile.read(path: "/nowhere")
    }
  }

  // MARK: - Large and damaged

  @Test func `every member of a large class is found`() throws {
    var text = "a.Large -> b:\n"
    for number in 0..<5_000 {
      text += "    int field\(number) -> f\(number)\n    1:1:void method\(number)():\(number + 1) -> f\(number)\n"
    }
    let map = try mapping(text)
    let large = try #require(map.classNamed("b"))
    for number in 0..<5_000 {
      try #require(
        map.field("f\(number)", in: large)
          == .one(OriginalField(name: "field\(number)", type: "int", declaringClass: "a.Large")))
      try #require(
        Self.stacks(map.frames(ofMethod: "f\(number)", line: 1, in: large)) == [
          "a.Large.method\(number)():\(number + 1)"
        ])
    }
    #expect(map.memorySize < 2 * text.utf8.count)
  }

  @Test func `a damaged mapping gives names or an error`() throws {
    let count = Environment["PLIMSOLL_FUZZ_COUNT"].flatMap(UInt64.init) ?? 3_000
    let mutator = Mutator(seeds: [Array(Self.shop.utf8), Array(Self.methods.utf8)])
    var outcomes = (read: 0, refused: 0)
    for number in 0..<count {
      do throws(HeapDumpError) {
        let map = try MappingFile.read(InputFile(name: "mapping.txt", bytes: mutator.variant(number)))
        outcomes.read += 1
        for name in ["HeapGen", "HeapGen$Node", "HeapGen$Leak", "b", "c"] {
          guard let found = map.classNamed(name) else { continue }
          #expect(map.obfuscatedName(of: found) == name)
          #expect(!map.originalName(of: found).isEmpty)
          _ = map.sourceFile(of: found)
          for member in ["next", "payload", "id", "<init>", "m", "n", "o", "p", "q", "secret"] {
            _ = map.field(member, in: found)
            for line in [nil, 0, 1, 2, 7, Int.max] { _ = map.frames(ofMethod: member, line: line, in: found) }
          }
        }
        for warning in map.warnings { #expect(!warning.description.isEmpty) }
      } catch {
        outcomes.refused += 1
        if case .badCompanion = error.kind {} else { Issue.record("variant \(number): \(error)") }
      }
    }
    print("fuzz mapping: \(outcomes.read) read, \(outcomes.refused) refused")
  }
}
