// Where the parts of a branch's graph stand: the trunk as a line from the top down, one row for each commit; main to its left, what was
// merged from branches to its right, then words, and at the right edge the links, each with a lane of its own so that none hides
// another.

/// The geometry of a drawing of a branch.
struct BranchGraphLayout {
  /// How wide a drawing is and what it has room for.
  struct Form {
    var width: Double
    var row: Double
    var mainX: Double
    var trunkX: Double
    /// Where a merged branch begins.
    var branchX: Double
    var textX: Double
    /// Whether name, words and facts stand on one line; else in two.
    var isWide: Bool
    /// How many links may stand side by side, and how far apart.
    var lanes: Int
    var lanePitch: Double

    static let wide = Form(
      width: 1060, row: 34, mainX: 30, trunkX: 84, branchX: 116, textX: 142, isWide: true, lanes: 12, lanePitch: 13)
    static let narrow = Form(
      width: 328, row: 46, mainX: 12, trunkX: 38, branchX: 58, textX: 76, isWide: false, lanes: 5, lanePitch: 10)
  }

  /// A link with its lane, 0 being the innermost.
  struct Placed {
    var link: ReportBranchGraph.Link
    var lane: Int
  }

  let form: Form
  let rows: Int
  /// The links that there was room for.
  let links: [Placed]
  /// How many there was no room for.
  let omitted: Int
  /// How many of these each commit has.
  private(set) var omittedOf: [Int: Int] = [:]

  init(_ graph: ReportBranchGraph, _ form: Form) {
    self.form = form
    rows = graph.nodes.count
    let valid = graph.links.filter { graph.nodes.indices.contains($0.from) && 0 <= $0.to && $0.to < $0.from }
    let marked = Set(graph.nodes.indices.filter { graph.nodes[$0].mark != nil })
    links = Self.place(valid, lanes: form.lanes, first: marked)
    omitted = valid.count - links.count
    guard omitted > 0 else { return }
    let drawn = Set(links.map(\.link))
    for link in valid where !drawn.contains(link) {
      omittedOf[link.from, default: 0] += 1
      omittedOf[link.to, default: 0] += 1
    }
  }

  /// Gives links lanes: those of marked commits first, since these are looked for; then short ones inside, so that long ones go around
  /// them.
  ///
  /// - Complexity: O(links²) at worst.
  static func place(_ links: [ReportBranchGraph.Link], lanes: Int, first: Set<Int> = []) -> [Placed] {
    var taken: [[ClosedRange<Int>]] = []
    var placed: [Placed] = []
    let order = links.enumerated().sorted {
      func rank(_ link: ReportBranchGraph.Link) -> (Int, Int) {
        (first.contains(link.from) || first.contains(link.to) ? 0 : 1, link.from - link.to)
      }
      let (a, b) = (rank($0.element), rank($1.element))
      return (a.0, a.1, $0.offset) < (b.0, b.1, $1.offset)
    }
    for (_, link) in order {
      let range = link.to...link.from
      if let lane = taken.indices.first(where: { lane in !taken[lane].contains { $0.overlaps(range) } }) {
        taken[lane].append(range)
        placed.append(Placed(link: link, lane: lane))
      } else if taken.count < lanes {
        taken.append([range])
        placed.append(Placed(link: link, lane: taken.count - 1))
      }
    }
    return placed.sorted { ($0.lane, $0.link.to, $0.link.from) < ($1.lane, $1.link.to, $1.link.from) }
  }

  /// Where the links begin: words end before it.
  var linkX: Double {
    let lanes = links.map { $0.lane + 1 }.max() ?? 0
    return form.width - (lanes == 0 ? 6 : Double(lanes) * form.lanePitch + 12)
  }

  /// Where the line of a lane stands.
  func laneX(_ lane: Int) -> Double { linkX + 8 + Double(lane) * form.lanePitch }

  /// The middle of the row from which the trunk begins.
  var baseY: Double { form.row * 0.6 }
  /// The middle of a commit's row.
  func y(_ row: Int) -> Double { baseY + Double(row + 1) * form.row }
  /// The middle of the row of the branch's name.
  var tipY: Double { y(rows) }
  /// The middle of the row that tells how far main is ahead.
  var mainY: Double { y(rows + 1) }
  /// The height of the drawing.
  var height: Double { mainY + form.row * 0.6 }
}
