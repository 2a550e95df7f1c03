// Top-level records that BMD wraps as they are (LEGACY_HPROF_RECORD). Version 1 takes their bytes verbatim, so that their ids name
// strings and objects by numbers that no longer mean them. Version 2 writes the numbers that strings and objects have in the BMD
// file, and only what HPROF defines for a record: whatever stands behind that, and any record HPROF does not define, may hold
// anything and is left out.
//
// | tag | record | fields (I = id size; * string, ° object, numbered anew) |
// | --- | --- | --- |
// | 03, 0B | UNLOAD_CLASS, END_THREAD | u4 serial |
// | 04 | STACK_FRAME | I frame, I method*, I signature*, I source*, u4 class serial, u4 line |
// | 05 | STACK_TRACE | u4 serial, u4 thread, u4 n, n x I frame |
// | 06 | ALLOC_SITES | u2, 3 x u4, 2 x u8, u4 n, n x 25 bytes of numbers |
// | 07 | HEAP_SUMMARY | 2 x u4, 2 x u8 |
// | 0A | START_THREAD | u4 serial, I thread°, u4 stack, I name*, I group*, I parent group* |
// | 0D | CPU_SAMPLES | u4, u4 n, n x 2 u4 |
// | 0E | CONTROL_SETTINGS | u4, u2 |

internal import ByteKit

/// Rewrites the records that BMD wraps.
struct LegacyRecords {
  let idSize: Int

  /// A part of a record.
  private enum Part {
    case bytes(Int)
    case string
    case object
  }

  /// The body of a record with its ids numbered anew, or `nil` for a record that is not HPROF's or not of the length it states.
  func rewritten(
    _ tag: UInt8, _ body: UnsafeRawBufferPointer, string: (UInt64) -> UInt32, object: (UInt64) -> UInt32
  ) -> [UInt8]? {
    guard let parts = parts(tag, body) else { return nil }
    let length = length(parts)
    guard length == body.count else { return nil }
    var result = ByteWriter(capacity: length)
    var at = 0
    for part in parts {
      switch part {
      case .bytes(let count):
        result.append(contentsOf: body[at..<at + count])
        at += count
      case .string:
        result.appendID(UInt64(string(body.readID(at: at, size: idSize))), size: idSize)
        at += idSize
      case .object:
        result.appendID(UInt64(object(body.readID(at: at, size: idSize))), size: idSize)
        at += idSize
      }
    }
    return result.bytes
  }

  /// Whether a record is one of HPROF's and exactly as long as what it must hold: there is no room for anything else.
  func hasKnownShape(_ tag: UInt8, _ body: UnsafeRawBufferPointer) -> Bool {
    parts(tag, body).map { length($0) == body.count } ?? false
  }

  private func length(_ parts: [Part]) -> Int {
    parts.reduce(0) { sum, part in
      if case .bytes(let count) = part { sum + count } else { sum + idSize }
    }
  }

  private func parts(_ tag: UInt8, _ body: UnsafeRawBufferPointer) -> [Part]? {
    func count(at offset: Int) -> Int? {
      body.count >= offset + 4 ? Int(body.readBigEndian(UInt32.self, at: offset)) : nil
    }
    switch tag {
    case RecordTag.unloadClass, RecordTag.endThread: return [.bytes(4)]
    case RecordTag.stackFrame: return [.bytes(idSize), .string, .string, .string, .bytes(8)]
    case RecordTag.stackTrace: return count(at: 8).map { [.bytes(12 + $0 * idSize)] }
    case RecordTag.allocSites: return count(at: 30).map { [.bytes(34 + $0 * 25)] }
    case RecordTag.heapSummary: return [.bytes(24)]
    case RecordTag.startThread:
      return [.bytes(4), .object, .bytes(4), .string, .string, .string]
    case RecordTag.cpuSamples: return count(at: 4).map { [.bytes(8 + $0 * 8)] }
    case RecordTag.controlSettings: return [.bytes(6)]
    default: return nil
    }
  }
}
