// A BMD file in the form that the analyses read: decrunched into a scratch file.

internal import SystemKit

/// The HPROF form of a BMD file.
enum BMDImage {
  struct Outcome {
    let file: InputFile
    let losses: BMDLosses
    let damage: HeapDumpError?
  }

  /// Decrunches a BMD file for analysis. Damage ends the image, but not the reading of what came before it.
  static func make(from file: InputFile) throws -> Outcome {
    let scratch = try ScratchFile()
    let (losses, damage) = try file.withUnsafeBytes { try Decruncher(purpose: .analysis).run($0, to: scratch) }
    return Outcome(file: InputFile(name: file.path, mapped: try scratch.map()), losses: losses, damage: damage)
  }
}
