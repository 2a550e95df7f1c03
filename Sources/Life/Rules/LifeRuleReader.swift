// Rules as people and files write them: `B3/S23`, `b36s23`, `S23/B3`, `23/3` with survivals first (the older notation), and names. Kinds of
// rules that Golly and LifeWiki name and that are not known here are refused by their names and not read as something else.

extension LifeRule {
  /// Reads a rule, without a grid.
  ///
  /// - Throws: ``LifeError`` with the offset in `text`; `grid` if a grid is named.
  public static func read(_ text: [UInt8]) throws(LifeError) -> LifeRule {
    let notation = try LifeRuleNotation.read(text)
    if notation.torus != nil { throw LifeError(.grid, at: 0) }
    return notation.rule
  }
}

extension LifeRuleNotation {
  /// Reads a rule with an optional torus, such as `B3/S23:T512,512`.
  ///
  /// - Throws: ``LifeError`` with the offset in `text`.
  public static func read(_ text: [UInt8]) throws(LifeError) -> LifeRuleNotation {
    var reader = LifeRuleReader(text: text)
    return try reader.read()
  }
}

struct LifeRuleReader {
  let text: [UInt8]
  private var offset = 0

  init(text: [UInt8]) { self.text = text }

  /// The next byte in lower case, 0 at the end.
  private var next: UInt8 {
    guard offset < text.count else { return 0 }
    let byte = text[offset]
    return byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  mutating func read() throws(LifeError) -> LifeRuleNotation {
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { offset += 1 }
    let rule: LifeRule
    let name = offset..<nameEnd
    if let named = LifeRuleNames.rule(text, name) {
      rule = named
      offset = name.upperBound
    } else {
      if LifeRuleNames.hasMoreStates(text, name) { throw LifeError(.statesRule, at: offset) }
      try refuseOtherKinds()
      rule = try counts()
    }
    var torus: LifeTorusSize?
    if next == UInt8(ascii: ":") {
      offset += 1
      torus = try grid()
    }
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") || next == 13 { offset += 1 }
    guard offset == text.count else { throw LifeError(.rule, at: offset) }
    return LifeRuleNotation(rule: rule, torus: torus)
  }

  /// Where a name would end: before the grid.
  private var nameEnd: Int {
    var end = offset
    while end < text.count, text[end] != UInt8(ascii: ":") { end += 1 }
    return end
  }

  private func starts(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      guard text.count - offset >= word.count else { return false }
      for index in 0..<word.count where text[offset + index] | 0x20 != word[index] { return false }
      return true
    }
  }

  private func refuseOtherKinds() throws(LifeError) {
    if starts("map") { throw LifeError(.mapRule, at: offset) }
    guard text.count - offset >= 2 else { return }
    let second = text[offset + 1]
    let isNumbered = second >= UInt8(ascii: "0") && second <= UInt8(ascii: "9")
    if next == UInt8(ascii: "r"), isNumbered { throw LifeError(.largerThanLife, at: offset) }
    if next == UInt8(ascii: "w"), isNumbered { throw LifeError(.wolframRule, at: offset) }
    if next == UInt8(ascii: "g"), isNumbered { throw LifeError(.generationsRule, at: offset) }
  }

  private mutating func counts() throws(LifeError) -> LifeRule {
    let first = next
    var births: UInt16 = 0
    var survivals: UInt16 = 0
    if first == UInt8(ascii: "b") || first == UInt8(ascii: "s") {
      offset += 1
      let one = try set()
      if next == UInt8(ascii: "/") || next == UInt8(ascii: "_") { offset += 1 }
      let other = first == UInt8(ascii: "b") ? UInt8(ascii: "s") : UInt8(ascii: "b")
      var two: UInt16 = 0
      if next == other {
        offset += 1
        two = try set()
      } else if first != UInt8(ascii: "b") || one == 0 || next > UInt8(ascii: " ") && next != UInt8(ascii: ":") {
        // Births alone, such as B2, are a rule in which nothing survives, as in Golly.
        throw LifeError(.rule, at: offset)
      }
      (births, survivals) = first == UInt8(ascii: "b") ? (one, two) : (two, one)
    } else {
      survivals = try set()
      guard next == UInt8(ascii: "/") else { throw LifeError(.rule, at: offset) }
      offset += 1
      births = try set()
    }
    switch next {
    case UInt8(ascii: "/"), UInt8(ascii: "g"), UInt8(ascii: "c"): throw LifeError(.generationsRule, at: offset)
    case UInt8(ascii: "h"): throw LifeError(.hexagonalRule, at: offset)
    case UInt8(ascii: "v"): throw LifeError(.vonNeumannRule, at: offset)
    default: return LifeRule(births: births, survivals: survivals)
    }
  }

  /// Counts without a separator: each a digit.
  private mutating func set() throws(LifeError) -> UInt16 {
    var result: UInt16 = 0
    while next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") {
      guard next < UInt8(ascii: "9") else { throw LifeError(.ruleCount, at: offset, value: 9) }
      result |= 1 << UInt16(next - UInt8(ascii: "0"))
      offset += 1
      if isHensel { throw LifeError(.henselRule, at: offset) }
    }
    return result
  }

  /// Whether one of Hensel's letters or the minus before them is next: `c e k a i n y q j r t w z`. A `c` before a digit is taken for the
  /// count of states of Generations; both are refused.
  private var isHensel: Bool {
    let byte = next
    if byte == 0 { return false }
    if byte == UInt8(ascii: "c") {
      guard offset + 1 < text.count else { return true }
      return text[offset + 1] < UInt8(ascii: "0") || text[offset + 1] > UInt8(ascii: "9")
    }
    let letters: StaticString = "-ekainyqjrtwz"
    return letters.withUTF8Buffer { letters in
      for letter in letters where letter == byte { return true }
      return false
    }
  }

  private mutating func number() throws(LifeError) -> Int64 {
    let start = offset
    var value: Int64 = 0
    while next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") {
      value = value * 10 + Int64(next - UInt8(ascii: "0"))
      guard value < 1 << 31 else { throw LifeError(.torusSize, at: start, value: UInt64(value)) }
      offset += 1
    }
    guard offset > start else { throw LifeError(.grid, at: offset) }
    return value
  }

  private mutating func grid() throws(LifeError) -> LifeTorusSize {
    let start = offset
    let kind = next
    offset += 1
    switch kind {
    case UInt8(ascii: "t"): break
    case UInt8(ascii: "p"): throw LifeError(.planeGrid, at: start)
    case UInt8(ascii: "k"): throw LifeError(.kleinBottle, at: start)
    case UInt8(ascii: "c"): throw LifeError(.crossSurface, at: start)
    case UInt8(ascii: "s"): throw LifeError(.sphere, at: start)
    default: throw LifeError(.grid, at: start)
    }
    let width = try number()
    try refuseShift()
    var height = width
    if next == UInt8(ascii: ",") {
      offset += 1
      height = try number()
      try refuseShift()
    }
    guard width > 0, height > 0 else { throw LifeError(.twistedTorus, at: start) }
    guard let size = LifeTorusSize(width: width, height: height) else {
      throw LifeError(.torusSize, at: start, value: UInt64(max(width, height)))
    }
    return size
  }

  private func refuseShift() throws(LifeError) {
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") || next == UInt8(ascii: "*") {
      throw LifeError(.twistedTorus, at: offset)
    }
  }
}
