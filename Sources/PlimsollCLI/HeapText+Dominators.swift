// Dominators as text and as JSON: Documentation/heap-json.md.

internal import ByteKit
internal import HeapDump
internal import MarkupKit
internal import Survey
internal import SystemKit

extension HeapText {
  /// A share of the heap, as in a survey.
  static func share(_ bytes: Int, of total: Int) -> String {
    FigureText.share(UInt64(clamping: bytes), of: UInt64(clamping: total))
  }

  /// The largest objects and classes, and the tree where it was asked for.
  static func dominators(
    _ dominators: HeapDominators, of dump: HeapDump, top: Int, tree: Bool, terminal: Terminal
  ) -> String {
    var lines = heading(dump)
    lines.append("")
    guard dominators.hasRoots else {
      lines.append("cannot tell who holds how much: \(HeapDump.rootless)")
      return lines.joined(separator: "\n") + "\n"
    }
    let room = terminal.isInteractive ? max(24, terminal.columns - 52) : 100
    lines.append(terminal.styled("objects by retained size", .bold))
    var table = TextTable([.right, .right, .right, .left, .left])
    table.header(["retained", "share", "shallow", "object", "class"])
    for object in dominators.objects {
      table.row([
        size(object.retained), share(object.retained, of: dominators.totalBytes), size(object.shallow), id(object.id),
        VisibleName.text(object.name, columns: room),
      ])
    }
    lines += table.lines()
    lines.append("")
    lines.append(terminal.styled("classes by retained size", .bold))
    table = TextTable([.right, .right, .right, .right, .left])
    table.header(["retained", "share", "shallow", "objects", "class"])
    for row in dominators.classes.prefix(top) {
      table.row([
        size(row.retained), share(row.retained, of: dominators.totalBytes), size(row.shallow),
        FigureText.count(row.count), VisibleName.text(row.name, columns: room),
      ])
    }
    lines += table.lines()
    if dominators.classes.count > top {
      lines.append("and \(FigureText.count(dominators.classes.count - top)) more classes (--top)")
    }
    if tree {
      lines.append("")
      lines.append(terminal.styled("dominator tree", .bold))
      for node in dominators.tree { branch(node, depth: 0, dominators.totalBytes, &lines) }
      rest(dominators.others, depth: 0, &lines)
    }
    if dominators.unreachedCount > 0 {
      lines.append("")
      lines.append("\(FigureText.count(dominators.unreachedCount)) objects are not reached from any root")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func branch(_ node: DominatorNode, depth: Int, _ total: Int, _ lines: inout [String]) {
    lines.append(
      String(repeating: "  ", count: depth)
        + "\(size(node.object.retained)) (\(share(node.object.retained, of: total)))  "
        + "\(visible(node.object.name)) \(id(node.object.id))")
    for child in node.children { branch(child, depth: depth + 1, total, &lines) }
    rest(node.others, depth: depth + 1, &lines)
  }

  private static func rest(_ others: (count: Int, bytes: Int), depth: Int, _ lines: inout [String]) {
    guard others.count > 0 else { return }
    lines.append(
      String(repeating: "  ", count: depth) + "\(size(others.bytes))  \(FigureText.count(others.count)) more")
  }

  /// Dominators.
  static func json(_ dominators: HeapDominators, of dump: HeapDump) -> String {
    var json = JSONWriter()
    json.object { json in
      head("plimsoll.heap-dominators", dump, &json)
      json.member("rule", dominators.rule.rawValue)
      json.member("bytes", dominators.totalBytes)
      unknownRoots(dump, &json)
      if dominators.hasRoots { json.member("unreached", dominators.unreachedCount) }
      json.array("objects") { json in
        for object in dominators.objects { json.object { json in members(object, &json) } }
      }
      json.array("classes") { json in
        for row in dominators.classes {
          json.object { json in
            json.member("name", row.name)
            json.member("id", id(row.id))
            json.member("objects", row.count)
            json.member("shallow", row.shallow)
            json.member("retained", row.retained)
          }
        }
      }
      json.array("tree") { json in for node in dominators.tree { branch(node, &json) } }
      others(dominators.others, dominators.othersByClass, &json)
    }
    return json.output.text
  }

  static func members(_ object: RetainedObject, _ json: inout JSONWriter) {
    json.member("id", id(object.id))
    json.member("name", object.name)
    json.member("shallow", object.shallow)
    json.member("retained", object.retained)
  }

  private static func branch(_ node: DominatorNode, _ json: inout JSONWriter) {
    json.object { json in
      members(node.object, &json)
      json.array("children") { json in for child in node.children { branch(child, &json) } }
      others(node.others, node.othersByClass, &json)
    }
  }

  /// What is not listed, and the classes that have most of it.
  private static func others(
    _ others: (count: Int, bytes: Int), _ classes: [DominatedClass], _ json: inout JSONWriter
  ) {
    json.object("others") { json in
      json.member("objects", others.count)
      json.member("retained", others.bytes)
    }
    json.array("othersByClass") { json in
      for row in classes {
        json.object { json in
          json.member("name", row.name)
          json.member("objects", row.count)
          json.member("retained", row.bytes)
        }
      }
    }
  }
}
