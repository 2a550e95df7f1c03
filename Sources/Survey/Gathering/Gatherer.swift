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
    var trackedEvidence = 0
    for (file, look) in zip(listing.files, looks) {
      switch look {
      case .nothing: continue
      case .unreadable(let reason):
        gathering.passedOver.append(PassedOver(path: shown(file.path), reason: reason))
      case .notReadHere(let instead):
        if isTracked(file.path, tracked, paths) { continue }
        gathering.passedOver.append(PassedOver(path: shown(file.path), reason: instead))
      case .evidence(let inspector, let format):
        if isTracked(file.path, tracked, paths) {
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
    return Set(repository.trackedFiles.map { PathName.join(repository.top, $0) })
  }

  /// Whether git tracks a file; one that was named itself is meant.
  private func isTracked(_ path: String, _ tracked: Set<String>, _ named: [String]) -> Bool {
    !tracked.isEmpty && tracked.contains(PathName.absolute(path)) && !named.contains(path)
  }

  private static func look(_ file: FoundFile) -> Look {
    guard file.size > 0 else { return .nothing }
    let head: [UInt8]
    do throws(SystemError) { head = try FileHead.read(file.path, count: headLength) } catch {
      return .unreadable(error.description)
    }
    return head.withUnsafeBytes { bytes in
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
