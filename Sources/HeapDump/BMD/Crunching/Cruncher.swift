// HPROF to BMD, in two passes over the mapped dump (spec A.6). The first finds the classes and the ids of the objects, on all
// cores; then strings, classes and legacy records are written in the order in which they stand. The second writes the objects, in
// one thread, as their numbers depend on the order of first mention, and gathers the roots, which come last. The pages behind both
// passes are given back: memory is that of the tables (`CrunchResult.tableBytes`, about 6 bytes an object; 13 at the peak, when the
// bitmaps of the workers are joined) and of the roots (16 bytes each), whatever the size of the dump. A dump of 2 GB with 27 million
// objects takes 360 MB and 2.1 s, one of 318 MB 75 MB and 0.45 s, where Badoo's cruncher takes 75 s (2026-12).
//
// Privacy. Version 2 without options holds of the dump's data: numbers that say how objects refer to one another, types, counts and
// sizes; the names of `java.lang`'s classes and their fields; and for every other string its length and a hash of 32 bits. Contents
// of arrays, values of primitive fields, static fields and constants are left out, of boxed values and strings too. What remains
// can still tell something: lengths of arrays, and texts so short or so common that their hashes can be found by trying.

internal import ByteKit
public import SystemKit

/// Shrinks heap dumps to BMD.
public struct Cruncher: Sendable {
  /// What is kept.
  public let options: CrunchOptions

  /// Creates a cruncher.
  public init(_ options: CrunchOptions = CrunchOptions()) { self.options = options }

  /// Crunches a dump file, HPROF or gzip of it.
  ///
  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - part: which dump, if the file holds several.
  ///   - sink: where the BMD data goes.
  /// - Returns: what was written and left out; damage in the dump is part of it, and what could be read is then in the BMD.
  /// - Throws: `HeapDumpError` when the file is no HPROF, is BMD already, or cannot be written with the options; `SystemError` from
  ///   the file or the sink.
  /// - Complexity: O(size), two passes.
  public func crunch(path: String, part: Int = 0, to sink: any ByteSink) throws -> CrunchResult {
    let (raw, damage) = try HeapImage.openInflated(path)
    let isBMD = raw.file.withUnsafeBytes { BMDFormat.recognises($0) || PackedBMD.recognises($0) }
    guard !isBMD else { throw HeapDumpError(.unsupported("the dump is BMD already; decrunch it first")) }
    return try crunch(HeapImage(raw, damage: damage), part: part, to: sink)
  }

  /// Crunches a dump that is open.
  package func crunch(_ image: HeapImage, part: Int = 0, to sink: any ByteSink) throws -> CrunchResult {
    guard options.isCompressed else { return try write(image, part: part, to: sink) }
    let scratch = try ScratchFile()
    var result = try write(image, part: part, to: scratch)
    result.outputBytes = try scratch.map().withUnsafeBytes { try PackedBMD.pack($0, to: sink) }
    return result
  }

  private func write(_ image: HeapImage, part: Int, to sink: any ByteSink) throws -> CrunchResult {
    let outline = try image.withUnsafeBytes { bytes throws(HeapDumpError) in
      try DumpOutline.part(part, of: DumpOutline.all(bytes) { image.discard($0) })
    }
    guard !options.isCompatible || outline.header.idSize == 4 else {
      throw HeapDumpError(
        .unsuitable(
          "BMD version 1 has no ids of 8 bytes; crunch without compatibility (version 2), or a dump with ids of 4 bytes"
        ))
    }
    guard !options.isCompatible || !options.keepArrays else {
      throw HeapDumpError(
        .unsuitable("BMD version 1 has no record for the elements of arrays; crunch without compatibility (version 2)")
      )
    }
    let (survey, broken) = survey(image, outline)
    var result = CrunchResult()
    result.inputBytes = outline.range.count
    result.damage = image.damage + outline.damage + broken
    let output = BMDOutput(sink)
    let classes = image.withUnsafeBytes {
      CrunchClasses($0, outline, survey, ClearStrings(options), options: options)
    }
    result.damage += classes.damage
    let removedName = options.isCompatible ? removedFieldName(image, outline) : nil
    var prologue = CrunchPrologue(
      outline: outline, classes: classes, options: options, removedName: removedName, output: output,
      objects: ObjectNumbers(survey.bitmap), result: result)
    prologue.write(image)
    let pass = HeapPass(image: image, outline: outline)
    var heap = CrunchHeap(prologue)
    _ = pass.run(&heap)
    heap.finish()
    output.flush()
    if let failure = output.failure { throw failure }
    guard !heap.objects.isFull, !heap.strings.isFull else { throw HeapDumpError(.tooMany("objects or strings")) }
    result = heap.result
    result.bmdBytes = output.count
    result.outputBytes = output.count
    result.tableBytes = heap.objects.memory + heap.strings.memory
    return result
  }

  private func survey(_ image: HeapImage, _ outline: DumpOutline) -> (CrunchSurvey, [HeapDumpError]) {
    var sample = CrunchSurvey.Sample()
    image.withUnsafeBytes { bytes in
      let scanner = HeapScanner(bytes: bytes, idSize: outline.header.idSize)
      var left = CrunchSurvey.Sample.size
      for segment in outline.segments where left > 0 {
        // Damage is met again, and told, in the pass itself.
        _ = try? scanner.scan(segment, until: segment.lowerBound + left, &sample)
        left -= segment.count
      }
    }
    let shift = ObjectBitmap.alignment(of: sample.union)
    let (pieces, damage) = HeapPass(image: image, outline: outline).run(.concurrent) { CrunchSurvey(shift: shift) }
    guard var survey = pieces.first else { return (CrunchSurvey(shift: shift), damage) }
    for piece in pieces.dropFirst() { survey.append(piece) }
    return (survey, damage)
  }

  /// The id of the string that names fields which a decruncher put in the place of removed ones: they are removed again.
  private func removedFieldName(_ image: HeapImage, _ outline: DumpOutline) -> UInt64? {
    guard let range = outline.strings.range(of: BMDFormat.removedFieldID) else { return nil }
    let isSo = image.withUnsafeBytes { $0[range].elementsEqual(BMDFormat.removedField.utf8) }
    return isSo ? BMDFormat.removedFieldID : nil
  }
}
