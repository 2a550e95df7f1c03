// Damaged dumps through all analyses: whatever comes, there is a result or a typed error, in bounded time and memory.
// `PLIMSOLL_FUZZ_COUNT` sets how many variants; `PLIMSOLL_FUZZ_START` the first one, to run a failure again.

import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct HeapDumpFuzz {
  static let count = Environment["PLIMSOLL_FUZZ_COUNT"].flatMap(Int.init) ?? 400
  static let start = Environment["PLIMSOLL_FUZZ_START"].flatMap(UInt64.init) ?? 0

  /// A dump with something of everything: leaks, known leaks, threads, stacks, strings, heaps, arrays of all kinds.
  static func sample(version: String, idSize: Int) -> [UInt8] {
    heapDump(version: version, idSize: idSize) { dump in
      let app = AndroidFixture(dump, sdk: 25)
      if version.hasSuffix("3") { dump.heapInfo(type: 65, name: "app") }
      let activity = app.activity()
      let reference = dump.addClass("java.lang.ref.Reference", super: app.object, fields: [("referent", .object(0))])
      let weak = dump.addClass("java.lang.ref.WeakReference", super: reference)
      let finalizer = dump.addClass(
        "java.lang.ref.FinalizerReference", super: reference, fields: [("next", .object(0)), ("prev", .object(0))])
      let keyed = dump.addClass(
        "leakcanary.KeyedWeakReference", super: weak, fields: [("key", .object(0)), ("retainedUptimeMillis", .long(0))])
      let watcher = dump.instance(of: keyed, [.object(0), .long(5), .object(activity)])
      let last = dump.instance(of: finalizer, [.object(0), .object(0), .object(activity)])
      let input = app.instance("android.view.inputmethod.InputMethodManager", [("mServedView", app.activity())])
      let model = dump.addClass("androidx.lifecycle.ViewModel", super: app.object, fields: [("impl", .object(0))])
      let impl = dump.addClass("Impl", super: app.object, fields: [("isCleared", .boolean(true))])
      let fragment = dump.addClass(
        "androidx.fragment.app.Fragment", super: app.object,
        fields: [("mCalled", .boolean(true)), ("mFragmentManager", .object(0))])
      let node = dump.addClass("Node", super: app.object, fields: [("next", .object(0)), ("id", .int(0))])
      var chain: UInt64 = 0
      for number in 0..<30 { chain = dump.instance(of: node, [.object(chain), .int(Int32(number))]) }
      let objects = dump.objectArray(
        of: dump.addClass("java.lang.Object[]", super: app.object), [chain, activity, 0, last])
      let bitmap = dump.addClass(
        "android.graphics.Bitmap", super: app.object,
        fields: [("mBuffer", .object(0)), ("mWidth", .int(0)), ("mHeight", .int(0)), ("mNativePtr", .long(0))])
      let pixels = dump.primitiveArray((0..<64).map { .byte($0) })
      app.holder(
        "com.acme.App",
        [
          ("activity", activity), ("watcher", watcher), ("input", input), ("objects", objects),
          ("model", dump.instance(of: model, [.object(dump.instance(of: impl, [.boolean(true)]))])),
          ("fragment", dump.instance(of: fragment, [.boolean(true), .object(0)])),
          ("bitmap", dump.instance(of: bitmap, [.object(pixels), .int(4), .int(4), .long(99)])),
          ("one", dump.javaString("same text")), ("two", dump.javaString("same text")),
        ])
      let binder = dump.addClass("android.os.Binder", super: app.object)
      dump.root(0x01, dump.instance(of: binder), [7])
      app.thread("main", serial: 3)
      dump.stack(thread: 3, serial: 1, [("com.acme.App", "run", "App.java", 12), ("Node", "next", "Node.java", -3)])
      dump.root(0x03, dump.primitiveArray([.double(1), .double(2)]), [3, 0])
      dump.root(0x02, dump.primitiveArray([.char(65), .char(66)]), [3, 1])
      dump.root(0xFF, dump.primitiveArray([], type: 10))
      if version.hasSuffix("3") { dump.arrayWithoutData(type: 5, count: 100) }
    }
  }

  static let samples = [("JAVA PROFILE 1.0.3", 4), ("JAVA PROFILE 1.0.2", 8), ("JAVA PROFILE 1.0.1", 4)].map {
    sample(version: $0.0, idSize: $0.1)
  }

  /// Everything that is asked of a dump. Limits are low, so that small dumps have suspects.
  static func analyse(_ bytes: [UInt8]) throws -> HeapDump {
    let dump = try HeapDump(name: "fuzz.hprof", bytes: bytes)
    if dump.partCount > 1 { _ = try HeapDump(name: "fuzz.hprof", bytes: bytes, part: dump.partCount - 1) }
    for error in dump.damage { try #require(!error.description.isEmpty) }
    let summary = dump.summary()
    try #require(summary.classes.allSatisfy { $0.count >= 0 && $0.bytes >= 0 })
    for rule in RetentionRule.allCases {
      let dominators = try dump.dominators(rule: rule, tree: HeapDump.TreeLimits())
      try #require(dominators.objects.allSatisfy { $0.retained >= 0 })
    }
    var limits = HeapDump.LeakLimits()
    limits.elements = 8
    let leaks = try dump.leaks(limits)
    for suspect in leaks.suspects { try #require(suspect.count >= suspect.objects.count && !suspect.name.isEmpty) }
    for target in ["Node", "com.acme.MainActivity", "class com.acme.App", "byte[]", "0x100010"] {
      do { _ = try dump.paths(to: target, limit: 20) } catch let error {
        guard case .notFound = error.kind else { throw error }
      }
    }
    _ = dump.androidSDK
    return dump
  }

  @Test func `samples are whole and have what is looked for`() throws {
    for sample in Self.samples {
      let dump = try Self.analyse(sample)
      #expect(dump.damage == [])
      #expect(try dump.leaks().certain.count == 4)
    }
  }

  @Test(.timeLimit(.minutes(30))) func `a damaged dump gives a result or an error`() throws {
    let mutator = Mutator(seeds: Self.samples)
    let before = ProcessMemory.peak
    var outcomes = (read: 0, damaged: 0, refused: 0, slowest: Duration.zero, slowestNumber: UInt64(0))
    for number in Self.start..<Self.start + UInt64(Self.count) {
      let bytes = mutator.variant(number)
      if Environment["PLIMSOLL_FUZZ_TRACE"] != nil { print("variant \(number)") }
      let began = ContinuousClock.now
      do {
        let dump = try Self.analyse(bytes)
        outcomes.read += 1
        if !dump.damage.isEmpty { outcomes.damaged += 1 }
      } catch is HeapDumpError {
        outcomes.refused += 1
      }
      let took = ContinuousClock.now - began
      if took > outcomes.slowest { (outcomes.slowest, outcomes.slowestNumber) = (took, number) }
    }
    let growth = max(0, ProcessMemory.peak - before) >> 20
    print(
      "fuzz heap dump: \(Self.count) variants, \(outcomes.read) read, \(outcomes.damaged) of them damaged, "
        + "\(outcomes.refused) refused, slowest \(outcomes.slowest) (\(outcomes.slowestNumber)), "
        + "peak memory \(ProcessMemory.peak >> 20) MB (+\(growth))")
    #expect(growth < 512)
    #expect(outcomes.slowest < .seconds(20), "variant \(outcomes.slowestNumber)")
  }

  @Test(.timeLimit(.minutes(30)), arguments: samples.indices)
  func `each beginning of a dump is read as far as it goes, and is damaged`(_ sample: Int) throws {
    let bytes = Self.samples[sample]
    let whole = try Self.analyse(bytes)
    let objects = whole.summary().objects
    // Without the end mark, a dump that stops between records cannot be told from a whole one.
    let boundaries = Self.recordEnds(bytes)
    let step = Environment["PLIMSOLL_FUZZ_COUNT"] == nil ? 7 : 1
    for length in stride(from: 0, to: bytes.count, by: step) {
      do {
        let dump = try Self.analyse(Array(bytes.prefix(length)))
        let own = dump.summary().objects
        try #require(own <= objects, "\(length) bytes")
        if !boundaries.contains(length) { try #require(!dump.damage.isEmpty, "\(length) of \(bytes.count) bytes") }
      } catch let error as HeapDumpError {
        try #require(length < 31, "\(length) bytes: \(error)")
      }
    }
  }

  /// Where the header and each top-level record end.
  private static func recordEnds(_ bytes: [UInt8]) -> Set<Int> {
    var at = bytes.firstIndex(of: 0)! + 13
    var ends: Set<Int> = [at]
    while at + 9 <= bytes.count {
      at += 9 + bytes[at + 5..<at + 9].reduce(0) { $0 << 8 | Int($1) }
      ends.insert(at)
    }
    return ends
  }

  @Test func `a bitmap whose size no number holds has none`() throws {
    let bytes = heapDump { dump in
      let bitmap = dump.addClass(
        "android.graphics.Bitmap", fields: [("mWidth", .int(0)), ("mHeight", .int(0))])
      for side: Int32 in [.max, -1, 3] { dump.instance(of: bitmap, [.int(side), .int(side)]) }
    }
    let bitmaps = try #require(try Self.analyse(bytes).summary().bitmaps.value)
    #expect(bitmaps.map(\.bytes) == [36, nil, nil])
  }

  @Test func `a class with thousands of superclasses takes no time`() throws {
    let names = ["android.os.Message", "android.app.Activity", "java.lang.ref.WeakReference"]
    let bytes = heapDump(idSize: 4) { dump in
      var above = dump.addClass("java.lang.Object")
      for number in 0..<6_000 {
        above = dump.addClass(
          names[number % 3], super: above, fields: [("obj", .object(0)), ("mDestroyed", .boolean(true))])
        dump.root(0x05, above)
        dump.instance(of: above, [.object(above), .boolean(true)])
      }
    }
    let began = ContinuousClock.now
    _ = try Self.analyse(bytes)
    #expect(ContinuousClock.now - began < .seconds(20))
  }
}
