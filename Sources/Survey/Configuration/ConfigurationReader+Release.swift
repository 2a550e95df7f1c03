// The `release` object of `plimsoll.json`. A ticket with a slip in its name would block nothing, so what can be checked without
// the repository is checked here.

internal import MarkupKit
internal import ReleaseBranch

extension ConfigurationReader {
  private static let releaseKeys = ["branch", "onto", "keys", "blocked"]

  func release(_ value: JSONValue) throws(ConfigurationError) -> ReleaseConfiguration {
    var release = ReleaseConfiguration()
    release.position = value.position
    for member in try object(value, "release") {
      switch member.key {
      case "branch": release.branch = try revision(member)
      case "onto": release.onto = try revision(member)
      case "keys": release.keys = try keyPatterns(member)
      case "blocked": release.blocked = try blocked(member.value)
      default: throw unknown(member, among: Self.releaseKeys)
      }
    }
    return release
  }

  /// The name of a branch. One that begins with '-' would be an option to git.
  private func revision(_ member: JSONValue.Member) throws(ConfigurationError) -> String {
    let name = try string(member.value, member.key)
    guard !name.isEmpty, !name.hasPrefix("-"), !name.unicodeScalars.contains(where: { $0.value <= 0x20 }) else {
      throw bad(member.value, member.key, expected: "the name of a branch")
    }
    return name
  }

  private func keyPatterns(_ member: JSONValue.Member) throws(ConfigurationError) -> [String] {
    let patterns = try strings(member.value, member.key)
    guard !patterns.isEmpty else {
      throw ConfigurationError(
        .badValue(key: member.key, found: "empty", expected: "a pattern such as \"[A-Z]+-[0-9]+\""), source: source,
        at: member.value.position)
    }
    for (index, pattern) in patterns.enumerated() {
      do throws(ReleaseError) { _ = try TicketPattern(pattern) } catch {
        let why = if case .badPattern(_, let why) = error.kind { why } else { error.description }
        throw ConfigurationError(
          .badValue(key: member.key, found: "'\(pattern)' (\(why))", expected: "a pattern such as \"[A-Z]+-[0-9]+\""),
          source: source, at: member.value[index]?.position ?? member.value.position)
      }
    }
    return patterns
  }

  /// Tickets with the reasons for which they were stopped; one without a reason helps nobody.
  private func blocked(_ value: JSONValue) throws(ConfigurationError) -> [ReleaseConfiguration.Blocked] {
    var blocked: [ReleaseConfiguration.Blocked] = []
    var seen: Set<String> = []
    for member in try object(value, "blocked") {
      let reason = try string(member.value, member.key)
      guard !member.key.isEmpty else {
        throw ConfigurationError(
          .badValue(key: "blocked", found: "''", expected: "the name of a ticket"), source: source,
          at: member.position)
      }
      guard reason.contains(where: { !$0.isWhitespace }) else {
        throw bad(member.value, member.key, expected: "the reason for which it is blocked")
      }
      guard seen.insert(member.key.lowercased()).inserted else {
        throw ConfigurationError(
          .badValue(key: member.key, found: "given twice", expected: "one reason"), source: source,
          at: member.position)
      }
      blocked.append(.init(ticket: member.key, reason: reason, position: member.position))
    }
    return blocked
  }
}
