// What is built when, with a script that builds nothing and writes down what it was asked for.

import SystemKit
import TestSupport
import Testing

@testable import SketchServer

@Suite struct LiveSourcesTests {
  private let sandbox = Sandbox()
  private static let file = "Sources/Ink/Pen.swift"

  /// Sources of one file. The script fails while there is a file `broken`, waits while there is one `slow`, and else makes a module.
  private func sources() throws -> LiveSources {
    try sandbox.write(
      "Scripts/browser",
      """
      #!/usr/bin/env bash
      cd "$(dirname "$0")/.."
      echo "$@" >>asked
      for _ in {1..100}; do [ -e slow ] || break; sleep 0.05; done
      [ ! -e broken ] || { echo "Pen.swift:1: error: no" >&2; exit 1; }
      case $1 in live) mkdir -p "$2"; echo bytes >"$2/ink.wasm"; echo ink;; *) exit 1;; esac
      """)
    _ = try Subprocess("chmod", ["+x", sandbox.path("Scripts/browser")]).run()
    for folder in ["Sources/Turtle", "Sources/Life", "Sources/Layout", "Browser/ink", "Browser/app"] {
      try sandbox.write("\(folder)/none.txt", "")
    }
    try save("struct Pen { func draw() { } }")
    return try LiveSources(folder: sandbox.folder, paths: [])
  }

  private func save(_ text: String) throws { try sandbox.write(Self.file, text) }

  /// Looks until something is so.
  private func look(_ sources: LiveSources, until isDone: () -> Bool) async throws -> [String] {
    var messages: [String] = []
    for _ in 0..<1_000 {
      messages += sources.look().messages
      if isDone() { return messages }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("nothing happened: \(messages)")
    return messages
  }

  /// The quick builds that were asked for; an optimised one may come between them where three quiet seconds pass.
  private func asked() throws -> [String] {
    try sandbox.read("asked").split(separator: "\n").map(String.init).filter { $0.hasPrefix("live") }
  }

  @Test("a change within a body builds its layer alone, any other all above it")
  func bodies() async throws {
    let sources = try sources()
    _ = try await look(sources) { sources.modules["ink"] != nil }
    try save("struct Pen { func draw() { one() } }")
    _ = try await look(sources) { sources.state.isBuilding }
    _ = try await look(sources) { !sources.state.isBuilding }
    try save("struct Pen { func draw(_ wide: Int) { one() } }")
    _ = try await look(sources) { sources.state.isBuilding }
    _ = try await look(sources) { !sources.state.isBuilding }
    #expect(try asked() == ["live .build/live all", "live .build/live", "live .build/live all"])
  }

  @Test("after a first build that failed, all is built: nobody knows what the layers above were compiled with")
  func firstFailure() async throws {
    try sandbox.write("broken", "")
    let sources = try sources()
    _ = try await look(sources) { !sources.state.problem.isEmpty }
    _ = try Subprocess("rm", [sandbox.path("broken")]).run()
    try save("struct Pen { func draw() { one() } }")
    _ = try await look(sources) { sources.modules["ink"] != nil }
    #expect(try asked() == ["live .build/live all", "live .build/live all"])
    #expect(sources.state.problem.isEmpty)
  }

  @Test("what is saved during a build and seen by other layers is not mixed with their old code")
  func mixed() async throws {
    let sources = try sources()
    _ = try await look(sources) { sources.modules["ink"] != nil }
    try sandbox.write("slow", "")
    try save("struct Pen { func draw() { one() } }")
    _ = try await look(sources) { sources.state.isBuilding }
    try save("struct Pen { var width = 1; func draw() { one() } }")
    _ = try Subprocess("rm", [sandbox.path("slow")]).run()
    let first = try await look(sources) { (try? asked().count) == 3 }
    let again = try #require(first.firstIndex(of: "sources were saved during the build: it is done again"))
    #expect(again < first.firstIndex { $0.hasPrefix("module 'ink' is new") } ?? .max, "\(first)")
    _ = try await look(sources) { !sources.state.isBuilding }
    #expect(try asked().last == "live .build/live all")
  }

  @Test("a file that is gone is said to be")
  func gone() async throws {
    let sources = try sources()
    _ = try await look(sources) { sources.modules["ink"] != nil }
    try sandbox.write("Sources/Ink/Other.swift", "struct Other {}")
    let came = try await look(sources) { sources.state.isBuilding }
    #expect(came.first == "Sources/Ink/Other.swift was saved")
    _ = try await look(sources) { !sources.state.isBuilding }
    _ = try Subprocess("rm", [sandbox.path("Sources/Ink/Other.swift")]).run()
    let went = try await look(sources) { sources.state.isBuilding }
    #expect(went.first == "Sources/Ink/Other.swift is gone")
    // A folder that is gone does not take the others with it.
    _ = try await look(sources) { !sources.state.isBuilding }
    #expect(try asked().last?.hasSuffix("all") == true)
    _ = try Subprocess("rm", ["-r", sandbox.path("Browser/app")]).run()
    for _ in 0..<4 { #expect(!sources.look().messages.contains { $0.hasSuffix("is gone") }) }
  }
}
