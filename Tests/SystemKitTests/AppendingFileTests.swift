import SystemKit
import TestSupport
import Testing

struct AppendingFileTests {
  let sandbox = Sandbox()

  @Test func `what is there stays, and what is missing is made`() throws {
    let path = sandbox.path("summary.md")
    try AppendingFile.append(Array("one\n".utf8), to: path)
    try AppendingFile.append(Array("two\n".utf8), to: path)
    #expect(try sandbox.read("summary.md") == "one\ntwo\n")
    #expect(throws: SystemError.self) { try AppendingFile.append([1], to: sandbox.path("no/file")) }
  }

  @Test func `many writers lose nothing`() throws {
    let path = sandbox.path("log")
    Parallel.forEach(count: 200, workers: 4) { _, index in
      try? AppendingFile.append(Array("line \(index)\n".utf8), to: path)
    }
    let lines = try sandbox.read("log").split(separator: "\n").map(String.init)
    #expect(Set(lines) == Set((0..<200).map { "line \($0)" }))
    #expect(lines.count == 200)
  }
}
