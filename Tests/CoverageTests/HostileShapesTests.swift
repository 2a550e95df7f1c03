// Reports of a legal form that make a careless reader take the square of their size: each was minutes for a few megabytes, or
// would have been. The limits are generous; the square of 30,000 is not within them.

import Coverage
import Testing

@Suite struct HostileShapesTests {
  static let count = 30_000

  static func records(_ record: (Int) -> String) -> String { (0..<count).map(record).joined() }

  static let shapes: [(name: String, text: String)] = [
    (
      "branches of one line, backwards", "SF:a\n" + records { "BRDA:1,0,\(count - $0),1\n" } + "DA:1,1\nend_of_record\n"
    ),
    ("a block a section", records { "SF:a\nBRDA:1,\($0),0,1\nDA:1,1\nend_of_record\n" }),
    (
      "other branches in each section",
      records { "SF:a\nBRDA:1,0,a\($0),1\nBRDA:1,0,b\($0),1\nDA:1,1\nend_of_record\n" }
    ),
    ("Bazel's branches", "SF:a\n" + records { "BA:\($0 % 5 + 1),1\n" } + "DA:1,1\nend_of_record\n"),
    ("alias groups", "SF:a\n" + records { "FNL:\($0),\($0 + 1)\nFNA:\($0),1,f\($0)\n" } + "end_of_record\n"),
    ("a line a section", records { "SF:a\nDA:\($0 + 1),1\nend_of_record\n" }),
    ("a line a section, backwards", records { "SF:a\nDA:\(count - $0),1\nend_of_record\n" }),
    ("one name", "SF:a\n" + records { _ in "FNDA:1,f\n" } + records { "FN:\($0 + 1),f\n" } + "end_of_record\n"),
    (
      "conditions of one line",
      CoberturaReaderTests.report(
        (
          "a",
          records {
            "<line number=\"1\" hits=\"1\"><condition number=\"\($0)\" type=\"jump\" coverage=\"100%\"/></line>"
          }
        ))
    ),
    ("source folders", CoberturaReaderTests.report(("a", ""), ("b", ""), sources: (0..<count).map { "/nowhere\($0)" })),
    ("blocks of many lines", "mode: set\n" + records { "a.go:\($0 + 1).1,\($0 + 60).2 1 1\n" }),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: shapes)
  func `a report of an odd shape is read in time`(_ name: String, _ text: String) throws {
    let clock = ContinuousClock()
    let took = try clock.measure {
      let report = try read(text)
      _ = report.totals
      _ = try render(report, .lcov)
      _ = try render(report, .cobertura)
    }
    #expect(took < .seconds(20))
  }
}
