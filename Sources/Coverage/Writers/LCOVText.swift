// What LCOV's lines can hold of a name. A line break in one would begin a record that nobody wrote, and a comma in a branch's
// block would move its fields.

internal import ByteKit

enum LCOVText {
  /// Writes a name; line breaks become U+FFFD, and commas too where they separate fields.
  static func write(_ text: String, isField: Bool = false, _ out: inout ByteWriter) {
    guard isBroken(text, isField: isField) else { return out.append(text) }
    for byte in text.utf8 {
      if isForbidden(byte, isField) { out.append("\u{FFFD}") } else { out.append(byte) }
    }
  }

  /// Whether a name is not written as it is.
  static func isBroken(_ text: String, isField: Bool = false) -> Bool {
    text.utf8.contains { isForbidden($0, isField) }
  }

  private static func isForbidden(_ byte: UInt8, _ isField: Bool) -> Bool {
    byte == 0x0A || byte == 0x0D || isField && byte == 0x2C
  }

  /// How many names of a file are not written as they are.
  static func brokenNames(_ file: FileCoverage) -> Int {
    var count = [file.path, file.test ?? "", file.version ?? ""].count { isBroken($0) }
    count += file.checksums.values.count { isBroken($0) }
    count += file.functions.count { $0.start > 0 && isBroken($0.name) }
    for branch in file.branches {
      if isBroken(branch.block, isField: true) { count += 1 }
      if isBroken(branch.name) { count += 1 }
    }
    return count + file.conditions.count { isBroken($0.expression) }
  }
}
