// The drawing page: one HTML file with the engine inside, that works from disk and offline.

/// The page.
public enum SketchPage {
  /// The engine for the browser, a WebAssembly module in Base64.
  public static var module: String { BrowserBuild.module }
}
