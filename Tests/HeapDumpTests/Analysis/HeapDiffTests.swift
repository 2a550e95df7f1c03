// Two dumps of one program: what grew, by class.

import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct HeapDiffTests {
  /// A cache of byte arrays.
  static func dump(_ name: String = "com.acme.Cache", entries: Int, size: Int = 100, gone: Bool = false) throws
    -> HeapDump
  {
    try android { app in
      let owner = app.dump.addClass(name, super: app.object, fields: [("bytes", .object(0))])
      let caches = (0..<entries).map { _ in
        app.dump.instance(of: owner, [.object(app.dump.primitiveArray((0..<size).map { _ in .byte(0) }))])
      }
      let array = app.dump.objectArray(of: app.dump.addClass("java.lang.Object[]", super: app.object), caches)
      app.holder("com.acme.App", [("all", array)])
      if gone { app.holder("com.acme.Old", [("own", app.instance("com.acme.Gone", []))]) }
    }
  }

  @Test func `classes are compared by count, own size and what they retain`() throws {
    let diff = try HeapDiff(Self.dump(entries: 3, gone: true), Self.dump(entries: 10))
    let cache = try #require(diff.classes.first { $0.name == "com.acme.Cache" })
    #expect(cache.before.count == 3 && cache.after.count == 10)
    #expect(cache.after.shallow * 3 == cache.before.shallow * 10)
    #expect(cache.growth == 7 * cache.before.retained / 3 && cache.growth > 700)
    let gone = try #require(diff.classes.first { $0.name == "com.acme.Gone" })
    #expect(gone.before.count == 1 && gone.after == ClassFigures() && gone.growth < 0)
    #expect(diff.classes.map(\.growth) == diff.classes.map(\.growth).sorted(by: >))
    #expect(diff.after.count - diff.before.count == 14 - 1, "caches and arrays, without the one that is gone")
  }

  @Test func `a dump does not differ from itself`() throws {
    let diff = try HeapDiff(Self.dump(entries: 4), Self.dump(entries: 4))
    #expect(diff.classes == [] && diff.unchanged == 3)
    #expect(diff.before == diff.after)
  }

  @Test func `two builds are compared by their original names`() throws {
    let first = try mapping("com.acme.Cache -> a.b:\n")
    let second = try mapping("com.acme.Cache -> c.d:\n")
    let diff = try HeapDiff(
      Self.dump("a.b", entries: 3), Self.dump("c.d", entries: 5), beforeMapping: first, afterMapping: second)
    let changed = diff.classes.filter { $0.before.count != $0.after.count }.map(\.name)
    #expect(Set(changed) == ["com.acme.Cache", "byte[]"])
    let apart = try HeapDiff(Self.dump("a.b", entries: 3), Self.dump("c.d", entries: 5), beforeMapping: first)
    #expect(Set(apart.classes.map(\.name)).isSuperset(of: ["com.acme.Cache", "c.d"]))
  }

  @Test func `names that are hashes in one dump are those of the other`() throws {
    let sandbox = Sandbox()
    let crunched = try HeapDump(path: try sandbox.write("app.bmd", CrunchedFixture.app()))
    let plain = try android { app in
      let impl = app.instance("com.acme.Impl", [])
      app.holder("com.acme.Holder", [("own", impl), ("model", app.instance("com.acme.Impl2", []))])
    }
    for diff in [try HeapDiff(crunched, plain), try HeapDiff(plain, crunched)] {
      let names = diff.classes.map(\.name)
      #expect(!names.contains { $0.hasPrefix("Hash$") }, "\(names)")
      #expect(Set(names).count == names.count)
    }
  }

  @Test(.enabled(if: PackageFolder.corpus != nil)) func `a crunched dump has the classes of the dump it was made from`()
    throws
  {
    let before = try HeapDump(path: GoldenTests.path("leakcanary-leak_service_binder.hprof")!)
    let after = try HeapDump(path: GoldenTests.path("leak_service_binder.badooHEAD.bmd")!)
    let diff = try HeapDiff(before, after)
    #expect(diff.before.count == diff.after.count)
    let other = diff.classes.filter { $0.before.count != $0.after.count }
    #expect(other == [])
  }
}
