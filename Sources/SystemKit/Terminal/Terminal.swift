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
    for character in text {
      let scalars = character.unicodeScalars
      if isEscape || scalars.first?.value == 0x1B {
        // An escape and its bracket may be one with a mark behind them: scalars decide here.
        for scalar in scalars {
          if scalar.value == 0x1B {
            isEscape = true
          } else if !isEscape {
            columns += width(of: scalar)
          } else if scalar.properties.isAlphabetic {
            isEscape = false
          }
        }
      } else if isEmoji(scalars) {
        columns += 2
      } else {
        for scalar in scalars { columns += width(of: scalar) }
      }
    }
    return columns
  }

  /// Whether one character is drawn as a picture, however many scalars it is made of (a family, a flag, a skin tone).
  private static func isEmoji(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, first.value > 0x7F || scalars.count > 1 else { return false }
    if first.properties.isEmojiPresentation { return scalars.count > 1 || !(0x1F1E6...0x1F1FF).contains(first.value) }
    return first.properties.isEmoji && scalars.dropFirst().first?.value == 0xFE0F
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0x1160...0x11FF: return 0
    case 0x303F: return 1
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
      0x20000...0x3FFFD:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: return 0
      default: return 2
      }
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: return 0
      case .format: return scalar.value == 0xAD ? 1 : 0
      default: return scalar.properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF).contains(scalar.value) ? 2 : 1
      }
    }
  }
}
