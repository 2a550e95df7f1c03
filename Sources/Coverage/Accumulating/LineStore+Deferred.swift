// Small sections of a file with many lines: each spread over the lines by itself would cost as much as the whole file. They
// wait, and are spread together.

extension LineStore {
  /// Lets a small section wait.
  func postpone(input: UInt32, prefix: Int, found: [Int32], fresh: [LineCount]) {
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
  func spreadDeferred() {
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
}
