// How errors are worded: place first, then the facts.

import HeapDump
import Testing

@Suite struct HeapDumpErrorTests {
  @Test("an error names its place, its record and what was expected")
  func wording() {
    #expect(
      "\(HeapDumpError(.truncated(needed: 16, available: 3), at: 508_176, in: "INSTANCE_DUMP"))"
        == "offset 508176, INSTANCE_DUMP: 16 bytes needed, 3 left")
    #expect("\(HeapDumpError(.idSize(5), at: 19))" == "offset 19: id size 5 (expected 4 or 8)")
    #expect(
      "\(HeapDumpError(.notFound("class 'Nod'", nearest: "Node")))"
        == "no class 'Nod' in the dump; did you mean 'Node'?")
  }
}
