// Damaged dumps through every rewrite: an answer or a typed error, no trap, no hang, and never more than went in.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct RewritingFuzzTests {
  static let count = Environment["PLIMSOLL_FUZZ_COUNT"].flatMap(UInt64.init) ?? 2_000

  @Test("mutated dumps are redacted, proven, renamed and copied, or refused")
  func mutations() throws {
    let seeds =
      [4, 8].flatMap { size in
        ["1.0.1", "1.0.2", "1.0.3"].map { rewritingSample(version: "JAVA PROFILE \($0)", idSize: size) }
      } + [CanaryDump().bytes, CanaryDump(idSize: 4).bytes, obfuscatedSample().finished()]
    let mutator = Mutator(seeds: seeds)
    let mapping = try MappingFile.read(InputFile(name: "mapping.txt", bytes: Array(obfuscatedMapping.utf8)))
    var opened = 0
    for number in 0..<Self.count {
      guard let dump = try? HeapDump(name: "mutant \(number)", bytes: mutator.variant(number)) else { continue }
      opened += 1
      let copy = try dump.copied()
      #expect(copy.count <= dump.image.count + 9, "mutant \(number)")
      let (redacted, _) = try dump.redacted()
      #expect(redacted.count <= copy.count, "mutant \(number)")
      let output = try HeapDump(name: "redacted", bytes: redacted)
      let proof = RedactionProof(of: output, against: dump)
      // A damaged dump may have a text in what is structure here: what a class or a field is named after, an id.
      #expect(proof.instancesWithValues + proof.staticsWithValues + proof.arraysWithValues == 0, "mutant \(number)")
      #expect(output.classCounts().map(\.count) == dump.classCounts().map(\.count), "mutant \(number)")
      let sink = BufferSink()
      try Deobfuscator.deobfuscate(dump, with: mapping, to: sink)
      let named = try HeapDump(name: "named", bytes: sink.bytes)
      #expect(named.classCounts().map(\.count).sorted() == dump.classCounts().map(\.count).sorted(), "mutant \(number)")
    }
    #expect(opened > Self.count / 2)
  }
}
