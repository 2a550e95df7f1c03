// The patterns of owners and waivers, compiled once: thousands of findings are asked against hundreds of patterns.

internal import SystemKit

/// Whose paths are, and which waivers hold where.
struct PathScopes: Sendable {
  /// The last match decides.
  private let owners: [(rules: IgnoreRules, owner: String)]
  /// Asked when no owner's pattern matches; the first match decides.
  private let areas: [(rules: IgnoreRules, owner: String)]
  private let waivers: [(waiver: Waiver, rules: IgnoreRules?)]

  init(_ configuration: SurveyConfiguration) {
    owners = configuration.owners.map { (IgnoreRules([$0.pattern]), $0.owner) }
    areas = configuration.codeAreas.compactMap { area in area.owner.map { (IgnoreRules(area.paths), $0) } }
    waivers = configuration.waivers.map { ($0, $0.place.map { IgnoreRules([$0]) }) }
  }

  /// Whose a path is; `nil` when no pattern matches.
  func owner(of path: String) -> String? {
    (owners.last { $0.rules.ignoresWithParents(path) } ?? areas.first { $0.rules.ignoresWithParents(path) })?.owner
  }

  /// The first waiver of a rule that holds at a time, for a path where it is of some paths only.
  func waiver(for rule: String, path: String?, at now: Timestamp) -> Waiver? {
    waivers.first { waiver, rules in
      guard waiver.rule == rule, waiver.holds(at: now) else { return false }
      guard let rules else { return true }
      return path.map { rules.ignoresWithParents($0) } ?? false
    }?.waiver
  }
}
