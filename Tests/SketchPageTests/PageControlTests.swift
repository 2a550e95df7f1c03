// The controls: toolbar, radio groups, menu, list of strokes, the keyboard's pen, shortcuts, names.

import Foundation
import Ink
import TestSupport
import Testing

extension PageTests {
  @Test("everything can be done by keyboard, and has a name", .timeLimit(.minutes(6)))
  func controls() async throws {
    try await Browser.run { browser in
      let page = try await Sketching(browser, width: 1100)
      try await toolbar(page)
      try await turtle(page)
      try await strokeList(page)
      try await shortcuts(page)
      try await menu(page)
      try await names(page)
      let errors = try await browser.log().filter { $0.level == "SEVERE" }
      #expect(errors.isEmpty, "the console is empty: \(errors)")
    }
  }

  private func toolbar(_ page: Sketching) async throws {
    let browser = page.browser
    try await browser.press(.tab)
    #expect(try await page.focus == "tool-pen", "the toolbar is the first stop")
    for (key, focus) in [
      (Browser.Key.right, "tool-highlighter"), (.right, "tool-eraser"), (.right, "width-1"), (.left, "tool-eraser"),
      (.end, "help"), (.right, "tool-pen"), (.left, "help"), (.home, "tool-pen"),
    ] {
      try await browser.press(key)
      #expect(try await page.focus == focus)
    }
    #expect(try await page.attribute("aria-checked", of: "#tool-pen") == "true", "left and right only move")
    #expect(
      try await browser.number("return document.querySelectorAll('#toolbar button[tabindex=\"0\"]').length") == 1,
      "the toolbar is one stop")
    try await browser.press(.tab)
    #expect(try await page.focus == "paper")
    try await browser.press(.shift, .tab)
    #expect(try await page.focus == "tool-pen", "the toolbar remembers where one was")
    // Down and up choose, and go round.
    try await browser.press(.down)
    #expect(try await page.focus == "tool-highlighter")
    #expect(try await page.attribute("aria-checked", of: "#tool-highlighter") == "true")
    #expect(try await page.status == "Highlighter, yellow, medium, 20 points wide")
    #expect(try await !page.isHidden("#color-highlighter-pink"))
    #expect(try await page.isHidden("#color-pen-red"))
    try await browser.press(.up)
    try await browser.press(.up)
    #expect(try await page.attribute("aria-checked", of: "#tool-eraser") == "true")
    try await browser.press(.down)
    #expect(try await page.attribute("aria-checked", of: "#tool-pen") == "true")
    try await browser.evaluate("document.getElementById('color-pen-black').focus()")
    try await browser.press(.right)
    #expect(try await page.attribute("aria-checked", of: "#color-pen-grey") == "false")
    try await browser.press(" ")
    #expect(try await page.attribute("aria-checked", of: "#color-pen-grey") == "true")
    #expect(try await page.attribute("aria-label", of: "#width-3") == "Medium, 4 points")
    let groups = try await browser.texts(
      """
      return [...document.querySelectorAll("[role=radiogroup]")].filter((group) => group.offsetParent)
        .map((group) => group.getAttribute("aria-label") + " " + group.querySelectorAll("[aria-checked=true]").length)
      """)
    #expect(groups == ["Tool 1", "Width of the pen 1", "Colour of the pen 1"])
  }

  private func turtle(_ page: Sketching) async throws {
    let browser = page.browser
    try await browser.evaluate("document.getElementById('paper').focus()")
    let width = try await browser.number("return plimsollSketch.engine.width / 2")
    try await browser.press(.right)
    #expect(try await page.attribute("hidden", of: "#turtle") == nil)
    try await browser.press(" ")
    #expect(try await page.status.hasPrefix("Pen down at "))
    for _ in 0..<3 { try await browser.press(.right) }
    try await browser.press(.shift, .down)
    try await browser.press(.control, .left)
    try await browser.press(.enter)
    #expect(try await page.status == "Pen up, stroke added. 1 stroke on the paper.")
    guard case .add(let stroke) = try await page.drawing.commands.last else {
      Issue.record("the keyboard left no stroke")
      return
    }
    let start = Int32(width.rounded() * 100)
    #expect(stroke.samples.map { $0.x - start } == [0, 1000, 2000, 3000, 3000, -2000])
    #expect(stroke.samples.map { $0.y - stroke.samples[0].y } == [0, 0, 0, 0, 100, 100])
    let before = try await page.checksum()
    try await browser.press(" ")
    try await browser.press(.down)
    #expect(try await page.checksum() != before, "the stroke is shown while it is drawn")
    try await browser.press(.escape)
    #expect(try await page.checksum() == before)
    #expect(try await page.status == "Pen up, the stroke was given up.")
    #expect(try await page.strokes == 1)
    try await browser.press(.right)
    try await browser.wait(
      for: "document.getElementById('status').textContent.includes('across')", "places are read out")
  }

  private func strokeList(_ page: Sketching) async throws {
    let browser = page.browser
    try await browser.click("#color-pen-red")
    try await page.draw(.mouse, [(60, 60), (90, 70), (100, 60)])
    try await browser.click("#tool-highlighter")
    try await page.draw(.mouse, [(900, 400), (950, 410)])
    try await browser.press("l")
    #expect(try await page.attribute("aria-expanded", of: "#strokes") == "true")
    let listed =
      "return [...document.querySelectorAll('#stroke-list button.stroke')].map((button) => button.textContent)"
    #expect(
      try await browser.texts(listed) == [
        "Highlighter stroke 3, yellow, 20 points wide, lower right", "Pen stroke 2, red, 4 points wide, upper left",
        "Pen stroke 1, grey, 4 points wide, centre",
      ])
    #expect(try await page.focus == "stroke-2")
    #expect(try await browser.number("return document.querySelectorAll('#stroke-list [tabindex=\"0\"]').length") == 1)
    try await browser.press(.down)
    #expect(try await page.focus == "stroke-1")
    #expect(try await page.attribute("d", of: "#glow")?.hasPrefix("M") == true, "the stroke glows on the paper")
    try await browser.press(.delete)
    #expect(try await page.status == "Deleted: Pen stroke 2, red, 4 points wide, upper left. Undo brings it back.")
    #expect(try await page.strokes == 2)
    #expect(try await page.focus == "stroke-0", "the next one has the focus")
    try await browser.click("#remove-2")
    #expect(try await browser.texts(listed) == ["Pen stroke 1, grey, 4 points wide, centre"])
    try await browser.press(.control, "z")
    try await browser.press(.control, "z")
    try await browser.wait(
      for: "document.querySelectorAll('#stroke-list button.stroke').length === 3", "undo brings them back")
    try await browser.evaluate("document.querySelector('#stroke-list button').focus()")
    try await browser.press(.escape)
    #expect(try await page.focus == "strokes")
    #expect(try await page.isHidden("#strokes-panel"))
  }

  private func shortcuts(_ page: Sketching) async throws {
    let browser = page.browser
    try await browser.press("h")
    try await browser.press("5")
    #expect(try await page.status == "Highlighter, yellow, very broad, 48 points wide")
    try await browser.press("p")
    #expect(try await page.status == "Pen, red, medium, 4 points wide", "each tool has its own width and colour")
    try await browser.press("c")
    #expect(try await page.status.hasPrefix("Pen, orange"))
    try await browser.press(.shift, "C")
    try await browser.press("e")
    try await browser.press("e")
    #expect(try await page.status.hasPrefix("Eraser of pixels"))
    try await browser.press("?")
    #expect(try await browser.evaluate("return document.getElementById('help-dialog').open") as? Bool == true)
    try await browser.press("p")
    #expect(try await page.attribute("aria-checked", of: "#tool-eraser") == "true", "nothing works behind the dialog")
    #expect(try await page.attribute("aria-keyshortcuts", of: "#tool-pen") == "P")
    try await browser.click("#single-keys")
    #expect(try await page.attribute("aria-keyshortcuts", of: "#tool-pen") == nil)
    try await browser.press(.escape)
    #expect(try await browser.evaluate("return document.getElementById('help-dialog').open") as? Bool == false)
    try await browser.press("p")
    #expect(try await page.attribute("aria-checked", of: "#tool-eraser") == "true", "single keys are off")
    let count = try await page.strokes
    try await browser.press(.control, "z")
    #expect(try await page.strokes == count - 1, "others are not")
    try await browser.press(.control, "y")
    try await page.open()
    #expect(try await page.attribute("aria-keyshortcuts", of: "#tool-pen") == nil, "the choice is remembered")
    #expect(try await page.attribute("aria-checked", of: "#tool-eraser") == "true", "and so is the tool")
    try await browser.evaluate("document.getElementById('single-keys').click()")
  }

  private func menu(_ page: Sketching) async throws {
    let browser = page.browser
    try await browser.evaluate("document.getElementById('save').focus()")
    try await browser.press(.down)
    #expect(try await page.focus == "save-png")
    try await browser.press(.down)
    #expect(try await page.focus == "save-svg")
    try await browser.press(.home)
    try await browser.press(.up)
    #expect(try await page.focus != "save-png", "the menu goes round")
    try await browser.press(.escape)
    #expect(try await page.focus == "save")
    #expect(try await page.isHidden("#save-menu"))
    try await browser.press(.enter)
    #expect(try await page.attribute("aria-expanded", of: "#save") == "true")
  }

  private func names(_ page: Sketching) async throws {
    let browser = page.browser
    try await browser.click("#strokes")
    try await browser.evaluate(
      """
      document.getElementById("hand").hidden = false;
      for (const id of ["highlighter-colors", "erasers", "save-menu"]) document.getElementById(id).hidden = false;
      """)
    let nameless = try await browser.texts(
      """
      return [...document.querySelectorAll("button, input, canvas, dialog, [role], [tabindex]")]
        .filter((element) => !element.id).map((element) => element.outerHTML.slice(0, 80))
      """)
    #expect(nameless.allSatisfy { $0.contains("role=\"status\"") }, "controls without an id: \(nameless)")
    for isHelp in [false, true] {
      if isHelp { try await browser.evaluate("document.getElementById('help-dialog').showModal()") }
      let tree = try await browser.devTools("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
      var seen: Set<String> = []
      for node in tree where node["ignored"] as? Bool != true {
        let role = (node["role"] as? [String: Any])?["value"] as? String ?? ""
        let name = (node["name"] as? [String: Any])?["value"] as? String ?? ""
        guard
          [
            "button", "radio", "menuitem", "checkbox", "application", "toolbar", "radiogroup", "group", "dialog",
            "menu", "list",
          ]
          .contains(role)
        else { continue }
        seen.insert(role)
        #expect(!name.isEmpty || (role == "list" && isHelp), "a \(role) without a name")
      }
      #expect(
        seen.isSuperset(
          of: isHelp ? ["dialog", "checkbox"] : ["radio", "application", "toolbar", "radiogroup", "menu"]))
    }
    let untouched = try await browser.texts(
      """
      return [...document.querySelectorAll("*")].filter((element) => getComputedStyle(element).touchAction === "none")
        .map((element) => element.id)
      """)
    #expect(untouched == ["paper"], "only the canvas keeps touches for itself")
    let small = try await browser.texts(
      """
      return [...document.querySelectorAll("#toolbar button, #stroke-list button, #save-menu button")]
        .filter((element) => element.offsetParent && (element.offsetWidth < 34 || element.offsetHeight < 34))
        .map((element) => element.id)
      """)
    #expect(small.isEmpty, "targets that are hard to hit: \(small)")
  }
}
