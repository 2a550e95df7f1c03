// The one door for files of ink from elsewhere: what it is is told from the content, then the reader of that format has it.

internal import Ink
public import SystemKit

/// Reads foreign files of ink.
///
///     let document = try InkReader.read(InputFile(path: "notes.xopp"), only: .number(2))
///     for warning in document.warnings { print(warning) }
public enum InkReader {
  /// The most samples that are read of one file. Together with ``strokeLimit`` this bounds the memory to some 500 MB.
  public static let sampleLimit = 4_000_000
  /// The most strokes that are read of one file.
  public static let strokeLimit = 500_000
  /// The most that compressed ink may inflate to: 256 MiB.
  static let inflatedLimit = 1 << 28

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: the file, inflated where it was gzip.
  ///   - selection: which of its drawings are wanted.
  /// - Throws: `InkFormatError` when it is of no format that is read here, is damaged, or has no such drawing.
  /// - Complexity: O(n).
  public static func read(
    _ file: InputFile, only selection: PageSelection = .all
  ) throws(InkFormatError) -> InkDocument {
    try file.withUnsafeBytes { bytes throws(InkFormatError) in
      guard case .format(.xournal) = InkFormat.recognise(bytes), ZipArchive.recognises(bytes) else {
        return try read(bytes, source: file.path, only: selection)
      }
      return try XournalReader.readArchive(file, selection)
    }
  }

  /// Reads bytes in memory; gzip data is inflated.
  ///
  /// - Throws: as the form that reads a file.
  public static func read(
    _ bytes: UnsafeRawBufferPointer, source: String, only selection: PageSelection = .all
  ) throws(InkFormatError) -> InkDocument {
    if Gzip.recognises(bytes) {
      let inflated: [UInt8]
      do throws(SystemError) {
        inflated = try Gzip.inflate(bytes, limit: inflatedLimit, name: source)
      } catch {
        throw InkFormatError(.system(error), source: source)
      }
      // What is gzip again is none of the formats: no chain is followed.
      return try inflated.span.bytes.withUnsafeBytes { inner throws(InkFormatError) in
        if Gzip.recognises(inner) { throw InkFormatError(.unrecognised, source: source) }
        return try read(inner, source: source, only: selection)
      }
    }
    switch InkFormat.recognise(bytes) {
    case .unknown: throw InkFormatError(.unrecognised, source: source)
    case .notRead(let name): throw InkFormatError(.notRead(name), source: source)
    case .format(.drawing): return try readOwn(Array(bytes), .drawing, source, selection)
    case .format(.svg): return try readOwn(Array(bytes), .svg, source, selection)
    case .format(.inkml): return try InkMLReader.read(bytes, source, selection)
    case .format(.xournal):
      if ZipArchive.recognises(bytes) {
        return try XournalReader.readArchive(InputFile(name: source, bytes: Array(bytes)), selection)
      }
      return try XournalReader.read(bytes, source, selection)
    case .format(.quickDraw): return try QuickDrawReader.read(bytes, source, selection)
    case .format(.wacomSVC): return try SVCReader.read(bytes, source, selection)
    }
  }

  /// A drawing of ours, alone or in the metadata of an SVG picture.
  private static func readOwn(
    _ bytes: [UInt8], _ format: InkFormat, _ source: String, _ selection: PageSelection
  ) throws(InkFormatError) -> InkDocument {
    let drawing: Drawing
    do throws(DrawingError) {
      drawing = format == .svg ? try Drawing(svg: bytes) : try Drawing(saved: bytes)
    } catch {
      throw InkFormatError(.drawing(error.problem), source: source, at: .byte(error.offset))
    }
    return try .single(format, InkPage(number: 1, key: nil, title: nil, drawing: drawing), [], selection, source)
  }

  /// Reads bytes in memory; gzip data is inflated.
  ///
  /// - Throws: as the form that reads a file.
  public static func read(
    _ bytes: [UInt8], source: String, only selection: PageSelection = .all
  ) throws(InkFormatError) -> InkDocument {
    try bytes.span.bytes.withUnsafeBytes { buffer throws(InkFormatError) in
      try read(buffer, source: source, only: selection)
    }
  }
}

extension InkDocument {
  /// A document of one drawing, which is the first page and has no key.
  static func single(
    _ format: InkFormat, _ page: InkPage, _ warnings: [InkWarning], _ selection: PageSelection, _ source: String
  ) throws(InkFormatError) -> InkDocument {
    guard selection.takes(1, key: page.key) else {
      throw InkFormatError(.noSuchPage(selection.text, count: 1), source: source)
    }
    return InkDocument(format: format, pages: [page], pageCount: 1, warnings: warnings)
  }
}
