// Walks the given paths and asks the inspectors what each file is.

internal import SystemKit

/// What a walk found.
struct Gathering: Sendable {
  /// Evidence by the index of its inspector.
  var evidence: [[EvidenceFile]]
  /// What each piece of evidence is like on disk, by path.
  var found: [String: FoundFile] = [:]
  /// What was passed over.
  var passedOver: [PassedOver] = []
  /// How many files were looked at.
  var looked = 0
}

struct Gatherer {
  let configuration: SurveyConfiguration
  let folder: String
  let repository: Repository?

  /// So much of each file is looked at.
  static let headLength = 4096
  /// And so much of a document whose first element comes later, behind a long licence comment.
  static let longHeadLength = 1 << 17

  private enum Look: Sendable {
    case evidence(inspector: Int, format: String)
    case notReadHere(String)
    case unreadable(String)
    case nothing
  }

  /// Gathers evidence below paths.
  ///
  /// - Throws: `SystemError` when one of them is not there.
  func gather(_ paths: [String]) throws(SystemError) -> Gathering {
    let rules = IgnoreRules(SurveyConfiguration.standingExcludes + configuration.excludes)
    let listing = try FileTree.walk(paths, rules: rules)
    var gathering = Gathering(evidence: Inspectors.all.map { _ in [] })
    gathering.looked = listing.files.count
    let progress = Progress("looking", total: listing.files.count, unit: .items("files"))
    let looks = Parallel.map(count: listing.files.count) { index -> Look in
      progress.advance(by: 1)
      return Self.look(listing.files[index])
    }
    progress.finish()
    let tracked = trackedPaths()
    let named = Set(paths)
    var trackedEvidence = 0
    for (file, look) in zip(listing.files, looks) {
      switch look {
      case .nothing:
        if named.contains(file.path) {
          gathering.passedOver.append(
            PassedOver(path: shown(file.path), reason: "was named, but is no evidence that is known"))
        }
      case .unreadable(let reason):
        gathering.passedOver.append(PassedOver(path: shown(file.path), reason: reason))
      case .notReadHere(let instead):
        if isTracked(file.path, tracked, named) { continue }
        gathering.passedOver.append(PassedOver(path: shown(file.path), reason: instead))
      case .evidence(let inspector, let format):
        if isTracked(file.path, tracked, named) {
          trackedEvidence += 1
          continue
        }
        gathering.evidence[inspector].append(
          EvidenceFile(path: file.path, shownPath: shown(file.path), format: format))
        gathering.found[file.path] = file
      }
    }
    if trackedEvidence > 0 {
      gathering.passedOver.append(
        PassedOver(
          path: "\(trackedEvidence) file\(trackedEvidence == 1 ? "" : "s") that git tracks",
          reason: "look like evidence but belong to the sources (\"useTrackedFiles\": true takes them)"))
    }
    for skipped in listing.skipped {
      guard let reason = Self.text(skipped.reason) else { continue }
      gathering.passedOver.append(PassedOver(path: shown(skipped.path), reason: reason))
    }
    return gathering
  }

  /// A path below the surveyed folder where it is there.
  func shown(_ path: String) -> String {
    PathName.relative(PathName.absolute(path), to: PathName.absolute(folder)) ?? PathName.normalised(path)
  }

  private func trackedPaths() -> Set<String> {
    guard !configuration.usesTrackedFiles, let repository else { return [] }
    let top = FileFacts.realPath(repository.top)
    return Set(repository.trackedFiles.map { PathName.join(top, $0) })
  }

  /// Whether git tracks a file; one that was named itself is meant.
  private func isTracked(_ path: String, _ tracked: Set<String>, _ named: Set<String>) -> Bool {
    // By its real name: the folder may be reached through a symbolic link.
    !tracked.isEmpty && tracked.contains(FileFacts.realPath(path)) && !named.contains(path)
  }

  private static func look(_ file: FoundFile) -> Look {
    let head: [UInt8]
    do throws(SystemError) { head = try FileHead.read(file.path, count: headLength) } catch {
      // A report that may not be read is one that may tell of failures.
      return usual(file) ?? .unreadable(error.description)
    }
    let look = recognise(head)
    guard case .nothing = look else { return look }
    let usual = usual(file)
    if let usual, saysNothing(head) || isCutInFirstTag(head) || isPage(head) { return usual }
    if beginsDocument(head), head.count == headLength,
      let long = try? FileHead.read(file.path, count: longHeadLength)
    {
      let second = recognise(long)
      guard case .nothing = second else { return second }
    }
    return usual == nil ? .nothing : .notReadHere("is called as reports are, but is none that is known")
  }

  /// A file that is called as reports are: with nothing in it, it is a report that was never finished.
  private static func usual(_ file: FoundFile) -> Look? {
    var name = PathName.split(file.path).name
    if name.hasSuffix(".gz") { name.removeLast(3) }
    for (index, inspector) in Inspectors.all.enumerated()
    where inspector.usualNames.contains(where: { Glob($0).matches(name) }) {
      return .evidence(inspector: index, format: "unknown")
    }
    return nil
  }

  /// Whether there is nothing but white space, or an XML declaration without an element.
  private static func saysNothing(_ head: [UInt8]) -> Bool {
    var rest = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    if rest.starts(with: "<?xml".utf8) {
      rest = rest.drop { $0 != 0x3E }.dropFirst()
      rest = rest.drop { $0 <= 0x20 }
    }
    return rest.isEmpty
  }

  /// Whether the file ends within its first tag: `<?xml version="1.0"?> <testsui`.
  private static func isCutInFirstTag(_ head: [UInt8]) -> Bool {
    guard head.count < headLength, let open = head.lastIndex(of: 0x3C) else { return false }
    let tag = head[open...].dropFirst()
    return saysNothing(Array(head[..<open])) && tag.allSatisfy { (0x41...0x7A).contains($0) }
  }

  /// Whether it is a web page: what a download leaves when it met an error.
  private static func isPage(_ head: [UInt8]) -> Bool {
    let start = String(decoding: head.drop { $0 <= 0x20 }.prefix(14), as: UTF8.self).lowercased()
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }

  private static func beginsDocument(_ head: [UInt8]) -> Bool {
    let text = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    return text.starts(with: "<?xml".utf8) || text.starts(with: "<!--".utf8)
  }

  private static func recognise(_ head: [UInt8]) -> Look {
    head.withUnsafeBytes { bytes in
      var instead: String?
      for (index, inspector) in Inspectors.all.enumerated() {
        switch inspector.recognise(bytes) {
        case .evidence(let format): return .evidence(inspector: index, format: format)
        case .notReadHere(let text): instead = text
        case .unknown: continue
        }
      }
      return instead.map { .notReadHere($0) } ?? .nothing
    }
  }

  private static func text(_ reason: SkippedPath.Reason) -> String? {
    switch reason {
    case .ignored: nil
    case .loop: "the folder was walked already (a symbolic link leads back)"
    case .brokenLink: "a symbolic link that leads nowhere"
    case .special: nil
    case .unreadable(let words): "cannot be read: \(words)"
    case .tooDeep: "folders are nested more than \(FileTree.depthLimit) deep"
    }
  }
}
