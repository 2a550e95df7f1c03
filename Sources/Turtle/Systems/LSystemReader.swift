// Files of Lindenmayer systems: `Documentation/lsystem.md`. Lines are read in order and kept as bytes; words are compiled when all keys
// are known, since `draw`, `move` and `angle` may stand below the rules.

extension LSystem {
  /// Reads a file.
  ///
  /// - Throws: ``LSystemError`` with the line, what stands there and what was expected.
  /// - Complexity: O(bytes).
  public init(file: [UInt8]) throws(LSystemError) {
    var reader = LSystemReader()
    try reader.read(file)
    self = try reader.system()
  }
}

struct LSystemReader {
  private struct Word {
    var line: Int32 = 0
    var bytes: [UInt8] = []
  }

  /// The most bytes of a file.
  static let mostBytes = 65_536

  private enum Key: Int, CaseIterable {
    case name, axiom, angle, heading, level, step, taper, colors, draw, move

    var text: StaticString {
      switch self {
      case .name: "name"
      case .axiom: "axiom"
      case .angle: "angle"
      case .heading: "heading"
      case .level: "level"
      case .step: "step"
      case .taper: "taper"
      case .colors: "colors"
      case .draw: "draw"
      case .move: "move"
      }
    }
  }

  private var result = LSystem()
  private var seen: UInt32 = 0
  private var axiom = Word()
  private var rules: [Word] = []
  /// The rule of each letter, -1 for none.
  private var ruleOf = [Int16](repeating: -1, count: 256)
  private var orders = [LSystemInstruction.Order](repeating: .none, count: 256)
  private var hasAngle = false
  /// The first line that turns by the angle.
  private var turningLine: Int32 = 0
  private var hasHalfTurns = false

  init() {
    for letter in [UInt8(ascii: "F"), UInt8(ascii: "G")] { orders[Int(letter)] = .draw }
    for letter in [UInt8(ascii: "f"), UInt8(ascii: "g")] { orders[Int(letter)] = .move }
  }

  mutating func read(_ file: [UInt8]) throws(LSystemError) {
    guard file.count <= LSystemReader.mostBytes else { throw LSystemError(.fileTooLarge) }
    var start = 0
    // A byte order mark says nothing here.
    if file.starts(with: [0xef, 0xbb, 0xbf]) { start = 3 }
    var number: Int32 = 0
    while start < file.count {
      var end = start
      while end < file.count, file[end] != 0x0a { end += 1 }
      number += 1
      var line = file[start..<end]
      if line.last == 0x0d { line = line.dropLast() }
      try read(TurtleScan.trimmed(line), number)
      start = end + 1
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>, _ number: Int32) throws(LSystemError) {
    guard let first = line.first, first != UInt8(ascii: "#") else { return }
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == UInt8(ascii: ":") {
        return try key(
          TurtleScan.trimmed(line[..<index]), TurtleScan.trimmed(line[(index + 1)...]), number)
      }
      if line[index] == UInt8(ascii: "-"), index + 1 < line.endIndex, line[index + 1] == UInt8(ascii: ">") {
        return try rule(TurtleScan.trimmed(line[..<index]), TurtleScan.trimmed(line[(index + 2)...]), number)
      }
      index += 1
    }
    throw LSystemError(.notALine, line: number, text: Array(line))
  }

  private mutating func rule(
    _ letter: ArraySlice<UInt8>, _ word: ArraySlice<UInt8>, _ number: Int32
  ) throws(LSystemError) {
    guard letter.count == 1, let byte = letter.first, TurtleScan.isLetter(byte) else {
      throw LSystemError(.notALetter, line: number, text: Array(letter))
    }
    guard ruleOf[Int(byte)] < 0 else { throw LSystemError(.repeated, line: number, text: Array(letter)) }
    ruleOf[Int(byte)] = Int16(rules.count)
    rules.append(Word(line: number, bytes: Array(word)))
    try scan(rules[rules.count - 1])
  }

  private mutating func key(
    _ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, _ number: Int32
  ) throws(LSystemError) {
    var found: Key?
    for key in Key.allCases where TurtleScan.equals(name, key.text) { found = key }
    guard let key = found else {
      throw LSystemError(.unknownKey, line: number, text: Array(name), suggestion: LSystemReader.nearest(name))
    }
    guard seen & 1 << UInt32(key.rawValue) == 0 else {
      throw LSystemError(.repeated, line: number, text: Array(name))
    }
    seen |= 1 << UInt32(key.rawValue)
    switch key {
    case .name: result.name = Array(value)
    case .axiom:
      axiom = Word(line: number, bytes: Array(value))
      try scan(axiom)
    case .angle:
      result.angle = try LSystemReader.angle(value, number)
      hasAngle = true
    case .heading: result.heading = try LSystemReader.angle(value, number)
    case .level:
      guard let parts = TurtleScan.millionths(value), parts >= 0, parts % 1_000_000 == 0,
        parts / 1_000_000 <= Int64(LSystem.deepest)
      else { throw LSystemError(.level, line: number, text: Array(value)) }
      result.level = Int32(parts / 1_000_000)
    case .step: result.step = try LSystemReader.positive(value, number)
    case .taper: result.taper = try LSystemReader.positive(value, number)
    case .colors: try colors(value, number)
    case .draw: try letters(value, .draw, number)
    case .move: try letters(value, .move, number)
    }
  }

  private static func nearest(_ name: ArraySlice<UInt8>) -> [UInt8] {
    guard name.count > 1, name.count < 16 else { return [] }
    var best = (distance: name.count <= 5 ? 2 : 3, key: Key?.none)
    for key in Key.allCases {
      let distance = TurtleScan.distance(name, key.text)
      if distance < best.distance { best = (distance, key) }
    }
    var text = TurtleText()
    if let key = best.key { text.add(key.text) }
    return text.bytes
  }

  // MARK: - Values

  /// `60`, `22.5` or `360/7`.
  private static func angle(_ value: ArraySlice<UInt8>, _ number: Int32) throws(LSystemError) -> TurtleAngle {
    var parts = (over: value, under: ArraySlice<UInt8>())
    for index in value.indices where value[index] == UInt8(ascii: "/") {
      parts = (TurtleScan.trimmed(value[..<index]), TurtleScan.trimmed(value[(index + 1)...]))
      break
    }
    if let over = TurtleScan.millionths(parts.over) {
      if parts.under.isEmpty, !value.contains(UInt8(ascii: "/")) {
        if let angle = TurtleAngle(over, over: 1_000_000) { return angle }
      } else if let under = TurtleScan.millionths(parts.under), under > 0, under % 1_000_000 == 0,
        over % 1_000_000 == 0, let angle = TurtleAngle(over / 1_000_000, over: under / 1_000_000)
      {
        return angle
      }
    }
    throw LSystemError(.angle, line: number, text: Array(value))
  }

  private static func positive(_ value: ArraySlice<UInt8>, _ number: Int32) throws(LSystemError) -> Double {
    guard let parts = TurtleScan.millionths(value), parts > 0 else {
      throw LSystemError(.number, line: number, text: Array(value))
    }
    return Double(parts) / 1_000_000
  }

  private mutating func colors(_ value: ArraySlice<UInt8>, _ number: Int32) throws(LSystemError) {
    for part in value.split(whereSeparator: { TurtleScan.isSpace($0) || $0 == UInt8(ascii: ",") }) {
      var rgb: UInt32 = 0
      var isColor = part.count == 7 && part.first == UInt8(ascii: "#")
      for byte in part.dropFirst() {
        let lower = byte | 0x20
        if TurtleScan.isDigit(byte) {
          rgb = rgb << 4 | UInt32(byte - UInt8(ascii: "0"))
        } else if lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "f") {
          rgb = rgb << 4 | UInt32(lower - UInt8(ascii: "a") + 10)
        } else {
          isColor = false
        }
      }
      guard isColor else { throw LSystemError(.color, line: number, text: Array(part)) }
      guard result.colors.count < 10 else { throw LSystemError(.tooManyColors, line: number) }
      result.colors.append(TurtleColor(rgba: rgb << 8 | 0xff))
    }
    if result.colors.isEmpty { throw LSystemError(.color, line: number, text: Array(value)) }
  }

  private mutating func letters(
    _ value: ArraySlice<UInt8>, _ order: LSystemInstruction.Order, _ number: Int32
  ) throws(LSystemError) {
    let other: Key = order == .draw ? .move : .draw
    let isOtherKnown = seen & 1 << UInt32(other.rawValue) != 0
    // The letters that do so by themselves no longer do.
    for letter in 0..<256 where orders[letter] == order { orders[letter] = .none }
    var count = 0
    for byte in value where !TurtleScan.isSpace(byte) && byte != UInt8(ascii: ",") {
      guard TurtleScan.isLetter(byte), !isOtherKnown || orders[Int(byte)] == .none else {
        throw LSystemError(.letters, line: number, text: Array(value))
      }
      orders[Int(byte)] = order
      count += 1
    }
    if count == 0 { throw LSystemError(.letters, line: number, text: Array(value)) }
  }

  // MARK: - Words

  /// Checks a word's symbols and brackets, and notes whether it turns.
  private mutating func scan(_ word: Word) throws(LSystemError) {
    var open = 0
    for byte in word.bytes where !TurtleScan.isSpace(byte) {
      if TurtleScan.isLetter(byte) || TurtleScan.isDigit(byte) { continue }
      switch byte {
      case UInt8(ascii: "+"), UInt8(ascii: "-"): if turningLine == 0 { turningLine = word.line }
      case UInt8(ascii: "|"): hasHalfTurns = true
      case UInt8(ascii: "["): open += 1
      case UInt8(ascii: "]"):
        open -= 1
        if open < 0 { throw LSystemError(.brackets, line: word.line, text: word.bytes) }
      case UInt8(ascii: "!"), UInt8(ascii: "'"): continue
      default: throw LSystemError(.symbol, line: word.line, text: [byte])
      }
    }
    if open != 0 { throw LSystemError(.brackets, line: word.line, text: word.bytes) }
  }

  func system() throws(LSystemError) -> LSystem {
    guard axiom.line > 0 else { throw LSystemError(.noAxiom) }
    guard turningLine == 0 || hasAngle else { throw LSystemError(.noAngle, line: turningLine) }
    var system = result
    system.compass = TurtleCompass(heading: result.heading, turn: result.angle, hasHalfTurns: hasHalfTurns)
    for word in rules { compile(word, into: &system) }
    compile(axiom, into: &system)
    return system
  }

  private func compile(_ word: Word, into system: inout LSystem) {
    let compass = system.compass
    var turn: Int32 = 0
    func add(_ order: LSystemInstruction.Order, rule: Int16 = -1, argument: UInt8 = 0) {
      system.instructions.append(
        LSystemInstruction(turn: turn, rule: rule, order: order, argument: argument))
      turn = 0
    }
    for byte in word.bytes where !TurtleScan.isSpace(byte) {
      switch byte {
      case UInt8(ascii: "+"): turn = (turn + compass.left) % compass.count
      case UInt8(ascii: "-"): turn = (turn + compass.count - compass.left) % compass.count
      case UInt8(ascii: "|"): turn = (turn + compass.half) % compass.count
      case UInt8(ascii: "["): add(.push)
      case UInt8(ascii: "]"): add(.pop)
      case UInt8(ascii: "!"): add(.taper)
      case UInt8(ascii: "'"): add(.nextColor)
      default:
        if TurtleScan.isDigit(byte) {
          add(.color, argument: byte - UInt8(ascii: "0"))
        } else if ruleOf[Int(byte)] >= 0 || orders[Int(byte)] != .none {
          add(orders[Int(byte)], rule: ruleOf[Int(byte)])
        }
      }
    }
    if turn != 0 { add(.none) }
    system.ends.append(Int32(system.instructions.count))
  }
}
