// The release branch as evidence: figures, findings, the section, and what cannot be told.

import SystemKit
import TestSupport
import Testing

@testable import Survey

struct ReleaseInspectorTests {
  let project = Project()
  private var sandbox: Sandbox { project.sandbox }

  private static func lines(_ changes: [Int: String]) -> FixtureFile {
    .text((1...9).map { (changes[$0] ?? "line \($0)") + "\n" }.joined())
  }

  /// A release of four tickets: BFG-2 had a conflict with BFG-1, BFG-3 began from it; main was merged, a patch is there, and UX-4
  /// was edited by hand.
  private func release(_ change: (RepositoryFixture) throws -> Void = { _ in }) throws -> RepositoryFixture {
    try sandbox.repository(named: "app") {
      try $0.commit("main", ["login.txt": Self.lines([:]), "net.txt": "net\n"])
      try $0.branch("release/12", at: "main")
      try $0.branch("BFG-1_fingerprint", at: "main")
      try $0.commit("BFG-1_fingerprint", ["login.txt": Self.lines([3: "finger"])], message: "BFG-1: finger")
      try $0.branch("BFG-2_texts", at: "main")
      try $0.commit("BFG-2_texts", ["login.txt": Self.lines([3: "texts"])], author: "Grace <g@example.org>")
      try $0.branch("BFG-3_remember", at: "BFG-1_fingerprint")
      try $0.commit("BFG-3_remember", ["login.txt": Self.lines([3: "finger", 8: "remember"])])
      try $0.branch("UX-4_dark", at: "main")
      try $0.commit("UX-4_dark", ["dark.txt": "dark\n"])
      try $0.merge("BFG-1_fingerprint", into: "release/12")
      try $0.merge("BFG-2_texts", into: "release/12", resolving: ["login.txt": Self.lines([3: "finger and texts"])])
      try $0.commit("main", ["net.txt": "faster\n"])
      try $0.merge("main", into: "release/12")
      try $0.merge("BFG-3_remember", into: "release/12")
      try $0.commit("release/12", ["version": "12\n"], message: "Bump version")
      try $0.merge("UX-4_dark", into: "release/12", resolving: ["net.txt": "slower\n"])
      try $0.commit("main", ["later.txt": "later\n"])
      try $0.commit("main", ["later.txt": "still later\n"])
      try change($0)
    }
  }

  private func survey(
    _ repository: RepositoryFixture, _ release: String, _ rest: String = "loadLines: {'release.blocked': '== 0'}",
    at branch: String = "release/12"
  ) throws -> SurveyRecord {
    try repository.checkOut(branch)
    try AtomicFile.write(
      Array("{\n\(rest),\n  release: \(release) }\n".utf8), to: PathName.join(repository.path, "plimsoll.json"))
    return try Surveyor(Surveyor.Request(paths: [repository.path], clock: FixedClock(today))).survey()
  }

  private func figures(_ record: SurveyRecord) -> [String: Double] {
    Dictionary(record.figures.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `without a release object nothing is looked at`() throws {
    let repository = try release()
    try repository.checkOut("release/12")
    let request = Surveyor.Request(paths: [repository.path], clock: FixedClock(today))
    let record = try Surveyor(request).survey()
    #expect(record.evidence.isEmpty && record.sections.isEmpty && record.figures.isEmpty)
    #expect(record.loadLines.map(\.line.figure) == ["tests.failed"])
  }

  @Test func `figures are those of the trunk`() throws {
    let repository = try release()
    let record = try survey(repository, "{ onto: 'main' }")
    #expect(
      figures(record) == [
        "release.tickets": 4, "release.blocked": 0, "release.behindMain": 2, "release.patches": 1,
        "release.conflicts": 1,
      ])
    #expect(record.verdict == .mayShip)
    let evidence = try #require(record.evidence.first)
    #expect(evidence.path == "release/12")
    #expect(evidence.state == .good)
    #expect(evidence.commit == (try repository.id("release/12")))
    #expect(!evidence.isFile)
    #expect(record.sections.map(\.area.name) == ["release"])
    #expect(
      record.sections[0].summary
        == "release/12: 4 tickets, 1 merge of main, 1 patch; 2 commits behind main; no blocked ticket in it")
    let edited = try #require(record.findings.first { $0.rule == "release.edited" })
    #expect(edited.severity == .note)
    #expect(edited.message.hasSuffix("(UX-4) has 1 file that was edited by hand without a conflict"))
    #expect(edited.detail == "net.txt")
    // The next survey of the same is the same to the byte.
    #expect(HTMLReport.render(record) == HTMLReport.render(try survey(repository, "{ onto: 'main' }")))
  }

  @Test func `the default load line is no blocked ticket`() throws {
    let record = try survey(try release(), "{ onto: 'main' }", "project: 'p'")
    #expect(
      record.loadLines.map { "\($0.line.figure) \($0.line.text)" } == ["tests.failed == 0", "release.blocked == 0"])
    #expect(record.loadLines.map(\.outcome.name) == ["unknown", "held"])
  }

  @Test func `a blocked ticket stops the ship, with the command that takes it out`() throws {
    let record = try survey(
      try release(), "{ onto: 'main', blocked: {\n 'BFG-1': 'crash on login, see QA-77', 'BFG-99': 'was dropped' } }")
    #expect(record.verdict == .mayNotShip)
    #expect(record.reasons.contains { $0.hasPrefix("release.blocked is 1") })
    let finding = try #require(record.findings.first { $0.rule == "release.blocked-ticket" })
    #expect(finding.severity == .blocker)
    #expect(finding.message == "BFG-1 is blocked and still in release/12: crash on login, see QA-77")
    #expect(finding.mend == "plimsoll release drop BFG-1 --branch release/12 --onto main --with-dependents")
    #expect(finding.place == Place("plimsoll.json", line: 4))
    let detail = try #require(finding.detail)
    #expect(detail.hasPrefix("merge "))
    #expect(detail.contains(" Merge branch 'BFG-1_fingerprint' into release/12 (Ada; 1 file)\n"))
    #expect(detail.contains("cannot stay without it: BFG-3"))
    let absent = try #require(record.findings.first { $0.rule == "release.absent-ticket" })
    #expect(absent.severity == .note)
    #expect(absent.message == "BFG-99 is blocked and not in release/12; there is nothing to do (was dropped)")
    #expect(absent.mend == nil)
  }

  @Test func `a name is found in any case, as a branch, and one that is neither blocks nothing`() throws {
    let record = try survey(
      try release(),
      "{ onto: 'main', keys: ['BFG-[0-9]+'], blocked: { 'bfg-2': 'a', 'UX-4_dark': 'b', 'BFG9000': 'c' } }")
    let commands = record.findings.filter { $0.rule == "release.blocked-ticket" }.compactMap(\.mend)
    #expect(
      commands == [
        "plimsoll release drop UX-4_dark --branch release/12 --onto main --key 'BFG-[0-9]+'",
        "plimsoll release drop BFG-2 --branch release/12 --onto main --key 'BFG-[0-9]+'",
      ])
    #expect(figures(record)["release.blocked"] == 2)
    let details = record.findings.filter { $0.rule == "release.blocked-ticket" }.compactMap(\.detail)
    #expect(details.allSatisfy { $0.contains("all that are blocked, at once: plimsoll release drop BFG-2 UX-4_dark ") })
    let slip = try #require(record.findings.first { $0.rule == "release.absent-ticket" })
    #expect(slip.severity == .warning)
    #expect(slip.message.hasPrefix("'BFG9000' is blocked, and neither a ticket key nor a branch"))
  }

  @Test func `a ticket that came with main is in the release, one that main took back is not`() throws {
    let repository = try release {
      try $0.branch("release/13", at: "main")
      try $0.commit("main", ["seven.txt": "7\n", "eight.txt": "8\n"], message: "BFG-7: On main already")
      try $0.commit("main", ["eight.txt": "9\n"], message: "BFG-8: On main too")
      try $0.commit("main", ["eight.txt": nil], message: "Revert \"BFG-8: On main too\"")
      try $0.merge("main", into: "release/13", message: "Merge branch 'main' into release/13")
      try $0.merge("UX-4_dark", into: "release/13")
      try $0.merge("main", into: "release/12", resolving: [:])
    }
    let record = try survey(repository, "{ onto: 'main', blocked: { 'bfg-7': 'a', 'BFG-8': 'b' } }")
    #expect(record.verdict == .mayNotShip)
    let finding = try #require(record.findings.first { $0.rule == "release.blocked-ticket" })
    #expect(finding.message == "bfg-7 is blocked and came into release/12 with main: a")
    #expect(finding.mend?.hasPrefix("git show ") == true)
    #expect(figures(record)["release.blocked"] == 1)
    #expect(record.findings.first { $0.rule == "release.absent-ticket" }?.message.hasPrefix("BFG-8 ") == true)
  }

  @Test func `a waiver lets one ticket pass and no other`() throws {
    let waivers = """
      loadLines: {'release.blocked': '== 0'},
      waivers: [{ rule: 'release.blocked-ticket', place: 'BFG-1', owner: 'ada', reason: 'only in tests', expires: '2026-12-31' }]
      """
    let repository = try release()
    let one = try survey(repository, "{ onto: 'main', blocked: { 'BFG-1': 'crash' } }", waivers)
    #expect(one.verdict == .mayShip)
    #expect(figures(one)["release.blocked"] == 0)
    let two = try survey(repository, "{ onto: 'main', blocked: { 'BFG-1': 'crash', 'BFG-2': 'wrong' } }", waivers)
    #expect(two.verdict == .mayNotShip)
    #expect(two.findings.filter(\.isBlocking).map(\.subject) == ["BFG-2"])
    let eased = try survey(
      repository, "{ onto: 'main', blocked: { 'BFG-1': 'crash' } }", "loadLines: {'release.blocked': '<= 1'}")
    #expect(eased.verdict == .mayShip)
    #expect(eased.findings.first { $0.rule == "release.blocked-ticket" }?.severity == .warning)
  }

  // MARK: - What cannot be told

  private func doubt(_ record: SurveyRecord, _ state: String, _ words: String, mend: String?) throws {
    #expect(record.verdict == .cannotTell)
    let evidence = try #require(record.evidence.first)
    #expect(evidence.state.name == state)
    #expect(evidence.state.explanation?.contains(words) == true, "\(evidence.state)")
    let finding = try #require(record.findings.first { $0.rule == "evidence.\(state)" })
    #expect(finding.mend == mend)
  }

  @Test func `no such branch, an octopus and an empty release cannot be told`() throws {
    let repository = try release {
      try $0.branch("fresh", at: "main")
      try $0.branch("a", at: "main")
      try $0.commit("a", ["a.txt": "a\n"])
      try $0.branch("b", at: "main")
      try $0.commit("b", ["b.txt": "b\n"])
      try $0.branch("octopus", at: "main")
      try $0.merge(["a", "b"], into: "octopus", result: .given(["a.txt": "a\n", "b.txt": "b\n"]))
    }
    try doubt(
      try survey(repository, "{ branch: 'relaese/12', onto: 'main' }"), "unreadable",
      "'relaese/12' is no commit of this repository; did you mean 'release/12'?",
      mend: "plimsoll release list --branch relaese/12 --onto main")
    try doubt(
      try survey(repository, "{ onto: 'main' }", at: "octopus"), "unreadable", "merges 2 branches at once",
      mend: "plimsoll release list --onto main")
    try doubt(
      try survey(repository, "{ onto: 'main' }", at: "fresh"), "empty",
      "the branch has no commit that 'main' does not have",
      mend: "plimsoll release list --branch fresh --onto main")
    // Another commit than the release's is surveyed.
    let other = try survey(repository, "{ branch: 'release/12', onto: 'main' }", at: "main")
    try doubt(other, "other-commit", "which is not the surveyed one", mend: "git checkout release/12")
    #expect(figures(other)["release.tickets"] == 4)
  }

  @Test func `a commit without a branch, a shallow clone and a folder without a repository cannot be told`() throws {
    let repository = try release()
    try repository.git("checkout", "-q", "--detach", "release/12")
    try doubt(
      try survey(repository, "{ onto: 'main' }", at: "release/12~0"), "unreadable", "say \"branch\" in \"release\"",
      mend: nil)

    try sandbox.git("clone", "-q", "--depth", "3", "--no-single-branch", "file://\(repository.path)", "shallow")
    try sandbox.write(
      "shallow/plimsoll.json",
      "{loadLines: {'release.blocked': '== 0'}, release: {branch: 'release/12', onto: 'origin/main'}}")
    try sandbox.git("-C", "shallow", "checkout", "-q", "release/12")
    try doubt(try project.survey("shallow"), "unreadable", "shallow", mend: "git fetch --unshallow")

    let outside = Project()
    try outside.configure("{loadLines: {'release.blocked': '== 0'}, release: {}}")
    try doubt(try outside.survey(), "unreadable", "no git repository", mend: nil)
  }

  @Test func `the remote's branch is taken where there is no local one`() throws {
    let repository = try release()
    try sandbox.git("clone", "-q", repository.path, "clone")
    try sandbox.git("-C", "clone", "checkout", "-q", "--detach", "origin/release/12")
    try sandbox.git("-C", "clone", "branch", "-q", "-D", "release/12")
    try sandbox.write(
      "clone/plimsoll.json",
      "{loadLines: {'release.blocked': '== 0'}, release: {branch: 'release/12', onto: 'origin/main'}}")
    let record = try project.survey("clone")
    #expect(record.verdict == .mayShip, "\(record.reasons)")
    #expect(record.evidence.map(\.path) == ["origin/release/12"])
  }

  // MARK: - The section and the outputs

  @Test func `the section has the trunk with its links, and tables that say the same`() throws {
    let record = try survey(try release(), "{ onto: 'main', blocked: { 'BFG-1': 'crash' } }")
    let section = try #require(record.sections.first)
    guard case .branchGraph(let graph) = section.blocks[0], case .table(let tickets) = section.blocks[1],
      case .table(let others) = section.blocks[2], case .details(_, let details) = section.blocks[3]
    else {
      Issue.record("the blocks are others")
      return
    }
    #expect(graph.nodes.map(\.kind) == [.branch, .branch, .main, .branch, .patch, .branch])
    #expect(graph.nodes.map(\.mark) == ["blocked", nil, nil, nil, nil, nil])
    #expect(graph.nodes[0].words == "fingerprint")
    #expect(graph.nodes[1].facts == "1 file · 1 conflict · Grace")
    #expect(graph.behind == 2)
    #expect(
      graph.links == [
        .init(kind: .conflict, from: 1, to: 0, detail: "BFG-2 had a conflict with BFG-1 in login.txt"),
        .init(kind: .dependency, from: 3, to: 0, detail: "BFG-3 cannot stay without BFG-1"),
      ])
    #expect(tickets.rows.count == 4)
    #expect(
      tickets.rows[0] == [
        .code("BFG-1"), .count(1), .count(0), .count(1), .text("Ada"), .empty, .text("BFG-3"), .text("⊘ crash"),
      ])
    #expect(tickets.rows[1][5] == .text("BFG-1"))
    #expect(others.rows.map { $0[1] } == [.text("merge of main"), .text("patch")])
    #expect(details.count == 1)
  }

  @Test func `every output tells of the blocked ticket`() throws {
    let record = try survey(try release(), "{ onto: 'main', blocked: { 'BFG-1': 'crash' } }")
    let message = "BFG-1 is blocked and still in release/12: crash"
    let page = String(decoding: HTMLReport.render(record), as: UTF8.self)
    #expect(page.contains(message))
    #expect(page.contains("figure class=\"card graph\""))
    #expect(page.contains(">no file</td>"))
    let text = TextReport.render(record, terminal: Terminal(.output, noColor: true))
    #expect(text.contains("plimsoll.json:3: \(message) [release.blocked-ticket]"))
    #expect(text.contains("$ plimsoll release drop BFG-1 "))
    #expect(text.contains("\n  x  BFG-1 "))
    let json = String(decoding: JSONReport.render(record), as: UTF8.self)
    #expect(json.contains(message) && json.contains("release.behindMain") && json.contains("branchGraph"))
    #expect(String(decoding: JUnitReport.render(record), as: UTF8.self).contains(message))
    let sarif = String(decoding: SARIFReport.render(record), as: UTF8.self)
    #expect(sarif.contains(message) && sarif.contains("plimsoll.json"))
    #expect(GitHubReport.annotations(record).contains("file=plimsoll.json,line=3"))
    #expect(GitHubReport.annotations(record).contains(message))
  }

  @Test func `a merge driver is told and not run`() throws {
    let repository = try release {
      try $0.commit("release/12", [".gitattributes": "*.txt merge=ours-of-the-team\n"], message: "Attributes")
    }
    let record = try survey(repository, "{ onto: 'main' }")
    let finding = try #require(record.findings.first { $0.rule == "release.driver" })
    #expect(finding.severity == .note)
    #expect(finding.message.contains("'ours-of-the-team'"))
  }
}
