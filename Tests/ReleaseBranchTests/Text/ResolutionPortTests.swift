import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct ResolutionPortTests {
  /// Lines named by words; "H" is a conflict of o and t, "H2" of o2 and t2, and so on.
  static func text(_ words: String) -> [UInt8] {
    let lines = words.split(separator: " ").map { word in
      guard word.hasPrefix("H") else { return "\(word)\n" }
      let number = word.dropFirst()
      return "<<<<<<< release\no\(number)\n=======\nt\(number)\n>>>>>>> ticket\n"
    }
    return Array(lines.joined().utf8)
  }

  static func carry(_ old: String, _ resolved: String, _ new: String, known: [String: String] = [:])
    -> ResolutionPort.Outcome
  {
    ResolutionPort(old: text(old), resolved: text(resolved)).carry(to: text(new)) { hunk in
      known[String(decoding: hunk.ours.dropLast(), as: UTF8.self)].map(text)
    }
  }

  @Test(
    arguments: [
      ("a H b", "a r b", "a H b", "a r b", ResolutionPort.Method.identical),
      ("a b", "a b", "a c b", "a c b", .clean),
      ("a b c d", "a b evil d", "A b c d", "A b evil d", .ported),
      ("a b H c d", "a b r c d", "A b H c d", "A b r c d", .ported),
      // The branch changed a line beside the conflict: the merge would conflict, the answer fits.
      ("a b H c d", "a b r c d", "a B H c d", "a B r c d", .hunk),
      // A conflict is gone.
      ("a H b c H2 d", "a r b c r2 d", "a o b c H2 d", "a o b c r2 d", .hunk),
      ("a H b c H2 d e f g", "a r b c r2 d e evil g", "a t b c H2 d e f g", "a t b c r2 d e evil g", .hunk),
      // An answer that took a line beside the conflict with it.
      ("a b H c d e", "a b r d e", "A b H c d e", "A b r d e", .ported),
      // The same conflict twice with different answers, and one of them is gone.
      (
        "a1 a2 a3 H b1 b2 b3 b4 H c1 c2", "a1 a2 a3 r b1 b2 b3 b4 s c1 c2", "a1 a2 a3 o b1 b2 b3 b4 H c1 c2",
        "a1 a2 a3 o b1 b2 b3 b4 s c1 c2", .hunk
      ),
      ("a H b H c", "a r b s c", "A x H b H c", "A x r b s c", .hunk),
      // Equal lines around the conflict.
      ("x x H x x y", "x x r x x y", "z x x H x x y", "z x x r x x y", .ported),
    ])
  func `a resolution is carried over`(
    old: String, resolved: String, new: String, answer: String, method: ResolutionPort.Method
  ) {
    #expect(Self.carry(old, resolved, new) == .resolved(Self.text(answer), method))
  }

  @Test(
    arguments: [
      ("a b", "a b", "a H b", ResolutionPort.Reason.unknownConflict),
      ("a H b", "a r b", "a H2 b", .unknownConflict),
      ("a H b", "a H b", "a x H b", .markersLeft),
      // The answer took a line with it that is another one now.
      ("a b H c d e", "a b r d e", "a b H C d e", .contextChanged),
      // What of it belonged to the conflict that is gone?
      ("a b H c d e", "a b r d e", "a b o c d e", .editsBesideVanished),
      ("a b H c d e", "a b 1 2 3 4 5 6 7 8 9 10 11 12 c d e", "a b o c d e", .editsBesideVanished),
      ("a b c d H e", "a evil c d r e", "a B c d H e", .editsConflict),
      ("a b H c d e", "a b o new c d e", "a b o c d e", .editsBesideVanished),
      ("a b H c d e", "a b new t o c d e", "a b o c d e", .editsBesideVanished),
      // Was "new" put in before the x that was there, or is it part of the answer?
      ("a b x H c d", "a b x new x r c d", "a b x o c d", .editsBesideVanished),
      ("a b x H c d", "a b x new x r c d", "a b y H c d", .contextChanged),
      // The same conflict twice with different answers, one is gone, and the lines around do not tell which.
      ("a H b H c", "a r b s c", "q H z", .ambiguous),
    ])
  func `in doubt there is no answer`(old: String, resolved: String, new: String, reason: ResolutionPort.Reason) {
    guard case .unresolved(let left) = Self.carry(old, resolved, new) else {
      Issue.record("\(Self.carry(old, resolved, new))")
      return
    }
    #expect(left.reason == reason)
  }

  @Test func `conflicts that were resolved elsewhere are answered`() {
    #expect(
      Self.carry("a H b c d", "a r b evil d", "a H2 b c d", known: ["o2": "known"])
        == .resolved(Self.text("a known b evil d"), .hunk))
    // But not one that was met here with lines beside it.
    guard case .unresolved(let left) = Self.carry("a b H c d e", "a b r d e", "a b H C d e", known: ["o": "known"])
    else {
      Issue.record("resolved")
      return
    }
    #expect(left.reason == .contextChanged)
  }

  @Test func `what is left says which conflicts and where`() {
    let outcome = Self.carry("a H b", "a r b", "a H b c H2")
    let hunk = ConflictText.Hunk(ours: Self.text("o2"), theirs: Self.text("t2"))
    #expect(
      outcome == .unresolved(ResolutionPort.Unresolved(reason: .unknownConflict, hunks: [hunk], line: 9)))
  }

  @Test func `answers that stand for themselves are lessons`() throws {
    let port = ResolutionPort(old: Self.text("a H b c d H2 e f g"), resolved: Self.text("a r s b c d r2 f g"))
    let lessons = try port.lessons()
    #expect(lessons.count == 1)
    #expect(lessons[0].answer == Self.text("r s"))
    let isFirst = lessons[0].hunk == ConflictText.Hunk(ours: Self.text("o"), theirs: Self.text("t"))
    #expect(isFirst)
  }

  @Test func `an answer without a line end stays at the end`() {
    let old = Self.text("a H")
    let port = ResolutionPort(old: old, resolved: Array("a\nr".utf8))
    #expect(port.carry(to: Self.text("b a H")) == .resolved(Array("b\na\nr".utf8), .ported))
    guard case .unresolved(let left) = port.carry(to: Self.text("b a H c")) else {
      Issue.record("resolved")
      return
    }
    #expect(left.reason == .lineEnd)
  }

  @Test func `binary and unreadable texts have no answer`() {
    let port = ResolutionPort(old: Self.text("a H b"), resolved: Self.text("a r b"))
    for text in [Self.text("a >>>>>>> H b") + [0], Array("a\n>>>>>>> ticket\n".utf8)] {
      guard case .unresolved = port.carry(to: text) else {
        Issue.record("resolved")
        return
      }
    }
  }

  @Test func `any bytes give an answer without markers or none`() {
    let texts = ["a b H c d H2 e f g", "a b r c d r2 e evil g", "A b H c d o2 e f g", "a H H2 b"].map(Self.text)
    let mutator = Mutator(seeds: texts)
    for number in 0..<UInt64(fuzzCount(2_000)) {
      let port = ResolutionPort(old: mutator.variant(number * 3), resolved: mutator.variant(number * 3 + 1))
      _ = try? port.lessons()
      if case .resolved(let bytes, _) = port.carry(to: mutator.variant(number * 3 + 2)) {
        #expect(ConflictText.firstMarker(in: bytes, markerSize: 7) == nil)
      }
    }
  }

  @Test func `a large file is carried over`() {
    var maker = TextMaker(seed: 41)
    var lines = maker.lines(10_000)
    for place in stride(from: 1_000, to: 10_000, by: 2_000) { lines[place] = Self.text("H\(place)") }
    let resolved = lines.enumerated().map { $1.count > 40 ? Self.text("r\($0)") : $1 }
    var new = lines
    for place in [500, 2_500, 9_500] { new[place] = Self.text("new\(place)") }
    var answer = resolved
    for place in [500, 2_500, 9_500] { answer[place] = Self.text("new\(place)") }
    let port = ResolutionPort(old: lines.text, resolved: resolved.text)
    let isRight = port.carry(to: new.text) == .resolved(answer.text, .ported)
    #expect(isRight)
  }
}
