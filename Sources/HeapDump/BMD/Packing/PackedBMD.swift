// stub
internal import SystemKit

enum PackedBMD {
  static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool { false }
  static func unpack(_ bytes: UnsafeRawBufferPointer, to sink: any ByteSink) throws -> HeapDumpError? { nil }
}
