// Damaged BMD, plain and compressed: whatever comes, reading ends with a dump or a typed error, in bounded time and room.
// `PLIMSOLL_FUZZ_COUNT` sets how many variants; `PLIMSOLL_FUZZ_START` the first one, to run a failure again.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct BMDFuzz {
  static let count = Environment["PLIMSOLL_FUZZ_COUNT"].flatMap(Int.init) ?? 1_000
  static let start = Environment["PLIMSOLL_FUZZ_START"].flatMap(UInt64.init) ?? 0
  /// What a file of some kilobytes may grow to before it is refused.
  static let limit = 16 << 20

  private static func seeds() throws -> [[UInt8]] {
    [
      try crunched(SampleDumps.full(idSize: 4), .compatible).bytes, try crunched(SampleDumps.full(idSize: 4)).bytes,
      try crunched(SampleDumps.full(idSize: 8), .everything).bytes,
      try crunched(SampleDumps.full(idSize: 8, version: "JAVA PROFILE 1.0.1")).bytes,
    ]
  }

  /// Reads BMD as the library does for a file; returns whether it was read without damage.
  private func read(_ bmd: [UInt8], _ number: UInt64) throws -> Bool {
    let sink = MemorySink()
    var decruncher = Decruncher(purpose: number % 2 == 0 ? .analysis : .file)
    decruncher.outputLimit = Self.limit
    let result: DecrunchResult
    do {
      result = try bmd.withUnsafeBytes { try decruncher.run($0, to: sink).result }
    } catch is HeapDumpError {
      return false
    }
    try #require(sink.bytes.count <= Self.limit * 2, "variant \(number)")
    try #require(sink.bytes.count == result.outputBytes, "variant \(number)")
    // What was written is a dump that reads without damage, whatever it was made from, but for its classes.
    let dump = try HeapDump(name: "variant", bytes: sink.bytes)
    let damage = dump.damage.filter {
      switch $0.kind {
      // Classes are what the file says they are, and so are wrapped records; a file that ends before its first object gives a
      // dump without a heap.
      case .classCycle, .unsupported: false
      default: !["STACK_FRAME", "STACK_TRACE", "START_THREAD", "END_THREAD"].contains($0.record)
      }
    }
    try #require(damage == [], "variant \(number)")
    return result.damage == nil
  }

  @Test("a damaged BMD file gives a dump and an error", .timeLimit(.minutes(30)))
  func bmd() throws {
    let mutator = Mutator(seeds: try Self.seeds(), donors: try Self.seeds())
    var whole = 0
    for number in Self.start..<Self.start + UInt64(Self.count) {
      if try read(mutator.variant(number), number) { whole += 1 }
    }
    print("fuzz BMD: \(Self.count) variants, \(whole) read whole")
  }

  /// A compressed file with its streams as they are before they are deflated.
  private static func stored(_ bytes: [UInt8]) throws -> [UInt8] {
    var result = ByteWriter()
    result.append(contentsOf: bytes[..<PackedBMD.headLength])
    try bytes.withUnsafeBytes { bytes in
      var source = PackSource(BMDValues(bytes: bytes, at: PackedBMD.headLength))
      while bytes.count - source.offset > 4 {
        let size = Int(try source.number())
        result.appendLEB128(UInt64(size))
        guard size > 0 else { continue }
        let deflated = try source.slice(Int(try source.number()))
        result.appendLEB128(UInt64(size))
        result.append(
          contentsOf: deflated.count == size ? Array(deflated) : try #require(Deflate.expand(deflated, size: size)))
      }
      result.append(contentsOf: bytes[source.offset...])
    }
    try #require(try unpacked(result.bytes).damage == nil)
    return result.bytes
  }

  @Test("a damaged compressed file gives BMD and an error", .timeLimit(.minutes(30)))
  func packedBMD() throws {
    // Streams that are not deflated, so that what is changed in them is not caught before it is looked at.
    let seeds = try Self.seeds().map { try Self.stored(try packed($0)) }
    let mutator = Mutator(seeds: seeds, donors: seeds)
    var whole = 0
    for number in Self.start..<Self.start + UInt64(Self.count) {
      let bytes = mutator.variant(number)
      guard bytes.withUnsafeBytes({ PackedBMD.recognises($0) }) else { continue }
      let (bmd, damage) = try unpacked(bytes)
      try #require(bmd.count <= Self.limit, "variant \(number)")
      if damage == nil { whole += 1 }
    }
    print("fuzz packed BMD: \(Self.count) variants, \(whole) unpacked whole")
  }

  @Test("damaged BMD that is compressed comes back as it was", .timeLimit(.minutes(30)))
  func packing() throws {
    let mutator = Mutator(seeds: try Self.seeds(), donors: try Self.seeds())
    var columns = 0
    for number in Self.start..<Self.start + UInt64(Self.count) {
      let bmd = mutator.variant(number)
      let small = try packed(bmd)
      let (bytes, damage) = try unpacked(small)
      try #require(damage == nil && bytes == bmd, "variant \(number)")
      if small[PackedBMD.headLength - 1] == PackedBMD.columns { columns += 1 }
    }
    print("fuzz packing: \(Self.count) variants, \(columns) in columns")
  }

  @Test("a damaged dump is crunched as far as it goes, and what it becomes is whole", .timeLimit(.minutes(30)))
  func crunching() throws {
    let seeds = [SampleDumps.full(idSize: 4), SampleDumps.full(idSize: 8, version: "JAVA PROFILE 1.0.2")]
    let mutator = Mutator(seeds: seeds, donors: seeds)
    var whole = 0
    for number in Self.start..<Self.start + UInt64(Self.count) {
      var options = number % 3 == 0 ? CrunchOptions.compatible : number % 3 == 1 ? CrunchOptions() : .everything
      let hprof = mutator.variant(number)
      let bmd: [UInt8]
      do {
        let crunched = try crunched(hprof, options)
        bmd = crunched.bytes
        if crunched.result.damage.isEmpty { whole += 1 }
      } catch let error as HeapDumpError {
        guard case .unsupported = error.kind else { continue }
        options.isCompatible = false
        bmd = try crunched(hprof, options).bytes
      }
      let sink = MemorySink()
      var decruncher = Decruncher()
      decruncher.outputLimit = Self.limit
      let result = try bmd.withUnsafeBytes { try decruncher.run($0, to: sink).result }
      if let damage = result.damage {
        // Arrays are as long as they say, and a variant may say much.
        guard case .unsupported = damage.kind else {
          try #require(Bool(false), "variant \(number): \(damage)")
          continue
        }
        continue
      }
      let again = try crunched(sink.bytes, options).bytes
      try #require(again.elementsEqual(bmd), "variant \(number)")
    }
    print("fuzz crunching: \(Self.count) variants, \(whole) without damage")
  }

  @Test("every prefix of a BMD file is read as far as it goes", arguments: [0, 1, 2, 3])
  func prefixes(seed: Int) throws {
    let bmd = try Self.seeds()[seed]
    for length in 20..<bmd.count { _ = try read(Array(bmd[..<length]), UInt64(length)) }
  }
}
