// A list of patterns read as gitignore(5) reads them: the last one that matches decides, `!` takes a path back in, a slash
// at the front or in the middle ties a pattern to its folder, one at the end means folders only. All by bytes: a combining
// mark after a slash or a line feed makes one Swift character with it.

/// Which paths to pass over.
public struct IgnoreRules: Sendable {
  private struct Rule: Sendable {
    /// The folder that it belongs to, with a slash at its end; empty: the top.
    let folder: [UInt8]
    /// What the path begins with. Git compares this apart from the rest, so that `a/b**` matches `a/bc/d`.
    let literal: [UInt8]
    let glob: Glob
    let isTied: Bool
    let isNegated: Bool
    let foldersOnly: Bool

    func matches(_ path: String.UTF8View) -> Bool {
      guard path.starts(with: folder) else { return false }
      let inside = path.dropFirst(folder.count)
      if !isTied {
        let name = inside.lastIndex(of: 0x2F).map { inside[inside.index(after: $0)...] } ?? inside
        return glob.matches(name)
      }
      return inside.starts(with: literal) && glob.matches(inside.dropFirst(literal.count))
    }
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
      if let rule = Self.rule(line.utf8[...], folder) { rules.append(rule) }
    }
  }

  /// Adds the rules of a file.
  public mutating func add(text: UnsafeRawBufferPointer, in folder: String = "") {
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for line in text[start...].split(separator: 0x0A) {
      if let rule = Self.rule(String(decoding: line, as: UTF8.self).utf8[...], folder) { rules.append(rule) }
    }
  }

  /// Whether there is no rule.
  public var isEmpty: Bool { rules.isEmpty }

  private static func rule(_ line: Substring.UTF8View, _ folder: String) -> Rule? {
    var text = line
    if text.last == 0x0D { text.removeLast() }
    text = text[..<endWithoutSpaces(text)]
    guard let first = text.first, first != 0x23 else { return nil }
    let isNegated = first == 0x21
    if isNegated { text.removeFirst() }
    let foldersOnly = text.last == 0x2F
    if foldersOnly { text.removeLast() }
    guard !text.isEmpty else { return nil }
    let isTied = text.contains(0x2F)
    if text.first == 0x2F { text.removeFirst() }
    let literal = isTied ? Array(text.prefix { !"*?[\\".utf8.contains($0) }) : []
    return Rule(
      folder: folder.isEmpty ? [] : Array(folder.utf8) + [0x2F], literal: literal,
      glob: Glob(String(Substring(text.dropFirst(literal.count)))), isTied: isTied, isNegated: isNegated,
      foldersOnly: foldersOnly)
  }

  /// Where a line ends when spaces at its end are left out, but not one behind a backslash.
  private static func endWithoutSpaces(_ text: Substring.UTF8View) -> Substring.UTF8View.Index {
    var end = text.startIndex
    var at = text.startIndex
    while at < text.endIndex {
      let isSpace = text[at] == 0x20
      if text[at] == 0x5C, text.index(after: at) < text.endIndex { text.formIndex(after: &at) }
      text.formIndex(after: &at)
      if !isSpace { end = at }
    }
    return end
  }

  /// Whether a path itself is to be passed over, its parents not considered (a walk never enters an ignored folder).
  public func ignores(_ path: String, isFolder: Bool) -> Bool {
    for rule in rules.reversed() where isFolder || !rule.foldersOnly {
      if rule.matches(path.utf8) { return !rule.isNegated }
    }
    return false
  }

  /// So many folders above a file are asked for.
  private static let depthLimit = 256

  /// Whether a file or one of the folders above it is to be passed over.
  public func ignoresWithParents(_ path: String) -> Bool {
    let bytes = path.utf8
    var at = bytes.startIndex
    // Each folder above costs a match of its own; a path of thousands of folders is no file's and would take square time.
    var depth = 0
    while depth < Self.depthLimit, let slash = bytes[at...].firstIndex(of: 0x2F) {
      if slash > bytes.startIndex, ignores(String(path[..<slash]), isFolder: true) { return true }
      at = bytes.index(after: slash)
      depth += 1
    }
    return ignores(path, isFolder: false)
  }
}
