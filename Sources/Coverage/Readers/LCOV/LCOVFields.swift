// The fields of one record, and the comparison of a section's own sums with its records.

internal import MarkupKit

/// The comma-separated fields of a record, taken one by one.
struct Fields {
  /// What is left.
  private(set) var rest: UnsafeRawBufferPointer
  /// Whether the last field that was taken ended with a comma, so that another one follows, be it empty.
  private(set) var isAfterComma = true

  init(_ line: UnsafeRawBufferPointer, from start: Int) {
    rest = UnsafeRawBufferPointer(rebasing: line[start...])
  }

  /// The next field; `nil` when there is none.
  mutating func next() -> UnsafeRawBufferPointer? {
    guard isAfterComma else { return nil }
    if let comma = rest.firstIndex(of: 0x2C) {
      let field = UnsafeRawBufferPointer(rebasing: rest[..<comma])
      rest = UnsafeRawBufferPointer(rebasing: rest[(comma + 1)...])
      return field
    }
    let field = rest
    rest = UnsafeRawBufferPointer(rebasing: rest[rest.count...])
    isAfterComma = false
    return field
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes as a decimal number, `UInt64.max` where it is larger; `nil` when there is anything but digits. Space around
  /// is passed over.
  var unsignedNumber: UInt64? {
    var start = startIndex
    var end = endIndex
    while start < end, self[start] == 0x20 { start += 1 }
    while end > start, self[end - 1] == 0x20 { end -= 1 }
    return DocumentText(UnsafeRawBufferPointer(rebasing: self[start..<end])).unsigned
  }
}

/// What a section says of its own sums.
struct LCOVClaims {
  /// The sums that LCOV sections carry.
  enum Sum: Int, CaseIterable {
    case lf, lh, fnf, fnh, brf, brh, mcf, mch
  }

  // No dictionary: a merge of 200 inputs ends 400,000 sections.
  private var values = InlineArray<8, UInt64>(repeating: 0)
  private var isClaimed = InlineArray<8, Bool>(repeating: false)
  private var hasAny = false
  private var groups: [UInt64: Bool] = [:]

  mutating func note(_ sum: Sum, _ value: UInt64) {
    values[sum.rawValue] = value
    isClaimed[sum.rawValue] = true
    hasAny = true
  }

  mutating func noteAlias(_ group: UInt64, _ count: UInt64) {
    groups[group] = (groups[group] ?? false) || count > 0
  }

  /// Compares with what the records give. Function sums are compared only where the section names all functions by FNL/FNA:
  /// before lcov 2.2 FNF counted names, and llvm-cov counts source functions.
  func compare(
    file: @autoclosure () -> String, linesFound: Int, linesHit: Int, branches: [RawBranch], hasOtherFunctions: Bool,
    line: Int,
    warnings: inout WarningList
  ) {
    guard hasAny else { return }
    var counted = InlineArray<8, UInt64>(repeating: 0)
    counted[Sum.lf.rawValue] = UInt64(linesFound)
    counted[Sum.lh.rawValue] = UInt64(linesHit)
    if isClaimed[Sum.brf.rawValue] || isClaimed[Sum.brh.rawValue] {
      for branch in branches where branch.flags & RawBranch.unreachable == 0 {
        counted[Sum.brf.rawValue] &+= 1
        if branch.taken > 0 { counted[Sum.brh.rawValue] &+= 1 }
      }
    }
    for sum in [Sum.lf, .lh, .brf, .brh] { check(sum, counted[sum.rawValue], file, line, &warnings) }
    if !groups.isEmpty, !hasOtherFunctions {
      check(.fnf, UInt64(groups.count), file, line, &warnings)
      check(.fnh, UInt64(groups.values.count { $0 }), file, line, &warnings)
    }
  }

  private func check(
    _ sum: Sum, _ counted: UInt64, _ file: () -> String, _ line: Int, _ warnings: inout WarningList
  ) {
    guard isClaimed[sum.rawValue], values[sum.rawValue] != counted else { return }
    let kind = CoverageWarning.Kind.claim(
      file: file(), what: "\(sum)".uppercased(), claimed: values[sum.rawValue], counted: counted)
    warnings.add(kind, line: line)
  }
}
