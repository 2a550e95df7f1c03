// What the first line of a merge's message says. Each program that merges has its own form; one that is not known exactly is none,
// and nothing is guessed from a text that merely looks like one. Sources of the forms:
//
//     git        builtin/fmt-merge-msg.c (fmt_merge_msg_title): Merge branch 'X' [of URL] [into Y], branches 'A', 'B' and 'C',
//                remote-tracking branch 'origin/X', tag 'v1', commit 'abc'; kinds joined with ", ", repositories with "; "
//     GitHub     Merge pull request #12 from owner/branch; the request's title begins the body
//     GitLab     Merge branch 'X' into 'Y'; the body has "See merge request group/project!12" (documentation, "Commit templates")
//     Bitbucket  Merged in X (pull request #5) in the cloud; Merge pull request #5 in PROJ/repo from X to Y on a server
//     Gitea      Merge pull request 'Title' (#5) from X into Y (also Forgejo)
//     Gerrit     Merge "subject" [into Y], Merge changes I1,I2 [into Y], Merge changes from topic "x" [into Y] (MergeUtil.java)
//     Azure      Merged PR 123: title; Merge pull request 123 from X into Y in older ones

/// The parts of a merge's subject.
public struct MergeSubject: Equatable, Sendable {
  /// The program whose form it is.
  public enum Form: String, Equatable, Sendable {
    case git, gitHub, gitLab, bitbucket, gitea, gerrit, azure
  }

  /// What was merged.
  public enum Kind: Equatable, Sendable {
    /// Branches by their names.
    case branch
    /// Branches of a remote, whose name stands before the first `/`.
    case remoteBranch
    /// Tags.
    case tag
    /// Commits.
    case commit
    /// A topic of Gerrit.
    case topic
    /// Changes of Gerrit by their ids.
    case changes
    /// The subject does not say from where.
    case unnamed

    /// Whether the sources are names that people gave to lines of work.
    var isBranch: Bool { self == .branch || self == .remoteBranch || self == .topic }
  }

  /// The program whose form it is.
  public var form: Form
  /// What was merged; several kinds at once count as the first one's.
  public var kind: Kind
  /// The names of what was merged, as they stand; several in an octopus.
  public var sources: [String] = []
  /// The branch that was merged into, where it is said.
  public var target: String?
  /// The number of the pull or merge request.
  public var request: Int?
  /// The owner of the source, or the repository that it came from.
  public var repository: String?
  /// The title of the request or change, from the subject or from the place in the body where the form has it.
  public var title: String?

  init(_ form: Form, _ kind: Kind, _ sources: [String] = []) {
    self.form = form
    self.kind = kind
    self.sources = sources
  }

  /// The merged branches without the name of the remote that they were fetched from.
  public var branches: [String] {
    guard kind == .remoteBranch else { return kind.isBranch ? sources : [] }
    return sources.map { name in
      guard let slash = name.firstIndex(of: "/"), name.index(after: slash) < name.endIndex else { return name }
      return String(name[name.index(after: slash)...])
    }
  }

  /// Reads a subject; `nil` when it has none of the forms.
  public init?(_ subject: String, body: String = "") {
    var scanner = SubjectScanner(subject)
    let found: MergeSubject?
    if scanner.skip("Merged in ") {
      found = Self.bitbucketCloud(&scanner)
    } else if scanner.skip("Merged PR ") {
      found = Self.azure(&scanner)
    } else if scanner.skip("Merge pull request ") {
      found = Self.pullRequest(&scanner)
    } else if scanner.skip("Merge changes ") {
      found = Self.gerritChanges(&scanner)
    } else if scanner.skip("Merge \"") {
      found = Self.gerritChange(&scanner)
    } else if scanner.skip("Merge ") {
      found = Self.git(&scanner)
    } else {
      found = nil
    }
    guard var merge = found else { return nil }
    merge.readBody(body)
    self = merge
  }

  /// Adds what the forms keep in the body: the request's title and GitLab's number.
  private mutating func readBody(_ body: String) {
    let lines = body.split(whereSeparator: \.isNewline).map(String.init)
    let sign = "See merge request "
    if form == .git, kind == .branch, let line = lines.last(where: { $0.hasPrefix(sign) }),
      let mark = line.lastIndex(of: "!"), let number = Self.number(line[line.index(after: mark)...])
    {
      form = .gitLab
      request = number
      let project = line[line.index(line.startIndex, offsetBy: sign.count)..<mark]
      repository = project.isEmpty ? repository : String(project)
      if let first = lines.first, !first.hasPrefix(sign) { title = first }
    }
    // On a server, Bitbucket begins the body with a list of commits.
    if form == .gitHub || form == .bitbucket && target == nil { title = lines.first }
  }

  static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ CharacterClass.digits.contains($0) }) else { return nil }
    return Int(text)
  }
}
