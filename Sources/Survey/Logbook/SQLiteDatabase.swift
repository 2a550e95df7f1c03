// A thin door to SQLite: statements with bound values, and errors with SQLite's own words. One connection a call: a survey
// asks a handful of questions, and nothing is held open while the build goes on.

internal import CSQLite

/// A value in a row.
enum SQLiteValue: Sendable, Equatable {
  case integer(Int64)
  case real(Double)
  case text(String)
  case null

  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  var text: String? { if case .text(let value) = self { value } else { nil } }
  var real: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}

final class SQLiteDatabase {
  private let handle: OpaquePointer
  private let path: String

  /// How long one survey waits for another that writes, in milliseconds.
  private static let patience: Int32 = 20_000

  init(path: String) throws(LogbookError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let words = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "code \(code)"
      sqlite3_close(opened)
      throw LogbookError(.database(words), path: path)
    }
    handle = opened
    self.path = path
    sqlite3_busy_timeout(handle, Self.patience)
  }

  deinit { sqlite3_close(handle) }

  /// Runs a statement and returns its rows.
  @discardableResult
  func run(_ sql: String, _ values: [SQLiteValue] = []) throws(LogbookError) -> [[SQLiteValue]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
    defer { sqlite3_finalize(statement) }
    // SQLITE_TRANSIENT: SQLite copies the text before the call returns.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (offset, value) in values.enumerated() {
      let index = Int32(offset + 1)
      switch value {
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .real(let number): sqlite3_bind_double(statement, index, number)
      case .text(let text): sqlite3_bind_text(statement, index, text, -1, transient)
      case .null: sqlite3_bind_null(statement, index)
      }
    }
    var rows: [[SQLiteValue]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(statement)).map { Self.value(statement, $0) })
      case SQLITE_DONE: return rows
      default: throw failure()
      }
    }
  }

  private static func value(_ statement: OpaquePointer?, _ column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT: .text(String(cString: sqlite3_column_text(statement, column)))
    default: .null
    }
  }

  private func failure() -> LogbookError {
    if sqlite3_errcode(handle) == SQLITE_NOTADB { return LogbookError(.notALogbook, path: path) }
    return LogbookError(.database(String(cString: sqlite3_errmsg(handle))), path: path)
  }

  /// Runs statements as one: all or nothing, and alone. `BEGIN IMMEDIATE` takes the write lock at once, so that two surveys
  /// wait for each other instead of failing half-way.
  func transaction<Result>(_ body: () throws(LogbookError) -> Result) throws(LogbookError) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(LogbookError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  /// The number that the last INSERT gave.
  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }
}
