// The curves of Helge von Koch (1904): "Sur une courbe continue sans tangente". Each line becomes four of a third of its length.

extension LSystem {
  /// Koch's curve: one side of the snowflake, lying on its base. Level n has 4^n lines and is 3^n steps wide.
  public static let kochCurve = LSystem(koch: "Koch curve", lines: 1)

  /// Koch's snowflake: three curves around a triangle, points outwards. Level n has 3 * 4^n lines.
  public static let kochSnowflake = LSystem(koch: "Koch snowflake", lines: 3)

  /// `F -> F+F--F+F` from the axiom F, or `F -> F-F++F-F` from F++F++F: what points up from a line that is walked to the right points out
  /// of a triangle that is walked with its inside on the left when the turns are mirrored.
  private init(koch name: StaticString, lines: Int) {
    self.init()
    var text = TurtleText()
    text.add(name)
    self.name = text.bytes
    angle = .sixty
    compass = TurtleCompass(heading: .zero, turn: .sixty, hasHalfTurns: false)
    let turns: [Int32] = lines == 1 ? [0, 1, 4, 1] : [0, 5, 2, 5]
    for turn in turns { instructions.append(LSystemInstruction(turn: turn, rule: 0, order: .draw)) }
    ends.append(4)
    for line in 0..<lines {
      instructions.append(LSystemInstruction(turn: line == 0 ? 0 : 2, rule: 0, order: .draw))
    }
    ends.append(Int32(instructions.count))
  }
}
