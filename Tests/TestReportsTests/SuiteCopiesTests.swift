import SystemKit
import Testing

@testable import TestReports

struct SuiteCopiesTests {
  private func report(
    _ names: [String], suite: String = "pytest", time: String = "0.5", timestamp: String? = nil
  ) throws -> TestReport {
    let cases = names.map { "<testcase classname='c' name='\($0)' time='\(time)'/>" }.joined()
    let stamp = timestamp.map { " timestamp='\($0)'" } ?? ""
    let text = "<testsuite name='\(suite)'\(stamp)>\(cases)</testsuite>"
    return try Array(text.utf8).withUnsafeBytes { try JUnitReader.read($0.bytes) }
  }

  private func copies(_ reports: [TestReport]) -> [SuiteCopy] {
    SuiteCopies.find(in: reports.enumerated().map { ("r\($0)", $1) }).all
  }

  @Test func `a part of a suite is a copy, before and after the whole`() throws {
    let whole = try report(["a", "b", "c"])
    let part = try report(["b"])
    #expect(copies([whole, part]).map(\.cases) == [1])
    #expect(copies([part, whole]).map(\.cases) == [1])
    #expect(copies([part, try report(["b", "x"]), try report(["c", "d"])]).map(\.original) == ["r0"])
  }

  @Test func `overlapping suites, untimed ones and other runs are no copies`() throws {
    #expect(copies([try report(["a", "b"]), try report(["b", "c"])]).isEmpty)
    #expect(copies([try report(["a"], time: "0"), try report(["a"], time: "0")]).isEmpty)
    let first = try report(["a"], timestamp: "2026-01-01T00:00:00Z")
    #expect(copies([first, try report(["a"], timestamp: "2026-01-01T00:00:01Z")]).isEmpty)
    #expect(copies([first, try report(["a"])]).count == 1)
    #expect(copies([try report(["a", "a"]), try report(["a", "a", "a"])]).map(\.cases) == [2])
  }

  /// 400 x 2,000 took 73 s, by comparing each report with 200 others.
  @Test(arguments: ["apart", "alike", "untimed"])
  func `many reports with one suite name take no time of the square`(kind: String) throws {
    let reports = try (0..<400).map { number in
      try report(
        (0..<100).map { kind == "apart" ? "t\(number)-\($0)" : "t\($0)" }, time: kind == "untimed" ? "0" : "0.5")
    }
    let before = Stopwatch.processorSeconds
    let found = copies(reports)
    #expect(Stopwatch.processorSeconds - before < 8)
    #expect(found.count == (kind == "alike" ? 399 : 0))
  }
}
