// The report's part on heap dumps: leaks with the ways that hold them, the dominator tree as areas and as rows, classes, and what a
// dump holds besides.

internal import HeapDump
internal import SystemKit

enum HeapSection {
  /// So many dumps are shown in full.
  private static let dumpLimit = 10
  /// Rows that a table shows at most.
  private static let rowLimit = 200

  static func section(_ area: Area, _ dumps: [ExaminedDump]) -> ReportSection {
    var section = ReportSection(area: area, summary: summary(dumps))
    if dumps.count == 1 {
      section.blocks = blocks(dumps[0])
    } else {
      section.blocks = [.table(table(of: dumps))]
      for dump in dumps.prefix(dumpLimit) {
        section.blocks.append(.details(title: dump.name, blocks: blocks(dump)))
      }
      if dumps.count > dumpLimit {
        section.blocks.append(
          .paragraph(
            "\(Plural.text(dumps.count - dumpLimit, "more dump")) not shown here; plimsoll heap summary FILE --html DIR does."
          ))
      }
    }
    return section
  }

  private static func summary(_ dumps: [ExaminedDump]) -> String {
    let leaks = ExaminedDump.distinct(dumps) { $0.isOwnLeak }.count
    let isKnown = dumps.allSatisfy { $0.leaks.unknownTexts.isEmpty }
    let found =
      leaks > 0 ? Plural.text(leaks, "leak") : isKnown ? "no certain leak" : "leaks not known"
    if dumps.count > 1 { return "\(FigureText.count(dumps.count)) dumps, \(found)" }
    let summary = dumps[0].summary
    return "\(Plural.text(summary.objects, "object")) of \(Plural.text(summary.classes.count, "class", "classes")), "
      + "\(HeapWords.size(summary.bytes)); \(found)"
  }

  private static func table(of dumps: [ExaminedDump]) -> ReportTable {
    let rows = dumps.prefix(rowLimit).map { dump -> [ReportCell] in
      let leaks = dump.ownLeaks
      let isKnown = dump.leaks.unknownTexts.isEmpty || !leaks.isEmpty
      return [
        .code(dump.name), .bytes(UInt64(clamping: dump.summary.bytes)), .count(UInt64(clamping: dump.summary.objects)),
        isKnown ? .count(UInt64(leaks.count)) : .empty,
        dump.summary.strings.value.map { .bytes(UInt64(clamping: $0.wasted)) } ?? .empty,
      ]
    }
    return ReportTable(
      caption: "Heap dumps; a cell is empty where the dump does not hold what is asked for",
      columns: ["Dump", "Objects’ size", "Objects", "Leaks", "Duplicate strings"], rows: rows,
      omitted: dumps.count - rows.count)
  }

  /// What kind of dump it is.
  static func kind(_ dump: HeapDump) -> String {
    var kind = "\(dump.header.text), \(dump.header.idSize)-byte ids"
    if let version = dump.crunchedVersion { kind = "BMD \(version) of \(kind)" }
    if dump.isCompressed { kind += ", compressed" }
    kind += ", \(HeapWords.size(dump.fileSize))"
    if dump.header.milliseconds > 0 {
      kind += ", made \(Timestamp(seconds: Int64(clamping: dump.header.milliseconds / 1000)).iso8601)"
    }
    return kind
  }

  private static func blocks(_ dump: ExaminedDump) -> [ReportBlock] {
    var blocks: [ReportBlock] = [.paragraph("\(dump.name): \(dump.kind).")]
    blocks += HeapBlocks.leaks(dump.leaks, isAlone: false)
    blocks += HeapBlocks.dominators(dump.dominators, leaks: dump.leaks, classLimit: rowLimit)
    blocks += HeapBlocks.contents(dump.summary, classLimit: nil, showsTexts: false)
    if !dump.unknown.isEmpty { blocks.append(.paragraph(dump.unknown.joined(separator: "; ") + ".")) }
    return blocks
  }
}
