// A page in Chromium for tests: opened from the disk, with the questions that the tests ask of it.

import Foundation
import Ink
import SketchPage
import TestSupport

/// A drawing page in a browser.
struct Sketching {
  let browser: Browser
  let sandbox = Sandbox()
  private let file: URL

  /// Opens a page from the disk and waits until one can draw on it.
  init(
    _ browser: Browser, width: Int = 900, height: Int = 640, scale: Double = 1, content: SketchPage.Content = .paper,
    kind: SketchPage.Kind = .drawing
  ) async throws {
    self.browser = browser
    file = URL(fileURLWithPath: try sandbox.write("sketch.html", SketchPage.document(content: content, kind: kind)))
    try await browser.resize(width: width, height: height, scale: scale)
    try await open()
  }

  /// Opens it again.
  func open() async throws {
    try await browser.open(file)
    try await browser.wait(for: "document.documentElement.dataset.state === 'ready'", "the page is ready")
    try await frame()
  }

  /// Waits until what has happened is on the screen.
  func frame() async throws {
    try await browser.evaluate(
      "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
  }

  /// A number of the page's engine, such as `stroke_count()`.
  func engine(_ call: String) async throws -> Int {
    Int(try await browser.number("return plimsollSketch.engine.call.\(call)"))
  }

  var strokes: Int { get async throws { try await engine("stroke_count()") } }
  var saved: String { get async throws { try await browser.text("return plimsollSketch.drawing") } }
  var drawing: Drawing { get async throws { try Drawing(saved: Array(try await saved.utf8)) } }
  var status: String { get async throws { try await text(of: "#status").trimmingCharacters(in: .whitespaces) } }
  var focus: String { get async throws { try await browser.text("return document.activeElement.id") } }

  func text(of selector: String) async throws -> String {
    try await browser.text("return document.querySelector(\(quoted(selector))).textContent")
  }

  func attribute(_ name: String, of selector: String) async throws -> String? {
    try await browser.evaluate("return document.querySelector(\(quoted(selector))).getAttribute('\(name)')") as? String
  }

  func isHidden(_ selector: String) async throws -> Bool {
    try await browser.evaluate("return document.querySelector(\(quoted(selector))).offsetParent === null") as? Bool
      == true
  }

  /// A copy of what the canvas shows: reading the page's own canvas again and again would make the browser change how it draws.
  private static let copy = """
    const canvas = document.getElementById("paper"), other = document.createElement("canvas");
    other.width = canvas.width;
    other.height = canvas.height;
    const copy = other.getContext("2d", {willReadFrequently: true});
    copy.drawImage(canvas, 0, 0);
    """

  /// The checksum of all pixels of the canvas.
  func checksum() async throws -> UInt32 {
    try await frame()
    return UInt32(
      try await browser.number(
        """
        \(Self.copy)
        const words = new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
        let sum = 0x811c9dc5;
        for (const word of words) sum = Math.imul(sum ^ word, 0x01000193);
        return sum >>> 0
        """))
  }

  /// The same of a bitmap of the engine's.
  static func checksum(_ bitmap: Bitmap) -> UInt32 {
    var sum: UInt32 = 0x811c_9dc5
    bitmap.pixels.withUnsafeBufferPointer { for word in $0 { sum = (sum ^ word) &* 0x0100_0193 } }
    return sum
  }

  /// How many pixels of a column of the drawing's are not white.
  func inked(column x: Double) async throws -> Int {
    try await frame()
    return Int(
      try await browser.number(
        """
        \(Self.copy)
        const scale = canvas.width / plimsollSketch.engine.width;
        const data = copy.getImageData(Math.round(\(x) * scale), 0, 1, canvas.height).data;
        let inked = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at] + data[at + 1] + data[at + 2] < 600) inked += 1;
        return inked
        """))
  }

  /// Where a place of the drawing is in the window.
  func place(_ x: Double, _ y: Double) async throws -> (Double, Double) {
    let box = try await browser.evaluate(
      """
      const box = document.getElementById("paper").getBoundingClientRect();
      return [box.x, box.y, box.width / plimsollSketch.engine.width]
      """)
    guard let box = box as? [NSNumber], box.count == 3 else { return (.nan, .nan) }
    return (box[0].doubleValue + x * box[2].doubleValue, box[1].doubleValue + y * box[2].doubleValue)
  }

  /// Draws through places of the drawing.
  func draw(_ kind: Pointer.Kind, _ places: [(Double, Double)]) async throws {
    let (left, top) = try await place(0, 0)
    let (right, _) = try await place(100, 0)
    let scale = (right - left) / 100
    try await browser.perform(.stroke(kind, places.map { (left + $0.0 * scale, top + $0.1 * scale) }))
  }

  /// A level line from the left to the right.
  func line(_ kind: Pointer.Kind = .mouse, y: Double, from: Double = 100, to: Double = 400) async throws {
    try await draw(kind, stride(from: from, through: to, by: 30).map { ($0, y) })
  }

  /// Opens a file by the file chooser, and waits for what the page says.
  func open(file name: String, _ bytes: [UInt8]) async throws {
    let path = try sandbox.write(name, bytes)
    try await browser.evaluate(
      "document.getElementById('status').textContent = ''; document.getElementById('notice').hidden = true")
    try await browser.choose(URL(fileURLWithPath: path), for: "#file")
    try await browser.wait(
      for: "!document.getElementById('notice').hidden || document.getElementById('status').textContent",
      "the page says something of \(name)")
    try await frame()
  }

  private func quoted(_ text: String) -> String { "'" + text + "'" }
}
