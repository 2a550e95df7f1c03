// Whether evidence may be believed: how old it is beside the sources, of which commit it is, and what it says for itself.

internal import SystemKit

extension Surveyor {
  /// Says why it could not be judged whether the evidence is older than the sources.
  func noteAge(_ look: Repository.Look, _ configuration: SurveyConfiguration, _ record: inout SurveyRecord) {
    if configuration.sources?.isEmpty == true || record.evidence.allSatisfy(\.isIllustration) { return }
    switch look {
    case .none(let reason):
      record.passedOver.append(
        PassedOver(
          path: "the age of the evidence", reason: "is not held against that of the sources: \(reason)"))
    case .silent(let words):
      var finding = Finding(
        "evidence.age-unknown", .warning,
        "git does not tell when the sources were changed, so the evidence may be older: \(words)")
      if words.contains("dubious ownership") {
        let top = FileFacts.realPath(request.folder)
        finding.mend = "git config --global --add safe.directory \(TestCommand.quoted(top))"
      }
      record.findings.append(finding)
    case .repository(let repository):
      if let commit = record.commit?.id, !Self.isSame(commit, repository.commit.id),
        record.evidence.contains(where: { $0.commit == nil && !$0.isIllustration })
      {
        record.findings.append(
          Finding(
            "evidence.age-unknown", .warning,
            "commit \(repository.commit.id.prefix(12)) is checked out, not the surveyed one, so evidence that names no commit "
              + "may be of either"))
      }
      guard let patterns = configuration.sources, !repository.hasSources(patterns) else { return }
      var finding = Finding(
        "evidence.age-unknown", .warning,
        "no tracked file matches \"sources\" (\(patterns.joined(separator: ", "))), so the evidence may be older than they are"
      )
      finding.place = record.configuration.map { Place($0) }
      record.findings.append(finding)
    }
  }

  func sourceAge(
    _ paths: [String], _ configuration: SurveyConfiguration, _ repository: Repository?
  ) -> Repository.SourceAge? {
    guard let repository, configuration.sources?.isEmpty != true else { return nil }
    // A load line that was moved makes no test old: the configuration is no source.
    let others = paths + [request.configurationPath].compactMap { $0 }
    let evidence = others.compactMap { PathName.relative(FileFacts.realPath($0), to: repository.top) }
    return repository.sourceAge(patterns: configuration.sources, except: Set(evidence))
  }

  /// A clock may be wrong by so much.
  private static let tolerance: Int64 = 86_400

  /// Evidence of the day after tomorrow is newer than whatever the sources become: its time tells nothing.
  func noteFuture(_ record: inout SurveyRecord) {
    // A clock that was set back for repeatable outputs is no measure.
    let now = max(request.clock.now, SystemClock.unaltered)
    for piece in record.evidence where !piece.isIllustration && piece.madeAt.seconds > now.seconds + Self.tolerance {
      record.findings.append(
        Finding(
          "evidence.age-unknown", .warning, "made in the future (\(piece.madeAt.iso8601)): a clock was wrong",
          place: Place(piece.path), evidence: piece.path))
    }
  }

  static func evidence(
    _ area: Area, _ outcome: Inspection.FileOutcome, _ found: FoundFile?, _ sources: Repository.SourceAge?,
    _ commit: String?
  ) -> Evidence {
    let modified = found?.modified ?? Timestamp(seconds: 0)
    // A copied report is as old as its content says; one that says nothing is as old as its file.
    let madeAt = min(outcome.madeAt ?? modified, modified)
    var evidence = Evidence(
      path: outcome.file.shownPath, area: area, format: outcome.file.format, size: found?.size ?? 0, madeAt: madeAt,
      digest: digest(outcome.file.path), commit: outcome.commit)
    if let state = outcome.state {
      evidence.state = state
    } else if let commit,
      let named = (outcome.commits + [outcome.commit].compactMap { $0 }).first(where: { !isSame($0, commit) })
    {
      evidence.state = .otherCommit(named)
    } else if let changed = sources?.changed(since: madeAt) {
      // What names the surveyed commit itself was made from it, whatever was checked out here then.
      let isNamed = outcome.commit != nil && madeAt >= (sources?.changed ?? madeAt)
      if !isNamed { evidence.state = .stale(evidence: madeAt, sources: changed) }
    }
    return evidence
  }

  /// Evidence that is no file, with what there is to say of its commit.
  static func held(_ evidence: Evidence, against commit: String?) -> Evidence {
    var evidence = evidence
    if evidence.state.isGood, let commit, let named = evidence.commit, !isSame(named, commit) {
      evidence.state = .otherCommit(named)
    }
    return evidence
  }

  private static func digest(_ path: String) -> String {
    guard let file = try? MappedFile(path: path) else { return "" }
    return file.withUnsafeBytes { Digest.sha256($0) }
  }

  /// Whether two spellings of a commit, perhaps short, mean the same.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    let (a, b) = (one.lowercased(), other.lowercased())
    return min(a.count, b.count) >= 7 && (a.hasPrefix(b) || b.hasPrefix(a))
  }
}
