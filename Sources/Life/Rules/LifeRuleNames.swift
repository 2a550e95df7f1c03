// Names that people and files write in the place of a rule. Those of two states are Golly's list (its preferences, "Named rules") and the
// common ones of LifeWiki ("List of Life-like rules"). Case, spaces and signs do not matter; `&` is "and".

enum LifeRuleNames {
  /// A name and its rule, in turn.
  private static let known: StaticString =
    """
    life b3/s23 conwayslife b3/s23 conwaysgameoflife b3/s23 gameoflife b3/s23 highlife b36/s23 34life b34/s34 \
    antilife b0123478/s01234678 lifewithoutdeath b3/s012345678 plowworld b378/s012345678 dayandnight b3678/s34678 \
    daynight b3678/s34678 diamoeba b35678/s5678 longlife b345/s5 seeds b2/s persianrug b234/s serviettes b234/s \
    replicator b1357/s1357 fredkin b1357/s02468 morley b368/s245 move b368/s245 2x2 b36/s125 maze b3/s12345 \
    mazectric b3/s1234 coral b3/s45678 anneal b4678/s35678 gnarl b1/s1 drylife b37/s23 pedestrianlife b38/s23 \
    eightlife b3/s238 livefreeordie b2/s0 flock b3/s12 assimilation b345/s4567 coagulations b378/s235678 \
    pseudolife b357/s238 amoeba b357/s1358 stains b3678/s235678 walledcities b45678/s2345 vote b5678/s45678
    """

  /// Rules of more than two states, besides all whose names end in "history".
  private static let ofMoreStates: StaticString = "wireworld jvn29 nobili32 hutton32 briansbrain starwars lifesuper"

  /// The rule of a name; `nil` for what is none of these.
  static func rule(_ text: [UInt8], _ range: Range<Int>) -> LifeRule? {
    let name = key(text, range)
    return known.withUTF8Buffer { known -> LifeRule? in
      var start = 0
      while start < known.count {
        let end = wordEnd(known, start)
        var next = end + 1
        var (births, survivals): (UInt16, UInt16) = (0, 0)
        var isSurvival = false
        while next < known.count, known[next] != 32 {
          if known[next] == UInt8(ascii: "s") { isSurvival = true }
          if known[next] >= UInt8(ascii: "0"), known[next] <= UInt8(ascii: "8") {
            let count = UInt16(1) << UInt16(known[next] - UInt8(ascii: "0"))
            if isSurvival { survivals |= count } else { births |= count }
          }
          next += 1
        }
        if equals(name, known, start, end) { return LifeRule(births: births, survivals: survivals) }
        start = next + 1
      }
      return nil
    }
  }

  /// Whether a name is that of a rule of more than two states.
  static func hasMoreStates(_ text: [UInt8], _ range: Range<Int>) -> Bool {
    let name = key(text, range)
    let history: StaticString = "history"
    let isHistory = history.withUTF8Buffer { history in
      guard name.count > history.count else { return false }
      for index in 0..<history.count where name[name.count - history.count + index] != history[index] { return false }
      return true
    }
    if isHistory { return true }
    return ofMoreStates.withUTF8Buffer { words in
      var start = 0
      while start < words.count {
        let end = wordEnd(words, start)
        if equals(name, words, start, end) { return true }
        start = end + 1
      }
      return false
    }
  }

  private static func wordEnd(_ words: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var end = start
    while end < words.count, words[end] != 32 { end += 1 }
    return end
  }

  private static func equals(_ name: [UInt8], _ words: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    guard name.count == end - start else { return false }
    for index in 0..<name.count where name[index] != words[start + index] { return false }
    return true
  }

  /// A name's letters, small, and digits; empty for what is too long or has a slash, as no name has.
  private static func key(_ text: [UInt8], _ range: Range<Int>) -> [UInt8] {
    guard range.count <= 64 else { return [] }
    var key: [UInt8] = []
    for index in range {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): key.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): key.append(byte)
      case UInt8(ascii: "&"):
        key.append(UInt8(ascii: "a"))
        key.append(UInt8(ascii: "n"))
        key.append(UInt8(ascii: "d"))
      case UInt8(ascii: "/"): return []
      default: break
      }
    }
    return key
  }
}
