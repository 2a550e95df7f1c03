// What must not turn green: evidence that may be there and cannot be looked at, that lost a part, or that is from tomorrow.

import SystemKit
import TestSupport
import Testing

@testable import Survey

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct DoubtTests {
  let project = Project()
  private var sandbox: Sandbox { project.sandbox }
  private let good = junit { suite("Net") { passed("testA") } }
  private let committed: Int64 = 1_790_000_000

  private func states(_ record: SurveyRecord) -> [String: String] {
    Dictionary(record.evidence.map { ($0.path, $0.state.name) }, uniquingKeysWith: { $1 })
  }

  // MARK: - What cannot be looked at

  @Test func `folders nested too deep are a doubt, unless excluded or waived`() throws {
    try sandbox.write("junit.xml", good)
    let deep = (0..<FileTree.depthLimit + 5).map { _ in "d" }.joined(separator: "/")
    try sandbox.write("\(deep)/junit.xml", good)
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(record.findings.map(\.rule) == ["evidence.unreadable"])
    try project.configure("{excludes: ['d/']}")
    #expect(try project.survey().verdict == .mayShip)
    try project.configure(
      "{waivers: [{rule: 'evidence.unreadable', place: 'd/', owner: 'a', reason: 'r', expires: '2027-01-01'}]}")
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `a broken link that is called as reports are is a doubt, others are told`() throws {
    try sandbox.write("out/a.xml", good)
    symlink("nowhere", sandbox.path("broken"))
    #expect(try project.survey().verdict == .mayShip)
    symlink("nowhere", sandbox.path("TEST-b.xml"))
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(record.findings.map(\.place?.path) == ["TEST-b.xml"])
  }

  @Test func `folders and files that may not be read are a doubt`() throws {
    // The owner of the machine may read everything: another one surveys.
    guard getuid() == 0 else { return }
    for (name, mode) in [("closed", "000"), ("outcome.dat", "000")] {
      let sandbox = Sandbox()
      try sandbox.write("build/good.xml", good)
      try sandbox.write(name == "closed" ? "build/closed/junit.xml" : "build/\(name)", good)
      _ = try sandbox.run("chown", ["-R", "nobody", sandbox.folder])
      chmod(sandbox.folder, 0o755)
      _ = try sandbox.run("chmod", [mode, "build/\(name)"])
      let result = try sandbox.run(
        "setpriv", ["--reuid", "65534", "--regid", "65534", "--clear-groups", Sandbox.program, "survey", "build"])
      // Where the program lies in a folder of root's nobody can start it.
      guard !result.errors.contains("setpriv:") else { return }
      #expect(result.status == 2, "\(name): \(result.output)\(result.errors)")
      #expect(result.output.contains("cannot be read"), "\(result.output)")
    }
  }

  // MARK: - Lost

  @Test func `claims of more failures than are shown cannot be green`() throws {
    try sandbox.write(
      "a.xml",
      junit {
        suite("Net", claims: ["tests": "2", "failures": "7"]) {
          passed("a"); flaky("b")
        }
      })
    #expect(states(try project.survey()) == ["a.xml": "unreadable"])
    try project.configure("{loadLines: {'tests.failed': '<= 1'}}")
    try sandbox.write(
      "a.xml",
      junit {
        suite("Net", claims: ["failures": "3"]) {
          passed("a"); failed("b")
        }
      })
    #expect(try project.survey().verdict == .cannotTell)
  }

  @Test func `claims of more tests than are shown cannot be green`() throws {
    try sandbox.write("a.xml", junit { suite("Net", claims: ["tests": "500"]) { passed("a") } })
    #expect(states(try project.survey()) == ["a.xml": "unreadable"])
    try sandbox.write("a.xml", junit(root: ["tests": "500"]) { suite("Net") { passed("a") } })
    #expect(try project.survey().verdict == .cannotTell)
  }

  @Test(arguments: [
    // Without the skipped ones; with the attempts; skipped ones that are not written.
    "<testsuite name='S' tests='1'><testcase name='a'/><testcase name='b'><skipped/></testcase></testsuite>",
    "<testsuite name='S' tests='2' failures='1'><testcase name='a'><flakyFailure message='m'/></testcase></testsuite>",
    """
    <testsuite name='S' tests='1' failures='1'>
    <testcase name='a'><flakyFailure message='m'/><flakyFailure message='m'/></testcase></testsuite>
    """,
    "<testsuite name='S' tests='3' skipped='2'><testcase name='a'/></testsuite>",
    "<testsuite name='S' tests='0'><testsuite name='T' tests='1'><testcase name='a'/></testsuite></testsuite>",
    "<testsuite name='S' tests='1'><testcase name='a'/><testcase name='b'/></testsuite>",
  ])
  func `other ways of counting are no loss`(text: String) throws {
    try sandbox.write("a.xml", text)
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `a waived case that broke off is subtracted from both figures`() throws {
    try sandbox.write(
      "a.xml",
      junit {
        suite("Net") {
          passed("a"); errored("b")
        }
      })
    try project.configure(
      """
      {loadLines: {'tests.failed': '== 0', 'tests.errors': '== 0'},
       waivers: [{rule: 'tests.failure', owner: 'a', reason: 'r', expires: '2027-01-01'}]}
      """)
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `reports that are fine stay in the evidence beside damaged ones`() throws {
    try sandbox.write("b.info", "TN:\nSF:b.swift\nDA:1,x\nend_of_record\n")
    try sandbox.write("a.info", lcov { source("a.swift", [1: 1]) })
    try sandbox.write("c.info", "SF:c.swift\nDA:1,1")
    #expect(try project.survey().evidence.map(\.path) == ["a.info", "b.info", "c.info"])
  }

  // MARK: - Empty

  @Test(arguments: [
    "test-app.xml", "Test_App.XML", "myTestResults-1.xml", "results.xml", "nosetests.xml", "JUnit5.xml", "junit-a.xml",
  ])
  func `test reports that are empty cannot be green`(name: String) throws {
    try sandbox.write("good/a.xml", good)
    try sandbox.write("bad/\(name)", "")
    #expect(try project.survey().verdict == .cannotTell)
  }

  @Test(arguments: [
    "coverage-final.json", "unit.coverprofile", "cover-unit.out", "app.info", "lcov", "Cobertura-1.xml", "JaCoCo.xml",
  ])
  func `coverage that is empty cannot be green`(name: String) throws {
    try sandbox.write("good/a.xml", good)
    try sandbox.write("bad/\(name)", "")
    #expect(try project.survey().verdict == .cannotTell)
  }

  @Test func `an empty file beside evidence is evidence that went wrong`() throws {
    try sandbox.write("out/a.xml", good)
    try sandbox.write("else/b.xml", "")
    #expect(try project.survey().verdict == .mayShip)
    for name in ["b.xml", "b.json", "b.info", "b.out"] {
      try sandbox.write("out/\(name)", "")
      #expect(try project.survey().verdict == .cannotTell, "\(name)")
      _ = try sandbox.run("rm", ["out/\(name)"])
    }
    try sandbox.write("out/done.flag", "")
    #expect(try project.survey().verdict == .mayShip)
  }

  // MARK: - Time

  @Test func `evidence of the future is a doubt`() throws {
    try sandbox.write("a.xml", good)
    sandbox.touch("a.xml", seconds: 4_102_444_800)  // 2100
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(record.findings.map(\.rule) == ["evidence.age-unknown"])
    #expect(record.findings[0].message.contains("future"))
  }

  /// HEAD as it was left long ago.
  private func settle(at seconds: Int64) { sandbox.touch(".git/logs/HEAD", seconds: seconds) }

  @Test(arguments: [["checkout", "--", "Sources/a.swift"], ["stash"], ["reset", "-q", "--hard"]])
  func `evidence of edits that were taken back cannot be green`(back: [String]) throws {
    try project.commit(at: committed)
    settle(at: committed)
    try sandbox.write("Sources/a.swift", "let a = 2\n")
    try sandbox.write("out/junit.xml", good)
    sandbox.touch("out/junit.xml", seconds: committed + 1_000)
    sandbox.touch("Sources/a.swift", seconds: committed + 900)
    #expect(try project.survey().verdict == .mayShip)
    _ = try sandbox.run(
      "git", back, environment: ["GIT_COMMITTER_DATE": "\(committed + 2_000) +0000"])
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    #expect(states(record) == ["out/junit.xml": "stale"])
  }

  @Test func `what a checkout wrote counts by its commit, also where git was told another time`() throws {
    try project.commit(["Sources/a.swift": "1"], at: committed)
    try project.commit(["Sources/a.swift": "2"], at: committed + 100)
    try sandbox.git("checkout", "-q", "HEAD~1", at: committed + 200)
    // The clock of the machine is that of the reflog's own file.
    try sandbox.write(
      "out/junit.xml", junit { suite("Net", at: Timestamp(seconds: committed + 300).iso8601) { passed("a") } })
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `a clone without a reflog counts by its commit`() throws {
    try project.commit(at: committed)
    try sandbox.write("out/junit.xml", good)
    sandbox.touch("out/junit.xml", seconds: committed + 10)
    sandbox.touch("Sources/a.swift", seconds: committed + 1_000_000)
    _ = try sandbox.run("rm", ["-r", ".git/logs"])
    #expect(try project.survey().verdict == .mayShip)
  }
}
