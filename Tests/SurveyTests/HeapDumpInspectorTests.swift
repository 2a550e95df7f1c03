import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import Survey

struct HeapDumpInspectorTests {
  let project = Project()
  private var sandbox: Sandbox { project.sandbox }

  private func figures(_ record: SurveyRecord) -> [String: Double] {
    Dictionary(record.figures.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private func configure(_ lines: String) throws { try project.configure("{loadLines: {\(lines)}, sources: []}") }

  @Test func `a leak is a warning with its way and the command that shows it, and counts`() throws {
    try configure("'heap.leaks': '<= 1', 'heap.bytes': '<= 1 MB'")
    try sandbox.write("app.hprof", leakyHeapDump())
    let record = try project.survey()
    #expect(record.verdict == .mayShip)
    #expect(record.evidence.map(\.format) == ["HPROF"])
    #expect(record.evidence.map(\.madeAt.seconds) == [1_796_000_000])
    let figures = figures(record)
    // Three screens that are held in the same way are one leak; the one that nobody holds is none.
    #expect(figures["heap.leaks"] == 1)
    #expect(figures["heap.leaked-objects"] == 3)
    let leak = try #require(record.findings.first { $0.rule == "heap.leak" })
    #expect(leak.severity == .warning)
    #expect(leak.message.hasPrefix("destroyed activity com.acme.Screen is still held: 3 objects with 3.1"))
    let way = try #require(leak.detail)
    #expect(way.contains("root: system class\n  class com.acme.Cache.kept"))
    #expect(way.contains("java.lang.Object[8] [0]"))
    let mend = try #require(leak.mend)
    #expect(mend.hasPrefix("plimsoll heap path app.hprof 0x"))
    // 3 arrays with 1,000 bytes and more, and the screens.
    #expect((3_000...3_300).contains(try #require(figures["heap.leaked-bytes"])))
    // 4 screens and one nobody holds, 3 pictures, 4 strings with their arrays, the list.
    #expect(figures["heap.objects"] == 17)
    #expect((try #require(figures["heap.duplicate-strings"])) > 0)
    // No Android bitmaps, no figure: zero would say that they were looked for.
    #expect(figures["heap.bitmaps"] == nil)
  }

  @Test func `a leak that breaks a load line stops the ship; a waiver at the class's source lets it pass`() throws {
    try configure("'heap.leaks': '== 0'")
    try sandbox.write("app.hprof", leakyHeapDump())
    let record = try project.survey()
    #expect(record.verdict == .mayNotShip)
    #expect(record.loadLines.map(\.outcome.name) == ["broken"])
    #expect(
      record.findings.first { $0.rule == "heap.leaks" }?.mend == "plimsoll heap leaks app.hprof --html heap-page")
    #expect(ConfigurationStarter.text(for: record).contains("\"heap.leaks\": \"<= 1\","))

    let other = Project()
    try other.commit(
      [
        "app/src/main/java/com/acme/Screen.kt": "class Screen\n", "other/Screen.kt": "class Screen\n",
        "plimsoll.json": """
        { loadLines: { "heap.leaks": "== 0" }, sources: [], owners: { "app/**": "@acme/app" },
          waivers: [{ rule: "heap.leak", place: "app/**/Screen.kt", owner: "ada", reason: "PAY-17", expires: "2026-12-31" }] }
        """,
      ], at: 1_796_000_000)
    try other.sandbox.write("app.hprof", leakyHeapDump())
    let waived = try other.survey()
    let leak = try #require(waived.findings.first { $0.rule == "heap.leak" })
    #expect(leak.place?.path == "app/src/main/java/com/acme/Screen.kt")
    #expect(leak.owner == "@acme/app")
    #expect(leak.waiver?.owner == "ada")
    #expect(figures(waived)["heap.leaks"] == 0)
    #expect(waived.verdict == .mayShip)
  }

  @Test func `of several dumps the worst counts, and a leak that all have counts once`() throws {
    try configure("'heap.leaks': '<= 1'")
    try sandbox.write("a.hprof", leakyHeapDump(leaks: 2))
    try sandbox.write("b.hprof.gz", Gzip.deflate(leakyHeapDump(leaks: 5)))
    try sandbox.write("c.hprof", leakyHeapDump(leaks: 0))
    let record = try project.survey()
    #expect(record.evidence.map(\.path) == ["a.hprof", "b.hprof.gz", "c.hprof"])
    #expect(figures(record)["heap.leaks"] == 1)
    #expect(figures(record)["heap.leaked-objects"] == 5)
    let bytes = try #require(record.figures.first { $0.name == "heap.bytes" })
    #expect(bytes.detail?.hasSuffix(" in b.hprof.gz") == true)
    #expect(bytes.evidence == ["a.hprof", "b.hprof.gz", "c.hprof"])
    let leaks = record.findings.filter { $0.rule == "heap.leak" }
    #expect(leaks.count == 1)
    #expect(leaks[0].message.hasSuffix(", in 2 dumps"))
    #expect(leaks[0].evidence == "b.hprof.gz")
    let section = try #require(record.sections.first { $0.area.name == "heap" })
    #expect(section.summary == "3 dumps, 1 leak")
    #expect(section.blocks.count == 4)
  }

  @Test func `a damaged dump is unreadable with the place, and gives no figure`() throws {
    try configure("'heap.leaks': '== 0'")
    let whole = leakyHeapDump(leaks: 0)
    for bytes in [Array(whole.dropLast(100)), leakyHeapDump(leaks: 0, isEnded: false)] {
      try sandbox.write("app.hprof", bytes)
      let record = try project.survey()
      #expect(record.verdict == .cannotTell)
      #expect(record.figures.isEmpty)
      guard case .unreadable(let why)? = record.evidence.first?.state else {
        Issue.record("the damage is told")
        continue
      }
      #expect(why.hasPrefix("offset "), "\(why)")
      #expect(record.findings.contains { $0.mend == "plimsoll heap summary app.hprof" })
    }
    // Cut within the header, and empty under a dump's name.
    try sandbox.write("app.hprof", Array(whole.prefix(20)))
    #expect(try project.survey().evidence.map(\.state.name) == ["unreadable"])
    try sandbox.write("app.hprof", [UInt8]())
    #expect(try project.survey().evidence.map(\.state.name) == ["unreadable"])
    try sandbox.write("app.hprof", whole)
    #expect(try project.survey().verdict == .mayShip)
  }

  @Test func `a dump without objects is empty`() throws {
    try configure("'heap.leaks': '== 0'")
    try sandbox.write("app.hprof", heapDump { $0.emptySegment() })
    let record = try project.survey()
    #expect(record.evidence.map(\.state.name) == ["empty"])
    #expect(record.verdict == .cannotTell)
  }

  @Test func `both of two dumps in a file are read`() throws {
    try configure("'heap.leaks': '== 0'")
    try sandbox.write("app.hprof", leakyHeapDump(leaks: 0) + leakyHeapDump(leaks: 2, milliseconds: 1_796_000_500_000))
    let record = try project.survey()
    #expect(figures(record)["heap.leaks"] == 1)
    #expect(
      record.findings.contains { $0.rule == "heap.parts" && $0.severity == .note && $0.message.contains("2 dumps") })
    #expect(record.findings.first { $0.rule == "heap.leak" }?.mend?.hasSuffix(" --part 2") == true)
    #expect(record.evidence.map(\.madeAt.seconds) == [1_796_000_500])
  }

  @Test func `what a crunched dump does not hold is unknown and not zero`() throws {
    try configure("'heap.leaks': '== 0', 'heap.duplicate-strings': '<= 1 MB', 'heap.bytes': '<= 1 MB'")
    try sandbox.write("app.bmd", Self.crunched)
    let record = try project.survey()
    #expect(record.evidence.map(\.format) == ["BMD"])
    #expect(record.evidence.map(\.state.name) == ["good"])
    #expect(figures(record)["heap.leaks"] == nil)
    #expect(figures(record)["heap.duplicate-strings"] == nil)
    #expect(figures(record)["heap.objects"] == 3)
    #expect(record.loadLines.map(\.outcome.name).sorted() == ["held", "unknown", "unknown"])
    #expect(record.verdict == .cannotTell)
    let notes = record.findings.filter { $0.rule == "heap.unknown" }.map(\.message)
    #expect(notes.contains { $0.contains("which activities are destroyed") })
    #expect(notes.contains { $0.contains("what duplicate strings cost") })
    let section = try #require(record.sections.first { $0.area.name == "heap" })
    #expect(section.summary.hasSuffix("leaks not known"))
  }

  @Test func `of a dump without roots nothing is known of what it holds`() throws {
    try configure("'heap.leaks': '== 0', 'heap.bytes': '<= 1 MB'")
    let bytes = heapDump(idSize: 4) { dump in
      let object = dump.addClass("java/lang/Object")
      let activity = dump.addClass("android/app/Activity", super: object, fields: [("mDestroyed", .boolean(false))])
      dump.instance(of: activity, [.boolean(true)])
    }
    try sandbox.write("app.hprof", bytes)
    let record = try project.survey()
    #expect(record.verdict == .cannotTell)
    for name in ["heap.leaks", "heap.leaked-objects", "heap.leaked-bytes"] { #expect(figures(record)[name] == nil) }
    #expect(figures(record)["heap.objects"] == 1)
    #expect(record.findings.contains { $0.rule == "heap.unknown" && $0.message.contains("no roots") })
    let section = try #require(record.sections.first { $0.area.name == "heap" })
    #expect(section.summary.hasSuffix("leaks not known"))
    #expect(!section.blocks.contains { if case .treemap = $0 { true } else { false } })
  }

  @Test func `a leak that is found is one, whatever else is not known`() throws {
    try configure("'heap.leaks': '== 0'")
    try sandbox.write("app.bmd", Self.crunched)
    try sandbox.write("app.hprof", leakyHeapDump())
    let record = try project.survey()
    let leaks = try #require(record.figures.first { $0.name == "heap.leaks" })
    #expect(leaks.value == 1 && leaks.atMost > 1)
    #expect(record.verdict == .mayNotShip)
  }

  @Test func `a long way is shown from both ends`() throws {
    let bytes = heapDump { dump in
      let object = dump.addClass("java/lang/Object")
      let activity = dump.addClass("android/app/Activity", super: object, fields: [("mDestroyed", .boolean(false))])
      let kinds = [
        dump.addClass("A", super: object, fields: [("b", .object(0))]),
        dump.addClass("B", super: object, fields: [("a", .object(0))]),
      ]
      var next = dump.instance(of: activity, [.boolean(true)])
      for at in 0..<2_000 { next = dump.instance(of: kinds[at % 2], [.object(next)]) }
      dump.root(0x01, next)
    }
    try sandbox.write("app.hprof", bytes)
    let way = try #require(project.survey().findings.first { $0.rule == "heap.leak" }?.detail)
    #expect(way.contains("root: JNI global reference\n  B.a"))
    #expect(way.contains("and 1\u{202F}921 more steps"))
    #expect(way.contains("\n  android.app.Activity  0x"))
  }

  @Test(.enabled(if: PackageFolder.corpus != nil, "the public files are not here"))
  func `the public dump of a leaky app is surveyed whole`() throws {
    let path = PathName.join(PackageFolder.corpus ?? "", "heap/leakcanary-leak_service_binder.hprof")
    let record = try Surveyor(.init(paths: [path], clock: FixedClock(today))).survey()
    let figures = figures(record)
    #expect(figures["heap.leaks"] == 1)
    #expect(figures["heap.bitmaps"].map { $0 > 0 } == true)
    #expect(record.findings.first { $0.rule == "heap.leak" }?.message.contains("LeakyService") == true)
    let section = try #require(record.sections.first { $0.area.name == "heap" })
    #expect(section.blocks.contains { if case .treemap = $0 { true } else { false } })
    #expect(HTMLReport.render(record).count < 1_000_000)
  }

  @Test func `other files are no dumps`() {
    for text in [
      "JAVA PROFILE 1.0.2 is the text that a dump begins with", "JAVA PROFILE 2.0\0", "\u{1}\u{12}JAVA", "x",
    ] {
      let bytes = Array(text.utf8)
      #expect(bytes.withUnsafeBytes { HeapDumpInspector().recognise($0) } == .unknown, "\(text)")
    }
    let bytes = leakyHeapDump()
    #expect(bytes.withUnsafeBytes { HeapDumpInspector().recognise($0) } == .evidence("HPROF"))
    #expect(Self.crunched.withUnsafeBytes { HeapDumpInspector().recognise($0) } == .evidence("BMD"))
  }

  @Test func `the same dump gives the same bytes`() throws {
    try sandbox.write("app.hprof", leakyHeapDump(leaks: 40, strings: 300))
    let first = try project.survey()
    let second = try project.survey()
    #expect(HTMLReport.render(first) == HTMLReport.render(second))
    #expect(JSONReport.render(first) == JSONReport.render(second))
  }

  /// A BMD file by hand (spec A): an activity without its fields, and a string whose text is a placeholder.
  static let crunched: [UInt8] = {
    var file = ByteWriter()
    func text(_ text: String) {
      file.append(UInt8(text.utf8.count))
      file.append(contentsOf: Array(text.utf8))
    }
    func numbers(_ values: UInt8...) { file.append(contentsOf: values) }
    numbers(1)
    text("JAVA PROFILE 1.0.2")
    for (id, name) in [
      (UInt8(1), "java.lang.Object"), (2, "android.app.Activity"), (3, "java.lang.String"), (4, "value"),
      (5, "field_removed"),
    ] {
      numbers(1, id)
      text(name)
    }
    // id, superclass, name; constants, statics, fields, removed bytes.
    numbers(3, 10, 0, 1, 0, 0, 0, 0)
    numbers(3, 11, 10, 2, 0, 0, 0, 1)
    numbers(3, 12, 10, 3, 0, 0, 1, 4, 0, 4)
    // An activity, an array of 3 bytes that are not there, and a string of it.
    numbers(4, 20, 11)
    numbers(7, 21, 3, 3)
    numbers(4, 22, 12, 21)
    numbers(5, 2, 20, 22)
    return file.bytes
  }()
}
