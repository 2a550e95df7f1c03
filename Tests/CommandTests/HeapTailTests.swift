// What the heap commands say where a dump, an option or an argument is odd: hostile sizes, dumps without roots, small mistakes.

import MarkupKit
import SystemKit
import TestSupport
import Testing

@Suite struct HeapTailTests {
  private func sandbox(_ bytes: [UInt8] = HeapCommandTests.app()) throws -> Sandbox {
    let sandbox = Sandbox()
    try sandbox.write("app.hprof", bytes)
    return sandbox
  }

  // MARK: - Output that is bounded

  /// Leaked activities of a class each, all held by an array behind a chain of nodes that are alternately of two classes.
  static func chain(nodes: Int, leaks: Int) -> [UInt8] {
    heapDump(idSize: 4) { dump in
      let object = dump.addClass("java/lang/Object")
      let activity = dump.addClass("android/app/Activity", super: object, fields: [("mDestroyed", .boolean(false))])
      let array = dump.addClass("[Ljava/lang/Object;", super: object)
      let kinds = ["A", "B"].map { dump.addClass($0, super: object, fields: [("next", .object(0))]) }
      let screens = (0..<leaks).map { number in
        dump.instance(of: dump.addClass("com/acme/Screen\(number)", super: activity), [.boolean(true)])
      }
      var last = dump.objectArray(of: array, screens)
      for number in 0..<nodes { last = dump.instance(of: kinds[number % 2], [.object(last)]) }
      dump.root(0x01, last)
    }
  }

  @Test("hundreds of leaks with long ways are told with their ends, and how many steps are left out")
  func boundedLeaks() throws {
    let sandbox = try sandbox(Self.chain(nodes: 400, leaks: 300))
    let result = try sandbox.heap(["leaks", "app.hprof", "--json"])
    #expect(result.status == 1)
    #expect(result.output.utf8.count < 2_000_000)
    let suspects = try #require(try JSONValue(parsing: result.output)["suspects"]?.elements)
    let certain = suspects.filter { $0["kind"]?.string == "destroyed-activity" }
    #expect(certain.count == 300)
    for suspect in certain {
      let steps = suspect["path"]?["steps"]?.elements ?? []
      let left = steps.compactMap { $0["omitted"]?.number }.reduce(0, +)
      // The nodes, the array and the screen.
      #expect(Double(steps.count) + left == 402)
      #expect(steps.first?["class"]?.string == "B" && steps.last?["class"]?.string == suspect["name"]?.string)
    }
    let text = try sandbox.heap(["leaks", "app.hprof"])
    #expect(text.output.utf8.count < 1_000_000)
    #expect(text.output.contains("more steps"))
    let paths = try sandbox.heap(["path", "app.hprof", "A", "--json"])
    #expect(paths.output.contains("\"omitted\"") && !paths.output.contains("objects)\""))
  }

  @Test("threads by the hundred that share one long stack do not print it each")
  func boundedStacks() throws {
    let bytes = heapDump(idSize: 4) { dump in
      let object = dump.addClass("java/lang/Object")
      let thread = dump.addClass("java/lang/Thread", super: object)
      _ = dump.stack(
        thread: 1, serial: 9, (0..<1_500).map { ("java/lang/Thread", "run\($0)", "Thread.java", Int32($0 + 1)) })
      for number in 0..<500 { dump.root(0x08, dump.instance(of: thread), [UInt32(number + 1), 9]) }
    }
    let sandbox = try sandbox(bytes)
    let result = try sandbox.heap(["summary", "app.hprof", "--json"])
    #expect(result.output.utf8.count < 10_000_000)
    let threads = try #require(try JSONValue(parsing: result.output)["threads"]?["list"]?.elements)
    #expect(threads.count == 500)
    for thread in threads {
      let shown = Double(thread["frames"]?.elements?.count ?? 0)
      #expect(shown > 0 && shown + (thread["framesLeftOut"]?.number ?? 0) == 1_500)
    }
    #expect(threads[0]["frames"]?.elements?.count == 1_500)
    let text = try sandbox.heap(["summary", "app.hprof", "--stacks"])
    #expect(text.output.utf8.count < 10_000_000)
    #expect(text.output.contains("more frames"))
  }

  // MARK: - No roots

  @Test("without roots nothing is said to be held, and the commands cannot tell")
  func noRoots() throws {
    let bytes = heapDump(idSize: 4) { dump in
      let object = dump.addClass("java/lang/Object")
      let activity = dump.addClass("android/app/Activity", super: object, fields: [("mDestroyed", .boolean(false))])
      let screen = dump.instance(of: activity, [.boolean(true)])
      dump.instance(of: dump.addClass("com/acme/Cache", super: object, fields: [("a", .object(0))]), [.object(screen)])
    }
    let sandbox = try sandbox(bytes)
    try sandbox.write("cut.hprof", Array(HeapCommandTests.app().dropLast(20)))
    for name in ["app.hprof", "cut.hprof"] {
      for command in [["leaks", name], ["dominators", name], ["path", name, "android.app.Activity"]] {
        let result = try sandbox.heap(command)
        #expect(result.status == 2, "\(command)")
        #expect(result.errors.contains("no roots"), "\(command)")
        #expect(!result.output.contains("0 certain leaks"), "\(command)")
        #expect(!result.output.contains("not reached"), "\(command)")
      }
      let json = try JSONValue(parsing: try sandbox.heap(["dominators", name, "--json"]).output)
      #expect(json["unknown"]?.elements?.first?.string?.contains("no roots") == true)
      #expect(json["classes"]?.elements?.isEmpty == true)
      let leaks = try JSONValue(parsing: try sandbox.heap(["leaks", name, "--json"]).output)
      #expect(leaks["unknown"]?.elements?.contains { $0.string?.contains("no roots") == true } == true)
    }
    #expect(try sandbox.heap(["diff", "app.hprof", "app.hprof"]).status == 2)
    #expect(try sandbox.heap(["summary", "app.hprof"]).status == 0)
  }

  // MARK: - Small mistakes

  @Test("an id is taken without 0x where it is no class, and suggested where it could be one")
  func ids() throws {
    let bytes = heapDump(idSize: 4) { dump in
      let object = dump.addClass("java/lang/Object")
      let node = dump.addClass("com/acme/Node", super: object)
      for id: UInt64 in [0x7f3a10, 0xdeadb0, 1_234_567] { dump.root(0x01, dump.instance(of: node, id: id)) }
    }
    let sandbox = try sandbox(bytes)
    #expect(try sandbox.heap(["path", "app.hprof", "7f3a10"]).output.contains("com.acme.Node  0x7f3a10"))
    #expect(try sandbox.heap(["path", "app.hprof", "7F3A10"]).status == 0)
    let letters = try sandbox.heap(["path", "app.hprof", "deadb0"])
    #expect(letters.status == 2 && letters.errors.contains("did you mean '0xdeadb0'?"))
    let decimal = try sandbox.heap(["path", "app.hprof", "1234567"])
    #expect(decimal.status == 2 && decimal.errors.contains("did you mean '0x12d687'?"))
    #expect(try sandbox.heap(["path", "app.hprof", "99"]).errors.contains("no object 0x99"))
    #expect(try sandbox.heap(["path", "--help"]).output.contains("hexadecimal"))
  }

  @Test("a pattern of --keep that no class has is told")
  func keepNothing() throws {
    let sandbox = try sandbox()
    let result = try sandbox.heap(
      ["redact", "app.hprof", "-o", "x.hprof", "--keep", "class:no.such.*", "--keep", "class:com.acme.*"])
    #expect(result.status == 0)
    #expect(result.errors.contains("--keep 'class:no.such.*'") && !result.errors.contains("com.acme"))
    let quiet = try sandbox.heap(
      ["redact", "app.hprof", "-o", "x.hprof", "--keep", "class:no.such.*", "--quiet"])
    #expect(quiet.errors == "")
  }

  @Test("options that do not go with the dump or with one another are wrong usage")
  func usage() throws {
    let sandbox = try sandbox()
    try sandbox.write("wide.hprof", heapDump(idSize: 8) { $0.root(0x05, $0.addClass("java/lang/Object")) })
    let wide = try sandbox.heap(["crunch", "wide.hprof", "--compatible", "-o", "x.bmd"])
    #expect(wide.status == 64 && wide.errors.contains("ids of 8 bytes"))
    #expect(try sandbox.heap(["crunch", "app.hprof", "--compatible", "--keep-arrays", "-o", "x.bmd"]).status == 64)
    #expect(try sandbox.heap(["crunch", "wide.hprof", "-o", "x.bmd"]).status == 0)
    for command in ["summary", "leaks", "dominators"] {
      let result = try sandbox.heap([command, "app.hprof", "--html", ""])
      #expect(result.status == 64 && result.errors.contains("'--html' names no folder"), "\(command)")
    }
  }

  @Test("help says of the output what is true")
  func outputHelp() throws {
    let sandbox = try sandbox()
    #expect(!(try sandbox.heap(["redact", "--help"]).output.contains("'-' is standard output")))
    #expect(try sandbox.heap(["crunch", "--help"]).output.contains("'-' is standard output"))
    #expect(try sandbox.heap(["redact", "app.hprof", "-o", "-"]).status == 64)
    #expect(try sandbox.heap(["redact", "app.hprof", "-o", ""]).status == 64)
  }

  @Test("the JSON of dominators has the classes of what is not listed")
  func othersByClass() throws {
    let bytes = heapDump(idSize: 4) { dump in
      let object = dump.addClass("java/lang/Object")
      let node = dump.addClass("com/acme/Node", super: object)
      let array = dump.addClass("[Lcom/acme/Node;", super: object)
      dump.root(0x01, dump.objectArray(of: array, (0..<50).map { _ in dump.instance(of: node) }))
      for _ in 0..<50 { dump.root(0x01, dump.instance(of: node)) }
    }
    let sandbox = try sandbox(bytes)
    let json = try JSONValue(parsing: try sandbox.heap(["dominators", "app.hprof", "--json"]).output)
    let top = try #require(json["othersByClass"]?.elements?.first)
    #expect(top["name"]?.string == "com.acme.Node" && (top["objects"]?.number ?? 0) > 30)
    #expect((top["retained"]?.number ?? 0) > 0)
    let below = try #require(json["tree"]?.elements?.first?["othersByClass"]?.elements?.first)
    #expect(below["name"]?.string == "com.acme.Node")
  }

  @Test("counts of what is not listed have the separators of all counts")
  func separators() throws {
    let bytes = heapDump(idSize: 4) { dump in
      let object = dump.addClass("java/lang/Object")
      for number in 0..<1_100 { dump.root(0x01, dump.instance(of: dump.addClass("C\(number)", super: object))) }
    }
    let sandbox = try sandbox(bytes)
    try sandbox.write("none.hprof", heapDump(idSize: 4) { $0.root(0x05, $0.addClass("java/lang/Object")) })
    for command in [
      ["summary", "app.hprof", "--classes", "10"], ["dominators", "app.hprof", "--top", "10"],
      ["diff", "none.hprof", "app.hprof", "--top", "10"],
    ] {
      let output = try sandbox.heap(command).output
      #expect(output.contains("and 1\u{202F}0") && output.contains("more classes"), "\(command)")
    }
  }

  // MARK: - Bitmaps

  @Test("bitmaps whose sizes were dropped are unknown, not 0 B")
  func bitmaps() throws {
    let bytes = heapDump(idSize: 4) { dump in
      let object = dump.addClass("java/lang/Object")
      let bitmap = dump.addClass(
        "android/graphics/Bitmap", super: object, fields: [("mBuffer", .object(0)), ("field_removed", .long(0))])
      for _ in 0..<3 { dump.root(0x01, dump.instance(of: bitmap, [.object(0), .long(0)])) }
    }
    let sandbox = try sandbox(bytes)
    let result = try sandbox.heap(["summary", "app.hprof"])
    #expect(result.output.contains("bitmaps: unknown"))
    let json = try JSONValue(parsing: try sandbox.heap(["summary", "app.hprof", "--json"]).output)
    #expect(json["bitmaps"]?["unknown"]?.string != nil)
  }
}

extension Sandbox {
  /// Runs `plimsoll heap`.
  fileprivate func heap(_ arguments: [String]) throws -> Result { try run(Self.program, ["heap"] + arguments) }
}
