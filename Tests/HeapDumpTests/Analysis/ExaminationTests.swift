// Leaks and dominators at once say the same as each for itself, and what is not named one by one is told by class.

import SystemKit
import TestSupport
import Testing

@testable import HeapDump

struct ExaminationTests {
  private static var dumps: [HeapDump] {
    get throws {
      var dumps = [try HeapDump(name: "leaky", bytes: leakyHeapDump(leaks: 30, strings: 50))]
      if let corpus = PackageFolder.corpus {
        let path = PathName.join(corpus, "heap/leakcanary-leak_service_binder.hprof")
        if AtomicFile.exists(path) { dumps.append(try HeapDump(path: path)) }
      }
      return dumps
    }
  }

  @Test func `at once or one by one, it is the same`() throws {
    for dump in try Self.dumps {
      let both = try dump.examine(limit: 30)
      let leaks = try dump.leaks()
      let dominators = try dump.dominators(rule: .strong, limit: 30, tree: .init())
      #expect(both.leaks.suspects == leaks.suspects)
      #expect(both.leaks.certainBytes == leaks.certainBytes)
      #expect(both.dominators.objects == dominators.objects)
      #expect(both.dominators.classes == dominators.classes)
      #expect(both.dominators.tree == dominators.tree)
      #expect(both.dominators.others == dominators.others)
      #expect(both.dominators.othersByClass == dominators.othersByClass)
      #expect(both.dominators.unreachedCount == dominators.unreachedCount)
    }
  }

  @Test func `classes of the rest are parts of the rest, and all adds up`() throws {
    for dump in try Self.dumps {
      let dominators = try dump.dominators(rule: .strong, limit: 5, tree: .init())
      func check(_ others: (count: Int, bytes: Int), _ classes: [DominatedClass]) {
        #expect(classes.reduce(0) { $0 + $1.count } <= others.count)
        #expect(classes.reduce(0) { $0 + $1.bytes } <= others.bytes)
        #expect(classes.map(\.bytes) == classes.map(\.bytes).sorted(by: >))
      }
      func check(_ node: DominatorNode) {
        check(node.others, node.othersByClass)
        let below = node.children.reduce(node.others.bytes) { $0 + $1.object.retained }
        // By strong references what an object retains is its own size and that of all below it.
        #expect(below + node.object.shallow == node.object.retained || node.object.shallow == 0)
        for child in node.children { check(child) }
      }
      check(dominators.others, dominators.othersByClass)
      for node in dominators.tree { check(node) }
      let all = dominators.tree.reduce(dominators.others.bytes) { $0 + $1.object.retained }
      #expect(all <= dominators.totalBytes)
    }
  }

  @Test func `what leaks retain is counted once, and not for what the platform leaks`() throws {
    // A destroyed activity that holds another.
    let bytes = heapDump { dump in
      let object = dump.addClass("java/lang/Object")
      let activity = dump.addClass(
        "android/app/Activity", super: object, fields: [("mDestroyed", .boolean(false)), ("next", .object(0))])
      let inner = dump.instance(of: activity, [.boolean(true), .object(0)])
      dump.root(0x01, dump.instance(of: activity, [.boolean(true), .object(inner)]))
    }
    let dump = try HeapDump(name: "nested", bytes: bytes)
    let leaks = try dump.leaks()
    #expect(leaks.suspects.filter(\.kind.isCertain).reduce(0) { $0 + $1.count } == 2)
    #expect(leaks.certainBytes == leaks.totalBytes)
    #expect(try HeapDump(name: "clean", bytes: leakyHeapDump(leaks: 0)).leaks().certainBytes == 0)
  }

  @Test func `formats are told by their first bytes`() {
    func format(_ bytes: [UInt8]) -> HeapDumpFormat? { bytes.withUnsafeBytes { HeapDumpFormat.recognise($0) } }
    for version in ["1.0", "1.0.1", "1.0.2", "1.0.3"] {
      let head = Array("JAVA PROFILE \(version)\0".utf8)
      #expect(format(head + [0, 0, 0, 8, 0, 0, 0, 0]) == .hprof, "\(version)")
      let length = UInt8(head.count - 1)
      for number: UInt8 in [1, 2] { #expect(format([number, length] + head.dropLast() + [1]) == .bmd) }
      #expect(format([3, length] + head.dropLast()) == nil)
    }
    #expect(format(Array("JAVA PROFILE 1.0.2 begins a dump, and this is a text".utf8)) == nil)
    #expect(format(Array("JAVA PROFILE 1.0.9\0".utf8)) == nil)
    #expect(format(Array("BMDPACK1".utf8) + [1, 0]) == .packedBMD)
    #expect(format([]) == nil)
  }
}
