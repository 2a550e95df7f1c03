// Heap dumps as text for terminals.

internal import HeapDump
internal import MarkupKit
internal import Survey
internal import SystemKit

enum HeapText {
  /// An object's id as it is shown and as `heap path` takes it.
  static func id(_ id: UInt64) -> String { "0x" + String(id, radix: 16) }

  static func size(_ bytes: Int) -> String { FigureText.bytes(Double(bytes)) }

  /// The lines that say what kind of file a dump is.
  static func heading(_ dump: HeapDump) -> [String] {
    var kind = dump.header.text + ", \(dump.header.idSize)-byte ids"
    if let version = dump.crunchedVersion { kind = "BMD \(version) of " + kind }
    if dump.isCompressed { kind += ", compressed" }
    var lines = ["\(VisibleName.text(dump.path, columns: 100)): \(kind), \(size(dump.fileSize))"]
    if dump.header.milliseconds > 0 {
      lines.append("made \(Timestamp(seconds: Int64(clamping: dump.header.milliseconds / 1000)).iso8601)")
    }
    return lines
  }

  /// The summary of a dump.
  static func summary(
    _ summary: HeapSummary, of dump: HeapDump, classes: Int, stacks: Bool, terminal: Terminal
  ) -> String {
    var lines = heading(dump)
    func title(_ text: String) {
      lines.append("")
      lines.append(terminal.styled(text, .bold))
    }
    lines.append("")
    lines.append(
      "\(FigureText.count(summary.objects)) objects, \(size(summary.bytes)); \(FigureText.count(summary.classCount)) classes, "
        + "\(FigureText.count(summary.symbolCount)) symbols")
    if summary.heaps.count > 1 || summary.heaps.first?.name != "default" {
      for heap in summary.heaps {
        lines.append("heap \(visible(heap.name)): \(FigureText.count(heap.objects)) objects, \(size(heap.bytes))")
      }
    }
    if !summary.roots.isEmpty {
      lines.append(
        "roots: " + summary.roots.map { "\(FigureText.count($0.count)) \($0.kind.title)" }.joined(separator: ", "))
    }

    let room = terminal.isInteractive ? max(24, terminal.columns - 26) : 100
    title("classes by size")
    var table = TextTable([.right, .right, .left])
    for row in summary.classes.prefix(classes) {
      table.row([size(row.bytes), FigureText.count(row.count), VisibleName.text(row.name, columns: room)])
    }
    lines += table.lines()
    if summary.classes.count > classes {
      lines.append("and \(FigureText.count(summary.classes.count - classes)) more classes (--classes)")
    }

    if !summary.largestArrays.isEmpty {
      title("largest arrays")
      var table = TextTable([.right, .left, .right, .left])
      for array in summary.largestArrays {
        table.row([
          size(array.bytes), visible(array.type), FigureText.count(array.count), id(array.id),
        ])
      }
      lines += table.lines()
    }
    lines += strings(summary.strings, title: { terminal.styled($0, .bold) }, room: room)
    lines += bitmaps(summary.bitmaps, title: { terminal.styled($0, .bold) })
    switch summary.threads {
    case .unknown(let why): lines += ["", "threads: unknown (\(why))"]
    case .known(let threads):
      if !threads.isEmpty { title("threads: \(FigureText.count(threads.count))") }
      let limits = HeapThread.shownFrames(of: threads)
      for (thread, limit) in zip(threads, limits) {
        lines.append(
          "\(thread.name.map { "\"\(VisibleName.text($0, columns: room))\"" } ?? "(no name in the dump)")  \(visible(thread.className))"
        )
        let frames = thread.frames.prefix(stacks ? limit : 3)
        for frame in frames { lines.append("    at \(VisibleName.text(frame, columns: room))") }
        if thread.frames.count > frames.count {
          let left = FigureText.count(thread.frames.count - frames.count)
          lines.append(
            "    and \(left) more " + (stacks ? "frames (left out: there are too many in all)" : "(--stacks)"))
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func visible(_ text: String) -> String { VisibleName.text(text, columns: 100) }

  private static func strings(_ strings: Known<StringFigures>, title: (String) -> String, room: Int) -> [String] {
    switch strings {
    case .unknown(let why): return ["", "duplicate strings: unknown (\(why))"]
    case .known(let figures):
      guard figures.count > 0 else { return [] }
      var lines = [
        "",
        title("strings"),
        "\(FigureText.count(figures.count)) strings, \(FigureText.count(figures.distinct)) different; "
          + "duplicates cost \(size(figures.wasted))",
      ]
      var table = TextTable([.right, .right, .left])
      for text in figures.duplicates {
        table.row([
          size(text.wasted), FigureText.count(text.count),
          "\"" + VisibleName.text(text.text, columns: room - 4) + (text.isCut ? "…\"" : "\""),
        ])
      }
      lines += table.lines()
      return lines
    }
  }

  private static func bitmaps(_ bitmaps: Known<[HeapBitmap]>, title: (String) -> String) -> [String] {
    switch bitmaps {
    case .unknown(let why): return ["", "bitmaps: unknown (\(why))"]
    case .known(let rows):
      guard !rows.isEmpty else { return [] }
      let known = rows.compactMap(\.bytes)
      var text = "bitmaps: \(FigureText.count(rows.count)), "
      if known.count < rows.count {
        text += "\(FigureText.count(rows.count - known.count)) of unknown size, the others "
      }
      // Sides are any numbers in a damaged dump.
      let total = known.reduce(0) { $0 > Int.max - $1 ? Int.max : $0 + $1 }
      var lines = ["", title(text + "\(size(total)) of pixels")]
      var table = TextTable([.right, .right, .left, .left])
      for bitmap in rows.prefix(10) {
        let shape = bitmap.width.flatMap { width in bitmap.height.map { "\(width)x\($0)" } } ?? "size unknown"
        let place =
          switch bitmap.storage {
          case .heap: "in the heap"
          case .native: "in native memory (reckoned at 4 bytes a pixel)"
          case .dumped: "in native memory, with a copy in the dump"
          }
        table.row([bitmap.bytes.map(size) ?? "unknown", shape, place, id(bitmap.id)])
      }
      lines += table.lines()
      return lines
    }
  }
}
