// Digests through OpenSSL: SHA-256 names a piece of evidence, so that a figure and the file it came from stay together; git names
// its objects by SHA-1 or SHA-256.

internal import ByteKit
internal import COpenSSL

/// SHA-1 and SHA-256 digests.
public enum Digest {
  /// How a digest is made.
  public enum Algorithm: Sendable {
    /// 20 bytes; names of git objects only, it protects nothing.
    case sha1
    /// 32 bytes.
    case sha256
  }

  /// The digest of some bytes.
  ///
  /// - Complexity: O(n).
  public static func bytes(_ algorithm: Algorithm, of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let kind = algorithm == .sha1 ? EVP_sha1() : EVP_sha256()
    let done = EVP_Digest(bytes.baseAddress, bytes.count, &digest, &length, kind, nil)
    precondition(done == 1, "SHA-1 and SHA-256 are always available in OpenSSL")
    return Array(digest.prefix(Int(length)))
  }

  /// The SHA-256 of some bytes in lower-case hexadecimal (64 characters).
  ///
  /// - Complexity: O(n).
  public static func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
    Hexadecimal.text(Self.bytes(.sha256, of: bytes))
  }
}
