// The search of LineDiff. In the grid of old lines (x) and new lines (y) a step right takes a line away, a step down puts one
// in, a diagonal step keeps one; the fewest edits are the path with the most diagonal steps. Paths grow from both corners at
// once until they meet in the "middle snake"; the two halves are searched in the same way, so that one row of furthest points
// for each direction is all the memory there is. The search in halves goes log2(D) deep: the stack is safe.

/// Finds the fewest edits between two lists of numbers.
struct SnakeSearch {
  let old: [Int32]
  let new: [Int32]
  private(set) var oldChanged: [Bool]
  private(set) var newChanged: [Bool]
  private(set) var isCutShort = false
  private var budget: Int
  /// The furthest x on each diagonal, forwards and (counted from the far corner) backwards.
  private var forward: [Int]
  private var backward: [Int]
  private let middle: Int

  /// No path ends on this diagonal; small enough that sums stay below every limit.
  private static let none = -(1 << 40)
  private static let rounds = 16

  init(old: [Int32], new: [Int32], budget: Int) {
    self.old = old
    self.new = new
    self.budget = budget
    oldChanged = Array(repeating: false, count: old.count)
    newChanged = Array(repeating: false, count: new.count)
    middle = (old.count + new.count + 1) / 2 + 2
    forward = Array(repeating: Self.none, count: 2 * middle + 1)
    backward = forward
  }

  /// Marks what changed between a part of the old lines and a part of the new ones.
  mutating func compare(_ a: Range<Int>, _ b: Range<Int>) {
    let (a, b) = trimmed(a, b)
    if a.isEmpty || b.isEmpty {
      replace(a, b)
    } else if let snake = middleSnake(a, b) {
      compare(a.lowerBound..<snake.x.lowerBound, b.lowerBound..<snake.y.lowerBound)
      compare(snake.x.upperBound..<a.upperBound, snake.y.upperBound..<b.upperBound)
    } else {
      isCutShort = true
      splitAtAnchors(a, b, rounds: Self.rounds)
    }
  }

  private mutating func replace(_ a: Range<Int>, _ b: Range<Int>) {
    for x in a { oldChanged[x] = true }
    for y in b { newChanged[y] = true }
  }

  private func trimmed(_ a: Range<Int>, _ b: Range<Int>) -> (Range<Int>, Range<Int>) {
    var (x, y, u, v) = (a.lowerBound, b.lowerBound, a.upperBound, b.upperBound)
    while x < u, y < v, old[x] == new[y] { (x, y) = (x + 1, y + 1) }
    while x < u, y < v, old[u - 1] == new[v - 1] { (u, v) = (u - 1, v - 1) }
    return (x..<u, y..<v)
  }

  /// Where the paths from both corners meet; `nil` when the budget is used up.
  private mutating func middleSnake(_ a: Range<Int>, _ b: Range<Int>) -> (x: Range<Int>, y: Range<Int>)? {
    let (n, m) = (a.count, b.count)
    let delta = n - m
    let isOdd = delta & 1 != 0
    for d in 0...(n + m + 1) / 2 {
      for edge in [-(d + 1), d + 1] {
        forward[middle + edge] = Self.none
        backward[middle + edge] = Self.none
      }
      for k in stride(from: -d, through: d, by: 2) {
        guard budget > 0 else { return nil }
        guard let start = entry(forward, d, k, n, m) else { continue }
        var (x, y) = (start, start - k)
        while x < n, y < m, old[a.lowerBound + x] == new[b.lowerBound + y] { (x, y) = (x + 1, y + 1) }
        budget -= 1 + x - start
        forward[middle + k] = x
        let other = delta - k
        if isOdd, abs(other) < d, x + backward[middle + other] >= n {
          return (
            a.lowerBound + start..<a.lowerBound + x, b.lowerBound + start - k..<b.lowerBound + y
          )
        }
      }
      for k in stride(from: -d, through: d, by: 2) {
        guard budget > 0 else { return nil }
        guard let start = entry(backward, d, k, n, m) else { continue }
        var (x, y) = (start, start - k)
        while x < n, y < m, old[a.upperBound - 1 - x] == new[b.upperBound - 1 - y] { (x, y) = (x + 1, y + 1) }
        budget -= 1 + x - start
        backward[middle + k] = x
        let other = delta - k
        if !isOdd, abs(other) <= d, x + forward[middle + other] >= n {
          return (
            a.upperBound - x..<a.upperBound - start, b.upperBound - y..<b.upperBound - (start - k)
          )
        }
      }
    }
    return nil
  }

  /// Where the furthest path with `d` edits enters a diagonal; paths that would leave the grid are none.
  private func entry(_ row: [Int], _ d: Int, _ k: Int, _ n: Int, _ m: Int) -> Int? {
    if d == 0 { return 0 }
    let down = row[middle + k + 1]
    let right = row[middle + k - 1] + 1
    let best = max(down - k <= m ? down : Self.none, right <= n ? right : Self.none)
    return best >= 0 ? best : nil
  }

  // MARK: - When the budget is used up

  private mutating func splitAtAnchors(_ a: Range<Int>, _ b: Range<Int>, rounds: Int) {
    let (a, b) = trimmed(a, b)
    let anchors = rounds == 0 || a.isEmpty || b.isEmpty ? [] : Anchors.between(old[a], new[b])
    guard !anchors.isEmpty else { return replace(a, b) }
    var (x, y) = (a.lowerBound, b.lowerBound)
    for (u, v) in anchors {
      splitAtAnchors(x..<u, y..<v, rounds: rounds - 1)
      (x, y) = (u + 1, v + 1)
    }
    splitAtAnchors(x..<a.upperBound, y..<b.upperBound, rounds: rounds - 1)
  }
}

/// Lines that are unique on both sides and stand in the same order (Bram Cohen's patience diff).
enum Anchors {
  /// The longest list of such pairs, as places.
  ///
  /// - Complexity: O(n log n).
  static func between(_ old: ArraySlice<Int32>, _ new: ArraySlice<Int32>) -> [(old: Int, new: Int)] {
    let oldPlaces = uniquePlaces(old)
    let newPlaces = uniquePlaces(new)
    var pairs: [(old: Int, new: Int)] = []
    for place in old.indices where oldPlaces[old[place]] == place {
      if let other = newPlaces[old[place]], other >= 0 { pairs.append((place, other)) }
    }
    // The longest increasing run of new places: piles with the smallest last card on top.
    var tops: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, tops.count)
      while low < high {
        let half = (low + high) / 2
        if pairs[tops[half]].new < pair.new { low = half + 1 } else { high = half }
      }
      before[index] = low > 0 ? tops[low - 1] : -1
      if low == tops.count { tops.append(index) } else { tops[low] = index }
    }
    var chain: [(old: Int, new: Int)] = []
    var at = tops.last ?? -1
    while at >= 0 {
      chain.append(pairs[at])
      at = before[at]
    }
    return chain.reversed()
  }

  /// The place of each number that occurs once; -1 for others.
  private static func uniquePlaces(_ ids: ArraySlice<Int32>) -> [Int32: Int] {
    var places: [Int32: Int] = [:]
    for place in ids.indices where ids[place] >= 0 {
      places[ids[place]] = places[ids[place]] == nil ? place : -1
    }
    return places
  }
}
