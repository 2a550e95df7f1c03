// The graphics of the verdict: the Plimsoll mark on its hull plate with the water at it, and the signs for good, bad and
// unknown, which differ in shape as well as in colour.

internal import MarkupKit

/// Where the water stands at the mark.
struct WaterLevel {
  /// The lowest margin among the load lines, as a share of its limit; `nil` when no line has one to give.
  var share: Double?
  /// The load line that this is.
  var tightest: LoadLineResult?
  var verdict: Verdict
  var hasBroken: Bool

  /// At this share of the limit the water stands at the edge of the ring, and no further.
  static let scale = 0.25

  init(_ record: SurveyRecord) {
    verdict = record.verdict
    hasBroken = record.loadLines.contains { $0.outcome == .broken }
    for result in record.loadLines {
      guard let margin = result.margin, margin.isFinite, let limit = result.limit, limit.isFinite else { continue }
      switch result.outcome {
      case .broken: break
      // "No failed test" holds with nothing to spare and can hold no other way: it says nothing about how near it is.
      case .held
      where !hasBroken && limit != 0 && result.line.comparison != .equal && result.line.comparison != .notEqual:
        break
      default: continue
      }
      let share = margin / (limit == 0 ? 1 : abs(limit))
      if self.share.map({ share < $0 }) ?? true {
        self.share = share
        tightest = result
      }
    }
  }

  /// How far the water is above the line of the mark, in the drawing's units; the ring's radius at most.
  var height: Int {
    let depth = 14 + Int((44 * min(1, abs(share ?? 1) / Self.scale)).rounded())
    switch verdict {
    case .mayShip: return -depth
    case .mayNotShip: return hasBroken ? depth : 14
    case .cannotTell: return 0
    }
  }

  /// The state in a short sentence, shown below the drawing.
  var caption: String {
    guard verdict != .cannotTell else { return "Where the water stands cannot be told." }
    guard let tightest, let margin = tightest.margin else {
      return verdict == .mayShip
        ? "The mark is clear of the water; no load line has a margin to measure."
        : "The mark is under water: \(hasBroken ? "a load line is broken" : "a blocker stands in the way")."
    }
    let kind = tightest.figure?.kind
    let size = FigureText.margin(margin, kind?.unit ?? .count).drop { "+−±".contains($0) }
    let side = margin < 0 ? "past the limit" : "to spare"
    return
      "\(hasBroken ? "Furthest under water" : "Tightest line"): \(tightest.figure?.title ?? tightest.line.figure), \(size) \(side)."
  }

  /// The drawing in words, with its scale.
  var description: String {
    let state =
      switch verdict {
      case .mayShip: "The water stands below the line of the mark: every load line holds."
      case .mayNotShip: "The water stands above the line of the mark: the ship is overladen."
      case .cannotTell: "The water is hatched: where it stands cannot be told."
      }
    return
      "\(state) \(caption) The distance between water and line is the margin of the tightest load line as a share of "
      + "its limit; at the edge of the ring it is 25 % or more."
  }
}

extension HTMLPage {
  /// Draws the mark.
  mutating func plimsollMark(_ level: WaterLevel) {
    html.markup("<figure class=\"mark\">")
    html.markup(
      """
      <svg viewBox="0 0 240 240" role="img" aria-labelledby="mark-title mark-desc"><title id="mark-title">Plimsoll mark\
      </title><desc id="mark-desc">
      """)
    html.text(level.description)
    html.markup(
      """
      </desc><rect class="hull" width="240" height="240"/><path class="seam" d="M0 40H240M0 200H240M80 0V40M170 200V240"/>\
      <circle class="paint" cx="112" cy="120" r="58"/><rect class="bar" x="22" y="114.5" width="180" height="11"/>\
      <path class="tick" d="M214 62H228M214 91H222M214 120H228M214 149H222M214 178H228M214 62V178"/>
      """)
    if level.verdict == .cannotTell {
      html.markup("<path class=\"hatch\" d=\"")
      var at = -120
      while at < 240 {
        // Strokes from the surface down to the left, cut off at the plate's edge by the drawing's bounds.
        html.text("M\(at + 120) 120L\(at) 240")
        at += 15
      }
      html.markup("\"/><path class=\"unsure\" d=\"M0 120H240\"/>")
    } else {
      let y = 120 - level.height
      let wave = "M-10 \(y)q15 -6 30 0t30 0t30 0t30 0t30 0t30 0t30 0t30 0t30 0"
      html.open("path", .class("deep"), HTMLAttribute("d", wave + "V240H-10Z"))
      html.markup("</path>")
      html.open(
        "path", .class("deeper"),
        HTMLAttribute("d", "M-25 \(y + 16)q20 -7 40 0t40 0t40 0t40 0t40 0t40 0t40 0V240H-25Z"))
      html.markup("</path>")
      html.open("path", .class("surface"), HTMLAttribute("d", wave))
      html.markup("</path>")
    }
    html.markup("</svg>")
    html.element("figcaption", text: level.caption)
    html.markup("</figure>\n")
  }
}

/// A sign beside a word.
enum HTMLSign {
  case good, bad, unknown, waived

  /// The class that colours it.
  var name: String {
    switch self {
    case .good: "good"
    case .bad: "bad"
    case .unknown, .waived: "warn"
    }
  }

  /// The drawing; the word beside it names it.
  var drawing: StaticString {
    switch self {
    case .good:
      """
      <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="12" fill="currentColor"/><path d="M6.5 12.5l3.8 \
      3.8 7.2-8" fill="none" stroke="var(--card)" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/></svg>
      """
    case .bad:
      """
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7.2 0h9.6L24 7.2v9.6L16.8 24H7.2L0 16.8V7.2Z" \
      fill="currentColor"/><path d="M7.8 7.8l8.4 8.4m0-8.4l-8.4 8.4" stroke="var(--card)" stroke-width="2.8" \
      stroke-linecap="round"/></svg>
      """
    case .unknown:
      """
      <svg viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="currentColor"/><path d="M8.4 \
      9.4a3.6 3.6 0 1 1 5.4 3.1c-1.2.7-1.8 1.3-1.8 2.5" fill="none" stroke="var(--card)" stroke-width="2.6" \
      stroke-linecap="round"/><circle cx="12" cy="18.6" r="1.7" fill="var(--card)"/></svg>
      """
    case .waived:
      """
      <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10.6" fill="none" stroke="currentColor" \
      stroke-width="2.6"/><path d="M6.5 12h11" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/></svg>
      """
    }
  }

  init(_ verdict: Verdict) {
    switch verdict {
    case .mayShip: self = .good
    case .mayNotShip: self = .bad
    case .cannotTell: self = .unknown
    }
  }

  init(_ outcome: LoadLineResult.Outcome) {
    switch outcome {
    case .held: self = .good
    case .broken: self = .bad
    case .waived: self = .waived
    case .unknown: self = .unknown
    }
  }
}

extension HTMLWriter {
  /// A word with its sign in front.
  mutating func tag(_ sign: HTMLSign, _ word: String) {
    open("span", .class("tag " + sign.name))
    markup(sign.drawing)
    text(word)
    close("span")
  }
}
