// Finds the file of the repository that a report's path means. Reports name files as another machine saw them: below another
// root (`/build/agent7/src/a.c`), by package (`org/x/A.java`) or by import path (`example.com/m/p/a.go`). Peers take the first
// file that fits or drop the path; here a path that may mean several files is left as it is, and that is told.

internal import SystemKit

/// The files of a repository, to find those that reports mean.
public struct SourceTree: Sendable {
  /// What a path means.
  public enum Resolution: Equatable, Sendable {
    /// One file.
    case file(String)
    /// Several files fit equally well, in order of their names.
    case ambiguous([String])
    /// No file fits.
    case unknown
  }

  private let files: [String]
  /// Indices of the files with a last component.
  private let byName: [String: [Int32]]

  /// Creates a tree.
  ///
  /// - Parameter files: paths relative to the top of the repository, as `git ls-files` prints them.
  /// - Complexity: O(total length).
  public init(_ files: [String]) {
    self.files = files
    var byName: [String: [Int32]] = [:]
    for (index, file) in files.enumerated() {
      byName[PathName.split(file).name, default: []].append(Int32(truncatingIfNeeded: index))
    }
    self.byName = byName
  }

  /// The file with the longest common end, counted in whole components.
  ///
  /// At equal length a file that lies wholly in the path, or the other way round, comes before one that merely ends alike. A
  /// file of which nothing but the last component agrees is another file, be it at the top of the repository: there is an
  /// `index.js` in every package. Only a bare name (JaCoCo's default package) and an import path of Go have nothing else to
  /// say; no other path is written without its folder.
  ///
  /// - Complexity: O(files of that name × length of the path).
  public func resolve(_ path: String) -> Resolution {
    guard let candidates = byName[PathName.split(path).name] else { return .unknown }
    var best = Fit(components: 0, isWhole: false)
    var found: [Int32] = []
    let bytes = Array(path.utf8)
    let isNameEnough = !bytes.contains(0x2F) || !PathName.isAbsolute(path) && path.hasSuffix(".go")
    for index in candidates {
      let fit = Self.fit(bytes, Array(files[Int(index)].utf8))
      guard fit.components > 1 || fit.isWhole && isNameEnough else { continue }
      if (fit.components, fit.isWhole ? 1 : 0) > (best.components, best.isWhole ? 1 : 0) {
        best = fit
        found = [index]
      } else if fit == best {
        found.append(index)
      }
    }
    if found.count == 1 { return .file(files[Int(found[0])]) }
    if found.isEmpty { return .unknown }
    // The path itself, when it is one of them, means itself.
    if found.contains(where: { files[Int($0)] == path }) { return .file(path) }
    return .ambiguous(found.map { files[Int($0)] }.sorted())
  }

  /// Whether a file lies at the top of the repository.
  func hasTopFile(_ name: String) -> Bool {
    byName[name]?.contains { files[Int($0)].isSameText(as: name) } ?? false
  }

  private struct Fit: Equatable {
    var components: Int
    /// Whether one of the two is wholly the end of the other.
    var isWhole: Bool
  }

  private static func fit(_ path: [UInt8], _ file: [UInt8]) -> Fit {
    var components = 0
    var length = 0
    while length < path.count, length < file.count {
      let byte = path[path.count - 1 - length]
      guard byte == file[file.count - 1 - length] else { return Fit(components: components, isWhole: false) }
      if byte == 0x2F { components += 1 }
      length += 1
    }
    // One of them ended: where the other one has a separator there, its last component agreed as well.
    let longer = path.count > file.count ? path : file
    let isWhole = length == longer.count || longer[longer.count - 1 - length] == 0x2F
    return Fit(components: isWhole ? components + 1 : components, isWhole: isWhole)
  }
}

/// The folder that paths share.
public enum CommonRoot {
  /// The longest folder that all of some absolute paths lie in; empty when there is none or a path is relative.
  ///
  /// - Complexity: O(total length).
  public static func of(_ paths: [String]) -> String {
    guard let first = paths.first, paths.allSatisfy(PathName.isAbsolute) else { return "" }
    var common = PathName.split(first).folder.split(separator: "/", omittingEmptySubsequences: false)
    for path in paths.dropFirst() {
      let folder = PathName.split(path).folder.split(separator: "/", omittingEmptySubsequences: false)
      var shared = 0
      while shared < common.count, shared < folder.count, common[shared] == folder[shared] { shared += 1 }
      common.removeLast(common.count - shared)
    }
    let root = common.joined(separator: "/")
    // Below "/" alone nothing is gained by naming a root.
    return root == "/" ? "" : root
  }
}
