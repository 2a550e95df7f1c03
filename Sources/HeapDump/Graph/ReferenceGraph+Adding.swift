// A few more references for a graph that is made already: the rows behind them move up.

extension ReferenceGraph {
  /// The graph with references added at the end of their sources' rows.
  ///
  /// - Parameter extra: sources and targets, in ascending order of sources.
  /// - Throws: `tooMany("references")`.
  /// - Complexity: O(*objects* + *references*); the references are held twice meanwhile.
  consuming func adding(_ extra: [(source: UInt32, target: UInt32)]) throws(HeapDumpError) -> ReferenceGraph {
    guard !extra.isEmpty else { return self }
    guard referenceCount + extra.count < Int(UInt32.max) else { throw HeapDumpError(.tooMany("references")) }
    let moved = OwnedBuffer<UInt32>(uninitialized: referenceCount + extra.count)
    var next = 0
    var start = 0
    var at = 0
    while next < extra.count {
      // All rows up to the source's move together; then its new targets follow.
      let source = Int(extra[next].source)
      let end = Int(offsets.base[source + 1])
      (moved.base + at).update(from: targets.base + start, count: end - start)
      at += end - start
      start = end
      while next < extra.count, Int(extra[next].source) == source {
        moved.base[at] = extra[next].target
        at += 1
        next += 1
      }
    }
    (moved.base + at).update(from: targets.base + start, count: targets.count - start)
    var added: UInt32 = 0
    next = 0
    for object in 0..<objectCount {
      while next < extra.count, Int(extra[next].source) == object {
        added += 1
        next += 1
      }
      offsets.base[object + 1] += added
    }
    return ReferenceGraph(objectCount: objectCount, offsets: offsets, targets: moved)
  }
}
