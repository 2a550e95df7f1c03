// A BMD file in the form that the analyses read: decrunched into a scratch file.

internal import SystemKit

/// A file of BMD data, with gzip and our own compression taken off.
struct BMDSource {
  let file: InputFile
  /// Why the data ends before its end.
  let damage: HeapDumpError?

  /// Opens a file.
  ///
  /// - Throws: `SystemError` when it cannot be read, `HeapDumpError` when it holds no BMD.
  init(path: String) throws {
    let (raw, inflationDamage) = try HeapImage.openInflated(path)
    let source = try BMDSource(raw.file)
    guard let source else {
      let isHPROF = raw.file.withUnsafeBytes { DumpHeader.begins($0, at: 0) }
      throw isHPROF ? HeapDumpError(.unsupported("the dump is HPROF already")) : HeapDumpError(.notAHeapDump, at: 0)
    }
    file = source.file
    damage = source.damage ?? inflationDamage
  }

  /// Takes the compression off; `nil` for a file that holds no BMD.
  init?(_ file: InputFile) throws {
    if file.withUnsafeBytes({ PackedBMD.recognises($0) }) {
      let scratch = try ScratchFile()
      damage = try file.withUnsafeBytes { try PackedBMD.unpack($0, to: scratch) }
      self.file = InputFile(name: file.path, mapped: try scratch.map())
    } else if file.withUnsafeBytes({ BMDFormat.recognises($0) }) {
      self.file = file
      damage = nil
    } else {
      return nil
    }
  }
}

/// The HPROF form of a BMD file.
enum BMDImage {
  struct Outcome {
    let file: InputFile
    let losses: BMDLosses
    let damage: [HeapDumpError]
  }

  /// Decrunches a BMD file for analysis. Damage ends the image, but not the reading of what came before it.
  static func make(from source: BMDSource) throws -> Outcome {
    let scratch = try ScratchFile()
    var decruncher = Decruncher(purpose: .analysis)
    // Without the elements of arrays a dump is a few times its BMD.
    decruncher.outputLimit = min(decruncher.outputLimit, 64 << 20 + source.file.count * 1000)
    let (result, losses) = try source.file.withUnsafeBytes { try decruncher.run($0, to: scratch) }
    return Outcome(
      file: InputFile(name: source.file.path, mapped: try scratch.map()), losses: losses,
      damage: [source.damage, result.damage].compactMap(\.self))
  }
}
