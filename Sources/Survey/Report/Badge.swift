// The verdict as a badge: the answer of a shields.io endpoint (https://shields.io/badges/endpoint-badge).

internal import ByteKit
internal import MarkupKit

/// The verdict for a badge.
public enum Badge {
  /// Renders the endpoint's JSON.
  ///
  /// - Parameters:
  ///   - record: the survey.
  ///   - label: the left side of the badge.
  public static func render(_ record: SurveyRecord, label: String = "plimsoll") -> [UInt8] {
    let color =
      switch record.verdict {
      case .mayShip: "brightgreen"
      case .mayNotShip: "red"
      case .cannotTell: "lightgrey"
      }
    var json = JSONWriter()
    json.object { json in
      json.member("schemaVersion", 1)
      json.member("label", label)
      json.member("message", record.verdict.title)
      json.member("color", color)
    }
    return json.output.bytes
  }
}
