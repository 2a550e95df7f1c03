// Known leaks: told only where nothing else holds, and marked; and references that make no leak.

import TestSupport
import Testing

@testable import HeapDump

@Suite struct LibraryLeakTests {
  @Test func `the table names each reference once, with a reason in one sentence`() {
    var seen: Set<String> = []
    for leak in LibraryLeaks.all {
      #expect(seen.insert("\(leak.place)").inserted, "\(leak.place)")
      #expect(!leak.reason.isEmpty && leak.reason.utf8.count < 130 && !leak.reason.hasSuffix("."), "\(leak)")
      #expect(leak.className.contains(".") || leak.className.hasPrefix("thread "))
      #expect(leak.since ?? 0 <= leak.until ?? .max)
    }
    #expect(LibraryLeaks.all.count > 100)
  }

  /// InputMethodManager holds an activity by a field, and a static field holds the manager.
  static func manager(_ app: AndroidFixture, field: String, _ activity: UInt64, also: [(String, UInt64)] = []) {
    let manager = app.instance("android.view.inputmethod.InputMethodManager", [(field, activity)] + also)
    app.holder("com.acme.Input", [("sInstance", manager)])
  }

  static let inputWay =
    "destroyed-activity 1 com.acme.MainActivity: class com.acme.Input.sInstance > "
    + "android.view.inputmethod.InputMethodManager.mServedView > com.acme.MainActivity"

  @Test(arguments: [nil, 15, 25, 28] as [Int32?])
  func `a way through a known leak is told where there is no other, and marked`(sdk: Int32?) throws {
    let dump = try android(sdk: sdk) { app in Self.manager(app, field: "mServedView", app.activity()) }
    #expect(dump.androidSDK == sdk.map(Int.init))
    let leaks = try dump.leaks()
    #expect(leaks.texts == [Self.inputWay])
    let known = try #require(leaks.certain.first?.path?.libraryLeak)
    #expect(known.place == .field("android.view.inputmethod.InputMethodManager", "mServedView"))
    #expect(known.className == "android.view.inputmethod.InputMethodManager" && known.fieldName == "mServedView")
  }

  @Test(arguments: [14, 29, 34] as [Int32])
  func `other versions of Android do not have it`(sdk: Int32) throws {
    let leaks = try android(sdk: sdk) { app in Self.manager(app, field: "mServedView", app.activity()) }.leaks()
    #expect(leaks.texts == [Self.inputWay])
    #expect(leaks.certain[0].path?.libraryLeak == nil)
  }

  @Test func `a way past known leaks is told even if it is longer`() throws {
    let dump = try android { app in
      let own = app.activity()
      Self.manager(app, field: "mServedView", own)
      var link = own
      for number in 0..<5 { link = app.instance("com.acme.Link\(number)", [("next", link)]) }
      app.holder("com.acme.Chain", [("head", link)])
    }
    let path = try #require(dump.leaks().certain.first?.path)
    #expect(path.steps.count == 7 && path.libraryLeak == nil)
    #expect(path.text.hasPrefix("class com.acme.Chain.head > com.acme.Link4.next"))
  }

  @Test func `a sound field beside the leaking one counts`() throws {
    let leaks = try android { app in
      let own = app.activity()
      Self.manager(app, field: "mServedView", own, also: [("sound", own)])
    }.leaks()
    #expect(leaks.certain.count == 1 && leaks.certain[0].path?.libraryLeak == nil)
  }

  @Test func `a static field of a known leak is marked, in subclasses a field too`() throws {
    let dump = try android { app in
      app.holder("android.text.TextLine", [("sCached", app.activity())])
      let base = app.dump.addClass("android.widget.Editor$Blink", super: app.object, fields: [("this$0", .object(0))])
      let sub = app.dump.addClass("com.acme.Blink", super: base, fields: [("more", .object(0)), ("count", .int(0))])
      app.holder(
        "com.acme.Text", [("blink", app.dump.instance(of: sub, [.object(0), .int(0), .object(app.activity())]))])
    }
    let known = try dump.leaks().certain.compactMap { $0.path?.libraryLeak?.place }
    #expect(known.count == 2)
    #expect(known.contains(.staticField("android.text.TextLine", "sCached")))
    #expect(known.contains(.field("android.widget.Editor$Blink", "this$0")))
  }

  @Test func `native references to known classes are marked, and lose against others`() throws {
    func path(_ build: (AndroidFixture, UInt64) -> Void) throws -> HeapPath? {
      try android { app in
        let own = app.activity()
        let binder = app.dump.addClass("android.os.Binder", super: app.object)
        let stub = app.instance("com.acme.Service$Stub", super: binder, [("this$0", own)])
        app.dump.root(0x01, stub)
        build(app, own)
      }.leaks().certain.first?.path
    }
    let alone = try #require(try path { _, _ in })
    #expect(alone.text == "com.acme.Service$Stub.this$0 > com.acme.MainActivity")
    #expect(alone.root == .jniGlobal && alone.libraryLeak?.place == .jniGlobal("android.os.Binder"))
    let other = try #require(
      try path { app, own in
        app.holder(
          "com.acme.Far",
          [("far", app.instance("com.acme.Box", [("near", app.instance("com.acme.In", [("own", own)]))]))])
      })
    #expect(other.root == .stickyClass && other.libraryLeak == nil)
  }

  @Test(arguments: ["main", "FinalizerWatchdogDaemon", "LeakCanary-Heap-Dump", "worker"])
  func `variables of the main thread and of those that clean up make no leak`(_ name: String) throws {
    let dump = try android { app in
      app.thread(name, serial: 3)
      app.dump.root(0x03, app.activity(), [3, 0])
    }
    let leaks = try dump.leaks()
    #expect(
      leaks.texts == (name == "worker" ? ["destroyed-activity 1 com.acme.MainActivity: com.acme.MainActivity"] : []))
    // Asked for, the way is told all the same, and what it is worth.
    let path = try #require(try dump.paths(to: "com.acme.MainActivity").groups.first?.path)
    #expect(path.root == .javaFrame && path.thread == name)
    #expect(path.libraryLeak?.place == (name == "worker" ? nil : .thread(name)))
  }

  @Test func `an object in a variable of the main thread and in a field is a leak by the field`() throws {
    let dump = try android { app in
      app.thread("main", serial: 3)
      let own = app.activity()
      app.dump.root(0x03, own, [3, 0])
      app.holder("com.acme.Bus", [("own", own)])
    }
    #expect(try dump.leaks().certain.map { $0.path?.root } == [.stickyClass])
  }

  @Test func `the main thread of another program holds what it holds`() throws {
    let dump = try open(
      heapDump { dump in
        let text = dump.javaString("main")
        let thread = dump.addClass(
          "java/lang/Thread", super: dump.classNamed("java/lang/Object"), fields: [("name", .object(0))])
        dump.root(0x08, dump.instance(of: thread, [.object(text)]), [3, 0])
        dump.root(0x03, dump.instance(of: dump.addClass("com/acme/Node")), [3, 0])
      })
    let path = try #require(try dump.paths(to: "com.acme.Node").groups.first?.path)
    #expect(path.thread == "main" && path.libraryLeak == nil)
  }

  @Test func `LeakCanary's own hold on the activity on top is passed over`() throws {
    let dump = try android { app in
      let canary = app.instance("leakcanary.internal.InternalLeakCanary", [("resumedActivity", app.activity())])
      app.holder("com.acme.Canary", [("INSTANCE", canary)])
    }
    #expect(try dump.leaks().texts == [])
  }
}
