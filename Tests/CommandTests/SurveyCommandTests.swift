// `plimsoll survey` as its users run it: exit statuses, files, formats, mistakes.

import MarkupKit
import SystemKit
import TestSupport
import Testing

@Suite struct SurveyCommandTests {
  static let green = """
    <testsuite name="Harbour" tests="2"><testcase classname="Tide" name="low" time="0.5"/>
    <testcase classname="Tide" name="high" time="0.25"/></testsuite>
    """
  static let red = """
    <testsuite name="Harbour" tests="2"><testcase classname="Tide" name="low" time="0.5"/>
    <testcase classname="Tide" name="high" time="0.25"><failure message="3.41 is not 3.40">Tide.swift:88: no</failure>
    </testcase></testsuite>
    """
  static let lcov = "TN:\nSF:Sources/Tide.swift\nDA:1,1\nDA:2,1\nDA:3,1\nDA:4,0\nend_of_record\n"

  @Test("all is well: may ship, status 0, page, JSON and badge are there")
  func mayShip() throws {
    let sandbox = Sandbox()
    try sandbox.write("build/tests.xml", Self.green)
    let result = try sandbox.plimsoll("survey")
    #expect(result.status == 0)
    #expect(result.output.lowercased().contains("may ship"))
    #expect(result.errors.contains("plimsoll-report/index.html"))
    let page = try sandbox.read("plimsoll-report/index.html")
    #expect(page.hasPrefix("<!DOCTYPE html>") || page.hasPrefix("<!doctype html>"))
    let json = try JSONValue(parsing: try sandbox.read("plimsoll-report/survey.json"))
    #expect(json["verdict"]?.string == "may-ship")
    let badge = try JSONValue(parsing: try sandbox.read("plimsoll-report/badge.json"))
    #expect(badge["schemaVersion"]?.number == 1)
    #expect(badge["message"]?.string == "may ship")
  }

  @Test("a failed test: may not ship, status 1, the failure is named")
  func mayNotShip() throws {
    let sandbox = Sandbox()
    try sandbox.write("build/tests.xml", Self.red)
    let result = try sandbox.plimsoll("survey")
    #expect(result.status == 1)
    #expect(result.output.contains("may not ship") || result.output.contains("May not ship"))
    #expect(result.output.contains("3.41 is not 3.40"))
  }

  @Test(
    "nothing to go by: cannot tell, status 2",
    arguments: [
      "", "<testsuites><testsuite name=\"a\" tests=\"0\"/></testsuites>", "<testsuite><testcase name=\"a\"/>",
    ])
  func cannotTell(report: String) throws {
    let sandbox = Sandbox()
    if !report.isEmpty { try sandbox.write("tests.xml", report) } else { try sandbox.write("readme.txt", "nothing") }
    let result = try sandbox.plimsoll("survey")
    #expect(result.status == 2)
    #expect(result.output.lowercased().contains("cannot tell"))
  }

  @Test("the same survey gives the same bytes")
  func repeatable() throws {
    let sandbox = Sandbox()
    try sandbox.write("build/tests.xml", Self.red)
    try sandbox.write("build/cover.info", Self.lcov)
    sandbox.touch("build/tests.xml", seconds: 1_796_000_000)
    sandbox.touch("build/cover.info", seconds: 1_796_000_000)
    _ = try sandbox.plimsoll("survey")
    let names = ["index.html", "survey.json", "badge.json"].map { "plimsoll-report/\($0)" }
    let first = try names.map { try sandbox.read($0) }
    // Later, by another clock: the page speaks of the evidence, not of the hour.
    let again = try sandbox.plimsoll("survey", environment: ["SOURCE_DATE_EPOCH": "1796090000"])
    #expect(again.status == 1)
    #expect(try names.map { try sandbox.read($0) } == first)
  }

  @Test("load lines: each is held against its figure, and a wrong name is told with the right one")
  func loadLines() throws {
    let sandbox = Sandbox()
    try sandbox.write("tests.xml", Self.green)
    try sandbox.write("cover.info", Self.lcov)
    try sandbox.write("plimsoll.json", "{ loadLines: { 'coverage.lines': '>= 80 %', 'tests.failed': '== 0' } }")
    let broken = try sandbox.plimsoll("survey")
    #expect(broken.status == 1)
    #expect(broken.output.contains("coverage.lines"))
    // Three of four lines ran.
    #expect(broken.output.contains("75.00 %"))
    try sandbox.write("plimsoll.json", "{ loadLines: { 'coverage.lines': '>= 75 %' } }")
    #expect(try sandbox.plimsoll("survey").status == 0)
    try sandbox.write("plimsoll.json", "{\n  loadLines: { 'coverage.linse': '>= 75 %' } }")
    let wrong = try sandbox.plimsoll("survey")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("plimsoll.json:2:"))
    #expect(wrong.errors.contains("did you mean 'coverage.lines'?"))
  }

  @Test("a relative load line needs a shipped survey, and is held against it then")
  func shipped() throws {
    let sandbox = Sandbox()
    try sandbox.write("tests.xml", Self.green)
    try sandbox.write("cover.info", Self.lcov)
    try sandbox.write("plimsoll.json", "{ loadLines: { 'coverage.lines': '>= -1 %' } }")
    let before = try sandbox.plimsoll("survey")
    #expect(before.status == 2)
    #expect(before.output.contains("--shipped"))
    let marked = try sandbox.plimsoll("survey", "--shipped")
    #expect(marked.status == 0)
    #expect(try sandbox.plimsoll("survey").status == 0)
    // One line of four is 25 points.
    try sandbox.write("cover.info", Self.lcov.replacing("DA:3,1", with: "DA:3,0"))
    #expect(try sandbox.plimsoll("survey").status == 1)
    let history = try sandbox.plimsoll("survey", "--history")
    #expect(history.status == 0)
    #expect(history.output.contains("shipped"))
    #expect(history.output.split(separator: "\n").count >= 4)
    let list = try JSONValue(parsing: try sandbox.plimsoll("survey", "--history", "--json").output)
    #expect((list.elements?.count ?? 0) >= 2)
  }

  @Test("--init writes a file that holds on the same evidence, and never over another")
  func initialise() throws {
    let sandbox = Sandbox()
    try sandbox.write("tests.xml", Self.green)
    try sandbox.write("cover.info", Self.lcov)
    #expect(try sandbox.plimsoll("survey", "--init").status == 0)
    #expect(try sandbox.plimsoll("survey").status == 0)
    let text = try sandbox.read("plimsoll.json")
    #expect(text.contains("\"coverage.lines\": \">= 75 %\""))
    let again = try sandbox.plimsoll("survey", "--init")
    #expect(again.status == 2)
    #expect(try sandbox.read("plimsoll.json") == text)
  }

  @Test("formats print what their readers take")
  func formats() throws {
    let sandbox = Sandbox()
    try sandbox.write("tests.xml", Self.red)
    let json = try sandbox.plimsoll("survey", "--json")
    #expect(json.status == 1)
    #expect(try JSONValue(parsing: json.output)["verdict"]?.string == "may-not-ship")
    let sarif = try JSONValue(parsing: try sandbox.plimsoll("survey", "--format", "sarif").output)
    #expect(sarif["version"]?.string == "2.1.0")
    let junit = try sandbox.plimsoll("survey", "--format", "junit").output
    #expect(junit.contains("<testsuite") && junit.contains("tests.failed"))
    let summary = sandbox.path("summary.md")
    let github = try sandbox.plimsoll("survey", "--format", "github", environment: ["GITHUB_STEP_SUMMARY": summary])
    #expect(github.output.contains("::error"))
    #expect(try sandbox.read("summary.md").lowercased().contains("may not ship"))
  }

  @Test("our own verdict as JUnit is no evidence for the next one")
  func ownOutput() throws {
    let sandbox = Sandbox()
    try sandbox.write("tests.xml", Self.green)
    let verdict = try sandbox.plimsoll("survey", "--format", "junit")
    try sandbox.write("verdict.xml", verdict.output)
    let result = try sandbox.plimsoll("survey", "--json")
    #expect(result.status == 0)
    let json = try JSONValue(parsing: result.output)
    #expect(json["evidence"]?.elements?.count == 1)
    #expect(json["passedOver"]?[0]?["path"]?.string == "verdict.xml")
  }

  @Test("a survey that cannot be made leaves no yes on the badge")
  func failedSurvey() throws {
    let sandbox = Sandbox()
    try sandbox.write("tests.xml", Self.green)
    #expect(try sandbox.plimsoll("survey").status == 0)
    try sandbox.write("plimsoll.json", "{ loadline: {} }")
    #expect(try sandbox.plimsoll("survey").status == 2)
    let badge = try JSONValue(parsing: try sandbox.read("plimsoll-report/badge.json"))
    #expect(badge["message"]?.string == "cannot tell")
    #expect(try sandbox.read("plimsoll-report/index.html").contains("loadLines"))
  }

  @Test("a yes that rests on waivers says so, and a line against the better way is told")
  func waivedYes() throws {
    let sandbox = Sandbox()
    try sandbox.write("tests.xml", Self.red)
    try sandbox.write(
      "plimsoll.json",
      """
      { loadLines: { "tests.failed": "== 0", "tests.flaky": ">= 0" },
        waivers: [{ rule: "tests.failure", owner: "ada", reason: "PAY-17", expires: "2099-01-31" }] }
      """)
    let result = try sandbox.plimsoll("survey")
    #expect(result.status == 0)
    #expect(result.output.contains("waived by ada until 2099-01-31: 1 tests.failure (PAY-17)"))
    #expect(result.output.contains("tests.flaky >= 0 holds however bad the figure gets"))
  }

  @Test("paths are shown from the repository's top, wherever the survey is made")
  func pathsFromTheTop() throws {
    let sandbox = Sandbox()
    try sandbox.git("init", "-q", "-b", "main")
    try sandbox.write("app/src/a.c", "int a;\n")
    try sandbox.write(".gitignore", "build/\n")
    try sandbox.git("add", ".")
    try sandbox.git("commit", "-q", "-m", "Add a", at: 1_796_000_000)
    try sandbox.write(
      "app/build/tests.xml",
      "<testsuite name='S'><testcase name='t' file='\(sandbox.path("app/src/a.c"))' line='1'><failure message='no'/>"
        + "</testcase></testsuite>")
    let result = try sandbox.plimsoll("survey", "app", "--format", "github")
    #expect(result.status == 1)
    #expect(result.output.contains("file=app/src/a.c,line=1"))
    let json = try JSONValue(parsing: try sandbox.plimsoll("survey", "app/build", "--json").output)
    #expect(json["evidence"]?[0]?["path"]?.string == "app/build/tests.xml")
    // One project, whatever was surveyed: the last survey can be marked from anywhere in it.
    #expect(try sandbox.plimsoll("survey", "--shipped").status == 0)
  }

  @Test("a failure in a library of the machine is placed in the test's own file")
  func ownFile() throws {
    let sandbox = Sandbox()
    try sandbox.write(
      "tests.xml",
      """
      <testsuite name="S"><testcase classname="c" name="t" file="tests/test_a.py" line="3"><failure message="no">
      /opt/lib/unittest/case.py:59: AssertionError</failure></testcase></testsuite>
      """)
    let json = try JSONValue(parsing: try sandbox.plimsoll("survey", "--json").output)
    let failure = json["findings"]?.elements?.first { $0["rule"]?.string == "tests.failure" }
    #expect(failure?["path"]?.string == "tests/test_a.py")
    let marked = try sandbox.plimsoll("survey", "--shipped")
    #expect(marked.status == 0)
    #expect(marked.errors.contains("its verdict was 'may not ship'"))
  }

  @Test("another commit than the one that is checked out cannot be told of, unless the evidence names it")
  func anotherCommit() throws {
    let sandbox = Sandbox()
    try sandbox.git("init", "-q", "-b", "main")
    try sandbox.write(".gitignore", "build/\n")
    try sandbox.git("add", ".")
    try sandbox.git("commit", "-q", "-m", "Begin", at: 1_796_000_000)
    try sandbox.write("build/tests.xml", Self.green)
    let head = try sandbox.git("rev-parse", "HEAD").output.prefix(40)
    #expect(try sandbox.plimsoll("survey", "--commit", String(head)).status == 0)
    let other = String(repeating: "ab", count: 20)
    let result = try sandbox.plimsoll("survey", "--commit", other)
    #expect(result.status == 2)
    #expect(result.output.contains("is checked out, not the surveyed one"))
    let property = "<properties><property name=\"git.commit\" value=\"\(other)\"/></properties><testcase classname"
    try sandbox.write(
      "build/tests.xml", Self.green.replacing("<testcase classname", with: property, maxReplacements: 1))
    #expect(try sandbox.plimsoll("survey", "--commit", other).status == 0)
  }

  @Test("a stale report is not believed: cannot tell")
  func stale() throws {
    let sandbox = Sandbox()
    try sandbox.git("init", "-q", "-b", "main")
    try sandbox.write("Sources/Tide.swift", "let tide = 1\n")
    try sandbox.write(".gitignore", "build/\n")
    try sandbox.git("add", ".")
    try sandbox.git("commit", "-q", "-m", "Add the tide", at: 1_796_000_000)
    try sandbox.write("build/tests.xml", Self.green)
    sandbox.touch("build/tests.xml", seconds: 1_795_000_000)
    let stale = try sandbox.plimsoll("survey")
    #expect(stale.status == 2)
    #expect(stale.output.contains("before the sources were last changed"))
    sandbox.touch("build/tests.xml", seconds: 1_796_000_100)
    #expect(try sandbox.plimsoll("survey").status == 0)
    // An edit after the test run makes the report stale again.
    try sandbox.write("Sources/Tide.swift", "let tide = 2\n")
    #expect(try sandbox.plimsoll("survey").status == 2)
  }

  @Test(
    "mistakes are told with status 64 and the way on",
    arguments: [
      (["survy"], "did you mean 'survey'?"), (["survey", "--formt", "json"], "did you mean '--format'?"),
      (["survey", "--format", "jsn"], "json"), (["survey", "--history", "--init"], "only one of"),
      (["survey", "--json", "--format", "sarif"], "contradict"), (["survey", "--commit", "HEAD"], "is no hash"),
      (["survey", "-o", ""], "is no folder"), (["survey", "--logbook", "postgres://a/b"], "servers are not supported"),
    ])
  func usage(arguments: [String], expected: String) throws {
    let sandbox = Sandbox()
    let result = try sandbox.run(Sandbox.program, arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(expected))
    #expect(result.output.isEmpty)
  }

  @Test("a path that is not there is told with status 2")
  func missingPath() throws {
    let result = try Sandbox().plimsoll("survey", "no-such-folder")
    #expect(result.status == 2)
    #expect(result.errors.contains("no-such-folder: no such file or directory"))
  }

  @Test("a logbook that is no logbook is told, and the survey goes on")
  func badLogbook() throws {
    let sandbox = Sandbox()
    try sandbox.write("tests.xml", Self.green)
    try sandbox.write("log.sqlite", "this is no database, and it is long enough to be looked at as one by SQLite .....")
    let result = try sandbox.plimsoll("survey", "--logbook", "log.sqlite")
    #expect(result.status == 0)
    #expect(result.errors.contains("not a logbook"))
  }

  @Test("figures can be listed")
  func figures() throws {
    let result = try Sandbox().plimsoll("survey", "--figures")
    #expect(result.status == 0)
    for name in ["coverage.lines", "tests.failed", "bundle.size"] { #expect(result.output.contains(name)) }
  }
}

/// What went wrong with the logbook's place and contents.
@Suite struct SurveyLogbookCommandTests {
  @Test("what one folder's survey wrote is found from the folder above")
  func oneLogbook() throws {
    let sandbox = Sandbox()
    try sandbox.git("init", "-q")
    try sandbox.write("build/tests.xml", SurveyCommandTests.green)
    _ = try sandbox.plimsoll("survey", "build", "-o", "report")
    let marked = try sandbox.plimsoll("survey", "--shipped")
    #expect(marked.status == 0, "\(marked.errors)")
    #expect(AtomicFile.exists(sandbox.path(".plimsoll/logbook.sqlite")))
    #expect(!AtomicFile.exists(sandbox.path("build/.plimsoll")))
    // A configuration of its own makes a project of its own.
    try sandbox.write("Examples/plimsoll.json", "{}")
    try sandbox.write("Examples/tests.xml", SurveyCommandTests.green)
    _ = try sandbox.plimsoll("survey", "Examples", "-o", "report")
    #expect(AtomicFile.exists(sandbox.path("Examples/.plimsoll/logbook.sqlite")))
    #expect(try JSONValue(parsing: sandbox.read("report/survey.json"))["project"]?.string == "Examples")
  }

  @Test("a hostile logbook is listed or refused")
  func hostile() throws {
    let sandbox = Sandbox()
    try sandbox.write("tests.xml", SurveyCommandTests.green)
    try sandbox.write("cover.info", SurveyCommandTests.lcov)
    _ = try sandbox.plimsoll("survey")
    let file = sandbox.path(".plimsoll/logbook.sqlite")
    for value in ["1e300", "-1e300", "9e999", "-9e999", "0.5"] {
      #expect(try sandbox.run("sqlite3", [file, "UPDATE figures SET value = \(value)"]).status == 0)
      #expect(try sandbox.plimsoll("survey", "--history").status == 0, "\(value)")
      #expect(try sandbox.plimsoll("survey", "--shipped").status == 0)
      try sandbox.write(
        "plimsoll.json",
        "{loadLines: {'tests.failed': '<= +1', 'coverage.lines': '>= -1 %', 'tests.duration': '<= +5 %'}}")
      #expect(try sandbox.plimsoll("survey").status <= 2, "\(value)")
    }
    _ = try sandbox.run(
      "sqlite3", [file, "UPDATE surveys SET at = 9223372036854775807, shipped_at = -9223372036854775808"])
    #expect(try sandbox.plimsoll("survey", "--history").status == 0)
    for version in ["-1", "-2147483648"] {
      _ = try sandbox.run("sqlite3", [file, "PRAGMA user_version = \(version)"])
      let refused = try sandbox.plimsoll("survey", "--history")
      #expect(refused.status == 2)
      #expect(refused.errors.contains("not a logbook"))
    }
  }

  @Test("--quiet silences warnings")
  func quiet() throws {
    let sandbox = Sandbox()
    try sandbox.write("tests.xml", SurveyCommandTests.green)
    try sandbox.write("log", String(repeating: "x", count: 5_000))
    #expect(try sandbox.plimsoll("survey", "--logbook", "log").errors.contains("not a logbook"))
    #expect(try sandbox.plimsoll("survey", "--logbook", "log", "--quiet").errors == "")
  }
}
