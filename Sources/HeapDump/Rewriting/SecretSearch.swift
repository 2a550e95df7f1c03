// Searches a file for a set of texts at every byte: as they are, and with every second byte zero, which is how UTF-16 of either byte
// order spells Latin-1. Zeros, of which a redacted dump mostly consists, are passed over in leaps.

internal import ByteKit
internal import SystemKit

/// A place where a text stands that should be gone.
struct SecretMatch: Equatable, Sendable {
  enum Spelling: Sendable {
    /// Latin-1, UTF-8, or UTF-16 of other letters.
    case bytes
    case bigEndian
    case littleEndian
  }
  let range: Range<Int>
  let spelling: Spelling
  let hash: UInt64
}

/// Searches files.
struct SecretSearch {
  let set: SecretSet

  /// Calls `found` with each match that begins in a range, in order; what a match covers is not searched again.
  ///
  /// - Parameters:
  ///   - lengths: the lengths of texts to look for as they are.
  ///   - withUTF16: whether texts of all lengths are looked for in UTF-16 too.
  func search(
    _ bytes: UnsafeRawBufferPointer, in range: Range<Int>, lengths: UInt64, withUTF16: Bool,
    _ found: (SecretMatch) -> Void
  ) {
    guard let base = bytes.baseAddress else { return }
    var at = range.lowerBound
    let end = range.upperBound
    // No text of eight bytes has two zeros side by side in them, nor has its UTF-16: object ids mostly do.
    let leaps = !set.hasZeroPairs && lengths & ~SecretSet.longLengths == 0
    // Where eight bytes can be read at once; the last few are read from a padded copy below.
    let wide = min(end, bytes.count &- 7)
    while at < wide {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      if word == 0 {
        at &+= 7
        while at &+ 32 <= bytes.count, at < end, Self.isZero(base + at) { at &+= 31 }
        continue
      }
      if leaps {
        // A bit for each byte that is zero, and one for each that is followed by another: behind the last of these goes on.
        let zeros = ~(((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | word) & 0x8080_8080_8080_8080
        let pairs = zeros & (zeros &>> 8)
        if pairs != 0 {
          at &+= 8 &- pairs.leadingZeroBitCount &>> 3
          continue
        }
      }
      at &+= step(bytes, at, word, lengths, withUTF16, found)
    }
    while at < end {
      var word: UInt64 = 0
      for index in 0..<min(8, bytes.count &- at) { word |= UInt64(bytes[at &+ index]) &<< UInt64(index &* 8) }
      at &+= step(bytes, at, word, lengths, withUTF16, found)
    }
  }

  @inline(__always)
  private static func isZero(_ place: UnsafeRawPointer) -> Bool {
    place.loadUnaligned(as: SIMD4<UInt64>.self) == .zero
  }

  /// Looks at one place; returns how far to go on.
  @inline(__always)
  private func step(
    _ bytes: UnsafeRawBufferPointer, _ at: Int, _ word: UInt64, _ lengths: UInt64, _ withUTF16: Bool,
    _ found: (SecretMatch) -> Void
  ) -> Int {
    let prefix = UInt32(truncatingIfNeeded: word)
    if word & 0xFF != 0, set.mayBegin(with: prefix),
      let match = set.longestMatch(bytes, at: at, stride: 1, prefix: prefix, allowed: lengths)
    {
      found(SecretMatch(range: at..<at &+ match.length, spelling: .bytes, hash: match.hash))
      return match.length
    }
    guard withUTF16 else { return 1 }
    if word & 0xFF00_FF00_FF00_FF00 == 0, word & 0xFF != 0 {
      return narrow(bytes, at, at, word, .littleEndian, found)
    }
    if word & 0x00FF_00FF_00FF_00FF == 0, word & 0xFF00 != 0 {
      return narrow(bytes, at, at &+ 1, word &>> 8, .bigEndian, found)
    }
    return 1
  }

  /// Looks for a text in every second byte. The bytes between, which `stride` passes over, must be zero.
  private func narrow(
    _ bytes: UnsafeRawBufferPointer, _ at: Int, _ first: Int, _ word: UInt64, _ spelling: SecretMatch.Spelling,
    _ found: (SecretMatch) -> Void
  ) -> Int {
    var prefix = UInt32(truncatingIfNeeded: word & 0xFF)
    prefix |= UInt32(truncatingIfNeeded: word &>> 8) & 0xFF00
    prefix |= UInt32(truncatingIfNeeded: word &>> 16) & 0xFF_0000
    prefix |= UInt32(truncatingIfNeeded: word &>> 24) & 0xFF00_0000
    guard set.mayBegin(with: prefix) else { return 1 }
    // As far as every second byte is zero.
    var units = 0
    while units < SecretSet.longest, at &+ 2 &* units &+ 1 < bytes.count,
      bytes[spelling == .bigEndian ? at &+ 2 &* units : at &+ 2 &* units &+ 1] == 0
    {
      units &+= 1
    }
    guard units >= SecretSet.shortest else { return 1 }
    let allowed = SecretSet.allLengths & (.max &>> UInt64(64 &- units))
    guard let match = set.longestMatch(bytes, at: first, stride: 2, prefix: prefix, allowed: allowed) else { return 1 }
    found(SecretMatch(range: at..<at &+ 2 &* match.length, spelling: spelling, hash: match.hash))
    return 2 &* match.length
  }

  /// Searches a whole file on all cores, its pages given back behind the search; matches come in order, on this thread.
  func searchAll(_ image: HeapImage, lengths: UInt64, _ found: (SecretMatch) -> Void) {
    let stretch = HeapPass.stride
    let count = (image.count + stretch - 1) / stretch
    // A few stretches at a time, so that their matches are never all in memory.
    let group = 16 * Parallel.workerCount
    var first = 0
    while first < count {
      let start = first
      let matches = Parallel.map(count: min(group, count - start)) { index in
        var matches: [SecretMatch] = []
        let range = (start + index) * stretch..<min(image.count, (start + index + 1) * stretch)
        image.withUnsafeBytes { bytes in
          search(bytes, in: range, lengths: lengths, withUTF16: true) { matches.append($0) }
        }
        image.discard(range)
        return matches
      }
      for match in matches.joined() { found(match) }
      first += group
    }
  }
}
