// One spelling for one file: reports come from build machines with other roots, other separators and other mounts. Rules are
// tried in their order and the first that fits is applied; then excludes are asked.

public import SystemKit

/// How the paths of a report are rewritten, and which files are left out.
public struct PathRules: Sendable {
  /// A folder that stands for another.
  public struct Mapping: Sendable, Equatable {
    /// The folder as reports have it.
    public let from: String
    /// What it becomes; empty: paths below become relative.
    public let to: String

    /// Creates a mapping between two folders.
    public init(from: String, to: String) {
      self.from = PathName.normalised(from)
      self.to = to == "." ? "" : to
    }

    /// Reads `from=to`; `nil` when there is no `=` or nothing before it.
    public init?(_ text: String) {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
      self.init(from: String(text[..<equals]), to: String(text[text.index(after: equals)...]))
    }

    func apply(_ path: String) -> String? {
      if path == from { return to.isEmpty ? path : to }
      guard let rest = PathName.relative(path, to: from) else { return nil }
      return to.isEmpty ? rest : PathName.join(to, rest)
    }
  }

  /// Mappings, tried in order.
  public var mappings: [Mapping] = []
  /// Patterns of files to leave out, as in .gitignore.
  public var excludes = IgnoreRules()
  /// Patterns of files to keep; none: all.
  public var includes: [Glob] = []

  /// The repository's files: a path that means one of them, and only one, becomes its path.
  public var tree: SourceTree?

  /// Rules that change nothing but the spelling.
  public init() {}

  /// The path in one spelling, after mappings.
  func mapped(_ raw: String) -> String {
    var path = raw
    if path.hasPrefix("file://") { path = Self.decodingPercents(String(path.dropFirst(7))) }
    path = PathName.normalised(path)
    for mapping in mappings {
      if let mapped = mapping.apply(path) {
        path = PathName.normalised(mapped)
        break
      }
    }
    return path
  }

  /// Whether a file stays, by its path in the result.
  func keeps(_ path: String) -> Bool {
    let relative = path.hasPrefix("/") ? String(path.dropFirst()) : path
    if !excludes.isEmpty, excludes.ignoresWithParents(relative) { return false }
    return includes.isEmpty || includes.contains { $0.matches(relative) }
  }

  private static func decodingPercents(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == 0x25, at + 2 < bytes.count,
        let value = UInt8(String(decoding: bytes[at + 1...at + 2], as: UTF8.self), radix: 16)
      {
        decoded.append(value)
        at += 3
      } else {
        decoded.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
