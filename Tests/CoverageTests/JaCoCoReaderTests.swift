import Coverage
import Testing

@Suite struct JaCoCoReaderTests {
  static func report(_ body: String) -> String { "<report name=\"r\">\(body)</report>" }

  static func file(_ name: String, _ lines: String) -> String { "<sourcefile name=\"\(name)\">\(lines)</sourcefile>" }

  static func line(_ number: Int, _ mi: Int, _ ci: Int, _ mb: Int = 0, _ cb: Int = 0) -> String {
    "<line nr=\"\(number)\" mi=\"\(mi)\" ci=\"\(ci)\" mb=\"\(mb)\" cb=\"\(cb)\"/>"
  }

  @Test func `a line ran when an instruction did; how often is not known`() throws {
    let text = Self.report(
      "<package name=\"a/b\">" + Self.file("C.java", Self.line(3, 1, 7, 1, 3) + Self.line(4, 2, 0)) + "</package>")
    let file = try read(text).only()
    #expect(file.path == "a/b/C.java")
    #expect(file.isBoolean)
    #expect(file.counts == [3: 1, 4: 0])
    #expect(file.tallyTexts == ["3: 3...3/4"])
    #expect(file.instructionTallies == [Tally(line: 3, covered: 7, total: 8), Tally(line: 4, covered: 0, total: 2)])
    #expect(try merge([text, text + "\n", text + " "]).only().counts == [3: 1, 4: 0])
  }

  @Test func `a merge knows instructions and branches as an interval only`() throws {
    let shard = { (mi: Int, ci: Int, mb: Int, cb: Int) in
      Self.report("<package name=\"p\">" + Self.file("C.java", Self.line(3, mi, ci, mb, cb)) + "</package>")
    }
    let totals = try merge([shard(4, 2, 1, 1), shard(1, 5, 1, 1)]).totals
    #expect(totals.lines == CoverageRatio(1, of: 1))
    #expect((totals.instructions.covered, totals.instructions.coveredAtMost, totals.instructions.total) == (5, 6, 6))
    #expect((totals.branches.covered, totals.branches.coveredAtMost, totals.branches.total) == (1, 2, 2))
  }

  @Test func `methods are functions of the file that their class names, or is guessed to be in`() throws {
    let method = { (name: String, line: Int, covered: Int) in
      "<method name=\"\(name)\" desc=\"(I)V\" line=\"\(line)\"><counter type=\"METHOD\" missed=\"0\" covered=\"\(covered)\"/>"
        + "</method>"
    }
    let text = Self.report(
      """
      <package name="p"><class name="p/A" sourcefilename="X.java">\(method("run", 3, 1))</class>
      <class name="p/B$C">\(method("&lt;init&gt;", 9, 0))</class><class name="p/DKt">\(method("top", 2, 1))</class>
      <class name="p/Gone">\(method("x", 1, 1))</class><class name="p/A"><method name="abstract" desc="()V"/></class>
      \(Self.file("X.java", Self.line(3, 0, 1)))\(Self.file("B.java", Self.line(9, 1, 0)))\(Self.file("D.kt", ""))</package>
      """)
    let report = try read(text)
    #expect(
      report.files.flatMap(\.functionTexts) == ["B$C.<init>(I)V@9=0", "DKt.top(I)V@2=1", "A.run(I)V@3=1"])
    #expect(report.warnings.count == 1)
  }

  @Test func `modules that have the same file are told apart by their group`() throws {
    let package =
      "<package name=\"p\">" + Self.file("A.java", Self.line(1, 0, 1)) + Self.file("B.java", "") + "</package>"
    let other = "<package name=\"p\">" + Self.file("A.java", Self.line(1, 1, 0)) + "</package>"
    let text = Self.report(
      "<group name=\"all\"><group name=\"app\">\(package)</group></group><group name=\"lib\">\(other)</group>")
    #expect(try read(text).files.map(\.path) == ["all/app/p/A.java", "lib/p/A.java", "p/B.java"])
  }

  @Test func `counters are compared with what the lines give`() throws {
    let text = Self.report(
      "<package name=\"\">"
        + Self.file("a.kt", Self.line(1, 0, 3) + "<counter type=\"LINE\" missed=\"1\" covered=\"1\"/>")
        + "</package><counter type=\"LINE\" missed=\"0\" covered=\"1\"/><counter type=\"CLASS\" missed=\"3\" covered=\"1\"/>"
    )
    #expect(try read(text).warnings.map(\.kind) == [.claim(file: "a.kt", what: "LINE total", claimed: 2, counted: 1)])
  }

  @Test func `instructions without a line are told, once`() throws {
    let text = Self.report(
      "<package name=\"\">"
        + Self.file("a.kt", Self.line(1, 0, 3) + "<counter type=\"INSTRUCTION\" missed=\"2\" covered=\"5\"/>")
        + "</package><counter type=\"INSTRUCTION\" missed=\"2\" covered=\"5\"/>")
    let report = try read(text)
    #expect(
      report.warnings.map(\.description) == [
        "input: 4 instructions and 0 branches belong to no line and are not counted"
      ])
  }

  @Test func `sessions say when it was measured`() throws {
    let text = Self.report(
      "<sessioninfo id=\"a\" start=\"1\" dump=\"1700000005000\"/><sessioninfo id=\"b\" dump=\"1700000001000\"/>")
    #expect(try read(text).madeAt == 1_700_000_001...1_700_000_005)
  }

  @Test func `repeated lines are copies`() throws {
    let text = Self.report(
      "<package name=\"p\">" + Self.file("A.java", Self.line(3, 1, 0, 1, 1) + Self.line(3, 0, 1, 0, 2)) + "</package>")
    let file = try read(text).only()
    #expect(file.counts == [3: 1])
    #expect(file.tallyTexts == ["3: 2...2/2"])
  }

  @Test(arguments: ["<line nr=\"x\" ci=\"1\"/>", "<line nr=\"1\" ci=\"-1\"/>", "<line nr=\"1\" mi=\"9999999999\"/>"])
  func `damage is an error, or passed over`(_ line: String) throws {
    let text = Self.report("<package name=\"p\">" + Self.file("A.java", line + Self.line(2, 0, 1)) + "</package>")
    guard case .malformed = failure(text)?.kind else {
      Issue.record("\(line)")
      return
    }
    #expect(try read(text, keepGoing: true).only().counts == [2: 1])
  }
}
