// The differences between two texts by lines: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), the
// variant in linear space. Lines that occur in one text only are set aside first (they cannot match, so nothing is lost): a
// rewritten file costs nothing then. Hostile inputs would take D² steps: after `LineDiff.budget` steps what is left is split at
// the lines that are unique on both sides (patience), in at most 16 rounds, and what has none counts as replaced. The edits
// are still right then, only no longer the fewest.

/// The edits that make one text of another.
package struct LineDiff: Sendable {
  /// Lines of the old text and the lines of the new one that stand in their place; one of both may be empty.
  package struct Edit: Equatable, Sendable {
    /// The lines taken away.
    package var old: Range<Int>
    /// The lines put in.
    package var new: Range<Int>

    /// Pairs two ranges of lines.
    package init(old: Range<Int>, new: Range<Int>) {
      self.old = old
      self.new = new
    }
  }

  /// The edits in order; between two of them there is at least one line that stays.
  package let edits: [Edit]
  /// Whether there is no shorter list: false where the budget ended.
  package let isMinimal: Bool

  /// How many steps (a diagonal tried or a line compared) are made before the search is cut short: some 50 ms.
  package static let budget = 1 << 24

  /// Compares two texts.
  ///
  /// - Complexity: O(n + D²) on average, O(n log n + `budget`) at worst.
  package init(old: [UInt8], new: [UInt8]) {
    var interner = LineInterner()
    self.init(old: interner.lines(of: old).ids, new: interner.lines(of: new).ids)
  }

  /// Compares two lists of line numbers; negative numbers equal nothing.
  init(old: [Int32], new: [Int32], budget: Int = LineDiff.budget) {
    var shared = SharedLines(old: old, new: new)
    var search = SnakeSearch(old: shared.old, new: shared.new, budget: budget)
    search.compare(0..<shared.old.count, 0..<shared.new.count)
    shared.keep(oldChanged: search.oldChanged, newChanged: search.newChanged)
    edits = Self.edits(pairs: shared.pairs, oldCount: old.count, newCount: new.count)
    isMinimal = !search.isCutShort
  }

  /// What lies between lines that stay.
  static func edits(pairs: [(old: Int, new: Int)], oldCount: Int, newCount: Int) -> [Edit] {
    var edits: [Edit] = []
    var old = 0
    var new = 0
    for pair in pairs + [(old: oldCount, new: newCount)] {
      if pair.old > old || pair.new > new { edits.append(Edit(old: old..<pair.old, new: new..<pair.new)) }
      old = pair.old + 1
      new = pair.new + 1
    }
    return edits
  }
}

/// The lines of two texts that occur in both, with their places.
struct SharedLines {
  private(set) var old: [Int32] = []
  private(set) var new: [Int32] = []
  private(set) var oldPlaces: [Int] = []
  private(set) var newPlaces: [Int] = []
  /// The pairs of lines that stay, once they are known.
  private(set) var pairs: [(old: Int, new: Int)] = []

  init(old allOld: [Int32], new allNew: [Int32]) {
    let size = Int(max(allOld.max() ?? -1, allNew.max() ?? -1, -1)) + 1
    var seen = [UInt8](repeating: 0, count: size)
    for id in allOld where id >= 0 { seen[Int(id)] |= 1 }
    for id in allNew where id >= 0 { seen[Int(id)] |= 2 }
    for (place, id) in allOld.enumerated() where id >= 0 && seen[Int(id)] == 3 {
      old.append(id)
      oldPlaces.append(place)
    }
    for (place, id) in allNew.enumerated() where id >= 0 && seen[Int(id)] == 3 {
      new.append(id)
      newPlaces.append(place)
    }
  }

  /// Pairs the lines that neither side changed.
  mutating func keep(oldChanged: [Bool], newChanged: [Bool]) {
    var at = 0
    for index in old.indices where !oldChanged[index] {
      while newChanged[at] { at += 1 }
      pairs.append((oldPlaces[index], newPlaces[at]))
      at += 1
    }
  }
}
