// The drawing page: one HTML file with the engine inside, that works from disk and offline. Everything it needs is in it, and its
// content security policy names the digests of its script and style and forbids the rest: it can neither load nor send anything.

internal import ByteKit
internal import MarkupKit
internal import SystemKit

/// The page.
public enum SketchPage {
  /// The engine of the drawing, a WebAssembly module in Base64.
  public static var module: String { BrowserBuild.ink }

  /// What is on the page.
  public enum Kind: Sendable {
    /// Paper to draw on.
    case drawing
    /// The sample app: the drawing and the other screens.
    case app
    /// The sample app from a server, which hands over parts that have changed.
    case live
  }

  /// What the page begins with.
  public enum Content: Sendable {
    /// White paper as large as the window.
    case paper
    /// A picture to draw on, such as a screenshot: the file as it is, PNG or JPEG or whatever browsers decode.
    case picture([UInt8])
    /// A saved drawing, JSON or SVG.
    case drawing([UInt8])
  }

  /// A page to draw on.
  ///
  ///     let page = SketchPage.document(title: "Login screen", content: .picture(png), id: "login-screen")
  ///
  /// - Parameters:
  ///   - title: What is drawn on; saved files are named after it.
  ///   - content: What the page begins with. It is decoded by the browser, which says what is wrong with it.
  ///   - id: Under which name the browser keeps what was drawn. Pages of the same id and content share it wherever they lie;
  ///     without an id a page is known by its address.
  ///   - kind: What is on the page beside the drawing.
  ///   - parts: What the page is put together from.
  /// - Returns: The file; the same bytes for the same arguments.
  /// - Complexity: O(bytes of the content).
  public static func document(
    title: String = "Sketch", content: Content = .paper, id: String = "", kind: Kind = .drawing,
    parts: PageParts = .builtIn
  ) -> [UInt8] {
    var html = HTMLWriter(capacity: 1 << 19)
    let script = parts.script(kind)
    let style = parts.style(kind)
    html.markup("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    html.open(
      "meta", HTMLAttribute("http-equiv", "Content-Security-Policy"),
      HTMLAttribute("content", policy(script: script, style: style, isServed: kind == .live)))
    html.markup(
      """
      \n<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
      <meta name="color-scheme" content="light dark">
      <meta name="theme-color" content="#f4f6f6" media="(prefers-color-scheme: light)">
      <meta name="theme-color" content="#0d1720" media="(prefers-color-scheme: dark)">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="plimsoll">
      <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect \
      width='32' height='32' rx='7' fill='%231d3b57'/%3E%3Cpath d='M6 22c5-14 7 4 11-5s5-4 9-7' fill='none' stroke='%23fff' \
      stroke-width='3' stroke-linecap='round'/%3E%3C/svg%3E">\n
      """)
    html.element("title", text: title)
    html.markup("\n<style id=\"style\">")
    html.raw(style)
    html.markup("</style>\n</head>\n")
    html.open(
      "body", HTMLAttribute("data-id", id), HTMLAttribute("data-name", fileName(title)),
      HTMLAttribute("data-digest", digest(of: content)),
      kind == .live ? HTMLAttribute("data-versions", versions(of: parts)) : .class(""))
    html.markup("\n")
    writeBody(title, kind, parts, to: &html)
    writeModule(parts, .ink, id: "engine-module", to: &html)
    if kind != .drawing {
      writeModule(parts, .app, id: "app-module", to: &html)
      for figure in parts.figures { writeFigure(figure.id, figure.text, to: &html) }
    }
    switch content {
    case .paper: break
    case .picture(let bytes): writeData(bytes, kind: "picture", to: &html)
    case .drawing(let bytes): writeData(bytes, kind: "drawing", to: &html)
    }
    html.markup("<script>")
    html.raw(script)
    html.markup("</script>\n</body>\n</html>\n")
    return html.bytes
  }

  /// The versions of the parts as JSON, which the page compares with those that the server tells of.
  private static func versions(of parts: PageParts) -> String {
    let pairs = parts.versions(.live).sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
    return "{" + pairs.joined(separator: ",") + "}"
  }

  private static func writeModule(
    _ parts: PageParts, _ module: PageParts.Module, id: String, to html: inout HTMLWriter
  ) {
    html.element("script", HTMLAttribute("type", "text/plain"), .id(id)) { $0.raw(parts.modules[module] ?? []) }
    html.markup("\n")
  }

  private static func writeFigure(_ id: String, _ text: [UInt8], to html: inout HTMLWriter) {
    html.element(
      "script", HTMLAttribute("type", "text/plain"), .class("figure"), HTMLAttribute("data-figure", id)
    ) { $0.raw(text) }
    html.markup("\n")
  }

  private static func writeData(_ bytes: [UInt8], kind: String, to html: inout HTMLWriter) {
    html.element(
      "script", HTMLAttribute("type", "text/plain"), .id("built-in"), HTMLAttribute("data-kind", kind),
      text: Base64.text(bytes))
    html.markup("\n")
  }

  private static func policy(script: [UInt8], style: [UInt8], isServed: Bool) -> String {
    "default-src 'none'; script-src '\(source(script))' 'wasm-unsafe-eval'; style-src '\(source(style))'; "
      + "img-src data: blob:; base-uri 'none'; form-action 'none'" + (isServed ? "; connect-src 'self'" : "")
  }

  /// The digest of a script or style as policies name it.
  private static func source(_ bytes: [UInt8]) -> String {
    "sha256-" + Base64.text(bytes.withUnsafeBytes { Digest.bytes(.sha256, of: $0) })
  }

  /// Tells contents apart, so that a page that was made again for another picture does not bring back what was drawn on the old one.
  private static func digest(of content: Content) -> String {
    switch content {
    case .paper: ""
    case .picture(let bytes), .drawing(let bytes):
      String(bytes.withUnsafeBytes { Digest.sha256($0) }.prefix(16))
    }
  }

  /// A name for saved files that every file system takes: letters and digits of the title, hyphens between them.
  static func fileName(_ title: String) -> String {
    var name = ""
    for character in title.prefix(60) {
      if character.isLetter || character.isNumber {
        name += character.lowercased()
      } else if !name.isEmpty, name.last != "-" {
        name += "-"
      }
    }
    while name.last == "-" { name.removeLast() }
    return name.isEmpty ? "sketch" : name
  }
}

/// Base64 (RFC 4648) as `atob` reads it.
enum Base64 {
  static func text(_ bytes: [UInt8]) -> String { String(decoding: self.bytes(of: bytes), as: UTF8.self) }

  private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes of letters that ``bytes(of:)`` made.
  static func decoded(_ letters: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: 0, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for letter in letters where letter != UInt8(ascii: "=") {
      bits = bits << 6 | UInt32(values[Int(letter)])
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }

  static func bytes(of bytes: [UInt8]) -> [UInt8] {
    var letters: [UInt8] = []
    letters.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var bits: UInt32 = 0
      for at in 0..<3 { bits = bits << 8 | (at < count ? UInt32(bytes[start + at]) : 0) }
      for at in 0..<4 {
        letters.append(at <= count ? alphabet[Int(bits >> UInt32(18 - 6 * at) & 63)] : UInt8(ascii: "="))
      }
    }
    return letters
  }
}
