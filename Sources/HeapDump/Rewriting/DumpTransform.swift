// What is done to a dump while it is copied. A transform sees each record once, in the order of the file; whatever it does not touch
// is copied byte for byte. Places are offsets in the input, so that a transform need not know what was written.

internal import SystemKit

/// What becomes of a top-level record that is not of the heap.
enum RecordFate {
  /// It is copied as it stands.
  case copy
  /// It is left out: the transform has written what stands in its place, if anything.
  case drop
}

/// A change of a dump. It is a value: what it learns while a segment is measured is forgotten.
protocol DumpTransform {
  /// Whether each sub-record of the heap keeps its length; then segments need not be measured before they are written.
  var keepsLengths: Bool { get }
  /// Writes what stands before the first record.
  mutating func begin(_ output: RewriteOutput)
  /// Looks at a record that is not of the heap.
  mutating func rewrite(_ record: TopRecord, _ bytes: UnsafeRawBufferPointer, _ output: RewriteOutput) -> RecordFate
  // Edits are told to the output in ascending order of their places, within the sub-record.
  mutating func edit(_ root: RootRecord, _ output: RewriteOutput)
  mutating func edit(_ instance: InstanceRecord, _ output: RewriteOutput)
  mutating func edit(_ array: ObjectArrayRecord, _ output: RewriteOutput)
  mutating func edit(_ array: PrimitiveArrayRecord, _ output: RewriteOutput)
  mutating func edit(_ record: ClassRecord, _ output: RewriteOutput)
}

extension DumpTransform {
  var keepsLengths: Bool { true }
  mutating func begin(_ output: RewriteOutput) {}
  mutating func rewrite(_ record: TopRecord, _ bytes: UnsafeRawBufferPointer, _ output: RewriteOutput) -> RecordFate {
    .copy
  }
  @inline(__always) mutating func edit(_ root: RootRecord, _ output: RewriteOutput) {}
  @inline(__always) mutating func edit(_ instance: InstanceRecord, _ output: RewriteOutput) {}
  @inline(__always) mutating func edit(_ array: ObjectArrayRecord, _ output: RewriteOutput) {}
  @inline(__always) mutating func edit(_ array: PrimitiveArrayRecord, _ output: RewriteOutput) {}
  @inline(__always) mutating func edit(_ record: ClassRecord, _ output: RewriteOutput) {}
}

/// Changes nothing.
struct IdentityTransform: DumpTransform {}

/// Hands the scanner's records to a transform.
struct EditingVisitor<Transform: DumpTransform>: HeapRecordVisitor {
  var transform: Transform
  let output: RewriteOutput

  @inline(__always) mutating func visit(_ root: RootRecord) { transform.edit(root, output) }
  @inline(__always) mutating func visit(_ instance: InstanceRecord) { transform.edit(instance, output) }
  @inline(__always) mutating func visit(_ array: ObjectArrayRecord) { transform.edit(array, output) }
  @inline(__always) mutating func visit(_ array: PrimitiveArrayRecord) { transform.edit(array, output) }
  @inline(__always) mutating func visit(_ record: ClassRecord) { transform.edit(record, output) }
}

/// Looks at nothing: tells how far a segment can be read.
struct NoVisitor: HeapRecordVisitor {}

// Where the parts of sub-records begin, which the scanner hands out without their offsets.
extension InstanceRecord {
  /// Where the values begin, in the file.
  @inline(__always)
  func dataOffset(idSize: Int) -> Int { offset &+ 9 &+ 2 &* idSize }
}

extension PrimitiveArrayRecord {
  /// Where the elements begin, in the file.
  @inline(__always)
  func dataOffset(idSize: Int) -> Int { offset &+ 10 &+ idSize }
}

extension ClassRecord {
  /// Where `data` begins, in the file.
  var dataOffset: Int { offset + 11 + 7 * idSize }
}
