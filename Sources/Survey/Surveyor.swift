// The main job: gather evidence, inspect it, judge it, write it down. What is printed and written from the record is the
// caller's.

public import SystemKit

/// Surveys folders.
public struct Surveyor: Sendable {
  /// What is surveyed, and how.
  public struct Request: Sendable {
    /// The paths: folders or files.
    public var paths: [String]
    /// The configuration file; `nil`: `plimsoll.json` in the first folder, or the nearest above it in its repository.
    public var configuration: String?
    /// The logbook; `nil`: none is used.
    public var logbook: (any Logbook)?
    /// The commit, when it is not to be asked of git.
    public var commit: String?
    /// Shows the time.
    public var clock: any WallClock

    /// Creates a request.
    public init(
      paths: [String], configuration: String? = nil, logbook: (any Logbook)? = nil, commit: String? = nil,
      clock: any WallClock = SystemClock()
    ) {
      self.paths = paths.isEmpty ? ["."] : paths
      self.configuration = configuration
      self.logbook = logbook
      self.commit = commit
      self.clock = clock
    }

    /// The surveyed folder: the first path that is one, else the one that holds the first path.
    public var folder: String {
      if let folder = paths.first(where: { AtomicFile.isFolder($0) }) { return folder }
      let parent = PathName.split(paths[0]).folder
      return parent.isEmpty ? "." : parent
    }

    /// The configuration file that holds, if there is one.
    public var configurationPath: String? {
      if let configuration { return configuration }
      let standard = PathName.join(folder, SurveyConfiguration.fileName)
      let short = folder == "." ? SurveyConfiguration.fileName : standard
      if AtomicFile.exists(standard) { return short }
      // Who surveys `build/reports` means the team's load lines too: a gate that silently ignores its configuration is none.
      var path = PathName.absolute(folder)
      while !AtomicFile.exists(PathName.join(path, ".git")) {
        let above = PathName.split(path).folder
        guard !above.isEmpty, above != path else { return nil }
        path = above
        let candidate = PathName.join(path, SurveyConfiguration.fileName)
        if AtomicFile.exists(candidate), isInRepository(path) { return candidate }
      }
      return nil
    }

    private func isInRepository(_ folder: String) -> Bool {
      var path = folder
      while !AtomicFile.exists(PathName.join(path, ".git")) {
        let above = PathName.split(path).folder
        guard !above.isEmpty, above != path else { return false }
        path = above
      }
      return true
    }
  }

  /// A survey that could not be made.
  public enum Failure: Error {
    /// The configuration cannot be used.
    case configuration(ConfigurationError)
    /// A path is not there.
    case system(SystemError)
  }

  /// How many earlier surveys the report shows.
  public static let historyLimit = 60

  private let request: Request

  /// Creates a surveyor.
  public init(_ request: Request) { self.request = request }

  /// Makes the survey; nothing is written.
  ///
  /// - Parameter onWarning: receives what went wrong without stopping the survey (the logbook).
  /// - Throws: `Failure` when the configuration or a path is wrong.
  public func survey(onWarning: (String) -> Void = { _ in }) throws(Failure) -> SurveyRecord {
    var configuration = SurveyConfiguration()
    let configurationPath = request.configurationPath
    if let configurationPath {
      do throws(ConfigurationError) { configuration = try ConfigurationReader.read(path: configurationPath) } catch {
        throw .configuration(error)
      }
    }
    let look = Repository.look(around: request.folder)
    let repository: Repository? = if case .repository(let found) = look { found } else { nil }
    let gatherer = Gatherer(configuration: configuration, folder: request.folder, repository: repository)
    let gathering: Gathering
    do throws(SystemError) { gathering = try gatherer.gather(request.paths) } catch { throw .system(error) }

    var record = SurveyRecord(project: project(configuration), at: Timestamp(seconds: 0))
    record.configuration = configurationPath
    record.commit = commit(repository)
    record.passedOver = gathering.passedOver
    inspect(gathering, configuration, repository, &record)
    noteAge(look, configuration, &record)
    record.at = record.evidence.map(\.madeAt).max() ?? request.clock.now
    judge(&record, configuration, onWarning)
    return record
  }

  private func project(_ configuration: SurveyConfiguration) -> String {
    configuration.project ?? PathName.split(PathName.absolute(request.folder)).name
  }

  private func commit(_ repository: Repository?) -> SurveyedCommit? {
    if let named = request.commit {
      // The details are git's only when it speaks of the same commit.
      if let known = repository?.commit, known.id.hasPrefix(named.lowercased()) { return known }
      return SurveyedCommit(id: named.lowercased())
    }
    if let known = repository?.commit { return known }
    // Build services name the commit of a job that has no clone.
    for name in ["GITHUB_SHA", "CI_COMMIT_SHA", "BUILD_SOURCEVERSION", "BITBUCKET_COMMIT", "CIRCLE_SHA1"] {
      if let value = Environment[name], !value.isEmpty { return SurveyedCommit(id: value.lowercased()) }
    }
    return nil
  }

  // MARK: - Inspecting

  private func inspect(
    _ gathering: Gathering, _ configuration: SurveyConfiguration, _ repository: Repository?,
    _ record: inout SurveyRecord
  ) {
    let context = InspectionContext(
      folder: request.folder, configuration: configuration, trackedFiles: repository?.trackedFiles ?? [],
      repository: repository?.top)
    let busy = Inspectors.all.indices.filter { !gathering.evidence[$0].isEmpty }
    let inspections = Parallel.map(count: busy.count) { index in
      Inspectors.all[busy[index]].inspect(gathering.evidence[busy[index]], context)
    }
    let outcomes = zip(busy, inspections).flatMap { index, inspection in
      inspection.outcomes.map { (Inspectors.all[index].area, $0) }
    }
    let sources = sourceAge(outcomes.map { $0.1.file.path }, configuration, repository)
    // Outside of a repository at least all evidence has to be of one commit.
    let commit = record.commit?.id ?? outcomes.lazy.compactMap { $0.1.commit ?? $0.1.commits.first }.first
    let evidence = Parallel.map(count: outcomes.count) { index -> Evidence in
      let (area, outcome) = outcomes[index]
      return Self.evidence(area, outcome, gathering.found[outcome.file.path], sources, commit)
    }
    record.evidence = evidence.sorted { $0.path < $1.path }
    for inspection in inspections {
      record.figures += inspection.figures
      record.findings += inspection.findings
      if let section = inspection.section { record.sections.append(section) }
    }
    record.figures.sort { $0.name < $1.name }
  }

  /// Says why it could not be judged whether the evidence is older than the sources.
  private func noteAge(_ look: Repository.Look, _ configuration: SurveyConfiguration, _ record: inout SurveyRecord) {
    if configuration.sources?.isEmpty == true || record.evidence.isEmpty { return }
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
      guard let patterns = configuration.sources, !repository.hasSources(patterns) else { return }
      var finding = Finding(
        "evidence.age-unknown", .warning,
        "no tracked file matches \"sources\" (\(patterns.joined(separator: ", "))), so the evidence may be older than they are"
      )
      finding.place = record.configuration.map { Place($0) }
      record.findings.append(finding)
    }
  }

  private func sourceAge(
    _ paths: [String], _ configuration: SurveyConfiguration, _ repository: Repository?
  ) -> Repository.SourceAge? {
    guard let repository, configuration.sources?.isEmpty != true else { return nil }
    // A load line that was moved makes no test old: the configuration is no source.
    let others = paths + [request.configurationPath].compactMap { $0 }
    let evidence = others.compactMap { PathName.relative(FileFacts.realPath($0), to: repository.top) }
    return repository.sourceAge(patterns: configuration.sources, except: Set(evidence))
  }

  private static func evidence(
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

  private static func digest(_ path: String) -> String {
    guard let file = try? MappedFile(path: path) else { return "" }
    return file.withUnsafeBytes { Digest.sha256($0) }
  }

  /// Whether two spellings of a commit, perhaps short, mean the same.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    let (a, b) = (one.lowercased(), other.lowercased())
    return min(a.count, b.count) >= 7 && (a.hasPrefix(b) || b.hasPrefix(a))
  }

  // MARK: - Judging

  private func judge(
    _ record: inout SurveyRecord, _ configuration: SurveyConfiguration, _ onWarning: (String) -> Void
  ) {
    var shipped: [String: Double]?
    do throws(LogbookError) {
      if let logbook = request.logbook, let entry = try logbook.lastShipped(project: record.project) {
        shipped = try logbook.figures(of: entry.id)
        record.shippedCommit = entry.commit
      }
    } catch { onWarning(error.description) }
    record.shipped = shipped ?? [:]
    Judge(configuration: configuration, catalogue: .standard, now: request.clock.now, shipped: shipped).judge(&record)
    do throws(LogbookError) {
      if let logbook = request.logbook {
        record.history = try logbook.history(
          project: record.project, before: record.identity, limit: Self.historyLimit)
      }
    } catch { onWarning(error.description) }
    let latest = record.history.values.compactMap { $0.last?.survey }.max()
    for (name, points) in record.history {
      if let point = points.last, point.survey == latest { record.last[name] = point.value }
    }
  }
}
