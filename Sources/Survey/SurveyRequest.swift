// What is surveyed and how, and where the configuration, the logbook and the project's name come from.

public import SystemKit

extension Surveyor {
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
    /// The commit where git knows none: what the build service says.
    public var commitHint: String?
    /// Shows the time.
    public var clock: any WallClock
    /// Who reads evidence.
    public var inspectors: [any Inspector]
    /// Follows how far the survey is; `nil`: nobody does.
    public var progress: SurveyProgress.Maker?

    /// Creates a request.
    public init(
      paths: [String], configuration: String? = nil, logbook: (any Logbook)? = nil, commit: String? = nil,
      commitHint: String? = nil, clock: any WallClock = SystemClock(), inspectors: [any Inspector] = Inspectors.all,
      progress: SurveyProgress.Maker? = nil
    ) {
      self.paths = paths.isEmpty ? ["."] : paths
      self.configuration = configuration
      self.logbook = logbook
      self.commit = commit
      self.commitHint = commitHint
      self.clock = clock
      self.inspectors = inspectors
      self.progress = progress
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
      guard let top = repositoryTop else { return nil }
      var path = PathName.absolute(folder)
      while path != top {
        path = PathName.split(path).folder
        let candidate = PathName.join(path, SurveyConfiguration.fileName)
        if AtomicFile.exists(candidate) { return candidate }
      }
      return nil
    }

    /// The nearest folder, from the surveyed one up, that has a `.git`.
    private var repositoryTop: String? {
      var path = PathName.absolute(folder)
      while !AtomicFile.exists(PathName.join(path, ".git")) {
        let above = PathName.split(path).folder
        guard !above.isEmpty, above != path else { return nil }
        path = above
      }
      return path
    }

    /// The project's folder, which has the logbook and gives the name: the configuration's where the surveyed folder lies in
    /// that, else the repository's top, else the surveyed folder.
    ///
    /// So `survey build` and `survey` speak of one project.
    public var home: String {
      let surveyed = PathName.absolute(folder)
      if let path = configurationPath {
        let own = PathName.split(PathName.absolute(path)).folder
        if own == surveyed { return folder }
        if PathName.relative(surveyed, to: own) != nil { return own }
      }
      guard let top = repositoryTop, top != surveyed else { return folder }
      return top
    }

    /// The name of the project under a configuration.
    public func project(_ configuration: SurveyConfiguration) -> String {
      configuration.project ?? PathName.split(PathName.absolute(home)).name
    }
  }
}
