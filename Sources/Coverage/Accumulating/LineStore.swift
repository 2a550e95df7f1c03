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
  private(set) var sections: UInt32 = 0
  /// The lowest and the highest rank of an input that did.
  private(set) var firstInput: UInt32 = .max
  private(set) var lastInput: UInt32 = 0
  /// Sections that had exactly these lines since `settle()` last spread them over the lines.
  private var wholeSections: UInt32 = 0
  private var wholeFirst: UInt32 = .max
  private var wholeLast: UInt32 = 0
  /// Per line, kept from the first deviation on.
  private var tracks: [Track] = []

  /// Small sections that wait to be spread over the lines together: each by itself would cost as much as the whole file (a
  /// report of 60,000 sections of one line took minutes).
  private var deferredInputs: [UInt32] = []
  private var deferredLines: [DeferredLine] = []
  /// The lowest rank of an input whose section does not wait.
  private var undeferredFirst: UInt32 = .max

  private struct DeferredLine {
    var line: UInt32
    var input: UInt32
    /// What is yet to be added to the line's count.
    var count: UInt64
  }

  private struct Track {
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

  private func replace(_ lines: [LineCount]) {
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

  private func settle() {
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

  private func begin(_ input: UInt32) {
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

  /// Lets a small section wait.
  private func postpone(input: UInt32, prefix: Int, found: [Int32], fresh: [LineCount]) {
    begin(input)
    deferredInputs.append(input)
    for index in 0..<prefix { deferredLines.append(DeferredLine(line: numbers[index], input: input, count: 0)) }
    for index in Set(found) where Int(index) >= prefix {
      deferredLines.append(DeferredLine(line: numbers[Int(index)], input: input, count: 0))
    }
    for line in fresh { deferredLines.append(DeferredLine(line: line.line, input: input, count: line.count)) }
    if deferredLines.count + deferredInputs.count > count { spreadDeferred() }
  }

  /// Spreads the sections that wait over the lines, all in one walk.
  private func spreadDeferred() {
    guard !deferredInputs.isEmpty else { return }
    settle()
    let inputs = deferredInputs.sorted()
    let waiting = deferredLines.sorted { ($0.line, $0.input) < ($1.line, $1.input) }
    deferredInputs.removeAll()
    deferredLines.removeAll()
    var fresh: [LineCount] = []
    var freshTracks: [Track] = []
    var own = 0
    var at = 0
    while at < waiting.count {
      let line = waiting[at].line
      while own < count, numbers[own] < line {
        tracks[own].firstWithout = min(tracks[own].firstWithout, inputs[0])
        own += 1
      }
      var track = Track()
      var sum: UInt64 = 0
      // The inputs in order, against those that have the line: the first one without it.
      var missing = 0
      while at < waiting.count, waiting[at].line == line {
        let input = waiting[at].input
        track.add(Track(sections: 1, firstWith: input, lastWith: input))
        if missing < inputs.count, inputs[missing] == input { missing += 1 }
        sum = sum.saturatingAdd(waiting[at].count)
        at += 1
      }
      if missing < inputs.count { track.firstWithout = inputs[missing] }
      if own < count, numbers[own] == line {
        add(sum, at: own)
        tracks[own].add(track)
        own += 1
      } else {
        track.firstWithout = min(track.firstWithout, undeferredFirst)
        fresh.append(LineCount(line, sum))
        freshTracks.append(track)
      }
    }
    while own < count {
      tracks[own].firstWithout = min(tracks[own].firstWithout, inputs[0])
      own += 1
    }
    undeferredFirst = min(undeferredFirst, inputs[0])
    if !fresh.isEmpty { insert(fresh, freshTracks) }
  }

  /// Sorted, with repeated lines added up.
  private static func summed(_ lines: [LineCount]) -> [LineCount] {
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
  private func insert(_ fresh: [LineCount], _ freshTracks: [Track]) {
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

  /// Adds all of another store; the result is the same whatever the order.
  func absorb(_ other: LineStore) {
    guard other.sections > 0 else { return }
    spreadDeferred()
    other.spreadDeferred()
    defer { undeferredFirst = min(undeferredFirst, other.undeferredFirst) }
    guard sections > 0 else {
      replace(other.lines)
      sections = other.sections
      (firstInput, lastInput) = (other.firstInput, other.lastInput)
      (wholeSections, wholeFirst, wholeLast) = (other.wholeSections, other.wholeFirst, other.wholeLast)
      tracks = other.tracks
      return
    }
    let isSameShape = count == other.count && (0..<count).allSatisfy { numbers[$0] == other.numbers[$0] }
    if isSameShape, tracks.isEmpty, other.tracks.isEmpty {
      for index in 0..<count { add(other.counts[index], at: index) }
      wholeSections += other.wholeSections
      wholeFirst = min(wholeFirst, other.wholeFirst)
      wholeLast = max(wholeLast, other.wholeLast)
    } else {
      settle()
      other.settle()
      join(other)
    }
    sections += other.sections
    firstInput = min(firstInput, other.firstInput)
    lastInput = max(lastInput, other.lastInput)
  }

  private func join(_ other: LineStore) {
    var fresh: [LineCount] = []
    var freshTracks: [Track] = []
    var own = 0
    for index in 0..<other.count {
      while own < count, numbers[own] < other.numbers[index] {
        tracks[own].firstWithout = min(tracks[own].firstWithout, other.firstInput)
        own += 1
      }
      if own < count, numbers[own] == other.numbers[index] {
        add(other.counts[index], at: own)
        tracks[own].add(other.tracks[index])
        own += 1
      } else {
        var track = other.tracks[index]
        track.firstWithout = min(track.firstWithout, firstInput)
        fresh.append(LineCount(other.numbers[index], other.counts[index]))
        freshTracks.append(track)
      }
    }
    while own < count {
      tracks[own].firstWithout = min(tracks[own].firstWithout, other.firstInput)
      own += 1
    }
    if !fresh.isEmpty { insert(fresh, freshTracks) }
  }

  // MARK: - Results

  /// The lines with their counts.
  var lines: [LineCount] {
    spreadDeferred()
    return (0..<count).map { LineCount(numbers[$0], counts[$0]) }
  }

  /// The first line that not all sections have.
  var conflict: (line: UInt32, having: Int, total: Int, with: Int, without: Int)? {
    spreadDeferred()
    guard !tracks.isEmpty else { return nil }
    settle()
    guard let index = tracks.firstIndex(where: { $0.sections != sections }) else { return nil }
    let track = tracks[index]
    return (numbers[index], Int(track.sections), Int(sections), Int(track.firstWith), Int(track.firstWithout))
  }

  /// The lines that a policy keeps.
  func lines(_ policy: ShapePolicy) -> [LineCount] {
    spreadDeferred()
    guard !tracks.isEmpty, policy != .union, policy != .error else { return lines }
    settle()
    return (0..<count).filter { index in
      policy == .intersect ? tracks[index].sections == sections : tracks[index].lastWith == lastInput
    }.map { LineCount(numbers[$0], counts[$0]) }
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
