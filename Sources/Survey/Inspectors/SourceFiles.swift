// The sources that may be shown. Evidence names paths and what it names is published on a page: so a source is opened only
// where it really lies in one of the project's folders and, in a repository, only when git tracks it.

internal import SystemKit

/// The source files at hand.
struct SourceFiles: Sendable {
  /// The folders as they are looked in, and without symbolic links.
  private let folders: [(path: String, real: String)]
  /// The tracked files by their real paths; `nil`: whatever lies in the folders.
  private let tracked: Set<String>?

  /// The largest source that is shown.
  private static let maximumSize = 4 << 20

  /// Sources in folders.
  ///
  /// - Parameters:
  ///   - folders: where sources are looked for, the first first.
  ///   - tracked: the only files that are shown, relative to `top`; `nil`: all.
  init(in folders: [String], tracked: [String]? = nil, top: String = "") {
    self.folders = folders.map { ($0, FileFacts.realPath($0)) }
      // The whole machine is nobody's source folder.
      .filter { $0.1 != "/" && $0.1 != "" }
    let realTop = FileFacts.realPath(top)
    self.tracked = tracked.map { Set($0.map { PathName.join(realTop, $0) }) }
  }

  /// The text of a source; `nil` when it is not at hand, too large, or none of the project's.
  func text(of path: String) -> String? {
    let candidates = PathName.isAbsolute(path) ? [path] : folders.map { PathName.join($0.path, path) }
    for candidate in candidates {
      guard let size = FileFacts.size(candidate), size < Self.maximumSize else { continue }
      // Opened by the name that was looked at, so that no link comes in between.
      let real = FileFacts.realPath(candidate)
      guard isOurs(real), let file = try? InputFile(path: real) else { continue }
      return file.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
    return nil
  }

  private func isOurs(_ real: String) -> Bool {
    guard let inside = folders.lazy.compactMap({ PathName.relative(real, to: $0.real) }).first else { return false }
    if let tracked { return tracked.contains(real) }
    // `.env`, `.netrc` and git's own files hold keys and are no sources.
    let parts = inside.split(separator: "/")
    return parts.last?.hasPrefix(".") == false && !parts.contains(".git")
  }
}
