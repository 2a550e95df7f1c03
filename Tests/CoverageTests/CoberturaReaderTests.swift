import Coverage
import SystemKit
import Testing

@Suite struct CoberturaReaderTests {
  /// A report of classes `(filename, lines)`.
  static func report(_ classes: (String, String)..., sources: [String] = [], root: String = "") -> String {
    let folders = sources.map { "<source>\($0)</source>" }.joined()
    let parts = classes.map { "<class name=\"c\" filename=\"\($0.0)\"><methods/><lines>\($0.1)</lines></class>" }
    return "<coverage \(root)><sources>\(folders)</sources><packages><package name=\"p\"><classes>"
      + parts.joined() + "</classes></package></packages></coverage>"
  }

  static func line(_ number: Int, _ hits: String, _ rest: String = "", _ inside: String = "") -> String {
    "<line number=\"\(number)\" hits=\"\(hits)\" \(rest)>\(inside)</line>"
  }

  static func condition(_ number: Int, _ coverage: String, _ type: String = "jump") -> String {
    "<condition number=\"\(number)\" type=\"\(type)\" coverage=\"\(coverage)\"/>"
  }

  @Test func `lines of several classes of one file are copies: the largest count holds`() throws {
    let file = try read(
      Self.report(
        ("A.java", Self.line(1, "3") + Self.line(2, "0")), ("A.java", Self.line(2, "5") + Self.line(1, "1")))
    ).only()
    #expect(file.counts == [1: 3, 2: 5])
  }

  @Test func `reports are added up`() throws {
    let report = Self.report(("A.java", Self.line(1, "3")))
    #expect(try merge([report, report + " "]).only().counts == [1: 6])
  }

  @Test func `lines of methods are copies of those of the class`() throws {
    let file = try read(
      """
      <coverage line-rate="1"><packages><package><classes><class name="A" filename="A.java"><methods>
      <method name="f" signature="()V"><lines><line number="1" hits="4"/></lines></method>
      <method name="f" signature="()V"><lines><line number="1" hits="4"/></lines></method></methods>
      <lines><line number="1" hits="4"/></lines></class></classes></package></packages></coverage>
      """
    ).only()
    #expect(file.counts == [1: 4])
    #expect(file.functionTexts == ["f()V@1=4"])
  }

  @Test func `lines of methods speak where the class has none`() throws {
    let file = try read(
      """
      <coverage line-rate="1"><packages><package><class name="A" filename="A.swift"><methods>
      <method name="f" line-rate="0"><lines><line number="5" hits="0"/></lines></method>
      <method name="g" hits="62"><lines><line number="9" hits="1"/></lines></method>
      <method name="h" line-rate="1"/></methods></class></package></packages></coverage>
      """
    ).only()
    #expect(file.counts == [5: 0, 9: 1])
    #expect(file.functionTexts == ["h@0=1", "f@5=0", "g@9=62"])
  }

  // MARK: Branches

  @Test(arguments: [
    ("branch=\"true\" condition-coverage=\"50% (1/2)\"", "", ["1: 1...1/2"], [String]()),
    ("branch=\"True\" condition-coverage=\"50,0 % ( 1 / 2 )\"", "", ["1: 1...1/2"], []),
    ("branch=\"true\" condition-coverage=\"NaN\"", "", [], []),
    ("branch=\"true\"", "", [], []),
    ("branch=\"true\" condition-coverage=\"0% (0/0)\"", "", [], []),
    // Half of a jump is one of its two ways, and it is not known which.
    ("branch=\"true\" condition-coverage=\"50% (1/2)\"", condition(7, "50%"), ["1: 1...1/2"], []),
    ("branch=\"true\" condition-coverage=\"100% (2/2)\"", condition(7, "100%"), [], ["1,7,0,1", "1,7,1,1"]),
    ("condition-coverage=\"100% (2/2)\"", condition(7, "100,00 %"), [], ["1,7,0,1", "1,7,1,1"]),
    (
      "branch=\"true\" condition-coverage=\"50% (2/4)\"", condition(34, "100%") + condition(7, "0%"), [],
      ["1,7,0,0", "1,7,1,0", "1,34,0,1", "1,34,1,1"]
    ),
    // Numbers without identity: the same one twice, or a sum that does not fit.
    ("condition-coverage=\"50% (2/4)\"", condition(0, "100%") + condition(0, "0%"), ["1: 2...2/4"], []),
    ("condition-coverage=\"100% (4/4)\"", condition(0, "100%"), ["1: 4...4/4"], []),
    ("condition-coverage=\"25% (1/4)\"", condition(0, "25%"), ["1: 1...1/4"], []),
    // One switch has the ways that remain.
    (
      "condition-coverage=\"60% (3/5)\"", condition(1, "0%") + condition(2, "100%", "switch"), [],
      ["1,1,0,0", "1,1,1,0", "1,2,0,1", "1,2,1,1", "1,2,2,1"]
    ),
    // No total: jumps have two ways each.
    ("branch=\"true\"", condition(7, "50%") + condition(9, "100%"), ["1: 3...3/4"], []),
    ("branch=\"true\"", condition(7, "33%"), [], []),
  ])
  func `branches of a line`(_ attributes: String, _ conditions: String, _ tallies: [String], _ names: [String]) throws {
    let inside = "<conditions>\(conditions)</conditions>"
    let report = try read(Self.report(("a", Self.line(1, "3", attributes, inside))))
    let file = try report.only()
    #expect(file.tallyTexts == tallies)
    #expect(file.branchTexts == names)
    let isUnknown = tallies.isEmpty && names.isEmpty && attributes.contains("branch")
    #expect(report.warnings.contains { $0.description.contains("no figures") } == isUnknown)
  }

  @Test func `a line that never ran leaves its conditions unreached`() throws {
    let line = Self.line(
      1, "0", "condition-coverage=\"0% (0/2)\"", "<conditions>\(Self.condition(3, "0%"))</conditions>")
    #expect(try read(Self.report(("a", line))).only().branchTexts == ["1,3,0,-", "1,3,1,-"])
  }

  @Test func `half and half may be the whole, and an interval says so`() throws {
    let half = Self.report(("a", Self.line(1, "1", "condition-coverage=\"50% (1/2)\"")))
    let merged = try merge([half, half + "\n"])
    #expect(try merged.only().tallyTexts == ["1: 1...2/2"])
    #expect(merged.totals.branches.covered == 1 && merged.totals.branches.coveredAtMost == 2)
  }

  @Test func `numbered conditions are added up by number`() throws {
    let shard = { (first: String, second: String) in
      let conditions = Self.condition(7, first) + Self.condition(9, second)
      return Self.report(
        ("a", Self.line(1, "1", "condition-coverage=\"50% (2/4)\"", "<conditions>\(conditions)</conditions>")))
    }
    let merged = try merge([shard("100%", "0%"), shard("0%", "100%")])
    #expect(merged.totals.branches == CoverageRatio(4, of: 4))
  }

  @Test func `a name and a tally of one line count once`() throws {
    let named = Self.report(
      ("a", Self.line(1, "1", "condition-coverage=\"100% (2/2)\"", Self.condition(1, "100%"))))
    let counted = Self.report(("a", Self.line(1, "1", "condition-coverage=\"50% (1/2)\"")))
    let totals = try merge([named, counted]).totals.branches
    #expect(totals.total == 2 && totals.covered == 2 && totals.coveredAtMost == 2)
  }

  @Test func `of different totals in one report the larger one holds`() throws {
    let lines =
      Self.line(1, "1", "condition-coverage=\"100% (2/2)\"") + Self.line(1, "1", "condition-coverage=\"25% (1/4)\"")
    #expect(try read(Self.report(("a", lines))).only().tallyTexts == ["1: 1...1/4"])
  }

  // MARK: Numbers

  @Test(arguments: [
    ("3", 3, false), ("1.5e3", 1500, true), ("-7", 0, true), ("3000000000", 3_000_000_000, false), ("2.0", 2, false),
    ("99999999999999999999999", UInt64.max, false), ("1e300", .max, true),
  ])
  func `hits are read as they occur`(_ text: String, _ count: UInt64, _ isOdd: Bool) throws {
    let report = try read(Self.report(("a", Self.line(1, text))))
    #expect(try report.only().counts == [1: count])
    #expect(!report.warnings.isEmpty == isOdd)
  }

  @Test(arguments: ["NaN", "x", "", "1,2,3", "0x10"])
  func `hits that are no number are damage`(_ text: String) throws {
    let error = failure("\n\n" + Self.report(("a", Self.line(1, text))))
    guard case .malformed(_, let expected) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(expected == "hits=\"<count>\"")
    let report = try read(Self.report(("a", Self.line(1, text) + Self.line(2, "1"))), keepGoing: true)
    #expect(try report.only().counts == [2: 1])
  }

  @Test func `line 0 is told and passed over`() throws {
    let report = try read(Self.report(("a", Self.line(0, "1") + Self.line(1, "1"))))
    #expect(try report.only().counts == [1: 1])
    #expect(
      report.warnings.map(\.description) == [
        "input:1: '<line number=\"0\" hits=\"1\">' names line 0 and was passed over"
      ])
  }

  @Test func `classes that name no file keep their lines, each under a name of its own, and are told`() throws {
    let report = try read(Self.report(("", Self.line(1, "1")), ("a", Self.line(1, "1"))))
    #expect(report.totals.lines == CoverageRatio(2, of: 2))
    #expect(report.files.count == 2)
    #expect(report.warnings.count == 1)
    let empty = try read(Self.report(("", ""), ("a", Self.line(1, "1"))))
    #expect(empty.files.map(\.path) == ["a"])
    #expect(empty.warnings.isEmpty)
  }

  // MARK: Claims

  @Test func `rates and sums that disagree are told and never used`() throws {
    let report = try read(
      Self.report(("a", Self.line(1, "1")), root: "lines-valid=\"10\" lines-covered=\"1\" branches-valid=\"0\""))
    #expect(report.totals.lines == CoverageRatio(1, of: 1))
    #expect(
      report.warnings.map(\.kind) == [.claim(file: "the report", what: "lines-valid", claimed: 10, counted: 1)])
    let rated = try read(
      "<coverage line-rate=\"0,9\"><packages><class filename=\"a\" line-rate=\"1\"><lines><line number=\"1\" hits=\"1\"/>"
        + "<line number=\"2\" hits=\"0\"/></lines></class></packages></coverage>")
    #expect(
      rated.warnings.map(\.kind) == [
        .claim(file: "a", what: "line-rate in %", claimed: 100, counted: 50),
        .claim(file: "the report", what: "line-rate in %", claimed: 90, counted: 50),
      ])
  }

  @Test(arguments: [("1700000000", 1_700_000_000), ("1700000000123", 1_700_000_000), ("1700000000.5", 1_700_000_000)])
  func `a timestamp is in seconds or milliseconds`(_ text: String, _ seconds: Int64) throws {
    let report = try read(Self.report(("a", Self.line(1, "1")), root: "timestamp=\"\(text)\""))
    #expect(report.madeAt == seconds...seconds)
  }

  // MARK: Paths

  @Test(arguments: [
    (["/src"], "a/b.c", "/src/a/b.c"), (["/src/"], "/abs/b.c", "/abs/b.c"),
    (["C:\\temp\\"], "A\\B.cs", "C:/temp/A/B.cs"),
    ([], "a\\b.cs", "a/b.cs"), (["."], "./a.py", "a.py"), ([""], "a.py", "a.py"), ([], "C:\\x\\y/z.cs", "C:/x/y/z.cs"),
  ])
  func `a path is source folder and file name`(_ sources: [String], _ name: String, _ path: String) throws {
    #expect(try read(Self.report((name, Self.line(1, "1")), sources: sources)).only().path == path)
  }

  @Test func `two separators in one report are one file`() throws {
    let file = try read(
      Self.report(("src\\A.cs", Self.line(1, "2")), ("src/A.cs", Self.line(1, "3")), sources: ["C:\\r"])
    ).only()
    #expect(file.path == "C:/r/src/A.cs")
    #expect(file.counts == [1: 3])
  }

  @Test func `of several source folders the one with the file is taken, else the first one, and that is told`() throws {
    try withTemporaryFolder { folder in
      try AtomicFile.write([], to: folder + "/b.c")
      let report = try read(Self.report(("b.c", Self.line(1, "1")), sources: ["/nowhere", folder]))
      #expect(try report.only().path == folder + "/b.c")
      #expect(report.warnings.isEmpty)
      let guessed = try read(Self.report(("c.c", Self.line(1, "1")), sources: ["/nowhere", folder]))
      #expect(try guessed.only().path == "/nowhere/c.c")
      #expect(guessed.warnings.count == 1)
    }
  }

  // MARK: Documents

  @Test func `a document type is not fetched and entities are not expanded`() throws {
    let text = """
      <!DOCTYPE coverage SYSTEM "http://127.0.0.1:1/coverage-04.dtd" [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      """ + Self.report(("a", Self.line(1, "1")))
    #expect(try read(text).only().counts == [1: 1])
  }

  @Test func `a byte order mark and UTF-16 are read`() throws {
    let text = Self.report(("a", Self.line(1, "1")))
    #expect(try read("\u{FEFF}" + text).only().counts == [1: 1])
    let wide = ("\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-16\"?>" + text).utf16.flatMap {
      [UInt8($0 & 255), UInt8($0 >> 8)]
    }
    #expect(try read(wide).only().counts == [1: 1])
  }

  @Test func `a document that breaks off is an error with its line, or what was read so far`() throws {
    let text = Self.report(("a", Self.line(1, "1")), ("b", "\n\n" + Self.line(1, "2")))
    let cut = String(text.prefix(text.count - 90))
    #expect(failure(cut)?.line == 3)
    let report = try read(cut, keepGoing: true)
    #expect(report.files.map(\.path) == ["a"])
    #expect(report.warnings.contains { if case .damaged = $0.kind { true } else { false } })
  }

  @Test func `coverage.py says ran or not`() throws {
    let text =
      "<!-- Generated by coverage.py: https://coverage.readthedocs.io -->" + Self.report(("a", Self.line(1, "1")))
    let merged = try merge([text, text + "\n"])
    #expect(try merged.only().counts == [1: 1])
    #expect(try merged.only().isBoolean)
  }
}
