// The tables, trees and drawings of heap dumps, which the survey's section and the pages of `plimsoll heap` share.

internal import HeapDump

enum HeapBlocks {
  // MARK: - Leaks

  /// Leaks and suspects, each with its way.
  ///
  /// - Parameter isAlone: whether nothing else is on the page: ways are then open to the eye.
  static func leaks(_ leaks: HeapLeaks, isAlone: Bool) -> [ReportBlock] {
    var blocks: [ReportBlock] = []
    guard !leaks.suspects.isEmpty else {
      return leaks.unknown.isEmpty ? [.paragraph("No leak and no suspect was found.")] : []
    }
    let rows = leaks.suspects.map { suspect -> [ReportCell] in
      [
        .text(HeapWords.title(suspect.kind)), .code(suspect.name), .count(UInt64(suspect.count)),
        .bytes(UInt64(clamping: suspect.retained)),
        .part(UInt64(clamping: suspect.retained), of: UInt64(clamping: leaks.totalBytes)),
        .text(certainty(suspect)),
      ]
    }
    blocks.append(
      .table(
        ReportTable(
          caption: "Leaks and suspects", columns: ["What", "Class", "Objects", "Retained", "Of the heap", "Certain"],
          rows: rows)))
    for suspect in leaks.suspects {
      var inner: [ReportBlock] = HeapWords.holdings(suspect).map { .paragraph($0) }
      if let path = suspect.path {
        inner.append(.preformatted(HeapWords.way(path)))
      } else {
        inner.append(.paragraph("No root reaches it over references that keep."))
      }
      if suspect.objects.count > 1 {
        let shown = suspect.objects.prefix(20).map { HeapWords.id($0) }.joined(separator: " ")
        let more = suspect.count > 20 ? " and \(FigureText.count(suspect.count - 20)) more" : ""
        inner.append(.paragraph("Objects: \(shown)\(more)"))
      }
      let title = HeapWords.line(suspect, of: leaks.totalBytes)
      if isAlone, suspect.kind.isCertain {
        blocks += [.paragraph("\(title):")] + inner
      } else {
        blocks.append(.details(title: title, blocks: inner))
      }
    }
    return blocks
  }

  private static func certainty(_ suspect: LeakSuspect) -> String {
    if suspect.path?.libraryLeak != nil { return "known leak of the platform" }
    return suspect.kind.isCertain ? "yes" : "by size"
  }

  // MARK: - Dominators

  /// The tree as areas and as rows, and the classes.
  static func dominators(_ dominators: HeapDominators, leaks: HeapLeaks?, classLimit: Int) -> [ReportBlock] {
    let leaked = Set(leaks?.suspects.filter(\.isOwnLeak).flatMap(\.objects) ?? [])
    var blocks: [ReportBlock] = []
    let caption = "Who holds how much: what would go with an object lies below it"
    if !dominators.tree.isEmpty {
      var tiles = dominators.tree.map { tile($0, leaked) }
      if let rest = rest(dominators.others) { tiles.append(rest) }
      blocks.append(.treemap(ReportTreemap(caption: "Who holds how much", unit: .bytes, tiles: tiles)))
      blocks.append(.tree(tree(dominators, leaked, caption)))
    }
    let rows = dominators.classes.prefix(classLimit).map { row -> [ReportCell] in
      [
        .code(row.name), .count(UInt64(clamping: row.count)), .bytes(UInt64(clamping: row.shallow)),
        .bytes(UInt64(clamping: row.retained)),
        .part(UInt64(clamping: row.retained), of: UInt64(clamping: dominators.totalBytes)),
      ]
    }
    blocks.append(
      .table(
        ReportTable(
          caption: "Classes by what their objects retain",
          columns: ["Class", "Objects", "Own size", "Retained", "Of the heap"], rows: rows,
          omitted: dominators.classes.count - rows.count)))
    if dominators.unreachedCount > 0 {
      blocks.append(.paragraph("No root reaches \(Plural.text(dominators.unreachedCount, "object"))."))
    }
    return blocks
  }

  private static func rest(_ others: (count: Int, bytes: Int)) -> ReportTreemap.Tile? {
    guard others.count > 0, others.bytes > 0 else { return nil }
    let name = "\(FigureText.count(others.count)) more"
    return ReportTreemap.Tile(name: Plural.text(others.count, "more object"), label: name, value: UInt64(others.bytes))
  }

  /// An object and what it holds. Wrappers that hold one thing only are passed over: each would be drawn as a frame around the
  /// same area.
  private static func tile(_ node: DominatorNode, _ leaked: Set<UInt64>) -> ReportTreemap.Tile {
    var inner = node
    var passed: [String] = []
    while inner.children.count == 1, let child = inner.children.first, !leaked.contains(child.object.id),
      !child.children.isEmpty, Double(child.object.retained) >= 0.9 * Double(inner.object.retained)
    {
      passed.append(child.object.name)
      inner = child
    }
    let isLeak = leaked.contains(node.object.id)
    var children = inner.children.map { tile($0, leaked) }
    if let rest = rest(inner.others) { children.append(rest) }
    return ReportTreemap.Tile(
      name: "\(node.object.name) \(HeapWords.id(node.object.id))", label: HeapWords.short(node.object.name),
      value: UInt64(clamping: node.object.retained),
      detail: passed.isEmpty ? nil : "holds it by \(passed.joined(separator: ", "))", mark: isLeak ? "Leak" : nil,
      children: children)
  }

  private static func tree(_ dominators: HeapDominators, _ leaked: Set<UInt64>, _ caption: String) -> ReportTree {
    let total = UInt64(clamping: dominators.totalBytes)
    let hasMarks = !leaked.isEmpty
    func rest(_ others: (count: Int, bytes: Int)) -> ReportTree.Node? {
      guard others.count > 0 else { return nil }
      let bytes = UInt64(clamping: others.bytes)
      return ReportTree.Node(
        name: Plural.text(others.count, "more object"), cells: [.bytes(bytes), .part(bytes, of: total), .empty, .empty])
    }
    func row(_ node: DominatorNode) -> ReportTree.Node {
      let bytes = UInt64(clamping: node.object.retained)
      var cells: [ReportCell] = [
        .bytes(bytes), .part(bytes, of: total), .bytes(UInt64(clamping: node.object.shallow)),
        .code(HeapWords.id(node.object.id)),
      ]
      if hasMarks { cells.append(leaked.contains(node.object.id) ? .text("leak") : .empty) }
      return ReportTree.Node(
        name: node.object.name, cells: cells, children: node.children.map(row) + [rest(node.others)].compactMap { $0 })
    }
    let reached =
      dominators.tree.reduce(dominators.others.bytes) { $0.addingReportingOverflow($1.object.retained).partialValue }
    let bytes = UInt64(clamping: reached)
    return ReportTree(
      caption: caption,
      columns: ["Object", "Retained", "Of the heap", "Own size", "Id"] + (hasMarks ? ["Mark"] : []),
      root: ReportTree.Node(
        name: "all that roots hold", cells: [.bytes(bytes), .part(bytes, of: total), .empty, .empty],
        children: dominators.tree.map(row) + [rest(dominators.others)].compactMap { $0 }))
  }

  // MARK: - Contents

  /// What a dump holds, list by list.
  ///
  /// - Parameter classLimit: how many classes are listed by their own size; `nil`: none, as they stand elsewhere.
  static func contents(_ summary: HeapSummary, classLimit: Int?) -> [ReportBlock] {
    var blocks: [ReportBlock] = []
    if let classLimit {
      let rows = summary.classes.prefix(classLimit).map { row -> [ReportCell] in
        [
          .code(row.name), .count(UInt64(clamping: row.count)), .bytes(UInt64(clamping: row.bytes)),
          .part(UInt64(clamping: row.bytes), of: UInt64(clamping: summary.bytes)),
        ]
      }
      blocks.append(
        .table(
          ReportTable(
            caption: "Classes by their objects’ own size", columns: ["Class", "Objects", "Own size", "Of the heap"],
            rows: rows, omitted: summary.classes.count - rows.count)))
    }
    blocks += details("Duplicate strings", strings(summary.strings))
    blocks += details("Largest arrays", arrays(summary.largestArrays))
    blocks += details("Bitmaps", bitmaps(summary.bitmaps))
    blocks += details("Threads", threads(summary.threads))
    blocks += details("Heaps and roots", heapsAndRoots(summary))
    return blocks
  }

  private static func details(_ title: String, _ blocks: [ReportBlock]) -> [ReportBlock] {
    blocks.isEmpty ? [] : [.details(title: title, blocks: blocks)]
  }

  private static func strings(_ strings: Known<StringFigures>) -> [ReportBlock] {
    switch strings {
    case .unknown(let why): return [.paragraph("Unknown: \(why).")]
    case .known(let figures):
      guard figures.count > 0 else { return [] }
      let line =
        "\(Plural.text(figures.count, "string")) hold \(Plural.text(figures.distinct, "text")); all but one of each cost "
        + "\(HeapWords.size(figures.wasted))."
      let rows = figures.duplicates.map { text -> [ReportCell] in
        [
          .code(String(text.text.prefix(80)) + (text.isCut || text.text.count > 80 ? "…" : "")),
          .count(UInt64(clamping: text.count)), .bytes(UInt64(clamping: text.wasted)),
        ]
      }
      guard !rows.isEmpty else { return [.paragraph(line)] }
      return [
        .paragraph(line),
        .table(
          ReportTable(
            caption: "Texts that several strings hold, the costliest first", columns: ["Text", "Strings", "Cost"],
            rows: rows)),
      ]
    }
  }

  private static func arrays(_ arrays: [LargeArray]) -> [ReportBlock] {
    guard !arrays.isEmpty else { return [] }
    let sorted = arrays.sorted { ($0.bytes, $1.id) > ($1.bytes, $0.id) }
    let rows = sorted.map { array -> [ReportCell] in
      [
        .code(array.type), .count(UInt64(clamping: array.count)), .bytes(UInt64(clamping: array.bytes)),
        .code(HeapWords.id(array.id)),
      ]
    }
    return [
      .table(
        ReportTable(caption: "The largest arrays", columns: ["Type", "Elements", "Own size", "Id"], rows: rows))
    ]
  }

  private static func bitmaps(_ bitmaps: Known<[HeapBitmap]>) -> [ReportBlock] {
    switch bitmaps {
    case .unknown(let why): return [.paragraph("Unknown: \(why).")]
    case .known(let all):
      guard !all.isEmpty else { return [] }
      let rows = all.prefix(100).map { bitmap -> [ReportCell] in
        let shape = bitmap.width.flatMap { width in bitmap.height.map { "\(width) × \($0)" } } ?? "unknown"
        let place =
          switch bitmap.storage {
          case .heap: "in the heap"
          case .native: "in native memory, reckoned at 4 bytes a pixel"
          case .dumped: "in native memory, with a copy in the dump"
          }
        return [
          .code(HeapWords.id(bitmap.id)), .text(shape), bitmap.bytes.map { .bytes(UInt64(clamping: $0)) } ?? .empty,
          .text(place),
        ]
      }
      return [
        .table(
          ReportTable(
            caption: "Android’s bitmaps, the largest first", columns: ["Id", "Pixels", "Size", "Where they are"],
            rows: rows, omitted: all.count - rows.count))
      ]
    }
  }

  private static func threads(_ threads: Known<[HeapThread]>) -> [ReportBlock] {
    switch threads {
    case .unknown(let why): return [.paragraph("Unknown: \(why).")]
    case .known(let all):
      return all.prefix(200).map { thread in
        let title = "\(thread.name.map { "“\($0)”" } ?? "without a name in the dump"), \(thread.className)"
        guard !thread.frames.isEmpty else { return .paragraph("\(title): no stack") }
        return .details(
          title: "\(title): \(Plural.text(thread.frames.count, "frame"))",
          blocks: [.preformatted(thread.frames.prefix(500).map { "at \($0)" }.joined(separator: "\n"))])
      } + (all.count > 200 ? [.paragraph("\(Plural.text(all.count - 200, "more thread")).")] : [])
    }
  }

  private static func heapsAndRoots(_ summary: HeapSummary) -> [ReportBlock] {
    var blocks: [ReportBlock] = []
    if summary.heaps.count > 1 {
      let rows = summary.heaps.map { heap -> [ReportCell] in
        [.code(heap.name), .count(UInt64(clamping: heap.objects)), .bytes(UInt64(clamping: heap.bytes))]
      }
      blocks.append(
        .table(ReportTable(caption: "The heaps", columns: ["Heap", "Objects", "Own size"], rows: rows)))
    }
    let rows = summary.roots.map { root -> [ReportCell] in [.text(root.kind.title), .count(UInt64(root.count))] }
    if !rows.isEmpty {
      blocks.append(
        .table(
          ReportTable(caption: "Why the virtual machine holds objects", columns: ["Root", "How many"], rows: rows)))
    }
    return blocks
  }
}
