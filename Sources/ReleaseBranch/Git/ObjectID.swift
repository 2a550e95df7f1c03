// The name of a git object: SHA-1 (20 bytes) or, in repositories of that format, SHA-256 (32 bytes), held without an allocation, as
// a tree has thousands of them (gitformat-pack, "hash-function-transition").

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
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    var high: UInt8?
    for digit in text.utf8 {
      guard let value = Self.value(digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    guard high == nil, bytes.count == 20 || bytes.count == 32 else { return nil }
    self.init(bytes: bytes)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    case 0x41...0x46: digit - 0x41 + 10
    default: nil
    }
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

  /// Whether all bytes are zero, as git writes "none".
  public var isZero: Bool { a == 0 && b == 0 && c == 0 && d == 0 }

  /// The name in lower-case hexadecimal.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(size * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

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
