// Finds the reports that a user means by files and folders.

internal import SystemKit

/// Finds inputs.
public enum CoverageInputs {
  /// A file or folder that looked like coverage and is not read.
  public struct PassedOver: Hashable, Sendable {
    /// The file or folder.
    public let path: String
    /// What it is, and what to do instead.
    public let reason: String
  }

  /// Reports, and what was passed over.
  public struct Found: Sendable {
    /// The reports: files as they were named, then those below folders, ordered by path.
    public var paths: [String] = []
    /// Coverage of formats that are not read, files that by their names should hold some, and folders that hold none.
    public var passedOver: [PassedOver] = []
  }

  /// Finds reports. A file that is named is a report whatever it holds: reading it says what is wrong. Below folders, files
  /// that are recognised by content are taken; what has a usual name but cannot be read or is empty is told.
  ///
  /// - Throws: `CoverageError` when a path is not there, or folders hold no report.
  public static func find(_ inputs: [String]) throws(CoverageError) -> Found {
    var found = Found()
    var emptyFolders: [String] = []
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
      for skipped in listing.skipped {
        // A folder that cannot be read may hold any report.
        if case .unreadable(let reason) = skipped.reason {
          found.passedOver.append(PassedOver(path: skipped.path, reason: reason))
        }
      }
      for file in listing.files {
        let head: [UInt8]
        do throws(SystemError) { head = try FileHead.read(file.path, count: 4096) } catch {
          if CoverageFileNames.isUsual(file.path) {
            found.passedOver.append(PassedOver(path: file.path, reason: "cannot be read: \(error.description)"))
          }
          continue
        }
        if head.isEmpty {
          if CoverageFileNames.isUsual(file.path) {
            found.passedOver.append(PassedOver(path: file.path, reason: "the file is empty"))
          }
          continue
        }
        switch head.withUnsafeBytes({ CoverageFormat.recognise($0) }) {
        case .format: found.paths.append(file.path)
        case .notReadHere(let format, let instead):
          found.passedOver.append(PassedOver(path: file.path, reason: "\(format) is not read: \(instead)"))
        case .unknown: continue
        }
      }
      if found.paths.count == before { emptyFolders.append(input) }
    }
    if let emptyFolder = emptyFolders.first, found.paths.isEmpty {
      throw CoverageError(.nothingBelow, source: emptyFolder)
    }
    found.passedOver += emptyFolders.map { PassedOver(path: $0, reason: "no coverage report below this folder") }
    return found
  }
}

/// The names that tools give their reports.
enum CoverageFileNames {
  private static let patterns = [
    "*.info", "*.lcov", "lcov*", "*coverage*.xml", "*cobertura*.xml", "*clover*.xml", "*jacoco*.xml", "*coverage*.json",
    "*llvm-cov*.json", "cover.out", "*coverage*.out", "*.coverprofile", "*.cover", "coverage.txt",
  ].map { Glob($0) }

  /// Whether a file by its name should hold coverage.
  static func isUsual(_ path: String) -> Bool {
    var name = PathName.split(path).name.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    return patterns.contains { $0.matches(name) }
  }
}
