import TestSupport
import Testing

@Suite struct RandomReleaseTests {
  let sandbox = Sandbox()

  private func build(
    _ seed: UInt64, named name: String = "r.git", _ change: (inout RandomRelease.Options) -> Void = { _ in }
  ) throws -> RandomRelease.Built {
    var options = RandomRelease.Options()
    change(&options)
    return try RandomRelease(seed: seed, options: options).build(in: sandbox, named: name)
  }

  @Test func `the same seed gives the same commits, another one others`() throws {
    let ids = try [(1, "a"), (1, "b"), (2, "c")].map { try build($0, named: $1).fixture.id("release") }
    #expect(ids[0] == ids[1])
    #expect(ids[0] != ids[2])
    // Frozen, so that a failure of one machine repeats on another; a change of the generator changes it.
    #expect(ids[0] == "7df6d4ad63d36ef64a54cf8c9317fbf234b9114b")
  }

  @Test("git finds nothing wrong in a history", arguments: [FixtureObjects.Format.sha1, .sha256])
  func sound(format: FixtureObjects.Format) throws {
    let built = try build(3) {
      $0.tickets = 12...12
      $0.format = format
    }
    #expect(try built.fixture.faults() == "")
    #expect(
      try built.fixture.git("rev-list", "--count", "--merges", "--first-parent", "main..release").output
        == "\(built.merges)\n")
    #expect(try built.fixture.git("symbolic-ref", "HEAD").output == "refs/heads/release\n")
    #expect(try built.fixture.git("rev-parse", "release^{tree}").output == "\(built.tree)\n")
    for ticket in built.tickets {
      for commit in ticket.merges {
        let subject = try built.fixture.git("log", "-1", "--format=%s", commit).output
        #expect(subject.contains(ticket.branch ?? "?"))
      }
    }
  }

  @Test(
    "contention decides how many merges conflict",
    arguments: [(0.0, 0.0...0.08), (0.2, 0.1...0.35), (0.5, 0.35...0.75)])
  func rate(contention: Double, band: ClosedRange<Double>) throws {
    var merges = 0
    var conflicts = 0
    for seed in 0..<UInt64(5) {
      let built = try build(seed, named: "r\(seed)") {
        $0.tickets = 16...16
        $0.contention = contention
      }
      merges += built.merges
      conflicts += built.conflicts
    }
    #expect(band.contains(Double(conflicts) / Double(merges)), "\(conflicts) of \(merges) merges")
  }

  @Test("building again without leaving anything out gives the same tree", arguments: [5, 6, 7] as [UInt64])
  func nothingLeftOut(seed: UInt64) throws {
    let built = try build(seed) { $0.evil = 0.4 }
    guard case .defined(let reference) = try built.without([], reusing: false) else {
      Issue.record("it is defined")
      return
    }
    #expect(reference.tree == built.tree)
    #expect(reference.openPaths == [])
    #expect(reference.events.values.joined().allSatisfy { [.sameConflict, .edit].contains($0.kind) })
  }

  @Test(
    "nothing of a ticket is in the release without it, and it does not matter where building begins",
    arguments: [8, 9, 10] as [UInt64])
  func absent(seed: UInt64) throws {
    let built = try build(seed) {
      $0.tickets = 10...10
      $0.contention = 0.3
      // Rules that keep lines as they are, so that a ticket's lines can be told.
      $0.resolver.rules = [.oursThenTheirs, .sortedUnion]
    }
    var found = 0
    for ticket in built.tickets.prefix(6) {
      guard let reference = try built.treeWithout([ticket.name]) else { continue }
      #expect(try built.treeWithout([ticket.name])?.tree == reference.tree)
      if case .defined(let again) = try built.without([ticket.name], reusing: false) {
        #expect(again.tree == reference.tree)
      }
      for path in reference.files.keys {
        let text = try reference.text(path) ?? ""
        #expect(!text.contains("\(ticket.name) change"), "\(path) without \(ticket.name)")
        #expect(!text.contains("patched \(ticket.name) "), "\(path) without \(ticket.name)")
        #expect(!text.contains("mended \(ticket.name) "), "\(path) without \(ticket.name)")
      }
      if reference.tree != built.tree { found += 1 }
    }
    #expect(found > 2)
    #expect(throws: FixtureObjects.Failure.self) { try built.without(["BFG-0"]) }
  }

  @Test func `the reference is what git merge gives in a work tree`() throws {
    let built = try build(11) {
      $0.tickets = 8...8
      ($0.contention, $0.structural, $0.evil, $0.patches) = (0, 0, 0, 0)
    }
    let ticket = try #require(built.tickets.first { $0.dependents.isEmpty })
    let reference = try #require(try built.treeWithout([ticket.name]))
    let trunk = try built.fixture.git("log", "--first-parent", "--reverse", "--format=%H %P", "main..release").output
      .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    try sandbox.git("clone", "-q", built.path, "work")
    try sandbox.git("-C", "work", "checkout", "-q", "--detach", try #require(trunk.first?[1]))
    for line in trunk where line.count == 3 && !ticket.merges.contains(line[0]) {
      let merged = try sandbox.git("-C", "work", "merge", "-q", "--no-ff", "-m", "x", line[2])
      #expect(merged.status == 0, "\(merged.errors)")
    }
    #expect(try sandbox.git("-C", "work", "rev-parse", "HEAD^{tree}").output == "\(reference.tree)\n")
    // The reference leaves nothing in the repository.
    #expect(try built.fixture.git("cat-file", "-e", reference.tree).status != 0)
  }

  @Test func `a release is not defined without a ticket that others rest on, but is without all of them`() throws {
    var seen = 0
    for seed in 20..<UInt64(24) {
      let built = try build(seed, named: "r\(seed)") {
        $0.tickets = 8...8
        $0.dependent = 0.6
      }
      guard let base = built.tickets.first(where: { !$0.dependents.isEmpty }) else { continue }
      seen += 1
      #expect(try built.treeWithout([base.name]) == nil)
      guard case .undefined(let reasons) = try built.without([base.name]) else { continue }
      #expect(reasons == base.dependents.map { .dependent(ticket: base.name, on: $0) })
      // The dependents of the dependents are dependents too.
      if case .undefined(let rest) = try built.without([base.name] + base.dependents) {
        #expect(!rest.contains { if case .dependent(base.name, _) = $0 { true } else { false } })
      }
    }
    #expect(seen > 1)
  }

  @Test func `histories have all that a release can have`() throws {
    var (again, patches, mainMerges, renames, removals, binary, kinds) = (
      0, 0, 0, 0, 0, 0, Set<RandomRelease.Event.Kind>()
    )
    for seed in 30..<UInt64(36) {
      let built = try build(seed, named: "r\(seed)") {
        $0.tickets = 16...16
        $0.structural = 0.3
        $0.contention = 0.4
      }
      again += built.tickets.count { $0.merges.count > 1 }
      patches += built.tickets.count { !$0.patches.isEmpty }
      let log = try built.fixture.git("log", "--first-parent", "--format=%s", "main..release").output
      mainMerges += log.split(separator: "\n").count { $0 == "Merge branch 'main' into release" }
      let changes = try built.fixture.git("log", "--no-merges", "--format=", "--raw", "-M", "release").output
      renames += changes.split(separator: "\n").count { $0.contains(" R") }
      removals += changes.split(separator: "\n").count { $0.contains(" D\t") }
      binary += changes.split(separator: "\n").count { $0.contains(" M\timg/") }
      for ticket in built.tickets.prefix(4) {
        guard let reference = try built.treeWithout([ticket.name]) else { continue }
        for event in reference.events.values.joined() { kinds.insert(event.kind) }
      }
    }
    for count in [again, patches, mainMerges, renames, removals, binary] { #expect(count > 0) }
    #expect(kinds.isSuperset(of: [.sameConflict, .otherConflict, .noLonger, .edit]))
  }
}
