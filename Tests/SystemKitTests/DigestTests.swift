import SystemKit
import TestSupport
import Testing

struct DigestTests {
  let sandbox = Sandbox()

  @Test(arguments: [0, 1, 55, 56, 64, 65, 100_000])
  func `the digest is that of sha256sum`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    try sandbox.write("f", bytes)
    let expected = try sandbox.run("sha256sum", ["f"]).output.prefix(64)
    #expect(bytes.withUnsafeBytes { Digest.sha256($0) } == expected)
  }

  @Test func `a buffer without memory is one without bytes`() {
    #expect(
      Digest.sha256(UnsafeRawBufferPointer(start: nil, count: 0))
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }
}
