// Taking a ticket out of a release of 65 merges, beside `git rebase --rebase-merges` in a work tree with a trained rerere, which is what
// people do by hand. What both give is compared with the release that never had the ticket.

import SystemKit

struct ReleaseBench {
  let plimsoll: String
  let folder: String

  private static let tickets = 65
  private static let dropped = [4, 32, 60]

  func run() throws {
    let repository = "\(folder)/release.git"
    try remove(repository)
    try ReleaseWorkload(tickets: Self.tickets, files: 3_000, without: Self.dropped).write(to: repository)
    print("## Release branches\n")
    print(
      "\(Self.tickets) tickets, 3,000 files; each ticket conflicts with every tenth other one, every third merge or so was edited by hand.\n"
    )
    print("| command | ticket | CPU | wall | beside plimsoll | result |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    for ticket in Self.dropped { try drop(ticket, repository) }
    try remove(repository)
  }

  private func drop(_ ticket: Int, _ repository: String) throws {
    var best: (processor: Double, wall: Double)?
    for _ in 0..<3 {
      _ = try git(repository, ["update-ref", "-d", "refs/heads/release_r1"])
      let watch = Stopwatch()
      let outcome = try Subprocess(
        plimsoll,
        ["release", "drop", "BFG-\(ticket)", "--branch", "release", "--onto", "main", "--repository", repository]
      ).run()
      guard outcome.succeeded else { throw BenchFailure("plimsoll release drop: \(outcome.text)\(outcome.errorText)") }
      if outcome.processorSeconds < best?.processor ?? .infinity {
        best = (outcome.processorSeconds, watch.seconds)
      }
    }
    guard let best else { return }
    let lost = try differing(repository, "release_r1", "without-\(ticket)")
    row("plimsoll release drop", ticket, best.processor, best.wall, 1, lost)
    guard lost == 0 else { throw BenchFailure("the rebuilt release differs from the expected one in \(lost) files") }
    try rebase(ticket, repository, beside: best.processor)
  }

  /// `git rebase --rebase-merges` with a rerere that has seen all merges of the release.
  private func rebase(_ ticket: Int, _ repository: String, beside own: Double) throws {
    let tree = "\(folder)/release-tree"
    try remove(tree)
    try check(Subprocess("git", ["clone", "-q", "--shared", "-b", "release", repository, tree]).run())
    for (name, value) in [
      ("user.name", "Ada"), ("user.email", "ada@example.org"), ("rerere.enabled", "true"),
      ("rerere.autoUpdate", "true"),
      ("advice.detachedHead", "false"), ("gc.auto", "0"),
    ] { try check(git(tree, ["config", name, value])) }
    try train(tree)
    try check(git(tree, ["checkout", "-q", "release"]))
    let merges = try git(tree, ["rev-list", "--first-parent", "--reverse", "origin/main..release"]).text.split(
      separator: "\n")
    let merge = String(merges[ticket])
    let watch = Stopwatch()
    var processor = 0.0
    var stops = 0
    var byHand = 0
    var outcome = try git(tree, ["rebase", "-q", "--rebase-merges", "--onto", merge + "^1", merge, "release"])
    processor += outcome.processorSeconds
    // A conflict that rerere resolved stops the rebase all the same.
    while !outcome.succeeded, stops < 500, AtomicFile.exists(tree + "/.git/rebase-merge") {
      stops += 1
      if try keepBothSides(tree) { byHand += 1 }
      outcome = try git(tree, ["-c", "core.editor=true", "rebase", "--continue"])
      processor += outcome.processorSeconds
    }
    let isDone = !AtomicFile.exists(tree + "/.git/rebase-merge")
    let lost = try differing(tree, "HEAD", "origin/without-\(ticket)")
    row(
      "git rebase -r, rerere trained, \(byHand) conflicts resolved by hand\(isDone ? "" : " (stopped)")", ticket,
      processor, watch.seconds,
      processor / own,
      lost)
    try remove(tree)
  }

  /// Shows rerere each merge's conflict and what was made of it.
  private func train(_ tree: String) throws {
    for line in try git(tree, ["rev-list", "--first-parent", "--parents", "--reverse", "origin/main..release"]).text
      .split(separator: "\n")
    {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3 else { continue }
      try check(git(tree, ["checkout", "-q", "-f", words[1]]))
      if try git(tree, ["merge", "-q", "--no-edit", words[2]]).succeeded { continue }
      try check(git(tree, ["checkout", "-q", words[0], "--", "."]))
      _ = try git(tree, ["rerere"])
      try check(git(tree, ["reset", "-q", "--hard"]))
    }
  }

  /// What a person does where rerere knows nothing: both sides stay. Returns whether there was something to resolve.
  private func keepBothSides(_ tree: String) throws -> Bool {
    let paths = Set(
      try git(tree, ["diff", "--name-only", "--diff-filter=U"]).text.split(separator: "\n").map(String.init))
    for path in paths {
      let text = try InputFile(path: "\(tree)/\(path)").withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
        !["<<<<<<< ", "=======", "||||||| ", ">>>>>>> "].contains { line.hasPrefix($0) }
      }
      try AtomicFile.write(Array(lines.joined(separator: "\n").utf8), to: "\(tree)/\(path)")
      try check(git(tree, ["add", "--", path]))
    }
    return !paths.isEmpty
  }

  private func differing(_ repository: String, _ one: String, _ other: String) throws -> Int {
    try git(repository, ["diff", "--name-only", one, other]).text.split(separator: "\n").count
  }

  private func row(
    _ name: String, _ ticket: Int, _ processor: Double, _ wall: Double, _ ratio: Double, _ lost: Int
  ) {
    print(
      "| \(name) | BFG-\(ticket) | \(Figures.seconds(processor)) | \(Figures.seconds(wall)) "
        + "| \(Figures.ratio(ratio)) | \(lost == 0 ? "as without the ticket" : "\(lost) files differ") |")
  }

  private func git(_ folder: String, _ arguments: [String]) throws -> Subprocess.Outcome {
    try Subprocess("git", ["-C", folder] + arguments).run()
  }

  private func check(_ outcome: Subprocess.Outcome) throws {
    guard outcome.succeeded else { throw BenchFailure("git failed: \(outcome.errorText.suffix(300))") }
  }

  private func remove(_ path: String) throws { try check(Subprocess("rm", ["-rf", path]).run()) }
}
