import SystemKit
import TestSupport
import Testing

@testable import Survey

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct SQLiteLogbookTests {
  let sandbox = Sandbox()
  private var path: String { sandbox.path("a/b/logbook.sqlite") }
  private var logbook: SQLiteLogbook { SQLiteLogbook(path: path) }

  private func survey(_ total: Double, project: String = "p", verdict: Verdict = .mayShip) -> SurveyRecord {
    var record = SurveyRecord(project: project, at: Timestamp(seconds: 1_000 + Int64(total)))
    record.commit = SurveyedCommit(id: "c\(Int(total))")
    record.verdict = verdict
    record.figures = [figure("tests.total", total), figure("coverage.branches", 40.25, atMost: 60)]
    return record
  }

  private func append(_ total: Double, project: String = "p", verdict: Verdict = .mayShip) throws -> Int64 {
    try logbook.append(survey(total, project: project, verdict: verdict), loggedAt: today)
  }

  @Test func `reading makes no file`() throws {
    #expect(try logbook.entries(project: "p", limit: 9) == [])
    #expect(try logbook.figures(of: 1) == [:])
    #expect(try logbook.history(project: "p", before: "x", limit: 9) == [:])
    #expect(try logbook.lastShipped(project: "p") == nil)
    #expect(throws: LogbookError(.noSuchSurvey(1), path: path)) { try logbook.markShipped(1, at: today) }
    #expect(!AtomicFile.exists(path))
  }

  @Test func `surveys are written down and found again`() throws {
    let one = try append(1)
    let two = try append(2, verdict: .mayNotShip)
    _ = try append(7, project: "other")
    let entries = try logbook.entries(project: "p", limit: 9)
    #expect(entries.map(\.id) == [two, one])
    #expect(entries[0].verdict == .mayNotShip)
    #expect(entries[0].commit == "c2")
    #expect(entries[0].at == Timestamp(seconds: 1_002))
    #expect(entries[0].loggedAt == today)
    #expect(entries[0].shippedAt == nil)
    #expect(try logbook.entries(project: "p", limit: 1).map(\.id) == [two])
    #expect(try logbook.figures(of: one) == ["tests.total": 1, "coverage.branches": 40.25])
  }

  @Test func `the same survey following itself is not written twice`() throws {
    let one = try append(1)
    #expect(try append(1) == one)
    let two = try append(2)
    // After another it is news again.
    #expect(try append(1) > two)
    #expect(try logbook.entries(project: "p", limit: 9).count == 3)
  }

  @Test func `history goes up to this survey, the oldest first`() throws {
    for total in 1...4 { _ = try append(Double(total)) }
    func totals(before identity: String, limit: Int = 9) throws -> [Double]? {
      try logbook.history(project: "p", before: identity, limit: limit)["tests.total"]?.map(\.value)
    }
    #expect(try totals(before: "new") == [1, 2, 3, 4])
    #expect(try totals(before: survey(4).identity) == [1, 2, 3])
    #expect(try totals(before: "new", limit: 2) == [3, 4])
    // A survey that came out like an earlier one is compared with the last one, before it is written down and after.
    #expect(try totals(before: survey(2).identity) == [1, 2, 3, 4])
    _ = try append(2)
    #expect(try totals(before: survey(2).identity) == [1, 2, 3, 4])
  }

  @Test func `the last survey marked as shipped is found`() throws {
    let one = try append(1)
    let two = try append(2)
    try logbook.markShipped(two, at: Timestamp(seconds: 10))
    try logbook.markShipped(one, at: Timestamp(seconds: 20))
    #expect(try logbook.lastShipped(project: "p")?.id == one)
    #expect(try logbook.lastShipped(project: "other") == nil)
    #expect(try logbook.history(project: "p", before: "", limit: 9)["tests.total"]?.map(\.isShipped) == [true, true])
    #expect(throws: LogbookError(.noSuchSurvey(99), path: path)) { try logbook.markShipped(99, at: today) }
  }

  @Test func `text is kept as it is`() throws {
    let odd = "pr'o\"j\n\u{1F6A2}; DROP TABLE surveys"
    _ = try append(1, project: odd)
    #expect(try logbook.entries(project: odd, limit: 9).count == 1)
    #expect(try logbook.entries(project: "p", limit: 9).isEmpty)
  }

  // MARK: - Files

  private func sqlite(_ sql: String) throws {
    try AtomicFile.makeFolder(sandbox.path("a/b"))
    let result = try sandbox.run("sqlite3", [path, sql])
    #expect(result.status == 0, "\(result.errors)")
  }

  private static let versionOne = """
    PRAGMA application_id = 1347176781; PRAGMA user_version = 1;
    CREATE TABLE surveys (id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT NULL, identity TEXT NOT NULL,
      at INTEGER NOT NULL, logged_at INTEGER NOT NULL, commit_id TEXT, verdict TEXT NOT NULL);
    CREATE TABLE figures (survey INTEGER NOT NULL REFERENCES surveys(id) ON DELETE CASCADE, name TEXT NOT NULL,
      value REAL NOT NULL, unit TEXT NOT NULL, PRIMARY KEY (survey, name)) WITHOUT ROWID;
    INSERT INTO surveys VALUES (5, 'p', 'i', 100, 200, NULL, 'may-ship');
    INSERT INTO figures VALUES (5, 'tests.total', 12, '');
    """

  @Test func `a logbook of version 1 is brought up and keeps what it has`() throws {
    try sqlite(Self.versionOne)
    #expect(try logbook.entries(project: "p", limit: 9).map(\.id) == [5])
    #expect(try logbook.figures(of: 5) == ["tests.total": 12])
    try logbook.markShipped(5, at: today)
    #expect(try logbook.lastShipped(project: "p")?.shippedAt == today)
    #expect(try append(1) == 6)
    #expect(try sandbox.run("sqlite3", [path, "PRAGMA user_version"]).output == "\(SQLiteLogbook.migrations.count)\n")
  }

  @Test func `many bring up one logbook at once`() throws {
    try sqlite(Self.versionOne)
    let results = Parallel.map(count: 8, workers: 8) { index in
      (try? append(Double(index))) != nil
    }
    #expect(results == Array(repeating: true, count: 8))
    #expect(try logbook.entries(project: "p", limit: 99).count == 9)
  }

  @Test func `a newer logbook, another program's and damaged files are told and left alone`() throws {
    try sqlite("PRAGMA application_id = 1347176781; PRAGMA user_version = 99; CREATE TABLE x (y)")
    #expect(throws: LogbookError(.tooNew(version: 99, known: SQLiteLogbook.migrations.count), path: path)) {
      _ = try append(1)
    }
    for version in [0, 1, SQLiteLogbook.migrations.count, 99] {
      _ = try sandbox.run("rm", [path])
      try sqlite("PRAGMA user_version = \(version); CREATE TABLE theirs (y)")
      let before = try sandbox.run("sha256sum", [path]).output
      #expect(throws: LogbookError(.notALogbook, path: path)) { _ = try append(1) }
      #expect(throws: LogbookError(.notALogbook, path: path)) { _ = try logbook.entries(project: "p", limit: 1) }
      #expect(try sandbox.run("sha256sum", [path]).output == before)
    }
    try sandbox.write("a/b/logbook.sqlite", String(repeating: "no database ", count: 1_000))
    #expect(throws: LogbookError(.notALogbook, path: path)) { _ = try append(1) }
    #expect(throws: LogbookError.self) {
      _ = try SQLiteLogbook(path: sandbox.folder).append(survey(1), loggedAt: today)
    }
    try sandbox.write("file", "x")
    #expect(throws: LogbookError.self) {
      _ = try SQLiteLogbook(path: sandbox.path("file/l.sqlite")).append(survey(1), loggedAt: today)
    }
  }

  @Test func `damage inside a logbook is an error, not a trap`() throws {
    for total in 1...200 { _ = try append(Double(total)) }
    var bytes = try InputFile(path: path).withUnsafeBytes { Array($0) }
    for index in stride(from: 4_096, to: bytes.count, by: 37) { bytes[index] ^= 0x5A }
    try sandbox.write("a/b/logbook.sqlite", bytes)
    _ = try? logbook.history(project: "p", before: "", limit: 99)
    do {
      _ = try append(1)
      _ = try logbook.entries(project: "p", limit: 500)
    } catch let error as LogbookError { #expect(error.description.contains(path)) }
  }

  // MARK: - Two surveys at once

  @Test func `threads that write at once lose nothing`() throws {
    let failures = Parallel.map(count: 4, workers: 4) { worker -> [String] in
      (0..<50).compactMap { index in
        do throws(LogbookError) {
          _ = try logbook.append(survey(Double(worker * 1_000 + index)), loggedAt: today)
          return nil
        } catch { return error.description }
      }
    }
    #expect(failures.flatMap { $0 } == [])
    let entries = try logbook.entries(project: "p", limit: 1_000)
    #expect(Set(entries.compactMap(\.commit)).count == 200)
    #expect(entries.count == 200)
  }

  @Test func `processes that write at once lose nothing`() async throws {
    setenv("PLIMSOLL_TEST_LOGBOOK", path, 1)
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            let logbook = SQLiteLogbook(path: Environment["PLIMSOLL_TEST_LOGBOOK"] ?? "")
            for index in 0..<50 {
              var record = SurveyRecord(project: "p", at: today)
              record.commit = SurveyedCommit(id: "\(getpid())-\(index)")
              do throws(LogbookError) { _ = try logbook.append(record, loggedAt: today) } catch {
                print(error.description)
                exit(1)
              }
            }
            exit(0)
          }
        }
      }
    }
    let entries = try logbook.entries(project: "p", limit: 1_000)
    #expect(Set(entries.compactMap(\.commit)).count == 150)
  }
}
