// Which texts hold ticket keys. A key counts as a whole token only; these rules decide what a token is:
//
// - before it stands no letter and no digit, of any script: ABC-1 is not in XABC-1, 2ABC-1 or ÄABC-1;
// - after it stands no letter and no digit: ABC-1 is not in ABC-12 or ABC-1a. `_`, `/`, `:`, `.`, `-` and blanks end a key;
// - but `-` or `.` with a digit after it does not: ABC-1-2 and RELEASE-2024-01-02 are dates or ranges, IOS-17.2 is a version.
//   None of their parts is a key, since half a name is not what its author meant. `BFG-9000-fix` and `ABC-1-XYZ-2` do hold keys;
// - a key whose project is on a short list (UTF-8, SHA-256, ISO-8859) is none.
//
// The first key from the left wins, of two at one place the longer one.

/// How tickets are recognised: patterns, what is no ticket, and the trailers that name tickets.
public struct TicketKeys: Sendable, Equatable {
  /// The patterns; a key matches any of them.
  public var patterns: [TicketPattern]
  /// Projects (what stands before the last `-`) and whole keys that are no tickets, in any case.
  public var ignored: Set<String> {
    didSet { ignoredUpper = Set(ignored.map { $0.uppercased() }) }
  }
  /// The names of body lines that name tickets (`Ticket: BFG-9000`), in any case.
  public var trailers: [String]
  private var ignoredUpper: Set<String>

  /// What looks like a key of Jira and is a standard, an encoding, a digest, a number of another kind or a release.
  public static let wellKnown: Set<String> = [
    "AES", "ANSI", "BASE", "COVID", "CP", "CVE", "CWE", "GB", "GH", "GHSA", "HTTP", "IEC", "IEEE", "ISO", "ISO_8859",
    "JEP",
    "JSR", "LATIN", "MD", "MR", "PEP", "PR", "RC", "RELEASE", "RFC", "RSA", "SHA", "SSL", "TLS", "UCS", "UTF",
    "VERSION",
    "WINDOWS", "X86",
  ]

  /// The trailers that people use.
  public static let commonTrailers = ["Ticket", "Tickets", "Jira", "Issue", "Issues"]

  /// Creates rules; by default for keys of Jira.
  public init(
    patterns: [TicketPattern] = [.jira], ignored: Set<String> = wellKnown, trailers: [String] = commonTrailers
  ) {
    self.patterns = patterns
    self.ignored = ignored
    self.trailers = trailers
    ignoredUpper = Set(ignored.map { $0.uppercased() })
  }

  /// The keys in a text, each once, in order.
  ///
  /// - Complexity: O(n) for a text of n bytes: no key is longer than 200 bytes.
  public func keys(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var found: [String] = []
    var at = 0
    while at < bytes.count {
      guard Self.mayBegin(at, in: bytes), let match = longest(at: at, in: bytes) else {
        at += 1
        continue
      }
      at = match.end
      if match.isKey, !isIgnored(match.key), !found.contains(match.key) { found.append(match.key) }
    }
    return found
  }

  /// What the patterns find at a place: the key, and where to look on.
  private struct Match {
    var key: String
    var end: Int
    /// Whether it is not part of a date or version.
    var isKey: Bool
  }

  private func longest(at start: Int, in bytes: [UInt8]) -> Match? {
    var best: Match?
    for pattern in patterns {
      guard let end = pattern.end(from: start, in: bytes, where: { Self.mayEnd($0, in: bytes) }),
        end > (best?.end ?? start)
      else { continue }
      let text = String(decoding: bytes[start..<end], as: UTF8.self)
      best = Match(key: pattern.ignoresCase ? text.uppercased() : text, end: end, isKey: true)
    }
    guard var match = best else { return nil }
    // Digits that go on after - or . make it a date, a range or a version: the whole of it is passed over.
    let rest = Self.endOfNumbers(match.end, in: bytes)
    if rest > match.end {
      match.isKey = false
      match.end = rest
    }
    return match
  }

  private func isIgnored(_ key: String) -> Bool {
    let upper = key.uppercased()
    if ignoredUpper.contains(upper) { return true }
    guard let dash = upper.lastIndex(of: "-") else { return false }
    return ignoredUpper.contains(String(upper[..<dash]))
  }

  // MARK: - Tokens

  private static func endOfNumbers(_ start: Int, in bytes: [UInt8]) -> Int {
    var at = start
    while at + 1 < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "."),
      CharacterClass.digits.contains(bytes[at + 1])
    {
      at += 1
      while at < bytes.count, CharacterClass.digits.contains(bytes[at]) { at += 1 }
    }
    return at
  }

  private static func mayBegin(_ at: Int, in bytes: [UInt8]) -> Bool {
    guard at > 0 else { return true }
    var start = at - 1
    while start > 0, at - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return !isLetterOrDigit(bytes[start..<at])
  }

  private static func mayEnd(_ at: Int, in bytes: [UInt8]) -> Bool {
    guard at < bytes.count else { return true }
    var end = at + 1
    while end < bytes.count, end - at < 4, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return !isLetterOrDigit(bytes[at..<end])
  }

  private static func isLetterOrDigit(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    if first < 0x80 { return first != UInt8(ascii: "_") && CharacterClass.word.contains(first) }
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}

extension TicketPattern {
  /// Where the longest match that begins at a place ends, among the ends that are allowed.
  ///
  /// All places that a step can reach are followed at once, so that no pattern makes it slow.
  func end(from start: Int, in bytes: [UInt8], where isEnd: (Int) -> Bool) -> Int? {
    let limit = min(bytes.count, start + Self.longestKey)
    var reached = [start]
    for step in steps {
      var next: [Int] = []
      for place in reached {
        var at = place
        let farthest = step.most.map { min(limit, place + $0) } ?? limit
        if step.least == 0 { next.append(at) }
        while at < farthest, step.characters.contains(bytes[at]) {
          at += 1
          if at - place >= step.least { next.append(at) }
        }
      }
      // In order and each once, so that their number stays below the longest key's length.
      reached = next.sorted()
      reached = reached.indices.filter { $0 == 0 || reached[$0] != reached[$0 - 1] }.map { reached[$0] }
      if reached.isEmpty { return nil }
    }
    return reached.last { isEnd($0) }
  }
}
