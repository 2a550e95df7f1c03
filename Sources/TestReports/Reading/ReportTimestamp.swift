// Times as reports write them: ISO 8601 with `T` or a space, with or without seconds, fraction and zone; also whole numbers
// of seconds or milliseconds since 1970. Without a zone UTC is assumed: Surefire, Gradle, Ant and Jest write UTC so, pytest
// before 8.0 wrote local time; `hasZone` says which it was. SystemKit's Timestamp has whole seconds and knows the calendar.

internal import SystemKit

/// A moment as a report names it.
public struct ReportTimestamp: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public var secondsSinceEpoch: Double
  /// Whether the text had a zone; without one UTC was assumed.
  public var hasZone: Bool

  /// Creates a moment.
  public init(secondsSinceEpoch: Double, hasZone: Bool) {
    self.secondsSinceEpoch = secondsSinceEpoch
    self.hasZone = hasZone
  }

  /// The earlier moment is the smaller.
  public static func < (a: ReportTimestamp, b: ReportTimestamp) -> Bool { a.secondsSinceEpoch < b.secondsSinceEpoch }

  /// Reads a time; `nil` when the text is none.
  ///
  /// - Complexity: O(n).
  public init?(_ text: String) {
    var scan = DigitScan(text.utf8)
    scan.skipSpace()
    if let seconds = Self.epochNumber(scan) {
      self.init(secondsSinceEpoch: seconds, hasZone: true)
      return
    }
    guard let year = scan.number(digits: 4), scan.take("-"), let month = scan.number(digits: 2), scan.take("-"),
      let day = scan.number(digits: 2), let date = Timestamp(year: year, month: month, day: day)
    else { return nil }
    var seconds = Double(date.seconds)
    var hasZone = false
    if scan.take("T") || scan.take("t") || scan.take(" ") {
      guard let hour = scan.number(digits: 2), hour < 24, scan.take(":"), let minute = scan.number(digits: 2),
        minute < 60
      else { return nil }
      seconds += Double(hour * 3_600 + minute * 60)
      if scan.take(":") {
        // 60 is a leap second.
        guard let second = scan.number(digits: 2), second <= 60 else { return nil }
        seconds += Double(second)
        if scan.take(".") || scan.take(",") {
          guard let fraction = scan.fraction() else { return nil }
          seconds += fraction
        }
      }
      scan.skipSpace()
      if scan.take("Z") || scan.take("z") {
        hasZone = true
      } else if let offset = scan.zoneOffset() {
        hasZone = true
        seconds -= Double(offset)
      }
    }
    scan.skipSpace()
    guard scan.isAtEnd else { return nil }
    self.init(secondsSinceEpoch: seconds, hasZone: hasZone)
  }

  /// Ten digits are seconds, thirteen are milliseconds: 2001 to 2286.
  private static func epochNumber(_ start: DigitScan) -> Double? {
    var scan = start
    guard let value = scan.number(digits: 10) else { return nil }
    if scan.isAtEnd { return Double(value) }
    guard let rest = scan.number(digits: 3), scan.isAtEnd else { return nil }
    return Double(value) + Double(rest) / 1_000
  }
}

/// A cursor over ASCII digits.
private struct DigitScan {
  private var rest: Substring.UTF8View

  init(_ text: String.UTF8View) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skipSpace() {
    while let byte = rest.first, byte <= 0x20 { rest = rest.dropFirst() }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Exactly so many digits; what follows may be anything.
  mutating func number(digits: Int) -> Int? {
    var value = 0
    var count = 0
    var here = rest
    while count < digits, let byte = here.first, (48...57).contains(byte) {
      value = value * 10 + Int(byte - 48)
      here = here.dropFirst()
      count += 1
    }
    guard count == digits else { return nil }
    rest = here
    return value
  }

  /// At least one digit after the point; more than nine add nothing that a Double could hold.
  mutating func fraction() -> Double? {
    var value = 0.0
    var scale = 1.0
    var count = 0
    while let byte = rest.first, (48...57).contains(byte) {
      if count < 9 {
        value = value * 10 + Double(byte - 48)
        scale *= 10
      }
      count += 1
      rest = rest.dropFirst()
    }
    return count > 0 ? value / scale : nil
  }

  /// `±hh`, `±hhmm` or `±hh:mm`, in seconds.
  mutating func zoneOffset() -> Int? {
    var here = self
    let sign = here.take("-") ? -1 : here.take("+") ? 1 : 0
    guard sign != 0, let hours = here.number(digits: 2), hours <= 18 else { return nil }
    let hasColon = here.take(":")
    let minutes = here.number(digits: 2)
    guard minutes ?? 0 < 60, minutes != nil || !hasColon else { return nil }
    self = here
    return sign * (hours * 3_600 + (minutes ?? 0) * 60)
  }
}
