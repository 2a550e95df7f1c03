// Fills an ObjectIndex. Each worker fills a builder of its own over the same survey; merging them is a bitwise or, 20 ms for a
// heap of 2 GB. (Atomic bits in one bitmap would save the second 38 MB and cost a locked instruction an object.) The index takes
// over the builder's memory: nothing is copied.

internal import ByteKit

extension ObjectIndex {
  /// Collects ids, each any number of times, and makes them an index.
  ///
  /// A builder serves one thread at a time. Work on a local one, or on an `inout` one: in a class's property each insertion
  /// would be checked for exclusive access.
  package struct Builder: ~Copyable, @unchecked Sendable {
    private let geometry: IDGeometry
    /// Eight words a line, the first left 0 until the end.
    private var lines: OwnedBuffer<UInt64>
    private var lineCount: Int
    private var directory: OpenTable?
    private var chunks: [UInt64] = []
    private var isFull = false

    /// Creates a builder without ids.
    ///
    /// - Parameter survey: the survey of all ids that this builder, or one merged into it, will be given.
    package init(_ survey: IDSurvey) {
      self.init(survey, directLimit: max(32 << 20, survey.count.multipliedReportingOverflow(by: 16).partialValue))
    }

    /// Creates a builder whose lines lie side by side only if they take at most `directLimit` bytes.
    init(_ survey: IDSurvey, directLimit: Int) {
      geometry = IDGeometry(survey)
      let lastChunk = geometry.lastUnit / IDGeometry.unitsInLine
      if lastChunk < UInt64(max(0, directLimit)) / 64 {
        lineCount = Int(lastChunk) + 1
        lines = OwnedBuffer(repeating: 0, count: lineCount * IDGeometry.wordsInLine)
      } else {
        lineCount = 0
        lines = OwnedBuffer(uninitialized: 64 * IDGeometry.wordsInLine)
        directory = OpenTable(capacity: 64)
      }
    }

    /// Adds an id; returns whether it is new to this builder.
    ///
    /// - Precondition: the survey has seen the id.
    @inline(__always)
    @discardableResult
    package mutating func insert(_ id: UInt64) -> Bool {
      let unit = geometry.unit(of: id)
      precondition(unit <= geometry.lastUnit, "an id that the survey has not seen")
      let chunk = unit / IDGeometry.unitsInLine
      let within = unit &- chunk &* IDGeometry.unitsInLine
      let line = directory == nil ? Int(truncatingIfNeeded: chunk) : line(of: chunk)
      let word = lines.base + (line &* IDGeometry.wordsInLine &+ Int(truncatingIfNeeded: within &>> 6) &+ 1)
      let bit: UInt64 = 1 &<< (within & 63)
      let isNew = word.pointee & bit == 0
      word.pointee |= bit
      return isNew
    }

    /// The line of a chunk, made if there is none; called only with a directory.
    private mutating func line(of chunk: UInt64) -> Int {
      guard let found = directory?.index(of: chunk) else { return addLine(chunk) }
      return found
    }

    private mutating func addLine(_ chunk: UInt64) -> Int {
      // More lines than numbers: `finish` says so, and what is marked until then does not matter.
      guard lineCount < ObjectIndex.limit else {
        isFull = true
        return 0
      }
      let words = lineCount * IDGeometry.wordsInLine
      if words == lines.count {
        let larger = OwnedBuffer<UInt64>(uninitialized: words * 2)
        larger.base.initialize(from: lines.base, count: words)
        lines = larger
      }
      (lines.base + words).initialize(repeating: 0, count: IDGeometry.wordsInLine)
      _ = directory?.insert(chunk)
      chunks.append(chunk)
      lineCount += 1
      return lineCount - 1
    }

    /// Adds all ids of another builder over the same survey.
    ///
    /// - Complexity: O(*lines*).
    package mutating func merge(_ other: borrowing Builder) {
      precondition(geometry == other.geometry, "builders over two surveys cannot be merged")
      isFull = isFull || other.isFull
      for otherLine in 0..<other.lineCount {
        let line = directory == nil ? otherLine : line(of: other.chunks[otherLine])
        let into = lines.base + line * IDGeometry.wordsInLine
        let from = other.lines.base + otherLine * IDGeometry.wordsInLine
        for at in 1..<IDGeometry.wordsInLine { into[at] |= from[at] }
      }
    }

    /// Makes the index of all ids that were added.
    ///
    /// - Throws: `tooMany("objects")` when there are more than `ObjectIndex.limit`.
    /// - Complexity: O(*lines*), and O(*lines* log *lines*) where lines do not lie side by side.
    package consuming func finish() throws(HeapDumpError) -> ObjectIndex {
      if directory != nil { sortLines() }
      var total: UInt64 = 0
      for line in 0..<lineCount {
        let words = lines.base + line &* IDGeometry.wordsInLine
        var header = total &<< 32
        var inLine: UInt64 = 0
        for at in 0..<7 {
          // Before words 3, 5 and 7, which start the second, third and fourth pair.
          if at == 2 || at == 4 || at == 6 { header |= inLine &<< UInt64((at / 2 - 1) * 9) }
          inLine &+= UInt64(words[at &+ 1].nonzeroBitCount)
        }
        words[0] = header
        total &+= inLine
      }
      guard !isFull, total <= UInt64(ObjectIndex.limit) else { throw HeapDumpError(.tooMany("objects")) }
      return ObjectIndex(
        count: Int(total), geometry: geometry, lines: lines, lineCount: lineCount, directory: directory, chunks: chunks)
    }

    /// Brings the lines into ascending order of their chunks, in place.
    private mutating func sortLines() {
      guard let old = directory else { return }
      chunks.sort()
      var sorted = OpenTable(capacity: lineCount)
      // from[new] is the line that belongs at `new`; each cycle of this permutation is walked once.
      let from = OwnedBuffer<UInt32>(uninitialized: lineCount)
      for (new, chunk) in chunks.enumerated() {
        _ = sorted.insert(chunk)
        from.base[new] = UInt32(truncatingIfNeeded: old.index(of: chunk) ?? 0)
      }
      directory = sorted
      let saved = OwnedBuffer<UInt64>(uninitialized: IDGeometry.wordsInLine)
      for start in 0..<lineCount where Int(from.base[start]) != start {
        copyLine(from: lines.base + start * 8, to: saved.base)
        var at = start
        while Int(from.base[at]) != start {
          let source = Int(from.base[at])
          copyLine(from: lines.base + source * 8, to: lines.base + at * 8)
          from.base[at] = UInt32(truncatingIfNeeded: at)
          at = source
        }
        copyLine(from: saved.base, to: lines.base + at * 8)
        from.base[at] = UInt32(truncatingIfNeeded: at)
      }
    }

    private func copyLine(from source: UnsafeMutablePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>) {
      target.update(from: source, count: IDGeometry.wordsInLine)
    }
  }
}
