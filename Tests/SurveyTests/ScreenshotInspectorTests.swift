// Screenshots in a survey: what counts as one, which test it belongs to, and that pictures alone never make a yes.

import Rendering
import SystemKit
import TestSupport
import Testing

@testable import Survey

@Suite struct ScreenshotInspectorTests {
  /// A PNG file in two colours.
  static func png(_ width: Int = 240, _ height: Int = 400, color: UInt32 = 0xff80_4020) -> [UInt8] {
    var picture = PixelPicture(
      width: width, height: height, pixels: [UInt32](repeating: 0xffff_ffff, count: width * height))
    for at in 0..<width * height / 3 { picture.pixels[at] = color }
    return PNGWriter.bytes(of: picture)
  }

  /// A JPEG's beginning: remarks, then a size.
  static func jpegHead(_ width: Int, _ height: Int, remarks: Int = 0) -> [UInt8] {
    func pair(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
    var bytes: [UInt8] = [0xff, 0xd8, 0xff, 0xe1] + pair(remarks + 2) + [UInt8](repeating: 0, count: remarks)
    bytes += [0xff, 0xc0] + pair(17) + [8] + pair(height) + pair(width) + [3]
    return bytes + [UInt8](repeating: 1, count: 9)
  }

  static let junit = """
    <testsuite name="LoginTests" tests="2"><testcase classname="app.LoginTests" name="testShowsError">
    <failure message="no"/></testcase><testcase classname="app.LoginTests" name="testOK"/></testsuite>
    """

  private func gallery(_ record: SurveyRecord) -> [ReportGallery.Picture] { record.pictures }

  @Test func `PNG and JPEG are recognised by content, icons and an app's own pictures are not`() {
    let inspector = ScreenshotInspector()
    func recognise(_ bytes: [UInt8]) -> EvidenceRecognition { bytes.withUnsafeBytes { inspector.recognise($0) } }
    #expect(recognise(Self.png()) == .evidence("PNG"))
    #expect(recognise(Self.png(200, 200)) == .evidence("PNG"))
    #expect(recognise(Self.png(199, 800)) == .unknown)
    #expect(recognise(Self.png(64, 64)) == .unknown)
    #expect(recognise(Self.jpegHead(1080, 1920)) == .evidence("JPEG"))
    #expect(recognise(Self.jpegHead(100, 100)) == .unknown)
    #expect(recognise(Array("\u{89}PNG is a format".utf8)) == .unknown)
    #expect(recognise([]) == .unknown)
    var rewritten = Self.png()
    rewritten.replaceSubrange(12..<16, with: "CgBI".utf8)
    #expect(recognise(rewritten) == .unknown, "what Xcode makes of an app's own pictures")
    // Its size comes later than the first look goes: it is told by the second.
    #expect(recognise(Array(Self.jpegHead(1080, 1920, remarks: 9000).prefix(4096))) == .evidence("JPEG"))
  }

  @Test func `pictures are shown by path with sizes, thumbnails and pages`() throws {
    let project = Project()
    try project.sandbox.write("junit.xml", Self.junit.replacing("<failure message=\"no\"/>", with: ""))
    try project.sandbox.write("shots/b.png", Self.png())
    try project.sandbox.write("shots/a", Self.png(1000, 500))
    try project.sandbox.write("shots/icon.png", Self.png(48, 48))
    try project.sandbox.write("Harbour.app/launch.png", Self.png(400, 400))
    try project.sandbox.write("small.jpg", Self.jpegHead(90, 90, remarks: 9000))
    let record = try project.survey()
    #expect(record.verdict == .mayShip, "\(record.reasons)")
    let pictures = gallery(record)
    #expect(pictures.map(\.path) == ["shots/a", "shots/b.png"])
    #expect(pictures.map(\.width) == [1000, 240])
    #expect(pictures[0].thumbnail?.width == 320)
    #expect(pictures[0].thumbnail?.height == 160)
    #expect(pictures.allSatisfy { $0.format == "PNG" && $0.size > 0 && $0.test == nil && $0.problem == nil })
    #expect(Set(pictures.compactMap(\.target)).count == 2)
    #expect(record.figures.first { $0.name == "screenshots.count" }?.value == 2)
    #expect(record.evidence.map(\.path) == ["junit.xml", "shots/a", "shots/b.png"])
    #expect(record.passedOver.allSatisfy { !$0.path.contains("png") })
  }

  @Test func `pictures alone never make a yes, whatever the load lines ask for`() throws {
    for lines in ["{}", "{'screenshots.count': '>= 1'}", "{'screenshots.count': '== 7'}"] {
      let project = Project()
      try project.configure("{loadLines: \(lines)}")
      try project.sandbox.write("a.png", Self.png())
      let record = try project.survey()
      #expect(record.verdict == (lines.contains("7") ? .mayNotShip : .cannotTell), "\(lines)")
      #expect(record.reasons.contains { $0.contains("only pictures") }, "\(record.reasons)")
    }
  }

  @Test func `old pictures are a note and no doubt; where a load line asks for pictures they are one`() throws {
    for (lines, verdict) in [("{}", Verdict.mayShip), ("{'screenshots.count': '>= 1'}", .cannotTell)] {
      let project = Project()
      try project.configure("{loadLines: \(lines)}")
      try project.commit(["a.swift": "1", "plimsoll.json": "{loadLines: \(lines)}"], at: 1_796_000_000)
      try project.sandbox.write("build/junit.xml", Self.junit.replacing("<failure message=\"no\"/>", with: ""))
      project.sandbox.touch("build/junit.xml", seconds: 1_796_000_100)
      for name in ["build/a.png", "build/b.png"] {
        try project.sandbox.write(name, Self.png())
        project.sandbox.touch(name, seconds: 1_795_000_000)
      }
      let record = try project.survey()
      #expect(record.verdict == verdict, "\(record.reasons)")
      let notes = record.findings.filter { $0.rule == "screenshots.stale" }
      #expect(notes.count == 1)
      #expect(notes.first?.severity == .note)
      #expect(notes.first?.message.hasPrefix("2 pictures are older than the sources") == true)
      #expect(record.at.seconds == 1_796_000_100)
    }
  }

  @Test func `tracked pictures are the sources' and are not spoken of; an empty file beside pictures is nothing`()
    throws
  {
    let project = Project()
    try project.sandbox.write("docs/a.png", Self.png())
    try project.commit(at: 1_796_000_000)
    try project.sandbox.write("build/b.png", Self.png())
    try project.sandbox.write("build/empty.json", "")
    let record = try project.survey()
    #expect(gallery(record).map(\.path) == ["build/b.png"])
    #expect(record.passedOver.isEmpty, "\(record.passedOver)")
    #expect(record.evidence.map(\.path) == ["build/b.png"])
    #expect(gallery(try project.survey("docs/a.png")).map(\.path) == ["docs/a.png"], "a file that is named is meant")
  }

  @Test func `a damaged picture is a warning with its place, and stops nothing`() throws {
    let project = Project()
    try project.sandbox.write("junit.xml", Self.junit.replacing("<failure message=\"no\"/>", with: ""))
    let whole = Self.png()
    try project.sandbox.write("cut.png", Array(whole.dropLast(whole.count / 2)))
    try project.sandbox.write("head.png", Array(whole.prefix(20)))
    try project.sandbox.write("head.jpg", [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0])
    try project.sandbox.write("whole.png", whole)
    let record = try project.survey()
    #expect(record.verdict == .mayShip, "\(record.reasons)")
    let warnings = record.findings.filter { $0.rule == "screenshots.damaged" }
    #expect(warnings.compactMap(\.place?.path) == ["cut.png", "head.jpg", "head.png"])
    #expect(warnings.allSatisfy { $0.severity == .warning })
    #expect(warnings.first?.message.contains("damaged") == true)
    #expect(gallery(record).map(\.path) == ["whole.png"])
    #expect(record.figures.first { $0.name == "screenshots.count" }?.value == 1)
    #expect(record.evidence.filter { !$0.state.isGood }.map(\.path) == ["cut.png", "head.jpg", "head.png"])
  }

  @Test func `changed bytes never trap`() {
    let whole = Self.png(220, 220)
    let folder = Sandbox()
    var random = SeededGenerator(seed: 11)
    for round in 0..<120 {
      var bytes = round % 3 == 0 ? Self.jpegHead(300, 300, remarks: 40) : whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if round % 4 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      guard let path = try? folder.write("p\(round)", bytes) else { continue }
      let file = EvidenceFile(path: path, shownPath: "p", format: "PNG")
      let result = ScreenshotInspector().inspect([file], InspectionContext(folder: folder.folder))
      #expect(result.outcomes.count <= 1)
    }
  }

  @Test func `so many are shown, and what is left out is told`() throws {
    let project = Project()
    let bytes = Self.png(200, 200)
    for number in 100..<165 { try project.sandbox.write("shots/\(number).png", bytes) }
    try project.sandbox.write("zz/LoginTests-testShowsError.png", bytes)
    try project.sandbox.write("junit.xml", Self.junit)
    let record = try project.survey()
    let pictures = gallery(record)
    #expect(pictures.count == ScreenshotInspector.shown)
    #expect(pictures[0].path == "zz/LoginTests-testShowsError.png", "those of failed tests come first")
    #expect(pictures[0].test == "app.LoginTests.testShowsError")
    #expect(record.figures.first { $0.name == "screenshots.count" }?.value == 66)
    let texts = record.sections.flatMap(\.blocks).compactMap { block -> String? in
      if case .paragraph(let text) = block { text } else { nil }
    }
    #expect(texts.contains { $0.hasPrefix("6 more pictures are not shown: the page shows 60 at most.") }, "\(texts)")
    #expect(record.evidence.count == 67)
  }

  @Test func `names of pages are safe, told apart and the same every time`() {
    let names = ["a/Login Screen?.png", "b/Login Screen?.png", "../../../etc/passwd", "", "ä/日本.png", "a\"<b>'.png"]
      .map { ScreenshotPages.target(of: $0) }
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.hasPrefix("sketch/") && name.hasSuffix(".html"))
      #expect(
        name.dropFirst(7).dropLast(5).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }, "\(name)")
    }
    #expect(names[0].hasPrefix("sketch/Login-Screen-png-"))
    #expect(ScreenshotPages.target(of: "a/Login Screen?.png") == names[0])
  }

  @Test func `the same pictures give the same bytes, pages too`() throws {
    let project = Project()
    for name in ["c.png", "a/b.png", "a/c.png"] { try project.sandbox.write(name, Self.png(260, 300)) }
    func outputs(_ folder: String) throws -> [[UInt8]] {
      var record = try project.survey("a", "c.png")
      let written = try ScreenshotPages.write(&record, to: project.sandbox.path(folder))
      #expect(written.count == 3)
      #expect(written.problems.isEmpty)
      let pages = try record.pictures.compactMap(\.target).map {
        Array(try project.sandbox.read("\(folder)/\($0)").utf8)
      }
      #expect(pages.reduce(0) { $0 + $1.count } == written.bytes)
      return pages + [HTMLReport.render(record), JSONReport.render(record)]
    }
    #expect(try outputs("one") == outputs("two"))
  }

  @Test func `a picture that is gone when its page is written keeps its place and loses its page`() throws {
    let project = Project()
    try project.sandbox.write("a.png", Self.png())
    var record = try project.survey()
    record.sections = record.sections.map { section in
      var section = section
      section.blocks = section.blocks.map { block in
        guard case .pictures(var gallery) = block else { return block }
        gallery.pictures[0].file = project.sandbox.path("gone.png")
        return .pictures(gallery)
      }
      return section
    }
    let written = try ScreenshotPages.write(&record, to: project.sandbox.path("out"))
    #expect(written.count == 0)
    #expect(written.problems.count == 1)
    #expect(record.pictures.map(\.target) == [nil])
    #expect(!String(decoding: HTMLReport.render(record), as: UTF8.self).contains("href=\"./sketch"))
  }

  // MARK: - Tests and their pictures

  private func test(
    _ path: String, of tests: [FailedTest], _ paths: [String] = []
  ) -> String? {
    PictureTests(tests, folder: "/p", paths: []).test(
      of: EvidenceFile(path: "/p/" + path, shownPath: path, format: "PNG"))
  }

  @Test func `a test's output names its pictures`() {
    let output = "a\n[[ATTACHMENT|shots/one.png]]\n[[ATTACHMENT|]] [[ATTACHMENT|../two.png]] [[ATTACHMENT|cut"
    #expect(FailedTest.attachments(in: output) == ["shots/one.png", "../two.png"])
    var failed = FailedTest(name: "login › fails", className: "login", method: "fails", folder: "/p/build/reports")
    failed.attachments = FailedTest.attachments(in: output)
    #expect(test("build/reports/shots/one.png", of: [failed]) == "login › fails")
    #expect(test("build/two.png", of: [failed]) == "login › fails", "relative to the report")
    #expect(test("shots/one.png", of: [failed]) == "login › fails", "or to the project")
    #expect(test("shots/three.png", of: [failed]) == nil)
  }

  @Test func `a file is called by a test's name, by whole words, and by one test only`() {
    func failed(_ className: String, _ method: String) -> FailedTest {
      FailedTest(name: "\(className).\(method)", className: className, method: method)
    }
    let tests = [
      failed("app.LoginTests", "testError()"), failed("app.LoginTests", "testError_offline"), failed("A", "test1"),
      failed("app.OrderTests", "test_total_is_shown"), failed("app.CartTests", "test_total_is_shown"),
    ]
    #expect(test("shots/LoginTests.testError-2.png", of: tests) == "app.LoginTests.testError()")
    #expect(test("shots/LoginTests/testerror.png", of: tests) == "app.LoginTests.testError()")
    #expect(test("shots/LoginTests.testError_offline_1.png", of: tests) == "app.LoginTests.testError_offline")
    #expect(test("shots/testErrors.png", of: tests) == nil, "half a word is none")
    #expect(test("shots/test1.png", of: tests) == nil, "too short a name")
    #expect(test("shots/A-test1.png", of: tests) == "A.test1")
    #expect(test("shots/test_total_is_shown.png", of: tests) == nil, "two tests fit")
    #expect(test("CartTests/test_total_is_shown.png", of: tests) == "app.CartTests.test_total_is_shown")
    #expect(test("shots/home.png", of: tests) == nil)
  }

  @Test func `the report names attached pictures`() throws {
    let project = Project()
    let output = "<system-out>[[ATTACHMENT|shots/x.png]]</system-out>"
    try project.sandbox.write(
      "build/junit.xml", Self.junit.replacing("<failure message=\"no\"/>", with: "<failure message=\"no\"/>\(output)"))
    try project.sandbox.write("build/shots/x.png", Self.png())
    let record = try project.survey()
    #expect(gallery(record).map(\.test) == ["app.LoginTests.testShowsError"])
    let page = String(decoding: HTMLReport.render(record), as: UTF8.self)
    #expect(
      page.contains("alt=\"Screenshot x.png of the failed test app.LoginTests.testShowsError, 240 × 400 pixels\""))
    #expect(page.contains("loading=\"lazy\""))
    #expect(page.contains("Pictures of failed tests"))
    let text = TextReport.render(record, terminal: Terminal(isInteractive: false, hasColor: false))
    #expect(text.contains("build/shots/x.png (240 x 400) of app.LoginTests.testShowsError"))
    #expect(
      String(decoding: GitHubReport.summary(record), as: UTF8.self).contains(
        "<code>build/shots/x.png</code> (240 × 400) of app.LoginTests.testShowsError"))
    let json = String(decoding: JSONReport.render(record), as: UTF8.self)
    #expect(json.contains("\"kind\": \"pictures\""))
    #expect(!json.contains("base64"))
  }
}
