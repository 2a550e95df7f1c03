// The screens of the sample app in a real browser, each used by keyboard and by pointer.

import Foundation
import SketchPage
import TestSupport
import Testing

@Suite(
  "Sample app: in Chromium", .serialized,
  .enabled(if: Browser.isInstalled, "chromium and chromedriver are not installed"))
struct ScreenTests {
  static let names = ["draw", "snowflake", "life", "register", "gallery", "feed"]

  @Test("one goes from screen to screen, and what was there stays", .timeLimit(.minutes(6)))
  func screens() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, width: 1100, height: 760, kind: .app)
      try await keyboard(page)
      try await page.line(y: 200)
      try await navigation(page)
      try await addresses(page)
      #expect(try await page.strokes == 1, "the drawing is what it was")
      try await names(page)
      let errors = try await browser.log().filter { $0.level == "SEVERE" }
      #expect(errors.isEmpty, "the console is empty: \(errors)")
    }
  }

  @Test("the screens can be read in light and dark, and fit a phone", .timeLimit(.minutes(6)))
  func look() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, width: 360, height: 740, kind: .app)
      for name in Self.names {
        try await page.go(to: name)
        for scheme in ["light", "dark"] {
          try await browser.emulate(colorScheme: scheme)
          // The hint lies on the paper, a canvas, which is white in both.
          let faults = try await browser.textsOfLowContrast(least: 6).filter { !$0.contains("Draw with finger") }
          #expect(faults.isEmpty, "\(name), \(scheme): \(faults)")
        }
        let wide = try await browser.texts(
          """
          const outside = [...document.querySelectorAll("body *")].filter((item) =>
            item.getClientRects().length && item.getBoundingClientRect().right > innerWidth + 0.5 && !item.closest(".sr, #screens"));
          if (document.documentElement.scrollWidth > innerWidth) outside.push(document.body);
          return outside.map((item) => item.id || item.className || item.tagName)
          """)
        #expect(wide.isEmpty, "\(name) is wider than a phone: \(wide)")
        let small = try await browser.texts(
          """
          return [...document.querySelectorAll("main:not([hidden]) button, main:not([hidden]) select, nav a, main:not([hidden]) input")]
            .filter((item) => item.getClientRects().length && !item.closest(".sr"))
            .filter((item) => (item.labels?.[0]?.contains(item) ? item.labels[0] : item).getBoundingClientRect().height < 24)
            .map((item) => item.id)
          """)
        #expect(small.isEmpty, "\(name): too small to be hit (WCAG 2.5.8): \(small)")
      }
    }
  }

  private func keyboard(_ page: Sketching) async throws {
    let browser = page.browser
    try await browser.press(.tab)
    #expect(try await page.focus == "skip", "the first stop leads past the names of the screens")
    try await browser.press(.tab)
    #expect(try await page.focus == "nav-draw")
    try await browser.press(.tab)
    try await browser.press(.enter)
    try await browser.wait(for: "document.activeElement.id === 'snowflake-title'", "the heading has the focus")
    #expect(try await browser.text("return location.hash") == "#/snowflake")
    #expect(try await browser.text("return document.title") == "Snowflake · Sketch")
    #expect(try await page.attribute("aria-current", of: "#nav-snowflake") == "page")
    #expect(try await page.attribute("aria-current", of: "#nav-draw") == nil)
    #expect(try await page.isHidden("#paper"))
    #expect(try await page.isHidden("#toolbar"))
    try await page.go(to: "draw")
  }

  private func navigation(_ page: Sketching) async throws {
    let browser = page.browser
    try await browser.click("#nav-snowflake")
    try await browser.wait(for: "document.body.dataset.screen === 'snowflake'")
    try await browser.press("p")
    try await browser.press(.control, "z")
    try await browser.click("#nav-draw")
    try await browser.wait(for: "document.body.dataset.screen === 'draw'")
    #expect(try await page.strokes == 1, "keys of the drawing do nothing on other screens")
    #expect(try await !page.isHidden("#paper"))
    for name in Self.names.dropFirst() {
      try await browser.click("#nav-\(name)")
      try await browser.wait(for: "document.body.dataset.screen === '\(name)'")
      let shown = try await browser.texts(
        "return [...document.querySelectorAll('main')].filter((item) => item.offsetParent).map((item) => item.id)")
      #expect(shown == ["screen-\(name)"], "one screen is shown")
      #expect(
        try await browser.number(
          "return [...document.querySelectorAll('h1')].filter((item) => item.offsetParent).length") == 1)
    }
    try await browser.evaluate("history.back()")
    try await browser.wait(for: "document.body.dataset.screen === 'gallery'", "the browser's back goes back")
  }

  private func addresses(_ page: Sketching) async throws {
    let browser = page.browser
    try await browser.evaluate("location.hash = '#/nowhere'")
    try await browser.wait(for: "document.body.dataset.screen === 'draw'")
    #expect(try await page.text(of: "#notice-alert").hasPrefix("There is no screen “nowhere”"))
    try await browser.evaluate("location.hash = '#/%zz'")
    try await browser.wait(
      for: "document.getElementById('notice-alert').textContent.includes('%zz')", "bad escapes are a name too")
    try await browser.evaluate("location.hash = '#/life'")
    try await browser.wait(for: "document.body.dataset.screen === 'life'")
    try await browser.evaluate("plimsollSketch.flush(); location.reload()")
    try await browser.wait(for: "document.documentElement.dataset.state === 'ready'", "the page is ready again")
    #expect(try await browser.text("return document.body.dataset.screen") == "life", "the address names the screen")
  }

  /// Every control has an id that no other has, and a name.
  private func names(_ page: Sketching) async throws {
    let browser = page.browser
    for name in Self.names {
      try await page.go(to: name)
      let faults = try await browser.texts(
        """
        const faults = [], seen = new Set();
        for (const item of document.querySelectorAll("[id]")) {
          if (seen.has(item.id)) faults.push("twice: " + item.id);
          seen.add(item.id);
        }
        for (const item of document.querySelectorAll("button, input, select, textarea, a[href], [tabindex='0']")) {
          if (!item.id) faults.push("no id: " + item.outerHTML.slice(0, 80));
          if (item.closest("[hidden]") || item.type === "file") continue;
          const label = item.getAttribute("aria-label") || item.labels?.[0]?.textContent || item.textContent;
          if (!label.trim()) faults.push("no name: " + item.outerHTML.slice(0, 80));
        }
        for (const list of document.querySelectorAll("[aria-describedby], [aria-labelledby], [aria-controls], label[for]")) {
          for (const kind of ["aria-describedby", "aria-labelledby", "aria-controls", "for"]) {
            for (const id of (list.getAttribute(kind) ?? "").split(" ")) if (id && !seen.has(id)) faults.push("no such id: " + id);
          }
        }
        return faults
        """)
      #expect(faults.isEmpty, "\(name): \(faults)")
    }
  }
}

extension Sketching {
  /// Shows a screen by its address.
  func go(to screen: String) async throws {
    try await browser.evaluate("location.hash = '#/\(screen)'")
    try await browser.wait(for: "document.body.dataset.screen === '\(screen)'", "the screen \(screen)")
    try await frame()
  }

  /// Takes what a field holds away and types something else.
  func type(_ text: String, into field: String) async throws {
    try await browser.evaluate("const field = document.getElementById('\(field)'); field.focus(); field.select?.()")
    try await browser.press(.delete)
    for letter in text { try await browser.press(Browser.Key(rawValue: String(letter))) }
    try await frame()
  }

  /// The value of a field.
  func value(_ field: String) async throws -> String {
    try await browser.text("return document.getElementById('\(field)').value")
  }
}
