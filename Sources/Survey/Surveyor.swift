// The main job: gather evidence, inspect it, judge it, write it down. What is printed and written from the record is the
// caller's.

public import SystemKit

/// Surveys folders.
public struct Surveyor: Sendable {
  /// A survey that could not be made.
  public enum Failure: Error {
    /// The configuration cannot be used.
    case configuration(ConfigurationError)
    /// A path is not there.
    case system(SystemError)
  }

  /// How many earlier surveys the report shows.
  public static let historyLimit = 60

  let request: Request

  /// Creates a surveyor.
  public init(_ request: Request) { self.request = request }

  /// Makes the survey; nothing is written.
  ///
  /// - Parameter onWarning: receives what went wrong without stopping the survey (the logbook).
  /// - Throws: `Failure` when the configuration or a path is wrong.
  public func survey(onWarning: (String) -> Void = { _ in }) throws(Failure) -> SurveyRecord {
    let catalogue = FigureCatalogue(of: request.inspectors)
    var configuration = SurveyConfiguration()
    let configurationPath = request.configurationPath
    if let configurationPath {
      do throws(ConfigurationError) {
        configuration = try ConfigurationReader.read(
          path: configurationPath, catalogue: catalogue, rules: FindingRules.names(of: request.inspectors))
      } catch {
        throw .configuration(error)
      }
    }
    let look = Repository.look(around: request.folder)
    let repository: Repository? = if case .repository(let found) = look { found } else { nil }
    // Paths are shown from the repository's top: so services place findings, and so owners are written.
    // Where the project's folder is the top, it keeps the name by which it was reached: reports may name paths by that.
    let root = repository.map { $0.top == FileFacts.realPath(request.home) ? request.home : $0.top } ?? request.home
    let gatherer = Gatherer(
      configuration: configuration, root: root, base: request.home, repository: repository,
      inspectors: request.inspectors, progress: request.progress)
    let gathering: Gathering
    do throws(SystemError) { gathering = try gatherer.gather(request.paths) } catch { throw .system(error) }

    var record = SurveyRecord(project: request.project(configuration), at: Timestamp(seconds: 0))
    record.configuration = configurationPath.map(gatherer.shown)
    record.commit = commit(repository)
    record.passedOver = gathering.passedOver
    record.findings = gathering.findings
    inspect(gathering, configuration, repository, root, &record)
    noteAge(look, configuration, &record)
    noteFuture(&record)
    let telling = record.evidence.filter { !$0.isIllustration }
    record.at =
      (telling.isEmpty ? record.evidence : telling).map(\.madeAt).max() ?? record.commit?.committedAt
      ?? Timestamp(seconds: 0)
    judge(&record, configuration, catalogue, onWarning)
    return record
  }

  private func commit(_ repository: Repository?) -> SurveyedCommit? {
    if let named = request.commit {
      // The details are git's only when it speaks of the same commit.
      if let known = repository?.commit, known.id.hasPrefix(named.lowercased()) { return known }
      return SurveyedCommit(id: named.lowercased())
    }
    if let known = repository?.commit { return known }
    // Build services name the commit of a job that has no clone.
    return request.commitHint.map { SurveyedCommit(id: $0.lowercased()) }
  }

  // MARK: - Inspecting

  private func inspect(
    _ gathering: Gathering, _ configuration: SurveyConfiguration, _ repository: Repository?, _ root: String,
    _ record: inout SurveyRecord
  ) {
    var context = InspectionContext(
      folder: root, configuration: configuration, trackedFiles: repository?.trackedFiles ?? [],
      repository: repository?.top, configurationPath: record.configuration, commit: record.commit)
    let busy = request.inspectors.indices.filter {
      !gathering.evidence[$0].isEmpty || request.inspectors[$0].isAsked(configuration)
    }
    var inspections = inspections(busy.filter { !request.inspectors[$0].isIllustrator }, gathering, context)
    context.failedTests = inspections.values.flatMap(\.failedTests).sorted { $0.name < $1.name }
    inspections.merge(self.inspections(busy.filter { request.inspectors[$0].isIllustrator }, gathering, context)) {
      first, _ in first
    }
    let outcomes = busy.flatMap { index in
      (inspections[index]?.outcomes ?? []).map { (request.inspectors[index], $0) }
    }
    let sources = sourceAge(outcomes.map { $0.1.file.path }, configuration, repository)
    // Outside of a repository at least all evidence has to be of one commit.
    let commit = record.commit?.id ?? outcomes.lazy.compactMap { $0.1.commit ?? $0.1.commits.first }.first
    let evidence = Parallel.map(count: outcomes.count) { index -> Evidence in
      let (inspector, outcome) = outcomes[index]
      var evidence = Self.evidence(inspector.area, outcome, gathering.found[outcome.file.path], sources, commit)
      evidence.isIllustration = inspector.isIllustrator
      return evidence
    }
    let inOrder = busy.compactMap { inspections[$0] }
    let others = inOrder.flatMap(\.evidence).map { Self.held($0, against: commit) }
    record.evidence = (evidence + others).sorted { $0.path < $1.path }
    for inspection in inOrder {
      record.figures += inspection.figures
      record.findings += inspection.findings
      if let section = inspection.section { record.sections.append(section) }
    }
    record.figures.sort { $0.name < $1.name }
  }

  /// What some of the inspectors find, by their places in the request.
  private func inspections(
    _ places: [Int], _ gathering: Gathering, _ context: InspectionContext
  ) -> [Int: Inspection] {
    let found = Parallel.map(count: places.count) { index in
      request.inspectors[places[index]].inspect(gathering.evidence[places[index]], context)
    }
    return Dictionary(zip(places, found), uniquingKeysWith: { first, _ in first })
  }

  // MARK: - Judging

  private func judge(
    _ record: inout SurveyRecord, _ configuration: SurveyConfiguration, _ catalogue: FigureCatalogue,
    _ onWarning: (String) -> Void
  ) {
    var shipped: [String: Double]?
    do throws(LogbookError) {
      if let logbook = request.logbook, let entry = try logbook.lastShipped(project: record.project) {
        shipped = try logbook.figures(of: entry.id)
        record.shippedCommit = entry.commit
      }
    } catch { onWarning(error.description) }
    record.shipped = shipped ?? [:]
    Judge(configuration: configuration, catalogue: catalogue, now: request.clock.now, shipped: shipped).judge(&record)
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
