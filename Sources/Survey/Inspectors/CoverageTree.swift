// Coverage as a tree of folders and files, and as a flat table that can be sorted.

public import Coverage
internal import SystemKit

extension CoverageSection {
  /// Folders above files, with the totals of what is below each.
  ///
  /// - Parameter target: the page that a file's name leads to.
  public static func tree(_ files: [FileCoverage], target: (String) -> String? = { _ in nil }) -> ReportTree {
    let root = Folder()
    var columns = Columns()
    for file in files.prefix(fileLimit) {
      let totals = file.totals
      columns.note(totals)
      root.add(components(file.path)[...], totals, path: file.path)
    }
    root.collapse()
    let caption = "Coverage by folder and file"
    var node = root.node(name: "all files", columns, target)
    if files.count > fileLimit {
      node.children.append(.init(name: "\(files.count - fileLimit) more files are not listed", cells: columns.empty))
    }
    return ReportTree(caption: caption, columns: ["Path"] + columns.titles, root: node)
  }

  /// The parts of a path. A path in evidence may have any depth, and trees are walked by recursion: what is deeper than
  /// `depthLimit` is one name.
  private static func components(_ path: String) -> [String] {
    path.split(separator: "/", maxSplits: depthLimit).map(String.init)
  }

  /// All files in one table that can be sorted by each column.
  static func table(_ files: [FileCoverage], target: (String) -> String? = { _ in nil }) -> ReportTable {
    var columns = Columns()
    let totals = files.map(\.totals)
    for own in totals { columns.note(own) }
    // Where the table is cut, the files with most to gain stay.
    let missed = totals.map { $0.lines.total - $0.lines.covered }
    let kept = files.indices.sorted { (missed[$1], files[$0].path) < (missed[$0], files[$1].path) }
      .prefix(ReportLimits.tableRows).sorted { files[$0].path < files[$1].path }
    let rows = kept.map { index -> [ReportCell] in
      let path = files[index].path
      return [target(path).map { .link(path, target: $0) } ?? .code(path)] + columns.cells(totals[index])
        + [.count(UInt64(missed[index]))]
    }
    return ReportTable(
      caption: "All files", columns: ["Path"] + columns.titles + ["Lines not run"], rows: rows,
      omitted: files.count - rows.count)
  }

  /// The table, to be opened.
  static func tableBlock(_ files: [FileCoverage], target: (String) -> String? = { _ in nil }) -> ReportBlock {
    .details(title: "All files as a table", blocks: [.table(table(files, target: target))])
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

  /// Folders nested deeper are shown as one name.
  static let depthLimit = 60

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
}
