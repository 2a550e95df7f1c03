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
  /// What may hold evidence and cannot be looked at: it must not turn green.
  var findings: [Finding] = []
  /// How many files were looked at.
  var looked = 0
}

extension Gathering {
  fileprivate mutating func add(_ file: FoundFile, _ shown: String, format: String, _ inspector: Int) {
    evidence[inspector].append(EvidenceFile(path: file.path, shownPath: shown, format: format))
    found[file.path] = file
  }

  fileprivate mutating func doubt(_ path: String, _ reason: String) {
    findings.append(Finding("evidence.unreadable", .warning, reason, place: Place(path), evidence: path))
  }
}

struct Gatherer {
  let configuration: SurveyConfiguration
  /// The folder that shown paths are relative to.
  let root: String
  /// The folder that the excludes are relative to.
  let base: String
  let repository: Repository?
  var inspectors = Inspectors.all
  var progress: SurveyProgress.Maker?

  /// So much of each file is looked at.
  static let headLength = 4096
  /// And so much of a document whose first element comes later, behind a long licence comment.
  static let longHeadLength = 1 << 17

  private enum Look: Sendable {
    case evidence(inspector: Int, format: String)
    case notReadHere(String)
    case unreadable(String)
    /// It holds nothing, under a name that says nothing either.
    case blank
    case nothing
  }

  /// Gathers evidence below paths.
  ///
  /// - Throws: `SystemError` when one of them is not there.
  func gather(_ paths: [String]) throws(SystemError) -> Gathering {
    let rules = IgnoreRules(SurveyConfiguration.standingExcludes + configuration.excludes)
    let listing = try FileTree.walk(paths, rules: rules, base: base)
    var gathering = Gathering(evidence: inspectors.map { _ in [] })
    gathering.looked = listing.files.count
    let progress = progress?(listing.files.count)
    let looks = Parallel.map(count: listing.files.count) { index -> Look in
      let look = look(listing.files[index])
      progress?.advance()
      return look
    }
    progress?.finish()
    let tracked = trackedPaths()
    let named = Set(paths)
    var trackedEvidence = 0
    let folders = evidenceFolders(listing.files, looks) { isTracked($0, tracked, named) }
    for (file, look) in zip(listing.files, looks) {
      if case .nothing = look, !named.contains(file.path) { continue }
      if isTracked(file.path, tracked, named) {
        // Pictures of the sources are no surprise: they are the app's own.
        if case .evidence(let inspector, _) = look, !inspectors[inspector].isIllustrator { trackedEvidence += 1 }
        continue
      }
      switch look {
      case .blank:
        // Beside evidence an empty report was to become one; elsewhere an empty file is nothing.
        if Self.isCalledLikeData(file.path), let inspector = folders[PathName.split(file.path).folder] {
          gathering.add(file, shown(file.path), format: "unknown", inspector)
        } else if named.contains(file.path) {
          gathering.passedOver.append(PassedOver(path: shown(file.path), reason: "was named, but is empty"))
        }
      case .nothing:
        gathering.passedOver.append(
          PassedOver(path: shown(file.path), reason: "was named, but is no evidence that is known"))
      case .unreadable(let reason): gathering.doubt(shown(file.path), "cannot be read: \(reason)")
      case .notReadHere(let instead):
        gathering.passedOver.append(PassedOver(path: shown(file.path), reason: instead))
      case .evidence(let inspector, let format):
        gathering.add(file, shown(file.path), format: format, inspector)
      }
    }
    if trackedEvidence > 0 {
      gathering.passedOver.append(
        PassedOver(
          path: "\(trackedEvidence) file\(trackedEvidence == 1 ? "" : "s") that git tracks",
          reason: "look like evidence but belong to the sources (\"useTrackedFiles\": true takes them)"))
    }
    for skipped in listing.skipped {
      if skipped.reason == .special, usual(skipped.path) == nil { continue }
      guard let reason = Self.text(skipped.reason) else { continue }
      if mayHideEvidence(skipped) {
        gathering.doubt(shown(skipped.path), reason)
      } else {
        gathering.passedOver.append(PassedOver(path: shown(skipped.path), reason: reason))
      }
    }
    return gathering
  }

  private func mayHideEvidence(_ skipped: SkippedPath) -> Bool {
    switch skipped.reason {
    case .unreadable, .tooDeep: true
    case .brokenLink, .special: usual(skipped.path) != nil
    case .ignored, .loop: false
    }
  }

  /// The folders that hold evidence, each with the inspector of some.
  private func evidenceFolders(
    _ files: [FoundFile], _ looks: [Look], except isTracked: (String) -> Bool
  ) -> [String: Int] {
    var folders: [String: Int] = [:]
    for (file, look) in zip(files, looks) {
      guard case .evidence(let inspector, _) = look, !inspectors[inspector].isIllustrator, !isTracked(file.path) else {
        continue
      }
      folders[PathName.split(file.path).folder] = inspector
    }
    return folders
  }

  /// Whether a file's name ends as those of reports do.
  private static func isCalledLikeData(_ path: String) -> Bool {
    let name = reportName(path)
    return [".xml", ".json", ".info", ".out"].contains { name.hasSuffix($0) }
  }

  /// The name of a file in lower case, without what compression adds.
  private static func reportName(_ path: String) -> String {
    let name = PathName.split(path).name.lowercased()
    return name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
  }

  /// A path below the root where it is there.
  func shown(_ path: String) -> String {
    let absolute = PathName.absolute(path)
    return PathName.relative(absolute, to: PathName.absolute(root))
      ?? PathName.relative(FileFacts.realPath(absolute), to: root) ?? PathName.normalised(path)
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

  private func look(_ file: FoundFile) -> Look {
    let head: [UInt8]
    do throws(SystemError) { head = try FileHead.read(file.path, count: Self.headLength) } catch {
      // A report that may not be read is one that may tell of failures.
      return usual(file.path) ?? .unreadable(error.description)
    }
    let look = recognise(head)
    guard case .nothing = look else { return look }
    let usual = usual(file.path)
    if let usual, FileBeginning.saysNothing(head) || FileBeginning.isCutInFirstTag(head) || FileBeginning.isPage(head) {
      return usual
    }
    if head.isEmpty { return .blank }
    if FileBeginning.beginsDocument(head), head.count == Self.headLength,
      let long = try? FileHead.read(file.path, count: Self.longHeadLength)
    {
      let second = recognise(long)
      guard case .nothing = second else { return second }
    }
    return usual == nil ? .nothing : .notReadHere("is called as reports are, but is none that is known")
  }

  /// A file that is called as reports are: with nothing in it, it is a report that was never finished.
  private func usual(_ path: String) -> Look? {
    let name = Self.reportName(path)
    for (index, inspector) in inspectors.enumerated()
    where inspector.usualNames.contains(where: { Glob($0.lowercased()).matches(name) }) {
      return .evidence(inspector: index, format: "unknown")
    }
    return nil
  }

  private func recognise(_ head: [UInt8]) -> Look {
    head.withUnsafeBytes { bytes in
      var instead: String?
      for (index, inspector) in inspectors.enumerated() {
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
    case .loop: "the folder was walked already, by another of the paths or past a symbolic link"
    case .brokenLink: "a symbolic link that leads nowhere"
    case .special: "no file but a pipe, socket or device"
    case .unreadable(let words): "cannot be read: \(words)"
    case .tooDeep: "folders are nested more than \(FileTree.depthLimit) deep"
    }
  }
}
