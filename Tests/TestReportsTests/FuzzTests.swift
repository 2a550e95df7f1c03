import Foundation
import TestSupport
import Testing

@testable import TestReports

/// Seeded mutations of one report that has everything: no trap, no hang. 3,000 by default, `PLIMSOLL_FUZZ_COUNT` for more.
struct FuzzTests {
  static let count = ProcessInfo.processInfo.environment["PLIMSOLL_FUZZ_COUNT"].flatMap { Int($0) } ?? 3_000

  static let seed = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE testsuites [<!ENTITY e "x">]>
    <testsuites name="all" tests="7" failures="1" errors="1" time="1,234.5"><!-- c -->
    <testsuite name="é" package="p" id="0" hostname="h" tests="5" timestamp="2020-05-12T13:49:43.5+02:00" file="a.js">
    <properties><property name="GIT_COMMIT" value="4729d23a5b"/><property name="os.name" value="x"/></properties>
    <testcase classname="p.C" name="a &amp; b" time="0.5" file="c.py" line="3"/>
    <testcase classname="p.C" name="b"><failure message="m&#10;n" type="T">T: m
    \tat p.C.b(C.java:7)</failure><failure><![CDATA[a.swift:12: x]]></failure><rerunFailure message="r"/></testcase>
    <testcase classname="p.C" name="c"><error>File "a.py", line 3, in x</error></testcase>
    <testcase classname="p.C" name="d"><skipped message="s">later</skipped><system-out>out</system-out></testcase>
    <testcase classname="p.C" name="e"><flakyError><stackTrace>x.cs:line 5</stackTrace></flakyError></testcase>
    <testsuite name="in"><testcase name="f" status="notrun"/><system-err>e\u{1B}</system-err></testsuite>
    <error message="suite"/></testsuite></testsuites>
    """

  @Test func `mutated reports never trap`() {
    var random = SeededGenerator(seed: 0x506C_696D)
    let original = Array(Self.seed.utf8)
    let words = [
      "<", ">", "\"", "&", "]]>", "<![CDATA[", "testsuite", "<testcase>", "</testcase>", "&#0;", "99999999999999999999",
      ":5", "\u{0}",
    ]
    .map { Array($0.utf8) }
    var good = 0
    for _ in 0..<Self.count {
      var bytes = original
      for _ in 0...Int(random.next() % 4) {
        guard !bytes.isEmpty else { break }
        let at = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 6 {
        case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int(random.next() % 20)))
        case 2: bytes.insert(contentsOf: words[Int(random.next() % UInt64(words.count))], at: at)
        case 3: bytes.removeLast(Int(random.next() % 50) % bytes.count)
        case 4: bytes[at] ^= 1 << UInt8(random.next() % 8)
        default:
          let piece = Array(bytes[at..<min(bytes.count, at + Int(random.next() % 80))])
          bytes.insert(contentsOf: piece, at: Int(random.next() % UInt64(bytes.count)))
        }
      }
      _ = TestReport.recognises(bytes.span.bytes)
      do {
        let report = try read(bytes: bytes)
        good += 1
        #expect(report.counts.tests == report.cases.count)
        #expect(TestRun(reports: [("a", report), ("b", report)]).totals.total >= report.cases.count)
        for test in report.cases { #expect(test.outcome != .failed([]) && test.outcome != .errored([])) }
      } catch let error as TestReportError {
        #expect(!error.description.isEmpty)
        #expect(!error.description.contains("\n"))
      } catch {
        Issue.record("another error than TestReportError: \(error)")
      }
    }
    // If nothing survives, the mutations test the XML parser only.
    #expect(good > Self.count / 100)
  }
}
