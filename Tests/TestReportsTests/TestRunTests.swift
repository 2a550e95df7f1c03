import Testing

@testable import TestReports

struct TestRunTests {
  private static let single = """
    <testsuite name="p.ATest" timestamp="2020-05-12T13:49:43" hostname="h" tests="2" failures="1">
    <testcase classname="p.ATest" name="a" time="0.5"/>
    <testcase classname="p.ATest" name="b" time="1.5"><failure message="m"/></testcase></testsuite>
    """
  private static let aggregate = """
    <testsuites><testsuite name="ATest" package="p" timestamp="2020-05-12T13:49:43" hostname="h">
    <testcase classname="p.ATest" name="a" time="0.5"/>
    <testcase classname="p.ATest" name="b" time="1.5"><failure message="m"/></testcase></testsuite>
    <testsuite name="BTest" package="p" timestamp="2020-05-12T13:49:44" hostname="h">
    <testcase classname="p.BTest" name="c" time="3"><skipped/></testcase></testsuite></testsuites>
    """

  private func run(_ texts: [(String, String)], repeats: TestRun.Repeats = .countEach) throws -> TestRun {
    TestRun(reports: try texts.map { (source: $0.0, report: try read($0.1)) }, repeats: repeats)
  }

  @Test func `totals are those of the cases`() throws {
    let run = try run([("a.xml", Self.aggregate)])
    // Hand count: a passed, b failed, c skipped; 0.5 + 1.5 + 3 s.
    #expect(run.totals.total == 3)
    #expect(run.totals.passed == 1)
    #expect(run.totals.failed == 1)
    #expect(run.totals.errored == 0)
    #expect(run.totals.skipped == 1)
    #expect(run.totals.duration == 5)
    #expect(run.slowest(2).map(\.test.name) == ["c", "b"])
    #expect(run.failures.map(\.test.name) == ["b"])
    #expect(run.hasEvidence)
  }

  @Test(arguments: [true, false])
  func `Ant's aggregate beside single files is counted once`(aggregateFirst: Bool) throws {
    let files = [("TESTS-TestSuites.xml", Self.aggregate), ("TEST-p.ATest.xml", Self.single)]
    let run = try run(aggregateFirst ? files : files.reversed())
    #expect(run.totals.total == 3)
    #expect(run.copies.map(\.cases) == [2])
    #expect(run.copies.map(\.suite) == ["p.ATest"])
    #expect(run.copies.map(\.source) == [aggregateFirst ? "TEST-p.ATest.xml" : "TESTS-TestSuites.xml"])
    if aggregateFirst { #expect(run.sources[1].state == .copied) }
  }

  @Test func `another outcome in another file is kept`() throws {
    let other = Self.single.replacing("<failure message=\"m\"/>", with: "")
    let run = try run([("a.xml", Self.single), ("b.xml", other)])
    #expect(run.totals.total == 4)
    #expect(run.totals.failed == 1)
    #expect(run.copies.isEmpty)
  }

  @Test func `the same suite at another time or on another host is another run`() throws {
    let later = Self.single.replacing("13:49:43", with: "14:49:43")
    let elsewhere = Self.single.replacing("hostname=\"h\"", with: "hostname=\"i\"")
    #expect(try run([("a.xml", Self.single), ("b.xml", later), ("c.xml", elsewhere)]).totals.total == 6)
  }

  @Test func `suites without time and durations are not taken for copies`() throws {
    let text = suite("name=\"S\"", "<testcase name=\"a\" time=\"0\"/><testcase name=\"b\"/>")
    #expect(try run([("iphone.xml", text), ("ipad.xml", text)]).totals.total == 4)
  }

  // MARK: - Empty reports

  private static let empty = "<testsuites><testsuite name=\"TestResults\" tests=\"0\"/></testsuites>"
  private static let full = suite(
    "name=\"TestResults\" tests=\"1\"", "<testcase classname=\"A.B\" name=\"t\" time=\"0.1\"/>")

  @Test func `an empty file beside its partner is no alarm`() throws {
    let run = try run([("out/F.xml", Self.full), ("out/F-swift-testing.xml", Self.empty)])
    #expect(run.sources[1].state == .emptyBesidePartner("out/F.xml"))
    #expect(run.emptySources.isEmpty)
    #expect(run.hasEvidence)
    let other = try self.run([("F.xml", Self.empty), ("F-swift-testing.xml", Self.full)])
    #expect(other.sources[0].state == .emptyBesidePartner("F-swift-testing.xml"))
  }

  @Test func `an empty file alone is told with a hint`() throws {
    let run = try run([("F-swift-testing.xml", Self.empty)])
    #expect(run.emptySources.map(\.hint) == [.swiftTestWithoutParallel])
    #expect(!run.hasEvidence)
    #expect(EmptyHint.swiftTestWithoutParallel.description.contains("--parallel"))
    let pair = try self.run([("F.xml", Self.empty), ("F-swift-testing.xml", Self.empty)])
    #expect(pair.emptySources.count == 2)
    let unknown = try self.run([("junit.xml", "<testsuites/>")])
    #expect(unknown.emptySources.map(\.hint) == [.unknown])
  }

  @Test func `only skipped cases are no evidence`() throws {
    #expect(try !run([("a.xml", suite("name=\"S\"", "<testcase name=\"a\"><skipped/></testcase>"))]).hasEvidence)
    #expect(!TestRun(reports: []).hasEvidence)
  }

  // MARK: - Repeats

  private static let retried = suite(
    "name=\"S\"",
    "<testcase classname=\"C\" name=\"a\"><failure message=\"m\"/></testcase><testcase classname=\"C\" name=\"a\"/>"
      + "<testcase classname=\"C\" name=\"b\"/><testcase classname=\"C\" name=\"b\"/>")

  @Test func `a repeated case counts each time and is told`() throws {
    let run = try run([("a.xml", Self.retried)])
    #expect(run.totals.total == 4)
    #expect(run.totals.failed == 1)
    #expect(run.repeats == [RepeatedCase(source: 0, name: "C.a", outcomes: ["failed", "passed"])])
    #expect(run.repeats[0].endsPassed)
  }

  @Test func `a repeated case may count as its last attempt`() throws {
    let run = try run([("a.xml", Self.retried)], repeats: .lastCounts)
    #expect(run.totals.total == 3)
    #expect(run.totals.failed == 0)
    #expect(run.totals.flaky == 1)
    #expect(run.flaky.map(\.test.name) == ["a"])
  }

  @Test func `disagreements and commits are those of all reports`() throws {
    let run = try run([
      (
        "a.xml",
        "<testsuite name=\"S\" tests=\"9\"><properties><property name=\"commit\" value=\"abcdef1\"/></properties></testsuite>"
      ),
      ("b.xml", Self.full),
    ])
    #expect(run.disagreements.map(\.source) == ["a.xml"])
    #expect(run.commits == ["abcdef1"])
    #expect(run.latest == nil)
  }
}
