// The name of a git object: SHA-1 (20 bytes) or, in repositories of that format, SHA-256 (32 bytes), held without an allocation, as
// a tree has thousands of them (gitformat-pack, "hash-function-transition").

internal import ByteKit

/// The name of a git object.
public struct ObjectID: Hashable, Sendable, Comparable {
  /// The first 32 bytes, big-endian; the rest of a SHA-1 is zero.
  private let a: UInt64
  private let b: UInt64
  private let c: UInt64
  private let d: UInt64
  /// How many bytes the name has: 20 or 32.
  public let size: Int

  /// Reads a name from its bytes.
  ///
  /// - Precondition: there are 20 or 32 bytes.
  init(bytes: some Collection<UInt8>) {
    precondition(bytes.count == 20 || bytes.count == 32, "an object name has 20 or 32 bytes")
    var words: [UInt64] = [0, 0, 0, 0]
    for (index, byte) in bytes.enumerated() { words[index / 8] |= UInt64(byte) << UInt64(56 - index % 8 * 8) }
    (a, b, c, d) = (words[0], words[1], words[2], words[3])
    size = bytes.count
  }

  /// Reads a name from 40 or 64 hexadecimal digits; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    guard let bytes = Hexadecimal.bytes(text), bytes.count == 20 || bytes.count == 32 else { return nil }
    self.init(bytes: bytes)
  }

  /// The bytes of the name.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for word in [a, b, c, d] {
      for shift in stride(from: UInt64(56), through: 0, by: -8) where bytes.count < size {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return bytes
  }

  /// What git writes for "none" in the place of a name of this size.
  var noneHex: String { String(repeating: "0", count: size * 2) }

  /// The name in lower-case hexadecimal.
  public var hex: String { Hexadecimal.text(bytes) }

  /// The first ten digits, as people are shown.
  public var short: String { String(hex.prefix(10)) }

  /// The order of the hexadecimal texts.
  public static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.a, left.b, left.c, left.d) < (right.a, right.b, right.c, right.d)
  }
}

extension ObjectID: CustomStringConvertible {
  /// The name in hexadecimal.
  public var description: String { hex }
}
