// The pattern of ticket keys, in a small language of our own. It looks like a regular expression, but each step is one character
// of a class, a number of times; what it leaves out is refused and never read as something else. So a key is found in time
// that grows with the text alone, whatever the pattern: subjects come from anybody who can push. Swift's Regex does 11 MB/s and
// backtracks.
//
//     (?i)          at the very beginning: letters match in either case; keys are written in upper case
//     a - # _       a character stands for itself; so does any sign after \
//     [A-Z0-9_]     one of these; [^...] one that is none of these; \d, \w and an escaped sign may stand inside
//     \d  \w        a digit; a letter, a digit or _
//     ? * +         the step before: at most once, any number of times, at least once
//     {n} {n,} {n,m}    n times, at least n times, n to m times
//
// Only ASCII; alternatives are several patterns.

/// What ticket keys look like: `[A-Z][A-Z0-9_]+-[0-9]+` for the keys of Jira.
public struct TicketPattern: Sendable, Equatable {
  /// The pattern as it was written.
  public let text: String
  /// Whether letters match in either case; what is found is then written in upper case.
  public let ignoresCase: Bool
  /// What must stand in the text, in order.
  let steps: [Step]

  /// One character of a class, a number of times.
  struct Step: Sendable, Equatable {
    var characters: CharacterClass
    var least = 1
    /// `nil`: without a bound.
    var most: Int? = 1
  }

  /// Keys of Jira's default form: capitals, digits and `_`, then `-` and a number.
  public static let jira = TicketPattern(
    text: "[A-Z][A-Z0-9_]+-[0-9]+", ignoresCase: false,
    steps: [
      Step(characters: .upper), Step(characters: .upper.union(.digits).union(CharacterClass("_")), most: nil),
      Step(characters: CharacterClass("-")), Step(characters: .digits, most: nil),
    ])

  /// A longer pattern is a mistake.
  private static let longest = 200
  /// No key is longer, so no step need be repeated more often.
  static let longestKey = 200

  /// Reads a pattern.
  ///
  /// - Throws: `ReleaseError.badPattern` with what cannot be read and at which character.
  public init(_ text: String) throws(ReleaseError) {
    var reader = Reader(text: text, bytes: Array(text.utf8))
    guard !reader.bytes.isEmpty else { throw ReleaseError(.badPattern(text, "it is empty")) }
    guard reader.bytes.count <= Self.longest else {
      throw ReleaseError(.badPattern(text, "it is longer than \(Self.longest) characters"))
    }
    let ignoresCase = text.hasPrefix("(?i)")
    if ignoresCase { reader.at = 4 }
    var steps = try reader.steps()
    guard steps.contains(where: { $0.least > 0 }) else {
      throw ReleaseError(.badPattern(text, "it matches no character at all; at least one step must be there"))
    }
    if ignoresCase { for index in steps.indices { steps[index].characters.addOtherCase() } }
    self.init(text: text, ignoresCase: ignoresCase, steps: steps)
  }

  private init(text: String, ignoresCase: Bool, steps: [Step]) {
    self.text = text
    self.ignoresCase = ignoresCase
    self.steps = steps
  }
}

// MARK: - Reading

extension TicketPattern {
  /// Reads the language that the head of this file shows.
  private struct Reader {
    let text: String
    let bytes: [UInt8]
    var at = 0

    func failure(_ why: String, at place: Int) -> ReleaseError {
      ReleaseError(.badPattern(text, "\(why) at character \(place + 1)"))
    }

    mutating func steps() throws(ReleaseError) -> [Step] {
      var steps: [Step] = []
      while at < bytes.count {
        var step = Step(characters: try characters())
        try count(&step)
        steps.append(step)
      }
      return steps
    }

    /// The class that a step begins with.
    private mutating func characters() throws(ReleaseError) -> CharacterClass {
      let start = at
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "["): return try bracket(from: start)
      case UInt8(ascii: "\\"): return try escaped(from: start)
      case UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "{"):
        throw failure("nothing to repeat before '\(Character(Unicode.Scalar(byte)))'", at: start)
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "|"):
        throw failure("groups and alternatives are not known (give several patterns)", at: start)
      case UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        let sign = Character(Unicode.Scalar(byte))
        throw failure("'\(sign)' has no meaning here (write '\\\(sign)' for the sign itself)", at: start)
      default: return try literal(byte, at: start)
      }
    }

    private func literal(_ byte: UInt8, at place: Int) throws(ReleaseError) -> CharacterClass {
      guard byte < 0x80 else { throw failure("a sign that is not ASCII", at: place) }
      guard byte > 0x20, byte != 0x7F else { throw failure("a blank or control character", at: place) }
      return CharacterClass(byte)
    }

    private mutating func escaped(from start: Int) throws(ReleaseError) -> CharacterClass {
      guard at < bytes.count else { throw failure("nothing stands after '\\'", at: start) }
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "d"): return .digits
      case UInt8(ascii: "w"): return .word
      case _ where CharacterClass.word.contains(byte):
        throw failure("'\\\(Character(Unicode.Scalar(byte)))' is not known (\\d, \\w or a sign)", at: start)
      default: return try literal(byte, at: start)
      }
    }

    /// What stands after `[`, up to its `]`.
    private mutating func bracket(from start: Int) throws(ReleaseError) -> CharacterClass {
      var found = CharacterClass()
      let isNegated = at < bytes.count && bytes[at] == UInt8(ascii: "^")
      if isNegated { at += 1 }
      while at < bytes.count, bytes[at] != UInt8(ascii: "]") {
        let place = at
        let byte = bytes[at]
        at += 1
        if byte == UInt8(ascii: "\\") {
          found.formUnion(try escaped(from: place))
        } else if at + 1 < bytes.count, bytes[at] == UInt8(ascii: "-"), bytes[at + 1] != UInt8(ascii: "]") {
          let last = bytes[at + 1]
          _ = try literal(byte, at: place)
          _ = try literal(last, at: at + 1)
          guard byte <= last, last != UInt8(ascii: "\\") else {
            throw failure("a range that runs backwards", at: place)
          }
          for member in byte...last { found.insert(member) }
          at += 2
        } else {
          found.formUnion(try literal(byte, at: place))
        }
      }
      guard at < bytes.count else { throw failure("'[' without its ']'", at: start) }
      at += 1
      guard !found.isEmpty else { throw failure("a class without a character", at: start) }
      return isNegated ? found.inverted : found
    }

    /// How often the step may stand, if that is said.
    private mutating func count(_ step: inout Step) throws(ReleaseError) {
      guard at < bytes.count else { return }
      let start = at
      switch bytes[at] {
      case UInt8(ascii: "?"): (step.least, step.most) = (0, 1)
      case UInt8(ascii: "*"): (step.least, step.most) = (0, nil)
      case UInt8(ascii: "+"): (step.least, step.most) = (1, nil)
      case UInt8(ascii: "{"):
        at += 1
        let least = number()
        var most = least
        if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
          at += 1
          most = number()
        }
        guard let least, at < bytes.count, bytes[at] == UInt8(ascii: "}") else {
          throw failure("a count that is none of {n}, {n,} and {n,m}", at: start)
        }
        guard (most ?? least) >= least, max(least, most ?? 0) <= TicketPattern.longestKey, most != 0 else {
          throw failure("a count outside 1...\(TicketPattern.longestKey)", at: start)
        }
        (step.least, step.most) = (least, most)
      default: return
      }
      at += 1
    }

    private mutating func number() -> Int? {
      let digits = bytes[at...].prefix { CharacterClass.digits.contains($0) }.prefix(6)
      at += digits.count
      return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
  }
}
