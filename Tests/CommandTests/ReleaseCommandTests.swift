// `plimsoll release` as people use it.

import MarkupKit
import SystemKit
import TestSupport
import Testing

@Suite struct ReleaseCommandTests {
  /// Two tickets that conflict in one line, resolved by a third text; a third ticket on top; one that holds the first.
  private func shop(_ sandbox: Sandbox, holding: Bool = false) throws -> RepositoryFixture {
    try sandbox.repository {
      let lines = (1...30).map { "line \($0)\n" }.joined()
      func with(_ text: String) -> FixtureFile { .text(lines.replacing("line 10\n", with: text)) }
      try $0.commit("main", ["shop.txt": .text(lines), "logo.png": .bytes([0, 1])], message: "Begin")
      for (ticket, word) in [("BFG-1_red", "red"), ("BFG-2_green", "green"), ("BFG-3_blue", "blue")] {
        try $0.branch(ticket, at: "main")
        try $0.commit(ticket, ["shop.txt": with("line 10 \(word)\n")], message: "Paint it \(word)")
      }
      try $0.branch("BFG-4_frame", at: "BFG-1_red")
      try $0.commit("BFG-4_frame", ["frame.txt": "frame\n"], message: "Frame")
      try $0.branch("release", at: "main")
      try $0.merge("BFG-1_red", into: "release")
      try $0.merge("BFG-2_green", into: "release", resolving: ["shop.txt": with("line 10 yellow\n")])
      try $0.merge("BFG-3_blue", into: "release", resolving: ["shop.txt": with("line 10 white\n")])
      if holding { try $0.merge("BFG-4_frame", into: "release") }
    }
  }

  @Test func `list shows tickets, whom they had conflicts with and who holds them`() throws {
    let sandbox = Sandbox()
    let repository = try shop(sandbox, holding: true)
    let result = try sandbox.plimsoll("release", "list", "release", "--onto", "main", "--repository", repository.path)
    #expect(result.status == 0)
    let rows = result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.contains("BFG-1 1 1 BFG-4 Ada"))
    #expect(rows.contains("BFG-2 1 1 BFG-1 Ada"))
    #expect(rows.first == "release onto main: 4 tickets, 4 commits on the trunk, up to date with main")
  }

  @Test func `a dry run shows what is left and writes nothing`() throws {
    let sandbox = Sandbox()
    let repository = try shop(sandbox)
    let before = try repository.git("for-each-ref").output
    let result = try sandbox.plimsoll(
      "release", "drop", "BFG-1", "--branch", "release", "--onto", "main", "--repository", repository.path, "--dry-run")
    #expect(result.status == 1)
    #expect(result.output.contains("shop.txt  contents: line 10"))
    #expect(try repository.git("for-each-ref").output == before)
  }

  @Test func `conflicts go to a folder, come back mended, and are remembered`() throws {
    let sandbox = Sandbox()
    let repository = try shop(sandbox)
    let drop = ["release", "drop", "BFG-1", "--branch", "release", "--onto", "main", "--repository", repository.path]
    let first = try sandbox.run(Sandbox.program, drop + ["--conflicts", "mend"])
    #expect(first.status == 1)
    #expect(first.errors.contains("plimsoll release resolve mend"))
    // With the markers still there nothing is taken back.
    let early = try sandbox.plimsoll("release", "resolve", "mend", "--repository", repository.path)
    #expect(early.status == 1)
    #expect(early.errors.contains("01-BFG-3/shop.txt: still has conflict markers"))
    let draft = try sandbox.read("mend/01-BFG-3/shop.txt")
    #expect(draft.contains("<<<<<<< release\nline 10 green\n=======\nline 10 blue\n>>>>>>> ticket\n"))
    try sandbox.write(
      "mend/01-BFG-3/shop.txt",
      draft.replacing("<<<<<<< release\nline 10 green\n=======\nline 10 blue\n>>>>>>> ticket\n", with: "line 10 cyan\n")
    )
    let taken = try sandbox.plimsoll("release", "resolve", "mend", "--repository", repository.path)
    #expect(taken.status == 0)
    #expect(taken.output == "1 resolution remembered\n")
    let second = try sandbox.run(Sandbox.program, drop)
    #expect(second.status == 0)
    #expect(try repository.text("shop.txt", at: "release_r1").contains("line 10 cyan\n"))
    #expect(try repository.faults() == "")
    let why = try sandbox.plimsoll(
      "release", "explain", "--branch", "release_r1", "--onto", "main", "--repository", repository.path)
    #expect(why.output.contains("as it was resolved elsewhere"))
  }

  @Test func `a ticket that another one holds stays, unless both leave`() throws {
    let sandbox = Sandbox()
    let repository = try shop(sandbox, holding: true)
    let drop = ["release", "drop", "BFG-1", "--branch", "release", "--onto", "main", "--repository", repository.path]
    let alone = try sandbox.run(Sandbox.program, drop)
    #expect(alone.status == 1)
    #expect(alone.output.contains("With --with-dependents BFG-4 would leave as well."))
    let json = try sandbox.run(Sandbox.program, drop + ["--json"])
    #expect(json.output.contains("\"carriers\": [\n            \"BFG-4\"\n          ]"))
  }

  @Test func `a push creates the branch, and an address hears of it, in the end`() throws {
    let sandbox = Sandbox()
    guard try sandbox.run("sh", ["-c", "command -v curl"]).status == 0 else {
      print("SKIPPED: curl is not installed")
      return
    }
    let repository = try shop(sandbox)
    try sandbox.git("init", "-q", "--bare", "remote.git")
    try repository.git("remote", "add", "origin", sandbox.path("remote.git"))
    try repository.git("push", "-q", "origin", "main", "release")
    let server = LoopbackServer(answering: [503])
    let result = try sandbox.run(
      Sandbox.program,
      [
        "release", "drop", "BFG-3", "--branch", "release", "--onto", "main", "--repository", repository.path, "--push",
        "--notify", "http://127.0.0.1:\(server.port)/hook?key=1",
      ], environment: ["PLIMSOLL_NOTIFY_TOKEN": "s3cret \"quoted\""])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try sandbox.git("-C", "remote.git", "rev-parse", "release_r1").status == 0)
    let requests = server.requests
    #expect(requests.count == 2)
    let last = try #require(requests.last)
    #expect(last.head.hasPrefix("POST /hook?key=1 "))
    #expect(last.head.contains("Authorization: Bearer s3cret \"quoted\""))
    #expect(last.body.contains("\"tickets\":[{\"ticket\":\"BFG-3\",\"state\":\"reopened\"}]"))
    #expect(last.body.contains("release_r1 is release without BFG-3"))
  }

  @Test func `a dropped ticket that comes back meets no conflict again`() throws {
    let sandbox = Sandbox()
    let repository = try shop(sandbox)
    func run(_ words: String...) throws -> Sandbox.Result {
      try sandbox.run(Sandbox.program, ["release"] + words + ["--onto", "main", "--repository", repository.path])
    }
    #expect(try run("drop", "BFG-3", "--branch", "release").status == 0)
    let back = try run("add", "BFG-3_blue", "--branch", "release_r1")
    #expect(back.status == 0, "\(back.output)")
    #expect(try repository.tree("release_r2") == repository.tree("release"))
  }

  @Test func `explain tells the tickets, the parts of a conflict and what stands in their place`() throws {
    let sandbox = Sandbox()
    let repository = try shop(sandbox)
    func explain(_ words: String...) throws -> String {
      let common = ["--branch", "release", "--onto", "main", "--repository", repository.path]
      let result = try sandbox.run(Sandbox.program, ["release", "explain"] + words + common)
      #expect(result.status == 0)
      return result.output
    }
    let green = String(try repository.id("release~1").prefix(10))
    let text = try explain("shop.txt")
    #expect(
      text.contains(
        """
          \(green)  BFG-2  conflict (contents) with BFG-1, resolved by hand
              < line 10 red
              > line 10 green
              = line 10 yellow
        """))
    #expect(text.contains("  BFG-1  merged by git"))
    let json = try JSONValue(parsing: explain("shop.txt", "--json"))
    #expect(json["format"]?.string == "plimsoll.release-explanation")
    let step = try #require(json["steps"]?.elements?.first { $0["tickets"]?[0]?.string == "BFG-2" })
    #expect(step["conflict"]?.string == "contents" && step["with"]?[0]?.string == "BFG-1")
    #expect(step["parts"]?[0]?["answer"]?.string == "line 10 yellow\n")
  }

  @Test func `the JSON of a drop is what is documented, and is kept beside the branch`() throws {
    let sandbox = Sandbox()
    let repository = try shop(sandbox)
    let result = try sandbox.plimsoll(
      "release", "drop", "BFG-3", "--branch", "release", "--onto", "main", "--repository", repository.path, "--json")
    let json = try JSONValue(parsing: result.output)
    #expect(json["format"]?.string == "plimsoll.release-rebuild" && json["sound"]?.boolean == true)
    #expect(json["action"]?["drop"]?[0]?.string == "BFG-3" && json["name"]?.string == "release_r1")
    let (old, new) = (try repository.id("release"), try repository.id("release_r1"))
    #expect(json["old"]?.string == old && json["new"]?.string == new)
    #expect(json["dropped"]?[0]?["tickets"]?[0]?.string == "BFG-3" && json["dropped"]?[0]?["commits"]?.number == 1)
    #expect(json["commits"]?.elements?.map { $0["unchanged"]?.boolean } == [true, true])
    let checks = json["checks"]?.elements?.compactMap { $0["name"]?.string }
    #expect(checks == ["reproduction", "absence", "shared", "frame", "cherryPick", "revert"])
    let kept = try repository.git("show", "refs/plimsoll/rebuilds/release_r1:report.json").output
    #expect(kept == result.output)
  }

  @Test(
    "mistakes are told with what to do",
    arguments: [
      (["list", "relaese"], 2, "did you mean 'release'?"), (["drop", "BFG-11"], 2, "did you mean 'BFG-1'?"),
      (["drop", "BFG-1", "--push", "--dry-run"], 64, "nothing to push"),
      (["drop", "BFG-1", "--key", "[A-"], 64, "at character 1"),
      (["drop", "BFG-3", "--push"], 2, "as there is none; name it with --remote"),
      (["resolve", "nowhere"], 2, "holds no conflicts"), (["explain", "no.txt"], 2, "changed 'no.txt'"),
    ])
  func mistakes(words: [String], status: Int, part: String) throws {
    let sandbox = Sandbox()
    let repository = try shop(sandbox)
    let named = words[0] == "list" || words[0] == "resolve" ? [] : ["--branch", "release"]
    let onto = words[0] == "resolve" ? [] : ["--onto", "main"]
    let result = try sandbox.run(
      Sandbox.program, ["release"] + words + named + onto + ["--repository", repository.path])
    #expect(Int(result.status) == status)
    #expect(result.errors.contains(part), "\(result.errors)")
  }
}
