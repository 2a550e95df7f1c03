// Patterns for paths in the language of .gitignore (gitignore(5)): `*` and `?` within a component, `[a-z]`, `**` across
// components, `\` before a literal. What the manual leaves open is as in git's wildmatch.c; a test asks git itself. Matching
// follows all possibilities at once, so that no pattern takes exponential time.

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
    /// What is not closed or not known matches nothing.
    case never
  }

  /// The pattern as it was written.
  public let pattern: String
  private let tokens: [Token]

  /// Compiles a pattern. Every text is a pattern; one with an unclosed bracket, an unknown class or a backslash at its end
  /// matches nothing, as in git.
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
        let rest = bytes[end...]
        let isWhole = end - at >= 2 && (at == 0 || bytes[at - 1] == 0x2F)
        if isWhole, rest.first == 0x2F {
          tokens += [.folders, .insideFolders]
          end += 1
        } else if isWhole, rest.isEmpty || rest.starts(with: [0x5C, 0x2F]) {
          tokens.append(.doubleStar)
        } else {
          tokens.append(.star)
        }
        at = end
        continue
      case 0x3F: tokens.append(.anyByte)
      case 0x5B:
        guard let (set, next) = bracket(bytes, at) else { return [.never] }
        tokens.append(set)
        at = next
        continue
      case 0x5C:
        at += 1
        guard at < bytes.count else { return [.never] }
        tokens.append(.literal(bytes[at]))
      default: tokens.append(.literal(byte))
      }
      at += 1
    }
    return tokens
  }

  /// A bracket expression and where it ends; `nil` when it does not end or names an unknown class.
  private static func bracket(_ bytes: [UInt8], _ start: Int) -> (Token, Int)? {
    var at = start + 1
    guard at < bytes.count else { return nil }
    let isNegated = bytes[at] == 0x21 || bytes[at] == 0x5E
    if isNegated { at += 1 }
    var ranges: [ClosedRange<UInt8>] = []
    let first = at
    // The letter before, from which a hyphen makes a range; none after a range or a class.
    var previous: UInt8?
    while at < bytes.count, bytes[at] != 0x5D || at == first {
      var byte = bytes[at]
      if byte == 0x2D, let low = previous, at + 1 < bytes.count, bytes[at + 1] != 0x5D {
        at += 1
        if bytes[at] == 0x5C { at += 1 }
        guard at < bytes.count else { return nil }
        if low <= bytes[at] { ranges.append(low...bytes[at]) }
        previous = nil
      } else if byte == 0x5B, at + 1 < bytes.count, bytes[at + 1] == 0x3A {
        guard let close = bytes[(at + 2)...].firstIndex(of: 0x5D) else { return nil }
        if close > at + 2, bytes[close - 1] == 0x3A {
          guard let letters = letters(String(decoding: bytes[(at + 2)..<(close - 1)], as: UTF8.self)) else {
            return nil
          }
          ranges += letters
          previous = nil
          at = close
        } else {
          ranges.append(byte...byte)
          previous = byte
        }
      } else {
        if byte == 0x5C {
          at += 1
          guard at < bytes.count else { return nil }
          byte = bytes[at]
        }
        ranges.append(byte...byte)
        previous = byte
      }
      at += 1
    }
    return at < bytes.count ? (.set(ranges, isNegated: isNegated), at + 1) : nil
  }

  /// The letters of a POSIX class in the C locale.
  private static func letters(_ name: String) -> [ClosedRange<UInt8>]? {
    switch name {
    case "alnum": [48...57, 65...90, 97...122]
    case "alpha": [65...90, 97...122]
    case "blank": [9...9, 32...32]
    case "cntrl": [0...31, 127...127]
    case "digit": [48...57]
    case "graph": [33...126]
    case "lower": [97...122]
    case "print": [32...126]
    case "punct": [33...47, 58...64, 91...96, 123...126]
    case "space": [9...13, 32...32]
    case "upper": [65...90]
    case "xdigit": [48...57, 65...70, 97...102]
    default: nil
    }
  }

  /// Whether the whole path matches.
  ///
  /// - Complexity: O(length of the pattern × length of the path).
  public func matches(_ path: String) -> Bool { matches(path.utf8) }

  /// Whether these bytes of a path match.
  func matches(_ path: some Sequence<UInt8>) -> Bool {
    var states = [Bool](repeating: false, count: tokens.count + 1)
    var next = states
    states[0] = true
    passEmpty(&states)
    for byte in path {
      var isAlive = false
      for index in tokens.indices where states[index] {
        switch tokens[index] {
        case .literal(let literal): if byte == literal { next[index + 1] = true }
        case .anyByte: if byte != 0x2F { next[index + 1] = true }
        case .set(let ranges, let isNegated):
          if byte != 0x2F, ranges.contains(where: { $0.contains(byte) }) != isNegated { next[index + 1] = true }
        case .star: if byte != 0x2F { next[index] = true }
        case .doubleStar: next[index] = true
        case .folders, .never: break
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
