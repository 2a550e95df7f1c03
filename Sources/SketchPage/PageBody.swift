// The markup of the page: toolbar, paper, list of strokes, messages, help. Every control has an id and an accessible name.

internal import MarkupKit

extension SketchPage {
  static func writeBody(_ title: String, _ kind: Kind, _ parts: PageParts, to html: inout HTMLWriter) {
    if kind != .drawing { html.raw(parts.text("screens/nav.html")) }
    html.element("header", .id("top")) { html in
      html.element("h1", .id("title"), HTMLAttribute("tabindex", "-1"), text: title)
      writeToolbar(to: &html)
    }
    html.markup("\n")
    html.element("main", .id("work")) { html in
      writeStage(title, to: &html)
      writeStrokes(to: &html)
    }
    if kind != .drawing {
      for screen in ["snowflake", "life", "register", "gallery", "feed"] {
        html.raw(parts.text("screens/\(screen).html"))
      }
    }
    html.markup(
      """
      \n<footer id="foot"><p id="status" role="status" aria-live="polite"></p>
      <p id="facts"><span id="count"></span><span id="size" title="Width and height in points"></span><span id="kept"></span></p>
      </footer>
      <section id="notice" aria-label="Notice" hidden><p><span id="notice-text"></span>\
      <span id="notice-alert" role="alert"></span></p><div id="notice-actions"></div>
      """)
    button(Control(id: "notice-close", name: "Close the notice", icon: .close), to: &html)
    html.markup("</section>\n")
    if kind == .live { html.raw(parts.text("live/live.html")) }
    writeMenu(to: &html)
    writeHelp(to: &html)
    html.markup(
      """
      <input type="file" id="file" aria-label="File to open" tabindex="-1" hidden \
      accept="image/*,.json,.svg,application/json,image/svg+xml">
      <div id="drop" hidden aria-hidden="true"><p>Drop a picture or a drawing to open it</p></div>
      <noscript><p id="noscript">This page draws with scripts, which are turned off in this browser.</p></noscript>
      """)
  }

  // MARK: - Toolbar

  private static func writeToolbar(to html: inout HTMLWriter) {
    html.element(
      "div", .id("toolbar"), HTMLAttribute("role", "toolbar"), HTMLAttribute("aria-label", "Drawing"),
      HTMLAttribute("aria-controls", "paper")
    ) { html in
      group("tools", "Tool", radio: true, to: &html) { html in
        for tool in Controls.tools { radio("tool-", tool, HTMLAttribute("data-tool", tool.id), to: &html) }
      }
      group("widths", "Width", radio: true, to: &html) { html in
        for (index, radius) in Controls.widths.enumerated() {
          html.element(
            "button", .id("width-\(index + 1)"), HTMLAttribute("type", "button"), HTMLAttribute("role", "radio"),
            HTMLAttribute("aria-checked", "false"), HTMLAttribute("data-width", "\(index)"),
            HTMLAttribute("aria-label", "Width \(index + 1)"), HTMLAttribute("data-key", "\(index + 1)"),
            HTMLAttribute("tabindex", "-1")
          ) { html in
            html.markup(
              "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><circle class=\"dot\" cx=\"12\" cy=\"12\" r=\"")
            html.markup(radius)
            html.markup("\"/></svg>")
          }
        }
      }
      html.element("div", .class("slot")) { html in
        colors("pen-colors", "Colour of the pen", "pen-", Controls.penColors, to: &html)
        colors("highlighter-colors", "Colour of the highlighter", "highlighter-", Controls.highlighterColors, to: &html)
        group("erasers", "The eraser takes", radio: true, to: &html) { html in
          for kind in Controls.erasers {
            radio("eraser-", kind, HTMLAttribute("data-eraser", kind.id), labelled: true, to: &html)
          }
        }
      }
      for (id, name, controls) in [
        ("history", "History", Controls.history), ("files", "Files", Controls.files), ("more", "More", Controls.page),
      ] {
        group(id, name, radio: false, to: &html) { html in
          for control in controls {
            switch control.id {
            case "save":
              button(
                control, HTMLAttribute("aria-haspopup", "menu"), HTMLAttribute("aria-expanded", "false"),
                HTMLAttribute("aria-controls", "save-menu"), to: &html)
            case "strokes":
              button(
                control, HTMLAttribute("aria-expanded", "false"), HTMLAttribute("aria-controls", "strokes-panel"),
                to: &html)
            case "help": button(control, HTMLAttribute("aria-haspopup", "dialog"), to: &html)
            default: button(control, to: &html)
            }
          }
        }
      }
      finger(to: &html)
    }
  }

  /// Shown once a pen has drawn.
  private static func finger(to html: inout HTMLWriter) {
    html.element(
      "div", .class("group"), .id("hand"), HTMLAttribute("role", "group"),
      HTMLAttribute("aria-label", "Pen and finger"),
      .flag("hidden")
    ) { html in
      html.element(
        "button", .id("finger"), HTMLAttribute("type", "button"), HTMLAttribute("aria-pressed", "false"),
        HTMLAttribute("tabindex", "-1")
      ) { html in
        icon(.finger, to: &html)
        html.element("span", text: "Draw with finger")
      }
    }
  }

  private static func group(
    _ id: String, _ name: String, radio: Bool, to html: inout HTMLWriter, body: (inout HTMLWriter) -> Void
  ) {
    html.element(
      "div", .class("group"), .id(id), HTMLAttribute("role", radio ? "radiogroup" : "group"),
      HTMLAttribute("aria-label", name), body: body)
  }

  private static func colors(
    _ id: String, _ name: String, _ prefix: String, _ names: [String], to html: inout HTMLWriter
  ) {
    group(id, name, radio: true, to: &html) { html in
      for color in names {
        let label = color.prefix(1).uppercased() + color.dropFirst()
        html.element(
          "button", .class("color"), .id("color-" + prefix + color), HTMLAttribute("type", "button"),
          HTMLAttribute("role", "radio"), HTMLAttribute("aria-checked", "false"), HTMLAttribute("data-color", color),
          HTMLAttribute("aria-label", label), HTMLAttribute("title", label), HTMLAttribute("tabindex", "-1")
        ) { $0.markup("<span class=\"swatch\"></span>") }
      }
    }
  }

  private static func radio(
    _ prefix: String, _ control: Control, _ data: HTMLAttribute, labelled: Bool = false, to html: inout HTMLWriter
  ) {
    var control = control
    control.id = prefix + control.id
    button(
      control, HTMLAttribute("role", "radio"), HTMLAttribute("aria-checked", "false"), data, labelled: labelled,
      to: &html)
  }

  private static func button(
    _ control: Control, _ first: HTMLAttribute? = nil, _ second: HTMLAttribute? = nil, _ third: HTMLAttribute? = nil,
    labelled: Bool = false, to html: inout HTMLWriter
  ) {
    let none = HTMLAttribute.class("")
    html.element(
      "button", .id(control.id), HTMLAttribute("type", "button"),
      labelled ? .class("labelled") : HTMLAttribute("aria-label", control.name),
      HTMLAttribute("title", control.key.isEmpty ? control.name : "\(control.name) (\(control.key))"),
      control.ariaKey.isEmpty
        ? none : HTMLAttribute(control.isSingleKey ? "data-key" : "aria-keyshortcuts", control.ariaKey), first ?? none,
      second ?? none,
      third ?? none
    ) { html in
      if let picture = control.icon { icon(picture, to: &html) }
      if labelled { html.element("span", text: control.name) }
    }
  }

  private static func icon(_ icon: Icon, to html: inout HTMLWriter) {
    html.markup("<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">")
    html.markup(icon.markup)
    html.markup("</svg>")
  }

  // MARK: - Paper and strokes

  private static func writeStage(_ title: String, to html: inout HTMLWriter) {
    html.element("div", .id("stage")) { html in
      html.element(
        "canvas", .id("paper"), HTMLAttribute("width", "1"), HTMLAttribute("height", "1"),
        HTMLAttribute("tabindex", "0"),
        HTMLAttribute("role", "application"), HTMLAttribute("aria-label", "Paper: " + title),
        HTMLAttribute("aria-describedby", "paper-keys")
      ) { _ in }
      html.markup(
        """
        <svg id="overlay" aria-hidden="true" preserveAspectRatio="none"><path id="glow" d=""/>
        <g id="turtle" hidden><circle class="halo" r="11"/><circle class="line" r="11"/>
        <path class="halo" d="M0-19V-7M0 7V19M-19 0H-7M7 0H19"/><path class="line" d="M0-19V-7M0 7V19M-19 0H-7M7 0H19"/>
        <circle class="point" r="3.5"/></g></svg>
        <div id="ring" hidden></div>
        <div id="hint" hidden aria-hidden="true"><svg viewBox="0 0 160 60"><path d="M6 44C30-20 44 74 70 30s24 18 44 0 22-8 40-16"/></svg>
        <p>Draw with finger, pen or mouse</p></div>
        <p id="paper-keys" class="sr">Arrow keys walk with a pen over the paper, Space or Enter puts it down and up, Escape gives the
        stroke up. The list of strokes, key L, says what is on the paper.</p>
        """)
    }
  }

  private static func writeStrokes(to html: inout HTMLWriter) {
    html.element("aside", .id("strokes-panel"), HTMLAttribute("aria-labelledby", "strokes-title"), .flag("hidden")) {
      html in
      html.element("div", .class("head")) { html in
        html.element("h2", .id("strokes-title"), text: "Strokes")
        button(Control(id: "strokes-close", name: "Close the list of strokes", icon: .close), to: &html)
      }
      html.markup(
        """
        <p id="strokes-empty">The paper is empty.</p>
        <ul id="stroke-list" aria-label="Strokes, the newest first"></ul>
        <button type="button" id="strokes-more" hidden>Older strokes</button>
        """)
    }
  }

  // MARK: - Menu and help

  private static func writeMenu(to html: inout HTMLWriter) {
    html.element(
      "div", .id("save-menu"), HTMLAttribute("role", "menu"), HTMLAttribute("aria-label", "Save"), .flag("hidden")
    ) {
      html in
      for item in Controls.saving {
        html.element(
          "button", .id(item.id), HTMLAttribute("type", "button"), HTMLAttribute("role", "menuitem"),
          HTMLAttribute("tabindex", "-1")
        ) { html in
          html.element("strong", text: item.label)
          html.element("span", text: " " + item.note)
        }
      }
    }
    html.markup("\n")
  }

  private static func writeHelp(to html: inout HTMLWriter) {
    html.element("dialog", .id("help-dialog"), HTMLAttribute("aria-labelledby", "help-title")) { html in
      html.element("div", .class("body")) { html in
        html.element("div", .class("head")) { html in
          html.element("h2", .id("help-title"), text: "Drawing here")
          button(Control(id: "help-close", name: "Close the help", icon: .close), to: &html)
        }
        html.markup(
          """
          <p>Draw with a finger, a pen or the mouse. Two fingers that tap undo, three do it again. Once a pen has drawn, fingers and
          the palm of the hand do not, until “Draw with finger” is pressed. Pictures and drawings can be dropped on the page or
          pasted. Nothing leaves this browser, which keeps a copy of what you draw.</p>
          <h3>Keys</h3>
          """)
        keys(Controls.shortcuts, to: &html)
        html.markup(
          """
          <h3>Single keys</h3><p><label for="single-keys"><input type="checkbox" id="single-keys"> Single-key shortcuts are on</label></p>
          """)
        keys(Controls.singleKeys, to: &html)
        html.markup("<h3>Drawing by keyboard</h3><p>With the focus on the paper a pen walks over it:</p>")
        keys(Controls.turtle, to: &html)
      }
    }
    html.markup("\n")
  }

  private static func keys(_ table: [(keys: [String], meaning: String)], to html: inout HTMLWriter) {
    html.element("dl", .class("keys")) { html in
      for (keys, meaning) in table {
        html.element("dt") { html in
          for (index, key) in keys.enumerated() {
            if index > 0 { html.text(keys == ["1", "5"] ? "–" : " ") }
            html.element("kbd", text: key)
          }
        }
        html.element("dd", text: meaning)
      }
    }
  }
}
