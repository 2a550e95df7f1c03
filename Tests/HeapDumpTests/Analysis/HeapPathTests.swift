// Ways to objects and classes, as they are asked for and as they are told.

import TestSupport
import Testing

@testable import HeapDump

@Suite struct HeapPathTests {
  static func ids(_ dump: HeapDump, _ name: String) throws -> [UInt64] {
    try dump.paths(to: name).groups.compactMap { $0.path.steps.last?.id }
  }

  @Test func `a way to an object, to a class and to the objects of a class`() throws {
    let dump = try android { app in
      let node = app.instance("com.acme.Node", id: 0x55_0008, [])
      app.holder("com.acme.Tree", [("root", node)])
    }
    for target in ["0x550008", "0X550008", "com.acme.Node", "com/acme/Node", "Node"] {
      let paths = try dump.paths(to: target)
      #expect(paths.count == 1 && paths.lookedAt == 1 && paths.unreached == 0, "\(target)")
      #expect(paths.groups.map(\.path.text) == ["class com.acme.Tree.root > com.acme.Node"])
    }
    for target in ["class com.acme.Tree", "class Tree"] {
      #expect(try dump.paths(to: target).groups.map(\.path.text) == ["class com.acme.Tree"])
    }
  }

  @Test(arguments: [
    ("com.acme.Nod", "no class 'com.acme.Nod' in the dump; did you mean 'com.acme.Node'?"),
    ("class com.acme.Nodes", "no class 'com.acme.Nodes' in the dump; did you mean 'com.acme.Node'?"),
    ("0x99", "no object 0x99 in the dump"), ("0x0", "no object 0x0 in the dump"),
    ("0xyz", "no object '0xyz' (an id in hexadecimal is expected, as in 0x7f3a10) in the dump"),
    ("Twin", "no single class 'Twin': there are a.Twin, b.Twin in the dump"),
    ("qqqqqqqqqqqqqqqq", "no class 'qqqqqqqqqqqqqqqq' in the dump"), ("", "no class '' in the dump"),
  ])
  func `what is not there is told, with the likely name`(_ target: String, _ message: String) throws {
    let dump = try android { app in
      app.holder("com.acme.Node", [])
      app.holder("a.Twin", [])
      app.holder("b.Twin", [])
    }
    let error = #expect(throws: HeapDumpError.self) { try dump.paths(to: target) }
    #expect(error?.description == message)
  }

  @Test func `objects that nothing holds are counted`() throws {
    let dump = try android { app in
      let node = app.dump.addClass("com.acme.Node", super: app.object)
      let held = app.dump.instance(of: node)
      for _ in 0..<4 { app.dump.instance(of: node) }
      app.holder("com.acme.Tree", [("root", held)])
    }
    let paths = try dump.paths(to: "com.acme.Node")
    #expect(paths.count == 5 && paths.lookedAt == 5 && paths.unreached == 4)
    #expect(paths.groups.map(\.count) == [1])
    let none = try dump.paths(to: "android.app.Activity")
    #expect(none.count == 0 && none.lookedAt == 0 && none.groups == [])
    let some = try dump.paths(to: "com.acme.Node", limit: 2)
    #expect(some.count == 5 && some.lookedAt == 2)
  }

  @Test func `elements, superclass's fields and loaders are named`() throws {
    let dump = try android { app in
      let node = app.instance("com.acme.Node", [])
      let array = app.dump.objectArray(of: app.dump.addClass("java.lang.Object[]", super: app.object), [0, 0, node])
      let base = app.dump.addClass(
        "com.acme.Base", super: app.object, fields: [("number", .long(0)), ("items", .object(0))])
      let list = app.dump.addClass("com.acme.List", super: base, fields: [("items", .object(0)), ("flag", .byte(0))])
      let own = app.dump.instance(of: list, [.object(0), .byte(1), .long(0), .object(array)])
      let loader = app.instance("com.acme.Loader", [("list", own)])
      app.dump.root(0x05, app.dump.addClass("com.acme.Loaded", super: app.object, loader: loader))
    }
    let path = try #require(try dump.paths(to: "com.acme.Node").groups.first?.path)
    #expect(
      path.steps.map(\.reference) == [
        .loader, .field("list", declaredBy: "com.acme.Loader"), .field("items", declaredBy: "com.acme.Base"),
        .element(2),
        nil,
      ])
    #expect(path.text.hasPrefix("class com.acme.Loaded.<class loader> > com.acme.Loader.list > com.acme.List.items > "))
  }

  @Test func `arrays of numbers are found by their type, whether or not their class is in the dump`() throws {
    let dump = try android { app in
      app.holder("com.acme.Data", [("bytes", app.dump.primitiveArray([.byte(1)]))])
    }
    for target in ["byte[]", "[B"] {
      #expect(try dump.paths(to: target).groups.map(\.path.steps.count) == [2], "\(target)")
    }
    #expect(try dump.paths(to: "int[]").count == 0)
  }

  @Test func `the thread of a local variable is named`() throws {
    let dump = try android { app in
      app.thread("worker 7", serial: 9)
      app.dump.root(0x03, app.instance("com.acme.Node", []), [9, 0])
      app.dump.root(0x02, app.instance("com.acme.Native", []), [10, 0])
    }
    let path = try #require(try dump.paths(to: "com.acme.Node").groups.first?.path)
    #expect(path.root == .javaFrame && path.thread == "worker 7" && path.steps.count == 1)
    let native = try #require(try dump.paths(to: "com.acme.Native").groups.first?.path)
    #expect(native.root == .jniLocal && native.thread == nil)
  }

  @Test func `a static field explains more than a variable that holds the same`() throws {
    let dump = try android { app in
      let node = app.instance("com.acme.Node", [])
      app.dump.root(0x03, node, [1, 0])
      app.dump.root(0xFF, node)
      app.holder("com.acme.Tree", [("root", app.instance("com.acme.Branch", [("leaf", node)]))])
    }
    #expect(try dump.paths(to: "com.acme.Node").groups.map(\.path.steps.count) == [3])
  }

  // MARK: - Groups

  @Test func `links of a list are one group however many come before them`() throws {
    let dump = try android { app in
      let node = app.dump.addClass("com.acme.Node", super: app.object, fields: [("next", .object(0))])
      var first: UInt64 = 0
      for _ in 0..<40 { first = app.dump.instance(of: node, [.object(first)]) }
      app.holder("com.acme.List", [("head", first)])
    }
    let paths = try dump.paths(to: "com.acme.Node")
    #expect(paths.groups.map(\.count).sorted() == [1, 39], "the first link, and all that follow one")
  }

  @Test func `nodes of a tree with arrays of children are one group at any depth`() throws {
    let dump = try android { app in
      let array = app.dump.addClass("com.acme.Node[]", super: app.object)
      let node = app.dump.addClass("com.acme.Node", super: app.object, fields: [("children", .object(0))])
      var trees: [UInt64] = []
      for _ in 0..<12 { trees = [app.dump.instance(of: node, [.object(app.dump.objectArray(of: array, trees))])] }
      app.holder("com.acme.Tree", [("root", trees[0])])
    }
    let paths = try dump.paths(to: "com.acme.Node")
    #expect(paths.groups.map(\.count).sorted() == [1, 11])
  }

  @Test func `the middle of a very long way is left out`() throws {
    let dump = try android { app in
      let node = app.dump.addClass("com.acme.Node", super: app.object, fields: [("next", .object(0))])
      var first = app.instance("com.acme.Last", [])
      for _ in 0..<5_000 { first = app.dump.instance(of: node, [.object(first)]) }
      app.holder("com.acme.List", [("head", first)])
    }
    let path = try #require(try dump.paths(to: "com.acme.Last").groups.first?.path)
    #expect(path.steps.count == FoundWay.limit)
    #expect(path.steps[127].reference == .omitted(5_002 - 256))
    #expect(path.steps[127].referenceText == " (4746 objects)")
    #expect(path.signature == "system class com.acme.List.head com.acme.Node.next com.acme.Last")
    #expect(try dump.paths(to: "com.acme.Node").groups.map(\.count) == [200], "none of those looked at is the first")
  }
}
