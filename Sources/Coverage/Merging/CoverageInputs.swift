// Finds the reports that a user means by files and folders.

internal import SystemKit

/// Finds inputs.
public enum CoverageInputs {
  /// A file that looked like coverage and is not read.
  public struct PassedOver: Hashable, Sendable {
    /// The file.
    public let path: String
    /// What it is, and what to do instead.
    public let reason: String
  }

  /// Reports, and what was passed over.
  public struct Found: Sendable {
    /// The reports: files as they were named, then those below folders, ordered by path.
    public var paths: [String] = []
    /// Coverage of formats that are not read.
    public var passedOver: [PassedOver] = []
  }

  /// Finds reports. A file that is named is a report whatever it holds: reading it says what is wrong. Below folders, files
  /// that are recognised by content are taken.
  ///
  /// - Throws: `CoverageError` when a path is not there, or folders hold no report.
  public static func find(_ inputs: [String]) throws(CoverageError) -> Found {
    var found = Found()
    var emptyFolder: String?
    for input in inputs {
      guard input != "-", AtomicFile.isFolder(input) else {
        found.paths.append(input)
        continue
      }
      let listing: FileTree.Listing
      do throws(SystemError) {
        listing = try FileTree.walk([input], rules: IgnoreRules([".git/", "node_modules/", ".plimsoll/"]))
      } catch { throw CoverageError(.system(error), source: input) }
      let before = found.paths.count
      for file in listing.files where file.size > 0 {
        guard let head = try? FileHead.read(file.path, count: 4096) else { continue }
        switch head.withUnsafeBytes({ CoverageFormat.recognise($0) }) {
        case .format: found.paths.append(file.path)
        case .notReadHere(let format, let instead):
          found.passedOver.append(PassedOver(path: file.path, reason: "\(format) is not read: \(instead)"))
        case .unknown: continue
        }
      }
      if found.paths.count == before { emptyFolder = emptyFolder ?? input }
    }
    if let emptyFolder, found.paths.isEmpty {
      throw CoverageError(.unrecognised, source: "\(emptyFolder): no file below it")
    }
    return found
  }
}
