import Testing

@testable import TestReports

/// Public files, described in the corpus's LOG.md. The figures are hand counts: `grep -c '<testcase '` and the like.
@Suite(.enabled(if: Corpus.isPresent, "no public files: set PLIMSOLL_CORPUS or put them at ../shared/inputs"))
struct CorpusTests {
  @Test(
    arguments: [
      ("coverage/junit/jenkins-JENKINS-64117.xml", 3, 0, 1, 0, .surefire),
      ("coverage/junit/jenkins-TESTS-TestSuites.xml", 2, 2, 0, 0, .ant),
      ("coverage/junit/jenkins-issue-113.xml", 1, 1, 0, 0, .surefire),
      ("coverage/junit/jenkins-jest-junit.xml", 11, 1, 0, 0, .jest),
      ("perf/xctest-linux-parallel-xunit.xml", 4, 0, 0, 0, .swiftTest),
      ("perf/swift-testing-empty-xunit.xml", 0, 0, 0, 0, .swiftTest),
    ] as [(String, Int, Int, Int, Int, ReportDialect)])
  func `public reports give their figures`(
    path: String, tests: Int, failures: Int, errors: Int, skipped: Int, dialect: ReportDialect
  ) throws {
    let bytes = try Corpus.bytes(path)
    let isRecognised = TestReport.recognises(bytes.span.bytes)
    #expect(isRecognised)
    let report = try read(bytes: bytes)
    #expect(report.counts.tests == tests)
    #expect(report.counts.failures == failures)
    #expect(report.counts.errors == errors)
    #expect(report.counts.skipped == skipped)
    #expect(report.dialect == dialect)
    // The Jest file was shortened by hand before it was published: it claims 13 (4 in its last suite) and holds 11 (2).
    let claims = report.disagreements.map { [$0.claimed, $0.counted] }
    #expect(claims == (dialect == .jest ? [[4, 2], [13, 11]] : []))
    #expect(report.warnings.isEmpty)
  }

  @Test(arguments: [
    ("coverage/junit/jenkins-JENKINS-64117.xml", ["CalculationUtilTest.java:188"]),
    ("coverage/junit/jenkins-TESTS-TestSuites.xml", ["PollingServiceTest.java:22", "ResourceServiceTest.java:40"]),
    ("coverage/junit/jenkins-issue-113.xml", ["Assignment1Test.java:14"]),
    (
      "coverage/junit/jenkins-jest-junit.xml",
      ["C:\\workspace\\whatever-template\\src\\components\\TestFile.spec.ts:96"]
    ),
  ])
  func `the places of the failures are found`(path: String, places: [String]) throws {
    let report = try read(bytes: try Corpus.bytes(path))
    #expect(report.cases.compactMap { $0.failurePlace?.description } == places)
  }
}
