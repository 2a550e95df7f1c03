// Wrapping to a column, which the standard library lacks. Width is counted in characters as users see them; wide East
// Asian characters count as one, since no text of this program has any and a width table would be bigger than this file.

/// Breaks text into lines of at most `width` characters, each line starting with `indent` spaces.
///
/// Line ends in the text are kept; blank lines stay blank. Lines that start with a space are kept as they are (tables,
/// code). A word longer than a line stands alone and sticks out: file names and URLs must be copyable.
func wrapped(_ text: String, width: Int = helpWidth, indent: Int = 0) -> [String] {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  for source in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if source.hasPrefix(" ") {
      lines.append(margin + source)
      continue
    }
    var line = ""
    for word in source.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    lines.append(line.isEmpty ? "" : margin + line)
  }
  return lines
}

/// The widest a line of help gets, as terminals have been since the punched card.
let helpWidth = 80

/// Sets a term and its explanation in two columns; a term too long for its column stands on a line of its own.
func twoColumns(_ term: String, _ explanation: String, column: Int) -> [String] {
  let start = "  " + term
  guard !explanation.isEmpty else { return [start] }
  var lines = wrapped(explanation, indent: column)
  guard start.count + 2 <= column else { return [start] + lines }
  lines[0] = start + String(repeating: " ", count: column - start.count) + lines[0].dropFirst(column)
  return lines
}
