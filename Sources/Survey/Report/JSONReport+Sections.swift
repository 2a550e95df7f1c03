// What the areas show, for machines: the same blocks that the page draws.

internal import MarkupKit

extension JSONReport {
  /// A tree is written to this depth; what lies deeper would outgrow the stack of those who read it.
  static let treeDepth = 100

  static func section(_ section: ReportSection, _ json: inout JSONWriter) {
    json.object { json in
      json.member("area", section.area.name)
      json.member("title", section.area.title)
      json.member("summary", section.summary)
      json.array("blocks") { json in for value in section.blocks { block(value, &json) } }
    }
  }

  private static func block(_ block: ReportBlock, _ json: inout JSONWriter) {
    json.object { json in
      switch block {
      case .paragraph(let text):
        json.member("kind", "paragraph")
        json.member("text", text)
      case .preformatted(let text):
        json.member("kind", "preformatted")
        json.member("text", text)
      case .table(let table):
        json.member("kind", "table")
        json.member("caption", table.caption)
        json.array("columns") { json in for column in table.columns { json.value(column) } }
        json.array("rows") { json in
          for row in table.rows { json.array { json in for value in row { cell(value, &json) } } }
        }
        json.member("omitted", table.omitted)
      case .tree(let tree):
        json.member("kind", "tree")
        json.member("caption", tree.caption)
        json.array("columns") { json in for column in tree.columns { json.value(column) } }
        json.object("root") { node(tree.root, depth: 0, &$0) }
      case .treemap(let map):
        json.member("kind", "treemap")
        json.member("caption", map.caption)
        json.member("unit", map.unit.rawValue)
        json.array("tiles") { json in for tile in map.tiles { json.object { Self.tile(tile, depth: 1, &$0) } } }
      case .branchGraph(let graph): Self.graph(graph, &json)
      case .pictures(let gallery): Self.gallery(gallery, &json)
      case .details(let title, let blocks):
        json.member("kind", "details")
        json.member("title", title)
        json.array("blocks") { json in for value in blocks { Self.block(value, &json) } }
      case .source(let source): Self.source(source, &json)
      }
    }
  }

  private static func node(_ node: ReportTree.Node, depth: Int, _ json: inout JSONWriter) {
    json.member("name", node.name)
    json.member("target", node.target)
    json.array("cells") { json in for value in node.cells { cell(value, &json) } }
    json.array("children") { json in
      guard depth < treeDepth else { return }
      for child in node.children { json.object { Self.node(child, depth: depth + 1, &$0) } }
    }
    if depth >= treeDepth, !node.children.isEmpty { json.member("omitted", node.below) }
  }

  private static func tile(_ tile: ReportTreemap.Tile, depth: Int, _ json: inout JSONWriter) {
    json.member("name", tile.name)
    json.member("value", tile.value)
    if let detail = tile.detail { json.member("detail", detail) }
    if let mark = tile.mark { json.member("mark", mark) }
    json.array("tiles") { json in
      guard depth < treeDepth else { return }
      for child in tile.children { json.object { Self.tile(child, depth: depth + 1, &$0) } }
    }
  }

  private static func graph(_ graph: ReportBranchGraph, _ json: inout JSONWriter) {
    json.member("kind", "branchGraph")
    json.member("caption", graph.caption)
    json.member("branch", graph.branch)
    json.member("main", graph.main)
    json.member("base", graph.base)
    if let behind = graph.behind { json.member("behind", behind) } else { json.member("behind", nil as String?) }
    json.array("commits") { json in
      for node in graph.nodes {
        json.object { json in
          json.member("kind", node.kind.rawValue)
          json.member("name", node.name)
          json.member("words", node.words)
          json.member("commit", node.commit)
          json.member("facts", node.facts)
          if let mark = node.mark { json.member("mark", mark) }
          if let detail = node.detail { json.member("detail", detail) }
        }
      }
    }
    json.array("links") { json in
      for link in graph.links {
        json.object { json in
          json.member("kind", link.kind.rawValue)
          json.member("from", link.from)
          json.member("to", link.to)
          json.member("detail", link.detail)
        }
      }
    }
  }

  /// Without the thumbnails: the files are there.
  private static func gallery(_ gallery: ReportGallery, _ json: inout JSONWriter) {
    json.member("kind", "pictures")
    json.member("caption", gallery.caption)
    json.array("pictures") { json in
      for picture in gallery.pictures {
        json.object { json in
          json.member("path", picture.path)
          json.member("format", picture.format)
          json.member("width", picture.width)
          json.member("height", picture.height)
          json.member("size", picture.size)
          json.member("test", picture.test)
          json.member("target", picture.target)
          if let problem = picture.problem { json.member("problem", problem) }
        }
      }
    }
  }

  private static func source(_ source: ReportSource, _ json: inout JSONWriter) {
    json.member("kind", "source")
    json.member("path", source.path)
    json.array("lines") { json in
      for line in source.lines {
        json.object { json in
          json.member("number", line.number)
          if let count = line.count { json.member("count", count) }
          if line.isPartial { json.member("isPartial", true) }
          json.member("text", line.text)
        }
      }
    }
    json.member("omitted", source.omitted)
  }

  private static func cell(_ cell: ReportCell, _ json: inout JSONWriter) {
    switch cell {
    case .text(let text), .code(let text): json.value(text)
    case .count(let value): json.value(value)
    case .seconds(let value): json.value(value)
    case .bytes(let value): json.value(value)
    case .part(let part, let total):
      json.object { json in
        json.member("part", part)
        json.member("total", total)
      }
    case .empty: json.null()
    case .link(let text, let target):
      json.object { json in
        json.member("text", text)
        json.member("target", target)
      }
    case .share(let covered, let atMost, let total):
      json.object { json in
        json.member("covered", covered)
        json.member("atMost", atMost)
        json.member("total", total)
      }
    }
  }
}
