import Testing

@testable import TestReports

/// One report in the look of each writer, with what it is known for. The figures are hand counts of the few cases in each.
struct DialectFixtureTests {
  struct Fixture: Sendable, CustomTestStringConvertible {
    var dialect: ReportDialect
    var counts: [Int]
    var places: [String]
    var text: String
    var testDescription: String { dialect.rawValue }
  }

  static let fixtures = [
    // Surefire 3 with rerunFailingTestsCount: a flaky test is among `tests` and not among `failures`.
    Fixture(
      dialect: .surefire, counts: [3, 1, 0, 1], places: ["ATest.java:31"],
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
        xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report-3.0.xsd" \
        version="3.0" name="p.ATest" time="1,002.25" tests="3" errors="0" skipped="1" failures="1" flakes="1">
          <properties><property name="java.version" value="17"/></properties>
          <testcase name="a" classname="p.ATest" time="0.1"><flakyFailure message="m" type="java.lang.AssertionError">\
        <stackTrace><![CDATA[java.lang.AssertionError: m
        \tat p.ATest.a(ATest.java:12)]]></stackTrace></flakyFailure></testcase>
          <testcase name="b" classname="p.ATest" time="0.2"><failure message="n" type="T"><![CDATA[T: n
        \tat org.junit.Assert.fail(Assert.java:89)
        \tat p.ATest.b(ATest.java:31)
        ]]></failure><rerunFailure message="n" type="T"><stackTrace>x</stackTrace></rerunFailure></testcase>
          <testcase name="c" classname="p.ATest" time="0"><skipped/></testcase>
        </testsuite>
        """),
    // Gradle 8: one file a class, times with dots, the zone left out.
    Fixture(
      dialect: .gradle, counts: [2, 1, 0, 0], places: ["MainTest.kt:9"],
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite name="com.x.MainTest" tests="2" skipped="0" failures="1" errors="0" timestamp="2024-02-29T10:00:00" \
        hostname="ci" time="0.05">
          <properties/>
          <testcase name="ok()" classname="com.x.MainTest" time="0.04"/>
          <testcase name="bad()" classname="com.x.MainTest" time="0.01">
            <failure message="expected: &lt;1&gt; but was: &lt;2&gt;" type="org.opentest4j.AssertionFailedError">\
        org.opentest4j.AssertionFailedError: expected: &lt;1&gt; but was: &lt;2&gt;
        \tat app//org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
        \tat app//com.x.MainTest.bad(MainTest.kt:9)
        </failure>
          </testcase>
          <system-out><![CDATA[]]></system-out>
          <system-err><![CDATA[]]></system-err>
        </testsuite>
        """),
    // pytest, xunit1 family: file and line (from 0) on the case, an error in the teardown of a test that failed.
    Fixture(
      dialect: .pytest, counts: [4, 1, 1, 1], places: ["tests/test_a.py:6", "tests/test_a.py:20"],
      text: """
        <?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" \
        failures="1" skipped="1" tests="4" time="0.123" timestamp="2024-02-29T10:00:00.123456+01:00" hostname="ci">\
        <testcase classname="tests.test_a" name="test_ok[1-x]" file="tests/test_a.py" line="0" time="0.001"/>\
        <testcase classname="tests.test_a" name="test_bad" file="tests/test_a.py" line="4" time="0.001">\
        <failure message="assert 1 == 2">def test_bad():
        &gt;       assert 1 == 2
        E       assert 1 == 2

        tests/test_a.py:6: AssertionError</failure></testcase>\
        <testcase classname="tests.test_a" name="test_fix" file="tests/test_a.py" line="19" time="0.001">\
        <error message="failed on setup">no place here</error></testcase>\
        <testcase classname="tests.test_a" name="test_skip" time="0.0"><skipped type="pytest.skip" message="later">\
        tests/test_a.py:30: later</skipped></testcase></testsuite></testsuites>
        """),
    // go-junit-report 2.
    Fixture(
      dialect: .goTest, counts: [2, 1, 0, 0], places: ["calc_test.go:17"],
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="2" failures="1">
        \t<testsuite name="example.com/calc" tests="2" failures="1" errors="0" id="0" hostname="ci" time="0.004" \
        timestamp="2024-02-29T10:00:00Z">
        \t\t<properties><property name="go.version" value="go1.22.0 linux/amd64"></property></properties>
        \t\t<testcase name="TestAdd/one" classname="example.com/calc" time="0.000"></testcase>
        \t\t<testcase name="TestSub" classname="example.com/calc" time="0.000">
        \t\t\t<failure message="Failed"><![CDATA[    calc_test.go:17: got 1, want 2]]></failure>
        \t\t</testcase>
        \t</testsuite>
        </testsuites>
        """),
    // jest-junit: no errors on the suites, several failures a case, errors counted nowhere.
    Fixture(
      dialect: .jest, counts: [2, 1, 0, 1], places: ["/w/src/a.test.js:10"],
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="jest tests" tests="2" failures="1" errors="0" time="1.1">
          <testsuite name="a" errors="0" failures="1" skipped="1" timestamp="2024-02-29T10:00:00" time="0.5" tests="2">
            <testcase classname="a works" name="a works" time="0.001">
              <failure>Error: expect(received).toBe(expected)
            at Object.toBe (/w/node_modules/x/i.js:1:1)
            at Object.&lt;anonymous&gt; (/w/src/a.test.js:10:5)</failure><failure>Error: two</failure>
            </testcase>
            <testcase classname="a waits" name="a waits" time="0"><skipped/></testcase>
          </testsuite>
        </testsuites>
        """),
    // GoogleTest: disabled tests have a status only.
    Fixture(
      dialect: .googleTest, counts: [2, 1, 0, 1], places: ["/w/a_test.cc:7"],
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="2" failures="1" disabled="1" errors="0" time="0." timestamp="2024-02-29T10:00:00.001" \
        name="AllTests">
          <testsuite name="FooTest" tests="2" failures="1" disabled="1" skipped="0" errors="0" time="0.">
            <testcase name="Bar" file="/w/a_test.cc" line="5" status="run" result="completed" time="0." \
        classname="FooTest"><failure message="/w/a_test.cc:7&#x0A;Expected equality" type=""><![CDATA[/w/a_test.cc:7
        Expected equality]]></failure></testcase>
            <testcase name="DISABLED_Baz" status="notrun" result="suppressed" time="0." classname="FooTest" />
          </testsuite>
        </testsuites>
        """),
    // xcbeautify, and trainer in the same look: the place is the failure's text.
    Fixture(
      dialect: .xcode, counts: [3, 1, 0, 1], places: ["/w/Tests/ATests/BTests.swift:13"],
      text: """
        <testsuites name="All tests" tests="3" failures="1">
            <testsuite name="ATests.BTests" tests="3" failures="1">
                <testcase classname="ATests.BTests" name="testA" time="0.054" />
                <testcase classname="ATests.BTests" name="testB">
                    <failure message="/w/Tests/ATests/BTests.swift:13 - XCTAssertEqual failed: (&quot;a&quot;) is not equal" />
                </testcase>
                <testcase classname="ATests.BTests" name="testC"><skipped /></testcase>
            </testsuite>
        </testsuites>
        """),
    // Swift Testing of Swift 6: no place.
    Fixture(
      dialect: .swiftTest, counts: [2, 1, 0, 1], places: [],
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite name="TestResults" errors="0" tests="2" failures="1" skipped="1" time="0.001664833">
            <testcase classname="MyTests" name="hello()" time="0.000832083">
              <failure message="Expectation failed: (a &#8594; &quot;x&quot;) == &quot;y&quot;" />
            </testcase>
            <testcase classname="MyTests" name="later()"><skipped>waits</skipped></testcase>
          </testsuite>
        </testsuites>
        """),
  ]

  @Test(arguments: fixtures)
  func `a report in the writer's look gives its figures without disagreement`(fixture: Fixture) throws {
    let report = try read(fixture.text)
    let counts = report.counts
    #expect([counts.tests, counts.failures, counts.errors, counts.skipped] == fixture.counts)
    #expect(report.dialect == fixture.dialect)
    #expect(report.cases.compactMap { $0.failurePlace?.description } == fixture.places)
    #expect(report.disagreements.isEmpty)
    #expect(report.warnings.isEmpty)
    var bytes = Array(fixture.text.utf8)
    let isRecognised = TestReport.recognises(bytes.span.bytes)
    #expect(isRecognised)
    // Cut anywhere it is an error, never a smaller report.
    while bytes.count > 40 {
      bytes.removeLast(37)
      let error = #expect(throws: TestReportError.self) { try read(bytes: bytes) }
      #expect(error.map { $0.partial.cases.count <= counts.tests } == true)
    }
  }

  @Test func `reading takes linear time`() throws {
    func time(_ count: Int) throws -> Duration {
      let body = String(
        repeating: "<testcase classname=\"C\" name=\"t\" time=\"0.1\"><failure>a.py:3: E</failure></testcase>",
        count: count)
      let bytes = Array(suite("name=\"S\"", body).utf8)
      return try ContinuousClock().measure {
        let report = try read(bytes: bytes)
        #expect(TestRun(reports: [("a", report), ("b", report)]).totals.total == count)
      }
    }
    let small = try time(2_000)
    let large = try time(20_000)
    // Ten times the cases; a square would take a hundred times.
    #expect(large < small * 40)
  }
}
