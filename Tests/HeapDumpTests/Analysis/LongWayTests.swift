// Ways of a hundred thousand steps to hundreds of objects: what they share is walked once, and each object on them is read once.

import TestSupport
import Testing

@testable import HeapDump

@Suite struct LongWayTests {
  /// A list of nodes, an array behind it, and activities in that.
  private static func list(nodes: Int, leaks: Int) throws -> HeapDump {
    try android { app in
      let node = app.dump.addClass("com.acme.Node", super: app.object, fields: [("next", .object(0))])
      let array = app.dump.addClass("java.lang.Object[]", super: app.object)
      var first = app.dump.objectArray(of: array, (0..<leaks).map { _ in app.activity() })
      for _ in 0..<nodes { first = app.dump.instance(of: node, [.object(first)]) }
      app.holder("com.acme.List", [("head", first)])
    }
  }

  @Test("ways to hundreds of objects behind a long list cost one walk over it and a few steps each")
  func walksOnce() throws {
    let dump = try Self.list(nodes: 20_000, leaks: 400)
    let finder = try PathFinder.make(dump)
    let ids = try dump.leaks().certain.flatMap(\.objects)
    #expect(ids.count == 100)
    for _ in 0..<4 {
      for id in ids {
        let found = finder.way(to: finder.index.number(of: id))
        let way = try #require(found)
        #expect(way.ids.count == FoundWay.limit && way.ids.last == id)
        #expect(way.gap?.count == 20_003 - FoundWay.limit)
      }
    }
    let walked = finder.marks.walked
    #expect(walked < 20_003 + 400 * 66)
  }

  /// Every way, whatever was asked for before, against the objects one by one.
  @Test("ways are the same in whatever order they are asked for", arguments: [1, 7, 101])
  func sameWays(step: Int) throws {
    let dump = try Self.list(nodes: 600, leaks: 3)
    let finder = try PathFinder.make(dump)
    let count = finder.index.count
    for turn in 0..<count {
      let number = UInt32(turn * step % count)
      let way = finder.way(to: number)
      guard let path = finder.paths.path(to: number) else {
        #expect(way == nil)
        continue
      }
      let found = try #require(way)
      let ids = path.map { finder.index.id(of: $0) }
      if ids.count <= FoundWay.limit {
        #expect(found.ids == ids && found.gap == nil)
      } else {
        #expect(found.ids == Array(ids.prefix(128) + ids.suffix(128)))
        #expect(found.gap?.after == 127 && found.gap?.count == ids.count - 256)
      }
    }
  }

  @Test("a known leak far up a way is told of all that lie behind it")
  func knownLeak() throws {
    let dump = try android(sdk: 22) { app in
      let message = app.dump.addClass("android.os.Message", super: app.object, fields: [("obj", .object(0))])
      let node = app.dump.addClass("com.acme.Node", super: app.object, fields: [("next", .object(0))])
      let array = app.dump.addClass("java.lang.Object[]", super: app.object)
      var first = app.dump.objectArray(of: array, (0..<1_200).map { _ in app.activity() })
      for _ in 0..<500 { first = app.dump.instance(of: node, [.object(first)]) }
      app.holder("com.acme.Queue", [("last", app.dump.instance(of: message, [.object(first)]))])
    }
    let leaks = try dump.leaks()
    #expect(leaks.certain.map(\.count) == [1_200])
    #expect(leaks.certain.first?.path?.libraryLeak?.fieldName == "obj")
    #expect(leaks.certainBytes == 0 && leaks.waysLeftOut == 200)
  }

  @Test("objects that one holds are told by their places, each by the first")
  func places() throws {
    let dump = try android { app in
      let own = (0..<4).map { _ in app.activity() }
      let array = app.dump.addClass("java.lang.Object[]", super: app.object)
      let held = app.dump.objectArray(of: array, [0, own[0], own[1], own[0], own[2]])
      let pair = app.instance("com.acme.Pair", [("a", own[3]), ("b", held), ("c", own[3])])
      app.holder("com.acme.Bus", [("pair", pair)])
    }
    let texts = Set(try dump.paths(to: "com.acme.MainActivity").groups.map(\.path.text))
    #expect(texts.contains("class com.acme.Bus.pair > com.acme.Pair.a > com.acme.MainActivity"))
    let finder = try PathFinder.make(dump)
    let ways = try dump.leaks().certain.flatMap(\.objects).compactMap { finder.way(to: finder.index.number(of: $0)) }
    let elements = dump.name(ways).flatMap(\.steps).compactMap { step -> Int? in
      if case .element(let position) = step.reference { position } else { nil }
    }
    #expect(elements.sorted() == [1, 2, 4])
  }

  @Test("a way is shortened to its ends, and what was left out before counts", arguments: [2, 3, 16, 255])
  func shortened(limit: Int) throws {
    let dump = try Self.list(nodes: 1_000, leaks: 1)
    let path = try #require(try dump.leaks().certain.first?.path)
    let short = path.shortened(to: limit)
    #expect(short.steps.count == limit)
    let left = short.steps.compactMap { step -> Int? in
      if case .omitted(let count) = step.reference { count } else { nil }
    }
    #expect(left == [1_003 - limit])
    #expect(short.steps.last == path.steps.last && short.steps.first?.id == path.steps.first?.id)
    #expect(path.shortened(to: 256) == path)
    #expect(HeapPath.shownSteps(ofWays: 1) == 256 && HeapPath.shownSteps(ofWays: 100_000) == 16)
  }

  @Test("a dump without roots says so, and has no figure of what is held")
  func noRoots() throws {
    let dump = try android { app in _ = app.activity() }
    let leaks = try dump.leaks()
    #expect(!leaks.hasRoots && leaks.suspects.isEmpty)
    #expect(leaks.unknownTexts == ["what is held (\(HeapDump.rootless))"])
    for rule in RetentionRule.allCases {
      let dominators = try dump.dominators(rule: rule)
      #expect(!dominators.hasRoots && dominators.classes.isEmpty && dominators.objects.isEmpty)
    }
    let diff = try HeapDiff(dump, dump)
    #expect(!diff.knowsRetained && diff.classes.isEmpty && diff.before.count == 1)
  }
}
