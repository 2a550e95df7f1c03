// What can be done on the screens beside the drawing, by keyboard and by pointer.

import Foundation
import SketchPage
import TestSupport
import Testing

extension ScreenTests {
  @Test("snowflake: levels are drawn as they are typed, and refused with a message", .timeLimit(.minutes(6)))
  func snowflake() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, width: 900, height: 700, kind: .app)
      try await page.go(to: "snowflake")
      let name = "return document.getElementById('snowflake-canvas').getAttribute('aria-label')"
      // 3 sides, and each segment becomes four on the next level: 3 · 4^n.
      #expect(try await browser.text(name) == "Koch snowflake, level 4, 768 segments")
      let four = try await page.inkOfSnowflake()
      #expect(four > 500)
      try await page.type("5", into: "snowflake-level")
      #expect(try await browser.text(name) == "Koch snowflake, level 5, 3,072 segments")
      #expect(try await page.inkOfSnowflake() > four, "the line is longer by a third")
      let problem = "#snowflake-level-problem"
      try await page.type("5x", into: "snowflake-level")
      #expect(try await page.text(of: problem) == "“5x” is no level: a level is a whole number from 0 to 9.")
      #expect(try await page.attribute("aria-invalid", of: "#snowflake-level") == "true")
      #expect(try await browser.text(name) == "Koch snowflake, level 5, 3,072 segments", "what was drawn stays")
      try await page.type("12", into: "snowflake-level")
      #expect(
        try await page.text(of: problem)
          == "Level 12 is too deep: it has 50,331,648 segments. The deepest level here is 9.")
      try await page.type("99999999999", into: "snowflake-level")
      #expect(try await page.text(of: problem).contains("more segments than can be counted"))
      try await page.type("", into: "snowflake-level")
      #expect(try await page.text(of: problem) == "Type a level: a whole number.")
      try await page.type("0", into: "snowflake-level")
      #expect(try await page.text(of: problem) == "")
      #expect(try await browser.text(name) == "Koch snowflake, level 0, 3 segments")
      try await browser.press(.up)
      #expect(try await page.value("snowflake-level") == "1")
      // By pointer.
      try await browser.click("#snowflake-more")
      #expect(try await browser.text(name) == "Koch snowflake, level 2, 48 segments")
      try await browser.click("#snowflake-less")
      try await browser.click("#snowflake-less")
      try await browser.click("#snowflake-less")
      #expect(try await page.value("snowflake-level") == "0", "there is no level below 0")
      #expect(try await page.status == "Koch snowflake, level 0, 3 segments")
      // Every figure can be drawn; a dragon has 2^n segments.
      let figures = try await browser.texts(
        "return [...document.getElementById('snowflake-figure').options].map((item) => item.value)")
      #expect(figures.first == "snowflake" && figures.contains("plant") && figures.contains("hilbert"))
      for figure in figures {
        try await browser.evaluate(
          """
          const select = document.getElementById("snowflake-figure");
          select.value = "\(figure)";
          select.dispatchEvent(new Event("change", {bubbles: true}));
          """)
        try await page.type("3", into: "snowflake-level")
        #expect(try await page.inkOfSnowflake() > 20, "\(figure)")
        if figure == "dragon" { #expect(try await browser.text(name).hasSuffix("level 3, 8 segments")) }
      }
      // Deep levels do not hold up the page.
      try await page.type("9", into: "snowflake-level")
      try await browser.wait(
        for: "document.getElementById('snowflake-canvas').dataset.state === 'done'", "level 9 is drawn")
      #expect(try await browser.log().filter { $0.level == "SEVERE" }.isEmpty)
    }
  }

  @Test("Life: cells, generations, speed, patterns and rules", .timeLimit(.minutes(6)))
  func life() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, width: 1000, height: 760, kind: .app)
      try await browser.devTools(
        "Emulation.setEmulatedMedia", ["features": [["name": "prefers-reduced-motion", "value": "reduce"]]])
      try await page.go(to: "life")
      func alive(_ cells: [(Int, Int)]) async throws -> [Bool] {
        var found: [Bool] = []
        for (x, y) in cells {
          found.append(try await browser.number("return plimsollSketch.app.call.life_get(\(x), \(y))") == 1)
        }
        return found
      }
      #expect(try await page.text(of: "#life-run") == "Start", "with reduced motion it begins at rest")
      #expect(try await page.text(of: "#life-population") == "36", "the gun has 36 cells (LifeWiki)")
      // By keyboard: a blinker in the middle, set cell by cell, walked with the arrow keys.
      try await browser.click("#life-clear")
      #expect(try await page.text(of: "#life-population") == "0")
      try await browser.evaluate("document.getElementById('life-board').focus()")
      for _ in 0..<2 {
        try await browser.press(" ")
        try await browser.press(.right)
      }
      try await browser.press(" ")
      #expect(try await page.status == "Column 51, row 31, alive.")
      #expect(try await alive([(48, 30), (49, 30), (50, 30)]) == [true, true, true])
      try await browser.press(".")
      #expect(try await alive([(48, 30), (49, 29), (49, 30), (49, 31), (50, 30)]) == [false, true, true, true, false])
      #expect(try await page.status == "Generation 1, 3 alive.")
      try await browser.press(.enter)
      try await browser.wait(for: "Number(document.getElementById('life-generation').textContent) > 3", "it runs")
      try await browser.press(.enter)
      let stopped = try await page.text(of: "#life-generation")
      try await Task.sleep(for: .milliseconds(300))
      #expect(try await page.text(of: "#life-generation") == stopped, "it stands still")
      // By pointer.
      try await browser.click("#life-clear")
      let place = { (x: Int, y: Int) in
        let box = try await browser.evaluate(
          "const box = document.getElementById('life-board').getBoundingClientRect(); return [box.x, box.y, box.width / 96]"
        )
        let numbers = (box as? [NSNumber] ?? []).map(\.doubleValue)
        return (numbers[0] + (Double(x) + 0.5) * numbers[2], numbers[1] + (Double(y) + 0.5) * numbers[2])
      }
      try await browser.perform(.stroke(.mouse, [place(10, 10), place(14, 10)]))
      #expect(try await page.text(of: "#life-population") == "5", "a stroke sets all cells on its way")
      try await browser.perform(.stroke(.mouse, [place(12, 10)]))
      #expect(try await alive([(11, 10), (12, 10), (13, 10)]) == [true, false, true])
      try await browser.click("#life-random")
      let many = try await page.text(of: "#life-population").replacing(",", with: "")
      #expect(try #require(Int(many)) > 1000)
      try await browser.evaluate("document.getElementById('life-pattern').focus()")
      try await browser.press("p")
      try await browser.wait(
        for: "document.getElementById('life-population').textContent === '48'", "the pulsar has 48 cells (LifeWiki)")
      // The rule and the speed.
      try await page.type("B2x", into: "life-rule")
      try await browser.press(.tab)
      #expect(try await page.text(of: "#life-rule-problem").hasPrefix("“B2x” is no rule"))
      try await page.type("B2/S", into: "life-rule")
      try await browser.press(.tab)
      #expect(try await page.text(of: "#life-rule-problem") == "")
      try await browser.evaluate("document.getElementById('life-speed').focus()")
      try await browser.press(.end)
      #expect(try await page.text(of: "#life-speed-text") == "60 a second")
      try await browser.click("#life-advance")
      #expect(try await page.text(of: "#life-generation") == "1")
      // Another screen stops it for the time being.
      try await browser.click("#life-run")
      try await browser.wait(for: "Number(document.getElementById('life-generation').textContent.replace(',', '')) > 5")
      try await page.go(to: "feed")
      let left = try await page.text(of: "#life-generation")
      try await Task.sleep(for: .milliseconds(200))
      #expect(try await page.text(of: "#life-generation") == left)
      try await page.go(to: "life")
      try await browser.wait(
        for: "document.getElementById('life-generation').textContent !== '\(left)'", "and it goes on")
      #expect(try await browser.log().filter { $0.level == "SEVERE" }.isEmpty)
    }
  }

  @Test("Life begins to move at once where motion is welcome", .timeLimit(.minutes(6)))
  func lifeMoves() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, kind: .app)
      try await page.go(to: "life")
      #expect(try await page.text(of: "#life-run") == "Stop")
      try await browser.wait(for: "Number(document.getElementById('life-generation').textContent) >= 3")
    }
  }

  @Test("register: every field says what is wrong with it, and the date stands there in words", .timeLimit(.minutes(6)))
  func register() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, width: 900, height: 1000, kind: .app)
      try await page.go(to: "register")
      try await browser.evaluate("document.getElementById('register-name').focus()")
      try await browser.press(.enter)
      #expect(try await page.focus == "register-name", "the first field that is wrong has the focus")
      #expect(try await page.status.hasPrefix("5 fields need your attention: Type your name."))
      let problems =
        "return [...document.querySelectorAll('#register-form .problem')].map((item) => item.textContent).filter(Boolean)"
      #expect(
        try await browser.texts(problems) == [
          "Type your name.", "Type your email address.", "Choose a platform.", "Choose the first day.",
          "Accept the terms to register.",
        ])
      // All by keyboard, from field to field.
      for letter in "Ada" { try await browser.press(Browser.Key(rawValue: String(letter))) }
      #expect(try await page.text(of: "#register-name-problem") == "", "a mended field is quiet at once")
      try await browser.press(.tab)
      for (text, problem) in [
        ("ada", "“ada” has no @."), ("a@b@c", "“a@b@c” has more than one @."),
        ("@b.de", "Something is missing before the @."),
        ("ada@", "Something is missing after the @."), ("ada@example", "“example” is no address of a mail server."),
        ("ada@example.org", ""),
      ] {
        try await page.type(text, into: "register-email")
        #expect(try await page.text(of: "#register-email-problem") == problem)
      }
      try await browser.press(.tab)
      try await browser.press(" ")
      try await browser.press(.down)
      #expect(try await page.focus == "register-android")
      #expect(try await browser.text("return document.querySelector('[name=platform]:checked').value") == "Android")
      try await browser.press(.tab)
      #expect(try await page.focus == "register-date")
      for letter in "12012026" { try await browser.press(Browser.Key(rawValue: String(letter))) }
      #expect(try await page.value("register-date") == "2026-12-01")
      // A Tuesday, by the calendar.
      #expect(try await page.text(of: "#register-date-text") == "Tuesday, 1 December 2026")
      try await browser.evaluate("document.getElementById('register-star-1').focus()")
      try await browser.press(" ")
      try await browser.press(.right)
      try await browser.press(.right)
      #expect(try await page.text(of: "#register-rating-text") == "3 stars of 5")
      try await browser.press(.tab)
      #expect(try await page.focus == "register-terms")
      try await browser.press(" ")
      try await browser.press(.tab)
      try await browser.press(.enter)
      #expect(try await page.focus == "register-done-title")
      let answers = "return [...document.querySelectorAll('#register-answers dd')].map((item) => item.textContent)"
      #expect(
        try await browser.texts(answers) == [
          "Ada", "ada@example.org", "Android", "Tuesday, 1 December 2026", "3 stars",
        ])
      // Once more by pointer.
      try await browser.click("#register-again")
      #expect(try await page.value("register-name") == "")
      #expect(try await page.focus == "register-name")
      try await browser.click("#register-submit")
      #expect(try await browser.texts(problems).count == 5)
      try await browser.click("#register-reset")
      try await browser.wait(for: "document.getElementById('status').textContent.startsWith('The form is empty')")
      #expect(try await browser.texts(problems).isEmpty)
      try await page.type("Bo", into: "register-name")
      try await page.type("bo@example.com", into: "register-email")
      try await browser.click("label[for=register-web]")
      try await browser.evaluate(
        """
        const date = document.getElementById("register-date");
        date.value = "2027-02-28";
        date.dispatchEvent(new Event("input", {bubbles: true}));
        """)
      #expect(try await page.text(of: "#register-date-text") == "Sunday, 28 February 2027")
      try await browser.click("label[for=register-star-5]")
      try await browser.click("label[for=register-terms]")
      try await browser.click("#register-submit")
      #expect(
        try await browser.texts(answers) == ["Bo", "bo@example.com", "Web", "Sunday, 28 February 2027", "5 stars"])
      #expect(try await browser.log().filter { $0.level == "SEVERE" }.isEmpty)
    }
  }

  @Test("gallery: the browser's grid is the law's", .timeLimit(.minutes(6)))
  func gallery() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, width: 900, height: 700, kind: .app)
      try await page.go(to: "gallery")
      func check(_ what: String) async throws {
        let seen = try await browser.evaluate(
          """
          const grid = document.getElementById("gallery-grid"), box = grid.getBoundingClientRect();
          const items = [...grid.children].map((item) => item.getBoundingClientRect());
          const first = items.filter((item) => Math.abs(item.y - items[0].y) < 1);
          const law = plimsollSketch.app.grid(
            grid.clientWidth, Number(document.getElementById("gallery-cell").value), Number(document.getElementById("gallery-gap").value),
            items.length);
          const left = Math.min(...items.map((item) => item.x)) - box.x;
          return [first.length, Math.min(law.columns, items.length), left, law.offset, grid.dir === "rtl" ? 1 : 0, box.width]
          """)
        let numbers = (seen as? [NSNumber] ?? []).map(\.doubleValue)
        guard numbers.count == 6 else {
          Issue.record("\(what): nothing to measure")
          return
        }
        #expect(numbers[0] == numbers[1], "\(what): columns")
        // LayoutUnit of Chromium: 1/64 px. From right to left the first column is at the right.
        if numbers[4] == 0 { #expect(abs(numbers[2] - numbers[3]) <= 1.0 / 32, "\(what): offset") }
      }
      try await check("as it begins")
      try await browser.evaluate("document.getElementById('gallery-cell').focus()")
      for _ in 0..<7 {
        try await browser.press(.right)
        try await check("a larger cell")
      }
      #expect(try await page.text(of: "#gallery-cell-text") == "148 px")
      try await page.type("37", into: "gallery-count")
      #expect(try await browser.number("return document.getElementById('gallery-grid').children.length") == 37)
      try await check("37 items")
      for (text, problem) in [
        ("201", "201 items are not shown here: 0 to 200 are."), ("", "Type how many items: a whole number."),
        ("2.5", "2.5 is no whole number."),
      ] {
        try await page.type(text, into: "gallery-count")
        #expect(try await page.text(of: "#gallery-count-problem") == problem)
      }
      try await page.type("0", into: "gallery-count")
      #expect(try await !page.isHidden("#gallery-empty"))
      try await page.type("23", into: "gallery-count")
      // Arrow keys go through the grid; the items are one stop.
      try await browser.evaluate("document.getElementById('gallery-item-1').focus()")
      try await browser.press(.right)
      #expect(try await page.focus == "gallery-item-2")
      try await browser.press(.down)
      let columns = Int(
        try await browser.number(
          "return plimsollSketch.app.grid(document.getElementById('gallery-grid').clientWidth, 148, 8, 23).columns"))
      #expect(try await page.focus == "gallery-item-\(2 + columns)")
      try await browser.press(" ")
      #expect(try await page.attribute("aria-pressed", of: "#gallery-item-\(2 + columns)") == "true")
      try await browser.press(.end)
      #expect(try await page.focus == "gallery-item-23")
      // By pointer, and from right to left.
      try await browser.click("#gallery-item-1")
      #expect(try await page.status == "Item 1 chosen, 2 in all.")
      try await browser.click("label[for=gallery-rtl]")
      try await check("from right to left")
      try await browser.evaluate("document.getElementById('gallery-item-1').focus()")
      try await browser.press(.left)
      #expect(try await page.focus == "gallery-item-2", "the next one is at the left")
      #expect(try await browser.log().filter { $0.level == "SEVERE" }.isEmpty)
    }
  }

  @Test("feed: nothing jumps when a picture comes", .timeLimit(.minutes(6)))
  func feed() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, width: 700, height: 700, kind: .app)
      let places = """
        return [...document.querySelectorAll("#feed-list .row, #feed-list .top, #feed-list .bottom, #feed-list .picture")]
          .map((item) => { const box = item.getBoundingClientRect(); return [box.x, box.width, box.height].map((n) => Math.round(n * 64)).join() })
        """
      try await page.go(to: "feed")
      let before = try await browser.texts(places)
      #expect(before.count == 23, "six rows, five of them with a picture")
      #expect(try await browser.number("return document.querySelectorAll('#feed-list img.here').length") < 5)
      try await browser.wait(for: "document.querySelectorAll('#feed-list img.here').length === 5", "all pictures come")
      #expect(try await browser.texts(places) == before)
      #expect(try await page.text(of: "#feed-progress") == "All pictures are here.")
      for size in [12, 17, 32] {
        try await browser.evaluate(
          """
          const slider = document.getElementById("feed-type");
          slider.value = \(size);
          slider.dispatchEvent(new Event("input", {bubbles: true}));
          """)
        let faults = try await browser.texts(
          """
          const faults = [];
          for (const row of document.querySelectorAll("#feed-list .row")) {
            const width = row.getBoundingClientRect().width, picture = row.querySelector(".picture")?.getBoundingClientRect();
            const line = parseFloat(getComputedStyle(row).lineHeight), top = row.querySelector(".top").getBoundingClientRect();
            const bottom = row.querySelector(".bottom").getBoundingClientRect();
            if (picture && picture.width > width / 3 + 0.02) faults.push(row.id + ": picture " + picture.width + " of " + width);
            if (top.height > 5 * line + 0.5) faults.push(row.id + ": more than five lines");
            if (Math.abs(bottom.height - line) > 0.5) faults.push(row.id + ": the bottom is one line");
            if (bottom.top < top.bottom) faults.push(row.id + ": lines overlap");
            if (row.getBoundingClientRect().height < 64) faults.push(row.id + ": too low");
          }
          return faults
          """)
        #expect(faults.isEmpty, "\(size) pt: \(faults)")
      }
      try await browser.evaluate("document.getElementById('feed-type').focus()")
      try await browser.press(.home)
      #expect(try await page.text(of: "#feed-type-text") == "12 pt")
      try await browser.click("#feed-reload")
      #expect(try await page.text(of: "#feed-progress") == "5 pictures still to come.")
      #expect(try await browser.log().filter { $0.level == "SEVERE" }.isEmpty)
    }
  }
}

extension Sketching {
  /// How many pixels of the figure are drawn.
  func inkOfSnowflake() async throws -> Double {
    try await browser.wait(
      for: "document.getElementById('snowflake-canvas').dataset.state === 'done'", "the figure is drawn")
    return try await browser.number(
      """
      const canvas = document.getElementById("snowflake-canvas");
      const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      let inked = 0;
      for (let at = 3; at < data.length; at += 4) if (data[at] > 60) inked += 1;
      return inked
      """)
  }
}
