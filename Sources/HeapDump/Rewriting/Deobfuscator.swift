// Writes a dump with the names that its app had before it was obfuscated. The heap's bytes stay where they are but for the ids of
// names in CLASS_DUMP and numbers of frames in roots.
//
// | record | what changes |
// | --- | --- |
// | STRING | its text, when all its uses get the same new one; new records stand before all others |
// | LOAD_CLASS, CLASS_DUMP | ids of names |
// | STACK_FRAME | ids of names, class, line; methods inlined into it follow as frames of their own |
// | STACK_TRACE | grows by those |
// | ROOT_JAVA_FRAME, ROOT_JNI_LOCAL, ROOT_JNI_MONITOR | number of the frame in a stack that grew |

public import SystemKit

/// Gives dumps of obfuscated apps their original names.
public enum Deobfuscator {
  /// Writes a dump with original names.
  ///
  ///     let dump = try HeapDump(path: "app.hprof")
  ///     let mapping = try MappingFile.read(path: "mapping.txt")
  ///     try AtomicFile.write(to: "named.hprof") { try Deobfuscator.deobfuscate(dump, with: mapping, to: $0) }
  ///
  /// A name for which the mapping leaves a choice stays as it is and is told of.
  ///
  /// - Throws: `HeapDumpError.unsupported` for a crunched dump; what the sink throws.
  /// - Complexity: one pass over the file, in the memory of the class and string tables and the new names.
  @discardableResult
  public static func deobfuscate(
    _ dump: HeapDump, with mapping: NameMapping, to sink: any ByteSink
  ) throws -> Deobfuscation {
    let rewriter = try DumpRewriter(dump)
    var transform = NamingTransform(RenamePlan(dump, mapping))
    let size = try rewriter.run(&transform, to: sink)
    var result = transform.plan.result
    result.size = size
    return result
  }
}

/// What `Deobfuscator` does to each record.
struct NamingTransform: DumpTransform {
  private(set) var plan: RenamePlan
  private let idSize: Int
  private let strings: StringTable
  private let classes: ClassTable

  init(_ plan: RenamePlan) {
    self.plan = plan
    idSize = plan.dump.header.idSize
    strings = plan.dump.outline.strings
    classes = plan.dump.classes
    // Ids are given out before the first record, where the new strings stand.
    for parts in plan.frames.parts.sorted(by: { $0.key < $1.key }).map(\.value) {
      for use in parts.flatMap({ [$0.method, $0.signature, $0.source] }) { _ = self.plan.texts.id(for: use) }
    }
  }

  mutating func begin(_ output: RewriteOutput) {
    for (id, text) in plan.texts.addedStrings {
      write(string: id, text, time: 0, output)
      plan.result.stringsAdded += 1
    }
  }

  private func write(string id: UInt64, _ text: String, time: UInt32, _ output: RewriteOutput) {
    var copy = text
    copy.withUTF8 { bytes in
      output.appendHead(RecordTag.string, time: time, length: idSize + bytes.count)
      output.append(id: id, size: idSize)
      output.append(UnsafeRawBufferPointer(bytes))
    }
  }

  mutating func rewrite(_ record: TopRecord, _ bytes: UnsafeRawBufferPointer, _ output: RewriteOutput) -> RecordFate {
    let start = record.body.lowerBound
    switch record.tag {
    case RecordTag.string where record.body.count >= idSize:
      let id = bytes.readID(at: start, size: idSize)
      guard let text = plan.texts.newText(of: id), strings.range(of: id)?.lowerBound == start + idSize else {
        return .copy
      }
      write(string: id, text, time: record.time, output)
      plan.result.stringsRenamed += 1
      return .drop
    case RecordTag.loadClass where record.body.count >= 8 + 2 * idSize:
      let name = start + 8 + idSize
      if let use = plan.classNames[bytes.readID(at: start + 4, size: idSize)],
        use.id == bytes.readID(at: name, size: idSize)
      {
        output.replaceID(at: name, with: plan.texts.id(for: use), size: idSize)
      }
      return .copy
    case RecordTag.stackFrame where record.body.count >= 8 + 4 * idSize:
      return rewrite(frame: record, bytes, output)
    case RecordTag.stackTrace where record.body.count >= 12:
      return rewrite(trace: record, bytes, output)
    default:
      return .copy
    }
  }

  private mutating func rewrite(
    frame record: TopRecord, _ bytes: UnsafeRawBufferPointer, _ output: RewriteOutput
  ) -> RecordFate {
    let id = bytes.readID(at: record.body.lowerBound, size: idSize)
    guard let parts = plan.frames.parts[id] else { return .copy }
    let ids = [id] + (plan.frames.addedIDs[id] ?? [])
    for (id, part) in zip(ids, parts) {
      output.appendHead(record.tag, time: record.time, length: 8 + 4 * idSize)
      output.append(id: id, size: idSize)
      for use in [part.method, part.signature, part.source] {
        output.append(id: plan.texts.id(for: use), size: idSize)
      }
      output.append(bigEndian: part.classSerial)
      output.append(bigEndian: part.line)
    }
    return .drop
  }

  private func rewrite(
    trace record: TopRecord, _ bytes: UnsafeRawBufferPointer, _ output: RewriteOutput
  ) -> RecordFate {
    let start = record.body.lowerBound
    let count = Int(bytes.readBigEndian(UInt32.self, at: start + 8))
    guard record.body.count >= 12 + count * idSize, !plan.frames.addedIDs.isEmpty else { return .copy }
    var added = 0
    for index in 0..<count {
      added += plan.frames.addedIDs[bytes.readID(at: start + 12 + index * idSize, size: idSize)]?.count ?? 0
    }
    let length = 12 + (count + added) * idSize
    guard added > 0, length <= Int(UInt32.max) else { return .copy }
    output.appendHead(record.tag, time: record.time, length: length)
    output.append(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 8]))
    output.append(bigEndian: UInt32(count + added))
    for index in 0..<count {
      let id = bytes.readID(at: start + 12 + index * idSize, size: idSize)
      output.append(id: id, size: idSize)
      for other in plan.frames.addedIDs[id] ?? [] { output.append(id: other, size: idSize) }
    }
    return .drop
  }

  // MARK: - The heap

  mutating func edit(_ root: RootRecord, _ output: RewriteOutput) {
    guard root.kind == .javaFrame || root.kind == .jniLocal || root.kind == .jniMonitor,
      let numbers = plan.frames.numbers[root.thread], Int(root.frame) < numbers.count
    else { return }
    output.replaceWord(at: root.offset + 5 + idSize, with: numbers[Int(root.frame)])
  }

  mutating func edit(_ record: ClassRecord, _ output: RewriteOutput) {
    // A second record of a class is not in the table; readers go by the first.
    guard let index = classes.index(of: record.id), classes.entries[index].offset == record.offset else { return }
    let entry = classes.entries[index]
    let start = record.dataOffset
    var next = entry.statics.lowerBound
    record.forEachStatic { name, _, at in
      let id = plan.staticNames[next]
      if id != name { output.replaceID(at: start + at - 1 - idSize, with: id, size: idSize) }
      next += 1
    }
    next = entry.fields.lowerBound
    var at = start + record.fieldStart
    record.forEachField { name, _ in
      let id = plan.fieldNames[next]
      if id != name { output.replaceID(at: at, with: id, size: idSize) }
      next += 1
      at += idSize + 1
    }
  }
}
