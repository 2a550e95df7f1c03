// A folder for the time of one piece of work. It goes with the value, and also when a signal ends the program
// (`Children.endOnSignals`).

internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A folder in the folder for temporary files (`TMPDIR`), readable by this user only.
public final class ScratchFolder: Sendable {
  /// Its path, absolute and without symbolic links.
  public let path: String

  private static let all = Mutex<Set<String>>([])

  /// Makes an empty folder.
  ///
  /// - Throws: `SystemError` when the folder for temporary files cannot be written to.
  public init() throws(SystemError) {
    let base = Environment.temporaryFolder
    var template = Array(PathName.join(base, ".plimsoll.XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .last("mkdtemp", base) }
    let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = FileFacts.realPath(made)
    self.path = path
    Self.all.withLock { _ = $0.insert(path) }
  }

  deinit {
    Self.all.withLock { _ = $0.remove(path) }
    Self.remove(path)
  }

  /// Removes the folders of all values that are alive.
  static func removeAll() {
    for path in all.withLock({ $0 }) { remove(path) }
  }

  /// Whether the folder of a value that is alive is still there.
  static var isAnyLeft: Bool { all.withLock { $0 }.contains { access($0, F_OK) == 0 } }

  /// Removes a folder and all it holds; symbolic links are removed, not followed.
  private static func remove(_ folder: String) {
    guard let entries = opendir(folder) else { return }
    var names: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append((name, entry.pointee.d_type == UInt8(DT_DIR))) }
    }
    closedir(entries)
    for (name, isFolder) in names {
      let path = "\(folder)/\(name)"
      if isFolder { remove(path) } else { unlink(path) }
    }
    rmdir(folder)
  }
}
