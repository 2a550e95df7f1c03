// The counts of one file's lines while inputs are added up. Inputs of one build name the same lines in the same order, so a
// cursor finds the next line without a search; whatever deviates is gathered and merged at the end of its section, and it is
// noted which lines were in how many sections: that is how builds that do not fit together are found.
//
// Memory by hand: the reader's inner loop adds into these buffers through bare pointers, 80 million times for 200 shards.

final class LineStore {
  private(set) var numbers: UnsafeMutablePointer<UInt32>
  private(set) var counts: UnsafeMutablePointer<UInt64>
  private(set) var count = 0
  private var capacity: Int

  /// How many sections spoke of this file.
  var sections: UInt32 = 0
  /// The lowest and the highest rank of an input that did.
  var firstInput: UInt32 = .max
  var lastInput: UInt32 = 0
  /// Sections that had exactly these lines since `settle()` last spread them over the lines.
  var wholeSections: UInt32 = 0
  var wholeFirst: UInt32 = .max
  var wholeLast: UInt32 = 0
  /// Per line, kept from the first deviation on.
  var tracks: [Track] = []

  /// Small sections that wait to be spread over the lines together: each by itself would cost as much as the whole file (a
  /// report of 60,000 sections of one line took minutes).
  var deferredInputs: [UInt32] = []
  var deferredLines: [DeferredLine] = []
  /// The lowest rank of an input whose section does not wait.
  var undeferredFirst: UInt32 = .max

  struct DeferredLine {
    var line: UInt32
    var input: UInt32
    /// What is yet to be added to the line's count.
    var count: UInt64
  }

  struct Track {
    /// In how many sections.
    var sections: UInt32 = 0
    /// The lowest and highest rank of an input that has the line, and the lowest of one that speaks of the file without it.
    var firstWith: UInt32 = .max
    var lastWith: UInt32 = 0
    var firstWithout: UInt32 = .max

    mutating func add(_ other: Track) {
      sections += other.sections
      firstWith = min(firstWith, other.firstWith)
      lastWith = max(lastWith, other.lastWith)
      firstWithout = min(firstWithout, other.firstWithout)
    }
  }

  init() {
    capacity = 0
    numbers = UnsafeMutablePointer.allocate(capacity: 0)
    counts = UnsafeMutablePointer.allocate(capacity: 0)
  }

  deinit {
    numbers.deallocate()
    counts.deallocate()
  }

  func replace(_ lines: [LineCount]) {
    if lines.count > capacity {
      numbers.deallocate()
      counts.deallocate()
      capacity = lines.count
      numbers = UnsafeMutablePointer.allocate(capacity: capacity)
      counts = UnsafeMutablePointer.allocate(capacity: capacity)
    }
    count = lines.count
    for (index, line) in lines.enumerated() {
      numbers[index] = line.line
      counts[index] = line.count
    }
  }

  /// Adds to the count at an index, never beyond `UInt64.max`.
  @inline(__always)
  func add(_ amount: UInt64, at index: Int) {
    let (sum, overflow) = counts[index].addingReportingOverflow(amount)
    counts[index] = overflow ? .max : sum
  }

  /// The index of a line, or where it would have to stand.
  func search(_ line: UInt32) -> (index: Int, isFound: Bool) {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < line { low = middle + 1 } else { high = middle }
    }
    return (low, low < count && numbers[low] == line)
  }

  func settle() {
    if tracks.isEmpty { tracks = Array(repeating: Track(), count: count) }
    guard wholeSections > 0 else { return }
    let track = Track(sections: wholeSections, firstWith: wholeFirst, lastWith: wholeLast)
    for index in tracks.indices { tracks[index].add(track) }
    wholeSections = 0
    wholeFirst = .max
    wholeLast = 0
  }

  /// Ends a section whose lines were all found in order, without a gap.
  func endWholeSection(input: UInt32) {
    begin(input)
    wholeSections += 1
    wholeFirst = min(wholeFirst, input)
    wholeLast = max(wholeLast, input)
    undeferredFirst = min(undeferredFirst, input)
  }

  /// Says that the sections so far came from inputs up to this rank: they are one section made of several inputs.
  func noteLast(input: UInt32) {
    wholeLast = max(wholeLast, input)
    lastInput = max(lastInput, input)
  }

  func begin(_ input: UInt32) {
    sections += 1
    firstInput = min(firstInput, input)
    lastInput = max(lastInput, input)
  }

  /// Ends a section that deviated.
  ///
  /// - Parameters:
  ///   - prefix: so many lines from the first on were found in order.
  ///   - found: indices of further lines that were found, in any order, perhaps repeated.
  ///   - pending: lines that were not found, in any order, perhaps repeated.
  func endPartialSection(input: UInt32, prefix: Int, found: [Int32], pending: [LineCount]) {
    let isFirst = sections == 0
    var fresh: [LineCount] = []
    if !pending.isEmpty { fresh = Self.summed(pending) }
    if isFirst {
      replace(fresh)
      endWholeSection(input: input)
      return
    }
    if count > 256, (prefix + found.count + fresh.count) * 4 < count {
      return postpone(input: input, prefix: prefix, found: found, fresh: fresh)
    }
    spreadDeferred()
    let earlier = firstInput
    undeferredFirst = min(undeferredFirst, input)
    settle()
    begin(input)
    var isPresent = [Bool](repeating: false, count: count)
    for index in 0..<prefix { isPresent[index] = true }
    for index in found { isPresent[Int(index)] = true }
    for index in 0..<count {
      if isPresent[index] {
        tracks[index].add(Track(sections: 1, firstWith: input, lastWith: input))
      } else {
        tracks[index].firstWithout = min(tracks[index].firstWithout, input)
      }
    }
    if !fresh.isEmpty {
      let track = Track(sections: 1, firstWith: input, lastWith: input, firstWithout: earlier)
      insert(fresh, Array(repeating: track, count: fresh.count))
    }
  }

  /// Sorted, with repeated lines added up.
  static func summed(_ lines: [LineCount]) -> [LineCount] {
    var isAscending = true
    for index in 1..<max(1, lines.count) where lines[index - 1].line >= lines[index].line {
      isAscending = false
      break
    }
    if isAscending { return lines }
    var result: [LineCount] = []
    result.reserveCapacity(lines.count)
    for line in lines.sorted(by: { $0.line < $1.line }) {
      if let last = result.last, last.line == line.line {
        result[result.count - 1].count = last.count.saturatingAdd(line.count)
      } else {
        result.append(line)
      }
    }
    return result
  }

  /// Puts in lines that are not there yet, and their tracks; both sorted by line.
  func insert(_ fresh: [LineCount], _ freshTracks: [Track]) {
    var lines: [LineCount] = []
    var merged: [Track] = []
    lines.reserveCapacity(count + fresh.count)
    merged.reserveCapacity(count + fresh.count)
    var old = 0
    var new = 0
    while old < count || new < fresh.count {
      if new == fresh.count || old < count && numbers[old] < fresh[new].line {
        lines.append(LineCount(numbers[old], counts[old]))
        merged.append(tracks[old])
        old += 1
      } else {
        lines.append(fresh[new])
        merged.append(freshTracks[new])
        new += 1
      }
    }
    replace(lines)
    tracks = merged
  }

  /// Adds a list of lines as one section.
  func addSection(_ lines: [LineCount], input: UInt32) {
    var cursor = 0
    var found: [Int32] = []
    var pending: [LineCount] = []
    var isWhole = true
    for line in lines {
      if isWhole, cursor < count, numbers[cursor] == line.line {
        add(line.count, at: cursor)
        cursor += 1
        continue
      }
      isWhole = false
      let (index, isFound) = search(line.line)
      if isFound {
        add(line.count, at: index)
        found.append(Int32(truncatingIfNeeded: index))
      } else {
        pending.append(line)
      }
    }
    if isWhole, cursor == count, sections > 0 {
      endWholeSection(input: input)
    } else {
      endPartialSection(input: input, prefix: cursor, found: found, pending: pending)
    }
  }
}

extension UInt64 {
  /// The sum, or `UInt64.max` where it does not fit: counts never wrap.
  @inline(__always)
  func saturatingAdd(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
