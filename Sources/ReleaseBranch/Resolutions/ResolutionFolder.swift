// Conflicts in a folder, for a person and an editor:
//
//   conflicts.json               what is what; not to be edited
//   01-BFG-12/src/shop.swift     the file with both sides between markers; edited until none is left
//   02-BFG-13/logo.png.release   a file that is no text: the release's version …
//   02-BFG-13/logo.png.ticket    … and the ticket's; the right one is copied to logo.png
//   02-BFG-13/logo.png.deleted   made by hand where the file is to be gone

internal import ByteKit
internal import MarkupKit
internal import SystemKit

/// Writes open conflicts to a folder and takes the mended files back.
struct ResolutionFolder {
  static let manifest = "conflicts.json"

  let path: String
  let scratch: ScratchRepository

  /// A conflict as the manifest has it.
  struct Item {
    /// The place in the folder.
    let file: String
    let path: GitPath
    let tickets: [String]
    let mode: UInt32
    let versions: [ConflictStage]
    /// The merge's text with constant labels, as a blob; `nil` where it is no text.
    let text: [UInt8]?
    /// Whether it is an edit by hand and no conflict.
    let isEdit: Bool
  }

  // MARK: - Writing

  /// Writes the open conflicts of a rebuild.
  ///
  /// - Returns: the files that are to be edited, relative to the folder.
  /// - Throws: `badFile` when the folder holds conflicts already, or cannot be written to.
  func write(_ rebuild: Rebuild, pairs: (RebuiltCommit, GitPath) -> TicketPair) throws(ReleaseError) -> [String] {
    let manifest = path + "/" + Self.manifest
    guard !AtomicFile.exists(manifest) else {
      throw ReleaseError(.badFile(manifest, "is there already; take the folder's files back or remove it first"))
    }
    var files: [String] = []
    var json = JSONWriter()
    do {
      try AtomicFile.makeFolder(path)
      try json.object { json in
        json.member("format", "plimsoll.release-conflicts")
        json.member("version", 1)
        try json.array("conflicts") { json in
          for (index, commit) in rebuild.unresolved.enumerated() {
            for open in commit.open {
              let number = index + 1 < 10 ? "0\(index + 1)" : "\(index + 1)"
              let file = "\(number)-\(Self.fit(commit.name))/\(open.path)"
              guard open.path.isHarmless, !files.contains(file) else {
                throw ReleaseError(.badFile(open.path.description, "cannot be written to a folder under its name"))
              }
              try write(open, to: path + "/" + file)
              files.append(file)
              json.object { json in
                json.member("file", file)
                json.member("path", Hexadecimal.text(open.path.bytes))
                json.member("shown", open.path.description)
                json.array("tickets") { json in for name in pairs(commit, open.path).names { json.value(name) } }
                json.member("kind", open.kind)
                json.member("edit", open.isEdit)
                json.member("mode", String((open.entry ?? open.recorded)?.mode ?? 0o100644, radix: 8))
                json.array("versions") { json in
                  for version in open.versions { json.value(version.line) }
                }
                json.member("text", open.text.map { Hexadecimal.text($0) })
              }
            }
          }
        }
      }
      try AtomicFile.write(json.output.bytes, to: manifest)
    } catch let error as ReleaseError { throw error } catch { throw ReleaseError(.badFile(path, "\(error)")) }
    return files
  }

  private func write(_ open: OpenConflict, to file: String) throws {
    try AtomicFile.makeFolder(PathName.split(file).folder)
    if let draft = open.draft {
      try AtomicFile.write(draft, to: file)
      return
    }
    for (number, name) in [(2, "release"), (3, "ticket")] {
      guard let entry = open.versions.first(where: { $0.number == number })?.entry else { continue }
      // A submodule has no bytes here: its commit's name stands for it.
      let bytes = entry.isSubmodule ? Array("\(entry.id.hex)\n".utf8) : try scratch.blob(entry.id)
      try AtomicFile.write(bytes, to: "\(file).\(name)")
    }
  }

  private static func fit(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : "_" }.prefix(60))
  }

  // MARK: - Taking back

  /// What the folder's files decide.
  struct Taken {
    var resolutions: [PairedResolution] = []
    /// Files that are not mended yet, and why.
    var left: [(file: String, why: String)] = []
  }

  /// Reads the mended files.
  ///
  /// - Throws: `badFile` when the folder holds no conflicts of ours.
  func take() throws(ReleaseError) -> Taken {
    var taken = Taken()
    for item in try items() {
      let file = path + "/" + item.file
      let entry: TreeEntry?
      if let bytes = try? MappedFile(path: file).withUnsafeBytes({ Array($0) }) {
        // As they are: what is compressed stays so.
        if item.text != nil, Self.hasMarkers(bytes) {
          taken.left.append((item.file, "still has conflict markers"))
          continue
        }
        entry = try made(of: bytes, item)
      } else if AtomicFile.exists(file + ".deleted") {
        entry = nil
      } else {
        taken.left.append((item.file, "is not there (make '\(item.file).deleted' if the file is to be gone)"))
        continue
      }
      let resolvedText = try entry.flatMap { entry throws(ReleaseError) in
        item.text != nil && entry.isFile ? try scratch.blob(entry.id) : nil
      }
      let resolution = KnownResolution(
        path: item.path, text: item.text, versions: item.versions, resolved: entry, resolvedText: resolvedText,
        isEdit: item.isEdit)
      taken.resolutions.append(
        PairedResolution(pair: TicketPair(item.tickets.first ?? "main", item.tickets.last), resolution: resolution))
    }
    return taken
  }

  private func made(of bytes: [UInt8], _ item: Item) throws(ReleaseError) -> TreeEntry {
    if item.mode == 0o160000 {
      let name = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first ?? ""
      guard let id = ObjectID(name) else { throw ReleaseError(.badFile(item.file, "'\(name)' is no commit's name")) }
      return TreeEntry(mode: item.mode, id: id)
    }
    return TreeEntry(mode: item.mode, id: try scratch.write(blob: bytes))
  }

  private static func hasMarkers(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: 0x0A).contains { line in
      line.starts(with: "<<<<<<< \(ConflictText.ourLabel)".utf8)
        || line.starts(with: ">>>>>>> \(ConflictText.theirLabel)".utf8)
    }
  }

  private func items() throws(ReleaseError) -> [Item] {
    let manifest = path + "/" + Self.manifest
    guard AtomicFile.exists(manifest) else {
      throw ReleaseError(.badFile(path, "holds no conflicts: there is no \(Self.manifest) in it"))
    }
    let json: JSONValue
    do {
      json = try InputFile(path: manifest).withUnsafeBytes { bytes throws(MarkupError) in try JSONValue(parsing: bytes)
      }
    } catch { throw ReleaseError(.badFile(manifest, "\(error)")) }
    guard json["format"]?.string == "plimsoll.release-conflicts", json["version"]?.number == 1,
      let conflicts = json["conflicts"]?.elements
    else { throw ReleaseError(.badFile(manifest, "is no list of conflicts of this program's version")) }
    var items: [Item] = []
    for conflict in conflicts {
      guard let file = conflict["file"]?.string, let path = conflict["path"]?.string.flatMap({ Hexadecimal.bytes($0) }),
        let mode = conflict["mode"]?.string.flatMap({ UInt32($0, radix: 8) }), GitPath(file).isHarmless
      else { throw ReleaseError(.badFile(manifest, "a conflict has no file below the folder, no path or no mode")) }
      var versions: [ConflictStage] = []
      for version in conflict["versions"]?.elements ?? [] {
        guard let stage = ConflictStage(line: version.string ?? "") else {
          throw ReleaseError(.badFile(manifest, "a version of \(file) cannot be read"))
        }
        versions.append(stage)
      }
      items.append(
        Item(
          file: file, path: GitPath(path), tickets: (conflict["tickets"]?.elements ?? []).compactMap(\.string),
          mode: mode,
          versions: versions, text: conflict["text"]?.string.flatMap { Hexadecimal.bytes($0) },
          isEdit: conflict["edit"]?.boolean ?? false))
    }
    return items
  }
}
