// Skeletons of sources: what may change in a body without being seen, and what not.

import Testing

@testable import SketchServer

@Suite struct SourceSkeletonTests {
  static func skeleton(_ text: String) -> String {
    String(decoding: SourceSkeleton.of(Array(text.utf8)), as: UTF8.self)
  }

  static let base = """
    /// A pen.
    struct Pen: Tool {
      static let speed = 600.0
      var width = 3
      var area: Double { width * 2 }
      func draw<T: Canvas>(_ canvas: T, at point: (Double, Double) = (0, 1)) -> Int {
        let text = "a } brace \\(name("}")) and more"
        if width > 3 { return 1 }
        return 0
      }
      enum Kind { case thin, thick(Int) }
    }
    """

  @Test(
    "changes within bodies, of numbers and of comments are not seen",
    arguments: [
      ("600.0", "720.5"), ("= 3\n", "= 11\n"), ("/// A pen.", "/// Another pen.\n// with more"),
      ("width * 2", "width * 3 + 1"),
      ("return 1 }", "for x in 0..<9 { print(x) } ; return 2 }"), ("\"a } brace", "\"a }}}{ brace"),
      ("(0, 1)", "(7, 42)"),
    ])
  func unseen(from: String, to: String) {
    let changed = Self.base.replacing(from, with: to)
    #expect(changed != Self.base)
    #expect(Self.skeleton(changed) == Self.skeleton(Self.base))
  }

  @Test(
    "changes of declarations are seen",
    arguments: [
      ("600.0", "600"), ("var width = 3", "var width: Float = 3"), ("var width = 3", "let width = 3"),
      ("struct Pen", "final class Pen"), ("at point", "at place"), ("thick(Int)", "thick(Int64)"),
      ("-> Int {", "-> Int? {"), ("var area: Double { width * 2 }", "var area: Double = 6"), ("case thin,", "case"),
      ("static let speed", "static let speed2 = 1.0\n  static let speed"), (": Tool", ""), ("T: Canvas", "T: Sink"),
    ])
  func seen(from: String, to: String) {
    let changed = Self.base.replacing(from, with: to)
    #expect(changed != Self.base)
    #expect(Self.skeleton(changed) != Self.skeleton(Self.base))
  }

  @Test("what a protocol asks of a property is seen")
  func accessors() {
    #expect(
      Self.skeleton("protocol P { var a: Int { get } }") != Self.skeleton("protocol P { var a: Int { get set } }"))
    #expect(
      Self.skeleton("struct P { var a: Int { get { 1 } } }") == Self.skeleton("struct P { var a: Int { get { 2 } } }"))
  }

  @Test("strings of all kinds, nested comments and closures do not lead astray")
  func literals() {
    let text = #"""
      let a = #"raw " \ { "#
      let b = """
        long " { \#("x" + "}") "" {
        """
      /* outer /* inner { */ { */
      let c: () -> Int = { 5 }
      struct S { var x: Int }
      """#
    let changed = text.replacing("{ 5 }", with: "{ if true { 6 } else { 7 } }")
    #expect(Self.skeleton(text) == Self.skeleton(changed))
    #expect(Self.skeleton(text) != Self.skeleton(text.replacing("x: Int", with: "x: Int8")))
  }

  @Test("every prefix of a source has a skeleton")
  func prefixes() {
    let bytes = Array(Self.base.utf8)
    for count in 0...bytes.count { _ = SourceSkeleton.of(Array(bytes[..<count])) }
  }
}
