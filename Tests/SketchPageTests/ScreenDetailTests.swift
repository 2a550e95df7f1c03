// What goes wrong on screens that are scrolled, narrow, low or zoomed, and what readers are told too often.

import Foundation
import SketchPage
import TestSupport
import Testing

extension ScreenTests {
  @Test("every control is where it is seen, also on a screen that is scrolled", .timeLimit(.minutes(6)))
  func scrolled() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, width: 360, height: 480, kind: .app)
      for name in Self.names.dropFirst() {
        try await page.go(to: name)
        let faults = try await browser.texts(
          """
          const faults = [], main = [...document.querySelectorAll("main")].find((item) => item.offsetParent);
          for (const item of main.querySelectorAll("button, select, input")) {
            if (item.closest("[hidden]")) continue;
            const label = item.labels?.[0], seen = label?.getClientRects().length ? label : item;
            seen.scrollIntoView({block: "center"});
            const box = seen.getBoundingClientRect();
            const hit = document.elementFromPoint(box.x + Math.min(box.width / 2, 20), box.y + box.height / 2);
            if (hit !== item && hit !== seen && !item.contains(hit) && hit?.closest("label") !== seen)
              faults.push(item.id + " is covered by " + (hit?.id || hit?.tagName));
          }
          return faults
          """)
        #expect(faults.isEmpty, "\(name): \(faults)")
      }
    }
  }

  @Test("what was typed is shown without making the page wider", .timeLimit(.minutes(6)))
  func longWords() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, width: 320, height: 640, kind: .app)
      let word = String(repeating: "x", count: 90)
      for (screen, field) in [
        ("snowflake", "snowflake-level"), ("life", "life-rule"), ("register", "register-email"),
      ] {
        try await page.go(to: screen)
        try await browser.evaluate(
          """
          const field = document.getElementById("\(field)");
          document.getElementById("register-submit").click();
          field.value = "\(word)";
          for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, {bubbles: true}));
          """)
        #expect(try await page.text(of: "#\(field)-problem").contains(word))
        #expect(
          try await browser.number(
            "const main = document.getElementById('screen-\(screen)'); return main.scrollWidth - main.clientWidth") <= 0
        )
      }
    }
  }

  @Test("zoomed to 400 % all of the drawing's screen can be reached (WCAG 1.4.10)", .timeLimit(.minutes(6)))
  func zoomed() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, width: 320, height: 256, kind: .app)
      for id in ["paper", "help", "foot"] {
        let seen = try await browser.number(
          """
          const item = document.getElementById("\(id)");
          item.scrollIntoView({block: "center"});
          const box = item.getBoundingClientRect();
          return Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)
          """)
        #expect(seen >= (id == "paper" ? 150 : 16), "\(id)")
      }
      try await page.line(y: 40, from: 40, to: 200)
      #expect(try await page.strokes == 1)
    }
  }

  @Test("live regions are written when something has changed, and not else", .timeLimit(.minutes(6)))
  func quiet() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, kind: .app)
      try await browser.evaluate(
        """
        window.written = [];
        new MutationObserver((list) => {
          for (const change of list) {
            const region = (change.target.closest ? change.target : change.target.parentElement).closest("output, [role=status], [role=alert]");
            if (region && region.getAttribute("aria-live") !== "off") window.written.push(region.id);
          }
        }).observe(document.body, {subtree: true, childList: true, characterData: true});
        """)
      try await page.go(to: "register")
      try await browser.evaluate("window.written = []")
      try await page.type("Ada", into: "register-name")
      #expect(try await browser.texts("return window.written").isEmpty)
      try await page.go(to: "gallery")
      try await browser.evaluate("window.written = []")
      try await page.type("12", into: "gallery-count")
      try await browser.evaluate("document.getElementById('gallery-cell').focus()")
      try await page.frame()
      try await browser.evaluate("window.written = []")
      try await browser.press(.right)
      let written = try await browser.texts("return window.written")
      #expect(written == ["status"], "the slider says its value itself")
      // Who has left is not told of what comes there.
      try await page.go(to: "feed")
      try await page.go(to: "gallery")
      try await browser.evaluate("window.written = []")
      try await browser.wait(for: "document.querySelectorAll('#feed-list img.here').length === 5", "all pictures come")
      #expect(try await browser.texts("return window.written").isEmpty)
    }
  }

  @Test("register: what stands before the @, and years that are being typed", .timeLimit(.minutes(6)))
  func registerDetails() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, kind: .app)
      try await page.go(to: "register")
      try await browser.click("#register-submit")
      for (text, problem) in [
        ("jane doe@example.org", "“jane doe” is no name of a mailbox."), ("jane+doe@example.org", ""),
        ("jane@exa mple.org", "“exa mple.org” is no address of a mail server."),
      ] {
        try await page.type(text, into: "register-email")
        #expect(try await page.text(of: "#register-email-problem") == problem)
      }
      try await browser.evaluate(
        """
        const date = document.getElementById("register-date");
        date.value = "0020-12-01";
        date.dispatchEvent(new Event("input", {bubbles: true}));
        """)
      #expect(try await !page.text(of: "#register-date-text").contains("1920"))
    }
  }

  @Test("Life: a rule that was refused does not cost the board", .timeLimit(.minutes(6)))
  func refusedRule() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, kind: .app)
      try await page.go(to: "life")
      try await browser.click("#life-run")
      try await browser.click("#life-random")
      let cells = "return plimsollSketch.app.text(plimsollSketch.app.call.life_save())"
      let before = try await browser.text(cells)
      try await page.type("B2x", into: "life-rule")
      try await browser.press(.tab)
      #expect(try await page.text(of: "#life-rule-problem") != "")
      try await page.open()
      try await page.go(to: "life")
      try await browser.evaluate(
        "if (document.getElementById('life-run').textContent === 'Stop') document.getElementById('life-run').click()")
      #expect(try await browser.text(cells) == before)
      #expect(try await page.value("life-rule") == "B3/S23")
    }
  }
}
