import Testing

@testable import TestReports

struct ReportDialectTests {
  @Test(
    arguments: [
      (
        "<testsuite xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\"https://m/xsd/surefire-test-report-3.0.xsd\" name=\"A\"/>",
        .surefire
      ),
      ("<testsuite name=\"A\" tests=\"0\" timestamp=\"2020-01-01T00:00:00\" hostname=\"h\" time=\"0\"/>", .gradle),
      ("<testsuites><testsuite name=\"A\" package=\"p\" hostname=\"h\" id=\"0\"/></testsuites>", .ant),
      ("<testsuites><testsuite name=\"pytest\" hostname=\"h\"/></testsuites>", .pytest),
      (
        "<testsuites><testsuite name=\"p\"><properties><property name=\"go.version\" value=\"go1.22\"/></properties></testsuite></testsuites>",
        .goTest
      ),
      ("<testsuites name=\"jest tests\"/>", .jest),
      ("<testsuites name=\"vitest tests\"/>", .vitest),
      ("<testsuites name=\"Mocha Tests\"/>", .mocha),
      ("<testsuites name=\"AllTests\"/>", .googleTest),
      ("<testsuites><testsuite name=\"TestResults\"/></testsuites>", .swiftTest),
      (
        "<testsuites><testsuite name=\"AppTests\"><testcase name=\"testA()\"><failure message=\"x\">AppTests/A.swift:3</failure></testcase></testsuite></testsuites>",
        .xcode
      ),
      ("<testsuites><testsuite name=\"A\"/></testsuites>", .unknown),
    ] as [(String, ReportDialect)])
  func `the writer is guessed by its signs`(text: String, dialect: ReportDialect) throws {
    #expect(try read(text).dialect == dialect)
  }

  @Test func `pytest's lines are counted from 0`() throws {
    let report = try read(
      "<testsuites><testsuite name=\"pytest\"><testcase classname=\"tests.test_a\" name=\"t\" file=\"tests/test_a.py\" line=\"9\"/></testsuite></testsuites>"
    )
    #expect(report.cases[0].sourceLine == 10)
  }
}
