// Suspects by size: where a large part of the heap accumulates.

import TestSupport
import Testing

@testable import HeapDump

@Suite struct LargeSuspectTests {
  /// A map as Java has it: the map, its table, nodes, and in each node a value.
  static func map(_ app: AndroidFixture, _ name: String, entries: Int, valueBytes: Int) -> UInt64 {
    let node = app.dump.addClass(
      "\(name)$Node", super: app.object, fields: [("value", .object(0)), ("next", .object(0))])
    let nodes = (0..<entries).map { _ in
      let value = app.dump.primitiveArray((0..<valueBytes).map { _ in .byte(1) }, type: 8)
      return app.dump.instance(of: node, [.object(value), .object(0)])
    }
    let table = app.dump.objectArray(of: app.dump.classNamed("\(name)$Node[]"), nodes)
    return app.instance(name, [("table", table)])
  }

  static func suspects(_ dump: HeapDump) throws -> [LeakSuspect] {
    try dump.leaks().suspects.filter { !$0.kind.isCertain }
  }

  @Test func `the table of a large map is a suspect, and its nodes are what it holds`() throws {
    let dump = try android { app in
      let map = Self.map(app, "com.acme.Map", entries: 1_200, valueBytes: 20)
      let cache = app.instance("com.acme.Cache", [("map", app.instance("com.acme.Wrapper", [("map", map)]))])
      app.holder("com.acme.App", [("cache", cache)])
    }
    let suspects = try Self.suspects(dump)
    #expect(suspects.count == 1)
    let map = try #require(suspects.first)
    #expect(map.kind == .collection && !map.kind.isCertain)
    #expect(map.name == "com.acme.Map$Node[]", "wrappers are looked through")
    #expect(map.holdings?.count == 1_200 && map.holdings?.classCount == 1_200)
    #expect(map.holdings?.className == "com.acme.Map$Node")
    #expect(
      map.path?.text.hasPrefix(
        "class com.acme.App.cache > com.acme.Cache.map > com.acme.Wrapper.map > com.acme.Map.table") == true)
    let holdings = try #require(map.holdings)
    #expect(holdings.classBytes > 1_200 * 20 && map.retained > holdings.classBytes)
  }

  @Test func `a linked list is a suspect at its first link`() throws {
    let dump = try android { app in
      let node = app.dump.addClass("com.acme.Node", super: app.object, fields: [("next", .object(0)), ("id", .int(0))])
      var first: UInt64 = 0
      for number in 0..<1_500 { first = app.dump.instance(of: node, [.object(first), .int(Int32(number))]) }
      app.holder("com.acme.App", [("list", app.instance("com.acme.List", [("head", first)]))])
    }
    let list = try #require(try Self.suspects(dump).first)
    #expect(list.kind == .collection && list.name == "com.acme.Node" && list.chainLength == 1_500)
    #expect(list.path?.text == "class com.acme.App.list > com.acme.List.head > com.acme.Node")
    #expect(list.holdings == nil)
  }

  @Test func `one large array is a suspect by its share`() throws {
    let dump = try android { app in
      let picture = app.dump.primitiveArray((0..<50_000).map { _ in .byte(0) })
      app.holder("com.acme.App", [("picture", app.instance("com.acme.Picture", [("pixels", picture)]))])
    }
    let suspects = try Self.suspects(dump)
    #expect(suspects.map(\.name) == ["byte[]"])
    #expect(suspects[0].kind == .largeObject && suspects[0].holdings == nil)
  }

  @Test func `what lies beside the larger part of an object is looked at too`() throws {
    let dump = try android { app in
      let large = app.dump.primitiveArray((0..<9_000).map { _ in .long(0) })
      let small = app.dump.primitiveArray((0..<8_000).map { _ in .byte(0) })
      app.holder("com.acme.App", [("state", app.instance("com.acme.State", [("large", large), ("small", small)]))])
    }
    #expect(Set(try Self.suspects(dump).map(\.name)) == ["long[]", "byte[]"])
  }

  @Test func `limits are the caller's`() throws {
    let dump = try android { app in
      app.holder("com.acme.App", [("map", Self.map(app, "com.acme.Map", entries: 50, valueBytes: 200))])
      app.holder("com.acme.Big", [("map", Self.map(app, "com.acme.Other", entries: 10, valueBytes: 1_200))])
    }
    var limits = HeapDump.LeakLimits()
    limits.elements = 40
    limits.objectShare = 0.9
    #expect(try dump.leaks(limits).suspects.map(\.name) == ["com.acme.Map$Node[]"])
    limits.count = 0
    #expect(try dump.leaks(limits).suspects == [])
    #expect(try dump.leaks().suspects.count == 12, "two tables and what is large in one of them")
  }

  @Test func `an empty heap has no suspects`() throws {
    let leaks = try open(heapDump { _ in }).leaks()
    #expect(leaks.suspects == [] && leaks.totalBytes == 0)
  }
}
