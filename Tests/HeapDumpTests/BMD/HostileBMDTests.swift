// BMD that claims much with few bytes: it costs no more memory than it has bytes, and a few buffers.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct HostileBMDTests {
  /// Counts what is written, and keeps the largest piece.
  private final class WidthSink: ByteSink {
    var count = 0
    var widest = 0
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
      count += bytes.count
      widest = max(widest, bytes.count)
    }
  }

  private static let header: [UInt8] = [1, 18] + Array("JAVA PROFILE 1.0.3".utf8)

  @Test("an instance of many megabytes that three bytes claim is written in pieces")
  func hugeInstance() throws {
    // Twenty classes of 524,280 removed bytes each make an instance of 10 MB out of three bytes.
    var bmd = Self.header
    for id: UInt8 in 1...20 { bmd += [3, id, id - 1, 0, 0, 0, 0, 0xF8, 0xFF, 0x1F] }
    bmd += [4, 40, 20, 4, 41, 20]
    let sink = WidthSink()
    let (result, _) = try bmd.withUnsafeBytes { try Decruncher().run($0, to: sink) }
    #expect(result.damage == nil && result.instances == 2)
    #expect(sink.count == result.outputBytes && sink.count > 20 << 20)
    #expect(sink.widest < 3 << 20)
    let (bytes, _) = try decrunched(bmd)
    let dump = try open(bytes)
    #expect(dump.summary().objects == 2)
    #expect(try crunched(bytes, .compatible).result.instances == 2)
  }

  @Test("a class that is its own superclass a thousand times over is refused before its values fill the memory")
  func endlessFields() throws {
    // 2,000 reference fields, 4,096 times: eight million values, of which the file has none.
    var bmd = Self.header + [3, 1, 1, 0, 0, 0, 0xD0, 0x0F]
    for _ in 0..<2_000 { bmd += [0, 0] }
    bmd += [0, 4, 40, 1]
    let sink = WidthSink()
    let (result, _) = try bmd.withUnsafeBytes { try Decruncher().run($0, to: sink) }
    let damage = try #require(result.damage)
    guard case .truncated = damage.kind else {
      Issue.record("\(damage)")
      return
    }
    #expect(damage.record == "INSTANCE_DUMP" || damage.record == BMDFormat.name(4))
  }
}
