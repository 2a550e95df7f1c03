// Earlier surveys: listing them, and marking one as shipped.

internal import ArgumentKit
internal import ByteKit
internal import MarkupKit
internal import Survey
internal import SystemKit

enum SurveyHistory {
  /// So many surveys are listed.
  private static let limit = 50

  private static func project(_ request: Surveyor.Request) throws -> String {
    let path = request.configurationPath
    return request.project(try path.map { try ConfigurationReader.read(path: $0) } ?? SurveyConfiguration())
  }

  /// Prints the latest surveys, the newest first.
  static func list(_ request: Surveyor.Request, _ store: SQLiteLogbook, _ messages: OutputOptions, json: Bool) throws {
    let entries = try store.entries(project: try project(request), limit: limit)
    if json { return try messages.print(text(entries)) }
    guard !entries.isEmpty else {
      return Diagnostics.note("\(store.path): no survey of '\(try project(request))' yet")
    }
    var table = TextTable([.right, .left, .left, .left, .right, .right, .left])
    table.header(["survey", "evidence of", "commit", "verdict", "failed", "lines", "shipped"])
    for entry in entries {
      let figures = try store.figures(of: entry.id)
      table.row([
        "\(entry.id)", entry.at.iso8601, entry.commit.map { String($0.prefix(10)) } ?? "-", entry.verdict.title,
        figures["tests.failed"].map { FigureText.value($0, FigureCatalogue.standard["tests.failed"]!) } ?? "-",
        figures["coverage.lines"].map { FigureText.percent($0) } ?? "-",
        entry.shippedAt.map { "shipped \($0.isoDate)" } ?? "",
      ])
    }
    try messages.print(table.lines().joined(separator: "\n") + "\n")
  }

  private static func text(_ entries: [LogbookEntry]) -> String {
    var json = JSONWriter()
    json.array { json in
      for entry in entries {
        json.object { json in
          json.member("survey", entry.id)
          json.member("at", entry.at.iso8601)
          json.member("loggedAt", entry.loggedAt.iso8601)
          json.member("commit", entry.commit)
          json.member("verdict", entry.verdict.rawValue)
          json.member("shippedAt", entry.shippedAt?.iso8601)
        }
      }
    }
    return json.output.text
  }

  /// Marks a survey as the shipped one; relative load lines are held against it from now on.
  static func markShipped(
    _ request: Surveyor.Request, _ store: SQLiteLogbook, _ number: Int?, _ messages: OutputOptions
  ) throws {
    let id: Int64
    let entries = try store.entries(project: try project(request), limit: limit)
    if let number {
      id = Int64(number)
    } else if let latest = entries.first {
      id = latest.id
    } else {
      let project = try project(request)
      Diagnostics.error(
        "\(store.path): no survey of '\(project)' yet; make one first (plimsoll survey), or name the paths that were surveyed"
      )
      throw ExitCode(2)
    }
    try store.markShipped(id, at: request.clock.now)
    guard !messages.quiet else { return }
    Diagnostics.note("survey \(id) is marked as shipped")
    if let entry = entries.first(where: { $0.id == id }), entry.verdict != .mayShip {
      Diagnostics.warning("its verdict was '\(entry.verdict.title)'; relative load lines are now held against it")
    }
  }
}
