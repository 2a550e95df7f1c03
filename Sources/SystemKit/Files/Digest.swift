// The digest that names a piece of evidence: SHA-256 through OpenSSL, so that a figure and the file it came from stay
// together.

internal import COpenSSL

/// SHA-256 digests.
public enum Digest {
  /// The SHA-256 of some bytes in lower-case hexadecimal (64 characters).
  ///
  /// - Complexity: O(n).
  public static func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let done = EVP_Digest(bytes.baseAddress, bytes.count, &digest, &length, EVP_sha256(), nil)
    precondition(done == 1 && length == 32, "SHA-256 is always available in OpenSSL")
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for byte in digest {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
