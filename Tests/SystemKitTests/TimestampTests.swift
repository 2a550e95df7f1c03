import SystemKit
import TestSupport
import Testing

struct TimestampTests {
  /// From `date -u -d TEXT +%s` of GNU coreutils.
  @Test(
    arguments: [
      ("1970-01-01", 0), ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:00:00Z", 951_825_600),
      ("1900-02-28T23:59:59Z", -2_203_891_201), ("1900-03-01", -2_203_891_200), ("2100-02-28", 4_107_456_000),
      ("2100-03-01", 4_107_542_400), ("1969-12-31T23:59:59Z", -1), ("0001-01-01", -62_135_596_800),
      ("9999-12-31T23:59:59Z", 253_402_300_799), ("2026-12-01T10:00", 1_796_119_200),
      ("2026-12-01 10:00:00", 1_796_119_200), ("2026-12-01t10:00:00.999z", 1_796_119_200),
      ("2026-12-01T10:00:00+02:00", 1_796_112_000), ("2026-12-01T10:00:00-0330", 1_796_131_800),
      ("2026-12-01T10:00:00+02", 1_796_112_000), ("2026-12-01T24:00:00Z", 1_796_169_600),
      ("2016-12-31T23:59:60Z", 1_483_228_800),
    ] as [(String, Int64)])
  func `known dates are read`(text: String, seconds: Int64) {
    #expect(Timestamp(iso8601: text)?.seconds == seconds)
  }

  @Test(arguments: [
    "", "2026", "2026-12", "2026-13-01", "2026-00-01", "2026-02-29", "1900-02-29", "2100-02-29", "2026-12-32",
    "2026-12-00", "2026-12-01T", "2026-12-01T10", "2026-12-01T25:00", "2026-12-01T24:30", "2026-12-01T24:00:01",
    "2026-12-01T10:60", "2026-12-01T10:00:61", "2026-12-01T10:00:00.", "2026-12-01T10:00:00+02:00x",
    "2026-12-01T10:00:00+02:", "2026-12-01T10:00:00+02:60", "2026-12-01T10:00:00+99", "2026-12-01T10:00:00+2",
    "2026-12-01T10:00:00Zx", "2026/12/01", "26-12-01", "2026-1-1", "2026-12-01x", "２０２６-12-01",
    "2026-12-01T10:00:00+0200 ",
  ])
  func `what is no date is none`(text: String) { #expect(Timestamp(iso8601: text) == nil) }

  @Test func `random seconds are written as date writes them, and read back`() throws {
    var random = SeededGenerator(seed: 3)
    // From the year 1 to 9999.
    var seconds = (0..<2_000).map { _ in Int64.random(in: -62_135_596_800...253_402_300_799, using: &random) }
    seconds += [0, -1, 86_399, 86_400, -86_400, -86_401, 951_782_400, 4_107_542_399]
    let sandbox = Sandbox()
    try sandbox.write("times", seconds.map { "@\($0)\n" }.joined())
    let dates = try sandbox.run("date", ["-u", "-f", "times", "+%Y-%m-%dT%H:%M:%SZ"]).output.split(separator: "\n")
    #expect(dates.count == seconds.count)
    for (second, date) in zip(seconds, dates) {
      let time = Timestamp(seconds: second)
      #expect(time.iso8601 == date)
      #expect(Timestamp(iso8601: time.iso8601) == time)
      #expect(time.isoDate == date.prefix(10))
      let (year, month, day) = time.date
      #expect(Timestamp(year: year, month: month, day: day)?.isoDate == time.isoDate)
    }
  }

  @Test func `the ends of time do not trap`() {
    for seconds in [Int64.min, .min + 1, .max, .max - 1] { #expect(Timestamp(seconds: seconds).iso8601.hasSuffix("Z")) }
    #expect(Timestamp(year: .min, month: 1, day: 1) == nil)
    #expect(Timestamp(year: .max, month: .max, day: .min) == nil)
  }

  @Test func `earlier is smaller`() { #expect(Timestamp(seconds: -1) < Timestamp(seconds: 0)) }
}
