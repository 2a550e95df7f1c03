// The real dumps of LeakCanary's own tests of leaks: a service that a static binder holds, and one that only the binder's other end
// holds.

import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite(.enabled(if: PackageFolder.corpus != nil)) struct LeakCorpusTests {
  static let service = "com.example.leakcanary.LeakyService"

  @Test(arguments: ["leakcanary-leak_service_binder.hprof", "leak_service_binder.hprof-conv.hprof"])
  func `a service that a static binder holds is found with that way`(_ name: String) throws {
    let dump = try HeapDump(path: GoldenTests.path(name)!)
    let leak = try #require(try dump.leaks().certain.first { $0.name == Self.service })
    let path = try #require(leak.path)
    #expect(leak.kind == .watched && path.libraryLeak == nil)
    // LeakCanary expects a static field of the service's class at the root.
    #expect(path.root == .stickyClass)
    #expect(path.steps[0].isClass && path.steps[0].name == Self.service)
    #expect(path.steps[0].reference == .staticField("leakAllTheBinders"))
    #expect(path.text.hasSuffix("> \(Self.service)$MyBinder.service > \(Self.service)"), "\(path.text)")
  }

  @Test func `a service that only the other end of its binder holds is found, and marked`() throws {
    let dump = try HeapDump(path: GoldenTests.path("leakcanary-leak_service_binder_ignored.hprof")!)
    #expect(dump.androidSDK != nil)
    let leak = try #require(try dump.leaks().certain.first { $0.name == Self.service })
    let path = try #require(leak.path)
    // LeakCanary expects the binder's field at the root, and the leak excluded.
    #expect(path.text == "\(Self.service)$MyBinder.service > \(Self.service)")
    #expect(path.root == .jniGlobal && path.libraryLeak?.place == .jniGlobal("android.os.Binder"))
  }
}
