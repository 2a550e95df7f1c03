// The pages of `plimsoll heap ... --html`: each of the three commands shows on one page what it prints, and more of it.

public import HeapDump
internal import SystemKit

/// Writes heap dumps as pages: an `index.html` each.
public enum HeapPages {
  /// Writes what a dump holds.
  ///
  /// - Parameters:
  ///   - summary: what is shown.
  ///   - folder: made when it is not there.
  /// - Throws: `SystemError`.
  public static func write(_ summary: HeapSummary, of dump: HeapDump, to folder: String) throws {
    let section = ReportSection(
      area: Area(name: "summary", title: "What it holds"),
      summary:
        "\(Plural.text(summary.objects, "object")) of \(Plural.text(summary.classes.count, "class", "classes")), "
        + HeapWords.size(summary.bytes),
      blocks: HeapBlocks.contents(summary, classLimit: ReportLimits.tableRows, showsTexts: true))
    try write("Heap summary", dump, section, folder)
  }

  /// Writes who retains how much: the tree as areas and as rows, objects and classes.
  ///
  /// - Throws: `SystemError`.
  public static func write(_ dominators: HeapDominators, of dump: HeapDump, to folder: String) throws {
    let rule =
      dominators.rule == .strong ? "over strong references from the roots only" : "by the rule of VisualVM"
    var section = ReportSection(
      area: Area(name: "dominators", title: "Who holds how much"),
      summary: "\(HeapWords.size(dominators.totalBytes)) in all; what an object retains would go with it, \(rule)",
      blocks: HeapBlocks.dominators(dominators, leaks: nil, classLimit: ReportLimits.tableRows))
    let rows = dominators.objects.map { object -> [ReportCell] in
      [
        .code(object.name), .bytes(UInt64(clamping: object.shallow)), .bytes(UInt64(clamping: object.retained)),
        .part(UInt64(clamping: object.retained), of: UInt64(clamping: dominators.totalBytes)),
        .code(HeapWords.id(object.id)),
      ]
    }
    if dominators.hasRoots {
      section.blocks.append(
        .table(
          ReportTable(
            caption: "Objects by what they retain", columns: ["Object", "Own size", "Retained", "Of the heap", "Id"],
            rows: rows)))
    }
    try write("Heap dominators", dump, section, folder)
  }

  /// Writes leaks and suspects with the ways that hold them.
  ///
  /// - Throws: `SystemError`.
  public static func write(_ leaks: HeapLeaks, of dump: HeapDump, to folder: String) throws {
    let own = leaks.suspects.count { $0.isOwnLeak }
    let known = leaks.suspects.count { $0.kind.isCertain } - own
    var section = ReportSection(
      area: Area(name: "leaks", title: "What should perhaps not be there"),
      summary: leaks.hasRoots
        ? "\(Plural.text(own, "certain leak")), \(Plural.text(known, "known leak")) of the platform, "
          + "\(Plural.text(leaks.suspects.count - own - known, "suspect")) by size" : "cannot tell",
      blocks: HeapBlocks.leaks(leaks, isAlone: true))
    for unknown in leaks.unknownTexts { section.blocks.append(.paragraph("Unknown: \(unknown).")) }
    try write("Heap leaks", dump, section, folder)
  }

  private static func write(_ title: String, _ dump: HeapDump, _ section: ReportSection, _ folder: String) throws {
    try AtomicFile.makeFolder(folder)
    var intro = "\(HeapSection.kind(dump))."
    if dump.partCount > 1 { intro += " Dump \(dump.part + 1) of \(dump.partCount) in the file." }
    if !dump.damage.isEmpty { intro += " The dump is damaged: this is what could be read of it." }
    try AtomicFile.write(
      SectionPage.render(title: "\(title): \(PathName.split(dump.path).name)", intro: intro, sections: [section]),
      to: PathName.join(folder, "index.html"))
  }
}
