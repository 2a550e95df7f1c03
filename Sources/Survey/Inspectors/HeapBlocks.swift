// The tables, trees and drawings of heap dumps, which the survey's section and the pages of `plimsoll heap` share.

internal import HeapDump

enum HeapBlocks {
  /// So many suspects are listed.
  private static let rowLimit = 300
  /// And so many are shown with their ways.
  private static let wayLimit = 60

  // MARK: - Leaks

  /// Leaks and suspects, each with its way.
  ///
  /// - Parameter isAlone: whether nothing else is on the page: ways are then open to the eye.
  static func leaks(_ leaks: HeapLeaks, isAlone: Bool) -> [ReportBlock] {
    var blocks: [ReportBlock] = []
    guard !leaks.suspects.isEmpty else {
      return leaks.unknownTexts.isEmpty ? [.paragraph("No leak and no suspect was found.")] : []
    }
    let rows = leaks.suspects.prefix(rowLimit).map { suspect -> [ReportCell] in
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
          rows: rows, omitted: leaks.suspects.count - rows.count)))
    for suspect in leaks.suspects.prefix(wayLimit) {
      var inner: [ReportBlock] = HeapWords.holdings(suspect).map { .paragraph($0) }
      if let path = suspect.path {
        inner.append(.preformatted(HeapWords.way(path).joined(separator: "\n")))
      } else {
        // A certain leak is reached: there are too many to follow each.
        inner.append(
          .paragraph(
            suspect.kind.isCertain
              ? "Its way was left out, as there are more than a thousand leaked objects."
              : "No root reaches it over references that keep."))
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
    if leaks.waysLeftOut > 0 {
      blocks.append(
        .paragraph(
          "The ways to \(Plural.text(leaks.waysLeftOut, "leaked object")) were left out: they are told by class alone.")
      )
    }
    if leaks.suspects.count > wayLimit {
      let rest = leaks.suspects.count - wayLimit
      blocks.append(
        .paragraph("The ways of \(FigureText.count(rest)) more are left out; plimsoll heap leaks prints them."))
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
    guard dominators.hasRoots else { return [.paragraph("Who holds how much is unknown: \(HeapDump.rootless).")] }
    let leaked = Set(leaks?.suspects.filter(\.isOwnLeak).flatMap(\.objects) ?? [])
    var blocks: [ReportBlock] = []
    let caption = "Who holds how much: what would go with an object lies below it"
    if !dominators.tree.isEmpty {
      let tiles =
        dominators.tree.map { tile($0, leaked) } + rest(dominators.others, dominators.othersByClass)
      blocks.append(.treemap(ReportTreemap(caption: "Who holds how much", unit: .bytes, tiles: tiles)))
      let tree = tree(dominators, leaked, caption)
      blocks.append(.tree(tree))
      if case .bytes(let sum)? = tree.root.cells.first, sum > UInt64(clamping: dominators.totalBytes) {
        blocks.append(
          .paragraph(
            "By the rule of VisualVM some objects count in several others, so that sizes add up to more than the heap: "
              + "--rule strong gives sizes that add up."))
      }
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

  /// Those that are not drawn one by one: by class, and what is left of them.
  private static func rest(_ others: (count: Int, bytes: Int), _ classes: [DominatedClass]) -> [ReportTreemap.Tile] {
    let left = Self.left(others, classes)
    return classes.map { row in
      ReportTreemap.Tile(
        name: "\(Plural.text(row.count, "object")) of \(row.name)",
        label: "\(FigureText.count(row.count)) × \(HeapWords.innermost(row.name))", value: UInt64(clamping: row.bytes))
    }
      + (left.count > 0 && left.bytes > 0
        ? [
          ReportTreemap.Tile(
            name: Plural.text(left.count, "more object"), label: "\(FigureText.count(left.count)) more",
            value: UInt64(left.bytes))
        ] : [])
  }

  private static func left(
    _ others: (count: Int, bytes: Int), _ classes: [DominatedClass]
  ) -> (count: Int, bytes: Int) {
    (
      max(0, others.count - classes.reduce(0) { $0 + $1.count }),
      max(0, others.bytes - classes.reduce(0) { $0 + $1.bytes })
    )
  }

  /// An object and what it holds. Wrappers, of which nearly all is one object, are passed over: each would be drawn as a frame around
  /// the same area. A leak among them gives the area its name.
  private static func tile(_ node: DominatorNode, _ leaked: Set<UInt64>) -> ReportTreemap.Tile {
    var chain = [node]
    while let child = chain[chain.count - 1].children.first,
      Double(child.object.retained) >= 0.9 * Double(chain[chain.count - 1].object.retained)
    {
      chain.append(child)
    }
    let leak = chain.firstIndex { leaked.contains($0.object.id) }
    // The innermost that holds things is what the area shows; at the end of a chain there may be one object that is all of it.
    let inner = chain.last { !$0.children.isEmpty || $0.others.count > 0 } ?? node
    let named = chain[leak ?? 0]
    var detail: String?
    if let leak, leak > 0 {
      detail = "held by \(chain[..<leak].map(\.object.name).joined(separator: ", "))"
    } else if chain.count > 1 {
      detail = "by way of \(chain.dropFirst().map(\.object.name).joined(separator: ", "))"
    }
    let children = inner.children.map { tile($0, leaked) } + rest(inner.others, inner.othersByClass)
    return ReportTreemap.Tile(
      name: "\(named.object.name) \(HeapWords.id(named.object.id))", label: HeapWords.short(named.object.name),
      value: UInt64(clamping: node.object.retained), detail: detail, mark: leak == nil ? nil : "Leak",
      children: children)
  }

  private static func tree(_ dominators: HeapDominators, _ leaked: Set<UInt64>, _ caption: String) -> ReportTree {
    let total = UInt64(clamping: dominators.totalBytes)
    let hasMarks = !leaked.isEmpty
    func rest(_ others: (count: Int, bytes: Int), _ classes: [DominatedClass]) -> [ReportTree.Node] {
      let left = Self.left(others, classes)
      let rows = classes.map { ("\(FigureText.count($0.count)) of \($0.name)", $0.bytes) }
      return (rows + (left.count > 0 ? [(Plural.text(left.count, "more object"), left.bytes)] : [])).map {
        name, bytes in
        let bytes = UInt64(clamping: bytes)
        return ReportTree.Node(name: name, cells: [.bytes(bytes), .part(bytes, of: total), .empty, .empty])
      }
    }
    func row(_ node: DominatorNode) -> ReportTree.Node {
      let bytes = UInt64(clamping: node.object.retained)
      var cells: [ReportCell] = [
        .bytes(bytes), .part(bytes, of: total), .bytes(UInt64(clamping: node.object.shallow)),
        .code(HeapWords.id(node.object.id)),
      ]
      if hasMarks { cells.append(leaked.contains(node.object.id) ? .text("leak") : .empty) }
      return ReportTree.Node(
        name: node.object.name, cells: cells, children: node.children.map(row) + rest(node.others, node.othersByClass))
    }
    let reached =
      dominators.tree.reduce(dominators.others.bytes) { $0.addingReportingOverflow($1.object.retained).partialValue }
    let bytes = UInt64(clamping: reached)
    return ReportTree(
      caption: caption,
      columns: ["Object", "Retained", "Of the heap", "Own size", "Id"] + (hasMarks ? ["Mark"] : []),
      root: ReportTree.Node(
        name: "all that roots hold",
        cells: [.bytes(bytes), bytes <= total ? .part(bytes, of: total) : .empty, .empty, .empty],
        children: dominators.tree.map(row) + rest(dominators.others, dominators.othersByClass)))
  }

  // MARK: - Contents

  /// What a dump holds, list by list.
  ///
  /// - Parameters:
  ///   - classLimit: how many classes are listed by their own size; `nil`: none, as they stand elsewhere.
  ///   - showsTexts: whether texts of the heap are shown. A survey's page goes to more people than a dump does, and what an app holds
  ///     in memory may be anybody's secret.
  static func contents(_ summary: HeapSummary, classLimit: Int?, showsTexts: Bool) -> [ReportBlock] {
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
    blocks += details("Duplicate strings", strings(summary.strings, showsTexts: showsTexts))
    blocks += details("Largest arrays", arrays(summary.largestArrays))
    blocks += details("Bitmaps", bitmaps(summary.bitmaps))
    blocks += details("Threads", threads(summary.threads))
    blocks += details("Heaps and roots", heapsAndRoots(summary))
    return blocks
  }

  private static func details(_ title: String, _ blocks: [ReportBlock]) -> [ReportBlock] {
    blocks.isEmpty ? [] : [.details(title: title, blocks: blocks)]
  }

  private static func strings(_ strings: Known<StringFigures>, showsTexts: Bool) -> [ReportBlock] {
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
      guard showsTexts else {
        return [.paragraph(line + " The texts themselves are not shown here: plimsoll heap summary lists them.")]
      }
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
          .code(HeapWords.id(bitmap.id)), .text(shape),
          bitmap.bytes.map { .bytes(UInt64(clamping: $0)) } ?? .text("unknown"),
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
