import SystemKit
import TestSupport
import Testing

struct FileHeadTests {
  let sandbox = Sandbox()

  @Test func `no more than asked for, and no less than there is`() throws {
    let path = try sandbox.write("f", Array(0..<100))
    #expect(try FileHead.read(path, count: 10) == Array(0..<10))
    #expect(try FileHead.read(path, count: 1_000) == Array(0..<100))
    #expect(try FileHead.read(try sandbox.write("empty", []), count: 10) == [])
  }

  @Test func `gzip is inflated, also when it is damaged later or begins with an empty member`() throws {
    let text = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let member = Gzip.deflate(text)
    #expect(try FileHead.read(try sandbox.write("g", member), count: 4_096) == Array(text[..<4_096]))
    #expect(try FileHead.read(try sandbox.write("cut", Array(member.dropLast(9))), count: 64) == Array(text[..<64]))
    let many = Gzip.deflate([]) + Gzip.deflate([1, 2]) + member
    #expect(try FileHead.read(try sandbox.write("many", many), count: 4) == [1, 2, 0, 0])
    #expect(try FileHead.read(try sandbox.write("stub", [0x1F, 0x8B, 8, 0]), count: 4) == [])
  }

  @Test func `what cannot be read is told, a pipe does not hang`() throws {
    #expect(throws: SystemError.self) { _ = try FileHead.read(sandbox.path("no"), count: 4) }
    #expect(throws: SystemError.self) { _ = try FileHead.read(sandbox.folder, count: 4) }
    _ = try sandbox.run("mkfifo", ["pipe"])
    #expect(throws: SystemError.self) { _ = try FileHead.read(sandbox.path("pipe"), count: 4) }
  }
}
