// The release branch as evidence, through the ReleaseBranch library. The evidence is no file but the branch in the repository around the
// surveyed folder, so the inspector is asked when `plimsoll.json` has a `release` object, and never else.

internal import ReleaseBranch
internal import SystemKit

/// Looks at the release branch.
public struct ReleaseInspector: Inspector {
  /// Creates the inspector.
  public init() {}

  /// `release`.
  public let area = Area(name: "release", title: "Release branch")

  static let tickets = FigureKind("release.tickets", "tickets in the release", .count, .neutral)
  static let blocked = FigureKind("release.blocked", "blocked tickets in the release", .count, .lower)
  static let behindMain = FigureKind(
    "release.behindMain", "commits of main that the release does not have", .count, .lower)
  static let patches = FigureKind("release.patches", "commits made on the release itself", .count, .lower)
  static let conflicts = FigureKind("release.conflicts", "merges into the release that had conflicts", .count, .lower)

  /// The figures of release branches.
  public let figures = [
    ReleaseInspector.tickets, ReleaseInspector.blocked, ReleaseInspector.behindMain, ReleaseInspector.patches,
    ReleaseInspector.conflicts,
  ]

  /// The rules of release branches.
  public let rules = ["release.blocked-ticket", "release.absent-ticket", "release.edited", "release.driver"]

  /// None: a branch has no file.
  public let usualNames: [String] = []

  /// No file is a branch.
  public func recognise(_ head: UnsafeRawBufferPointer) -> EvidenceRecognition { .unknown }

  /// Whether the configuration speaks of a release.
  public func isAsked(_ configuration: SurveyConfiguration) -> Bool { configuration.release != nil }

  /// Reads the branch; one that cannot be read is told.
  public func inspect(_ files: [EvidenceFile], _ context: InspectionContext) -> Inspection {
    var inspection = Inspection()
    guard let configuration = context.configuration.release else { return inspection }
    let named = configuration.branch ?? context.commit?.branch ?? "HEAD"
    var evidence = Evidence(
      path: named, area: area, format: "git branch", size: 0, madeAt: context.commit?.committedAt ?? .init(seconds: 0),
      digest: "")
    evidence.isFile = false
    do throws(ReleaseError) {
      let examined = try ExaminedRelease(at: context.repository ?? context.folder, configuration)
      evidence.path = examined.branch
      let ends = Array("\(examined.tip.hex) \(examined.main.hex)\n".utf8)
      evidence.digest = ends.withUnsafeBytes { Digest.sha256($0) }
      if let tip = examined.entries.last?.entry.commit {
        evidence.commit = examined.tip.hex
        evidence.madeAt = Timestamp(seconds: tip.committedAt)
        evidence.mend = Self.checkOut(examined, context)
        inspection.figures = Self.figures(examined)
        inspection.findings = ReleaseFindings(release: examined, context: context).all
        inspection.section = ReleaseSection.section(area, examined)
      } else {
        evidence.state = .empty("the branch has no commit that '\(examined.onto)' does not have")
        evidence.mend = "plimsoll release list \(examined.options)"
      }
    } catch {
      evidence.state = .unreadable(Self.words(error))
      evidence.mend = Self.mend(error, configuration)
    }
    inspection.evidence = [evidence]
    return inspection
  }

  /// A survey of another commit than the release's cannot speak of the release.
  private static func checkOut(_ examined: ExaminedRelease, _ context: InspectionContext) -> String? {
    context.commit?.id == examined.tip.hex ? nil : "git checkout \(TestCommand.quoted(examined.branch))"
  }

  /// An error in the library's words; an option is a key here.
  private static func words(_ error: ReleaseError) -> String {
    guard case .noDefault(let what, let option) = error.kind else { return error.description }
    return "cannot tell \(what); say \"\(option.drop { $0 == "-" })\" in \"release\""
  }

  private static func mend(_ error: ReleaseError, _ configuration: ReleaseConfiguration) -> String? {
    switch error.kind {
    case ExaminedRelease.shallow.kind: return "git fetch --unshallow"
    case .notARepository, .gitTooOld, .noDefault: return nil
    default:
      let words = [("--branch", configuration.branch), ("--onto", configuration.onto)].compactMap { option, name in
        name.map { "\(option) \(TestCommand.quoted($0))" }
      }
      return (["plimsoll release list"] + words).joined(separator: " ")
    }
  }

  private static func figures(_ release: ExaminedRelease) -> [Figure] {
    let evidence = [release.branch]
    func figure(_ kind: FigureKind, _ value: Int, _ detail: String? = nil) -> Figure {
      Figure(kind, value: Double(value), evidence: evidence, detail: detail)
    }
    let inside = release.blocked.filter(\.isIn)
    let merges = release.entries.filter { $0.entry.kind != .patch }
    let mains = merges.count { $0.entry.kind == .main }
    var figures = [
      figure(tickets, release.tickets.count, "in \(Plural.text(merges.count - mains, "merge"))"),
      figure(
        blocked, inside.count,
        release.blocked.isEmpty
          ? "no ticket is blocked"
          : inside.isEmpty
            ? "of \(Plural.text(release.blocked.count, "blocked ticket"))" : inside.map(\.name).joined(separator: ", ")),
      figure(patches, release.entries.count - merges.count),
      figure(
        conflicts, merges.count { !$0.conflicts.isEmpty }, "of \(Plural.text(merges.count, "merge"))"),
    ]
    if let behind = release.behind { figures.append(figure(behindMain, behind, "of \(release.onto)")) }
    return figures
  }
}
