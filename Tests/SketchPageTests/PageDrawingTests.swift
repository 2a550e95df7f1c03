// Hands on the page: mice, fingers, pens, taps, palms, and what is on the canvas afterwards.

import Foundation
import Ink
import SketchPage
import TestSupport
import Testing

extension PageTests {
  @Test("mice, fingers and pens draw; undo puts every pixel back", .timeLimit(.minutes(6)))
  func hands() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser)
      try await mouseAndUndo(page)
      try await pen(page)
      try await fingers(page)
      try await coalesced(page)
      try await erasers(page)
      try await resizing(page)
      let errors = try await browser.log().filter { $0.level == "SEVERE" || $0.level == "WARNING" }
      #expect(errors.isEmpty, "the console is empty: \(errors)")
      // The browser loads its own first page before ours.
      let requests = try await browser.log("performance").compactMap { entry in
        entry.message.firstMatch(of: /"Network\.requestWillBeSent".*?"url":"(.*?)"/).map { String($0.1.prefix(60)) }
      }.filter { !$0.hasPrefix("chrome:") }
      #expect(requests.count == 1 && requests.allSatisfy { $0.hasPrefix("file:") }, "nothing is loaded: \(requests)")
    }
  }

  private func mouseAndUndo(_ page: Sketching) async throws {
    let browser = page.browser
    let empty = try await page.checksum()
    #expect(try await page.attribute("aria-disabled", of: "#undo") == "true")
    try await page.line(y: 100)
    #expect(try await page.strokes == 1)
    #expect(try await page.inked(column: 250) > 0, "a mouse leaves ink")
    let first = try await page.checksum()
    #expect(first != empty)
    try await browser.click("#color-pen-red")
    try await browser.click("#width-5")
    try await page.line(y: 160)
    let second = try await page.checksum()
    #expect(try await page.inked(column: 250) > 3, "the broad pen is broader, even where the mouse is fast")
    try await browser.press(.control, "z")
    #expect(try await page.status.hasPrefix("Undone: pen stroke. 1 stroke"))
    #expect(try await page.checksum() == first)
    try await browser.click("#undo")
    #expect(try await page.checksum() == empty)
    #expect(try await page.attribute("aria-disabled", of: "#undo") == "true")
    try await browser.press(.control, "z")
    #expect(try await page.status == "There is nothing to undo.")
    try await browser.press(.control, "y")
    #expect(try await page.checksum() == first)
    try await browser.press(.control, .shift, "z")
    #expect(try await page.checksum() == second)
    try await browser.click("#clear")
    #expect(try await page.status == "Cleared 2 strokes. Undo brings them back.")
    #expect(try await page.checksum() == empty)
    try await browser.click("#undo")
    #expect(try await page.checksum() == second)
    try await browser.click("#redo")
    #expect(try await page.strokes == 0)
    // Only the first button of a mouse draws.
    try await browser.evaluate(
      """
      const canvas = document.getElementById("paper");
      for (const type of ["pointerdown", "pointermove", "pointerup"])
        canvas.dispatchEvent(new PointerEvent(type, {pointerId: 7, pointerType: "mouse", button: 2, clientX: 300, clientY: 300}))
      """)
    #expect(try await page.strokes == 0)
  }

  private func pen(_ page: Sketching) async throws {
    #expect(try await page.isHidden("#finger"))
    let (x, y) = try await page.place(100, 200)
    try await page.browser.click("#width-5")
    var steps: [PointerStep] = [.move(x: x, y: y), .down(pressure: 0.1)]
    for step in 1...20 {
      let at = Double(step)
      steps.append(.move(x: x + 15 * at, y: y, pressure: 0.1 + 0.04 * at, tiltX: 20, tiltY: -10))
    }
    try await page.browser.perform(Pointer(.pen, steps + [.up]))
    guard case .add(let stroke) = try await page.drawing.commands.last else {
      Issue.record("the pen left no stroke")
      return
    }
    #expect(stroke.device == .pen && stroke.channels.contains([.time, .pressure, .tilt]))
    let pressures = stroke.samples.dropFirst().dropLast().map(\.pressure)
    #expect(pressures.count >= 18 && pressures == pressures.sorted() && pressures.last! > 4 * pressures.first!)
    #expect(stroke.samples.contains { $0.tiltX == 2000 && $0.tiltY == -1000 })
    let thin = try await page.inked(column: 130)
    let thick = try await page.inked(column: 370)
    #expect(thick > thin + 4, "more pressure, more width: \(thin) and \(thick) pixels")
    // Now fingers do not draw, until someone says so.
    #expect(try await page.engine("pen_mode()") == 1)
    #expect(try await !page.isHidden("#finger"))
    let count = try await page.strokes
    try await page.line(.touch, y: 300)
    #expect(try await page.strokes == count)
    try await page.browser.click("#finger")
    #expect(try await page.attribute("aria-pressed", of: "#finger") == "true")
    try await page.line(.touch, y: 300)
    #expect(try await page.strokes == count + 1)
    // Who has asked for both keeps both when the pen comes again.
    try await page.line(.pen, y: 320)
    #expect(try await page.engine("pen_mode()") == 0)
    try await page.browser.click("#clear")
  }

  private func fingers(_ page: Sketching) async throws {
    let browser = page.browser
    try await page.line(.touch, y: 100)
    try await page.line(.touch, y: 140)
    #expect(try await page.strokes == 2)
    let (x, y) = try await page.place(300, 300)
    // Taps and palms are told by their times, which a busy machine stretches: each has three tries.
    for _ in 0..<3 where try await page.strokes == 2 {
      try await browser.perform(
        Pointer(.touch, name: "one", [.move(x: x, y: y), .down(), .pause(20), .up]),
        Pointer(.touch, name: "two", [.move(x: x + 60, y: y), .down(), .pause(20), .up]))
    }
    #expect(try await page.strokes == 1, "two fingers undo, and leave no dots")
    #expect(try await page.status.hasPrefix("Undone with two fingers."))
    // A palm rests on the glass, then the pen comes.
    for _ in 0..<3 {
      try await browser.perform(
        Pointer(
          .touch, name: "palm", [.move(x: x, y: y), .down(), .move(x: x + 3, y: y), .pause(), .pause(), .pause(), .up]),
        Pointer(
          .pen,
          [.pause(), .pause(), .move(x: x - 90, y: y - 60), .down(pressure: 0.5), .move(x: x - 40, y: y - 60), .up])
      )
      if try await page.strokes == 2 { break }
      while try await page.strokes > 1 { try await browser.press(.control, "z") }
    }
    guard case .add(let stroke) = try await page.drawing.commands.last else {
      Issue.record("the pen left no stroke")
      return
    }
    #expect(try await page.strokes == 2)
    #expect(stroke.device == .pen, "the palm left nothing, the pen did")
    let before = try await page.checksum()
    try await browser.evaluate(
      """
      const canvas = document.getElementById("paper"), at = (type, x) => canvas.dispatchEvent(
        new PointerEvent(type, {pointerId: 44, pointerType: "mouse", button: 0, clientX: x, clientY: 300, bubbles: true}));
      at("pointerdown", 200); at("pointermove", 300); at("pointercancel", 300); at("pointerup", 400)
      """)
    #expect(try await page.strokes == 2)
    #expect(try await page.checksum() == before, "what the system takes away leaves no ink")
  }

  private func coalesced(_ page: Sketching) async throws {
    try await page.browser.click("#clear")
    try await page.browser.evaluate(
      """
      const canvas = document.getElementById("paper"), box = canvas.getBoundingClientRect();
      const event = (type, at, more) => new PointerEvent(type, {pointerId: 9, pointerType: "pen", button: 0, buttons: 1,
        pressure: 0.5, clientX: box.x + 50 + 3 * at, clientY: box.y + 200 + 40 * Math.sin(at / 9), bubbles: true, ...more});
      canvas.dispatchEvent(event("pointerdown", 0));
      let at = 1;
      for (let frame = 0; frame < 4; frame++) {
        const coalescedEvents = Array.from({length: 25}, () => event("pointermove", at++));
        canvas.dispatchEvent(event("pointermove", at - 1, {coalescedEvents, predictedEvents: [event("pointermove", at + 9)]}));
      }
      canvas.dispatchEvent(event("pointerup", at - 1))
      """)
    guard case .add(let stroke) = try await page.drawing.commands.last else {
      Issue.record("no stroke came of synthetic events")
      return
    }
    let places = Set(stroke.samples.map(\.x))
    #expect(places.count == 101, "every coalesced sample arrives, no predicted one stays")
    #expect(places.max()! - places.min()! == 30_000)
    #expect(try await page.checksum() == Sketching.checksum(Sheet(try await page.drawing, scale: 1).shown))
  }

  private func erasers(_ page: Sketching) async throws {
    let browser = page.browser
    try await browser.click("#clear")
    try await browser.click("#tool-pen")
    try await page.line(y: 100)
    try await page.line(y: 200)
    try await browser.click("#tool-eraser")
    #expect(try await !page.isHidden("#eraser-pixels"))
    #expect(try await page.isHidden("#color-pen-red"))
    try await page.draw(.mouse, [(250, 60), (250, 100), (250, 130)])
    #expect(try await page.strokes == 1)
    #expect(try await page.status.hasPrefix("Erased 1 stroke."))
    try await browser.click("#eraser-pixels")
    try await page.draw(.mouse, [(250, 180), (250, 200), (250, 230)])
    #expect(try await page.strokes == 2, "an eraser of pixels is a stroke")
    #expect(try await page.inked(column: 250) == 0)
    #expect(try await page.inked(column: 150) > 0)
    // The other end of a pen erases whatever the tool is.
    try await browser.click("#tool-pen")
    try await browser.evaluate(
      """
      const canvas = document.getElementById("paper"), box = canvas.getBoundingClientRect(), at = (type, y) =>
        canvas.dispatchEvent(new PointerEvent(type, {pointerId: 12, pointerType: "pen", button: 5, buttons: 32, pressure: 0.5,
          clientX: box.x + 150, clientY: box.y + y, bubbles: true}));
      at("pointerdown", 180); at("pointermove", 215); at("pointerup", 215)
      """)
    #expect(try await page.engine("stroke_count()") == 1)
  }

  private func resizing(_ page: Sketching) async throws {
    let browser = page.browser
    let saved = try await page.saved
    try await browser.resize(width: 600, height: 500)
    try await page.frame()
    try await browser.wait(for: "document.getElementById('paper').width < 600", "the drawing is drawn at its new scale")
    #expect(try await page.saved == saved, "another window leaves the drawing alone")
    let width = try await browser.number("return plimsollSketch.engine.width")
    let scale =
      try await browser.number("return document.getElementById('paper').getBoundingClientRect().width") / width
    #expect(scale < 0.8)
    try await page.line(y: 300, from: 60, to: 700)
    guard case .add(let stroke) = try await page.drawing.commands.last else { return }
    #expect(abs(stroke.samples[0].x - 6000) < 200 && abs(stroke.samples[0].y - 30_000) < 200, "places stay true")
    // A screen of two pixels a point, as page zoom of 200 % is too.
    try await browser.resize(width: 900, height: 640, scale: 2)
    try await browser.wait(
      for: "document.getElementById('paper').width === 2 * plimsollSketch.engine.width", "it is drawn sharp")
    #expect(try await browser.number("return document.getElementById('paper').getBoundingClientRect().width") == width)
    #expect(try await page.checksum() == Sketching.checksum(Sheet(try await page.drawing, scale: 2).shown))
    try await page.line(y: 350)
    guard case .add(let sharp) = try await page.drawing.commands.last else { return }
    #expect(sharp.samples[0].x == 10_000 && sharp.samples[0].y == 35_000)
    // Zoom of 125 %: still one pixel of the engine for one of the screen. The page gets smaller by it, as in a window.
    try await browser.resize(width: 720, height: 512, scale: 1.25)
    try await browser.wait(for: "document.getElementById('paper').width < 1000", "it is drawn at the new scale")
    #expect(
      try await browser.number(
        """
        const canvas = document.getElementById("paper");
        return Math.abs(canvas.getBoundingClientRect().width * 1.25 - canvas.width)
        """) < 0.05)
    try await browser.resize(width: 900, height: 640)
  }
}
