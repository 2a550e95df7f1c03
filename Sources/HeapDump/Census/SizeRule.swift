// How large an object is in the virtual machine. A dump does not say it outright; the rule here is that of VisualVM's heap library
// (2.1.5, checked against every object of eight dumps on 2026-12-01), so that figures can be compared:
//
// - header: the instance size stated for java.lang.Object where it is above 0 (HotSpot), else id size + reference size;
// - reference: header - 8 with ids of 8 bytes and a stated header (12 -> compressed, 4), the distance of two neighbouring reference
//   fields that the JDK's own classes remember as offsets, or the id size;
// - instance: the stated size where java.lang.Object's is above 0, else header + all fields, rounded up to 8;
// - array: header + 4 + elements, rounded up to 8;
// - class object: an instance of java.lang.Class.

/// The rule by which shallow sizes are worked out from a dump, in bytes.
public struct SizeRule: Equatable, Sendable {
  /// The size of an object without fields.
  public let header: Int
  /// The size of a reference in a field or array.
  public let reference: Int
  /// Whether the sizes that the dump states for instances are used.
  public let usesStatedSizes: Bool

  /// The size of an array.
  @inline(__always)
  func array(_ type: FieldType, count: Int) -> Int {
    let element = type == .object ? reference : type.size(idSize: 0)
    return (header &+ 4 &+ element &* count &+ 7) & ~7
  }

  /// The sizes of many arrays together, which rounding makes depend on the residues of their lengths.
  func arrays(_ type: FieldType, _ tally: ArrayTally) -> Int {
    let element = type == .object ? reference : type.size(idSize: 0)
    var total = 0
    for residue in 0..<8 {
      // Lengths n = 8 q + residue: 8 q elements are a multiple of 8 bytes whatever their size.
      // Invented lengths may add up to more than there are numbers: sums wrap rather than trap.
      total &+= tally.residues[residue] &* array(type, count: residue)
      total &-= tally.residues[residue] &* element &* residue
    }
    return max(0, total &+ tally.elements &* element)
  }

  /// The size of an instance of a class whose values take `dataSize` bytes in the dump, `references` of them references.
  func instance(stated: Int, fieldBytes: Int) -> Int {
    usesStatedSizes ? stated : (header + fieldBytes + 7) & ~7
  }
}

/// Arrays of one class: how many, with how many elements, and how many have each length modulo 8.
struct ArrayTally: Equatable, Sendable {
  var count = 0
  var elements = 0
  var residues: InlineArray<8, Int> = .init(repeating: 0)

  @inline(__always)
  mutating func add(_ length: Int) {
    count &+= 1
    elements &+= length
    residues[length & 7] &+= 1
  }

  mutating func merge(_ other: ArrayTally) {
    count += other.count
    elements += other.elements
    for index in 0..<8 { residues[index] += other.residues[index] }
  }

  static func == (a: ArrayTally, b: ArrayTally) -> Bool {
    a.count == b.count && a.elements == b.elements && (0..<8).allSatisfy { a.residues[$0] == b.residues[$0] }
  }
}
