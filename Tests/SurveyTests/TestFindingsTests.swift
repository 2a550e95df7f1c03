import SystemKit
import TestReports
import TestSupport
import Testing

@testable import Survey

struct TestFindingsTests {
  @Test(arguments: [
    ("it's", "'it'\\''s'"), ("plain-1.2/x:y", "plain-1.2/x:y"), ("", "''"), ("a b", "'a b'"), ("$HOME", "'$HOME'"),
    ("`id`", "'`id`'"), ("a;b", "'a;b'"), ("*", "'*'"), ("~", "'~'"), ("-n", "-n"), ("ä", "'ä'"), ("a\nb", "'a\nb'"),
  ])
  func `a word is quoted for the shell`(word: String, quoted: String) { #expect(TestCommand.quoted(word) == quoted) }

  /// A combining mark behind a quote makes one Swift character of both; the shell sees the quote.
  @Test(arguments: ["'\u{301}; touch hacked #", "a'b'\u{200D}'c", "''\u{FE0F}'", "\u{1F1E6}'\u{308}$(id)"])
  func `the shell reads back what was quoted`(word: String) throws {
    let sandbox = Sandbox()
    let result = try sandbox.run("sh", ["-c", "printf %s \(TestCommand.quoted(word))"])
    #expect(result.output.unicodeScalars.elementsEqual(word.unicodeScalars))
    #expect(!AtomicFile.exists(sandbox.path("hacked")))
  }

  private func rerun(_ body: String, _ suite: String, _ dialect: ReportDialect) throws -> String? {
    let text = "<testsuites><testsuite \(suite)>\(body)</testsuite></testsuites>"
    let report = try Array(text.utf8).withUnsafeBytes { try JUnitReader.read($0.bytes) }
    return TestCommand.rerun(report.cases[0], dialect: dialect)
  }

  @Test(
    arguments: [
      (.swiftTest, "M.C", "testA", nil, "swift test --filter M.C/testA"),
      (.swiftTest, "M.C", "`a b?`(x:)", nil, "swift test --filter 'M.C/`a b\\?`'"),
      (.surefire, "p.ATest$Inner", "a[1]", nil, "mvn test -Dtest='p.ATest$Inner#a'"),
      (.gradle, "p.ATest", "works well()", nil, "./gradlew test --tests 'p.ATest.works well'"),
      (.pytest, "tests.test_a.TestNet", "test_x[1-a b]", nil, "pytest 'tests/test_a.py::TestNet::test_x[1-a b]'"),
      (.pytest, "tests.test_a", "test_x", nil, "pytest tests/test_a.py::test_x"),
      (.pytest, "tests.test_a.TestNet", "test_x", "tests/test_a.py", "pytest tests/test_a.py::TestNet::test_x"),
      (.goTest, "example.org/a", "TestA/sub(1)", nil, "go test example.org/a -run '^TestA$/^sub\\(1\\)$'"),
      (.jest, "net", "net adds (1 + 1)", nil, "npx jest -t 'net adds \\(1 \\+ 1\\)'"),
      (.vitest, "a.test.ts", "net > adds", nil, "npx vitest run -t 'net adds'"), (.unknown, "a", "b", nil, nil),
    ] as [(ReportDialect, String, String, String?, String?)])
  func `the command runs that one test again`(
    dialect: ReportDialect, className: String, name: String, file: String?, command: String?
  ) throws {
    let escaped = name.split(separator: ">", omittingEmptySubsequences: false).joined(separator: "&gt;")
    let place = file.map { " file=\"\($0)\"" } ?? ""
    let found = try rerun(
      "<testcase name=\"\(escaped)\" classname=\"\(className)\"\(place)><failure/></testcase>", "name=\"s\"", dialect)
    #expect(found == command)
  }

  @Test func `places are shown below the surveyed folder, bare names are looked up`() throws {
    let project = Project()
    try project.commit(["app/src/NetTest.java": "1", "a/Twice.java": "1", "b/Twice.java": "1"], at: 1_790_000_000)
    let folder = project.sandbox.folder
    try project.sandbox.write(
      "out/a.xml",
      junit {
        suite("A") {
          failed("one", at: folder + "/Sources/x.swift:3")
          failed("two", at: "NetTest.java:7")
          failed("three", at: "Twice.java:7")
          failed("four", at: "/elsewhere/y.swift:1")
        }
      })
    let places = try project.survey().findings.compactMap(\.place).map(\.description)
    #expect(
      Set(places) == ["Sources/x.swift:3", "app/src/NetTest.java:7", "Twice.java:7", "/elsewhere/y.swift:1"])
  }

  @Test func `long and many-lined messages are one line`() throws {
    let project = Project()
    try project.sandbox.write(
      "a.xml", junit { suite("A") { failed("x", String(repeating: "m", count: 900) + "\nsecond") } })
    let finding = try #require(try project.survey().findings.first)
    #expect(finding.message.count < 400)
    #expect(!finding.message.contains("\n"))
  }

  @Test func `a bare file name is looked up among tracked files, once for all failures`() throws {
    let trace = "at p.ATest.bar(ATest.java:22)"
    let cases = (0..<500).map { "<testcase classname='p.ATest' name='t\($0)'><failure>\(trace)</failure></testcase>" }
    let text = "<testsuite name='S'>\(cases.joined())</testsuite>"
    let report = try Array(text.utf8).withUnsafeBytes { try JUnitReader.read($0.bytes) }
    let files =
      (0..<50_000).map { "src/main/f\($0).java" } + ["src/test/p/ATest.java", "src/BTest.java", "x/BTest.java"]
    let context = InspectionContext(folder: "/nowhere", trackedFiles: files)
    let before = Stopwatch.processorSeconds
    let all = TestFindings(run: TestRun(reports: [("a.xml", report)]), context: context).all
    // A scan for each failure took 13 s.
    #expect(Stopwatch.processorSeconds - before < 6)
    #expect(all.count { $0.place == Place("src/test/p/ATest.java", line: 22) } == 500)
  }
}
