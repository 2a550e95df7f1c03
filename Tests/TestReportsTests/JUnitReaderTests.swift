import Testing

@testable import TestReports

struct JUnitReaderTests {
  @Test func `cases are read with their suite, class, time and outcome`() throws {
    let report = try read(
      suite(
        "name=\"S\" timestamp=\"2020-05-12T13:49:43\" hostname=\"h\"",
        """
        <testcase classname="C" name="a" time="0.25"/>
        <testcase classname="C" name="b"><failure message="m" type="T">text</failure></testcase>
        <testcase classname="C" name="c"><error type="E">broke off\nhere</error></testcase>
        <testcase classname="C" name="d"><skipped message="later"/></testcase>
        <testcase classname="C" name="e"><skipped>not now</skipped></testcase>
        """))
    // Hand count of the five cases above.
    #expect(report.counts.tests == 5)
    #expect(report.counts.failures == 1)
    #expect(report.counts.errors == 1)
    #expect(report.counts.skipped == 2)
    #expect(report.counts.passed == 1)
    #expect(report.cases[0].duration == 0.25)
    #expect(report.cases[0].suitePath == ["S"])
    #expect(report.cases[0].fullName == "C.a")
    #expect(report.cases[0].line == 4)
    #expect(
      report.cases[1].outcome == .failed([TestProblem(isError: false, message: "m", type: "T", details: "text")]))
    #expect(report.cases[2].problems.first?.message == "broke off")
    #expect(report.cases[3].outcome == .skipped(reason: "later"))
    #expect(report.cases[4].outcome == .skipped(reason: "not now"))
    #expect(report.suites.count == 1)
    #expect(report.suites[0].host == "h")
    #expect(report.suites[0].counted.tests == 5)
    #expect(report.warnings.isEmpty)
  }

  @Test func `several failures of one case are kept and counted once`() throws {
    let report = try read(
      suite(
        "name=\"S\"", "<testcase name=\"a\"><failure>one</failure><failure>two</failure><error>x</error></testcase>"))
    #expect(report.counts.failures == 1)
    #expect(report.counts.errors == 0)
    #expect(report.cases[0].problems.map(\.message) == ["one", "two", "x"])
    #expect(report.cases[0].problems.map(\.isError) == [false, false, true])
  }

  @Test func `nested suites give paths and totals`() throws {
    let report = try read(
      """
      <testsuites name="all"><testsuite name="A"><testcase name="x"/><testsuite name="B">\
      <testcase name="y"/><testcase name="z"><failure/></testcase></testsuite></testsuite></testsuites>
      """)
    #expect(report.suites.map(\.path) == [["A"], ["A", "B"]])
    #expect(report.suites.map(\.counted.tests) == [3, 2])
    #expect(report.suites.map(\.counted.failures) == [1, 1])
    #expect(report.cases.map(\.suitePath) == [["A"], ["A", "B"], ["A", "B"]])
    #expect(report.cases.map(\.suite) == [0, 1, 1])
  }

  @Test func `Surefire's flaky and rerun elements are attempts`() throws {
    let report = try read(
      suite(
        "name=\"S\" tests=\"2\" failures=\"1\"",
        """
        <testcase classname="C" name="a"><flakyFailure message="m1" type="T"><stackTrace><![CDATA[T: m1
        \tat C.a(C.java:7)]]></stackTrace><system-out>hidden</system-out></flakyFailure>
        <flakyError message="m2" type="E">st</flakyError></testcase>
        <testcase classname="C" name="b"><failure message="m3"/><rerunFailure message="m4"/><rerunError/></testcase>
        """))
    let first = report.cases[0]
    #expect(first.outcome == .passed)
    #expect(first.isFlaky)
    #expect(first.attempts.map(\.problem.message) == ["m1", "m2"])
    #expect(first.attempts.map(\.problem.isError) == [false, true])
    #expect(first.attempts[0].problem.place == SourcePlace(file: "C.java", line: 7))
    #expect(first.systemOutTail == "")
    #expect(report.cases[1].outcome.word == "failed")
    #expect(report.cases[1].attempts.count == 2)
    #expect(!report.cases[1].isFlaky)
    #expect(report.disagreements.isEmpty)
  }

  @Test(arguments: [
    "<testcase name=\"a\"><disabled/></testcase>",
    "<testcase name=\"a\"><ignored>why</ignored></testcase>",
    "<testcase name=\"a\" status=\"notrun\"/>",
    "<testcase name=\"a\" status=\"run\" result=\"suppressed\"/>",
    "<testcase name=\"a\" status=\"disabled\"/>",
  ])
  func `each way to say skipped is skipped`(text: String) throws {
    #expect(try read(suite("name=\"S\"", text)).counts.skipped == 1)
  }

  @Test func `a failed status without a failure element is no pass`() throws {
    let report = try read(suite("name=\"S\"", "<testcase name=\"a\" status=\"failed\"/>"))
    #expect(report.counts.failures == 1)
    #expect(report.warnings.map(\.kind) == [.failedByStatus])
  }

  @Test func `a failure of the suite itself is an errored case`() throws {
    let report = try read(
      suite("name=\"S\"", "<testcase name=\"a\"/><error message=\"could not load\">x</error><testcase name=\"b\"/>"))
    #expect(report.counts.tests == 3)
    #expect(report.counts.errors == 1)
    #expect(report.cases[1].isSuiteProblem)
    #expect(report.warnings.map(\.kind) == [.suiteProblem])
  }

  @Test func `outputs keep their end within the limit`() throws {
    var limits = JUnitReader.Limits()
    limits.outputBytes = 10
    limits.detailBytes = 10
    let long = String(repeating: "x", count: 100_000)
    let text = suite(
      "name=\"S\"",
      """
      <testcase name="a"><system-out>\(long)0123456789</system-out><system-err><![CDATA[short]]></system-err>
      <failure>abcdefghij\(long)</failure></testcase><system-out>suite out</system-out><system-err>err</system-err>
      """)
    let report = try JUnitReader.read(Array(text.utf8).span.bytes, limits: limits)
    #expect(report.cases[0].systemOutTail == "0123456789")
    #expect(report.cases[0].systemErrTail == "short")
    #expect(report.cases[0].problems[0].details == "abcdefghij")
    // 10 + 100,000 bytes of which 10 are kept.
    #expect(report.cases[0].problems[0].omittedBytes == 100_000)
    #expect(report.suites[0].outputTail == "suite out\nerr")
  }

  @Test func `control characters, bad UTF-8 and a byte order mark are read and told`() throws {
    var bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
    bytes += Array("<testsuite name=\"S\">\n<testcase name=\"a\u{1B}[31m\"/>\n<testcase name=\"".utf8)
    bytes += [0xFF]
    bytes += Array("&#27;\"/></testsuite>".utf8)
    let report = try read(bytes: bytes)
    #expect(report.cases.map(\.name) == ["a\u{FFFD}[31m", "\u{FFFD}\u{FFFD}"])
    #expect(report.warnings == [ReportWarning(kind: .repairedCharacters, count: 3, firstLine: 2, sample: "")])
  }

  @Test func `a UTF-16 report is read`() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><testsuite name=\"é\"><testcase name=\"a\"/></testsuite>"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let report = try read(bytes: bytes)
    #expect(report.suites[0].name == "é")
    #expect(report.counts.tests == 1)
  }

  @Test func `times that are no times are left out and told once`() throws {
    let report = try read(
      suite(
        "name=\"S\" time=\"NaN\" timestamp=\"yesterday\"",
        """
        <testcase name="a" time="1,234.5"/><testcase name="b" time=""/><testcase name="c" time="-1"/>
        <testcase name="d" time="0,25"/><testcase name="e" time="1,234"/>
        """))
    #expect(report.cases.map(\.duration) == [1_234.5, nil, nil, 0.25, 1.234])
    #expect(report.warnings.map(\.kind) == [.unreadableTimestamp, .unreadableTime, .ambiguousTime])
    #expect(report.warnings.map(\.count) == [1, 2, 1])
    #expect(report.warnings[1].description == "line 3: time 'NaN' is not a number of seconds and is left out (2 times)")
  }

  @Test func `commits and the properties of interest are kept`() throws {
    let hash = "4729d23a5b0c6f1e2d3c4b5a69788796a5b4c3d2"
    let report = try read(
      suite(
        "name=\"S\"",
        """
        <properties><property name="GIT_COMMIT" value="\(hash.uppercased())"/><property name="os.name" value="Linux"/>
        <property name="java.class.path" value="long"/><property name="commit" value="4729d23"/></properties>
        """))
    #expect(report.commit == hash)
    #expect(report.commits.map(\.property) == ["GIT_COMMIT", "commit"])
    #expect(report.properties == [ReportProperty(name: "os.name", value: "Linux", line: 4)])
    #expect(report.isEmpty)
  }

  @Test func `different commits name none`() throws {
    let report = try read(
      suite(
        "name=\"S\"",
        "<properties><property name=\"commit\" value=\"abcdef1\"/><property name=\"git.sha\" value=\"1234567\"/></properties>"
      ))
    #expect(report.commit == nil)
    #expect(report.warnings.map(\.kind) == [.differentCommits])
  }

  @Test(arguments: [
    ("A", "Add", "A.Add"), ("a works", "a works", "a works"), ("a", "a works", "a works"), ("", "t", "t"),
    ("C", "m()", "C.m()"),
  ])
  func `the full name repeats nothing`(className: String, name: String, fullName: String) throws {
    let text = suite("name=\"S\"", "<testcase classname=\"\(className)\" name=\"\(name)\"/>")
    #expect(try read(text).cases[0].fullName == fullName)
  }

  // MARK: - Errors

  @Test func `a cut-off file throws with the line and what was read`() throws {
    let text = suite("name=\"S\" tests=\"3\"", "<testcase name=\"a\"/>\n<testcase name=\"b\"/>\n<testcase name=\"c\">")
    let cut = Array(text.utf8.prefix(text.utf8.count - 40))
    let error = try #require(throws: TestReportError.self) { try read(bytes: cut) }
    #expect(error.partial.cases.map(\.name) == ["a", "b"])
    #expect(error.partial.suites.first?.counted.tests == 2)
    #expect(error.partial.disagreements.isEmpty)
    #expect(error.line == 6)
    #expect(error.description.contains("2 test cases were read before"))
  }

  @Test func `a report cut off behind its last case throws`() throws {
    let error = try #require(throws: TestReportError.self) {
      try read("<testsuites>\n<testsuite name=\"S\">\n<testcase name=\"a\"/>\n")
    }
    #expect(error.partial.counts.tests == 1)
  }

  @Test func `another document is no test report`() throws {
    let error = try #require(throws: TestReportError.self) { try read("<!-- x -->\n<coverage line-rate=\"1\"/>") }
    #expect(error.kind == .notATestReport(root: "coverage"))
    #expect(
      error.description == "line 2: 'coverage' is not a test report (expected a testsuites or testsuite element)")
  }

  @Test(arguments: [[], [0xEF, 0xBB, 0xBF], Array(" \n\t".utf8), [0, 0, 0]] as [[UInt8]])
  func `no bytes are an error, not an empty report`(bytes: [UInt8]) throws {
    let error = try #require(throws: TestReportError.self) { try read(bytes: bytes) }
    #expect(error.kind == .noContent)
  }

  @Test func `100,000 nested suites cost no stack and no square`() throws {
    // A thousandth of what a square would take: 100,000 paths of at most 64 names.
    let depth = 100_000
    let text =
      String(repeating: "<testsuite name=\"n\">", count: depth) + "<testcase name=\"a\"/>"
      + String(repeating: "</testsuite>", count: depth)
    do {
      let report = try read(text)
      #expect(report.cases[0].suitePath.count == 64)
    } catch let error as TestReportError {
      #expect(error.line == 1)
    }
  }
}
