// The step of the torus: strips two words wide from top to bottom, with the sums of the last rows kept in registers. Each word is read three
// times (for its left, itself and its right) and written once; there is no branch on cells. Figures in Benchmarks/RESULTS.md.

extension TorusBoard {
  private static let looksForPeriod: UInt64 = 4096

  /// Goes on by some generations.
  ///
  /// - Throws: ``LifeError`` `generations` if they cannot be counted.
  /// - Complexity: O(generations * cells / 64); of many generations only those until cells come back, which are looked out for from
  ///   4,096 generations on.
  public mutating func advance(by generations: UInt64) throws(LifeError) {
    let (target, over) = generation.addingReportingOverflow(generations)
    guard !over else { throw LifeError(.generations, value: generations) }
    let (stride, height, words, mask) = (stride, Int(size.height), words, lastMask)
    let ghost = Int(size.width) & 63
    let logic = logic
    var steps: UInt64 = 0
    var recurrence = LifeRecurrence(isOn: generations >= Self.looksForPeriod, count: cells.count)
    cells.withUnsafeMutableBufferPointer { one in
      spare.withUnsafeMutableBufferPointer { other in
        guard var source = one.baseAddress, var result = other.baseAddress else { return }
        var rest = generations
        while rest > 0 {
          Self.join(source, stride: stride, height: height, words: words, ghost: ghost)
          if logic.isConway {
            Self.step(source, result, stride, height) { above, here, below, cells in
              LifeRuleLogic.conway(above, here, below, cells)
            }
          } else {
            Self.step(source, result, stride, height) { above, here, below, cells in
              logic.next(above, here, below, cells)
            }
          }
          // What was computed beyond the last cell goes.
          if ghost != 0 || words & 1 != 0 {
            for row in 0..<height {
              result[row * stride + words] &= mask
              if words & 1 != 0 { result[row * stride + words + 1] = 0 }
            }
          }
          swap(&source, &result)
          rest -= 1
          steps &+= 1
          if recurrence.isOn, let period = recurrence.period(source, stride: stride, words: words) {
            rest %= period
            recurrence.isOn = false
          }
        }
      }
    }
    if steps & 1 != 0 { swap(&cells, &spare) }
    generation = target
  }

  /// Writes each row's neighbours around the edge beside its first and last cell.
  @inline(__always)
  private static func join(
    _ cells: UnsafeMutablePointer<UInt64>, stride: Int, height: Int, words: Int, ghost: Int
  ) {
    var row = cells
    for _ in 0..<height {
      let first = row[1] & 1
      if ghost == 0 {
        row[0] = row[words]
        row[words + 1] = first
      } else {
        row[0] = row[words] << UInt64(64 - ghost)
        row[words] |= first << UInt64(ghost)
      }
      row += stride
    }
  }

  @inline(__always)
  private static func step(
    _ source: UnsafeMutablePointer<UInt64>, _ result: UnsafeMutablePointer<UInt64>, _ stride: Int, _ height: Int,
    _ next: (LifeRowSum<LifeWordPair>, LifeRowSum<LifeWordPair>, LifeRowSum<LifeWordPair>, LifeWordPair) -> LifeWordPair
  ) {
    @inline(__always) func load(_ place: UnsafeMutablePointer<UInt64>) -> SIMD2<UInt64> {
      UnsafeRawPointer(place).loadUnaligned(as: SIMD2<UInt64>.self)
    }
    @inline(__always) func centre(_ place: UnsafeMutablePointer<UInt64>) -> LifeWordPair { LifeWordPair(load(place)) }
    @inline(__always) func sum(_ place: UnsafeMutablePointer<UInt64>, _ cells: LifeWordPair) -> LifeRowSum<LifeWordPair>
    {
      let left = cells.words &<< 1 | load(place - 1) &>> 63
      let right = cells.words &>> 1 | load(place + 1) &<< 63
      return LifeRowSum(LifeWordPair(left), cells, LifeWordPair(right))
    }
    var word = 1
    while word + 1 < stride {
      var place = source + word
      var target = UnsafeMutableRawPointer(result + word)
      let last = place + (height - 1) * stride
      var above = sum(last, centre(last))
      var cells = centre(place)
      let firstSum = sum(place, cells)
      var here = firstSum
      for _ in 1..<max(height, 1) {
        place += stride
        let following = centre(place)
        let below = sum(place, following)
        target.storeBytes(of: next(above, here, below, cells).words, as: SIMD2<UInt64>.self)
        target += 8 * stride
        above = here
        here = below
        cells = following
      }
      target.storeBytes(of: next(above, here, firstSum, cells).words, as: SIMD2<UInt64>.self)
      word += 2
    }
  }
}

/// Looks whether cells come back (Brent 1980): one generation is kept and compared with all that follow, and another one after twice as
/// many steps as the last. The word that differed last is compared first, so that this costs next to nothing.
private struct LifeRecurrence {
  var isOn: Bool
  private var kept: [UInt64]
  private var isKept = false
  private var steps: UInt64 = 0
  private var most: UInt64 = 1
  private var suspect = 1

  init(isOn: Bool, count: Int) {
    self.isOn = isOn
    kept = [UInt64](repeating: 0, count: isOn ? count : 0)
  }

  /// The generations since these cells were seen before; `nil` if they are not known.
  mutating func period(_ cells: UnsafeMutablePointer<UInt64>, stride: Int, words: Int) -> UInt64? {
    steps += 1
    if isKept, equals(cells, stride, words) { return steps }
    if !isKept || steps == most {
      for index in kept.indices { kept[index] = cells[index] }
      if isKept { most *= 2 }
      isKept = true
      steps = 0
    }
    return nil
  }

  private mutating func equals(_ cells: UnsafeMutablePointer<UInt64>, _ stride: Int, _ words: Int) -> Bool {
    guard kept[suspect] == cells[suspect] else { return false }
    var row = 1
    while row < kept.count {
      for index in row..<row + words where kept[index] != cells[index] {
        suspect = index
        return false
      }
      row += stride
    }
    return true
  }
}
