// A release branch of any number of tickets, written as a stream for `git fast-import`, and beside it, for some tickets, the release as it
// would be had the ticket never been merged: what a drop has to give. Each ticket has
//
//   - a file of its own, and a line of its own in a large file that all change, which git merges;
//   - a line at the end of one of ten registries, which conflicts with the other tickets' of that registry and is resolved by keeping
//     both, in order;
//   - and every seventh merge was edited by hand in a file that did not conflict.

import ByteKit
import SystemKit

/// Writes a release branch.
struct ReleaseWorkload {
  let tickets: Int
  /// The files besides, in folders of 100.
  let files: Int
  /// The tickets for which the release without them is built.
  let without: [Int]

  private static let commonLines = 4_000
  private static let registries = 10

  /// Makes the repository.
  func write(to folder: String) throws {
    var stream = Stream()
    let base = stream.commit("refs/heads/main", "Begin", from: nil, merging: nil) { stream in
      for file in 0..<files { stream.file("src/d\(file / 100)/f\(file).txt", text(of: file)) }
      stream.file("common.txt", common([]))
      for number in 0..<Self.registries { stream.file("registry-\(number).txt", registry([])) }
      stream.file("version.txt", "0\n")
    }
    var tips: [Int] = []
    for ticket in 0..<tickets {
      let first = stream.commit("refs/heads/\(name(ticket))", "BFG-\(ticket): begin", from: base, merging: nil) {
        stream in
        stream.file("tickets/t\(ticket).txt", "draft \(ticket)\n")
        stream.file("common.txt", common([ticket]))
      }
      tips.append(
        stream.commit("refs/heads/\(name(ticket))", "BFG-\(ticket): finish", from: first, merging: nil) { stream in
          stream.file("tickets/t\(ticket).txt", "done \(ticket)\n")
          stream.file("src/d0/f\(ticket % 100).txt", text(of: ticket % 100) + "ticket \(ticket)\n")
          stream.file("registry-\(ticket % Self.registries).txt", registry([ticket]))
        })
    }
    trunk("release", Array(0..<tickets), base, tips, &stream)
    for ticket in without { trunk("without-\(ticket)", (0..<tickets).filter { $0 != ticket }, base, tips, &stream) }
    let made = try Subprocess("git", ["init", "-q", "--bare", "-b", "main", folder]).run()
    var load = Subprocess("git", ["-C", folder, "fast-import", "--quiet", "--done"])
    load.input = stream.output.bytes + Array("done\n".utf8)
    let loaded = try load.run()
    let indexed = try Subprocess("git", ["-C", folder, "commit-graph", "write", "--reachable"]).run()
    guard made.succeeded, loaded.succeeded, indexed.succeeded else {
      throw BenchFailure("git fast-import failed: \(loaded.errorText)")
    }
  }

  private func trunk(_ branch: String, _ merged: [Int], _ base: Int, _ tips: [Int], _ stream: inout Stream) {
    var last = base
    var present: [Int] = []
    for ticket in merged {
      present.append(ticket)
      last = stream.commit(
        "refs/heads/\(branch)", "Merge branch '\(name(ticket))' into release", from: last, merging: tips[ticket]
      ) { stream in
        stream.file("tickets/t\(ticket).txt", "done \(ticket)\n")
        stream.file("common.txt", common(present))
        let number = ticket % Self.registries
        stream.file("registry-\(number).txt", registry(present.filter { $0 % Self.registries == number }))
        let file = ticket % 100
        stream.file(
          "src/d0/f\(file).txt",
          text(of: file) + present.filter { $0 % 100 == file }.map { "ticket \($0)\n" }.joined())
        if ticket % 7 == 3 { stream.file("by-hand/\(ticket).txt", "edited in the merge of \(ticket)\n") }
        if ticket % 7 == 5 { stream.file("src/d1/f\(100 + ticket).txt", "by hand\n" + text(of: 100 + ticket)) }
      }
    }
  }

  private func name(_ ticket: Int) -> String { "BFG-\(ticket)_words" }
  private func text(of file: Int) -> String { (0..<40).map { "file \(file) line \($0)\n" }.joined() }
  private func registry(_ present: [Int]) -> String {
    "tickets:\n" + present.map { "  - BFG-\($0)\n" }.joined() + "end\n"
  }
  private func common(_ present: [Int]) -> String {
    let step = Self.commonLines / tickets
    let changed = Set(present.map { $0 * step + step / 2 })
    return (0..<Self.commonLines).map { changed.contains($0) ? "line \($0) changed\n" : "line \($0)\n" }.joined()
  }

  /// A stream for `git fast-import`.
  private struct Stream {
    var output = ByteWriter(capacity: 1 << 22)
    private var marks = 0

    mutating func commit(
      _ ref: String, _ subject: String, from: Int?, merging: Int?, _ body: (inout Stream) -> Void
    ) -> Int {
      marks += 1
      let mark = marks
      let time = 1_790_000_000 + mark * 60
      output.append("commit \(ref)\nmark :\(mark)\n")
      output.append("author Ada <ada@example.org> \(time) +0000\ncommitter Ada <ada@example.org> \(time) +0000\n")
      output.append("data \(subject.utf8.count + 1)\n\(subject)\n")
      if let from { output.append("from :\(from)\n") }
      if let merging { output.append("merge :\(merging)\n") }
      body(&self)
      output.append("\n")
      return mark
    }

    mutating func file(_ path: String, _ text: String) {
      output.append("M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n")
    }
  }
}
