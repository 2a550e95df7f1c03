// What is wrong with a file of a Lindenmayer system, or with a level that is asked for. Facts; `message()` is the one place where they
// are worded.

/// A system or level that is refused.
public struct LSystemError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Problem: UInt8, Sendable {
    /// More bytes than any system has.
    case fileTooLarge
    /// A line that is neither a key nor a rule.
    case notALine
    /// A key that no system has.
    case unknownKey
    /// A key or a letter's rule that stands twice.
    case repeated
    /// A symbol that no word has.
    case symbol
    /// A rule for something that is no letter.
    case notALetter
    /// A bracket without its other one.
    case brackets
    /// A value that is no angle.
    case angle
    /// A value that is no level.
    case level
    /// A value that is no positive number.
    case number
    /// A value that is no colour.
    case color
    /// More colours than digits can name.
    case tooManyColors
    /// A list of letters that is none, or a letter that both draws and moves.
    case letters
    /// No axiom.
    case noAxiom
    /// `+` or `-` without an angle.
    case noAngle
    /// A level out of its range.
    case levelRange
    /// A level with too many steps.
    case tooMany
  }

  /// What is wrong.
  public var problem: Problem
  /// The line, from 1; 0 when it is about no line.
  public var line: Int32
  /// What stands there.
  public var text: [UInt8]
  /// The key that was meant, where one is near.
  public var suggestion: [UInt8]
  /// The level that was asked for.
  public var value: Int64
  /// How many lines it has.
  public var count: UInt64
  /// The highest level that is drawn.
  public var possible: Int32

  init(
    _ problem: Problem, line: Int32 = 0, text: [UInt8] = [], suggestion: [UInt8] = [], value: Int64 = 0,
    count: UInt64 = 0, possible: Int32 = 0
  ) {
    self.problem = problem
    self.line = line
    self.text = Array(text.prefix(60))
    self.suggestion = suggestion
    self.value = value
    self.count = count
    self.possible = possible
  }

  /// The error as UTF-8 on one line: the line's number if there is one, what was found, and what was expected.
  public func message() -> [UInt8] {
    var out = TurtleText()
    if line > 0 {
      out.add(Int64(line))
      out.add(": ")
    }
    word(&out)
    if !suggestion.isEmpty {
      out.add("; did you mean '")
      out.add(bytes: suggestion)
      out.add("'?")
    }
    return out.bytes
  }

  private func word(_ out: inout TurtleText) {
    switch problem {
    case .fileTooLarge:
      out.add("the file is too large for a Lindenmayer system (expected at most 65,536 bytes)")
    case .notALine: quote(&out, "", " is neither a key nor a rule (expected 'axiom: F' or 'F -> F+F')")
    case .unknownKey:
      quote(
        &out, "key ",
        " is not known (expected name, axiom, angle, heading, level, step, taper, colors, draw or move)")
    case .repeated: quote(&out, "", " stands twice")
    case .symbol:
      quote(
        &out, "symbol ",
        " has no meaning (expected letters, digits and + - | [ ] ! '; a comment has a line of its own)")
    case .notALetter: quote(&out, "", " cannot be replaced (expected one letter before '->')")
    case .brackets: quote(&out, "", " has a bracket without its other one (expected pairs within each word)")
    case .angle: quote(&out, "", " is not an angle in degrees (expected 60, 22.5 or 360/7, hundredths at most)")
    case .level: quote(&out, "", " is not a level (expected 0 to 1,000)")
    case .number: quote(&out, "", " is not a positive number (expected such as 10 or 0.7)")
    case .color: quote(&out, "", " is not a colour (expected such as #336699)")
    case .tooManyColors: out.add("more than ten colours (digits name them)")
    case .letters: quote(&out, "", " are no letters of their own (expected such as 'A B', each draws or moves)")
    case .noAxiom: out.add("no axiom (expected 'axiom: F')")
    case .noAngle: out.add("words turn, but no angle is given (expected 'angle: 60')")
    case .levelRange:
      out.add("level ")
      out.add(value)
      out.add(" is out of range (expected 0 to 1,000)")
    case .tooMany:
      out.add("level ")
      out.add(value)
      out.add(" is too deep: ")
      if count <= LSystem.mostSteps {
        // Few lines, but jumps, letters that draw nothing, or brackets.
        out.add("it takes too many steps, letters or open brackets (level ")
        out.add(Int64(possible))
        out.add(" can be drawn)")
        return
      }
      if count == .max {
        out.add("more lines than can be counted")
      } else {
        out.add(grouped: count)
        out.add(" lines")
      }
      out.add(" (expected at most ")
      out.add(grouped: LSystem.mostSteps)
      out.add(" steps; level ")
      out.add(Int64(possible))
      out.add(" can be drawn)")
    }
  }

  private func quote(_ out: inout TurtleText, _ before: StaticString, _ after: StaticString) {
    out.add(before)
    out.add("'")
    out.add(bytes: text)
    out.add("'")
    out.add(after)
  }
}
