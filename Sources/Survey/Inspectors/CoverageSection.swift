// The report's part on coverage: folders and files with totals on top, and the source around lines that did not run.

public import Coverage
internal import SystemKit

/// Builds the report's part on coverage.
public enum CoverageSection {
  /// So many source files are shown with their lines.
  static let sourceLimit = 25
  /// So many lines of one file are shown.
  static let lineLimit = 400
  /// So many files are listed in the tree.
  static let fileLimit = 5_000

  /// The section.
  ///
  /// - Parameters:
  ///   - files: each path once.
  ///   - sourceFolders: where sources are looked for; no file outside of them is shown.
  public static func section(_ area: Area, _ files: [FileCoverage], sourceFolders: [String]) -> ReportSection {
    section(area, files, sources: SourceFiles(in: sourceFolders))
  }

  /// The section.
  ///
  /// - Parameters:
  ///   - files: each path once.
  ///   - sources: the sources that may be shown.
  static func section(_ area: Area, _ files: [FileCoverage], sources: SourceFiles) -> ReportSection {
    var totals = CoverageTotals()
    for file in files { totals += file.totals }
    var section = ReportSection(area: area, summary: summary(totals, files.count))
    section.blocks.append(.tree(tree(files)))
    section.blocks.append(tableBlock(files))
    let worst = files.map { file in (file, file.lines.count { $0.count == 0 }) }
      .filter { $0.1 > 0 }.sorted { ($0.1, $1.0.path) > ($1.1, $0.0.path) }
    var shown = 0
    for (file, missed) in worst {
      guard shown < sourceLimit else { break }
      guard let source = source(file, sources, around: 2) else { continue }
      shown += 1
      section.blocks.append(
        .details(title: "\(file.path): \(missed) line\(missed == 1 ? "" : "s") did not run", blocks: [.source(source)]))
    }
    if worst.count > shown {
      let rest = worst.count - shown
      section.blocks.append(
        .paragraph(
          "\(rest) more files have lines that did not run; plimsoll coverage report FILE --html DIR shows every file."))
    }
    return section
  }

  static func summary(_ totals: CoverageTotals, _ files: Int) -> String {
    var parts = ["\(parts(totals.lines)) lines in \(FigureText.count(files)) file\(files == 1 ? "" : "s") ran"]
    if totals.branches.total > 0 { parts.append("\(Self.parts(totals.branches)) branches were taken") }
    return parts.joined(separator: ", ")
  }

  /// "3,120 of 3,900", or "3,120 to 3,300 of 3,900" where the evidence gives no more.
  static func parts(_ ratio: CoverageRatio) -> String {
    let low = FigureText.count(ratio.covered)
    let covered = ratio.isExact ? low : "\(low) to \(FigureText.count(ratio.coveredAtMost))"
    return "\(covered) of \(FigureText.count(ratio.total))"
  }

  // MARK: - Source

  /// The source of a file with its counts; `nil` when it is not at hand.
  ///
  /// - Parameter around: show only lines that did not run or ran in part, and so many around each; `nil`: all lines.
  static func source(_ file: FileCoverage, _ sources: SourceFiles, around: Int?) -> ReportSource? {
    guard let text = sources.text(of: file.path) else { return nil }
    let counts = Dictionary(file.lines.map { ($0.line, $0.count) }, uniquingKeysWith: { first, _ in first })
    var partial: Set<UInt32> = []
    for branch in file.branches where !branch.isCovered && !branch.isUnreachable { partial.insert(branch.line) }
    for tally in file.branchTallies where tally.atLeast < tally.total { partial.insert(tally.line) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasSuffix("\r") ? line.dropLast() : line
    }
    // A report that names lines beyond the end belongs to another version of the source: showing it would mislead.
    if let last = file.lines.last?.line, last > lines.count { return nil }
    var wanted = [Bool](repeating: around == nil, count: lines.count)
    if let around {
      for index in lines.indices {
        let number = UInt32(index + 1)
        guard counts[number] == 0 || partial.contains(number) && counts[number] != nil else { continue }
        for near in max(0, index - around)...min(lines.count - 1, index + around) { wanted[near] = true }
      }
    }
    var shown: [ReportSource.Line] = []
    var omitted = 0
    for (index, line) in lines.enumerated() where wanted[index] {
      guard around == nil || shown.count < lineLimit else {
        omitted += 1
        continue
      }
      let number = UInt32(index + 1)
      let count = counts[number]
      shown.append(
        ReportSource.Line(
          number: index + 1, count: count, isPartial: (count ?? 0) > 0 && partial.contains(number),
          text: line.count > 500 ? String(line.prefix(500)) + "…" : String(line)))
    }
    return ReportSource(path: file.path, lines: shown, omitted: omitted)
  }
}
