// What each report adds to a run. Empty reports are the trap: `swift test --xunit-output F.xml` writes two files, XCTest's
// F.xml and Swift Testing's F-swift-testing.xml, and one of them is empty in a package that uses one library only; but
// without `--parallel` it writes only the second one, with tests="0" though XCTests ran (Swift 6.3.1).

/// What a report adds to its run.
public enum SourceState: Sendable, Equatable {
  /// It has cases that count.
  case counted(cases: Int)
  /// All its cases stand in other reports too.
  case copied
  /// It has no case, and its partner of the two files that `swift test` writes has some.
  case emptyBesidePartner(String)
  /// It has no case and nothing explains that: it must not count as green.
  case empty(EmptyHint)
}

/// What may be the reason of an empty report.
public enum EmptyHint: Sendable, Equatable, CustomStringConvertible {
  /// Nothing is known.
  case unknown
  /// `swift test` without `--parallel` writes no results of XCTest.
  case swiftTestWithoutParallel

  /// One line: what it means and what to do.
  public var description: String {
    switch self {
    case .unknown: "the report has no test case; check that the tests ran and that the filter matches some"
    case .swiftTestWithoutParallel:
      "the report has no test case; swift test writes XCTest results only with --parallel (run swift test --parallel "
        + "--xunit-output <file>)"
    }
  }
}

extension SourceState {
  private static let suffix = "-swift-testing"

  static func states(
    of reports: [(source: String, report: TestReport)], kept: [Int], copies: [SuiteCopy]
  ) -> [SourceState] {
    let byName = Dictionary(reports.enumerated().map { ($1.source, $0) }, uniquingKeysWith: { first, _ in first })
    return reports.enumerated().map { index, entry in
      if kept[index] > 0 { return .counted(cases: kept[index]) }
      if !entry.report.cases.isEmpty { return .copied }
      let partner = partnerName(of: entry.source)
      if let other = byName[partner], other != index, !reports[other].report.cases.isEmpty {
        return .emptyBesidePartner(partner)
      }
      let isSwift = entry.report.dialect == .swiftTest || stem(entry.source).name.hasSuffix(suffix)
      return .empty(isSwift ? .swiftTestWithoutParallel : .unknown)
    }
  }

  /// `F.xml` for `F-swift-testing.xml` and the other way round.
  private static func partnerName(of source: String) -> String {
    let (name, ending) = stem(source)
    return name.hasSuffix(suffix) ? "\(name.dropLast(suffix.count))\(ending)" : "\(name)\(suffix)\(ending)"
  }

  /// A path without and with only the ending of its file name.
  private static func stem(_ source: String) -> (name: Substring, ending: Substring) {
    guard let dot = source.lastIndex(of: "."), !source[dot...].contains("/") else { return (source[...], "") }
    return (source[..<dot], source[dot...])
  }
}
