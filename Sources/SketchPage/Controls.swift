// The controls of the page as tables: what each is called, which key it has, and how it looks. What they mean stands in the page's
// scripts (Browser/page), which find them by their ids and data attributes.

/// A button of the toolbar.
struct Control {
  /// Its identifier, by which scripts know it.
  var id: String
  /// Its accessible name.
  var name: String
  /// Its key, as people write it.
  var key = ""
  /// Its key, as `aria-keyshortcuts` has it.
  var ariaKey = ""
  /// Whether the key works alone, and can be switched off.
  var isSingleKey: Bool { !ariaKey.isEmpty && !ariaKey.hasPrefix("Control") }
  /// What it looks like; none for colours and widths, whose look is their meaning.
  var icon: Icon?
}

/// The controls.
enum Controls {
  static let tools = [
    Control(id: "pen", name: "Pen", key: "P", ariaKey: "P", icon: .pen),
    Control(id: "highlighter", name: "Highlighter", key: "H", ariaKey: "H", icon: .highlighter),
    Control(id: "eraser", name: "Eraser", key: "E", ariaKey: "E", icon: .eraser),
  ]
  /// As in palette.js, in its order.
  static let penColors = ["black", "grey", "red", "orange", "green", "blue", "purple", "white"]
  static let highlighterColors = ["yellow", "green", "blue", "pink", "orange", "purple"]
  static let erasers = [
    Control(id: "strokes", name: "Whole strokes", icon: .eraseStrokes),
    Control(id: "pixels", name: "Pixels", icon: .erasePixels),
  ]
  /// The widths' dots, as radii of the button's 24 units.
  static let widths: [StaticString] = ["1.4", "2.2", "3.4", "5", "7.5"]
  static let history = [
    Control(id: "undo", name: "Undo", key: "Ctrl+Z", ariaKey: "Control+Z", icon: .undo),
    Control(id: "redo", name: "Redo", key: "Ctrl+Shift+Z", ariaKey: "Control+Shift+Z Control+Y", icon: .redo),
    Control(id: "clear", name: "Clear", icon: .clear),
  ]
  static let files = [
    Control(id: "new", name: "New drawing", icon: .new),
    Control(id: "open", name: "Open a picture or drawing", key: "Ctrl+O", ariaKey: "Control+O", icon: .open),
    Control(id: "save", name: "Save", icon: .save),
  ]
  static let page = [
    Control(id: "strokes", name: "List of strokes", key: "L", ariaKey: "L", icon: .strokes),
    Control(id: "help", name: "Help and keys", key: "?", ariaKey: "Shift+?", icon: .help),
  ]
  /// The ways to save: id, label, what it is good for.
  static let saving: [(id: String, label: String, note: String)] = [
    ("save-png", "Picture", "PNG, for messages and documents"),
    ("save-svg", "Vector graphic", "SVG, sharp at any size"),
    ("save-json", "Drawing", "JSON, with all that can be undone"),
    ("copy-png", "Copy picture", "To the clipboard"),
  ]
  /// Keys for the help: what is pressed, what it does.
  static let shortcuts: [(keys: [String], meaning: String)] = [
    (["Ctrl+Z"], "undo"),
    (["Ctrl+Shift+Z", "Ctrl+Y"], "redo"),
    (["Ctrl+S"], "save the drawing (JSON)"),
    (["Ctrl+O"], "open a picture or drawing"),
  ]
  static let singleKeys: [(keys: [String], meaning: String)] = [
    (["P", "H", "E"], "pen, highlighter, eraser (E again: the other eraser)"),
    (["1", "5"], "width, from very fine to very broad"),
    (["C", "Shift+C"], "next colour, colour before"),
    (["L"], "list of strokes"),
    (["?"], "this help"),
  ]
  static let turtle: [(keys: [String], meaning: String)] = [
    (["←", "↑", "→", "↓"], "walk 10 points; with Shift 1, with Ctrl or Alt 50"),
    (["Space", "Enter"], "pen down, pen up"),
    (["Esc"], "give the stroke up, put the pen away"),
    (["Home"], "to the middle"),
  ]
}

/// Pictograms of 24 units, drawn with lines of the text's colour.
enum Icon {
  case pen, highlighter, eraser, eraseStrokes, erasePixels, undo, redo, clear, new, open, save, strokes, finger, help,
    close

  /// What stands within `<svg>`.
  var markup: StaticString {
    switch self {
    case .pen:
      "<path class=\"tip\" d=\"M4 20l1.2-4.6 3.4 3.4z\"/><path d=\"M4 20l1.2-4.6L16.4 4.2a1.8 1.8 0 0 1 2.6 0l.8.8a1.8 1.8 0 0 1 0 2.6L8.6 18.8zM14 6.6l3.4 3.4\"/>"
    case .highlighter:
      "<path class=\"tip wide\" d=\"M4 21h11\"/><path d=\"M9.2 11.6l7-7.4a1.6 1.6 0 0 1 2.2-.1l2 1.9a1.6 1.6 0 0 1 .1 2.2l-6.8 7.6zM9.2 11.6l-1 3 2.4 2.3 3.1-1.1M8.2 14.6L6 17.4h3.2l1.4-.5\"/>"
    case .eraser:
      "<path d=\"M8.5 19.5l-4.6-4.6a1.7 1.7 0 0 1 0-2.4l8.6-8.6a1.7 1.7 0 0 1 2.4 0l5 5a1.7 1.7 0 0 1 0 2.4l-8.2 8.2zM8.2 8.2l7.4 7.4M8.5 19.5H20\"/>"
    case .eraseStrokes: "<path d=\"M3 15c3-9 5-9 6-4s3 4 5-2 4-4 4-4M14.5 15.5l5 5M19.5 15.5l-5 5\"/>"
    case .erasePixels:
      "<path d=\"M3 12h3.5M17.500 12H21M12 7.500a4.500 4.500 0 1 0 .01 0z\" stroke-dasharray=\"2.600 2\"/>"
    case .undo: "<path d=\"M8 5L4 9l4 4M4 9h10.500a5 5 0 0 1 0 10H9\"/>"
    case .redo: "<path d=\"M16 5l4 4-4 4M20 9H9.500a5 5 0 0 0 0 10H15\"/>"
    case .clear: "<path d=\"M4.500 7h15M9.500 7V4.500h5V7M6.500 7l1 13h9l1-13M10.500 11v5.500M13.500 11v5.500\"/>"
    case .new: "<path d=\"M6 3.500h8l4.500 4.500v12.500H6zM14 3.500V8h4.500M12.200 11v6M9.200 14h6\"/>"
    case .open: "<path d=\"M3.500 18.500v-13h6l2 2.500h7.500v2.500M3.500 18.500l3-8H21.500l-3 8z\"/>"
    case .save: "<path d=\"M12 4v11M7.500 10.800L12 15.300l4.500-4.500M4.500 16.500v3.500h15v-3.500\"/>"
    case .strokes:
      "<path d=\"M10 6.500h10M10 12h10M10 17.500h10M3.500 7.500c1-2.500 2 .5 3-2M3.500 13c1-2.500 2 .5 3-2M3.500 18.500c1-2.500 2 .5 3-2\"/>"
    case .finger:
      "<path d=\"M9.500 13.500V5a1.600 1.600 0 0 1 3.200 0v6l4.900 1.100a2 2 0 0 1 1.500 2.300L18.200 20.500H10.600l-4.300-5a1.500 1.500 0 0 1 2.200-2zM6.500 7a4.700 4.700 0 0 1 9.200 0\"/>"
    case .help:
      "<path d=\"M12 3.500a8.500 8.500 0 1 0 .01 0zM9.500 9.600a2.500 2.500 0 1 1 3.600 2.300c-.8.400-1.100.9-1.100 1.800M12 16.600v.2\"/>"
    case .close: "<path d=\"M6.500 6.500l11 11M17.500 6.500l-11 11\"/>"
    }
  }
}
