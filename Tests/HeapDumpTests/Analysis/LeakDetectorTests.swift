// Objects that say of themselves that they are done with, and whether something keeps them.

import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct LeakDetectorTests {
  @Test(arguments: [4, 8]) func `a destroyed activity in a static field is a leak, with its way`(idSize: Int) throws {
    let dump = try android(idSize: idSize) { app in
      let first = app.activity()
      let listener = app.instance("com.acme.Listener", [("owner", first)])
      app.holder("com.acme.Bus", [("unused", 0), ("listener", listener)])
      app.holder("com.acme.Top", [("activity", app.activity(isDestroyed: false))])
    }
    let leaks = try dump.leaks()
    let leak = try #require(leaks.certain.first)
    #expect(leaks.certain.count == 1)
    #expect(leak.kind == .destroyedActivity && leak.kind.isCertain)
    #expect(leak.name == "com.acme.MainActivity" && leak.count == 1)
    let path = try #require(leak.path)
    #expect(path.text == "class com.acme.Bus.listener > com.acme.Listener.owner > com.acme.MainActivity")
    #expect(path.root == .stickyClass && path.libraryLeak == nil && path.thread == nil)
    #expect(path.steps[0].reference == .staticField("listener"))
    #expect(path.steps[1].reference == .field("owner", declaredBy: "com.acme.Listener"))
    #expect(leaks.unknown == [])
  }

  @Test func `no destroyed activity is no leak`() throws {
    let leaks = try android { app in app.holder("com.acme.Bus", [("top", app.activity(isDestroyed: false))]) }.leaks()
    #expect(leaks.certain == [])
  }

  @Test(arguments: [
    "java.lang.ref.WeakReference", "java.lang.ref.SoftReference", "java.lang.ref.PhantomReference",
    "java.lang.ref.FinalReference", "java.lang.ref.FinalizerReference",
  ])
  func `what is only reached weakly is no leak`(_ kind: String) throws {
    for isSubclass in [false, true] {
      let dump = try android { app in
        let reference = app.dump.addClass(
          "java.lang.ref.Reference", super: app.object, fields: [("referent", .object(0))])
        var owner = app.dump.addClass(kind, super: reference)
        if isSubclass { owner = app.dump.addClass("com.acme.Slot", super: owner, fields: [("key", .object(0))]) }
        let values: [HeapValue] = (isSubclass ? [.object(0)] : []) + [.object(app.activity())]
        app.holder("com.acme.Cache", [("slot", app.dump.instance(of: owner, values))])
      }
      #expect(try dump.leaks().texts == [], "\(kind) \(isSubclass)")
    }
  }

  @Test func `Android's list of finalizable objects keeps none of them`() throws {
    let dump = try android { app in
      let reference = app.dump.addClass(
        "java.lang.ref.Reference", super: app.object, fields: [("referent", .object(0))])
      let finalizer = app.dump.addClass(
        "java.lang.ref.FinalizerReference", super: reference, fields: [("next", .object(0)), ("prev", .object(0))])
      let last = app.dump.instance(of: finalizer, [.object(0), .object(0), .object(app.activity())])
      let first = app.dump.instance(of: finalizer, [.object(last), .object(0), .object(app.activity())])
      app.holder("com.acme.Head", [("head", first)])
    }
    #expect(try dump.leaks().texts == [])
  }

  @Test(arguments: ["android.app.Fragment", "androidx.fragment.app.Fragment", "android.support.v4.app.Fragment"])
  func `a fragment without a manager is a leak if it has lived`(_ name: String) throws {
    let dump = try android { app in
      let manager = app.instance("FragmentManager", [])
      let base = app.dump.addClass(
        name, super: app.object,
        fields: [("mCalled", .boolean(true)), ("mWho", .object(0)), ("mFragmentManager", .object(0))])
      let kind = app.dump.addClass("com.acme.Page", super: base, fields: [("number", .int(0))])
      let who = app.dump.javaString("android:fragment:0")
      func page(_ hasLived: Bool, _ manager: UInt64) -> UInt64 {
        app.dump.instance(of: kind, [.int(1), .boolean(hasLived), .object(who), .object(manager)])
      }
      app.holder("com.acme.Pages", [("gone", page(true, 0)), ("new", page(false, 0)), ("shown", page(true, manager))])
    }
    #expect(try dump.leaks().texts == ["destroyed-fragment 1 com.acme.Page: class com.acme.Pages.gone > com.acme.Page"])
  }

  @Test(arguments: ["androidx.lifecycle.ViewModel", "android.arch.lifecycle.ViewModel"])
  func `a cleared view model is a leak`(_ name: String) throws {
    let dump = try android { app in
      let base = app.dump.addClass(name, super: app.object, fields: [("mCleared", .boolean(true))])
      let kind = app.dump.addClass("com.acme.CartModel", super: base, fields: [("items", .object(0))])
      app.holder(
        "com.acme.Models",
        [
          ("open", app.dump.instance(of: kind, [.object(0), .boolean(false)])),
          ("closed", app.dump.instance(of: kind, [.object(0), .boolean(true)])),
        ])
    }
    #expect(
      try dump.leaks().texts == [
        "cleared-view-model 1 com.acme.CartModel: class com.acme.Models.closed > com.acme.CartModel"
      ])
  }

  @Test func `from lifecycle 2.8 on another object knows whether a view model is cleared`() throws {
    let dump = try android { app in
      let impl = app.dump.addClass(
        "androidx.lifecycle.viewmodel.internal.ViewModelImpl", super: app.object,
        fields: [("lock", .object(0)), ("isCleared", .boolean(true))])
      let base = app.dump.addClass("androidx.lifecycle.ViewModel", super: app.object, fields: [("impl", .object(0))])
      let kind = app.dump.addClass("com.acme.CartModel", super: base)
      let fields = [false, true].map { isCleared in
        (
          "is\(isCleared)",
          app.dump.instance(of: kind, [.object(app.dump.instance(of: impl, [.object(0), .boolean(isCleared)]))])
        )
      }
      app.holder("com.acme.Models", fields)
    }
    #expect(
      try dump.leaks().texts == [
        "cleared-view-model 1 com.acme.CartModel: class com.acme.Models.istrue > com.acme.CartModel"
      ])
  }

  @Test func `what LeakCanary has watched for long enough is a leak`() throws {
    func leaks(_ name: String, _ extra: [(String, HeapValue)], _ values: [[HeapValue]]) throws -> [String] {
      try android { app in
        let reference = app.dump.addClass(
          "java.lang.ref.Reference", super: app.object, fields: [("referent", .object(0))])
        let weak = app.dump.addClass("java.lang.ref.WeakReference", super: reference)
        let keyed = app.dump.addClass(name, super: weak, fields: [("key", .object(0))] + extra)
        var statics: [(String, UInt64)] = []
        for (number, own) in values.enumerated() {
          let thing = app.instance("com.acme.Thing\(number)", [])
          let watcher = app.dump.instance(of: keyed, [.object(0)] + own + [.object(thing)])
          statics += [("watcher\(number)", watcher), ("thing\(number)", thing)]
        }
        // One whose referent is gone, and one that nothing but its watcher reaches.
        statics.append(("gone", app.dump.instance(of: keyed, [.object(0)] + values[0] + [.object(0)])))
        let lost = app.instance("com.acme.Lost", [])
        statics.append(("lost", app.dump.instance(of: keyed, [.object(0)] + values[0] + [.object(lost)])))
        app.holder("com.acme.Watched", statics)
      }.leaks().texts
    }
    let first = "watched 1 com.acme.Thing0: class com.acme.Watched.thing0 > com.acme.Thing0"
    #expect(try leaks("com.squareup.leakcanary.KeyedWeakReference", [("name", .object(0))], [[.object(0)]]) == [first])
    #expect(
      try leaks(
        "leakcanary.KeyedWeakReference", [("watchUptimeMillis", .long(0)), ("retainedUptimeMillis", .long(0))],
        [[.long(7), .long(5_007)], [.long(7), .long(-1)]]) == [first])
  }

  @Test func `a destroyed activity that is watched is told once, as what it is`() throws {
    let dump = try android { app in
      let own = app.activity()
      let reference = app.dump.addClass(
        "java.lang.ref.Reference", super: app.object, fields: [("referent", .object(0))])
      let weak = app.dump.addClass("java.lang.ref.WeakReference", super: reference)
      let keyed = app.dump.addClass("com.squareup.leakcanary.KeyedWeakReference", super: weak)
      app.holder("com.acme.Bus", [("watcher", app.dump.instance(of: keyed, [.object(own)])), ("own", own)])
    }
    #expect(
      try dump.leaks().texts == [
        "destroyed-activity 1 com.acme.MainActivity: class com.acme.Bus.own > com.acme.MainActivity"
      ])
  }

  // MARK: - Groups

  @Test func `objects that are held in the same way are one suspect`() throws {
    let dump = try android { app in
      let block = app.dump.primitiveArray((0..<100).map { .long($0) })
      let own = [app.activity(), app.activity(title: block), app.activity()]
      let array = app.dump.objectArray(of: app.dump.addClass("java.lang.Object[]", super: app.object), own)
      let list = app.instance("java.util.ArrayList", [("elementData", array)])
      app.holder("com.acme.Bus", [("listeners", list), ("last", app.activity())])
    }
    let leaks = try dump.leaks().certain
    #expect(leaks.map(\.count) == [3, 1])
    #expect(leaks[0].retained > 800 + 3 * 8 && leaks[1].retained < 100)
    #expect(leaks[0].path?.steps[2].reference == .element(1), "the way is that of the largest")
    #expect(leaks[0].objects.count == 3 && leaks[0].objects[0] == leaks[0].path?.steps.last?.id)
  }

  @Test func `what one of a group dominates counts once`() throws {
    let dump = try android { app in
      let block = app.dump.primitiveArray((0..<100).map { .long($0) })
      var last = app.activity(view: block)
      for _ in 0..<9 { last = app.activity(view: last) }
      app.holder("com.acme.Bus", [("top", last)])
    }
    let leaks = try dump.leaks().certain
    let chain = try #require(leaks.max { $0.count < $1.count })
    #expect(chain.count == 9, "the first is held in another way")
    let total = try dump.dominators().totalBytes
    #expect(chain.retained <= total, "the chain has no more than the heap has")
    #expect(chain.retained > 800 && chain.retained < 1_600)
  }

  @Test func `thousands of leaked objects are told by class beyond the ways that are named`() throws {
    let dump = try android { app in
      let bus = (0..<3_000).map { _ in app.activity() }
      app.holder("com.acme.Bus", [("all", app.dump.objectArray(of: app.dump.classNamed("java.lang.Object[]"), bus))])
    }
    let leaks = try dump.leaks().certain
    #expect(leaks.map(\.count) == [3_000])
    #expect(leaks[0].objects.count == 100)
  }

  // MARK: - Crunched

  @Test func `a crunched dump without its booleans says that it cannot tell`() throws {
    let sandbox = Sandbox()
    let path = try sandbox.write("app.bmd", CrunchedFixture.app())
    let leaks = try HeapDump(path: path).leaks()
    #expect(leaks.certain == [])
    #expect(
      leaks.unknown == [
        "which activities are destroyed", "which fragments are destroyed", "which objects LeakCanary watches",
        "which view models are cleared",
      ])
  }
}

/// A crunched dump, byte by byte: an activity, and a view model of 2.8, whose booleans were removed, as were those of a fragment and
/// the time of one of LeakCanary's references. The names are hashes.
enum CrunchedFixture {
  static func app() -> [UInt8] {
    var bytes: [UInt8] = []
    func number(_ value: UInt64) {
      var value = value
      while value >= 0x80 {
        bytes.append(UInt8(value & 0x7F) | 0x80)
        value >>= 7
      }
      bytes.append(UInt8(value))
    }
    func hash(_ id: UInt64, _ text: String) {
      for value in [2, id, UInt64(text.utf8.count), UInt64(bitPattern: Int64(JavaStringHash.of(text)))] {
        number(value)
      }
    }
    /// A class with references as fields and some bytes removed.
    func define(
      _ id: UInt64, super superclass: UInt64, name: UInt64, fields: [UInt64] = [], removed: UInt64 = 0,
      statics: [(UInt64, UInt64)] = []
    ) {
      for value in [3, id, superclass, name, 0, UInt64(statics.count)] { number(value) }
      for (name, value) in statics { for part in [name, objectType, value] { number(part) } }
      number(UInt64(fields.count))
      for field in fields {
        number(field)
        number(objectType)
      }
      number(removed)
    }
    number(1)
    let metadata = Array("JAVA PROFILE 1.0.3".utf8)
    number(UInt64(metadata.count))
    bytes += metadata
    hash(1, "java.lang.Object")
    hash(2, "android.app.Activity")
    hash(3, "androidx.lifecycle.ViewModel")
    hash(4, "impl")
    hash(5, "com.acme.Impl")
    hash(6, "com.acme.Holder")
    hash(7, "own")
    hash(8, "model")
    hash(9, "androidx.fragment.app.Fragment")
    hash(30, "mFragmentManager")
    hash(31, "leakcanary.KeyedWeakReference")
    hash(32, "referent")
    hash(33, "fragment")
    define(10, super: 0, name: 1)
    define(11, super: 10, name: 2, removed: 1)
    define(12, super: 10, name: 3, fields: [4])
    define(13, super: 10, name: 5, removed: 1)
    define(14, super: 10, name: 6, statics: [(7, 20), (8, 21), (33, 23), (31, 24)])
    define(15, super: 10, name: 9, fields: [30], removed: 1)
    define(16, super: 10, name: 31, fields: [32], removed: 8)
    for value: UInt64 in [4, 20, 11] { number(value) }
    for value: UInt64 in [4, 21, 12, 22] { number(value) }
    for value: UInt64 in [4, 22, 13] { number(value) }
    for value: UInt64 in [4, 23, 15, 0] { number(value) }
    for value: UInt64 in [4, 24, 16, 20] { number(value) }
    for value: UInt64 in [5, 1, 14] { number(value) }
    return bytes
  }

  private static let objectType = UInt64((0..<20).first { FieldType(bmd: UInt64($0)) == .object } ?? 0)
}
