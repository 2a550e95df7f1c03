import Testing

@testable import TestReports

struct ReportTimestampTests {
  /// Seconds from `date -u -d TEXT +%s` of GNU coreutils 9.1.
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0, true), ("2020-05-12T13:49:43", 1_589_291_383, false),
      ("2020-05-12 13:49:43", 1_589_291_383, false), ("2020-02-29T23:59:59Z", 1_583_020_799, true),
      ("2020-05-12T13:49:43+02:00", 1_589_284_183, true), ("2020-05-12T13:49:43-0730", 1_589_318_383, true),
      ("2020-05-12T13:49:43 +0200", 1_589_284_183, true), ("2020-05-12T13:49:43+02", 1_589_284_183, true),
      ("1969-12-31T23:59:59Z", -1, true), ("2000-03-01", 951_868_800, false),
      ("2020-05-12T13:49Z", 1_589_291_340, true),
      ("1589291383", 1_589_291_383, true),
    ] as [(String, Double, Bool)])
  func `ISO 8601 is read without Foundation`(text: String, seconds: Double, hasZone: Bool) {
    #expect(ReportTimestamp(text) == ReportTimestamp(secondsSinceEpoch: seconds, hasZone: hasZone))
  }

  @Test(arguments: [
    ("2020-05-12T13:49:43.25Z", 1_589_291_383.25), ("2020-05-12T13:49:43,5", 1_589_291_383.5),
    ("2020-05-12T13:49:43.123456789123+00:00", 1_589_291_383.123456789), ("1589291383250", 1_589_291_383.25),
  ])
  func `fractions are kept`(text: String, seconds: Double) throws {
    #expect(abs(try #require(ReportTimestamp(text)).secondsSinceEpoch - seconds) < 1e-6)
  }

  @Test(arguments: [
    "", "now", "2020-13-01T00:00:00Z", "2020-00-01", "2019-02-29", "2020-05-12T24:00:00", "2020-05-12T13:60:00",
    "2020-05-12T13:49:43+2", "2020-05-12T13:49:43+19:00", "2020-05-12T13:49:43.Z", "2020-05-12T13:49:43Zx", "20200512",
    "12.05.2020", "2020-05-12T", "Tue May 12 13:49:43 2020", "99999999999999999999",
  ])
  func `what is no time is none`(text: String) { #expect(ReportTimestamp(text) == nil) }

  @Test func `the earliest and latest are found`() throws {
    let report = try read(
      """
      <testsuites><testsuite name="A" timestamp="2020-05-12T13:49:43"/><testsuite name="B" \
      timestamp="2020-05-12T13:49:42"/></testsuites>
      """)
    #expect(report.earliest?.secondsSinceEpoch == 1_589_291_382)
    #expect(report.latest?.secondsSinceEpoch == 1_589_291_383)
  }
}
