// Copies an HPROF dump record by record, with a transform between: what `redact` and `deobfuscate` are made of. Segments keep their
// boundaries as long as sub-records keep their lengths, so that a transform that changes nothing gives the same bytes.
//
// What cannot stay as it was:
// - a segment that breaks off is written up to its last whole sub-record, with the length that it then has;
// - a HEAP_DUMP beyond 4 GiB, whose stated length has wrapped, is written as several;
// - a damaged dump of a version with segments gets the HEAP_DUMP_END that it lacks.

internal import SystemKit

/// A streaming copy of a dump. Memory: one buffer and the pages of a few megabytes of the input.
struct DumpRewriter {
  let dump: HeapDump

  /// - Throws: `unsupported` for a crunched dump.
  init(_ dump: HeapDump) throws(HeapDumpError) {
    guard dump.image.origin == .hprof else {
      throw HeapDumpError(.unsupported("a crunched dump cannot be rewritten: decrunch it first ('heap decrunch')"))
    }
    self.dump = dump
  }

  /// The longest length that a record can state.
  var lengthLimit = Int(UInt32.max)
  /// No piece of a heap that must be cut is longer than this, but for the sub-record that ends it.
  var pieceSize = 1 << 30

  /// Writes the dump.
  ///
  /// - Returns: the bytes written. What is wrong with the dump is in its own `damage`.
  /// - Throws: what the sink throws; `unsupported` when a transform makes a segment grow beyond 4 GiB.
  @discardableResult
  func run<Transform: DumpTransform>(_ transform: inout Transform, to sink: any ByteSink) throws -> Int {
    try dump.image.withUnsafeBytes { bytes in
      let output = RewriteOutput(bytes, to: sink)
      let outline = dump.outline
      let start = outline.range.lowerBound
      output.seek(start)
      output.copy(upTo: start + outline.header.length)
      // One for the whole run: another one beside it would copy the transform's tables when it changes them.
      var visitor = EditingVisitor(transform: transform, output: output)
      defer { transform = visitor.transform }
      visitor.transform.begin(output)
      var cursor = RecordCursor(bytes, from: start + outline.header.length)
      var held = start
      while true {
        var partial: TopRecord?
        var next: TopRecord?
        do throws(HeapDumpError) { next = try cursor.next(partial: &partial) } catch {
          // The outline has the damage. A heap that is cut short is written as far as it goes.
          next = partial.flatMap { $0.isHeap ? $0 : nil }
        }
        guard let record = next else { break }
        if record.isHeap {
          try write(heap: record, bytes, &visitor, &held)
        } else {
          output.seek(record.offset)
          if visitor.transform.rewrite(record, bytes, output) == .copy { output.copy(upTo: record.body.upperBound) }
        }
        try release(&held, upTo: record.body.upperBound, output)
      }
      if !dump.damage.isEmpty, !outline.isEnded, outline.header.hasSegments {
        output.appendHead(RecordTag.heapDumpEnd, time: 0, length: 0)
      }
      try output.flush()
      dump.image.discard(held..<cursor.offset)
      return output.count
    }
  }

  /// Gives back the pages behind the reader.
  private func release(_ held: inout Int, upTo offset: Int, _ output: RewriteOutput) throws(SystemError) {
    guard offset - held >= HeapPass.stride else { return }
    try output.check()
    dump.image.discard(held..<offset)
    held = offset
  }

  private func write<Transform: DumpTransform>(
    heap record: TopRecord, _ bytes: UnsafeRawBufferPointer, _ visitor: inout EditingVisitor<Transform>,
    _ held: inout Int
  ) throws {
    let output = visitor.output
    let end = readableEnd(of: record.body, bytes)
    let start = record.body.lowerBound
    // Not in a damaged dump: where what followed is left out, length 0 would be taken for an unfinished segment's (`RecordCursor`).
    if record.body.isEmpty, dump.damage.isEmpty { output.appendHead(record.tag, time: record.time, length: 0) }
    var at = start
    while at < end {
      // Whole where it can be. The scan stays behind its limit by less than one sub-record.
      let next = end - start <= lengthLimit ? end : scan(at..<end, from: at, until: at + pieceSize, bytes)
      var length = next - at
      if !visitor.transform.keepsLengths {
        output.seek(at)
        var trial = visitor
        length = output.measure {
          let reached = scan(at..<next, from: at, until: .max, bytes, &trial)
          output.copy(upTo: reached)
        }
        guard length <= lengthLimit else {
          throw HeapDumpError(.unsupported("a segment of the heap grows beyond 4 GiB"), at: record.offset)
        }
      }
      output.appendHead(record.tag, time: record.time, length: length)
      output.seek(at)
      while at < next {
        at = scan(at..<next, from: at, until: at + HeapPass.stride, bytes, &visitor)
        output.copy(upTo: at)
        try release(&held, upTo: at, output)
      }
    }
  }

  /// Where the last whole sub-record of a segment ends. A look at the heads alone; of a small segment the second look is in the cache.
  private func readableEnd(of body: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Int {
    let finder = EndFinder(bytes: bytes, idSize: dump.header.idSize)
    var at = body.lowerBound
    while at < body.upperBound {
      let (reached, isBroken) = finder.end(of: body, from: at, until: at + HeapPass.stride)
      if reached - at >= HeapPass.stride, body.count > 64 << 20 { dump.image.discard(at..<reached) }
      at = reached
      if isBroken { break }
    }
    return at
  }

  private func scan(_ piece: Range<Int>, from start: Int, until limit: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
    var visitor = NoVisitor()
    return scan(piece, from: start, until: limit, bytes, &visitor)
  }

  private func scan<Visitor: HeapRecordVisitor>(
    _ piece: Range<Int>, from start: Int, until limit: Int, _ bytes: UnsafeRawBufferPointer, _ visitor: inout Visitor
  ) -> Int {
    let scanner = HeapScanner(bytes: bytes, idSize: dump.header.idSize)
    // The readable end was found before: it cannot fail.
    return (try? scanner.scan(piece, from: start, until: limit, &visitor)) ?? piece.upperBound
  }
}

/// Finds where a damaged segment breaks.
private struct EndFinder {
  let bytes: UnsafeRawBufferPointer
  let idSize: Int

  /// Where the sub-records up to the limit end, and whether what follows cannot be read.
  func end(of body: Range<Int>, from start: Int, until limit: Int) -> (Int, isBroken: Bool) {
    let scanner = HeapScanner(bytes: bytes, idSize: idSize)
    var visitor = NoVisitor()
    do throws(HeapDumpError) {
      return (try scanner.scan(body, from: start, until: limit, &visitor), false)
    } catch {
      // Bad types lie within their sub-record, so the error's place is not its beginning: step by step up to it.
      var at = start
      while let next = try? scanner.scan(body, from: at, until: at + 1, &visitor), next < limit { at = next }
      return (at, true)
    }
  }
}

extension DumpHeader {
  /// Whether dumps of the version have segments and an end mark.
  var hasSegments: Bool { HPROFWriter.hasSegments(text) }
}
