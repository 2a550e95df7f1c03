// The logbook in an SQLite file. The schema has a number (PRAGMA user_version); older files are brought up step by step.

public import SystemKit

/// A logbook in a file.
public struct SQLiteLogbook: Logbook {
  /// The file.
  public let path: String

  /// Marks files as ours (PRAGMA application_id): "PLIM".
  static let applicationID: Int64 = 0x504C_494D

  /// The steps from one version of the schema to the next; the first makes it.
  static let migrations: [[String]] = [
    [
      """
      CREATE TABLE surveys (
        id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT NULL, identity TEXT NOT NULL, at INTEGER NOT NULL,
        logged_at INTEGER NOT NULL, commit_id TEXT, verdict TEXT NOT NULL)
      """,
      """
      CREATE TABLE figures (
        survey INTEGER NOT NULL REFERENCES surveys(id) ON DELETE CASCADE, name TEXT NOT NULL, value REAL NOT NULL,
        unit TEXT NOT NULL, PRIMARY KEY (survey, name)) WITHOUT ROWID
      """,
    ],
    [
      "ALTER TABLE surveys ADD COLUMN shipped_at INTEGER",
      "CREATE INDEX surveys_by_project ON surveys (project, id)",
    ],
  ]

  /// Opens a logbook; the file is made when it is written to first.
  public init(path: String) { self.path = path }

  // MARK: - Opening

  /// A connection to a file whose schema is up to date; `nil` when there is no file and none is to be made.
  private func open(creating: Bool) throws(LogbookError) -> SQLiteDatabase? {
    if !AtomicFile.exists(path) {
      guard creating else { return nil }
      do throws(SystemError) { try AtomicFile.makeFolder(PathName.split(path).folder) } catch {
        throw LogbookError(.system(error), path: path)
      }
    }
    let database = try SQLiteDatabase(path: path)
    try migrate(database)
    return database
  }

  private func migrate(_ database: SQLiteDatabase) throws(LogbookError) {
    let known = Self.migrations.count
    var version = try Self.number(database, "PRAGMA user_version")
    // Other programs number their files too.
    if version != 0 { try check(database) }
    if version == known { return }
    guard version >= 0 else { throw LogbookError(.notALogbook, path: path) }
    if version > known { throw LogbookError(.tooNew(version: version, known: known), path: path) }
    try database.transaction { () throws(LogbookError) in
      // Another survey may have done it while this one waited.
      version = try Self.number(database, "PRAGMA user_version")
      if version == 0 {
        let tables = try database.run("SELECT count(*) FROM sqlite_master")
        if tables.first?.first?.integer != 0 { throw LogbookError(.notALogbook, path: path) }
        try database.run("PRAGMA application_id = \(Self.applicationID)")
      }
      guard (0..<known).contains(version) else { return }
      for step in Self.migrations[version...] {
        for statement in step { try database.run(statement) }
      }
      try database.run("PRAGMA user_version = \(known)")
    }
  }

  private func check(_ database: SQLiteDatabase) throws(LogbookError) {
    guard try database.run("PRAGMA application_id").first?.first?.integer == Self.applicationID else {
      throw LogbookError(.notALogbook, path: path)
    }
  }

  private static func number(_ database: SQLiteDatabase, _ sql: String) throws(LogbookError) -> Int {
    Int(try database.run(sql).first?.first?.integer ?? 0)
  }

  // MARK: - Logbook

  /// Writes a survey down, unless it is the last one again.
  public func append(_ record: SurveyRecord, loggedAt: Timestamp) throws(LogbookError) -> Int64 {
    let database = try open(creating: true)!
    let identity = record.identity
    return try database.transaction { () throws(LogbookError) in
      let latest = try database.run(
        "SELECT id, identity FROM surveys WHERE project = ? ORDER BY id DESC LIMIT 1", [.text(record.project)])
      if let row = latest.first, row[1].text == identity, let id = row[0].integer { return id }
      try database.run(
        "INSERT INTO surveys (project, identity, at, logged_at, commit_id, verdict) VALUES (?, ?, ?, ?, ?, ?)",
        [
          .text(record.project), .text(identity), .integer(record.at.seconds), .integer(loggedAt.seconds),
          record.commit.map { .text($0.id) } ?? .null, .text(record.verdict.rawValue),
        ])
      let id = database.lastInsertedID
      for figure in record.figures {
        try database.run(
          "INSERT INTO figures (survey, name, value, unit) VALUES (?, ?, ?, ?)",
          [.integer(id), .text(figure.name), .real(figure.value), .text(figure.kind.unit.rawValue)])
      }
      return id
    }
  }

  /// The latest surveys of a project, the newest first.
  public func entries(project: String, limit: Int) throws(LogbookError) -> [LogbookEntry] {
    try select("WHERE project = ? ORDER BY id DESC LIMIT ?", [.text(project), .integer(Int64(limit))])
  }

  private func select(_ condition: String, _ values: [SQLiteValue]) throws(LogbookError) -> [LogbookEntry] {
    guard let database = try open(creating: false) else { return [] }
    let rows = try database.run(
      "SELECT id, at, logged_at, commit_id, verdict, shipped_at, identity FROM surveys " + condition, values)
    return rows.map { row in
      LogbookEntry(
        id: row[0].integer ?? 0, at: Timestamp(seconds: row[1].integer ?? 0),
        loggedAt: Timestamp(seconds: row[2].integer ?? 0), commit: row[3].text,
        verdict: Verdict(rawValue: row[4].text ?? "") ?? .cannotTell,
        shippedAt: row[5].integer.map { Timestamp(seconds: $0) }, identity: row[6].text ?? "")
    }
  }

  /// The figures of a survey; none when there is no such survey.
  public func figures(of id: Int64) throws(LogbookError) -> [String: Double] {
    guard let database = try open(creating: false) else { return [:] }
    let rows = try database.run("SELECT name, value FROM figures WHERE survey = ?", [.integer(id)])
    return rows.reduce(into: [:]) { result, row in
      if let name = row[0].text, let value = row[1].real { result[name] = value }
    }
  }

  /// The values in the surveys before the one with this identity, oldest first.
  public func history(
    project: String, before identity: String, limit: Int
  ) throws(LogbookError) -> [String: [HistoryPoint]] {
    guard let database = try open(creating: false) else { return [:] }
    // The same survey made again is compared with what came before it, so that its page stays the same.
    let rows = try database.run(
      """
      SELECT s.id, s.at, s.commit_id, s.shipped_at IS NOT NULL, f.name, f.value FROM figures f
      JOIN (
        SELECT * FROM surveys WHERE project = ?1 AND id < coalesce(
          (SELECT id FROM (SELECT id, identity FROM surveys WHERE project = ?1 ORDER BY id DESC LIMIT 1)
            WHERE identity = ?2),
          9223372036854775807)
        ORDER BY id DESC LIMIT ?3) s ON s.id = f.survey
      ORDER BY s.id
      """, [.text(project), .text(identity), .integer(Int64(limit))])
    var history: [String: [HistoryPoint]] = [:]
    for row in rows {
      guard let name = row[4].text, let value = row[5].real else { continue }
      history[name, default: []].append(
        HistoryPoint(
          survey: row[0].integer ?? 0, at: Timestamp(seconds: row[1].integer ?? 0), commit: row[2].text, value: value,
          isShipped: row[3].integer == 1))
    }
    return history
  }

  /// The survey that was marked as shipped last.
  public func lastShipped(project: String) throws(LogbookError) -> LogbookEntry? {
    try select(
      "WHERE project = ? AND shipped_at IS NOT NULL ORDER BY shipped_at DESC, id DESC LIMIT 1", [.text(project)]
    ).first
  }

  /// Marks a survey as shipped.
  public func markShipped(_ id: Int64, at: Timestamp) throws(LogbookError) {
    guard let database = try open(creating: false) else { throw LogbookError(.noSuchSurvey(id), path: path) }
    try database.transaction { () throws(LogbookError) in
      let known = try database.run("SELECT id FROM surveys WHERE id = ?", [.integer(id)])
      guard !known.isEmpty else { throw LogbookError(.noSuchSurvey(id), path: path) }
      try database.run("UPDATE surveys SET shipped_at = ? WHERE id = ?", [.integer(at.seconds), .integer(id)])
    }
  }
}
