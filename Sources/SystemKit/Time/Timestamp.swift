// Points in time as whole seconds since 1970 UTC, read and written as ISO 8601 without Foundation (whose calendar costs
// several milliseconds of start-up). Civil dates follow the proleptic Gregorian calendar.

/// A point in time, to the second.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public var seconds: Int64

  /// Creates a point in time.
  public init(seconds: Int64) { self.seconds = seconds }

  /// Earlier comes first.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }

  /// A date at midnight UTC; `nil` when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day) else {
      return nil
    }
    // Years begin in March here, so that the leap day is the last of its year.
    let shifted = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    // 719,468 days lie between 0000-03-01 and 1970-01-01.
    seconds = Int64(era * 146_097 + dayOfEra - 719_468) * 86_400
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Reads `YYYY-MM-DD`, alone or with `Thh:mm[:ss[.fraction]]` (or a space for the T) and `Z`, `+hh:mm` or `+hhmm`; without
  /// a zone the time is taken as UTC.
  public init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[start..<start + count] {
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      return value
    }
    guard let year = number(0, 4), bytes.count >= 10, bytes[4] == 0x2D, let month = number(5, 2), bytes[7] == 0x2D,
      let day = number(8, 2), let date = Timestamp(year: year, month: month, day: day)
    else { return nil }
    self = date
    if bytes.count == 10 { return }
    guard bytes[10] == 0x54 || bytes[10] == 0x74 || bytes[10] == 0x20, let hour = number(11, 2),
      bytes.count >= 16, bytes[13] == 0x3A, let minute = number(14, 2), minute < 60,
      hour < 24 || hour == 24 && minute == 0
    else { return nil }
    seconds += Int64(hour * 3600 + minute * 60)
    var at = 16
    if at < bytes.count, bytes[at] == 0x3A {
      // 60 is a leap second; 24:00:00 is the end of a day.
      guard let second = number(17, 2), second <= 60, hour < 24 || second == 0 else { return nil }
      seconds += Int64(second)
      at = 19
      if at < bytes.count, bytes[at] == 0x2E || bytes[at] == 0x2C {
        let digits = at + 1
        at = digits
        while at < bytes.count, (48...57).contains(bytes[at]) { at += 1 }
        guard at > digits else { return nil }
      }
    }
    if at == bytes.count { return }
    if bytes[at] == 0x5A || bytes[at] == 0x7A {
      guard at + 1 == bytes.count else { return nil }
      return
    }
    guard bytes[at] == 0x2B || bytes[at] == 0x2D, let zoneHour = number(at + 1, 2), zoneHour <= 18 else { return nil }
    let hasColon = at + 3 < bytes.count && bytes[at + 3] == 0x3A
    var zoneMinute = 0
    if at + 3 < bytes.count {
      let start = at + (hasColon ? 4 : 3)
      guard let minutes = number(start, 2), minutes < 60, start + 2 == bytes.count else { return nil }
      zoneMinute = minutes
    }
    let offset = Int64(zoneHour * 3600 + zoneMinute * 60)
    seconds += bytes[at] == 0x2B ? -offset : offset
  }

  /// Year, month and day in UTC.
  public var date: (year: Int, month: Int, day: Int) {
    let days = Int(seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// `YYYY-MM-DD` in UTC.
  public var isoDate: String {
    let (year, month, day) = date
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  /// `YYYY-MM-DDThh:mm:ssZ`.
  public var iso8601: String {
    let second = Int(((seconds % 86_400) + 86_400) % 86_400)
    return
      "\(isoDate)T\(Self.padded(second / 3600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2))Z"
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
