// Colours as Xournal writes them: `#rrggbbaa`, or names that it knows for pens and others for paper (xo-misc.c of Xournal 0.4.8).

internal import Ink

/// Reads colours of Xournal files.
enum XournalColors {
  private static let pens: [String: UInt32] = [
    "black": 0x0000_00ff, "blue": 0x3333_ccff, "red": 0xff00_00ff, "green": 0x0080_00ff, "gray": 0x8080_80ff,
    "lightblue": 0x00c0_ffff, "lightgreen": 0x00ff_00ff, "magenta": 0xff00_ffff, "orange": 0xff80_00ff,
    "yellow": 0xffff_00ff, "white": 0xffff_ffff,
  ]
  private static let papers: [String: UInt32] = [
    "white": 0xffff_ffff, "yellow": 0xffff_80ff, "pink": 0xffc0_d4ff, "orange": 0xffc0_80ff, "blue": 0xa0e8_ffff,
    "green": 0x80ff_c0ff,
  ]

  /// The colour of ink; `nil` when the text is none. A highlighter's that is only named lets half through.
  static func pen(_ text: String, isHighlighter: Bool) -> InkColor? {
    if let rgba = ColorText.rgba(text) { return InkColor(rgba: rgba) }
    guard let rgba = pens[text] else { return nil }
    return InkColor(rgba: isHighlighter ? rgba & 0xffff_ff00 | 0x7f : rgba)
  }

  /// The colour of paper; `nil` when the text is none.
  static func paper(_ text: String) -> InkColor? { (ColorText.rgba(text) ?? papers[text]).map(InkColor.init(rgba:)) }
}
