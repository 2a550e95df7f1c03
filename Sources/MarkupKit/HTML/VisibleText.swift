// Names in evidence are hostile: a file name may hold an escape sequence that repaints a terminal, or a bidi override that
// turns the text after it round ("Trojan Source", CVE-2021-42574). Everything that is shown to people passes here, where
// such characters become visible ones.

/// Text in which nothing is invisible that could mislead.
public enum VisibleText {
  /// Shows control characters as control pictures (`␛`) and bidi controls, line separators and non-characters by their
  /// number (`⟨U+202E⟩`).
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - keepingLines: leave line feeds and tabs as they are; a carriage return before a line feed is dropped.
  /// - Complexity: O(n); a text with nothing to show is returned as it is.
  public static func of(_ text: String, keepingLines: Bool = false) -> String {
    guard text.utf8.contains(where: { isSuspect($0, keepingLines) }) else { return text }
    var shown = String.UnicodeScalarView()
    let scalars = text.unicodeScalars
    var at = scalars.startIndex
    while at < scalars.endIndex {
      let scalar = scalars[at]
      at = scalars.index(after: at)
      if keepingLines, scalar == "\n" || scalar == "\t" {
        shown.append(scalar)
      } else if keepingLines, scalar == "\r", at < scalars.endIndex, scalars[at] == "\n" {
        continue
      } else {
        append(scalar, to: &shown)
      }
    }
    return String(shown)
  }

  /// The lead bytes of what is replaced: C0, DEL, C1 (C2), U+061C (D8), U+200E…U+2069 (E2), U+FEFF and U+FFFE (EF).
  private static func isSuspect(_ byte: UInt8, _ keepingLines: Bool) -> Bool {
    switch byte {
    case 0x09, 0x0A: !keepingLines
    case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: true
    default: false
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to shown: inout String.UnicodeScalarView) {
    switch scalar.value {
    case 0..<0x20: shown.append(Unicode.Scalar(0x2400 + scalar.value)!)
    case 0x7F: shown.append("\u{2421}")
    case 0x80..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      shown.append(contentsOf: "⟨U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)⟩".unicodeScalars)
    default: shown.append(scalar)
    }
  }
}
