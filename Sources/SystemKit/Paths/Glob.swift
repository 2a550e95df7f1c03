// Patterns for paths in the language of .gitignore (gitignore(5)): `*` and `?` within a component, `[a-z]`, `**` across
// components, `\` before a literal. Matching follows all possibilities at once, so that no pattern takes exponential time.

/// A compiled path pattern.
public struct Glob: Sendable {
  private enum Token: Sendable {
    case literal(UInt8)
    case anyByte
    case set([ClosedRange<UInt8>], isNegated: Bool)
    /// `*`: any bytes but the slash.
    case star
    /// `**`: any bytes.
    case doubleStar
    /// `**/`: nothing, or any bytes that end with a slash. Takes no byte itself: `insideFolders` follows it.
    case folders
    case insideFolders
  }

  /// The pattern as it was written.
  public let pattern: String
  private let tokens: [Token]

  /// Compiles a pattern. Every text is a pattern: an unclosed bracket stands for itself.
  public init(_ pattern: String) {
    self.pattern = pattern
    tokens = Self.compile(Array(pattern.utf8))
  }

  private static func compile(_ bytes: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case 0x2A:
        var end = at
        while end < bytes.count, bytes[end] == 0x2A { end += 1 }
        let isWhole = end - at >= 2 && (at == 0 || bytes[at - 1] == 0x2F)
        if isWhole, end < bytes.count, bytes[end] == 0x2F {
          tokens += [.folders, .insideFolders]
          at = end + 1
        } else {
          tokens.append(end - at >= 2 ? .doubleStar : .star)
          at = end
        }
        continue
      case 0x3F: tokens.append(.anyByte)
      case 0x5B:
        if let (set, next) = bracket(bytes, at) {
          tokens.append(set)
          at = next
          continue
        }
        tokens.append(.literal(byte))
      case 0x5C where at + 1 < bytes.count:
        at += 1
        tokens.append(.literal(bytes[at]))
      default: tokens.append(.literal(byte))
      }
      at += 1
    }
    return tokens
  }

  private static func bracket(_ bytes: [UInt8], _ start: Int) -> (Token, Int)? {
    var at = start + 1
    guard at < bytes.count else { return nil }
    let isNegated = bytes[at] == 0x21 || bytes[at] == 0x5E
    if isNegated { at += 1 }
    var ranges: [ClosedRange<UInt8>] = []
    let first = at
    while at < bytes.count, bytes[at] != 0x5D || at == first {
      let low = bytes[at]
      if at + 2 < bytes.count, bytes[at + 1] == 0x2D, bytes[at + 2] != 0x5D {
        let high = bytes[at + 2]
        if low <= high { ranges.append(low...high) }
        at += 3
      } else {
        ranges.append(low...low)
        at += 1
      }
    }
    return at < bytes.count ? (.set(ranges, isNegated: isNegated), at + 1) : nil
  }

  /// Whether the whole path matches.
  ///
  /// - Complexity: O(length of the pattern × length of the path).
  public func matches(_ path: String) -> Bool {
    var states = [Bool](repeating: false, count: tokens.count + 1)
    var next = states
    states[0] = true
    passEmpty(&states)
    for byte in path.utf8 {
      var isAlive = false
      for index in tokens.indices where states[index] {
        switch tokens[index] {
        case .literal(let literal): if byte == literal { next[index + 1] = true }
        case .anyByte: if byte != 0x2F { next[index + 1] = true }
        case .set(let ranges, let isNegated):
          if byte != 0x2F, ranges.contains(where: { $0.contains(byte) }) != isNegated { next[index + 1] = true }
        case .star: if byte != 0x2F { next[index] = true }
        case .doubleStar: next[index] = true
        case .folders: break
        case .insideFolders:
          next[index] = true
          if byte == 0x2F { next[index + 1] = true }
        }
      }
      passEmpty(&next)
      swap(&states, &next)
      for index in next.indices {
        next[index] = false
        isAlive = isAlive || states[index]
      }
      if !isAlive { return false }
    }
    return states[tokens.count]
  }

  /// Marks what is reached from marked states by tokens that match nothing.
  private func passEmpty(_ states: inout [Bool]) {
    for index in tokens.indices where states[index] {
      switch tokens[index] {
      case .star, .doubleStar: states[index + 1] = true
      case .folders:
        states[index + 1] = true
        states[index + 2] = true
      default: break
      }
    }
  }
}
