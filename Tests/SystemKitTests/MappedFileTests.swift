import ByteKit
import SystemKit
import TestSupport
import Testing

struct MappedFileTests {
  let sandbox = Sandbox()

  @Test(arguments: [0, 1, 4095, 4096, 4097, 200_000])
  func `a file of any size is mapped whole`(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = try MappedFile(path: try sandbox.write("f", bytes))
    #expect(file.count == size)
    #expect(file.withUnsafeBytes { Array($0) } == bytes)
    #expect(file.bytes.byteCount == size)
  }

  @Test func `what was discarded can be read again`() throws {
    let file = try MappedFile(path: try sandbox.write("f", [UInt8](repeating: 7, count: 100_000)))
    file.discard(upTo: 99_999)
    #expect(file.withUnsafeBytes { $0.allSatisfy { $0 == 7 } })
    file.discard(upTo: 0)
  }

  @Test func `a folder and a missing file are told apart`() throws {
    #expect(throws: SystemError(.isDirectory, sandbox.folder)) { _ = try MappedFile(path: sandbox.folder) }
    #expect { _ = try MappedFile(path: sandbox.path("no")) } throws: { ($0 as? SystemError)?.isMissing == true }
  }
}
