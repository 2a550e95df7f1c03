// Compressed dumps: plain gzip, and the JDK's many members with a stated block size.

import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct HeapImageTests {
  static let dump = heapDump { fixture in
    _ = HeapDumpReadingTests.nodes(fixture, count: 5_000)
    for number in 0..<200 { fixture.javaString("text \(number % 10)") }
  }

  /// A member as the JDK writes it: the first has a comment that states the block size.
  static func blocks(_ bytes: [UInt8], size: Int) -> [UInt8] {
    var out: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      var member = Gzip.deflate(Array(bytes[start..<min(bytes.count, start + size)]))
      if start == 0 {
        member[3] = 16
        member.insert(contentsOf: Array("HPROF BLOCKSIZE=\(size)".utf8) + [0], at: 10)
      }
      out += member
    }
    return out
  }

  @Test("gzip is read whatever the file's name", arguments: ["a.hprof", "a.hprof.gz"])
  func gzip(name: String) throws {
    let sandbox = Sandbox()
    let path = try sandbox.write(name, Gzip.deflate(Self.dump))
    let dump = try HeapDump(path: path)
    #expect(dump.isCompressed)
    #expect(dump.damage == [])
    #expect(HeapDumpReadingTests.counts(dump)["com.acme.Node"] == 5_000)
  }

  @Test("blocks of the JDK are inflated to the same bytes", arguments: [1_000, 4_096, 1 << 20])
  func blocks(size: Int) throws {
    let compressed = Self.blocks(Self.dump, size: size)
    let outcome = try compressed.withUnsafeBytes { try GzipBlocks.inflate($0, limit: 1 << 30, name: "a") }
    #expect(outcome.damage == nil)
    // Not the arrays themselves: a failure would print both.
    let isSame = outcome.file.withUnsafeBytes { Array($0) } == Self.dump
    #expect(isSame)
  }

  @Test("a cut file gives what could be inflated, and says so", arguments: [100, 2_000, 20_000])
  func cut(length: Int) throws {
    for compressed in [Gzip.deflate(Self.dump), Self.blocks(Self.dump, size: 4_096)] {
      let kept = Array(compressed.prefix(min(length, compressed.count - 1)))
      let outcome = try kept.withUnsafeBytes { try GzipBlocks.inflate($0, limit: 1 << 30, name: "a") }
      #expect(outcome.damage != nil)
      let inflated = outcome.file.withUnsafeBytes { Array($0) }
      #expect(inflated.count < Self.dump.count)
      let isPrefix = inflated == Array(Self.dump.prefix(inflated.count))
      #expect(isPrefix)
    }
  }

  @Test("a dump that the JDK compressed", .enabled(if: PackageFolder.corpus != nil))
  func corpus() throws {
    let path = PathName.join(PackageFolder.corpus!, "heap/derived/jdk17-jcmd-gz1.hprof.gz")
    let dump = try HeapDump(path: path)
    #expect(dump.damage == [])
    // LOG.md of the corpus: 17 members, 17,618,575 bytes inflated.
    #expect(dump.image.count == 17_618_575)
    #expect(dump.fileSize == 3_599_972)
  }

  @Test("a truncated dump gives its objects and the place where it breaks", .enabled(if: PackageFolder.corpus != nil))
  func truncated() throws {
    let path = PathName.join(PackageFolder.corpus!, "heap/derived/slurp-hprof-64.truncated-2000000.hprof")
    let dump = try HeapDump(path: path)
    let whole = try HeapDump(path: GoldenTests.path("slurp-hprof-64.bin")!)
    #expect(dump.damage.contains { $0.record == "HEAP_DUMP" })
    #expect(dump.damage.allSatisfy { $0.offset ?? 0 <= 2_000_000 })
    let objects = dump.summary().objects
    #expect(objects > 100 && objects < whole.summary().objects)
  }
}
