// A bound on lines that a report names by their ends only ("from line 3 to line 4,000,000,000"): a hostile file of a few
// bytes must not fill memory. Real reports spend far more than one byte on a line.

struct LineBudget {
  private var left: UInt64

  /// A budget for a report of so many bytes.
  init(bytes: Int) { left = UInt64(max(0, bytes)) + 2_000_000 }

  /// Takes the lines of a range; `false` when that is more than is left.
  mutating func take(from first: UInt32, to last: UInt32) -> Bool {
    let count = last >= first ? UInt64(last - first) + 1 : 0
    guard count <= left else { return false }
    left -= count
    return true
  }
}

/// A bound on ways out of decisions that a report names by their number only ("0 of 99,999"): each is a branch of the model.
/// 200 such lines in 32 KB took 2.2 GB.
struct WayBudget {
  /// Real switches have more ways now and then; how many of them were taken is then kept as a number.
  static let mostOfLine: UInt32 = 64

  private var left: UInt64

  /// A budget for a report of so many bytes: a named condition of two ways takes some 60 of them.
  init(bytes: Int) { left = UInt64(max(0, bytes)) / 4 + 65_536 }

  /// Takes so many ways; `false` when that is more than is left.
  mutating func take(_ ways: UInt64) -> Bool {
    guard ways <= left else { return false }
    left -= ways
    return true
  }
}
