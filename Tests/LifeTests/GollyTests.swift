// Both boards against Golly's command-line program, where it is installed.

import Life
import TestSupport
import Testing

@Suite(.enabled(if: BGolly.isInstalled, "bgolly (Debian: golly) is not installed")) struct GollyTests {
  static let rules = [
    "B3/S23", "B36/S23", "B2/S", "B3678/S34678", "B34/S34", "B1357/S1357", "B35678/S5678", "B03/S23", "B02/S1",
    "B0123478/S01234678", "B018/S0128", "B3/S012345678",
  ]

  private func equals(_ ours: LifePattern, _ golly: LifePattern) throws -> Bool {
    try normalised(ours) == normalised(golly)
  }

  @Test("soups on the unbounded plane", arguments: 0..<12)
  func plane(group: Int) async throws {
    for number in 0..<9 {
      await Task.yield()
      let seed = UInt64(group * 100 + number)
      let rule = try rule(Self.rules[group])
      var start = soup(seed, width: 5 + Int(seed % 23), height: 4 + Int(seed % 17))
      start.heading.rule = rule
      let generations = [1, 2, 3, 7, 16, 33, 50, 61, 64][number]
      let board = try HashlifeBoard(start)
      try board.advance(by: UInt64(generations))
      let golly = try BGolly.run(
        start.rle(), generations: UInt64(generations), hashlife: number % 2 == 0 && !rule.hasBirthOnNothing)
      let same = try equals(board.pattern(), golly)
      #expect(same, "soup \(seed), \(Self.rules[group]), \(generations) generations")
    }
  }

  @Test("soups on a torus", arguments: 0..<8)
  func torus(group: Int) async throws {
    for number in 0..<12 {
      await Task.yield()
      let seed = UInt64(5000 + group * 100 + number)
      let rule = try rule(Self.rules[group])
      let (width, height) = (3 + Int(seed * 7 % 130), 3 + Int(seed * 11 % 40))
      let size = try #require(LifeTorusSize(width: Int64(width), height: Int64(height)))
      // A corner of either end, so that the box is the whole torus.
      var cells: [(x: Int64, y: Int64)] = [(0, 0), (Int64(width) - 1, Int64(height) - 1)]
      for run in soup(seed, width: width, height: height).runs {
        for x in run.x..<run.x + run.length { cells.append((x, run.y)) }
      }
      var start = LifePattern(cells: cells)
      start.heading.rule = rule
      start.heading.torus = size
      // Golly shows a torus with B0 by what differs from the background: in even generations that is the same.
      let generations = UInt64(rule.hasBirthOnNothing ? 2 + 2 * (number % 5) : 1 + 3 * number)
      var board = try TorusBoard(start, size: size)
      try board.advance(by: generations)
      let same = try equals(board.pattern(), BGolly.run(start.rle(), generations: generations))
      #expect(same, "soup \(seed), \(Self.rules[group]), \(width) x \(height), \(generations) generations")
    }
  }

  @Test("known patterns", arguments: Known.all.map(\.name))
  func known(name: String) async throws {
    await Task.yield()
    let start = try pattern(try #require(Known.all.first { $0.name == name }).rle)
    for generations in [UInt64(1), 30, 200] {
      let board = try HashlifeBoard(start)
      try board.advance(by: generations)
      let same = try equals(board.pattern(), BGolly.run(start.rle(), generations: generations, hashlife: true))
      #expect(same, "\(name), \(generations) generations")
    }
  }

  @Test("Golly reads what is written here", arguments: ["rle", "mc", "cells", "lif"])
  func written(ending: String) throws {
    let start = try soup(77, width: 90, height: 33).moved(byX: -40, y: 9)
    let bytes: [UInt8]
    switch ending {
    case "rle": bytes = start.rle()
    case "mc": bytes = try HashlifeBoard(start).macrocell()
    case "cells": bytes = try start.plaintext()
    default: bytes = try start.life106()
    }
    let same = try equals(start, BGolly.run(bytes, generations: 0, hashlife: ending == "mc"))
    #expect(same)
  }

  @Test("Golly's macrocell files are read here")
  func macrocell() throws {
    let start = soup(78, width: 100, height: 70)
    let sandbox = Sandbox()
    let file = try sandbox.write("in.rle", start.rle())
    let outcome = try sandbox.run(
      "bgolly", ["-q", "-q", "-a", "HashLife", "-m", "50", "-i", "50", "-o", sandbox.path("out.mc"), file])
    try #require(outcome.status == 0)
    let read = try LifePattern.read(Array(sandbox.read("out.mc").utf8))
    let board = try HashlifeBoard(start)
    try board.advance(by: 50)
    let same = try equals(board.pattern(), read)
    #expect(same)
    #expect(read.heading.generation == 50 && read.heading.rule == .conway)
  }
}
