// Inspectors: one for each kind of evidence. An inspector recognises files by content, reads them and gives figures, findings
// and a section of the report; it knows nothing of load lines and outputs.

public import SystemKit

/// Something that reads one kind of evidence.
public protocol Inspector: Sendable {
  /// The area that it fills.
  var area: Area { get }
  /// The figures that it can give.
  var figures: [FigureKind] { get }
  /// The rules that its findings can have.
  var rules: [String] { get }

  /// Patterns of the names that such files usually have, compared without regard to case. Only for files without content: what says nothing under such a name
  /// is evidence that went wrong.
  var usualNames: [String] { get }

  /// Recognises a file by its first bytes.
  ///
  /// - Parameter head: the first 4 KiB of the content or more, inflated.
  func recognise(_ head: UnsafeRawBufferPointer) -> EvidenceRecognition

  /// Whether it looks at something that is no file, such as a branch: it is then asked even when no file was recognised.
  func isAsked(_ configuration: SurveyConfiguration) -> Bool

  /// Whether its files only show what others tell, as pictures do. Such an inspector is asked after the others, and its evidence
  /// alone never makes a yes.
  var isIllustrator: Bool { get }

  /// Reads evidence.
  func inspect(_ files: [EvidenceFile], _ context: InspectionContext) -> Inspection
}

extension Inspector {
  /// Files alone, unless an inspector says otherwise.
  public func isAsked(_ configuration: SurveyConfiguration) -> Bool { false }

  /// Evidence that tells something, unless an inspector says otherwise.
  public var isIllustrator: Bool { false }
}

/// What an inspector says of a file.
public enum EvidenceRecognition: Equatable, Sendable {
  /// It is evidence, in this format.
  case evidence(String)
  /// It is of a kind that the area knows and does not read; what to do instead.
  case notReadHere(String)
  /// It is something else.
  case unknown
}

/// A file that an inspector recognised.
public struct EvidenceFile: Sendable {
  /// The path to open.
  public var path: String
  /// The path to show: below the surveyed folder where it is there.
  public var shownPath: String
  /// The format, as the inspector named it.
  public var format: String

  /// Creates a file.
  public init(path: String, shownPath: String, format: String) {
    self.path = path
    self.shownPath = shownPath
    self.format = format
  }
}

/// What an inspector may need to know besides the files.
public struct InspectionContext: Sendable {
  /// The folder that shown paths are relative to: the repository's top, else the project's folder.
  public var folder: String
  /// The configuration.
  public var configuration: SurveyConfiguration
  /// The files that git tracks, relative to the repository's top, and that top.
  public var trackedFiles: [String]
  /// The top of the repository; `nil` outside of one.
  public var repository: String?
  /// The configuration file as it is shown; `nil` without one.
  public var configurationPath: String?
  /// The surveyed commit, when there is one.
  public var commit: SurveyedCommit?
  /// The tests that failed, for those who show what belongs to them.
  public var failedTests: [FailedTest] = []

  /// Creates a context.
  public init(
    folder: String, configuration: SurveyConfiguration = SurveyConfiguration(), trackedFiles: [String] = [],
    repository: String? = nil, configurationPath: String? = nil, commit: SurveyedCommit? = nil
  ) {
    self.folder = folder
    self.configuration = configuration
    self.trackedFiles = trackedFiles
    self.repository = repository
    self.configurationPath = configurationPath
    self.commit = commit
  }
}

/// What an inspector found out.
public struct Inspection: Sendable {
  /// What became of one file.
  public struct FileOutcome: Sendable {
    /// The file.
    public var file: EvidenceFile
    /// What is wrong with it; `nil`: it was read.
    public var state: Evidence.State?
    /// When the evidence says it was made.
    public var madeAt: Timestamp?
    /// The commit that it names.
    public var commit: String?
    /// All commits that it names, where they are several.
    public var commits: [String] = []

    /// Creates an outcome.
    public init(file: EvidenceFile, state: Evidence.State? = nil, madeAt: Timestamp? = nil, commit: String? = nil) {
      self.file = file
      self.state = state
      self.madeAt = madeAt
      self.commit = commit
    }
  }

  /// One for each file that was handed in.
  public var outcomes: [FileOutcome] = []
  /// Evidence that is no file.
  public var evidence: [Evidence] = []
  /// The figures.
  public var figures: [Figure] = []
  /// The findings.
  public var findings: [Finding] = []
  /// The section; `nil` when nothing could be read.
  public var section: ReportSection?
  /// Tests that failed.
  public var failedTests: [FailedTest] = []

  /// Creates an empty inspection.
  public init() {}
}

/// All inspectors.
public enum Inspectors {
  /// In the order of the report.
  public static let all: [any Inspector] = [
    TestReportInspector(), ScreenshotInspector(), CoverageInspector(), HeapDumpInspector(), PerformanceInspector(),
    ReleaseInspector(),
  ]
}
