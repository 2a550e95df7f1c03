import ByteKit
import SystemKit
import TestSupport
import Testing

struct InputFileTests {
  let sandbox = Sandbox()
  let text = Array("TN:\nSF:a.swift\nDA:1,1\nend_of_record\n".utf8)

  private func content(_ path: String, limit: Int = InputFile.inflatedLimit) throws -> [UInt8] {
    try InputFile(path: path, inflatedLimit: limit).withUnsafeBytes { Array($0) }
  }

  @Test func `plain and empty files are read as they are`() throws {
    #expect(try content(sandbox.write("a", text)) == text)
    #expect(try content(sandbox.write("empty", [])) == [])
    #expect(try !InputFile(path: sandbox.path("a")).wasCompressed)
  }

  @Test func `gzip is inflated whatever the name says`() throws {
    let file = try InputFile(path: try sandbox.write("a.txt", Gzip.deflate(text)))
    #expect(file.wasCompressed)
    #expect(file.count == text.count)
    #expect(file.withUnsafeBytes { Array($0) } == text)
  }

  @Test func `what gzip itself makes is read, several members too`() throws {
    try sandbox.write("a", text)
    let made = try sandbox.run("sh", ["-c", "gzip -c a > one; gzip -1c a >> one; gzip -9c a >> one"])
    #expect(made.status == 0)
    #expect(try content(sandbox.path("one")) == text + text + text)
  }

  @Test func `zeros after the last member are padding, other bytes are damage`() throws {
    let member = Gzip.deflate(text)
    #expect(try content(sandbox.write("padded", member + [UInt8](repeating: 0, count: 700))) == text)
    let path = try sandbox.write("followed", member + [0, 0, 65])
    #expect(throws: SystemError(.damagedGzip(offset: member.count + 2, reason: "data follows the last member"), path)) {
      _ = try content(path)
    }
  }

  @Test func `gzip that is cut short anywhere is damaged, never a shorter file`() throws {
    let member = Gzip.deflate((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* $0) })
    for count in Array(3..<40) + [member.count / 2, member.count - 9, member.count - 8, member.count - 1] {
      let path = try sandbox.write("cut", Array(member[..<count]))
      #expect(throws: SystemError(.damagedGzip(offset: count, reason: "it is cut short"), path), "\(count)") {
        _ = try content(path)
      }
    }
  }

  @Test func `a second member that is cut short is damage`() throws {
    let member = Gzip.deflate(text)
    let path = try sandbox.write("cut", member + member.dropLast(4))
    #expect(throws: SystemError.self) { _ = try content(path) }
  }

  @Test func `a flipped bit anywhere gives an error or the same bytes`() throws {
    let member = Gzip.deflate(text)
    for index in 3..<member.count {
      var damaged = member
      damaged[index] ^= 0x10
      let path = try sandbox.write("bad", damaged)
      do { #expect(try content(path) == text, "byte \(index)") } catch let error as SystemError {
        guard case .damagedGzip(let offset, _) = error.kind else { throw error }
        #expect(offset <= member.count)
        #expect(error.description.contains("damaged at byte \(offset)"))
      }
    }
  }

  @Test func `a bomb ends at the limit`() throws {
    let path = try sandbox.write("bomb", Gzip.deflate([UInt8](repeating: 0, count: 3_000_000)))
    #expect(throws: SystemError(.tooLarge(limit: 1_000_000), path)) { _ = try content(path, limit: 1_000_000) }
    #expect(try content(path, limit: 3_000_000).count == 3_000_000)
  }

  @Test(arguments: [false, true]) func `a named pipe is read to its end`(compressed: Bool) throws {
    let long = [UInt8](repeating: 65, count: 300_000)
    try sandbox.write("source", compressed ? Gzip.deflate(long) : long)
    #expect(try sandbox.run("mkfifo", ["pipe"]).status == 0)
    let path = sandbox.path("pipe")
    let source = sandbox.path("source")
    // The writer opens its end when we open ours.
    let read = try beside({
      _ = try? Subprocess("sh", ["-c", "cat \"$0\" > \"$1\"", source, path], timeout: 20).run()
    }) { try InputFile(path: path).withUnsafeBytes { Array($0) } }
    #expect(read == long)
  }

  @Test(.enabled(if: AtomicFile.exists("/proc/self/status")))
  func `a file of proc, whose size is given as 0, is read`() throws {
    #expect(try content("/proc/self/status").starts(with: "Name:".utf8))
  }

  @Test func `folders and missing files are told`() throws {
    #expect(throws: SystemError(.isDirectory, sandbox.folder)) { _ = try content(sandbox.folder) }
    #expect { _ = try content(sandbox.path("no/such")) } throws: { ($0 as? SystemError)?.isMissing == true }
    #expect { _ = try content(sandbox.write("f", "x") + "/below") } throws: { ($0 as? SystemError)?.isMissing == true }
  }

  @Test func `bytes in memory are an input too`() throws {
    let input = InputFile(name: "memory", bytes: [1, 2, 3])
    input.discard(upTo: 2)
    #expect(input.withUnsafeBytes { Array($0) } == [1, 2, 3])
    #expect(input.count == 3)
  }
}
