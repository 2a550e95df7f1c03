// Recognises one input and hands it to the reader of its format.

internal import SystemKit

struct InputReader {
  let accumulator: CoverageAccumulator
  let input: UInt32

  init(_ accumulator: CoverageAccumulator, _ input: UInt32) {
    self.accumulator = accumulator
    self.input = input
  }

  /// Reads an input into the accumulator.
  func read(_ file: InputFile, progress: (Int) -> Void) throws(CoverageError) -> InputOutcome {
    try file.withUnsafeBytes { bytes throws(CoverageError) in
      var reported = 0
      defer { progress(bytes.count - reported) }
      return try read(bytes, name: file.path) { offset in
        file.discard(upTo: offset)
        progress(offset - reported)
        reported = offset
      }
    }
  }

  private func read(
    _ bytes: UnsafeRawBufferPointer, name: String, onProgress: (Int) -> Void
  ) throws(CoverageError) -> InputOutcome {
    switch CoverageFormat.recognise(bytes) {
    case .unknown: throw CoverageError(.unrecognised, source: name)
    case .notReadHere(let format, let instead):
      throw CoverageError(.notReadHere(format: format, instead: instead), source: name)
    case .format(.lcov):
      var reader = LCOVReader(into: accumulator, source: name, input: input)
      try reader.read(bytes, onProgress: onProgress)
      return InputOutcome(format: .lcov, warnings: reader.warnings.all, tests: reader.tests)
    case .format(let format):
      let parsed = try Self.parse(bytes, format, name: name, keepGoing: accumulator.options.keepGoing)
      for file in parsed.files { accumulator.add(file, input: input) }
      return InputOutcome(
        format: format, warnings: parsed.warnings.all, tests: Set(parsed.files.compactMap(\.test)),
        madeAt: parsed.madeAt)
    }
  }

  /// Reads the formats whose files are small enough to be held as a model.
  private static func parse(
    _ bytes: UnsafeRawBufferPointer, _ format: CoverageFormat, name: String, keepGoing: Bool
  ) throws(CoverageError) -> ParsedReport {
    switch format {
    case .cobertura: try CoberturaReader.parse(bytes, source: name, keepGoing: keepGoing)
    case .clover: try CloverReader.parse(bytes, source: name, keepGoing: keepGoing)
    case .jacoco: try JaCoCoReader.parse(bytes, source: name, keepGoing: keepGoing)
    case .llvm: try LLVMExportReader.parse(bytes, source: name, keepGoing: keepGoing)
    case .go: try GoProfileReader.parse(bytes, source: name, keepGoing: keepGoing)
    case .json: try CoverageJSONReader.parse(bytes, source: name, keepGoing: keepGoing)
    case .lcov: preconditionFailure("LCOV is read straight into the accumulator")
    }
  }
}

/// What a reader other than LCOV's gives.
struct ParsedReport {
  var files: [FileCoverage] = []
  var warnings: WarningList
  /// When the report says it was made, in seconds since 1970 UTC.
  var madeAt: ClosedRange<Int64>?

  init(source: String) { warnings = WarningList(source: source) }
}
