// Which lines of two texts belong together beyond doubt. A list of fewest edits is seldom the only one: of "x x" and "x x x"
// nobody can say which x is new, and where two blocks changed places either may be the one that stayed. A merge that picks one
// of the lists gives one of several answers. So here a line counts as kept only if every list of fewest edits keeps it and
// pairs it with the same line; the edits between such lines are larger than those of LineDiff, but nothing depends on a
// choice. (xdiff picks with heuristics: it slides edits, and takes common lines beside changed ones for changed.)
//
// How: with f(x, y) the fewest edits from the first corner of the grid (see SnakeSearch) and b(x, y) those to the last one, a
// step between two points lies on a best path if f + b and the step's own cost add up to D. A line is firm if the only such
// step across its column is diagonal. On one diagonal f grows and b falls, so that the points with f = d are the stretch between
// the furthest points for d - 2 and d edits: all of it follows from the two tables of furthest points, in O(D²) of memory.
// Where D is over `limit`, only lines count that the search finds both forwards and backwards, in stretches with a unique line.
// Last, short stretches without a unique line between two edits ("}", a blank line) are chance and not kept.

/// The edits between lines that belong together beyond doubt.
struct FirmAlignment: Sendable {
  /// The edits in order; between two of them there is at least one firm line.
  let edits: [LineDiff.Edit]

  /// Up to how many edits all lists of fewest edits are looked at: two tables of 2 MiB.
  static let limit = 512
  /// Shorter stretches need a unique line.
  private static let shortest = 4

  /// Compares two lists of line numbers; negative numbers equal nothing.
  ///
  /// - Complexity: O(n + D²) on average; O(n · `limit`) at worst, cut short at `LineDiff.budget` steps.
  init(old: [Int32], new: [Int32], limit: Int = FirmAlignment.limit) {
    if old == new {
      edits = []
      return
    }
    let shared = SharedLines(old: old, new: new)
    let unique = UniqueLines(old, new)
    var pairs: [(old: Int, new: Int)]
    if let firm = BestPaths(shared.old, shared.new, limit: limit)?.firmPairs() {
      pairs = firm.map { (shared.oldPlaces[$0.old], shared.newPlaces[$0.new]) }
      pairs = Self.withoutChance(pairs, old, new, unique, shortest: Self.shortest)
    } else {
      pairs = Self.withoutChance(Self.agreed(old, new), old, new, unique, shortest: Int.max)
    }
    edits = LineDiff.edits(pairs: pairs, oldCount: old.count, newCount: new.count)
  }

  /// The pairs that are found from both ends.
  private static func agreed(_ old: [Int32], _ new: [Int32]) -> [(old: Int, new: Int)] {
    let forwards = partners(LineDiff(old: old, new: new).edits, old.count)
    let backwards = partners(LineDiff(old: old.reversed(), new: new.reversed()).edits, old.count)
    return old.indices.compactMap { line in
      let partner = forwards[line]
      let mirrored = backwards[old.count - 1 - line]
      return partner >= 0 && mirrored >= 0 && partner == new.count - 1 - mirrored ? (line, partner) : nil
    }
  }

  private static func partners(_ edits: [LineDiff.Edit], _ count: Int) -> [Int] {
    var partners = [Int](repeating: -1, count: count)
    var (at, shift) = (0, 0)
    for edit in edits + [LineDiff.Edit(old: count..<count, new: 0..<0)] {
      for line in at..<edit.old.lowerBound { partners[line] = line + shift }
      at = edit.old.upperBound
      shift = edit.new.upperBound - edit.old.upperBound
    }
    return partners
  }

  /// Drops stretches between two edits that are shorter than `shortest` and have no unique line.
  private static func withoutChance(
    _ pairs: [(old: Int, new: Int)], _ old: [Int32], _ new: [Int32], _ unique: UniqueLines, shortest: Int
  ) -> [(old: Int, new: Int)] {
    var kept: [(old: Int, new: Int)] = []
    kept.reserveCapacity(pairs.count)
    var start = 0
    while start < pairs.count {
      var end = start + 1
      while end < pairs.count, pairs[end].old == pairs[end - 1].old + 1, pairs[end].new == pairs[end - 1].new + 1 {
        end += 1
      }
      let isOuter =
        (pairs[start].old == 0 && pairs[start].new == 0)
        || (pairs[end - 1].old == old.count - 1 && pairs[end - 1].new == new.count - 1)
      if isOuter || end - start >= shortest || (start..<end).contains(where: { unique.contains(old[pairs[$0].old]) }) {
        kept.append(contentsOf: pairs[start..<end])
      }
      start = end
    }
    return kept
  }
}

/// The lines that occur once in each of two texts.
private struct UniqueLines {
  private var seen: [UInt8]

  init(_ old: [Int32], _ new: [Int32]) {
    // Two counters in a byte, each of which stops at 2.
    seen = Array(repeating: 0, count: Int(max(old.max() ?? -1, new.max() ?? -1, -1)) + 1)
    for id in old where id >= 0 && seen[Int(id)] & 0x0F < 2 { seen[Int(id)] += 1 }
    for id in new where id >= 0 && seen[Int(id)] >> 4 < 2 { seen[Int(id)] += 0x10 }
  }

  func contains(_ id: Int32) -> Bool { id >= 0 && seen[Int(id)] == 0x11 }
}

/// All paths with the fewest edits, as the furthest points on each diagonal for each number of edits, from both corners.
private struct BestPaths {
  private let old: [Int32]
  private let new: [Int32]
  private let distance: Int
  /// `rows[d][k + d]`: the furthest x on diagonal k with at most d edits (of d's parity), or a negative number.
  private let forward: [[Int]]
  private let backward: [[Int]]

  private static let none = -(1 << 40)

  /// Walks from both corners; `nil` if there are more than `limit` edits.
  init?(_ old: [Int32], _ new: [Int32], limit: Int) {
    self.old = old
    self.new = new
    guard abs(old.count - new.count) <= limit,
      let forward = Self.rows(old, new, limit), let backward = Self.rows(old.reversed(), new.reversed(), limit)
    else { return nil }
    self.forward = forward
    self.backward = backward
    distance = forward.count - 1
  }

  private static func rows(_ old: [Int32], _ new: [Int32], _ limit: Int) -> [[Int]]? {
    let (n, m) = (old.count, new.count)
    var rows: [[Int]] = []
    var budget = LineDiff.budget
    for d in 0...limit {
      var row = [Int](repeating: none, count: 2 * d + 1)
      for k in stride(from: -d, through: d, by: 2) {
        var x = d == 0 ? 0 : none
        if d > 0 {
          let last = rows[d - 1]
          if k + 1 <= d - 1, last[k + 1 + d - 1] - k <= m { x = max(x, last[k + 1 + d - 1]) }
          if k - 1 >= 1 - d, last[k - 1 + d - 1] + 1 <= n { x = max(x, last[k - 1 + d - 1] + 1) }
          // What fewer edits reach counts too: at the border of the grid there may be no other way in.
          if d >= 2, abs(k) <= d - 2 { x = max(x, rows[d - 2][k + d - 2]) }
        }
        guard x >= 0 else { continue }
        let start = x
        while x < n, x - k < m, old[x] == new[x - k] { x += 1 }
        budget -= 1 + x - start
        row[k + d] = x
      }
      rows.append(row)
      if abs(n - m) <= d, row[n - m + d] >= n { return rows }
      if budget < 0 { return nil }
    }
    return nil
  }

  /// The x on diagonal `k` that are `d` edits from the first corner.
  private func near(_ d: Int, _ k: Int) -> Range<Int> {
    Self.stretch(forward, d, k, start: max(0, k))
  }

  /// The x on diagonal `k` that are `d` edits from the last corner.
  private func far(_ d: Int, _ k: Int) -> Range<Int> {
    let mirrored = old.count - new.count - k
    let range = Self.stretch(backward, d, mirrored, start: max(0, mirrored))
    return old.count - range.upperBound + 1..<old.count - range.lowerBound + 1
  }

  private static func stretch(_ rows: [[Int]], _ d: Int, _ k: Int, start: Int) -> Range<Int> {
    guard d >= 0, abs(k) <= d else { return 0..<0 }
    let last = rows[d][k + d]
    let before = abs(k) <= d - 2 ? rows[d - 2][k + d - 2] : none
    let first = max(start, before + 1)
    return first <= last ? first..<last + 1 : 0..<0
  }

  /// The lines across whose column one best step leads, and that a diagonal one; `nil` if there are too many to look at.
  func firmPairs() -> [(old: Int, new: Int)]? {
    // Best steps across each column; those that take a line away come as ends of stretches.
    var diagonal = [Int32](repeating: 0, count: old.count)
    var partner = [Int](repeating: -1, count: old.count)
    var ends = [Int32](repeating: 0, count: old.count + 2)
    var budget = LineDiff.budget
    for d in 0...distance {
      for k in stride(from: -d, through: d, by: 2) {
        let here = near(d, k)
        guard !here.isEmpty else { continue }
        let kept = Self.shifted(far(distance - d, k)).clamped(to: here)
        budget -= 1 + kept.count
        guard budget > 0 else { return nil }
        for x in kept where x < old.count && x - k < new.count && old[x] == new[x - k] {
          diagonal[x] += 1
          partner[x] = x - k
        }
        let taken = Self.shifted(far(distance - d - 1, k + 1)).clamped(to: here)
        if !taken.isEmpty {
          ends[taken.lowerBound] += 1
          ends[taken.upperBound] -= 1
        }
      }
    }
    var pairs: [(old: Int, new: Int)] = []
    var taken: Int32 = 0
    for x in old.indices {
      taken += ends[x]
      if diagonal[x] == 1, taken == 0 { pairs.append((x, partner[x])) }
    }
    return pairs
  }

  /// The points from which one step to the right leads into a stretch.
  private static func shifted(_ range: Range<Int>) -> Range<Int> {
    range.isEmpty ? 0..<0 : range.lowerBound - 1..<range.upperBound - 1
  }
}
