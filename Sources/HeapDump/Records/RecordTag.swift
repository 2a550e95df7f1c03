// The tags of HPROF's records (spec B.1 and B.2).

/// The tags of top-level records.
enum RecordTag {
  static let string: UInt8 = 0x01
  static let loadClass: UInt8 = 0x02
  static let unloadClass: UInt8 = 0x03
  static let stackFrame: UInt8 = 0x04
  static let stackTrace: UInt8 = 0x05
  static let allocSites: UInt8 = 0x06
  static let heapSummary: UInt8 = 0x07
  static let startThread: UInt8 = 0x0A
  static let endThread: UInt8 = 0x0B
  static let heapDump: UInt8 = 0x0C
  static let cpuSamples: UInt8 = 0x0D
  static let controlSettings: UInt8 = 0x0E
  static let heapDumpSegment: UInt8 = 0x1C
  static let heapDumpEnd: UInt8 = 0x2C

  /// The name of a tag in the format; `nil` for one that HPROF does not have.
  static func name(_ tag: UInt8) -> String? {
    switch tag {
    case string: "STRING"
    case loadClass: "LOAD_CLASS"
    case unloadClass: "UNLOAD_CLASS"
    case stackFrame: "STACK_FRAME"
    case stackTrace: "STACK_TRACE"
    case allocSites: "ALLOC_SITES"
    case heapSummary: "HEAP_SUMMARY"
    case startThread: "START_THREAD"
    case endThread: "END_THREAD"
    case heapDump: "HEAP_DUMP"
    case cpuSamples: "CPU_SAMPLES"
    case controlSettings: "CONTROL_SETTINGS"
    case heapDumpSegment: "HEAP_DUMP_SEGMENT"
    case heapDumpEnd: "HEAP_DUMP_END"
    default: nil
    }
  }

  static func shown(_ tag: UInt8) -> String { name(tag) ?? "record \(hexadecimal(UInt64(tag)))" }
}

/// The tags of the sub-records in a heap dump that are not roots (those are `RootKind`).
enum HeapTag {
  static let classDump: UInt8 = 0x20
  static let instance: UInt8 = 0x21
  static let objectArray: UInt8 = 0x22
  static let primitiveArray: UInt8 = 0x23
  static let primitiveArrayNoData: UInt8 = 0xC3
  static let heapInfo: UInt8 = 0xFE
}
