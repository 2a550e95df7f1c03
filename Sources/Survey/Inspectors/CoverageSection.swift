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
  ///   - sourceFolders: where the sources are looked for.
  public static func section(_ area: Area, _ files: [FileCoverage], sourceFolders: [String]) -> ReportSection {
    var totals = CoverageTotals()
    for file in files { totals += file.totals }
    var section = ReportSection(area: area, summary: summary(totals, files.count))
    section.blocks.append(.tree(tree(files)))
    let worst = files.map { file in (file, file.lines.count { $0.count == 0 }) }
      .filter { $0.1 > 0 }.sorted { ($0.1, $1.0.path) > ($1.1, $0.0.path) }
    var shown = 0
    for (file, missed) in worst {
      guard shown < sourceLimit else { break }
      guard let source = source(file, folders: sourceFolders, around: 2) else { continue }
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

  // MARK: - Tree

  /// Folders above files, with the totals of what is below each.
  ///
  /// - Parameter target: the page that a file's name leads to.
  public static func tree(_ files: [FileCoverage], target: (String) -> String? = { _ in nil }) -> ReportTree {
    let root = Folder()
    var columns = Columns()
    for file in files.prefix(fileLimit) {
      let totals = file.totals
      columns.note(totals)
      root.add(file.path.split(separator: "/").map(String.init)[...], totals, path: file.path)
    }
    root.collapse()
    let caption = "Coverage by folder and file"
    var node = root.node(name: "all files", columns, target)
    if files.count > fileLimit {
      node.children.append(.init(name: "\(files.count - fileLimit) more files are not listed", cells: columns.empty))
    }
    return ReportTree(caption: caption, columns: ["Path"] + columns.titles, root: node)
  }

  /// Which ratios occur at all: a column of dashes helps nobody.
  struct Columns {
    var hasBranches = false
    var hasFunctions = false
    var hasInstructions = false
    var hasStatements = false

    mutating func note(_ totals: CoverageTotals) {
      hasBranches = hasBranches || totals.branches.total > 0
      hasFunctions = hasFunctions || totals.functions.total > 0
      hasInstructions = hasInstructions || totals.instructions.total > 0
      hasStatements = hasStatements || totals.statements.total > 0
    }

    var titles: [String] {
      ["Lines"] + (hasBranches ? ["Branches"] : []) + (hasFunctions ? ["Functions"] : [])
        + (hasInstructions ? ["Instructions"] : []) + (hasStatements ? ["Statements"] : [])
    }

    var empty: [ReportCell] { titles.map { _ in .empty } }

    func cells(_ totals: CoverageTotals) -> [ReportCell] {
      var ratios = [totals.lines]
      if hasBranches { ratios.append(totals.branches) }
      if hasFunctions { ratios.append(totals.functions) }
      if hasInstructions { ratios.append(totals.instructions) }
      if hasStatements { ratios.append(totals.statements) }
      return ratios.map { ratio in
        ratio.total == 0
          ? .empty : .share(covered: ratio.covered, atMost: ratio.coveredAtMost, total: ratio.total)
      }
    }
  }

  private final class Folder {
    var totals = CoverageTotals()
    var folders: [String: Folder] = [:]
    var files: [(name: String, path: String, totals: CoverageTotals)] = []

    func add(_ components: ArraySlice<String>, _ own: CoverageTotals, path: String) {
      totals += own
      guard components.count > 1, let first = components.first else {
        files.append((components.first ?? path, path, own))
        return
      }
      let folder = folders[first] ?? Folder()
      folders[first] = folder
      folder.add(components.dropFirst(), own, path: path)
    }

    /// Joins a folder that holds nothing but one folder with that one: `src/main/java` is one row.
    func collapse() {
      for (name, folder) in folders {
        folder.collapse()
        if folder.files.isEmpty, folder.folders.count == 1, let (inner, only) = folder.folders.first {
          folders[name] = nil
          folders[name + "/" + inner] = only
        }
      }
    }

    func node(name: String, _ columns: Columns, _ target: (String) -> String?) -> ReportTree.Node {
      var children = folders.sorted { $0.key < $1.key }.map { $1.node(name: $0 + "/", columns, target) }
      children += files.sorted { $0.name < $1.name }.map {
        ReportTree.Node(name: $0.name, target: target($0.path), cells: columns.cells($0.totals))
      }
      return ReportTree.Node(name: name, cells: columns.cells(totals), children: children)
    }
  }

  // MARK: - Source

  /// The source of a file with its counts; `nil` when it is not at hand.
  ///
  /// - Parameter around: show only lines that did not run or ran in part, and so many around each; `nil`: all lines.
  public static func source(_ file: FileCoverage, folders: [String], around: Int?) -> ReportSource? {
    guard let text = read(file.path, folders) else { return nil }
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

  /// A source of at most 4 MiB, looked for in the folders.
  private static func read(_ path: String, _ folders: [String]) -> String? {
    let candidates = PathName.isAbsolute(path) ? [path] : folders.map { PathName.join($0, path) }
    for candidate in candidates {
      guard let size = FileFacts.size(candidate), size < 4 << 20, let file = try? InputFile(path: candidate) else {
        continue
      }
      return file.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
    return nil
  }
}
