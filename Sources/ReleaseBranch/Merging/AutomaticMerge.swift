// What git makes of two commits by itself, read from `git merge-tree --write-tree --stdin`. For each pair of commits (2.39.5; the
// page of 2.40 describes the parts without the status):
//
//   status      1 clean, 0 conflicts, NUL
//   tree        with conflict markers in it, NUL
//   stages      "mode name stage TAB path", NUL after each, at paths in conflict
//   NUL
//   messages    number of paths, the paths, type, text, NUL after each; only with conflicts
//   NUL

/// A file's version in a conflict: 1 the merge base's, 2 ours, 3 theirs.
struct ConflictStage: Hashable, Sendable {
  let number: Int
  let entry: TreeEntry

  init(number: Int, entry: TreeEntry) {
    self.number = number
    self.entry = entry
  }

  /// Reads "number mode name", as `line` writes it; `nil` for anything else.
  init?(line: some StringProtocol) {
    let words = line.split(separator: " ")
    guard words.count == 3, let stage = ConflictStage(number: words[0], mode: words[1], id: words[2]) else {
      return nil
    }
    self = stage
  }

  init?(number: some StringProtocol, mode: some StringProtocol, id: some StringProtocol) {
    guard let number = Int(number), (1...3).contains(number), let mode = UInt32(mode, radix: 8), let id = ObjectID(id)
    else { return nil }
    self.init(number: number, entry: TreeEntry(mode: mode, id: id))
  }

  /// The version in a line, as it is kept.
  var line: String { "\(number) \(String(entry.mode, radix: 8)) \(entry.id.hex)" }
}

/// What git's merge of two commits gave.
struct AutomaticMerge: Sendable {
  /// The tree; files in conflict have both sides in it, between markers.
  let tree: ObjectID
  /// The paths in conflict with their versions.
  let stages: [GitPath: [ConflictStage]]
  /// The kinds of conflict by path, as git calls them in `CONFLICT (contents)`.
  let kinds: [GitPath: Set<String>]
  /// The names of the two sides, as they stand after the markers.
  let labels: (ours: String, theirs: String)

  /// Whether git merged all by itself.
  var isClean: Bool { stages.isEmpty }
}

extension AutomaticMerge {
  /// Reads the answers for a number of pairs.
  ///
  /// - Throws: `git` when they are cut short or of another form.
  static func read(_ output: [UInt8], pairs: [(ours: String, theirs: String)]) throws(ReleaseError) -> [AutomaticMerge]
  {
    var reader = Fields(bytes: output)
    var merges: [AutomaticMerge] = []
    for pair in pairs {
      let status = try reader.text()
      guard status == "0" || status == "1" else { throw Fields.failure("status '\(status)'") }
      guard let tree = ObjectID(try reader.text()) else { throw Fields.failure("a tree's name is missing") }
      var stages: [GitPath: [ConflictStage]] = [:]
      while case let field = try reader.field(), !field.isEmpty {
        let (path, stage) = try Self.stage(field)
        stages[path, default: []].append(stage)
      }
      var kinds: [GitPath: Set<String>] = [:]
      // A clean merge has no messages, and no end of them.
      while status == "0", case let count = try reader.text(), !count.isEmpty, !count.hasPrefix(submoduleAdvice) {
        guard let number = Int(count), number >= 0 else { throw Fields.failure("'\(count)' is no number of paths") }
        var paths: [GitPath] = []
        for _ in 0..<number { paths.append(GitPath(Array(try reader.field()))) }
        let kind = try reader.text()
        _ = try reader.field()
        if let name = conflictName(kind) { for path in paths { kinds[path, default: []].insert(name) } }
      }
      if status == "0", stages.isEmpty { throw Fields.failure("a conflict without a path") }
      merges.append(AutomaticMerge(tree: tree, stages: stages, kinds: kinds, labels: pair))
    }
    return merges
  }

  /// The kind of conflict that a message's type names; `nil` where it is no conflict's.
  private static func conflictName(_ type: String) -> String? {
    guard type.hasPrefix("CONFLICT") else { return nil }
    let isUsual = type.hasPrefix("CONFLICT (") && type.hasSuffix(")")
    return isUsual ? String(type.dropFirst("CONFLICT (".count).dropLast()) : type
  }

  /// What git 2.38 to 2.43 says to people after the messages where submodules are in conflict, in the middle of the fields.
  private static let submoduleAdvice = "Recursive merging with submodules currently only supports trivial cases.\n"

  private static func stage(_ field: ArraySlice<UInt8>) throws(ReleaseError) -> (GitPath, ConflictStage) {
    guard let tab = field.firstIndex(of: 0x09) else { throw Fields.failure("a version without a path") }
    let words = String(decoding: field[..<tab], as: UTF8.self).split(separator: " ")
    guard words.count == 3, let stage = ConflictStage(number: words[2], mode: words[0], id: words[1]) else {
      throw Fields.failure("a version '\(String(decoding: field, as: UTF8.self))'")
    }
    return (GitPath(Array(field[(tab + 1)...])), stage)
  }

  /// Fields that end with NUL.
  private struct Fields {
    let bytes: [UInt8]
    var at = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func field() throws(ReleaseError) -> ArraySlice<UInt8> {
      guard let end = bytes[at...].firstIndex(of: 0) else { throw Self.failure("the answer is cut short") }
      defer { at = end + 1 }
      return bytes[at..<end]
    }

    mutating func text() throws(ReleaseError) -> String { String(decoding: try field(), as: UTF8.self) }

    static func failure(_ what: String) -> ReleaseError {
      ReleaseError(.git(command: "merge-tree", words: "an answer that is not understood: \(what)"))
    }
  }
}
