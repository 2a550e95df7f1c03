// A crunched dump has the sizes and, by hash, the names of its original: a comparison finds nothing.

import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct CrunchedSizesTests {
  static let dump = heapDump { dump in
    let object = dump.addClass("java/lang/Object")
    // References of 4 bytes, by the offsets of two neighbouring fields.
    dump.addClass(
      "java/util/concurrent/FutureTask", super: object,
      statics: [("runnerOffset", .long(20)), ("waitersOffset", .long(24)), ("secret", .long(0x5EC2E7))])
    let node = dump.addClass("com/acme/Node", super: object, fields: [("next", .object(0)), ("id", .int(0))])
    let array = dump.addClass("[Lcom/acme/Node;", super: object)
    let matrix = dump.addClass("[[I", super: object)
    let last = dump.instance(of: node, [.object(0), .int(1)])
    dump.root(0x05, dump.objectArray(of: array, [last, dump.instance(of: node, [.object(last), .int(2)])]))
    dump.root(0x05, dump.objectArray(of: matrix, [dump.primitiveArray([.int(1), .int(2)])]))
  }

  @Test("sizes stay, arrays keep their names, and no other static value does")
  func sizes() throws {
    let sandbox = Sandbox()
    let path = try sandbox.write("a.hprof", Self.dump)
    try AtomicFile.write(to: sandbox.path("a.bmd")) { _ = try Cruncher().crunch(path: path, to: $0) }
    let before = try HeapDump(path: path)
    let after = try HeapDump(path: sandbox.path("a.bmd"))
    // By hand: 8 (id) + 4 (reference) is the header.
    #expect(before.sizeRule == SizeRule(header: 12, reference: 4, usesStatedSizes: false))
    #expect(after.sizeRule == before.sizeRule)
    let diff = try HeapDiff(before, after)
    #expect(diff.classes == [])
    let index = try #require(after.classes.indices(named: "java.util.concurrent.FutureTask").first)
    #expect(after.classes.statics[after.classes.entries[index].statics].map(\.bits) == [20, 24, 0])
  }

  @Test(
    "names are looked for in every form that dumps have",
    arguments: [
      ("com.acme.Node", ["com.acme.Node", "com/acme/Node"]),
      ("int[][]", ["int[][]", "[[I"]),
      ("com.acme.Node[][]", ["com.acme.Node[][]", "com/acme/Node[][]", "[[Lcom/acme/Node;"]),
    ])
  func forms(name: String, expected: [String]) {
    #expect(WellKnownNames.forms(of: name) == expected)
  }
}
