// Takes the contents out of a dump and leaves its structure: who refers to whom, of which class, how large, held by which root and
// thread. So a dump can be handed to whoever hunts the leak, and the users' data stays at home.
//
// | record | what becomes of it |
// | --- | --- |
// | STRING | kept if it is a name (`KeptNames`), else empty: not even its length shows |
// | PRIMITIVE_ARRAY_DUMP | all elements zero, but for names of threads: texts, StringBuilders, pixels of bitmaps |
// | INSTANCE_DUMP | all values zero that are no references: boxed numbers, hashes of strings too |
// | CLASS_DUMP | values of static fields and of the constant pool that are no references: zero (but see `ExemptValues`) |
// | HEAP_DUMP_INFO, OBJECT_ARRAY_DUMP, roots | as they are |
// | LOAD_CLASS and other known records | as they are, if they have the shape that HPROF says |
// | any other record | left out |

internal import ByteKit
public import SystemKit

/// Takes the contents out of heap dumps.
public enum Redactor {
  /// Writes a dump without its contents.
  ///
  ///     let dump = try HeapDump(path: "app.hprof")
  ///     try AtomicFile.write(to: "safe.hprof") { try Redactor.redact(dump, to: $0) }
  ///     let proof = try RedactionProof(of: "safe.hprof", against: dump)
  ///
  /// A dump with damage is written as far as it could be read.
  ///
  /// - Throws: `HeapDumpError.unsupported` for a crunched dump; what the sink throws.
  /// - Complexity: three passes over the file, in the memory of the class and string tables.
  @discardableResult
  public static func redact(
    _ dump: HeapDump, to sink: any ByteSink, options: RedactionOptions = RedactionOptions()
  ) throws -> Redaction {
    let rewriter = try DumpRewriter(dump)
    var transform = RedactingTransform(dump, options)
    let size = try rewriter.run(&transform, to: sink)
    var redaction = transform.redaction
    redaction.size = size
    return redaction
  }
}

/// What `Redactor` does to each record.
struct RedactingTransform: DumpTransform {
  private let idSize: Int
  private let strings: StringTable
  private let kept: KeptNames
  private let classes: ClassTable
  private let exempt: ExemptValues
  private var runs: PrimitiveRuns
  private(set) var redaction = Redaction()

  init(_ dump: HeapDump, _ options: RedactionOptions) {
    idSize = dump.header.idSize
    strings = dump.outline.strings
    kept = KeptNames(dump, keepThreadNames: options.keepsThreadNames)
    classes = dump.classes
    exempt = ExemptValues(dump, options)
    runs = PrimitiveRuns(classes, exempt: exempt.classes)
    redaction.unmatchedPatterns = exempt.unmatched
  }

  // MARK: - Top-level records

  mutating func rewrite(_ record: TopRecord, _ bytes: UnsafeRawBufferPointer, _ output: RewriteOutput) -> RecordFate {
    if record.tag == RecordTag.string, record.body.count >= idSize {
      return rewrite(string: record, bytes, output)
    }
    if hasKnownShape(record, bytes) { return .copy }
    redaction.drop(record)
    return .drop
  }

  /// Of several records with one id the first one is the name.
  private mutating func rewrite(
    string record: TopRecord, _ bytes: UnsafeRawBufferPointer, _ output: RewriteOutput
  ) -> RecordFate {
    let start = record.body.lowerBound
    let id = bytes.readID(at: start, size: idSize)
    if kept.strings.index(of: id) != nil, strings.range(of: id)?.lowerBound == start + idSize {
      redaction.keptStrings += 1
      return .copy
    }
    if record.body.count > idSize { redaction.clearedStrings += 1 }
    output.appendHead(record.tag, time: record.time, length: idSize)
    output.append(id: id, size: idSize)
    return .drop
  }

  /// Whether a record is exactly as long as what it must hold: there is no room for anything else.
  private func hasKnownShape(_ record: TopRecord, _ bytes: UnsafeRawBufferPointer) -> Bool {
    switch record.tag {
    case RecordTag.loadClass: return record.body.count == 8 + 2 * idSize
    case RecordTag.heapDumpEnd: return record.body.isEmpty
    default:
      return LegacyRecords(idSize: idSize)
        .hasKnownShape(record.tag, UnsafeRawBufferPointer(rebasing: bytes[record.body]))
    }
  }

  // MARK: - The heap

  @inline(__always)
  mutating func edit(_ instance: InstanceRecord, _ output: RewriteOutput) {
    if kept.threadNames.count > 0, kept.threadNames.index(of: instance.id) != nil { return }
    let start = instance.dataOffset(idSize: idSize)
    var zeroed = 0
    runs.forEachRun(of: instance.classID, dataCount: instance.data.count) { at, count in
      output.zero(from: start &+ at, count: count)
      zeroed &+= count
    }
    guard zeroed > 0 else { return }
    redaction.instances &+= 1
    redaction.instanceBytes &+= zeroed
  }

  @inline(__always)
  mutating func edit(_ array: PrimitiveArrayRecord, _ output: RewriteOutput) {
    guard array.data.count > 0 else { return }
    if kept.threadNameArrays.count > 0, kept.threadNameArrays.index(of: array.id) != nil {
      redaction.keptThreadNames += 1
      return
    }
    output.zero(from: array.dataOffset(idSize: idSize), count: array.data.count)
    redaction.arrays &+= 1
    redaction.arrayBytes &+= array.data.count
  }

  mutating func edit(_ record: ClassRecord, _ output: RewriteOutput) {
    let start = record.dataOffset
    var zeroed = 0
    exempt.forEachOther(record, classes.index(of: record.id)) { type, at in
      output.zero(from: start + at, count: type.size(idSize: idSize))
      zeroed += 1
    }
    redaction.statics += zeroed
  }
}
