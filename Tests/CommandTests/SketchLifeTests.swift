// `plimsoll sketch life` as people use it.

import Life
import Rendering
import SystemKit
import TestSupport
import Testing

@Suite struct SketchLifeTests {
  private static let gun =
    "x = 36, y = 9, rule = B3/S23\n24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!\n"

  private func bytes(_ path: String) throws -> [UInt8] { try InputFile(path: path).withUnsafeBytes { Array($0) } }

  @Test("a gun runs 2^40 generations to a macrocell file, and says so on one line")
  func far() throws {
    let sandbox = Sandbox()
    let file = try sandbox.write("gun.rle", Self.gun)
    let result = try sandbox.plimsoll("sketch", "life", file, "--generations", "2^40", "-o", sandbox.path("far.mc"))
    #expect(result.status == 0 && result.output == "")
    // bgolly 3.3: 183,251,938,004 cells.
    #expect(
      result.errors
        == "plimsoll: generation 1099511627776, population 183251938004, 274877906962 x 274877906949 from 0, 0\n")
    let board = try HashlifeBoard.read(macrocell: bytes(sandbox.path("far.mc"))).board
    #expect(board.population == 183_251_938_004 && board.generation == 1 << 40)
    let further = try sandbox.plimsoll(
      "sketch", "life", sandbox.path("far.mc"), "--generations", "30", "-o", sandbox.path("far.png"))
    #expect(further.status == 0)
    #expect(further.errors.contains("too many for a picture; a pixel is 2^"))
    #expect(further.errors.contains("generation 1099511627806"))
    let refused = try sandbox.plimsoll("sketch", "life", sandbox.path("far.mc"), "-o", sandbox.path("far.rle"))
    #expect(refused.status == 2 && refused.errors.contains("write a macrocell file"))
    #expect(FileFacts.size(sandbox.path("far.rle")) == nil)
  }

  @Test("every format is written and read again", arguments: ["rle", "cells", "lif", "mc"])
  func formats(ending: String) throws {
    let sandbox = Sandbox()
    let file = try sandbox.write("gun.rle", Self.gun)
    let path = sandbox.path("out.\(ending)")
    #expect(try sandbox.plimsoll("sketch", "life", file, "--generations", "30", "-o", path, "-q").errors == "")
    let back = try sandbox.plimsoll("sketch", "life", path, "--generations", "30", "-o", "-", "--to", "rle")
    #expect(back.status == 0 && back.errors.contains("population 46"))
    #expect(try LifePattern.read(Array(back.output.utf8)).population == 46)
  }

  @Test("a picture has cells of the size that was asked for, black on white")
  func picture() throws {
    let sandbox = Sandbox()
    let file = try sandbox.write("b.rle", "3o!")
    #expect(try sandbox.plimsoll("sketch", "life", file, "--cell", "4", "-o", sandbox.path("b.png"), "-q").status == 0)
    let shown = try PictureReader.read(bytes(sandbox.path("b.png")), source: "b.png")
    #expect(shown.width == 20 && shown.height == 12)
    #expect(shown[4, 4] == PixelPicture.lifeAlive && shown[15, 7] == PixelPicture.lifeAlive)
    #expect(shown[3, 4] == PixelPicture.lifeDead && shown[4, 8] == PixelPicture.lifeDead)
    let large = try sandbox.write("l.lif", "#Life 1.06\n0 0\n100000 0\n")
    let refused = try sandbox.plimsoll("sketch", "life", large, "--cell", "1", "-o", sandbox.path("l.png"))
    #expect(refused.status == 2 && refused.errors.contains("100003"))
  }

  @Test("cells at the plane's edges are seen in a picture")
  func edges() throws {
    let sandbox = Sandbox()
    let (first, last) = (-LifeBox.limit, LifeBox.limit - 1)
    for (name, cells) in [
      ("one", "\(first) \(first)"), ("far", "\(first) 0\n\(last) 0"), ("end", "\(last) \(last)"),
    ] {
      let file = try sandbox.write("\(name).lif", "#Life 1.06\n\(cells)\n")
      let result = try sandbox.plimsoll("sketch", "life", file, "-o", sandbox.path("\(name).png"), "-q")
      #expect(result.status == 0, "\(name): \(result.errors)")
      let shown = try PictureReader.read(bytes(sandbox.path("\(name).png")), source: name)
      #expect(shown.pixels.contains(PixelPicture.lifeAlive), "\(name)")
    }
  }

  @Test("a torus by option, by the rule and by the file")
  func torus() throws {
    let sandbox = Sandbox()
    let glider = try sandbox.write("g.rle", "bo$2bo$3o!")
    let named = try sandbox.write("n.rle", "x = 3, y = 3, rule = B3/S23:T8,8\nbo$2bo$3o!")
    for words in [[glider, "--torus", "8x8"], [glider, "--rule", "B3/S23:T8,8"], [named]] {
      let result = try sandbox.run(
        Sandbox.program, ["sketch", "life"] + words + ["--generations", "33", "-o", "-", "--to", "rle"])
      #expect(result.status == 0)
      #expect(result.output.contains("rule = B3/S23:T8,8"))
      #expect(result.errors.contains("generation 33, population 5"))
    }
    let kept = sandbox.path("k.mc")
    #expect(try sandbox.plimsoll("sketch", "life", named, "--generations", "9", "-o", kept, "-q").errors == "")
    let further = try sandbox.plimsoll("sketch", "life", kept, "--generations", "24", "-o", "-", "--to", "rle")
    #expect(further.output.contains("Gen=33") && further.output.contains("B3/S23:T8,8"))
    let small = try sandbox.plimsoll("sketch", "life", glider, "--torus", "2x8", "-o", "-")
    #expect(small.status == 2 && small.errors.contains("does not fit on the torus"))
  }

  @Test(
    "wrong usage is told",
    arguments: [
      (["--rule", "B2-a/S"], "Hensel"), (["--rule", "B2/S/3"], "Generations"),
      (["--torus", "5"], "'--torus' is such as"),
      (["--torus", "0x5"], "is not kept"), (["--generations", "x"], "'--generations' is a number"),
      (["--generations", "2^63"], "at most 2^62"), (["--cell", "0"], "'--cell' is from 1 to 64"),
      (["--generation", "5"], "did you mean '--generations'?"), (["--to", "gif"], "gif"),
    ])
  func usage(words: [String], message: String) throws {
    let sandbox = Sandbox()
    let file = try sandbox.write("g.rle", "bo$2bo$3o!")
    let result = try sandbox.run(Sandbox.program, ["sketch", "life", file, "-o", "-"] + words)
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test("a bad file is told with its place")
  func badFiles() throws {
    let sandbox = Sandbox()
    let cut = try sandbox.write("c.rle", "x = 3, y = 3\nbo$2bo$3")
    let result = try sandbox.plimsoll("sketch", "life", cut, "-o", "-")
    #expect(result.status == 2)
    #expect(result.errors == "plimsoll: error: \(cut): byte 21: the pattern is cut off here\n")
    let endless = try sandbox.write("e.rle", "x = 3, y = 3, rule = HighLife\nbo$2bo$3o\n")
    let read = try sandbox.plimsoll("sketch", "life", endless, "-o", "-")
    #expect(read.status == 0 && read.output.contains("rule = B36/S23\nbo$2bo$3o!"))
    #expect(read.errors.hasPrefix("plimsoll: warning: \(endless): no '!' ends the pattern"))
    let large = try sandbox.write("l.rle", "1000000000o!")
    #expect(try sandbox.plimsoll("sketch", "life", large, "-o", "-").errors.contains("(at most 67108864)"))
    let other = try sandbox.write("o.txt", "hello")
    #expect(try sandbox.plimsoll("sketch", "life", other, "-o", "-").errors.contains("no pattern of a known format"))
    #expect(try sandbox.plimsoll("sketch", "life", sandbox.path("none"), "-o", "-").status == 2)
  }
}
