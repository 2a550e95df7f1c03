// The pages of `plimsoll coverage report --html`: one with the tree, and one for each file with its source lines.

public import Coverage
internal import SystemKit

/// Writes coverage as pages.
public enum CoveragePages {
  /// Writes `index.html` and a page for each file.
  ///
  /// - Parameters:
  ///   - files: each path once.
  ///   - folder: made when it is not there.
  ///   - sourceFolders: where sources are looked for; no file outside of them is shown.
  /// - Returns: how many pages were written.
  /// - Throws: `SystemError`.
  public static func write(_ files: [FileCoverage], to folder: String, sourceFolders: [String]) throws -> Int {
    try AtomicFile.makeFolder(PathName.join(folder, "files"))
    let names = Dictionary(
      files.enumerated().map { ($1.path, "files/\($0 + 1).html") }, uniquingKeysWith: { first, _ in first })
    var totals = CoverageTotals()
    for file in files { totals += file.totals }
    let index = ReportSection(
      area: Area(name: "files", title: "Folders and files"), summary: CoverageSection.summary(totals, files.count),
      blocks: [
        .tree(CoverageSection.tree(files, target: { names[$0] })),
        CoverageSection.tableBlock(files, target: { names[$0] }),
      ])
    let sources = SourceFiles(in: sourceFolders)
    try AtomicFile.write(
      SectionPage.render(title: "Coverage", intro: "", sections: [index]), to: PathName.join(folder, "index.html"))
    for file in files {
      guard let name = names[file.path] else { continue }
      try AtomicFile.write(page(file, sources), to: PathName.join(folder, name))
    }
    return files.count + 1
  }

  private static func page(_ file: FileCoverage, _ sources: SourceFiles) -> [UInt8] {
    let area = Area(name: "source", title: "Source")
    var section = ReportSection(area: area, summary: CoverageSection.summary(file.totals, 1))
    if !file.functions.isEmpty {
      let rows = file.functions.map { function -> [ReportCell] in
        [.code(function.name), .count(UInt64(function.start)), .count(function.count)]
      }
      section.blocks.append(
        .details(
          title: "Functions",
          blocks: [.table(ReportTable(caption: "Functions", columns: ["Name", "Line", "Entered"], rows: rows))]))
    }
    if let source = CoverageSection.source(file, sources, around: nil) {
      section.blocks.append(.source(source))
    } else {
      section.blocks.append(.paragraph("The source is not at hand, or is another version: here are the lines alone."))
      let rows = file.lines.map { line -> [ReportCell] in [.count(UInt64(line.line)), .count(line.count)] }
      section.blocks.append(
        .table(ReportTable(caption: "Lines that can be covered", columns: ["Line", "Ran"], rows: rows)))
    }
    return SectionPage.render(
      title: file.path, intro: "", sections: [section], parent: ("All files", "../index.html"))
  }
}
