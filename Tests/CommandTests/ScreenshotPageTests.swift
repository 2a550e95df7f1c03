// Screenshots in the survey's report as their users see them: the program surveys a folder, and Chromium opens the report, follows
// "Mark up" and draws.

import Foundation
import MarkupKit
import Rendering
import SystemKit
import TestSupport
import Testing

@Suite struct ScreenshotPageTests {
  /// A screen of an app: a bar, lines of text, a button.
  static func screen(_ width: Int = 390, _ height: Int = 844, accent: UInt32 = 0xffa0_5a1e) -> [UInt8] {
    var picture = PixelPicture(
      width: width, height: height, pixels: [UInt32](repeating: 0xfffa_f8f7, count: width * height))
    func fill(_ x: Range<Int>, _ y: Range<Int>, _ color: UInt32) {
      for row in y.clamped(to: 0..<height) {
        for column in x.clamped(to: 0..<width) { picture.pixels[row * width + column] = color }
      }
    }
    fill(0..<width, 0..<88, accent)
    fill(20..<180, 48..<66, 0xffff_ffff)
    for line in 0..<9 { fill(20..<width - 40 - line * 17 % 90, 130 + line * 44..<144 + line * 44, 0xffb8_b0a8) }
    fill(20..<width - 20, height - 110..<height - 60, accent)
    return PNGWriter.bytes(of: picture)
  }

  static func icon() -> [UInt8] {
    PNGWriter.bytes(of: PixelPicture(width: 64, height: 64, pixels: [UInt32](repeating: 0xff20_40c0, count: 64 * 64)))
  }

  static func project() throws -> Sandbox {
    let sandbox = Sandbox()
    try sandbox.write(
      "build/junit.xml",
      """
      <testsuite name="ui" tests="2"><testcase classname="ui.LoginTests" name="testShowsError" time="3">
      <failure message="the error is not shown"/>
      <system-out>[[ATTACHMENT|failures/screen 1.png]]</system-out></testcase>
      <testcase classname="ui.LoginTests" name="testSignsIn" time="2"/></testsuite>
      """)
    try sandbox.write("build/failures/screen 1.png", screen())
    try sandbox.write("build/screens/home.png", screen(accent: 0xff3b_6e17))
    try sandbox.write("build/screens/tablet \"wide\" <1>.png", screen(1024, 768, accent: 0xff57_3d1d))
    try sandbox.write("build/screens/icon.png", icon())
    try sandbox.write("build/screens/torn.png", Array(screen().prefix(900)))
    return sandbox
  }

  @Test("survey writes a page for each screenshot, the same bytes every time, and removes none that is not its own")
  func pages() throws {
    let sandbox = try Self.project()
    let first = try sandbox.plimsoll("survey", "build", "--output", "report")
    #expect(first.status == 1)
    #expect(first.output.contains("3 pictures on the page"))
    #expect(first.output.contains("screens/torn.png: the picture is damaged"))
    let json = try JSONValue(parsing: try sandbox.read("report/survey.json"))
    let section = try #require(json["sections"]?.elements?.first { $0["area"]?.string == "screenshots" })
    let pictures = try #require(section["blocks"]?.elements).flatMap { $0["pictures"]?.elements ?? [] }
    #expect(
      pictures.compactMap { $0["path"]?.string }.map { PathName.split($0).name }
        == ["screen 1.png", "home.png", "tablet \"wide\" <1>.png"])
    #expect(pictures[0]["test"]?.string == "ui.LoginTests.testShowsError")
    let targets = pictures.compactMap { $0["target"]?.string }
    #expect(Set(targets).count == 3)
    let before = try (targets + ["index.html", "survey.json"]).map { try sandbox.read("report/\($0)") }
    try sandbox.plimsoll("survey", "build", "--output", "report", "--quiet")
    // The history is the logbook's: the second survey of the same is the same.
    #expect(try (targets + ["index.html", "survey.json"]).map { try sandbox.read("report/\($0)") } == before)
    // A picture that is gone takes its page with it; what someone put there stays.
    try sandbox.write("report/sketch/notes.html", "mine")
    try sandbox.write("report/sketch/mine-0123456789ab.html", "mine too")
    try sandbox.write("build/screens/home.png", Self.icon())
    try sandbox.plimsoll("survey", "build", "--output", "report", "--quiet")
    for (target, isThere) in zip(targets, [true, false, true]) {
      #expect(AtomicFile.exists(sandbox.path("report/\(target)")) == isThere, "\(target)")
    }
    #expect(try sandbox.read("report/sketch/notes.html") == "mine")
    #expect(try sandbox.read("report/sketch/mine-0123456789ab.html") == "mine too")
  }

  @Test(
    "the report leads to a page on which a screenshot is drawn on",
    .enabled(if: Browser.isInstalled, "chromium and chromedriver are not installed"), .timeLimit(.minutes(6)))
  func markUp() async throws {
    let sandbox = try Self.project()
    try sandbox.plimsoll("survey", "build", "--output", "report", "--quiet")
    let report = URL(fileURLWithPath: sandbox.path("report/index.html"))
    try await Browser.run { browser in
      for (scheme, width) in [("light", 1280), ("dark", 1280), ("light", 360), ("dark", 320)] {
        try await browser.resize(width: width, height: 900)
        try await browser.emulate(colorScheme: scheme)
        try await browser.open(report)
        let faults = try await browser.texts(
          """
          const faults = [], all = [...document.querySelectorAll("figure.shot")];
          if (all.length !== 3) faults.push(all.length + " pictures");
          if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
          for (const image of document.querySelectorAll(".shot img")) {
            image.loading = "eager";
            const box = image.getBoundingClientRect(), frame = image.closest(".view").getBoundingClientRect();
            if (!image.alt || !image.getAttribute("width") || !image.getAttribute("height")) faults.push("no size or words");
            if (box.width > frame.width || box.height > frame.height) faults.push("a picture leaves its frame");
            const shape = box.width / box.height, own = image.getAttribute("width") / image.getAttribute("height");
            if (Math.abs(shape / own - 1) > 0.05) faults.push("a picture is out of shape: " + shape + " for " + own);
          }
          return faults
          """)
        #expect(faults.isEmpty, "\(scheme) at \(width): \(faults)")
        try await Self.look(browser, "report-\(scheme)-\(width)", width)
      }
      try await browser.resize(width: 1000, height: 800)
      try await browser.emulate(colorScheme: "light")
      try await browser.open(report)
      try await browser.evaluate(
        "document.querySelector('.shot .pen').scrollIntoView({block: 'center', behavior: 'instant'})")
      try await browser.click(".shot a .pen")
      try await browser.wait(
        for: "document.documentElement.dataset.state === 'ready'", "the page with the pen is ready")
      #expect(try await browser.text("return document.title") == "screen 1")
      let size = try await browser.evaluate("return [plimsollSketch.engine.width, plimsollSketch.engine.height]")
      #expect((size as? [NSNumber])?.map(\.intValue) == [390, 844])
      let ink = """
        const canvas = document.getElementById("paper"), other = document.createElement("canvas");
        other.width = canvas.width; other.height = canvas.height;
        const copy = other.getContext("2d", {willReadFrequently: true}); copy.drawImage(canvas, 0, 0);
        const words = new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
        let sum = 0x811c9dc5;
        for (const word of words) sum = Math.imul(sum ^ word, 0x01000193);
        return sum >>> 0
        """
      let before = try await browser.number(ink)
      let box = try await browser.evaluate(
        "const box = document.getElementById('paper').getBoundingClientRect(); return [box.x, box.y, box.width, box.height]"
      )
      let place = try #require(box as? [NSNumber]).map(\.doubleValue)
      let middle = place[1] + min(place[3], 700) / 2
      let way = (0...8).map { step -> (Double, Double) in
        (place[0] + place[2] * (0.2 + 0.07 * Double(step)), middle + Double(step % 3) * 6)
      }
      try await browser.perform(.stroke(.mouse, way))
      try await browser.evaluate(
        "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
      #expect(Int(try await browser.number("return plimsollSketch.engine.call.stroke_count()")) == 1)
      #expect(try await browser.number(ink) != before, "there is ink on the screenshot")
      try await Self.look(browser, "mark-up", 1000)
      let complaints = try await browser.log().filter { $0.level == "SEVERE" || $0.level == "WARNING" }
      #expect(complaints.isEmpty, "\(complaints)")
    }
  }

  /// Pictures for people who change how it looks: PLIMSOLL_SHOTS=FOLDER.
  private static func look(_ browser: Browser, _ name: String, _ width: Int) async throws {
    guard let folder = ProcessInfo.processInfo.environment["PLIMSOLL_SHOTS"] else { return }
    let top = try await browser.number(
      """
      const first = document.querySelector('figure.shot');
      return first ? Math.max(0, first.closest('section').getBoundingClientRect().top + scrollY - 20) : 0
      """)
    let picture = try await browser.screenshot(top: Int(top), width: width, height: 1000)
    try picture.write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
  }
}
