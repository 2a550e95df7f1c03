// A list of patterns read as gitignore(5) reads them: the last one that matches decides, `!` takes a path back in, a slash
// at the front or in the middle ties a pattern to its folder, one at the end means folders only.

/// Which paths to pass over.
public struct IgnoreRules: Sendable {
  private struct Rule: Sendable {
    let glob: Glob
    let isNegated: Bool
    let foldersOnly: Bool
  }

  private var rules: [Rule] = []

  /// Rules from pattern lines; blank lines and lines that begin with `#` say nothing.
  ///
  /// - Parameter folder: the folder that the patterns belong to, relative to the paths asked about (empty: the top).
  public init(_ lines: [String] = [], in folder: String = "") {
    add(lines, in: folder)
  }

  /// Adds rules behind the others.
  public mutating func add(_ lines: [String], in folder: String = "") {
    for line in lines {
      if let rule = Self.rule(line, folder) { rules.append(rule) }
    }
  }

  /// Whether there is no rule.
  public var isEmpty: Bool { rules.isEmpty }

  private static func rule(_ line: String, _ folder: String) -> Rule? {
    var text = Substring(line)
    if text.hasSuffix("\r") { text.removeLast() }
    while text.hasSuffix(" "), !text.hasSuffix("\\ ") { text.removeLast() }
    guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
    let isNegated = text.hasPrefix("!")
    if isNegated { text.removeFirst() }
    let foldersOnly = text.hasSuffix("/")
    while text.hasSuffix("/") { text.removeLast() }
    guard !text.isEmpty else { return nil }
    let isTied = text.contains("/")
    while text.hasPrefix("/") { text.removeFirst() }
    let prefix = folder.isEmpty ? "" : escaped(folder) + "/"
    let glob = Glob(prefix + (isTied ? "" : "**/") + text)
    return Rule(glob: glob, isNegated: isNegated, foldersOnly: foldersOnly)
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "*?[\\".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  /// Whether a path itself is to be passed over, its parents not considered (a walk never enters an ignored folder).
  public func ignores(_ path: String, isFolder: Bool) -> Bool {
    for rule in rules.reversed() where isFolder || !rule.foldersOnly {
      if rule.glob.matches(path) { return !rule.isNegated }
    }
    return false
  }

  /// Whether a file or one of the folders above it is to be passed over.
  public func ignoresWithParents(_ path: String) -> Bool {
    var at = path.startIndex
    while let slash = path[at...].firstIndex(of: "/") {
      if slash > path.startIndex, ignores(String(path[..<slash]), isFolder: true) { return true }
      at = path.index(after: slash)
    }
    return ignores(path, isFolder: false)
  }
}
