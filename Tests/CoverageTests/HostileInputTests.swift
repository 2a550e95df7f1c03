// Numbers and names that break careless arithmetic and careless writers: each was a trap, gigabytes of memory or a record that
// nobody wrote.

import SystemKit
import TestSupport
import Testing

@testable import Coverage

@Suite struct HostileInputTests {
  /// The edges of 32 and 64 bits, and what lies just below.
  static let edges: [UInt64] = [
    1 << 31, UInt64(UInt32.max) - 1_000_000, UInt64(UInt32.max) - 5, UInt64(UInt32.max), 1 << 63, .max,
  ]

  @Test func `blocks at the end of 32 bits are lines like others`() throws {
    let file = try read(
      "{\"format\":\"plimsoll.coverage\",\"version\":1,\"files\":[{\"path\":\"a.go\","
        + "\"blocks\":[[4294967000,1,4294967290,1,1,1],[4294967295,1,4294967295,9,1,1]]}]}"
    ).only()
    #expect(file.lines.first == LineCount(4_294_967_000, 1))
    #expect(file.lines.last == LineCount(.max, 1))
  }

  @Test(arguments: CoverageFormat.readable)
  func `every number of a report may be any number`(_ format: CoverageFormat) throws {
    let sample = Array(SampleReports.text(format).utf8)
    var at = 0
    while at < sample.count {
      var end = at
      while end < sample.count, (48...57).contains(sample[end]) { end += 1 }
      defer { at = max(end, at + 1) }
      guard end > at else { continue }
      for edge in Self.edges {
        // With what may be a pair: "from line X to line X".
        for isPair in [false, true] {
          var bytes = sample
          bytes.replaceSubrange(at..<end, with: String(edge).utf8)
          if isPair {
            var next = at + String(edge).utf8.count
            while next < bytes.count, !(48...57).contains(bytes[next]) { next += 1 }
            var last = next
            while last < bytes.count, (48...57).contains(bytes[last]) { last += 1 }
            bytes.replaceSubrange(next..<last, with: String(edge).utf8)
          }
          guard let report = try? read(bytes, keepGoing: true) else { continue }
          _ = report.totals
        }
      }
    }
  }

  // MARK: What LCOV's lines cannot hold

  @Test func `names with line breaks make no records`() throws {
    var file = FileCoverage(path: "a\nDA:7,7\r", test: "t\nSF:x")
    file.version = "v\r\nDA:8,1"
    file.lines = [LineCount(1, 1)]
    file.checksums = [1: "c\nDA:9,1"]
    file.functions = [
      FunctionCount(name: "f\nDA:2,1", start: 1, count: 1),
      FunctionCount(name: "g\nDA:3,1", start: 1, count: 1, aliasGroup: 0),
      FunctionCount(name: "h\rDA:3,1", start: 1, count: 1, aliasGroup: 0),
    ]
    file.branches = [BranchCount(line: 1, block: "b,1\nDA:4,1", name: "n\nDA:5,1", taken: 1)]
    file.conditions = [
      ConditionCount(line: 1, groupSize: 1, index: 0, sense: true, expression: "x\nDA:6,1", count: 1)
    ]
    var report = CoverageReport()
    report.files = [file]
    let text = try render(report, .lcov)
    #expect(!text.utf8.contains(0x0D))
    let again = try read(text) { $0.keepTests = true }
    #expect(again.warnings.isEmpty)
    let back = try again.only()
    #expect(back.path == "a\u{FFFD}DA:7,7\u{FFFD}")
    #expect(back.lines == file.lines)
    #expect(back.branches.map(\.block) == ["b\u{FFFD}1\u{FFFD}DA:4\u{FFFD}1"])
    #expect(back.branches.map(\.name) == ["n\u{FFFD}DA:5,1"])
    #expect(back.functions.count == 3 && back.conditions.count == 1)
    let losses = CoverageWriter.losses(of: report, in: .lcov)
    #expect(losses.contains { $0.hasPrefix("10 names") }, "\(losses)")
    #expect(CoverageWriter.losses(of: try read(SampleReports.lcov), in: .lcov).isEmpty)
  }

  // MARK: Budgets

  @Test func `a switch of a hundred thousand ways stays a tally`() throws {
    let lines = (1...200).map { number in
      CoberturaReaderTests.line(
        number, "1", "branch=\"true\" condition-coverage=\"0% (0/99999)\"",
        CoberturaReaderTests.condition(0, "0%", "switch"))
    }
    let file = try read(CoberturaReaderTests.report(("a", lines.joined()))).only()
    #expect(file.branches.isEmpty)
    #expect(file.branchTallies.count == 200)
    #expect(file.totals.branches == CoverageRatio(0, of: 200 * 99_999))
  }

  @Test func `a switch of some ways has each of them`() throws {
    let line = CoberturaReaderTests.line(
      1, "1", "branch=\"true\" condition-coverage=\"100% (64/64)\"",
      CoberturaReaderTests.condition(0, "100%", "switch"))
    #expect(try read(CoberturaReaderTests.report(("a", line))).only().branches.count == 64)
  }

  @Test func `a report may name only so many ways`() throws {
    let line = CoberturaReaderTests.line(
      1, "1", "condition-coverage=\"0% (0/64)\"", CoberturaReaderTests.condition(0, "0%", "switch"))
    let lines = (0..<20_000).map { line.replacing("number=\"1\"", with: "number=\"\($0 + 1)\"") }
    let text = CoberturaReaderTests.report(("a", lines.joined()))
    let file = try read(text).only()
    #expect(file.branches.count < text.utf8.count / 4 + 70_000)
    #expect(file.branches.count / 64 + file.branchTallies.count == 20_000)
  }
}
