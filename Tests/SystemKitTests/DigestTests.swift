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

  /// FIPS 180-2, appendices A and B, and the empty message.
  @Test(arguments: [
    (
      "", "da39a3ee5e6b4b0d3255bfef95601890afd80709", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ),
    (
      "abc", "a9993e364706816aba3e25717850c26c9cd0d89d",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `the digests are those of the standard's examples`(text: String, sha1: String, sha256: String) {
    let bytes = Array(text.utf8)
    func hex(_ algorithm: Digest.Algorithm) -> String {
      bytes.withUnsafeBytes { Digest.bytes(algorithm, of: $0) }.map { byte in
        let text = String(byte, radix: 16)
        return text.count == 1 ? "0" + text : text
      }.joined()
    }
    #expect(hex(.sha1) == sha1)
    #expect(hex(.sha256) == sha256)
  }

  @Test func `a buffer without memory is one without bytes`() {
    #expect(
      Digest.sha256(UnsafeRawBufferPointer(start: nil, count: 0))
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }
}
