// Reads `plimsoll.json` (JSON5). A key or a figure that means nothing is an error with its place and the nearest right name:
// a load line with a slip in its name would otherwise guard nothing.

internal import ByteKit
internal import MarkupKit
internal import SystemKit

/// Reads configuration files.
public struct ConfigurationReader {
  let source: String
  private let catalogue: FigureCatalogue
  private let rules: [String]
  private var configuration = SurveyConfiguration()

  private init(source: String, catalogue: FigureCatalogue, rules: [String]) {
    self.source = source
    self.catalogue = catalogue
    self.rules = rules
  }

  /// Reads a file.
  ///
  /// - Throws: `ConfigurationError` with line and column.
  public static func read(
    path: String, catalogue: FigureCatalogue = .standard, rules: [String] = FindingRules.names
  ) throws(ConfigurationError) -> SurveyConfiguration {
    let file: InputFile
    do throws(SystemError) { file = try InputFile(path: path) } catch {
      throw ConfigurationError(.system(error), source: path, at: .init(line: 0))
    }
    let text = file.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    return try read(text: text, source: path, catalogue: catalogue, rules: rules)
  }

  /// Reads a configuration from its text.
  ///
  /// - Throws: `ConfigurationError` with line and column.
  public static func read(
    text: String, source: String, catalogue: FigureCatalogue = .standard, rules: [String] = FindingRules.names
  ) throws(ConfigurationError) -> SurveyConfiguration {
    let root: JSONValue
    do throws(MarkupError) { root = try JSONValue(parsing: text, dialect: .json5) } catch {
      throw ConfigurationError(.markup(error), source: source, at: error.position)
    }
    var reader = ConfigurationReader(source: source, catalogue: catalogue, rules: rules)
    try reader.read(root)
    return reader.configuration
  }

  private static let keys = [
    "project", "loadLines", "areas", "excludes", "waivers", "owners", "sources", "useTrackedFiles", "coverage",
    "release",
  ]

  private mutating func read(_ root: JSONValue) throws(ConfigurationError) {
    let members = try object(root, "the configuration")
    // Areas first: load lines may name them.
    for member in members where member.key == "areas" { try readAreas(member.value) }
    for member in members {
      switch member.key {
      case "project": configuration.project = try string(member.value, member.key)
      case "loadLines": try readLoadLines(member.value)
      case "areas": break
      case "excludes": configuration.excludes = try strings(member.value, member.key)
      case "waivers": try readWaivers(member.value)
      case "owners": try readOwners(member.value)
      case "sources": configuration.sources = try strings(member.value, member.key)
      case "useTrackedFiles":
        guard let value = member.value.boolean else {
          throw bad(member.value, member.key, expected: "true or false")
        }
        configuration.usesTrackedFiles = value
      case "coverage": try readCoverage(member.value)
      case "release": configuration.release = try release(member.value)
      default: throw unknown(member, among: Self.keys)
      }
    }
    // As the other default lines: whoever writes load lines says which hold.
    if configuration.release != nil, !members.contains(where: { $0.key == "loadLines" }) {
      configuration.loadLines += ReleaseConfiguration.defaultLoadLines
    }
  }

  // MARK: - Parts

  private mutating func readLoadLines(_ value: JSONValue) throws(ConfigurationError) {
    configuration.loadLines = []
    for member in try object(value, "loadLines") {
      let kind = try figure(member.key, at: member.position)
      let limits = member.value.elements ?? [member.value]
      guard !limits.isEmpty else { throw bad(member.value, member.key, expected: LoadLineParser.expectation) }
      for limit in limits {
        guard let text = limit.string, let parsed = LoadLineParser.parse(text, for: kind) else {
          throw bad(limit, member.key, expected: LoadLineParser.expectation)
        }
        configuration.loadLines.append(
          LoadLine(
            figure: member.key, comparison: parsed.comparison, limit: parsed.limit, text: text,
            position: limit.position))
      }
    }
  }

  /// The kind of the figure that a name means, which may end in `/` and a code area.
  private func figure(_ name: String, at position: TextPosition) throws(ConfigurationError) -> FigureKind {
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let kind = catalogue[parts[0]] else {
      let nearest = nearestName(to: parts[0], among: catalogue.names)
      throw ConfigurationError(.unknownFigure(name, nearest: nearest), source: source, at: position)
    }
    if parts.count == 2 {
      let names = configuration.codeAreas.map(\.name)
      guard kind.area == "coverage", names.contains(parts[1]) else {
        throw ConfigurationError(
          .unknownArea(parts[1], nearest: nearestName(to: parts[1], among: names)), source: source, at: position)
      }
    }
    return kind
  }

  private mutating func readAreas(_ value: JSONValue) throws(ConfigurationError) {
    for member in try object(value, "areas") {
      var area = SurveyConfiguration.CodeArea(name: member.key, paths: [], owner: nil)
      if member.value.elements != nil {
        area.paths = try strings(member.value, member.key)
      } else {
        for part in try object(member.value, "the area '\(member.key)'") {
          switch part.key {
          case "paths": area.paths = try strings(part.value, part.key)
          case "owner": area.owner = try string(part.value, part.key)
          default: throw unknown(part, among: ["paths", "owner"])
          }
        }
      }
      guard !area.paths.isEmpty else {
        throw ConfigurationError(
          .missing(key: "paths", of: "the area '\(member.key)'"), source: source, at: member.position)
      }
      configuration.codeAreas.append(area)
    }
  }

  private mutating func readWaivers(_ value: JSONValue) throws(ConfigurationError) {
    guard let elements = value.elements else { throw bad(value, "waivers", expected: "a list of waivers") }
    let keys = ["rule", "place", "owner", "reason", "expires"]
    for element in elements {
      var texts: [String: String] = [:]
      for member in try object(element, "a waiver") {
        guard keys.contains(member.key) else { throw unknown(member, among: keys) }
        texts[member.key] = try string(member.value, member.key)
      }
      // A waiver that nobody answers for, without a reason or without an end, is no waiver.
      for key in ["rule", "owner", "reason", "expires"] where (texts[key] ?? "").isEmpty {
        throw ConfigurationError(.missing(key: key, of: "the waiver"), source: source, at: element.position)
      }
      let rule = texts["rule"]!
      guard let expires = Timestamp(iso8601: texts["expires"]!), texts["expires"]!.utf8.count == 10 else {
        throw bad(element["expires"]!, "expires", expected: "a day such as \"2027-01-31\"")
      }
      if rule.contains("/"), catalogue[String(rule.prefix { $0 != "/" })] != nil {
        _ = try figure(rule, at: element["rule"]!.position)
      } else if catalogue[rule] == nil, !rules.contains(rule) {
        let known = rules + catalogue.names
        throw ConfigurationError(
          .badValue(
            key: "rule",
            found: "'\(rule)'" + (nearestName(to: rule, among: known).map { " (did you mean '\($0)'?)" } ?? ""),
            expected: "the name of a rule or figure"), source: source, at: element["rule"]!.position)
      }
      configuration.waivers.append(
        Waiver(
          rule: rule, place: texts["place"], owner: texts["owner"]!, reason: texts["reason"]!, expires: expires,
          position: element.position))
    }
  }

  private mutating func readOwners(_ value: JSONValue) throws(ConfigurationError) {
    for member in try object(value, "owners") {
      configuration.owners.append(.init(pattern: member.key, owner: try string(member.value, member.key)))
    }
  }

  private mutating func readCoverage(_ value: JSONValue) throws(ConfigurationError) {
    for member in try object(value, "coverage") {
      switch member.key {
      case "map":
        configuration.coverageMappings = try strings(member.value, member.key)
        for (index, text) in configuration.coverageMappings.enumerated() where !text.dropFirst().contains("=") {
          throw bad(member.value[index] ?? member.value, "map", expected: "\"from=to\"")
        }
      case "excludes": configuration.coverageExcludes = try strings(member.value, member.key)
      default: throw unknown(member, among: ["map", "excludes"])
      }
    }
  }

  // MARK: - Values

  func object(_ value: JSONValue, _ what: String) throws(ConfigurationError) -> [JSONValue.Member] {
    guard let members = value.members else { throw bad(value, what, expected: "an object") }
    var seen: Set<String> = []
    for member in members where !seen.insert(member.key).inserted {
      throw ConfigurationError(
        .badValue(key: member.key, found: "given twice", expected: "one value"), source: source, at: member.position)
    }
    return members
  }

  func string(_ value: JSONValue, _ key: String) throws(ConfigurationError) -> String {
    guard let text = value.string else { throw bad(value, key, expected: "text in quotes") }
    return text
  }

  func strings(_ value: JSONValue, _ key: String) throws(ConfigurationError) -> [String] {
    guard let elements = value.elements else { throw bad(value, key, expected: "a list of texts") }
    var texts: [String] = []
    for element in elements { texts.append(try string(element, key)) }
    return texts
  }

  func bad(_ value: JSONValue, _ key: String, expected: String) -> ConfigurationError {
    let found = value.string.map { "'\($0)'" } ?? value.kindName
    return ConfigurationError(.badValue(key: key, found: found, expected: expected), source: source, at: value.position)
  }

  func unknown(_ member: JSONValue.Member, among keys: [String]) -> ConfigurationError {
    ConfigurationError(
      .unknownKey(member.key, nearest: nearestName(to: member.key, among: keys)), source: source, at: member.position)
  }
}
