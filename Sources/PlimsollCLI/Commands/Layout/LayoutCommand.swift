// `plimsoll layout`: its commands, and what both print.

internal import ArgumentKit
internal import Layout
internal import MarkupKit
internal import SystemKit

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Work out grids of fixed cells and rows of lists, as numbers and as code.",
    discussion: """
      The same law for web, iOS and Android: numbers to test an app's layout against, and the CSS, UIKit and Compose that \
      follow it.
      """,
    subcommands: [LayoutGridCommand.self, LayoutRowsCommand.self],
    examples: [
      CommandExample("plimsoll layout grid --width 375 --cell 100 --gap 10 --count 8", "A grid."),
      CommandExample("plimsoll layout rows --width 375 --lines 3 --picture 800x600", "A row."),
    ])
}

/// A platform whose code is printed.
enum LayoutForm: String, CaseIterable, ExpressibleByArgument {
  case css, uikit, compose
}

/// What both commands of layout share.
struct LayoutPrintingOptions: ParsableArguments {
  @Flag(help: "From right to left.") var rtl = false
  @Option(
    help: ArgumentHelp(
      "Pixels of the screen for a point, 0.1 to 16.",
      discussion: "Each edge of a frame goes to the nearest pixel, halves to the right and down.", valueName: "number"))
  var pixelRatio: Double?
  @Option(help: ArgumentHelp("Print this code alone; by default numbers and all three.", valueName: "form"))
  var form: LayoutForm?
  @Flag(help: "Print JSON.") var json = false

  mutating func validate() throws {
    if let pixelRatio, !(pixelRatio >= 0.1 && pixelRatio <= 16) {
      throw ValidationError("'--pixel-ratio' is from 0.1 to 16 pixels for a point")
    }
    if json, form != nil { throw ValidationError("'--json' holds all three forms; leave '--form' out") }
  }

  var direction: LayoutDirection { rtl ? .rightToLeft : .leftToRight }

  /// A frame as it is printed: on whole pixels where a ratio was given.
  func shown(_ frame: LayoutRect) -> LayoutRect { pixelRatio.map { frame.snapped(ratio: $0) } ?? frame }
}

/// A number with at most four places, without needless zeros.
func points(_ value: Double) -> String {
  let parts = (value.magnitude * 10_000).rounded()
  guard parts < 1e18 else { return "\(value)" }
  let whole = Int64(parts)
  var digits = "\(whole / 10_000)"
  if whole % 10_000 > 0 {
    let rest = "\(whole % 10_000)"
    digits += "." + String(repeating: "0", count: 4 - rest.count) + rest
    while digits.hasSuffix("0") { digits.removeLast() }
  }
  return value < 0 && whole > 0 ? "-" + digits : digits
}

extension LayoutRect {
  /// `27.5, 110, 100 x 100`.
  var text: String { "\(points(x)), \(points(y)), \(points(width)) x \(points(height))" }
}

extension JSONWriter {
  /// A rectangle as a member.
  mutating func member(_ key: String, _ frame: LayoutRect) {
    object(key) { $0.members(frame) }
  }

  /// A rectangle's members.
  mutating func members(_ frame: LayoutRect) {
    member("x", frame.x)
    member("y", frame.y)
    member("width", frame.width)
    member("height", frame.height)
  }
}

extension [UInt8] {
  /// Code as text.
  var code: String { String(decoding: self, as: UTF8.self) }
}

/// Does something with measures, and words what they cannot be.
func layoutWith<Result>(_ body: () throws(LayoutError) -> Result) throws -> Result {
  do throws(LayoutError) { return try body() } catch {
    throw ValidationError("\(error.measure.words), and not \(points(error.value))")
  }
}
