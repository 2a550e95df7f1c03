// Findings and load lines as SARIF 2.1.0 (OASIS), for code scanning. GitHub keeps the first 5,000 results of a run and drops
// the others without a word: results are cut here, the weightiest first, and the run says how many (§3.20.21).

internal import ByteKit
internal import MarkupKit
internal import SystemKit

/// The survey as SARIF.
public enum SARIFReport {
  /// The most results that are written.
  public static let resultLimit = 5000

  /// Renders a survey.
  ///
  /// Broken load lines are results of the rule `load-line/FIGURE`, waived things are suppressed results, and a load line of
  /// which nothing is known is a result of the kind `open`.
  public static func render(_ record: SurveyRecord) -> [UInt8] {
    var rules = RuleTable()
    var results = record.loadLines.compactMap { SARIFResult($0, record) }
    let room = max(0, resultLimit - results.count)
    let findings = record.findings.filter { !record.repeatsLoadLine($0) }.sorted {
      ($0.severity, $0.isBlocking ? 0 : 1) < ($1.severity, $1.isBlocking ? 0 : 1)
    }
    results = Array((results + findings.prefix(room).map { SARIFResult($0, record) }).prefix(resultLimit))
    let total = findings.count + record.loadLines.count { $0.outcome != .held }
    let omitted = total - results.count
    let indices = results.map { rules.index(of: $0.rule) }

    var json = JSONWriter()
    json.object { json in
      json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.member("version", "2.1.0")
      json.array("runs") { json in
        json.object { json in
          json.object("tool") { json in
            json.object("driver") { json in
              json.member("name", "plimsoll")
              json.member("version", ProgramVersion.current)
              json.array("rules") { json in
                for rule in rules.names {
                  json.object { json in
                    json.member("id", rule)
                    json.object("shortDescription") { $0.member("text", Self.description(of: rule)) }
                  }
                }
              }
            }
          }
          json.object("automationDetails") { $0.member("id", "plimsoll/") }
          json.member("columnKind", "unicodeCodePoints")
          json.array("invocations") { invocation(record, omitted, &$0) }
          var seen: [String: Int] = [:]
          json.array("results") { json in
            for (result, index) in zip(results, indices) { result.write(index, &seen, &json) }
          }
          json.object("properties") { json in
            json.member("verdict", record.verdict.rawValue)
            json.member("omittedResults", omitted)
          }
        }
      }
    }
    return json.output.bytes
  }

  /// What a rule is about: services that show results want a sentence.
  private static func description(of rule: String) -> String {
    guard let slash = rule.firstIndex(of: "/"), rule.hasPrefix("load-line/") else {
      return "a finding of the rule \(rule)"
    }
    let figure = String(rule[rule.index(after: slash)...])
    let title = FigureCatalogue.standard[String(figure.prefix { $0 != "/" })]?.title
    return "the load line of \(figure)" + (title.map { ": \($0)" } ?? "")
  }

  private static func invocation(_ record: SurveyRecord, _ omitted: Int, _ json: inout JSONWriter) {
    json.object { json in
      json.member("executionSuccessful", record.verdict != .cannotTell)
      json.member("exitCode", Int(record.verdict.exitCode))
      json.member("endTimeUtc", record.at.iso8601)
      var notes: [(level: String, text: String)] = []
      if omitted > 0 { notes.append(("warning", "\(omitted) results were left out: at most \(resultLimit) are kept")) }
      if record.verdict == .cannotTell {
        notes += record.reasons.prefix(ReportLimits.reasons).map { ("error", VisibleLine.of($0)) }
      }
      json.array("toolExecutionNotifications") { json in
        for note in notes {
          json.object { json in
            json.member("level", note.level)
            json.object("message") { $0.member("text", note.text) }
          }
        }
      }
    }
  }
}

/// The rules of a run, in the order in which results name them.
private struct RuleTable {
  var names: [String] = []
  private var indices: [String: Int] = [:]

  mutating func index(of name: String) -> Int {
    if let index = indices[name] { return index }
    indices[name] = names.count
    names.append(name)
    return names.count - 1
  }
}

private struct SARIFResult {
  var rule: String
  var kind = "fail"
  var level: String
  var message: String
  var path: String
  var line: Int?
  var waiver: Waiver?
  var owner: String?
  var mend: String?

  /// `nil` for a load line that holds.
  init?(_ result: LoadLineResult, _ record: SurveyRecord) {
    rule = "load-line/" + VisibleLine.of(result.line.figure, to: 200)
    let value = result.figure.map { FigureText.value(of: $0) } ?? "not known"
    message = "\(result.line.figure) is \(value); the limit is \(FigureText.limit(result))"
    if let resolved = FigureText.resolvedLimit(result) { message += " (\(resolved))" }
    path = record.configuration ?? result.figure?.evidence.first ?? "plimsoll.json"
    line = record.configuration == nil ? nil : result.line.position?.line
    switch result.outcome {
    case .held: return nil
    case .broken: level = "error"
    case .waived(let waiver):
      level = "error"
      self.waiver = waiver
    case .unknown(let reason):
      // §3.27.9: not enough was known; a kind other than "fail" has the level "none".
      kind = "open"
      level = "none"
      message = "it cannot be told whether \(result.line.figure) keeps to \(FigureText.limit(result)): \(reason)"
    }
  }

  init(_ finding: Finding, _ record: SurveyRecord) {
    rule = VisibleLine.of(finding.rule, to: 200)
    level =
      switch finding.severity {
      case .blocker: "error"
      case .warning: "warning"
      case .note: "note"
      }
    message = finding.message
    // GitHub refuses a file in which a result has no location.
    path = finding.place?.path ?? finding.evidence ?? record.configuration ?? "plimsoll.json"
    line = finding.place?.line
    waiver = finding.waiver
    owner = finding.owner
    mend = finding.mend
  }

  /// - Parameter seen: how often each fingerprint was written, so that equal findings of a file stay apart.
  func write(_ ruleIndex: Int, _ seen: inout [String: Int], _ json: inout JSONWriter) {
    // Lines move with every commit: they are no part of what makes a finding the same.
    let text = Array("\(rule)\n\(path)\n\(message)".utf8)
    let digest = text.withUnsafeBytes { String(Digest.sha256($0).prefix(32)) }
    let number = seen[digest, default: 0]
    seen[digest] = number + 1
    json.object { json in
      json.member("ruleId", rule)
      json.member("ruleIndex", ruleIndex)
      json.member("kind", kind)
      json.member("level", level)
      json.object("message") { json in
        json.member("text", VisibleLine.of(message) + (mend.map { "\nMend: \(VisibleLine.of($0))" } ?? ""))
      }
      json.array("locations") { json in
        json.object { json in
          json.object("physicalLocation") { json in
            json.object("artifactLocation") { json in
              json.member("uri", Self.uri(path))
              if !path.hasPrefix("/") { json.member("uriBaseId", "%SRCROOT%") }
            }
            if let line, line > 0 { json.object("region") { $0.member("startLine", line) } }
          }
        }
      }
      json.object("partialFingerprints") { $0.member("plimsollFinding/v1", "\(digest):\(number)") }
      if let waiver {
        json.array("suppressions") { json in
          json.object { json in
            json.member("kind", "external")
            json.member("status", "accepted")
            json.member("justification", VisibleLine.of(waiver.words))
          }
        }
      }
      if owner != nil || mend != nil {
        json.object("properties") { json in
          if let owner { json.member("owner", VisibleLine.of(owner)) }
          if let mend { json.member("mend", VisibleLine.of(mend)) }
        }
      }
    }
  }

  /// A path as a URI reference (RFC 3986): relative below the source root, `file:` where it is absolute.
  private static func uri(_ path: String) -> String {
    let encoded = HTMLWriter.encoded(path)
    if path.hasPrefix("/") { return "file://" + encoded }
    return encoded.isEmpty ? "." : encoded
  }
}
