// Reports of a legal form that make a careless reader take the square of their size: each was minutes for a few megabytes, or
// would have been. Time is held against that of a tenth of the report: ten times is linear, a hundred times is the square.

import Coverage
import Testing

@Suite(.serialized) struct HostileShapesTests {
  enum Shape: String, CaseIterable {
    case branchesOfOneLineBackwards, blockPerSection, otherBranchesPerSection, bazelBranches, aliasGroups,
      linePerSection
    case linePerSectionBackwards, oneFunctionName, conditionsOfOneLine, sourceFolders

    func text(_ count: Int) -> String {
      func records(_ record: (Int) -> String) -> String { (0..<count).map(record).joined() }
      switch self {
      case .branchesOfOneLineBackwards:
        return "SF:a\n" + records { "BRDA:1,0,\(count - $0),1\n" } + "DA:1,1\nend_of_record\n"
      case .blockPerSection: return records { "SF:a\nBRDA:1,\($0),0,1\nDA:1,1\nend_of_record\n" }
      case .otherBranchesPerSection:
        return records { "SF:a\nBRDA:1,0,a\($0),1\nBRDA:1,0,b\($0),1\nDA:1,1\nend_of_record\n" }
      case .bazelBranches: return "SF:a\n" + records { "BA:\($0 % 5 + 1),1\n" } + "DA:1,1\nend_of_record\n"
      case .aliasGroups:
        return "SF:a\n" + records { "FNL:\($0),\($0 + 1)\nFNA:\($0),1,f\($0)\n" } + "end_of_record\n"
      case .linePerSection: return records { "SF:a\nDA:\($0 + 1),1\nend_of_record\n" }
      case .linePerSectionBackwards: return records { "SF:a\nDA:\(count - $0),1\nend_of_record\n" }
      case .oneFunctionName:
        return "SF:a\n" + records { _ in "FNDA:1,f\n" } + records { "FN:\($0 + 1),f\n" } + "end_of_record\n"
      case .conditionsOfOneLine:
        let lines = records {
          "<line number=\"1\" hits=\"1\"><condition number=\"\($0)\" type=\"jump\" coverage=\"100%\"/></line>"
        }
        return CoberturaReaderTests.report(("a", lines))
      case .sourceFolders:
        let line = CoberturaReaderTests.line(1, "1")
        return CoberturaReaderTests.report(("a", line), ("b", line), sources: (0..<count).map { "/nowhere\($0)" })
      }
    }
  }

  private func time(_ text: String) throws -> Duration {
    try ContinuousClock().measure {
      let report = try read(text)
      _ = report.totals
      _ = try render(report, .lcov)
      _ = try render(report, .cobertura)
    }
  }

  @Test(.timeLimit(.minutes(2)), arguments: Shape.allCases)
  func `a report of an odd shape is read in linear time`(_ shape: Shape) throws {
    let (small, large) = (shape.text(1_000), shape.text(10_000))
    let base = try (0..<3).map { _ in try time(small) }.min()!
    let took = try (0..<2).map { _ in try time(large) }.min()!
    // Below a tenth of a second no square hides: 10,000 squared are 100 million steps.
    #expect(took < base * 40 || took < .milliseconds(100), "\(base) for 1,000 and \(took) for 10,000")
  }
}
