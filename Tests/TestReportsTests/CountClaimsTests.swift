import Testing

@testable import TestReports

struct CountClaimsTests {
  /// Three cases: one passed, one failed by two failure elements, one skipped; each number below is counted by hand.
  private static let cases = """
    <testcase name="a"/><testcase name="b"><failure/><failure/></testcase><testcase name="c"><skipped/></testcase>
    """

  @Test(arguments: [
    "tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\"",
    "tests=\"2\" failures=\"1\"",
    "tests=\"3\" failures=\"2\"",
    "tests=\"3\" failures=\"0\" errors=\"1\"",
    "tests=\"3\" failures=\"1\" skips=\"1\"",
    "tests=\"3\" failures=\"1\" skipped=\"0\" disabled=\"1\"",
    "tests=\"\" failures=\"1\"",
    "",
  ])
  func `another way of counting is no disagreement`(attributes: String) throws {
    #expect(try read(suite("name=\"S\" " + attributes, Self.cases)).disagreements.isEmpty)
  }

  @Test(
    arguments: [
      ("tests=\"4\" failures=\"1\"", .tests, 4, 3), ("tests=\"0\" failures=\"1\"", .tests, 0, 3),
      ("tests=\"3\" failures=\"0\"", .failures, 0, 1), ("tests=\"3\" failures=\"1\" skipped=\"0\"", .skipped, 0, 1),
      ("tests=\"3\" failures=\"1\" errors=\"5\"", .errors, 5, 0),
      ("tests=\"99999999999999999999999\" failures=\"1\"", .tests, Int.max, 3),
    ] as [(String, CountDisagreement.Attribute, Int, Int)])
  func `another number is a disagreement`(
    attributes: String, attribute: CountDisagreement.Attribute, claimed: Int, counted: Int
  ) throws {
    let found = try read(suite("name=\"S\" " + attributes, Self.cases)).disagreements
    let expected = CountDisagreement(
      suitePath: ["S"], attribute: attribute, claimed: claimed, counted: counted, line: 3)
    #expect(found == [expected])
  }

  @Test func `the root's totals are held against all cases`() throws {
    let report = try read(
      "<testsuites tests=\"5\"><testsuite name=\"A\" tests=\"1\"><testcase name=\"a\"/></testsuite></testsuites>")
    #expect(
      report.disagreements.map(\.description) == ["line 1: the report claims tests=\"5\", its cases give 1"])
  }

  @Test(arguments: [1, 3])
  func `a suite may count its own cases or those of nested suites too`(tests: Int) throws {
    let report = try read(
      """
      <testsuite name="A" tests="\(tests)"><testcase name="a"/><testsuite name="B" tests="2"><testcase name="b"/>\
      <testcase name="c"/></testsuite></testsuite>
      """)
    #expect(report.disagreements.isEmpty)
  }

  @Test func `claims with reruns agree`() throws {
    let report = try read(
      suite(
        "name=\"S\" tests=\"3\" failures=\"2\"",
        "<testcase name=\"a\"/><testcase name=\"b\"><failure/><rerunFailure/></testcase>"))
    #expect(report.disagreements.isEmpty)
  }

  @Test func `a count that is no number is told`() throws {
    let report = try read(suite("name=\"S\" tests=\"many\"", Self.cases))
    #expect(report.disagreements.isEmpty)
    #expect(report.warnings.map(\.sample) == ["tests=\"many\""])
  }
}
