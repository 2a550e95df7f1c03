// Which properties of a report are kept: those that name the commit the tests ran on, and a few that say where they ran. Names are
// compared in lower case with `_` and `-` as dots and without a leading `env.`, so GIT_COMMIT, git-commit and
// env.GIT_COMMIT are one entry.

/// The properties that are looked for.
public enum PropertyTable {
  /// Names under which build servers and plug-ins write the commit; `isGit` when the value can be nothing but a git hash.
  static let commits: [(name: String, isGit: Bool)] = [
    ("git.commit", true),  // Jenkins GIT_COMMIT, Gradle plug-ins
    ("git.commit.id", true),  // git-commit-id-maven-plugin
    ("git.commit.id.full", true),
    ("git.commit.id.abbrev", true),
    ("git.commit.sha", true),  // Datadog
    ("git.sha", true),
    ("git.sha1", true),
    ("git.hash", true),
    ("git.revision", true),
    ("git.head", true),
    ("github.sha", true),  // GitHub Actions
    ("ci.commit.sha", true),  // GitLab
    ("ci.commit.id", true),
    ("ci.commit", true),
    ("circle.sha1", true),  // CircleCI
    ("bitrise.git.commit", true),  // Bitrise; also GIT_CLONE_COMMIT_HASH
    ("git.clone.commit.hash", true),
    ("buildkite.commit", true),
    ("bitbucket.commit", true),
    ("travis.commit", true),
    ("cm.commit", true),  // Codemagic
    ("drone.commit.sha", true),
    ("cirrus.change.in.repo", true),
    ("commit", true),
    ("commit.id", true),
    ("commit.sha", true),
    ("commit.hash", true),
    ("commitid", true),
    ("commithash", true),
    ("gitcommit", true),
    ("vcs.revision", false),  // go's build info
    ("vcs.ref.head.revision", false),  // OpenTelemetry
    ("scm.revision", false),
    ("revision", false),
    ("build.vcs.number", false),  // TeamCity; a number under Subversion
    ("build.sourceversion", false),  // Azure Pipelines
    ("buildnumber.revision", false),
  ]

  private static let commitIsGit = Dictionary(
    commits.map { ($0.name, $0.isGit) }, uniquingKeysWith: { first, _ in first })

  /// Names of the other properties that are kept.
  public static let ofInterest: Set<String> = [
    "java.version", "java.vm.name", "os.name", "os.version", "os.arch", "go.version", "python.version", "node.version",
    "device", "devicename", "device.name", "destination", "flavor", "project", "platform", "browser", "browser.name",
    "browser.version", "configuration", "maven.version", "branch", "git.branch",
  ]

  /// More properties than this are not kept.
  static let maximumCount = 64

  /// The name in the form of the tables.
  static func normal(_ name: String) -> String {
    var text = String(
      decoding: name.lowercased().utf8.map { $0 == 0x5F || $0 == 0x2D ? 0x2E : $0 }, as: UTF8.self)
    if text.hasPrefix("env.") { text.removeFirst(4) }
    return text
  }

  /// The hash that a property names, in lower case; `nil` when it names none.
  ///
  /// A hash has 7 to 40 hexadecimal digits, or 64 (SHA-256). Under a name that other version systems use too, a number
  /// without letters is taken only at full length: it is Subversion's.
  static func commit(normalName: String, value: String) -> String? {
    guard let isGit = commitIsGit[normalName] else { return nil }
    let digits = Array(value.utf8.drop { $0 <= 0x20 }.prefix { $0 > 0x20 })
    guard (7...40).contains(digits.count) || digits.count == 64 else { return nil }
    var hasLetter = false
    for digit in digits {
      switch digit {
      case 48...57: break
      case 65...70, 97...102: hasLetter = true
      default: return nil
      }
    }
    // "0000000" is what an unset hash looks like.
    guard isGit || hasLetter || digits.count >= 40, digits.contains(where: { $0 != 48 }) else { return nil }
    return String(decoding: digits, as: UTF8.self).lowercased()
  }
}
