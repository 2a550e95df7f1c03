// What a stream leads to and what may be sent there: colour only to a terminal, and never with NO_COLOR (no-color.org).

internal import ByteKit

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A place for text: how wide it is and whether it shows colour.
public struct Terminal: Sendable {
  /// Whether a person sees this stream.
  public let isInteractive: Bool
  /// Whether colour may be used.
  public let hasColor: Bool
  /// How many columns there are; 80 where it is no terminal.
  public let columns: Int

  /// Describes a place, for tests and forced settings.
  public init(isInteractive: Bool, hasColor: Bool, columns: Int = 80) {
    self.isInteractive = isInteractive
    self.hasColor = hasColor
    self.columns = columns
  }

  /// The streams that text goes to.
  public enum Stream: Int32, Sendable {
    /// Standard output.
    case output = 1
    /// Standard error.
    case errors = 2
  }

  /// Looks at a stream and the environment.
  ///
  /// - Parameter noColor: `--no-color` was given.
  public init(_ stream: Stream, noColor: Bool = false) {
    let descriptor = stream.rawValue
    isInteractive = isatty(descriptor) == 1
    let isForbidden = noColor || !(Environment["NO_COLOR"] ?? "").isEmpty || Environment["TERM"] == "dumb"
    hasColor = isInteractive && !isForbidden
    var size = winsize()
    let known = isInteractive && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    columns = known ? Int(size.ws_col) : 80
  }

  /// The styles that messages use.
  public enum Style: String, Sendable {
    /// Emphasis.
    case bold = "1"
    /// Less important.
    case dim = "2"
    /// What is wrong.
    case red = "31"
    /// What is fine.
    case green = "32"
    /// What needs a look.
    case yellow = "33"
    /// Names and commands.
    case cyan = "36"
  }

  /// Text in a style, where colour may be used.
  public func styled(_ text: String, _ styles: Style...) -> String {
    guard hasColor, !styles.isEmpty else { return text }
    return "\u{1B}[" + styles.map(\.rawValue).joined(separator: ";") + "m" + text + "\u{1B}[0m"
  }

  /// How many columns a text takes: wide East Asian characters and emoji two, combining marks and escapes none.
  public static func columns(of text: String) -> Int {
    var columns = 0
    var isEscape = false
    for scalar in text.unicodeScalars {
      if isEscape {
        if scalar.properties.isAlphabetic { isEscape = false }
        continue
      }
      switch scalar.value {
      case 0x1B: isEscape = true
      case 0..<0x20, 0x7F, 0x200B...0x200F, 0xFE00...0xFE0F: break
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
        columns += 2
      default:
        let category = scalar.properties.generalCategory
        columns += category == .nonspacingMark || category == .enclosingMark ? 0 : 1
      }
    }
    return columns
  }
}
