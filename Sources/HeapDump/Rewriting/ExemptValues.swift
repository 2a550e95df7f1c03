// Values that a redaction leaves, other than names: what the user asked for, and two constants of the JDK by which readers tell how
// large a reference was (`SizeRule`): without them a redacted dump would show other sizes. They are distances within an object, the
// same in each run of one virtual machine.

internal import SystemKit

/// Fields that keep their values.
struct ExemptValues: Sendable {
  /// The classes whose own fields keep their values.
  let classes: Set<Int>
  /// The patterns that no class's name has.
  let unmatched: [String]
  /// Classes with offsets of fields, and the string ids of those.
  private let offsets: [Int: Set<UInt64>]

  init(_ dump: HeapDump, _ options: RedactionOptions) {
    let entries = dump.classes.entries
    var classes: Set<Int> = []
    var unmatched: [String] = []
    for pattern in options.classesWithValues {
      let glob = Glob(pattern)
      let matching = entries.indices.filter { glob.matches(entries[$0].name) }
      if matching.isEmpty { unmatched.append(pattern) }
      classes.formUnion(matching)
    }
    self.classes = classes
    self.unmatched = unmatched
    var offsets: [Int: Set<UInt64>] = [:]
    for (name, fields) in ReferenceOffsets.all {
      for index in dump.classes.indices(named: name) {
        for field in dump.classes.statics[entries[index].statics]
        where fields.contains(where: { dump.string(field.name, is: $0) }) {
          offsets[index, default: []].insert(field.name)
        }
      }
    }
    self.offsets = offsets
  }

  /// Calls `body` with each value of a class that is neither a reference nor exempt: its type and place in the record's data.
  ///
  /// - Parameter index: the class's number.
  func forEachOther(_ record: ClassRecord, _ index: Int?, _ body: (_ type: FieldType, _ at: Int) -> Void) {
    if let index, classes.contains(index) { return }
    record.forEachConstant { _, type, at in
      if type != .object { body(type, at) }
    }
    let names = index.flatMap { offsets[$0] } ?? []
    record.forEachStatic { name, type, at in
      guard type != .object else { return }
      if type == .long, names.contains(name), record.bits(type, at: at) < ReferenceOffsets.limit { return }
      body(type, at)
    }
  }
}
