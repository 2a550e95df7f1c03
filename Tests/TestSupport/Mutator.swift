// Damages good input in the ways that disks, networks and attackers do: flipped bytes, cut ends, pieces of one input in
// another, numbers blown up. Seeded: a failure names its seed and can be run again.

/// Makes damaged variants of inputs.
public struct Mutator: Sendable {
  private let seeds: [[UInt8]]
  private let donors: [[UInt8]]
  private static let numbers = [
    "0", "-1", "1", "2147483647", "2147483648", "4294967290", "4294967295", "4294967296", "9223372036854775807",
    "9223372036854775808", "18446744073709551615", "18446744073709551616", "99999999999999999999999", "1e308", "1e-9",
    "NaN", "-", "0x7f", "1.5", "",
  ]

  /// Creates a mutator over some good inputs; `donors` are further ones, of which pieces are spliced in.
  public init(seeds: [[UInt8]], donors: [[UInt8]] = []) {
    precondition(!seeds.isEmpty, "a mutator needs inputs")
    self.seeds = seeds
    self.donors = seeds + donors
  }

  /// The variant of a number: the same number gives the same bytes.
  public func variant(_ number: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: number)
    var bytes = seeds.randomElement(using: &random)!
    for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
    return bytes
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return bytes = seeds[0] }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: bytes[place(bytes, &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes[place(bytes, &random)] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.removeLast(bytes.count - place(bytes, &random))
    case 3: bytes.removeSubrange(range(bytes, &random))
    case 4:
      let other = donors.randomElement(using: &random)!
      guard !other.isEmpty else { return }
      bytes.insert(contentsOf: other[range(other, &random)], at: place(bytes, &random))
    case 5:
      let piece = Array(bytes[range(bytes, &random)])
      let copies = Int.random(in: 1...20, using: &random)
      let at = place(bytes, &random)
      for _ in 0..<copies where bytes.count < 1 << 18 { bytes.insert(contentsOf: piece, at: at) }
    case 6: swapPieces(&bytes, &random)
    default: blowUpNumber(&bytes, &random)
    }
  }

  private func place(_ bytes: [UInt8], _ random: inout SeededGenerator) -> Int {
    Int.random(in: 0..<bytes.count, using: &random)
  }

  /// Mostly short pieces, sometimes long ones.
  private func range(_ bytes: [UInt8], _ random: inout SeededGenerator) -> Range<Int> {
    let start = place(bytes, &random)
    let longest = Bool.random(using: &random) ? 16 : 400
    return start..<min(bytes.count, start + Int.random(in: 1...longest, using: &random))
  }

  private func swapPieces(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let piece = range(bytes, &random)
    let copy = Array(bytes[piece])
    bytes.removeSubrange(piece)
    bytes.insert(contentsOf: copy, at: bytes.isEmpty ? 0 : Int.random(in: 0...bytes.count, using: &random))
  }

  private func blowUpNumber(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    var start = place(bytes, &random)
    while start < bytes.count, !(48...57).contains(bytes[start]) { start += 1 }
    var end = start
    while end < bytes.count, (48...57).contains(bytes[end]) { end += 1 }
    bytes.replaceSubrange(start..<end, with: Self.numbers.randomElement(using: &random)!.utf8)
  }
}
