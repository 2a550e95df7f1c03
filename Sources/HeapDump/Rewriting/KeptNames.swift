// What a redacted dump still says: the names of its structure, and those of its threads. Both the redaction and its proof ask here
// what was meant to stay.

internal import ByteKit

/// The ids of what keeps its text.
struct KeptNames: Sendable {
  /// STRING records: names of classes, fields, methods, source files, heaps; signatures; names of started threads.
  private(set) var strings = OpenTable()
  /// The `java.lang.String` objects that are threads' names.
  private(set) var threadNames = OpenTable()
  /// The arrays with the texts of those.
  private(set) var threadNameArrays = OpenTable()

  /// Finds them.
  ///
  /// - Complexity: O(classes, fields, frames), and two passes over the heap for the names of threads.
  init(_ dump: HeapDump, keepThreadNames: Bool) {
    let outline = dump.outline
    for id in outline.classNames.values { keep(id) }
    for field in dump.classes.fields { keep(field.name) }
    for field in dump.classes.statics { keep(field.name) }
    for frame in outline.stacks.frames.values {
      keep(frame.method)
      keep(frame.signature)
      keep(frame.source)
    }
    for heap in dump.census.heaps { keep(heap.name) }
    guard keepThreadNames else { return }
    for thread in outline.stacks.threads {
      keep(thread.name)
      keep(thread.group)
      keep(thread.parentGroup)
    }
    findThreadNames(dump)
  }

  private mutating func keep(_ id: UInt64) {
    if id != 0 { _ = strings.insert(id) }
  }

  /// Follows threads to their names. Only `java.lang.Thread`'s own field counts: one of the same name in a subclass holds
  /// something else. Its value must be a string, or the array itself as in Java 8 and before.
  private mutating func findThreadNames(_ dump: HeapDump) {
    let size = dump.header.idSize
    var places: [Int: Int] = [:]
    func place(in index: Int) -> Int? {
      if let known = places[index] { return known < 0 ? nil : known }
      var at = 0
      var current = index
      var found = -1
      while current >= 0, found < 0 {
        let entry = dump.classes.entries[current]
        let isThread = entry.name == "java.lang.Thread"
        for field in dump.classes.fields[entry.fields] {
          if isThread, field.type == .object, dump.string(field.name, is: "name") { found = at }
          at += field.type.size(idSize: size)
        }
        current = Int(entry.nextWithFields)
      }
      places[index] = found
      return found < 0 ? nil : found
    }
    let roots = dump.census.roots.filter { $0.kind == .threadObject }.map(\.id)
    guard !roots.isEmpty else { return }
    var names: Set<UInt64> = []
    for offset in dump.find(Set(roots)).values {
      guard let (index, data) = dump.instance(at: offset), let at = place(in: index) else { continue }
      let name = data.withUnsafeBytes { HeapDump.FieldPlace(at: at, type: .object).bits($0, idSize: size) }
      if let name, name != 0 { names.insert(name) }
    }
    let layout = dump.stringLayout
    for (id, offset) in dump.find(names) {
      if let layout, let (index, data) = dump.instance(at: offset), index == layout.classIndex {
        _ = threadNames.insert(id)
        if let value = data.withUnsafeBytes({ layout.value.bits($0, idSize: size) }), value != 0 {
          _ = threadNameArrays.insert(value)
        }
      } else if let array = dump.array(at: offset, limit: 0), array.type == .char {
        _ = threadNameArrays.insert(id)
      }
    }
  }
}
