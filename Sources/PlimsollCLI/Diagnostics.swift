// Messages to people, on standard error, in one form.

internal import MarkupKit
internal import SystemKit

enum Diagnostics {
  /// What stopped the command.
  static func error(_ text: String) { message("error", text, .red) }

  /// What a user should know although the command went on.
  static func warning(_ text: String) { message("warning", text, .yellow) }

  /// What was done.
  static func note(_ text: String) { write("plimsoll: \(VisibleText.of(text))\n") }

  /// What was done, and what another program said of it in lines of its own.
  static func lines(_ text: String) { write("plimsoll: \(VisibleText.of(text, keepingLines: true))\n") }

  private static func message(_ kind: String, _ text: String, _ style: Terminal.Style) {
    // Texts quote what inputs hold, and that may be an escape sequence.
    write("plimsoll: \(Terminal(.errors).styled(kind, style)): \(VisibleText.of(text))\n")
  }

  /// Writes to standard error; when that is closed there is nobody to tell.
  static func write(_ text: String) {
    let sink = FileSink.standardError()
    try? sink.write(text)
    try? sink.flush()
  }

  /// So many warnings of one command are printed.
  static let warningLimit = 20

  /// Prints warnings, the rest of a long list as a number.
  static func warnings(_ texts: [String], quiet: Bool) {
    guard !quiet else { return }
    for text in texts.prefix(warningLimit) { warning(text) }
    if texts.count > warningLimit { warning("\(texts.count - warningLimit) more warnings") }
  }
}
