// The survey for machines. The keys are documented in Documentation/survey-json.md and only ever added to; `schema` grows
// when one of them changes its meaning. Nothing is cut here.

internal import ByteKit
internal import MarkupKit
internal import SystemKit

/// The survey as JSON.
public enum JSONReport {
  /// The version of the keys.
  public static let schema = 1

  /// Renders a survey; the same record gives the same bytes.
  ///
  /// - Complexity: O(n) in the size of the record.
  public static func render(_ record: SurveyRecord) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("schema", schema)
      json.member("tool", "plimsoll")
      json.member("project", record.project)
      json.member("identity", record.identity)
      json.member("at", record.at.iso8601)
      json.member("verdict", record.verdict.rawValue)
      json.member("exitCode", Int(record.verdict.exitCode))
      json.array("reasons") { json in for reason in record.reasons { json.value(reason) } }
      commit(record, &json)
      json.member("shippedCommit", record.shippedCommit)
      json.member("configuration", record.configuration)
      json.array("loadLines") { json in for result in record.loadLines { loadLine(result, &json) } }
      json.array("figures") { json in for value in record.figures { figure(value, record, &json) } }
      json.array("findings") { json in for value in record.findings { finding(value, &json) } }
      json.array("evidence") { json in for piece in record.evidence { evidence(piece, &json) } }
      json.array("passedOver") { json in
        for file in record.passedOver {
          json.object { json in
            json.member("path", file.path)
            json.member("reason", file.reason)
          }
        }
      }
      json.array("sections") { json in for value in record.sections { section(value, &json) } }
    }
    return json.output.bytes
  }

  private static func commit(_ record: SurveyRecord, _ json: inout JSONWriter) {
    guard let commit = record.commit else {
      json.member("commit", nil as String?)
      return
    }
    json.object("commit") { json in
      json.member("id", commit.id)
      json.member("subject", commit.subject)
      json.member("committedAt", commit.committedAt?.iso8601)
      json.member("branch", commit.branch)
      json.member("isDirty", commit.isDirty)
    }
  }

  private static func loadLine(_ result: LoadLineResult, _ json: inout JSONWriter) {
    json.object { json in
      json.member("figure", result.line.figure)
      json.member("comparison", result.line.comparison.rawValue)
      json.member("text", result.line.text)
      let kind =
        switch result.line.limit {
        case .absolute: "absolute"
        case .relativePercent: "relative-percent"
        case .relativeAmount: "relative-amount"
        }
      json.member("limitKind", kind)
      json.member("limit", result.limit)
      json.member("unit", result.figure?.kind.unit.rawValue)
      json.member("value", result.figure?.value)
      json.member("atMost", result.figure?.atMost)
      json.member("margin", result.margin)
      json.member("outcome", result.outcome.name)
      switch result.outcome {
      case .unknown(let reason): json.member("reason", reason)
      case .waived(let value): waiver(value, &json)
      case .held, .broken: break
      }
      json.array("evidence") { json in for path in result.figure?.evidence ?? [] { json.value(path) } }
      json.member("position", result.line.position?.description)
    }
  }

  private static func figure(_ figure: Figure, _ record: SurveyRecord, _ json: inout JSONWriter) {
    json.object { json in
      json.member("name", figure.name)
      json.member("title", figure.title)
      json.member("unit", figure.kind.unit.rawValue)
      json.member("better", figure.kind.direction.rawValue)
      json.member("value", figure.value)
      json.member("atMost", figure.atMost)
      json.member("detail", figure.detail)
      json.array("evidence") { json in for path in figure.evidence { json.value(path) } }
      json.member("last", record.last[figure.name])
      json.member("shipped", record.shipped[figure.name])
      json.array("history") { json in
        for point in record.history[figure.name] ?? [] {
          json.object { json in
            json.member("survey", point.survey)
            json.member("at", point.at.iso8601)
            json.member("commit", point.commit)
            json.member("value", point.value)
            json.member("isShipped", point.isShipped)
          }
        }
      }
    }
  }

  private static func finding(_ finding: Finding, _ json: inout JSONWriter) {
    json.object { json in
      json.member("rule", finding.rule)
      json.member("severity", finding.severity.rawValue)
      json.member("isBlocking", finding.isBlocking)
      json.member("message", finding.message)
      json.member("detail", finding.detail)
      json.member("path", finding.place?.path)
      if let line = finding.place?.line { json.member("line", line) } else { json.member("line", nil as String?) }
      json.member("evidence", finding.evidence)
      json.member("owner", finding.owner)
      json.member("mend", finding.mend)
      if let value = finding.waiver { waiver(value, &json) }
    }
  }

  private static func waiver(_ waiver: Waiver, _ json: inout JSONWriter) {
    json.object("waiver") { json in
      json.member("rule", waiver.rule)
      json.member("place", waiver.place)
      json.member("owner", waiver.owner)
      json.member("reason", waiver.reason)
      json.member("expires", waiver.expires.isoDate)
      json.member("position", waiver.position?.description)
    }
  }

  private static func evidence(_ piece: Evidence, _ json: inout JSONWriter) {
    json.object { json in
      json.member("path", piece.path)
      json.member("area", piece.area.name)
      json.member("format", piece.format)
      json.member("size", piece.size)
      json.member("madeAt", piece.madeAt.iso8601)
      json.member("sha256", piece.digest)
      json.member("commit", piece.commit)
      json.member("state", piece.state.name)
      json.member("explanation", piece.state.explanation)
    }
  }
}
