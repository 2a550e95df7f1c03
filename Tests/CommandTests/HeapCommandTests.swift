// The heap commands as a user runs them: outputs, exit statuses, and the mistakes people make.

import MarkupKit
import SystemKit
import TestSupport
import Testing

@Suite struct HeapCommandTests {
  /// An app with a destroyed activity in a static field, and a list of nodes.
  static func app(nodes: Int = 3, leaks: Bool = true) -> [UInt8] {
    heapDump(idSize: 4) { dump in
      let object = dump.addClass("java/lang/Object")
      let activity = dump.addClass("android/app/Activity", super: object, fields: [("mDestroyed", .boolean(false))])
      let main = dump.addClass("com/acme/MainActivity", super: activity, fields: [("title", .object(0))])
      let title = dump.javaString("secret title")
      let screen = dump.instance(of: main, [.object(title), .boolean(leaks)])
      let node = dump.addClass("com/acme/Node", super: object, fields: [("next", .object(0)), ("id", .int(0))])
      var last: UInt64 = 0
      for number in 0..<nodes { last = dump.instance(of: node, [.object(last), .int(Int32(number))]) }
      let holder = dump.addClass(
        "com/acme/Holder", super: object, statics: [("screen", .object(screen)), ("first", .object(last))])
      dump.root(0x05, holder)
    }
  }

  private static func parse(_ result: Sandbox.Result) throws -> JSONValue {
    try JSONValue(parsing: result.output)
  }

  private func sandbox(_ bytes: [UInt8] = HeapCommandTests.app()) throws -> Sandbox {
    let sandbox = Sandbox()
    try sandbox.write("app.hprof", bytes)
    return sandbox
  }

  @Test("summary lists classes and strings; the JSON has the same")
  func summary() throws {
    let sandbox = try sandbox()
    let text = try sandbox.heap(["summary", "app.hprof"])
    #expect(text.status == 0)
    #expect(text.output.contains("com.acme.Node"))
    #expect(text.output.contains("roots: 1 system class"))
    let json = try Self.parse(try sandbox.heap(["summary", "app.hprof", "--json"]))
    #expect(json["format"]?.string == "plimsoll.heap-summary")
    let nodes = json["classes"]?.elements?.first { $0["name"]?.string == "com.acme.Node" }
    #expect(nodes?["objects"]?.number == 3)
  }

  @Test("leaks ends with 1 on a certain leak and shows what holds it; with 0 on none")
  func leaks() throws {
    let sandbox = try sandbox()
    let found = try sandbox.heap(["leaks", "app.hprof"])
    #expect(found.status == 1)
    #expect(found.output.contains("destroyed activity: com.acme.MainActivity"))
    #expect(found.output.contains("class com.acme.Holder.screen"))
    try sandbox.write("good.hprof", Self.app(leaks: false))
    #expect(try sandbox.heap(["leaks", "good.hprof"]).status == 0)
  }

  @Test("path finds an object by id and by class; a near miss gets a suggestion")
  func path() throws {
    let sandbox = try sandbox()
    let byClass = try sandbox.heap(["path", "app.hprof", "MainActivity"])
    #expect(byClass.status == 0)
    #expect(byClass.output.contains("class com.acme.Holder.screen"))
    let miss = try sandbox.heap(["path", "app.hprof", "com.acme.Nod"])
    #expect(miss.status == 2)
    #expect(miss.errors.contains("did you mean 'com.acme.Node'?"))
    #expect(try sandbox.heap(["path", "app.hprof", "0xdead"]).status == 2)
    #expect(try sandbox.heap(["path", "app.hprof"]).status == 64)
  }

  @Test("dominators gives retained sizes of objects and classes")
  func dominators() throws {
    let sandbox = try sandbox()
    let text = try sandbox.heap(["dominators", "app.hprof", "--tree"])
    #expect(text.status == 0)
    #expect(text.output.contains("class com.acme.Holder"))
    // Three nodes of 16 bytes (header 8, reference 4, int 4), one below the other.
    let json = try Self.parse(
      try sandbox.heap(["dominators", "app.hprof", "--json", "--rule", "strong"]))
    let nodes = json["objects"]?.elements?.filter { $0["name"]?.string == "com.acme.Node" }.compactMap {
      $0["retained"]?.number
    }
    #expect(nodes == [48, 32, 16])
  }

  @Test("diff ends with 0 on equal dumps and with 1 on others")
  func diff() throws {
    let sandbox = try sandbox()
    try sandbox.write("new.hprof", Self.app(nodes: 5))
    #expect(try sandbox.heap(["diff", "app.hprof", "app.hprof"]).status == 0)
    let other = try sandbox.heap(["diff", "app.hprof", "new.hprof"])
    #expect(other.status == 1)
    #expect(other.output.contains("+2    5  com.acme.Node"))
  }

  @Test(
    "crunch, decrunch and crunch again give the same file; no text of the app is in it",
    arguments: [[], ["--compress"], ["--compatible"]])
  func crunch(options: [String]) throws {
    let sandbox = try sandbox()
    #expect(try sandbox.heap(["crunch", "app.hprof", "-o", "a.bmd"] + options).status == 0)
    #expect(try sandbox.heap(["decrunch", "a.bmd", "-o", "b.hprof"]).status == 0)
    #expect(try sandbox.heap(["crunch", "b.hprof", "-o", "b.bmd"] + options).status == 0)
    let same =
      try InputFile(path: sandbox.path("a.bmd")).withUnsafeBytes { Array($0) }
      == InputFile(path: sandbox.path("b.bmd")).withUnsafeBytes { Array($0) }
    #expect(same)
    #expect(try sandbox.run("grep", ["-c", "-a", "secret", "a.bmd"]).output == "0\n")
    let summary = try sandbox.heap(["summary", "a.bmd"])
    #expect(summary.status == 0)
    #expect(summary.output.contains("duplicate strings: unknown"))
  }

  @Test("redact proves that no text is left, keeps structure, and refuses what it cannot do")
  func redact() throws {
    let sandbox = try sandbox()
    let result = try sandbox.heap(["redact", "app.hprof", "-o", "safe.hprof"])
    #expect(result.status == 0)
    #expect(result.output.contains("none is left"))
    #expect(try sandbox.run("grep", ["-c", "-a", "secret", "safe.hprof"]).output == "0\n")
    #expect(try sandbox.heap(["diff", "app.hprof", "safe.hprof"]).status == 0)
    #expect(try sandbox.heap(["redact", "app.hprof", "-o", "-"]).status == 64)
    #expect(try sandbox.heap(["redact", "app.hprof", "-o", "x.hprof", "--keep", "everything"]).status == 64)
    _ = try sandbox.heap(["crunch", "app.hprof", "-o", "a.bmd"])
    #expect(try sandbox.heap(["redact", "a.bmd", "-o", "x.hprof"]).status == 2)
  }

  @Test("deobfuscate gives classes and fields their names")
  func deobfuscate() throws {
    let sandbox = try sandbox()
    try sandbox.write(
      "mapping.txt", "org.shop.Basket -> com.acme.Node:\n    org.shop.Basket previous -> next\n    int number -> id\n")
    let result = try sandbox.heap(["deobfuscate", "app.hprof", "--mapping", "mapping.txt", "-o", "named.hprof"])
    #expect(result.status == 0)
    #expect(result.output.contains("1 of "))
    let summary = try sandbox.heap(["summary", "named.hprof"])
    #expect(summary.output.contains("org.shop.Basket"))
    #expect(!summary.output.contains("com.acme.Node"))
    let diff = try sandbox.heap(["diff", "app.hprof", "named.hprof", "--old-mapping", "mapping.txt"])
    #expect(diff.status == 0)
    try sandbox.write("wrong.txt", "nothing of the kind\n")
    #expect(try sandbox.heap(["deobfuscate", "app.hprof", "--mapping", "wrong.txt", "-o", "x.hprof"]).status == 2)
    #expect(!AtomicFile.exists(sandbox.path("x.hprof")))
  }

  @Test("a damaged dump shows what could be read, where it breaks, and ends with 2")
  func damaged() throws {
    let bytes = Self.app()
    let sandbox = try sandbox(Array(bytes.dropLast(40)))
    for command in [["summary"], ["dominators"], ["leaks"]] {
      let result = try sandbox.heap(command + ["app.hprof"])
      #expect(result.status == 2, "\(command)")
      #expect(result.errors.contains("plimsoll: error: app.hprof: offset "), "\(command)")
      #expect(!result.output.isEmpty)
    }
    #expect(try sandbox.heap(["crunch", "app.hprof", "-o", "a.bmd"]).status == 2)
    #expect(AtomicFile.exists(sandbox.path("a.bmd")))
  }

  @Test("two dumps in one file are told, and --part takes one")
  func parts() throws {
    let sandbox = try sandbox(Self.app(nodes: 3) + Self.app(nodes: 7))
    let first = try sandbox.heap(["summary", "app.hprof", "--json"])
    #expect(first.errors.contains("holds 2 dumps"))
    let second = try Self.parse(try sandbox.heap(["summary", "app.hprof", "--json", "--part", "2"]))
    #expect(second["classes"]?.elements?.first { $0["name"]?.string == "com.acme.Node" }?["objects"]?.number == 7)
    #expect(try sandbox.heap(["summary", "app.hprof", "--part", "3"]).status == 2)
    #expect(try sandbox.heap(["summary", "app.hprof", "--part", "0"]).status == 64)
  }

  @Test("mistakes are told: no such file, no dump, a folder, a wrong command")
  func mistakes() throws {
    let sandbox = try sandbox()
    #expect(try sandbox.heap(["summary", "none.hprof"]).status == 2)
    try sandbox.write("text.txt", "hello")
    let text = try sandbox.heap(["summary", "text.txt"])
    #expect(text.status == 2)
    #expect(text.errors.contains("not a heap dump"))
    #expect(try sandbox.heap(["summary", "."]).status == 2)
    let typo = try sandbox.heap(["sumary", "app.hprof"])
    #expect(typo.status == 64)
    #expect(typo.errors.contains("summary"))
    #expect(try sandbox.heap(["crunch", "app.hprof"]).status == 64)
  }

  @Test("what is read is never written over, and what is read again must be a file")
  func outputs() throws {
    let sandbox = try sandbox()
    try sandbox.write("mapping.txt", "org.shop.Basket -> com.acme.Node:\n")
    _ = try sandbox.run("ln", ["-s", "app.hprof", "link.hprof"])
    _ = try sandbox.heap(["crunch", "app.hprof", "-o", "a.bmd"])
    for arguments in [
      ["crunch", "app.hprof", "-o", "app.hprof"], ["crunch", "app.hprof", "-o", "link.hprof"],
      ["redact", "app.hprof", "-o", "./app.hprof"], ["decrunch", "a.bmd", "-o", "a.bmd"],
      ["deobfuscate", "app.hprof", "--mapping", "mapping.txt", "-o", "mapping.txt"],
      ["redact", "app.hprof", "-o", "/dev/null"], ["crunch", "app.hprof", "-o", ""],
    ] {
      #expect(try sandbox.heap(arguments).status == 64, "\(arguments)")
    }
    #expect(try sandbox.heap(["summary", "app.hprof"]).status == 0)
    #expect(try sandbox.read("mapping.txt").hasPrefix("org.shop.Basket"))
  }

  @Test("an object that is not found in a damaged dump may be lost with the damage: both are told")
  func lost() throws {
    let sandbox = try sandbox(Array(Self.app().dropLast(40)))
    let result = try sandbox.heap(["path", "app.hprof", "no.such.Type"])
    #expect(result.status == 2)
    #expect(result.errors.contains("offset ") && result.errors.contains("no class 'no.such.Type'"))
  }

  @Test("a dump on standard input is read")
  func standardInput() throws {
    let sandbox = try sandbox()
    let result = try sandbox.run("sh", ["-c", "cat app.hprof | '\(Sandbox.program)' heap summary -"])
    #expect(result.status == 0)
    #expect(result.output.contains("com.acme.Node"))
  }
}

extension Sandbox {
  /// Runs `plimsoll heap`.
  fileprivate func heap(_ arguments: [String]) throws -> Result { try run(Self.program, ["heap"] + arguments) }
}
