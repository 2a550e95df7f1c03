// `plimsoll coverage` as its users run it.

import MarkupKit
import SystemKit
import TestSupport
import Testing

@Suite struct CoverageCommandTests {
  static let first = "TN:\nSF:/ci/a/src/x.c\nFN:1,f\nFNDA:2,f\nDA:1,2\nDA:2,0\nend_of_record\n"
  static let second = "TN:\nSF:/ci/b/src/x.c\nFN:1,f\nFNDA:1,f\nDA:1,1\nDA:2,5\nend_of_record\n"

  @Test("merge adds up, maps roots to one, and writes what it says")
  func merge() throws {
    let sandbox = Sandbox()
    try sandbox.write("a.info", Self.first)
    try sandbox.write("b.info", Self.second)
    let result = try sandbox.plimsoll(
      "coverage", "merge", "a.info", "b.info", "--to", "lcov", "-o", "-", "--map", "/ci/a=", "--map", "/ci/b=")
    #expect(result.status == 0)
    // By hand: 2+1 calls, line 1 2+1, line 2 0+5.
    #expect(
      result.output == """
        TN:
        SF:src/x.c
        FN:1,f
        FNDA:3,f
        FNF:1
        FNH:1
        DA:1,3
        DA:2,5
        LF:2
        LH:2
        end_of_record

        """)
  }

  @Test("the order of the inputs and gzip change nothing; a copy is counted once and told")
  func orderAndCopies() throws {
    let sandbox = Sandbox()
    try sandbox.write("a.info", Self.first)
    try sandbox.write("b.info.gz", Gzip.deflate(Array(Self.second.utf8)))
    try sandbox.write("c.info", Self.first)
    let one = try sandbox.plimsoll("coverage", "merge", "a.info", "b.info.gz", "c.info", "--to", "json", "-o", "-")
    let other = try sandbox.plimsoll("coverage", "merge", "c.info", "b.info.gz", "a.info", "--to", "json", "-o", "-")
    #expect(one.status == 0)
    #expect(one.output == other.output)
    #expect(one.errors.contains("holds the same as 'a.info' and is counted once"))
  }

  @Test("conversion there and back keeps all that LCOV holds")
  func convertThereAndBack() throws {
    let sandbox = Sandbox()
    let rich = """
      TN:net
      SF:a.cpp
      VER:7
      FN:1,4,f(int, char)
      FN:9,g
      FNDA:3,f(int, char)
      FNDA:0,g
      FNF:2
      FNH:1
      BRDA:2,0,0,1
      BRDA:2,0,1,-
      BRDA:3,0,jump to line 9,2
      BRDA:3,e0,exit, or so,0
      BRF:4
      BRH:2
      DA:1,3
      DA:2,3,abc
      DA:9,0
      LF:3
      LH:2
      end_of_record

      """
    try sandbox.write("rich.info", rich)
    #expect(try sandbox.plimsoll("coverage", "convert", "rich.info", "--to", "json", "-o", "rich.json").status == 0)
    let back = try sandbox.plimsoll("coverage", "convert", "rich.json", "--to", "lcov", "-o", "-")
    #expect(back.status == 0)
    #expect(back.output == rich)
  }

  @Test("standard input is read and standard output written")
  func pipes() throws {
    let sandbox = Sandbox()
    let result = try sandbox.plimsoll("coverage", "convert", "-", "--to", "cobertura", "-o", "-", input: Self.first)
    #expect(result.status == 0)
    #expect(result.output.contains("line-rate"))
  }

  @Test("damage is told with file and line, status 2, and the old output stays whole")
  func damage() throws {
    let sandbox = Sandbox()
    try sandbox.write("bad.info", "TN:\nSF:x.c\nDA:1,x1\nend_of_record\n")
    try sandbox.write("all.info", "old")
    let result = try sandbox.plimsoll("coverage", "merge", "bad.info", "--to", "lcov", "-o", "all.info")
    #expect(result.status == 2)
    #expect(result.errors.contains("bad.info:3: 'DA:1,x1' cannot be read (DA:<line>,<count> expected)"))
    #expect(try sandbox.read("all.info") == "old")
    #expect(try FileTree.walk([sandbox.folder]).files.count == 2)
    let going = try sandbox.plimsoll("coverage", "merge", "bad.info", "--to", "lcov", "-o", "-", "--keep-going")
    #expect(going.status == 0)
    #expect(going.errors.contains("bad.info:3: damaged record 'DA:1,x1' passed over"))
  }

  @Test("what is no coverage is refused with what to do instead")
  func refused() throws {
    let sandbox = Sandbox()
    try sandbox.write("notes.txt", "just notes\n")
    let unknown = try sandbox.plimsoll("coverage", "report", "notes.txt")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("not a coverage report of a known format"))
    try sandbox.write("cover.json", "{\"meta\": {\"show_contexts\": false}, \"files\": {}}")
    let known = try sandbox.plimsoll("coverage", "report", "cover.json")
    #expect(known.status == 2)
    #expect(known.errors.contains("coverage.py JSON"))
    let missing = try sandbox.plimsoll("coverage", "report", "nowhere.info")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("nowhere.info: no such file"))
  }

  @Test("report shows totals, as text, JSON and pages")
  func report() throws {
    let sandbox = Sandbox()
    try sandbox.write("src/x.c", "int f(void) {\n  return 1;\n}\n")
    try sandbox.write("a.info", Self.first.replacing("/ci/a/", with: ""))
    let text = try sandbox.plimsoll("coverage", "report", "a.info", "--uncovered", "--html", "pages")
    #expect(text.status == 0)
    #expect(text.output.contains("src/x.c"))
    // One of two lines ran.
    #expect(text.output.contains("50.00 %"))
    #expect(try sandbox.read("pages/index.html").contains("files/1.html"))
    #expect(try sandbox.read("pages/files/1.html").contains("return 1;"))
    let json = try JSONValue(parsing: try sandbox.plimsoll("coverage", "report", "a.info", "--json").output)
    #expect(json["totals"]?["lines"]?["covered"]?.number == 1)
    #expect(json["files"]?[0]?["uncoveredLines"]?[0]?.number == 2)
  }

  @Test("one run in two formats stays exact")
  func oneRunInTwoFormats() throws {
    let sandbox = Sandbox()
    try sandbox.write(
      "a.info", "TN:\nSF:x.c\nDA:1,1\nDA:2,0\nBRDA:1,0,0,1\nBRDA:1,0,1,0\nend_of_record\n")
    // The same run as Cobertura says it: one of two branches of line 1.
    try sandbox.write(
      "a.xml",
      """
      <coverage line-rate="0.5"><packages><package name=""><classes><class name="x" filename="x.c"><lines>
      <line number="1" hits="1" branch="true" condition-coverage="50% (1/2)"/><line number="2" hits="0"/>
      </lines></class></classes></package></packages></coverage>
      """)
    let json = try JSONValue(parsing: try sandbox.plimsoll("coverage", "report", "a.info", "a.xml", "--json").output)
    #expect(json["totals"]?["branches"]?["covered"]?.number == 1)
    #expect(json["totals"]?["branches"]?["coveredAtMost"]?.number == 1)
    #expect(json["format"]?.string == "plimsoll.coverage-report")
  }

  @Test("nothing to write is an error, and so is a folder without reports")
  func nothing() throws {
    let sandbox = Sandbox()
    try sandbox.write("a.info", Self.first)
    let none = try sandbox.plimsoll("coverage", "merge", "a.info", "--include", "nosuch", "--to", "lcov", "-o", "x")
    #expect(none.status == 2)
    #expect(none.errors.contains("--include"))
    try sandbox.write("empty/readme", "x")
    let empty = try sandbox.plimsoll("coverage", "report", "empty")
    #expect(empty.status == 2)
    #expect(empty.errors.contains("empty: no file below it is a coverage report of a known format"))
  }

  @Test("a broken encoding is told in one line and with nothing else on standard error")
  func brokenEncoding() throws {
    let sandbox = Sandbox()
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><coverage line-rate=\"1\"><packages/></coverage>"
    var bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    // A lone surrogate in the middle, and the file cut in half a unit.
    bytes[120] = 0x00
    bytes[121] = 0xD8
    bytes.removeLast(11)
    try sandbox.write("c.xml", bytes)
    let result = try sandbox.plimsoll("coverage", "report", "c.xml")
    #expect(result.status == 2)
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.hasPrefix("plimsoll: error: c.xml:"))
  }

  @Test("a reader that goes away ends the program without noise")
  func brokenPipe() throws {
    let sandbox = Sandbox()
    let many = (1...20_000).map { "DA:\($0),1\n" }.joined()
    try sandbox.write("big.info", "TN:\nSF:x.c\n\(many)end_of_record\n")
    let result = try sandbox.run(
      "sh", ["-c", "\"$0\" coverage convert big.info --to lcov -o - | head -n 1", Sandbox.program])
    #expect(result.output == "TN:\n")
    #expect(result.errors.isEmpty)
  }

  @Test("files below a folder are found by content and --exclude leaves files out")
  func folders() throws {
    let sandbox = Sandbox()
    try sandbox.write("out/one.dat", Self.first)
    try sandbox.write("out/deep/two.txt", Self.second)
    try sandbox.write("out/readme.md", "# nothing\n")
    let all = try JSONValue(parsing: try sandbox.plimsoll("coverage", "report", "out", "--json").output)
    #expect(all["files"]?.elements?.count == 2)
    let some = try sandbox.plimsoll("coverage", "report", "out", "--json", "--exclude", "ci/b/**")
    #expect(try JSONValue(parsing: some.output)["files"]?.elements?.count == 1)
  }
}
