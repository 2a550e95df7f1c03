// What the page is put together from: files below `Browser` and compiled modules. The program holds all of them; a server that watches
// the sources takes them from there.

internal import ByteKit
internal import SystemKit

/// The parts of the page.
public struct PageParts: Sendable {
  /// A compiled module of the page.
  public enum Module: String, Sendable, CaseIterable {
    /// The engine of the drawing.
    case ink
    /// The engines of the other screens: turtle, Life and layout.
    case app
  }

  var files: [String: [UInt8]]
  var modules: [Module: [UInt8]]

  /// The parts as this program was built with.
  public static let builtIn: PageParts = {
    var parts = PageParts(files: [:], modules: [:])
    for (path, text) in BrowserBuild.files {
      parts.files["\(path)"] = text.withUTF8Buffer { [UInt8]($0) }
    }
    parts.modules[.ink] = Array(BrowserBuild.ink.utf8)
    parts.modules[.app] = Array(BrowserBuild.app.utf8)
    return parts
  }()

  /// The paths of the files that the page is made from, below the top of the project's sources.
  public static var paths: [String] { BrowserBuild.files.map { "\($0.path)" } }

  /// The same parts with other files and modules.
  ///
  /// - Parameters:
  ///   - files: Files by their paths; of a path that the page does not know nothing is used.
  ///   - modules: Compiled modules, as they are.
  public func replacing(files: [String: [UInt8]] = [:], modules: [Module: [UInt8]] = [:]) -> PageParts {
    var parts = self
    parts.files.merge(files) { $1 }
    for (module, bytes) in modules { parts.modules[module] = Base64.bytes(of: bytes) }
    return parts
  }

  /// A compiled module as it is, for whoever hands it over by itself.
  ///
  /// - Complexity: O(bytes).
  public func compiled(_ module: Module) -> [UInt8] { Base64.decoded(modules[module] ?? []) }

  /// A file of the page; empty where there is none.
  func text(_ path: String) -> [UInt8] { files["Browser/" + path] ?? [] }

  /// The parts of the script in their order: one classic script of one scope, which runs from the disk in every browser (modules
  /// do not).
  func script(_ kind: SketchPage.Kind) -> [UInt8] {
    var names = [
      "page/module.js", "page/engine.js", "page/palette.js", "page/say.js", "page/view.js", "page/drawing.js",
      "page/pointers.js", "page/toolbar.js", "page/keyboard.js", "page/menu.js", "page/pictures.js", "page/files.js",
      "page/autosave.js", "page/strokelist.js",
    ]
    if kind != .drawing {
      names += [
        "screens/app.js", "screens/screens.js", "screens/snowflake.js", "screens/patterns.js", "screens/life.js",
        "screens/register.js", "screens/gallery.js", "screens/feed.js",
      ]
    }
    if kind == .live { names.append("live/live.js") }
    names.append("page/start.js")
    var script = Array("\"use strict\";(()=>{\n".utf8)
    for name in names { script += text(name) }
    return script + Array("\n})();".utf8)
  }

  /// The page's style.
  public func style(_ kind: SketchPage.Kind) -> [UInt8] {
    var style = text("page/style.css")
    if kind != .drawing { style += text("screens/screens.css") }
    if kind == .live { style += text("live/live.css") }
    return style
  }

  /// What tells one state of the parts from another: each module, the style, and everything else as `page`, with their digests.
  public func versions(_ kind: SketchPage.Kind) -> [String: String] {
    func digest(_ bytes: [UInt8]) -> String { String(bytes.withUnsafeBytes { Digest.sha256($0) }.prefix(16)) }
    var rest = script(kind)
    for path in files.keys.sorted() where path.hasSuffix(".html") || path.hasSuffix(".lsystem") {
      rest += files[path] ?? []
    }
    var versions = ["style": digest(style(kind)), "page": digest(rest)]
    for (module, bytes) in modules { versions[module.rawValue] = digest(bytes) }
    return versions
  }

  /// The figures of the turtle, by the names of their files.
  var figures: [(id: String, text: [UInt8])] {
    files.keys.filter { $0.hasSuffix(".lsystem") }.sorted().map { path in
      (String(path.split(separator: "/").last?.dropLast(".lsystem".count) ?? ""), files[path] ?? [])
    }
  }
}
