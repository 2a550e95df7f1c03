// Paths as text: splitting, joining and normalising without asking the file system. Reports come from other machines, so
// Windows separators and drive letters count too.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Operations on path strings.
public enum PathName {
  /// The folder (without its last slash, empty where there is none) and the last component.
  public static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return ("", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: slash)...]))
  }

  /// Joins a folder and a path; an absolute path stays as it is.
  public static func join(_ folder: String, _ path: String) -> String {
    if folder.isEmpty || isAbsolute(path) { return path }
    if path.isEmpty { return folder }
    return folder.utf8.last == 0x2F ? folder + path : folder + "/" + path
  }

  /// Whether a path begins at a root: `/`, `C:/`, `C:\` or `\\server`.
  public static func isAbsolute(_ path: String) -> Bool {
    let bytes = path.utf8
    guard let first = bytes.first else { return false }
    if first == 0x2F || first == 0x5C { return true }
    return hasDrive(path) && bytes.count > 2
  }

  private static func hasDrive(_ path: String) -> Bool {
    let head = Array(path.utf8.prefix(3))
    return head.count >= 2 && head[1] == 0x3A && (0x61...0x7A).contains(head[0] | 0x20)
      && (head.count == 2 || head[2] == 0x2F || head[2] == 0x5C)
  }

  /// A path in one spelling: `/` between components where it is a Windows path, no empty or `.` component, `..` resolved
  /// as far as the text allows.
  ///
  /// A backslash is a separator only when the path has a drive letter, begins with `\\` or holds no slash at all: on
  /// Linux it is a legal letter of a name.
  public static func normalised(_ path: String) -> String {
    let isWindows = path.utf8.contains(0x5C) && (hasDrive(path) || path.utf8.first == 0x5C || !path.utf8.contains(0x2F))
    let text = isWindows || path.utf8.contains(0x5C) && hasDrive(path) ? path.replacingByte(0x5C, with: 0x2F) : path
    let isRooted = text.utf8.first == 0x2F
    var kept: [Substring] = []
    // By bytes: a combining mark at the beginning of a name makes one character with the slash before it.
    for component in text.utf8.split(separator: 0x2F).map(Substring.init) where component != "." {
      if component == "..", let last = kept.last, last != ".." {
        // A drive is a root too.
        if kept.count > 1 || !hasDrive(String(last)) { kept.removeLast() }
      } else if component == "..", isRooted, kept.isEmpty {
        continue
      } else {
        kept.append(component)
      }
    }
    let joined = kept.joined(separator: "/")
    if isRooted { return (text.hasPrefix("//") && isWindows ? "//" : "/") + joined }
    return joined.isEmpty ? (path.isEmpty ? "" : ".") : joined
  }

  /// The path below `folder`, or `nil` when it is not below it. Both must be normalised.
  public static func relative(_ path: String, to folder: String) -> String? {
    if folder.isEmpty || folder == "." { return isAbsolute(path) ? nil : path }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    guard path.utf8.starts(with: prefix.utf8) else { return nil }
    return String(Substring(path.utf8.dropFirst(prefix.utf8.count)))
  }

  /// The absolute spelling of a path, from the current folder; links are not resolved.
  public static func absolute(_ path: String) -> String {
    isAbsolute(path) ? normalised(path) : normalised(join(currentFolder, path))
  }

  /// The folder that the process runs in.
  public static var currentFolder: String {
    guard let folder = getcwd(nil, 0) else { return "/" }
    defer { free(folder) }
    return String(cString: folder)
  }
}

extension String {
  fileprivate func replacingByte(_ byte: UInt8, with other: UInt8) -> String {
    String(decoding: utf8.map { $0 == byte ? other : $0 }, as: UTF8.self)
  }
}
