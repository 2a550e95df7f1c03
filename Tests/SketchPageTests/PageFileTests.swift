// Files and copies: what is saved opens again, what is broken is refused with its place, what was drawn is there on the next visit,
// and the engine in the browser draws what the engine in the program draws.

import Foundation
import Ink
import SketchPage
import TestSupport
import Testing

extension PageTests {
  @Test("files open, broken ones say where, drawings come back", .timeLimit(.minutes(6)))
  func files() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser)
      try await sameEngine(page)
      try await broken(page)
      try await pictures(page)
      try await saving(page)
      try await copies(page)
      try await trap(page)
      try await builtIn(browser)
    }
  }

  /// A drawing with everything that outlines and pixels depend on.
  static func native() -> Drawing {
    var random = SeededGenerator(seed: 7)
    var drawing = Drawing(width: 420, height: 300)
    for index in 0..<12 {
      let tool: Brush.Tool = index % 5 == 3 ? .highlighter : index % 7 == 6 ? .eraser : .pen
      var brush = Brush(
        tool: tool, color: InkColor(rgba: UInt32.random(in: 0...0xff_ffff, using: &random) << 8 | 0xff),
        width: Int32.random(in: 100...2400, using: &random), dynamics: index % 2 == 0 ? .natural : .velocity)
      if index % 4 == 0 { brush.taperIn = 2000 }
      var samples: [Sample] = []
      var x = Double.random(in: 50...350, using: &random)
      var y = Double.random(in: 50...250, using: &random)
      for step in 0..<(index == 5 ? 1 : 30) {
        x += Double.random(in: -18...18, using: &random)
        y += Double.random(in: -18...18, using: &random)
        let pressure = Double.random(in: 0...1, using: &random)
        if let sample = Sample(x: x, y: y, time: Double(step) * 8.3, pressure: pressure, tiltX: 12, tiltY: -7) {
          samples.append(sample)
        }
      }
      let channels: Channels = index % 3 == 0 ? [.time] : [.time, .pressure, .tilt]
      drawing.commands.append(.add(Stroke(brush: brush, device: .pen, channels: channels, samples: samples)))
    }
    drawing.commands.append(.erase([2]))
    drawing.commands.append(.clear)
    drawing.position = drawing.commands.count - 1
    // What a channel does not hold is not saved either.
    return (try? Drawing(saved: drawing.saved())) ?? drawing
  }

  private func sameEngine(_ page: Sketching) async throws {
    let browser = page.browser
    let native = Self.native()
    try await page.open(file: "native.json", native.saved())
    #expect(try await page.status == "Opened native.json.")
    #expect(try await Array(page.saved.utf8) == native.saved(), "what was opened is what is saved")
    let strokes = VisibleInk(native).strokes
    for (id, stroke) in strokes.enumerated() {
      let words = try await browser.text(
        """
        const engine = plimsollSketch.engine, place = engine.call.outline(\(id)), count = engine.call.number_count();
        return Array.from(new BigUint64Array(engine.memory.buffer, place, count), (word) => word.toString(16)).join(" ")
        """)
      let expected = stroke.outline(native.model).points
        .flatMap { [$0.x, $0.y] }.map { String($0.bitPattern, radix: 16) }.joined(separator: " ")
      #expect(words == expected, "the outline of stroke \(id) is the same to the bit")
    }
    let scale = try await browser.number("return document.getElementById('paper').width / plimsollSketch.engine.width")
    #expect(scale > 1, "a small drawing is shown larger")
    try await browser.evaluate("plimsollSketch.engine.call.set_scale(1.5)")
    let pixels = UInt32(
      try await browser.number(
        """
        const words = new Uint32Array(plimsollSketch.engine.memory.buffer, plimsollSketch.engine.call.pixels(),
          plimsollSketch.engine.call.pixel_width() * plimsollSketch.engine.call.pixel_height());
        let sum = 0x811c9dc5;
        for (const word of words) sum = Math.imul(sum ^ word, 0x01000193);
        return sum >>> 0
        """))
    #expect(pixels == Sketching.checksum(Sheet(native, scale: 1.5).shown), "and so is every pixel")
    #expect(try await page.engine("can()") == 3, "what was undone can be redone")
  }

  private func broken(_ page: Sketching) async throws {
    let saved = try await page.saved
    var damaged = Array(saved.utf8)
    let place = damaged.count / 2
    damaged[place] = UInt8(ascii: "!")
    for (name, bytes, message) in [
      (
        "cut.json", Array(saved.utf8.prefix(900)),
        "cut.json was not opened: the drawing is cut off here (byte 900, line"
      ),
      ("damaged.json", damaged, "(byte \(place), line"),
      ("note.txt", Array("Buy milk".utf8), "note.txt was not opened: it is neither a drawing nor a picture"),
      ("empty.png", [], "empty.png was not opened: the file is empty"),
      (
        "plain.svg", Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8),
        "plain.svg was not opened: the picture holds shapes, but no drawing that could be read"
      ),
    ] {
      try await page.open(file: name, bytes)
      let said = try await page.text(of: "#notice-alert")
      #expect(said.contains(message), "\(said)")
      #expect(said.hasSuffix("Your drawing is as it was."))
      #expect(try await page.saved == saved, "\(name) left the drawing alone")
    }
  }

  private func pictures(_ page: Sketching) async throws {
    let browser = page.browser
    // A picture of 300 by 200: red on the left, blue on the right.
    let base64 = try await browser.text(
      """
      const canvas = document.createElement("canvas"); canvas.width = 300; canvas.height = 200;
      const pen = canvas.getContext("2d"); pen.fillStyle = "#f00"; pen.fillRect(0, 0, 150, 200);
      pen.fillStyle = "#00f"; pen.fillRect(150, 0, 150, 200); return canvas.toDataURL("image/png").split(",")[1]
      """)
    let png = [UInt8](try #require(Data(base64Encoded: base64)))
    let old = try await page.saved
    try await page.open(file: "screen.png", png)
    #expect(try await page.text(of: "#size") == "300 × 200")
    #expect(try await page.drawing.pictures.first?.bytes == png, "the file is kept as it was")
    #expect(try await pixel(page, 50, 100) == [255, 0, 0])
    #expect(try await pixel(page, 250, 100) == [0, 0, 255])
    try await browser.click("#notice-action-1")
    try await browser.wait(for: "plimsollSketch.engine.width === 420", "the last drawing can be brought back")
    #expect(try await page.saved == old)
    try await page.open(file: "screen.png", png)
    try await browser.click("#tool-highlighter")
    try await page.draw(.mouse, [(20, 100), (280, 100)])
    #expect(try await pixel(page, 50, 100) == [255, 0, 0], "yellow on red is red: it multiplies")
    // Dropped and pasted files are opened as chosen ones are.
    for (type, event, member) in [("drop", "DragEvent", "dataTransfer"), ("paste", "ClipboardEvent", "clipboardData")] {
      try await browser.evaluate(
        """
        const bytes = Uint8Array.from(atob("\(base64)"), (letter) => letter.charCodeAt(0)), data = new DataTransfer();
        data.items.add(new File([bytes], "\(type).png", {type: "image/png"}));
        document.body.dispatchEvent(new \(event)("\(type)", {\(member): data, bubbles: true, cancelable: true}))
        """)
      try await browser.wait(for: "document.getElementById('status').textContent.startsWith('Opened \(type).png')")
    }
    // SVG with the drawing in it comes back with its picture.
    try await page.draw(.mouse, [(20, 100), (280, 100)])
    let saved = try await page.saved
    let svg = try await browser.text("return new TextDecoder().decode(plimsollSketch.engine.svg())")
    try await page.open(file: "screen.svg", Array(svg.utf8))
    #expect(try await page.saved == saved)
    #expect(try await pixel(page, 250, 50) == [0, 0, 255])
  }

  private func pixel(_ page: Sketching, _ x: Int, _ y: Int) async throws -> [Int] {
    try await page.frame()
    let parts = try await page.browser.evaluate(
      """
      const canvas = document.getElementById("paper"), scale = canvas.width / plimsollSketch.engine.width;
      return [...canvas.getContext("2d").getImageData(\(x) * scale, \(y) * scale, 1, 1).data].slice(0, 3)
      """)
    return (parts as? [NSNumber] ?? []).map(\.intValue)
  }

  private func saving(_ page: Sketching) async throws {
    let browser = page.browser
    // What the page would hand to the browser, instead of a folder of downloads.
    try await browser.evaluate(
      """
      window.handed = {};
      HTMLAnchorElement.prototype.click = function () {
        const name = this.download;
        fetchBlob(this.href).then((text) => { window.handed[name] = text; });
      };
      const blobs = new Map(), create = URL.createObjectURL;
      URL.createObjectURL = (blob) => { const url = create.call(URL, blob); blobs.set(url, blob); return url; };
      window.fetchBlob = async (url) => {
        const blob = blobs.get(url), bytes = new Uint8Array(await blob.arrayBuffer());
        return blob.type + "|" + Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      };
      """)
    try await browser.press(.control, "s")
    try await browser.wait(for: "window.handed['sketch.json']")
    #expect(
      try await browser.text("return window.handed['sketch.json']") == "application/json|" + (try await page.saved))
    #expect(try await page.status == "Saved as sketch.json.")
    try await browser.click("#save")
    try await browser.click("#save-svg")
    try await browser.wait(for: "window.handed['sketch.svg']")
    #expect(try await browser.text("return window.handed['sketch.svg']").hasPrefix("image/svg+xml|<"))
    try await browser.click("#save")
    try await browser.click("#save-png")
    try await browser.wait(for: "window.handed['sketch.png']")
    let png = try await browser.text("return btoa(window.handed['sketch.png'].slice('image/png|'.length))")
    let bytes = [UInt8](try #require(Data(base64Encoded: png)))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(Array(bytes[16..<24]) == [0, 0, 1, 44, 0, 0, 0, 200], "a picture keeps its pixels, 300 by 200")
  }

  private func copies(_ page: Sketching) async throws {
    let browser = page.browser
    try await browser.click("#new")
    try await browser.click("#tool-pen")
    try await page.line(y: 100)
    try await page.line(y: 150)
    try await page.line(y: 200)
    try await browser.press(.control, "z")
    let saved = try await page.saved
    let checksum = try await page.checksum()
    try await browser.wait(for: "document.getElementById('kept').textContent.startsWith('kept')", "a copy is kept")
    try await page.open()
    #expect(try await page.saved == saved)
    #expect(try await page.checksum() == checksum)
    #expect(try await page.text(of: "#notice-text") == "Your last drawing is back: 2 strokes.")
    try await browser.press(.control, "y")
    #expect(try await page.strokes == 3, "what was undone before can be redone after")
    try await browser.click("#new")
    try await browser.wait(for: "plimsollSketch.engine.call.stroke_count() === 0", "a new drawing")
    try await browser.click("#new")
    try await page.frame()
    try await browser.press(.control, "z")
    try await browser.wait(for: "plimsollSketch.engine.call.stroke_count() === 3", "undo takes even that back")
    try await browser.click("#new")
    try await browser.wait(for: "plimsollSketch.engine.call.stroke_count() === 0", "a new drawing")
    try await browser.click("#notice-action-1")
    try await browser.wait(for: "plimsollSketch.engine.call.stroke_count() === 3", "the last one comes back")
    // A large one goes to the database.
    try await browser.evaluate(
      """
      const x = Array.from({length: 200000}, (_, at) => at % 7 - 3);
      const line = `{"add":{"tool":"pen","color":"#112233ff","size":300,"x":[30000,${x}],"y":[20000,${x}]}}`;
      return plimsollSketch.open(new TextEncoder().encode(
        `{"plimsoll-drawing":1,"model":1,"width":600,"height":400,"background":"#ffffffff","commands":[${line}]}`), "large.json")
      """)
    try await browser.wait(for: "document.getElementById('kept').textContent.startsWith('kept')")
    let large = try await page.saved
    #expect(large.utf8.count > 800_000)
    try await page.open()
    #expect(try await page.saved == large)
    // A browser that keeps nothing is named once, and drawing goes on.
    try await browser.evaluate(
      """
      Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
      IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); };
      document.getElementById("notice").hidden = true;
      """)
    try await browser.click("#new")
    try await browser.click("#tool-pen")
    try await page.line(y: 100)
    try await browser.wait(
      for: "document.getElementById('notice-alert').textContent.includes('save it before')", "it is said")
    try await browser.click("#notice-close")
    try await page.line(y: 130)
    try await browser.evaluate("plimsollSketch.flush()")
    try await page.frame()
    #expect(try await page.isHidden("#notice"), "it is said once")
    #expect(try await page.text(of: "#kept") == "not kept")
    #expect(try await page.strokes == 2)
    try await page.open()
  }

  private func trap(_ page: Sketching) async throws {
    let browser = page.browser
    try await browser.click("#new")
    try await page.line(y: 120)
    let saved = try await page.saved
    let checksum = try await page.checksum()
    try await browser.evaluate("plimsollSketch.flush()")
    // Pixels beyond the end of the memory: the engine stops.
    try await browser.evaluate("plimsollSketch.engine.call.picture_pixels(0, -16, 100, 100)")
    try await browser.wait(
      for: "document.getElementById('notice-alert').textContent.includes('start again')", "it is said")
    #expect(try await page.saved == saved, "the drawing is back")
    #expect(try await page.checksum() == checksum)
    try await page.line(y: 160)
    #expect(try await page.strokes == 2, "and drawing goes on")
  }

  private func builtIn(_ browser: Browser) async throws {
    let drawing = Self.native()
    let page = try await Sketching(browser, content: .drawing(drawing.saved()))
    #expect(try await Array(page.saved.utf8) == drawing.saved())
    try await browser.press(.control, "z")
    try await page.open()
    #expect(try await page.engine("can()") == 3)
    #expect(try await page.saved != String(decoding: drawing.saved(), as: UTF8.self), "what was done to it is kept")
    try await browser.click("#new")
    try await page.frame()
    #expect(try await Array(page.saved.utf8) == drawing.saved(), "new begins with what the page was made for")
  }
}
