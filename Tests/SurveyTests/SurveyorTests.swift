import SystemKit
import TestSupport
import Testing

@testable import Survey

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct SurveyorTests {
  let project = Project()
  let committed: Int64 = 1_790_000_000
  private var sandbox: Sandbox { project.sandbox }
  private let good = junit { suite("Net") { passed("testA") } }
  private let bad = junit {
    suite("Net") {
      passed("testA"); failed("testB")
    }
  }

  // MARK: - The three verdicts

  @Test func `good evidence may ship`() throws {
    try project.commit(at: committed)
    try sandbox.write("out/junit.xml", good)
    let record = try project.survey()
    #expect(record.verdict == .mayShip)
    #expect(record.project == PathName.split(sandbox.folder).name)
    #expect(record.commit?.subject == "Change things")
    #expect(record.evidence.map(\.path) == ["out/junit.xml"])
    #expect(record.evidence[0].digest == Array(good.utf8).withUnsafeBytes { Digest.sha256($0) })
    #expect(record.at == record.evidence[0].madeAt)
  }

  @Test func `a failed test may not ship`() throws {
    try sandbox.write("junit.xml", bad)
    #expect(try project.survey().verdict == .mayNotShip)
  }

  @Test func `an empty folder cannot be told`() throws {
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(record.reasons.first == "there is no evidence at all")
    #expect(record.at == Timestamp(seconds: 0))
  }

  @Test func `surveying the same again gives the same`() throws {
    try project.commit(at: committed)
    try project.configure("{loadLines: {'tests.failed': '== 0', 'coverage.lines': '>= 50 %'}}")
    for index in 0..<6 {
      try sandbox.write(
        "out/r\(index).xml",
        junit {
          suite("S\(index)") {
            passed("a"); skipped("b")
          }
        })
      try sandbox.write("out/c\(index).info", lcov { source("Sources/f\(index).swift", [1: 1, 2: 0]) })
    }
    let logbook = project.logbook
    let first = try project.survey(logbook: logbook)
    let id = try logbook.append(first, loggedAt: today)
    for _ in 0..<3 {
      let again = try project.survey(logbook: logbook)
      #expect(again.identity == first.identity)
      #expect(again.history == first.history)
      #expect(again.last == first.last)
      #expect(again.findings == first.findings)
      #expect(again.figures == first.figures)
      #expect(again.reasons == first.reasons)
      #expect(try logbook.append(again, loggedAt: today) == id)
    }
  }

  // MARK: - Age

  @Test func `evidence older than the sources cannot be green`() throws {
    try project.commit(at: committed)
    try sandbox.write("out/junit.xml", good)
    sandbox.touch("out/junit.xml", seconds: committed + 10)
    #expect(try project.survey().verdict == .mayShip)
    // A source was changed after the tests ran.
    try sandbox.write("Sources/a.swift", "let a = 2\n")
    sandbox.touch("Sources/a.swift", seconds: committed + 20)
    let stale = try project.survey()
    #expect(stale.verdict == .cannotTell)
    #expect(stale.evidence[0].state.name == "stale")
    // The tests ran again.
    sandbox.touch("out/junit.xml", seconds: committed + 30)
    #expect(try project.survey().verdict == .mayShip)
    // Deleted.
    _ = try sandbox.run("rm", ["Sources/a.swift"])
    sandbox.touch("Sources", seconds: committed + 40)
    #expect(try project.survey().verdict == .cannotTell)
  }

  @Test func `a clone with evidence that a build job handed on is good, older evidence is not`() throws {
    let origin = Project()
    try origin.commit(at: committed)
    try sandbox.git("clone", "-q", origin.sandbox.folder, "clone")
    try sandbox.write("clone/out/junit.xml", good)
    sandbox.touch("clone/out/junit.xml", seconds: committed + 60)
    #expect(try project.survey("clone").verdict == .mayShip)
    sandbox.touch("clone/out/junit.xml", seconds: committed - 60)
    #expect(try project.survey("clone").verdict == .cannotTell)
  }

  @Test func `a report that was copied is as old as it says`() throws {
    try project.commit(at: committed)
    let old = Timestamp(seconds: committed - 5_000).iso8601
    try sandbox.write("out/junit.xml", junit { suite("Net", at: old) { passed("a") } })
    #expect(try project.survey().evidence[0].state.name == "stale")
    // Without a zone it may be hours off.
    try sandbox.write("out/junit.xml", junit { suite("Net", at: String(old.dropLast())) { passed("a") } })
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `which files are sources can be said, a pattern that matches none is a doubt`() throws {
    try project.commit(["Sources/a.swift": "1", "README.md": "1"], at: committed)
    try sandbox.write("out/junit.xml", good)
    sandbox.touch("out/junit.xml", seconds: committed + 10)
    try sandbox.write("README.md", "2")
    sandbox.touch("README.md", seconds: committed + 20)
    let outside = Sandbox()
    func survey(_ text: String) throws -> SurveyRecord {
      try project.survey(configuration: try outside.write("plimsoll.json", text))
    }
    #expect(try survey("{}").verdict == .cannotTell)
    #expect(try survey("{sources: ['Sources/**']}").verdict == .mayShip)
    #expect(try survey("{sources: []}").verdict == .mayShip)
    let slip = try survey("{sources: ['Source/**']}")
    #expect(slip.verdict == .cannotTell)
    #expect(slip.findings.map(\.rule) == ["evidence.age-unknown"])
    #expect(
      try survey(
        "{sources: ['Source/**'], waivers: [{rule: 'evidence.age-unknown', owner: 'a', reason: 'r', expires: '2027-01-01'}]}"
      ).verdict == .mayShip)
  }

  @Test func `evidence of the commit that was checked out before cannot be green`() throws {
    try project.commit(["Sources/a.swift": "1"], at: committed)
    try project.commit(["Sources/a.swift": "2"], at: committed + 1_000)
    try sandbox.write("out/junit.xml", good)
    sandbox.touch("out/junit.xml", seconds: committed + 2_000)
    #expect(try project.survey().verdict == .mayShip)
    // The build agent goes to an older commit, whose tests are not run.
    try sandbox.git("checkout", "-q", "HEAD~1", at: committed + 3_000)
    sandbox.touch("Sources/a.swift", seconds: committed + 3_000)
    let other = try project.survey()
    #expect(other.verdict == .cannotTell)
    #expect(other.evidence[0].state.name == "stale")
    // And back: what was made here then is of this commit.
    try sandbox.git("checkout", "-q", "main", at: committed + 4_000)
    sandbox.touch("Sources/a.swift", seconds: committed + 4_000)
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `committing what was tested makes no evidence old`() throws {
    try project.commit(["Sources/a.swift": "1"], at: committed)
    try sandbox.write("Sources/a.swift", "2")
    sandbox.touch("Sources/a.swift", seconds: committed + 1_000)
    try sandbox.write("out/junit.xml", good)
    sandbox.touch("out/junit.xml", seconds: committed + 2_000)
    try sandbox.git("checkout", "-q", "-b", "feature", at: committed + 2_500)
    try sandbox.git("commit", "-q", "-am", "Two", at: committed + 3_000)
    #expect(try project.survey().verdict == .mayShip)
    try sandbox.git("commit", "-q", "--amend", "-m", "Three", at: committed + 4_000)
    #expect(try project.survey().verdict == .mayShip)
    try sandbox.git("reset", "-q", "--soft", "HEAD~1", at: committed + 5_000)
    try sandbox.git("commit", "-q", "-m", "Four", at: committed + 6_000)
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `a load line that was moved makes no evidence old`() throws {
    try project.commit(["Sources/a.swift": "1", "plimsoll.json": "{}"], at: committed)
    try sandbox.write("out/junit.xml", good)
    sandbox.touch("out/junit.xml", seconds: committed + 10)
    try project.configure("{loadLines: {'tests.total': '>= 1'}}")
    sandbox.touch("plimsoll.json", seconds: committed + 20)
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `without a repository it is said that the age was not judged`() throws {
    try sandbox.write("junit.xml", good)
    let record = try project.survey()
    #expect(record.verdict == .mayShip)
    #expect(record.passedOver.contains { $0.reason.contains("there is no git repository around it") })
  }

  @Test func `a repository that git does not tell of cannot be green`() throws {
    try sandbox.write(".git", "gitdir: /nowhere\n")
    try sandbox.write("junit.xml", good)
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(record.findings.map(\.rule) == ["evidence.age-unknown"])
  }

  @Test func `a clone of another user's is a doubt with the command that mends it`() throws {
    try project.commit(at: committed)
    try sandbox.write("out/junit.xml", good)
    guard getuid() == 0 else { return }
    chown(sandbox.folder, 65_534, 65_534)
    chown(sandbox.path(".git"), 65_534, 65_534)
    setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "0", 1)
    let record = try project.survey()
    // Where the machine trusts every folder there is nothing to see.
    guard record.commit == nil else { return }
    #expect(record.verdict == .cannotTell)
    #expect(record.findings.first?.mend?.hasPrefix("git config --global --add safe.directory") == true)
  }

  // MARK: - What must not turn green

  @Test func `a report that was never written does not hide behind another`() throws {
    try sandbox.write("TEST-a.xml", good)
    try sandbox.write("TEST-b.xml", "")
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(record.evidence.map(\.state.name) == ["good", "unreadable"])
  }

  @Test func `fixtures of the repository are no evidence`() throws {
    try project.commit(["Tests/Fixtures/junit.xml": good, "a.swift": "1"], at: committed)
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(record.passedOver.first?.reason.contains("useTrackedFiles") == true)
  }

  @Test func `two files of one shown name are two`() throws {
    // Seen from the folder `one` its file is `junit.xml`, and so is the one beside it.
    try sandbox.write("one/junit.xml", good)
    try sandbox.write("two.xml", junit { suite("Other") {} })
    let record = try project.survey("one", "two.xml")
    #expect(record.verdict == .cannotTell)
    #expect(record.evidence.map(\.state.name).sorted() == ["empty", "good"])
  }

  @Test func `a load line for evidence that is not there cannot be green`() throws {
    try sandbox.write("junit.xml", good)
    for figure in ["coverage.lines", "coverage.branches"] {
      try project.configure("{loadLines: {'\(figure)': '>= 0 %', 'tests.failed': '== 0'}}")
      #expect(try project.survey().verdict == .cannotTell)
    }
  }

  // MARK: - Configuration and logbook

  @Test func `the configuration above holds for a folder in the repository`() throws {
    try project.commit(at: committed)
    try project.configure("{project: 'Shop', loadLines: {'tests.total': '>= 5'}}")
    try sandbox.write("build/reports/junit.xml", good)
    let record = try project.survey("build/reports")
    #expect(record.project == "Shop")
    #expect(record.verdict == .mayNotShip)
    #expect(record.configuration == "plimsoll.json")
    // A nearer one comes first, and outside of a repository nothing above is looked at.
    try sandbox.write("build/plimsoll.json", "{project: 'Near'}")
    #expect(try project.survey("build/reports").project == "Near")
    let outside = Sandbox()
    try outside.write("plimsoll.json", "{project: 'Far'}")
    try outside.write("in/junit.xml", good)
    #expect(try Surveyor(.init(paths: [outside.path("in")])).survey().project == "in")
  }

  @Test func `a configuration or path that is wrong is an error, not a survey`() throws {
    try sandbox.write("junit.xml", good)
    try project.configure("{loadLines: {'test.failed': '== 0'}}")
    #expect(throws: Surveyor.Failure.self) { _ = try project.survey() }
    #expect(throws: Surveyor.Failure.self) { _ = try project.survey(configuration: sandbox.path("none.json")) }
    _ = try sandbox.run("rm", ["plimsoll.json"])
    #expect(throws: Surveyor.Failure.self) { _ = try project.survey("none") }
  }

  @Test func `relative lines are held against the last shipped survey`() throws {
    let logbook = project.logbook
    try project.configure("{project: 'p', loadLines: {'tests.total': '>= -1'}}")
    try sandbox.write(
      "junit.xml",
      junit {
        suite("A") {
          passed("a"); passed("b"); passed("c")
        }
      })
    let first = try project.survey(logbook: logbook)
    #expect(first.verdict == .cannotTell)
    try logbook.markShipped(try logbook.append(first, loggedAt: today), at: today)
    try sandbox.write(
      "junit.xml",
      junit {
        suite("A") {
          passed("a"); passed("b")
        }
      })
    let second = try project.survey(logbook: logbook)
    #expect(second.verdict == .mayShip)
    #expect(second.shipped["tests.total"] == 3)
    #expect(second.last["tests.total"] == 3)
    #expect(second.history["tests.total"]?.map(\.value) == [3])
    try sandbox.write("junit.xml", junit { suite("A") { passed("a") } })
    #expect(try project.survey(logbook: logbook).verdict == .mayNotShip)
  }

  @Test func `a logbook that cannot be used is told and stops nothing`() throws {
    try sandbox.write("junit.xml", good)
    try sandbox.write("log", String(repeating: "x", count: 5_000))
    var warnings: [String] = []
    let request = Surveyor.Request(
      paths: [sandbox.folder], logbook: SQLiteLogbook(path: sandbox.path("log")), clock: FixedClock(today))
    let record = try Surveyor(request).survey { warnings.append($0) }
    #expect(record.verdict == .mayShip)
    #expect(warnings.count == 2)
    #expect(warnings.allSatisfy { $0.hasSuffix("not a logbook of Plimsoll") })
  }

  @Test func `a named commit is git's own where it is the same`() throws {
    try project.commit(at: committed)
    try sandbox.write("out/junit.xml", good)
    let id = try #require(try project.survey().commit?.id)
    #expect(try project.survey(commit: String(id.prefix(8))).commit?.subject == "Change things")
    #expect(try project.survey(commit: "FFFFFFF").commit == SurveyedCommit(id: "fffffff"))
  }
}
