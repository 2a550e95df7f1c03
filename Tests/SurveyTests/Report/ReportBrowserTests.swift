// The pages in a real browser: what a reader sees, with and without scripts, by day and by night, on a phone and by keyboard.
// One session looks at all of them. With PLIMSOLL_SHOTS=FOLDER it leaves pictures there (see ReportPictures).

import Foundation
import Survey
import TestSupport
import Testing

@Suite("Report: the page in Chromium", .enabled(if: Browser.isInstalled, "chromium and chromedriver are not installed"))
struct ReportBrowserTests {
  @Test("the page holds for every reader", .timeLimit(.minutes(6)))
  func page() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("plimsoll-pages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ bytes: [UInt8]) throws -> URL {
      let file = folder.appendingPathComponent(name + ".html")
      try Data(bytes).write(to: file)
      return file
    }
    try await Browser.run { browser in
      for (name, record) in Samples.all {
        let url = try write(name, HTMLReport.render(record))
        try await browser.open(url)
        try await reading(browser, name)
        try await widths(browser, name)
        if name != "large" { try await names(browser, name) }
        for scheme in ["light", "dark"] { try await contrast(browser, name, scheme) }
        if name == "may-ship" {
          try await treemap(browser)
          try await keyboard(browser)
          try await printing(browser)
          try await withoutScripts(browser, url)
        }
        if name == "may-not-ship" { try await graph(browser) }
        if name == "large" { try await folding(browser) }
        try await ReportPictures.take(browser, name)
      }
      let section = SectionPage.render(
        title: "Coverage of Harbour", intro: "Made from 1 report.", sections: [Samples.coverageSection])
      try await browser.open(try write("section", section))
      try await reading(browser, "section")
      try await names(browser, "section")
      try await contrast(browser, "section", "dark")
      try await ReportPictures.take(browser, "section")

      let complaints = try await browser.log().filter { $0.level == "SEVERE" || $0.level == "WARNING" }
      #expect(complaints.isEmpty, "nothing is complained of on the console: \(complaints)")
      // `chrome:` is the browser's own first tab.
      let requests = try await browser.log("performance").map(\.message).filter { message in
        message.contains("Network.requestWillBeSent\"") && !message.contains("\"documentURL\":\"chrome:")
          && !message.contains("\"url\":\"file:") && !message.contains("\"url\":\"data:")
      }
      #expect(requests.isEmpty, "nothing is asked for outside the page: \(requests)")
    }
  }

  /// Structure: one h1, headings in order, unique identifiers, landmarks, references that lead somewhere.
  func reading(_ browser: Browser, _ name: String) async throws {
    let faults = try await browser.texts(
      """
      const faults = [], all = s => [...document.querySelectorAll(s)];
      const levels = all("h1,h2,h3,h4,h5,h6").map(h => +h.tagName[1]);
      if (levels.filter(l => l === 1).length !== 1 || levels[0] !== 1) faults.push("h1: " + levels);
      levels.forEach((l, i) => { if (i && l > levels[i - 1] + 1) faults.push("heading jumps to " + l + " at " + i) });
      const ids = all("[id]").map(e => e.id);
      if (new Set(ids).size !== ids.length) faults.push("an id is there twice");
      for (const e of all("[aria-labelledby],[aria-describedby]"))
        for (const id of (e.getAttribute("aria-labelledby") + " " + (e.getAttribute("aria-describedby") || "")).trim().split(" "))
          if (!document.getElementById(id)) faults.push("no element " + id);
      for (const e of all("a[href^='#']"))
        if (!document.getElementById(decodeURIComponent(e.getAttribute("href").slice(1)))) faults.push("dead link " + e.href);
      for (const e of all("a[href]"))
        if (!/^(#|\\.\\/)/.test(e.getAttribute("href"))) faults.push("foreign link " + e.getAttribute("href"));
      for (const s of ["main", "body > header", "body > footer"])
        if (all(s).length !== 1) faults.push(all(s).length + " of " + s);
      for (const t of all("table")) {
        if (!t.caption || !t.caption.textContent.trim()) faults.push("a table without caption");
        if (t.querySelector("th:not([scope])")) faults.push("a th without scope in " + t.caption.textContent);
      }
      if (all("script").length !== 1) faults.push(all("script").length + " scripts");
      if (!document.documentElement.lang || !document.title) faults.push("no language or title");
      return faults;
      """)
    #expect(faults.isEmpty, "\(name): \(faults)")
  }

  /// Nothing but tables and listings may scroll sideways.
  func widths(_ browser: Browser, _ name: String) async throws {
    for width in [1280, 360, 320] {
      try await browser.resize(width: width, height: 900)
      let wide = try await browser.number("return document.documentElement.scrollWidth")
      #expect(Int(wide) <= width, "\(name) scrolls sideways at \(width) px: \(wide)")
    }
    try await browser.resize(width: 1280, height: 900)
  }

  /// One of the two drawings of a treemap shows, its letters can be read, and none leaves its area.
  func treemap(_ browser: Browser) async throws {
    for width in [1280, 900, 800, 360, 320] {
      try await browser.resize(width: width, height: 900)
      let faults = try await browser.texts(
        """
        const faults = [], seen = [...document.querySelectorAll(".treemap svg")].filter(s => s.getClientRects().length);
        if (seen.length !== document.querySelectorAll("figure.treemap").length) faults.push(seen.length + " drawings show");
        for (const s of seen) {
          const scale = s.getBoundingClientRect().width / s.viewBox.baseVal.width;
          if (scale * 12 < 8.5) faults.push("letters of " + (scale * 12).toFixed(1) + " px");
          for (const t of s.querySelectorAll("text")) {
            const a = t.getBoundingClientRect(), b = t.parentNode.querySelector("rect").getBoundingClientRect();
            if (a.right > b.right + 1 || a.bottom > b.bottom + 3 || a.left < b.left) faults.push(t.textContent + " leaves its area");
          }
        }
        return faults
        """)
      #expect(faults.isEmpty, "treemap at \(width) px: \(faults)")
    }
    try await browser.resize(width: 1280, height: 900)
  }

  /// One of the two drawings of a branch shows, its letters can be read, and no two texts or links of a row are on one another.
  func graph(_ browser: Browser) async throws {
    for width in [1280, 900, 800, 400, 320] {
      try await browser.resize(width: width, height: 900)
      let faults = try await browser.texts(
        """
        const faults = [], seen = [...document.querySelectorAll(".graph svg[role=img]")].filter(s => s.getClientRects().length);
        if (seen.length !== 1) return [seen.length + " drawings show"];
        const s = seen[0], scale = s.getBoundingClientRect().width / s.viewBox.baseVal.width;
        if (scale * 11.5 < 8.5) faults.push("letters of " + (scale * 11.5).toFixed(1) + " px");
        const links = [...s.querySelectorAll(".lc, .ld")].map(l => l.getBoundingClientRect());
        if (links.length < 5) faults.push(links.length + " links");
        const left = Math.min(...links.map(l => l.left)), frame = s.getBoundingClientRect();
        const texts = [...s.querySelectorAll("text")]
          .map(e => ({ t: e.textContent, r: e.getBoundingClientRect(), end: e.closest(".row") ? left + 1 : frame.right }));
        for (const { t, r, end } of texts) {
          if (r.right > end) faults.push(t + " reaches too far");
          for (const o of texts)
            if (o.r !== r && r.left < o.r.right && o.r.left < r.right && r.top + 3 < o.r.bottom && o.r.top + 3 < r.bottom)
              faults.push(t + " on " + o.t);
        }
        return faults
        """)
      #expect(faults.isEmpty, "graph at \(width) px: \(faults)")
    }
    try await browser.resize(width: 1280, height: 900)
  }

  /// What a screen reader is told, from the browser's own accessibility tree.
  func names(_ browser: Browser, _ name: String) async throws {
    let tree = try await browser.devTools("Accessibility.getFullAXTree")
    let named: Set<String> = [
      "link", "button", "image", "table", "searchbox", "textbox", "heading", "region", "navigation", "columnheader",
    ]
    var nameless: [String] = []
    var seen: Set<String> = []
    for node in tree["nodes"] as? [[String: Any]] ?? [] where node["ignored"] as? Bool != true {
      guard let role = (node["role"] as? [String: Any])?["value"] as? String, named.contains(role) else { continue }
      seen.insert(role)
      let text = (node["name"] as? [String: Any])?["value"] as? String ?? ""
      if text.allSatisfy(\.isWhitespace) { nameless.append("\(role) \(node["nodeId"] ?? "")") }
    }
    #expect(nameless.isEmpty, "\(name): nameless: \(nameless)")
    #expect(
      seen.isSuperset(of: name == "empty" ? ["link", "heading"] : ["link", "heading", "table"]),
      "\(name): the tree holds only \(seen)")
    let bare = try await browser.number(
      "return document.querySelectorAll('svg:not([aria-hidden=true]):not([role=img])').length")
    #expect(bare == 0, "\(name): every graphic is named or hidden")
  }

  /// WCAG 1.4.3: 4.5:1, large text 3:1, for all text that can be seen; and for all pairs of the palette that can meet.
  func contrast(_ browser: Browser, _ name: String, _ scheme: String) async throws {
    try await browser.emulate(colorScheme: scheme)
    var faults = try await browser.textsOfLowContrast()
    faults += try await browser.texts(
      """
      \(Browser.contrastFunctions)
      const faults = new Set();
      const root = getComputedStyle(document.documentElement), v = n => hex(root.getPropertyValue("--" + n));
      for (const f of ["ink", "muted", "sea", "good", "bad", "warn"]) {
        for (const g of ["paper", "card", "soft"]) if (ratio(v(f), v(g)) < 4.5) faults.add(f + " on " + g);
        for (const g of ["good", "bad", "warn"])
          if ((f === g || f === "ink" || f === "muted") && ratio(v(f), v(g + "bg")) < 4.5) faults.add(f + " on " + g + "bg");
      }
      if (ratio(v("bar"), v("card")) < 3) faults.add("bar on card");
      // Letters on areas: their grounds are not backgrounds but rectangles.
      for (const t of document.querySelectorAll(".treemap text")) {
        if (!t.getClientRects().length) continue;
        const r = ratio(parse(getComputedStyle(t).fill), parse(getComputedStyle(t.parentNode.querySelector("rect")).fill));
        if (r < 4.5) faults.add("treemap " + t.textContent + " " + r.toFixed(2));
      }
      return [...faults];
      """)
    #expect(faults.isEmpty, "\(name), \(scheme): \(faults)")
    try await browser.emulate(colorScheme: "light")
  }

  func keyboard(_ browser: Browser) async throws {
    try await browser.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    try await browser.press("\u{E004}")
    let first = try await browser.text(
      "const e = document.activeElement; return e.className + ' ' + (e.getBoundingClientRect().left >= 0)")
    #expect(first == "skip true", "Tab reaches the skip link first, and it shows")
    try await browser.press("\u{E007}")
    #expect(try await browser.text("return document.activeElement.id") == "main")

    // On by Tab to the first sort button of the load lines.
    var steps = 0
    while steps < 40, try await browser.text("return document.activeElement.parentElement.tagName") != "TH" {
      try await browser.press("\u{E004}")
      steps += 1
    }
    #expect(steps < 40, "Tab reaches a sort button")
    #expect(
      try await browser.text("return getComputedStyle(document.activeElement).outlineStyle") == "solid",
      "focus can be seen")

    // The times of the slowest tests: by text "12.25 s" would stand before "31.0 ms", and "93.0 ms" last.
    let table = "[...document.querySelectorAll('table')].find(t => t.caption.textContent === 'Slowest tests')"
    try await browser.evaluate("\(table).tHead.rows[0].cells[1].querySelector('button').focus()")
    for (direction, sign) in [("ascending", "<"), ("descending", ">")] {
      try await browser.press("\u{E007}")
      #expect(try await browser.text("return \(table).tHead.rows[0].cells[1].getAttribute('aria-sort')") == direction)
      let isSorted = try await browser.evaluate(
        """
        const v = [...\(table).tBodies[0].rows].map(r => +r.cells[1].dataset.v);
        return v.length === 18 && v.every((x, i) => i === 0 || x === v[i - 1] || v[i - 1] \(sign) x)
        """)
      #expect(isSorted as? Bool == true, "sorted by number, \(direction)")
    }

    let filtered = try await browser.text(
      """
      const input = [...document.querySelectorAll("input[type=search]")].find(i => i.labels[0].textContent.includes("Slowest"));
      input.value = "FLAKY"; input.dispatchEvent(new Event("input"));
      const shown = [...\(table).tBodies[0].rows].filter(r => !r.hidden).length + " " + input.parentNode.lastChild.textContent;
      input.value = ""; input.dispatchEvent(new Event("input"));
      return shown
      """)
    #expect(filtered == "3 3 of 18 rows")
  }

  /// A tree of thousands begins folded and unfolds by button.
  func folding(_ browser: Browser) async throws {
    let counts = try await browser.texts(
      """
      const t = [...document.querySelectorAll("table")].find(t => t.caption.textContent === "Many files");
      const shown = () => String([...t.tBodies[0].rows].filter(r => !r.hidden).length), counts = [shown()];
      const button = t.querySelector("tbody button");
      for (let i = 0; i < 2; i++) { button.click(); counts.push(shown() + " " + button.getAttribute("aria-expanded")) }
      return counts
      """)
    #expect(counts == ["31", "131 true", "31 false"])
  }

  /// On paper, what is closed is open and controls are gone.
  func printing(_ browser: Browser) async throws {
    try await browser.evaluate("document.querySelectorAll('details').forEach(d => d.open = false)")
    try await browser.emulate(colorScheme: "dark", medium: "print")
    let facts = try await browser.texts(
      """
      const seen = s => [...document.querySelectorAll(s)].filter(e => e.getBoundingClientRect().height > 0).length;
      return [seen("details pre") > 0, seen("details table") > 0, seen(".copy, nav.toc, .filter") === 0,
        getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)"].map(String)
      """)
    #expect(facts == ["true", "true", "true", "true"])
    try await browser.emulate(colorScheme: "light")
  }

  /// Everything is there without scripts, and nothing that needs them.
  func withoutScripts(_ browser: Browser, _ url: URL) async throws {
    try await browser.setScripts(false)
    try await browser.open(url)
    // Scripts being off, the page is read through the browser's own trees.
    let tree = try await browser.devTools("Accessibility.getFullAXTree")
    let nodes = (tree["nodes"] as? [[String: Any]] ?? []).filter { $0["ignored"] as? Bool != true }
    let texts = nodes.compactMap { ($0["name"] as? [String: Any])?["value"] as? String }
    let roles = nodes.compactMap { ($0["role"] as? [String: Any])?["value"] as? String }
    for text in ["may ship", "Lines covered", "83.41 %", "BerthTests.testMooring17", "Tide.swift", "waived"] {
      #expect(texts.contains { $0.contains(text) }, "\(text) is read without scripts")
    }
    #expect(!roles.contains("button") && !roles.contains("searchbox"), "no dead control is shown")
    try await browser.setScripts(true)
    try await browser.open(url)
  }
}
