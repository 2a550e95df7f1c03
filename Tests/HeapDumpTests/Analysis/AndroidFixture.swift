// Dumps of small Android apps, for the tests of leaks: the platform's classes with the fields that matter, and no more.

import TestSupport
import Testing

@testable import HeapDump

/// An app under construction.
final class AndroidFixture {
  let dump: HeapDumpFixture
  let object: UInt64
  let activity: UInt64
  let main: UInt64

  init(_ dump: HeapDumpFixture, sdk: Int32? = nil) {
    self.dump = dump
    object = dump.addClass("java.lang.Object")
    let context = dump.addClass("android.content.Context", super: object)
    activity = dump.addClass(
      "android.app.Activity", super: context, fields: [("mDestroyed", .boolean(false)), ("mTitle", .object(0))])
    main = dump.addClass("com.acme.MainActivity", super: activity, fields: [("view", .object(0))])
    if let sdk { dump.addClass("android.os.Build$VERSION", super: object, statics: [("SDK_INT", .int(sdk))]) }
  }

  /// An activity.
  func activity(isDestroyed: Bool = true, id: UInt64? = nil, view: UInt64 = 0, title: UInt64 = 0) -> UInt64 {
    dump.instance(of: main, id: id, [.object(view), .boolean(isDestroyed), .object(title)])
  }

  /// A class with static fields, which the virtual machine holds.
  @discardableResult
  func holder(_ name: String, _ statics: [(String, UInt64)]) -> UInt64 {
    let id = dump.addClass(name, super: object, statics: statics.map { ($0.0, .object($0.1)) })
    dump.root(0x05, id)
    return id
  }

  /// An object of a class with reference fields, which is added too.
  func instance(_ name: String, id: UInt64? = nil, super superclass: UInt64? = nil, _ fields: [(String, UInt64)])
    -> UInt64
  {
    let owner = dump.addClass(name, super: superclass ?? object, fields: fields.map { ($0.0, .object(0)) })
    return dump.instance(of: owner, id: id, fields.map { .object($0.1) })
  }

  /// A thread with a name, and its serial number.
  func thread(_ name: String, serial: UInt32) {
    let text = dump.javaString(name)
    let thread = dump.addClass("java.lang.Thread", super: object, fields: [("name", .object(0))])
    dump.root(0x08, dump.instance(of: thread, [.object(text)]), [serial, 0])
  }
}

/// Opens the dump of an app.
func android(sdk: Int32? = nil, idSize: Int = 4, _ build: (AndroidFixture) -> Void) throws -> HeapDump {
  try open(
    heapDump(version: "JAVA PROFILE 1.0.3", idSize: idSize) { dump in build(AndroidFixture(dump, sdk: sdk)) })
}

/// Opens a dump, which must be whole.
func open(_ bytes: [UInt8]) throws -> HeapDump {
  let dump = try HeapDump(name: "test.hprof", bytes: bytes)
  #expect(dump.damage == [])
  return dump
}

extension HeapPath {
  /// The way in one line.
  var text: String { steps.map { ($0.isClass ? "class " : "") + $0.name + $0.referenceText }.joined(separator: " > ") }
}

extension HeapLeaks {
  /// The suspects that are certain.
  var certain: [LeakSuspect] { suspects.filter { $0.kind.isCertain } }
  /// Their classes and ways.
  var texts: [String] { certain.map { "\($0.kind.rawValue) \($0.count) \($0.name): \($0.path?.text ?? "no way")" } }
}
