// Two stores become one, and what a store says in the end. Neither depends on which inputs a store has read.

extension LineStore {
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

  func join(_ other: LineStore) {
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
