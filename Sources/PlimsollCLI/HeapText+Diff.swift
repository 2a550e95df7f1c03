// Differences of two dumps as text and as JSON: Documentation/heap-json.md.

internal import ByteKit
internal import HeapDump
internal import MarkupKit
internal import Survey
internal import SystemKit

extension HeapText {
  private static func signed(_ value: Int, _ text: (Int) -> String) -> String {
    value > 0 ? "+" + text(value) : value < 0 ? "-" + text(-value) : "0"
  }

  /// What changed.
  static func diff(
    _ diff: HeapDiff, _ before: HeapDump, _ after: HeapDump, top: Int, terminal: Terminal
  ) -> String {
    var lines = heading(before) + heading(after)
    lines.append("")
    lines.append(
      "\(FigureText.count(diff.before.count)) -> \(FigureText.count(diff.after.count)) objects, "
        + "\(size(diff.before.shallow)) -> \(size(diff.after.shallow)); \(FigureText.count(diff.classes.count)) classes "
        + "changed, \(FigureText.count(diff.unchanged)) did not")
    if diff.classes.isEmpty { return lines.joined(separator: "\n") + "\n" }
    lines.append("")
    let room = terminal.isInteractive ? max(24, terminal.columns - 58) : 100
    var table = TextTable([.right, .right, .right, .right, .left])
    table.header(["retained", "shallow", "objects", "now", "class"])
    // The end of the list is what shrank most: both ends are of interest.
    let first = diff.classes.prefix(top)
    let last = diff.classes.dropFirst(first.count).suffix(min(5, top)).filter { $0.growth < 0 }
    for row in Array(first) + last {
      table.row([
        diff.knowsRetained ? signed(row.growth, size) : "unknown", signed(row.after.shallow - row.before.shallow, size),
        signed(row.after.count - row.before.count) { FigureText.count($0) }, FigureText.count(row.after.count),
        VisibleName.text(row.name, columns: room),
      ])
    }
    lines += table.lines()
    let left = diff.classes.count - first.count - last.count
    if left > 0 { lines.append("and \(FigureText.count(left)) more classes (--top)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What changed.
  static func json(_ diff: HeapDiff, _ before: HeapDump, _ after: HeapDump) -> String {
    var json = JSONWriter()
    json.object { json in
      head("plimsoll.heap-diff", after, &json)
      json.object("old") { json in
        json.member("path", before.path)
        members(diff.before, &json)
      }
      json.object("new") { json in
        json.member("path", after.path)
        members(diff.after, &json)
      }
      json.member("unchanged", diff.unchanged)
      json.array("classes") { json in
        for row in diff.classes {
          json.object { json in
            json.member("name", row.name)
            json.object("old") { json in
              members(row.before, &json)
              json.member("retained", diff.knowsRetained ? row.before.retained : nil)
            }
            json.object("new") { json in
              members(row.after, &json)
              json.member("retained", diff.knowsRetained ? row.after.retained : nil)
            }
          }
        }
      }
    }
    return json.output.text
  }

  private static func members(_ figures: ClassFigures, _ json: inout JSONWriter) {
    json.member("objects", figures.count)
    json.member("shallow", figures.shallow)
  }
}
