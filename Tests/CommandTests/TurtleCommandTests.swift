// `plimsoll sketch turtle` as people use it.

import MarkupKit
import Rendering
import SystemKit
import TestSupport
import Testing

@Suite struct TurtleCommandTests {
  private func bytes(_ path: String) throws -> [UInt8] { try InputFile(path: path).withUnsafeBytes { Array($0) } }

  @Test("a snowflake is written as SVG, PDF and PNG, the curve and files too")
  func formats() throws {
    let sandbox = Sandbox()
    for (arguments, name, start) in [
      (["--koch", "3"], "a.svg", "<svg "), (["--snowflake", "3"], "b.svg", "<svg "),
      (["--koch", "3"], "a.pdf", "%PDF-"),
      (["--koch-curve", "4"], "c.png", "\u{89}PNG"),
    ] {
      let result = try sandbox.run(
        Sandbox.program, ["sketch", "turtle"] + arguments + ["-o", sandbox.path(name), "--size", "200"])
      #expect(result.status == 0 && result.errors == "", "\(name): \(result.errors)")
      #expect(try bytes(sandbox.path(name)).starts(with: start.unicodeScalars.map { UInt8($0.value) }))
    }
    let (one, other) = (try bytes(sandbox.path("a.svg")), try bytes(sandbox.path("b.svg")))
    #expect(one == other)
    // A curve of 200 x 59 points: root(3)/6 of the base.
    let picture = try PictureReader.read(bytes(sandbox.path("c.png")), source: "c.png")
    #expect(picture.width == 200 && picture.height == 60)
  }

  @Test("a file's level, step and colours are used, and options go before them")
  func file() throws {
    let sandbox = Sandbox()
    let file = try sandbox.write(
      "t.lsystem", "axiom: X\nangle: 90\nlevel: 3\nstep: 10\ncolors: #ff0000\nX -> 0F+X")
    #expect(try sandbox.plimsoll("sketch", "turtle", "--lsystem", file, "-o", sandbox.path("t.png")).status == 0)
    let picture = try PictureReader.read(bytes(sandbox.path("t.png")), source: "t.png")
    // Three sides of a square of 10, a point of margin around.
    #expect(picture.width == 12 && picture.height == 12)
    #expect(picture.pixels.contains { $0 & 0xffff == 0x00ff || $0 & 0xff00 < 0xff00 })
    let piped = try sandbox.plimsoll(
      "sketch", "turtle", "--lsystem", "-", "--level", "1", "--to", "svg", "-o", "-", "--background", "none", "--width",
      "2",
      input: "axiom: F\nF -> FF")
    #expect(piped.status == 0 && piped.output.contains("stroke-width=\"200\"") && !piped.output.contains("<rect"))
  }

  @Test("a width that grows beyond all numbers stays a number")
  func widths() throws {
    let sandbox = Sandbox()
    let file = try sandbox.write("w.lsystem", "axiom: F" + String(repeating: "!", count: 80) + "F\ntaper: 999999")
    for ending in ["svg", "pdf", "png"] {
      let path = sandbox.path("w.\(ending)")
      #expect(try sandbox.plimsoll("sketch", "turtle", "--lsystem", file, "-o", path).status == 0)
    }
    #expect(try !sandbox.read("w.svg").contains("inf"))
  }

  @Test("a file that is none is an error with its line; a level too deep says which one can be drawn")
  func refused() throws {
    let sandbox = Sandbox()
    let file = try sandbox.write("bad.lsystem", "axiom: F\nangel: 60\n")
    let bad = try sandbox.plimsoll("sketch", "turtle", "--lsystem", file, "-o", sandbox.path("x.svg"))
    #expect(bad.status == 2 && bad.errors.contains("bad.lsystem:2: key 'angel' is not known"))
    #expect(bad.errors.contains("did you mean 'angle'?"))
    let deep = try sandbox.plimsoll("sketch", "turtle", "--koch", "14", "-o", sandbox.path("x.svg"))
    #expect(deep.status == 2 && deep.errors.contains("level 14 is too deep: 805,306,368 lines"))
    #expect(!AtomicFile.exists(sandbox.path("x.svg")))
    for arguments in [
      ["-o", "x.svg"], ["--koch", "3", "--snowflake", "3", "-o", "x.svg"], ["--koch", "-1", "-o", "x.svg"],
      ["--koch", "3", "--level", "2", "-o", "x.svg"], ["--koch", "3", "-o", "x.gif"], ["--koch", "3", "-o", "-"],
      ["--koch", "3", "-o", "x.svg", "--scale", "2"], ["--koch", "3", "-o", "x.svg", "--size", "1"],
      ["--koch", "3", "-o", "x.svg", "--color", "red"], ["--koch", "3", "-o", "x.svg", "--color", "none"],
      ["--koch", "3", "-o", "x.svg", "--width", "0"], ["--lsystem", file, "-o", file, "--to", "svg"],
    ] {
      let result = try sandbox.run(Sandbox.program, ["sketch", "turtle"] + arguments)
      #expect(result.status == 64, "\(arguments): \(result.errors)")
    }
  }
}
