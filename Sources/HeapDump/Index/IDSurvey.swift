// What a first, cheap pass over a dump learns of its object ids: enough to lay out the index (see ObjectIndex.swift). Ids are
// addresses, aligned to 8 or 16 bytes in most dumps; the bits in which no two ids differ need no room in the index.

/// The smallest and largest object id, their number, and the bits in which they differ.
package struct IDSurvey: Sendable, Equatable {
  /// The smallest id; `UInt64.max` when there is none.
  package private(set) var minimum = UInt64.max
  /// The largest id; 0 when there is none.
  package private(set) var maximum: UInt64 = 0
  /// The bits in which any two ids differ.
  package private(set) var differences: UInt64 = 0
  /// How many ids were added, repeated ones each time.
  package private(set) var count = 0

  /// Creates a survey of no ids.
  package init() {}

  /// Adds an id.
  @inline(__always)
  package mutating func add(_ id: UInt64) {
    // Any id will do to compare with; once there are two, the smallest so far is one that was added.
    if count != 0 { differences |= id ^ minimum }
    minimum = min(minimum, id)
    maximum = max(maximum, id)
    count &+= 1
  }

  /// Adds all ids of another survey.
  package mutating func merge(_ other: IDSurvey) {
    guard other.count != 0 else { return }
    guard count != 0 else { return self = other }
    differences |= other.differences | (minimum ^ other.minimum)
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    count += other.count
  }

  /// By how many bits ids may be shifted right without two becoming one.
  package var alignmentShift: UInt64 { differences == 0 ? 0 : UInt64(differences.trailingZeroBitCount) }
}
