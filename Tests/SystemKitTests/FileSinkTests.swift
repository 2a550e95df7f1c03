import ByteKit
import TestSupport
import Testing

@testable import SystemKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct FileSinkTests {
  let sandbox = Sandbox()
  private struct Refused: Error {}

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    stat(path, &status)
    return UInt32(status.st_mode) & 0o7777
  }

  private func names() throws -> [String] {
    try sandbox.run("ls", ["-A"]).output.split(separator: "\n").map(String.init)
  }

  @Test func `pieces of all sizes come out in their order`() throws {
    var expected: [UInt8] = []
    let path = sandbox.path("out")
    try AtomicFile.write(to: path) { sink in
      for index in 0..<300 {
        let piece = [UInt8](repeating: UInt8(index % 251), count: index * index % 7_001 * (index % 90 == 0 ? 40 : 1))
        expected += piece
        try sink.write(piece)
        try sink.write("line \(index)\n")
        expected += Array("line \(index)\n".utf8)
        try sink.write { $0.append(contentsOf: [1, 2, 3]) }
        expected += [1, 2, 3]
      }
      #expect(sink.count == expected.count)
    }
    #expect(try InputFile(path: path).withUnsafeBytes { Array($0) } == expected)
  }

  @Test func `when the body throws the old file is whole and nothing is left behind`() throws {
    try sandbox.write("report.json", "old")
    #expect(throws: Refused.self) {
      try AtomicFile.write(to: sandbox.path("report.json")) { sink in
        try sink.write([UInt8](repeating: 0, count: 200_000))
        throw Refused()
      }
    }
    #expect(try sandbox.read("report.json") == "old")
    #expect(try names() == ["report.json"])
  }

  @Test func `the mode of an old file is kept, a new one gets the usual one`() throws {
    let path = try sandbox.write("script", "old")
    chmod(path, 0o751)
    try AtomicFile.write(Array("new".utf8), to: path)
    #expect(mode(path) == 0o751)
    #expect(try sandbox.read("script") == "new")
    let plain = try sandbox.run("sh", ["-c", "> usual"])
    #expect(plain.status == 0)
    try AtomicFile.write([1], to: sandbox.path("ours"))
    #expect(mode(sandbox.path("ours")) == mode(sandbox.path("usual")))
  }

  @Test func `a symbolic link stays a link, also one that leads to nothing yet`() throws {
    try sandbox.write("real/file", "old")
    symlink("real/file", sandbox.path("link"))
    symlink("real/later", sandbox.path("dangling"))
    try AtomicFile.write(Array("new".utf8), to: sandbox.path("link"))
    try AtomicFile.write(Array("made".utf8), to: sandbox.path("dangling"))
    #expect(try sandbox.read("real/file") == "new")
    #expect(try sandbox.read("real/later") == "made")
    #expect(try sandbox.run("find", [".", "-type", "l"]).output.split(separator: "\n").count == 2)
  }

  @Test func `a device is written to and stays`() throws {
    try AtomicFile.write([1, 2, 3], to: "/dev/null")
    #expect(mode("/dev/null") == 0o666)
    #expect(throws: SystemError.self) { try AtomicFile.write([UInt8](repeating: 1, count: 10), to: "/dev/full") }
  }

  @Test func `two writers at once leave one of the two files whole`() throws {
    let path = sandbox.path("shared")
    for _ in 0..<20 {
      Parallel.forEach(count: 2, workers: 2) { _, index in
        try? AtomicFile.write([UInt8](repeating: UInt8(index), count: 200_000), to: path)
      }
      let bytes = try InputFile(path: path).withUnsafeBytes { Array($0) }
      #expect(bytes.count == 200_000)
      #expect(Set(bytes).count == 1)
    }
    #expect(try names() == ["shared"])
  }

  @Test func `a missing folder, a folder and a full name are told`() throws {
    #expect { try AtomicFile.write([1], to: sandbox.path("no/file")) } throws: {
      ($0 as? SystemError)?.isMissing == true && ($0 as? SystemError)?.subject == sandbox.path("no/file")
    }
    #expect(throws: SystemError(.isDirectory, sandbox.folder)) { try AtomicFile.write([1], to: sandbox.folder) }
    // 255 bytes are allowed; the temporary name must not need more.
    let long = String(repeating: "n", count: 255)
    try AtomicFile.write([1], to: sandbox.path(long))
    #expect(FileFacts.size(sandbox.path(long)) == 1)
  }

  @Test func `folders are made with those above them, and made again without harm`() throws {
    for path in ["a/b/c", "a/b/c", "a/b/d/", "a"] { try AtomicFile.makeFolder(sandbox.path(path)) }
    #expect(AtomicFile.isFolder(sandbox.path("a/b/d")))
    try sandbox.write("file", "x")
    #expect(throws: SystemError.self) { try AtomicFile.makeFolder(sandbox.path("file")) }
    #expect(throws: SystemError.self) { try AtomicFile.makeFolder(sandbox.path("file/below")) }
  }

  @Test func `a reader that went away is told as a broken pipe`() throws {
    Signals.ignoreBrokenPipe()
    let pipe = try Pipe("test")
    pipe.closeReading()
    let sink = FileSink(descriptor: pipe.writing, name: "pipe")
    try sink.write("x")
    #expect { try sink.flush() } throws: { ($0 as? SystemError)?.isBrokenPipe == true }
  }

  @Test func `a pipe that does not block is waited for`() throws {
    let pipe = try Pipe("test")
    pipe.makeWritingNonBlocking()
    let (descriptor, source) = (pipe.writing, pipe.reading)
    let bytes = [UInt8](repeating: 9, count: 1 << 20)
    let written = beside({
      let sink = FileSink(descriptor: descriptor, name: "pipe")
      try? sink.write(bytes)
    }) { () -> Int in
      var count = 0
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while count < bytes.count {
        let got = read(source, &chunk, chunk.count)
        guard got > 0 else { break }
        count += got
      }
      return count
    }
    withExtendedLifetime(pipe) {}
    #expect(written == bytes.count)
  }
}
