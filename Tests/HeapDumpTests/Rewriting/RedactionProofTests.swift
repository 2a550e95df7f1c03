// The proof against redactions that are broken on purpose: whatever is put back must be found.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct RedactionProofTests {
  private func proof(
    _ output: [UInt8], _ input: HeapDump, batchSize: Int = SecretCollector.batchSize
  ) throws -> RedactionProof {
    RedactionProof(of: try HeapDump(name: "output", bytes: output), against: input, batchSize: batchSize)
  }

  @Test("a true redaction holds, whatever the batches", arguments: [1, 3, 1 << 22])
  func holds(batchSize: Int) throws {
    let input = try HeapDump(name: "canaries", bytes: CanaryDump().bytes)
    let proof = try proof(input.redacted().bytes, input, batchSize: batchSize)
    #expect(proof.holds)
    #expect(proof.searched >= 15)
    #expect(proof.leaks == [])
  }

  @Test("a dump that was not redacted has all its texts as leaks, and its values")
  func notRedacted() throws {
    let input = try HeapDump(name: "canaries", bytes: CanaryDump().bytes)
    let proof = try proof(input.copied(), input)
    #expect(!proof.holds)
    // All texts but those where texts are not looked for: the unknown record and instances' data.
    let hidden = ["unknown-record", "unknown-class", "behind-fields"]
    for text in CanaryDump.texts where !hidden.contains(where: { text.hasSuffix($0) }) {
      #expect(proof.leaks.contains { $0.text.contains(text) }, "\(text)")
    }
    #expect(proof.arraysWithValues == 11)
    #expect(proof.instancesWithValues > 5)
    #expect(proof.staticsWithValues == 2)
  }

  @Test("a text that is put back anywhere is found, in each encoding")
  func putBack() throws {
    let input = try HeapDump(name: "canaries", bytes: CanaryDump().bytes)
    let (good, _) = try input.redacted()
    let text = CanaryDump.texts[0]
    let wide = CanaryDump.texts[1]
    let umlaut = CanaryDump.texts[9]
    let spellings: [(String, [UInt8], String)] = [
      (text, Array(text.utf8), "UTF-8"),
      (text, text.utf16.flatMap { [0, UInt8($0)] }, "UTF-16BE"),
      (text, text.utf16.flatMap { [UInt8($0), 0] }, "UTF-16LE"),
      (umlaut, umlaut.unicodeScalars.map { UInt8($0.value) }, "Latin-1"),
      (umlaut, umlaut.utf16.flatMap { [0, UInt8($0)] }, "UTF-16BE"),
      (wide, Array(wide.utf8), "UTF-8"),
      (wide, wide.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, ""),
      (wide, wide.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "UTF-16LE"),
    ]
    for (name, bytes, encoding) in spellings {
      // In a record that no reader looks into, at an odd place, and at the file's very end.
      for padding in [0, 1, 5] {
        for tail in [0, 1] {
          let body = Array(repeating: UInt8(0xEE), count: padding) + bytes + Array(repeating: 0xEE, count: tail)
          let bad = good + [0xDE, 0, 0, 0, 0, 0, 0, 0, UInt8(body.count)] + body
          let proof = try proof(bad, input)
          #expect(proof.leakCount == 1, "\(name) \(bytes)")
          // The first byte of UTF-16BE is zero, and none of a key's: what follows looks like the other order.
          #expect(encoding.isEmpty || proof.leaks.first?.encoding == encoding)
          #expect(proof.leaks.first?.offset ?? 0 >= good.count + 8)
        }
      }
    }
  }

  @Test("in a long array, which is read in pieces, texts are found across their borders and at its end")
  func longArrays() throws {
    let text = Array("CANARY-across-pieces".utf8)
    var elements = [UInt8](repeating: 0, count: 5 << 20)
    for place in [1 << 20, 3 << 20, elements.count - text.count] {
      let start = place == elements.count - text.count ? place : place - 8
      elements.replaceSubrange(start..<start + text.count, with: text)
    }
    let bytes = heapDump { dump in
      dump.heap { heap in
        heap.append(0x23)
        heap.appendBigEndian(UInt64(0x9000))
        heap.appendBigEndian(UInt32(1))
        heap.appendBigEndian(UInt32(elements.count))
        heap.append(8)
        heap.append(contentsOf: elements)
      }
    }
    let input = try HeapDump(name: "long", bytes: bytes)
    let (good, _) = try input.redacted()
    #expect(good.count == bytes.count)
    #expect(try proof(good, input).holds)
    let bad = try proof(bytes, input)
    #expect(bad.leakCount == 3 && bad.arraysWithValues == 1)
    #expect(bad.leaks.allSatisfy { $0.text == "CANARY-across-pieces" })
  }

  @Test("a text at the border of two stretches of characters is searched for whole", arguments: 0...8)
  func stretches(before: Int) throws {
    var units = [HeapValue](repeating: .char(0), count: 70_000)
    for border in [1 << 15, 1 << 16] {
      for (place, unit) in "sécret".utf16.enumerated() { units[border - before + place] = .char(unit) }
    }
    let input = try HeapDump(name: "stretches", bytes: heapDump { $0.primitiveArray(units) })
    let (good, _) = try input.redacted()
    let proof1 = try proof(good, input)
    #expect(proof1.holds && proof1.tooShort == 0 && proof1.searched == 2)
    let string: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 9, 9, 9, 9]
    #expect(try proof(good + string + Array("sécret".utf8), input).leaks.map(\.text) == ["sécret"])
  }

  @Test("a run of characters that is longer than a stretch is searched for in all its parts")
  func longRun() throws {
    let units = (0..<40_000).map { (at: Int) -> HeapValue in .char(UInt16(0x41 + at % 26)) }
    let input = try HeapDump(name: "run", bytes: heapDump { $0.primitiveArray(units) })
    let (good, _) = try input.redacted()
    #expect(try proof(good, input).holds && proof(good, input).tooShort == 0)
  }

  @Test("letters whose UTF-16 has zeros side by side are found too")
  func zeroPairs() throws {
    let text = "aЀbЀ-long enough"
    let units = text.utf16.map { HeapValue.char($0) }
    let input = try HeapDump(name: "zeros", bytes: heapDump { $0.primitiveArray(units) })
    let (good, _) = try input.redacted()
    #expect(try proof(good, input).holds)
    for bytes in [text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, Array(text.utf8)] {
      #expect(try proof(good + [0xDE, 0, 0, 0, 0, 0, 0, 0, UInt8(bytes.count)] + bytes, input).leakCount == 1)
    }
  }

  /// Leaves some of what a redaction takes out.
  struct Sloppy: DumpTransform {
    var good: RedactingTransform
    let leaves: Int
    mutating func rewrite(
      _ record: TopRecord, _ bytes: UnsafeRawBufferPointer, _ output: RewriteOutput
    ) -> RecordFate {
      record.tag == RecordTag.string && leaves == 0 ? .copy : good.rewrite(record, bytes, output)
    }
    mutating func edit(_ instance: InstanceRecord, _ output: RewriteOutput) {
      if leaves != 1 { good.edit(instance, output) }
    }
    mutating func edit(_ array: PrimitiveArrayRecord, _ output: RewriteOutput) {
      if leaves != (array.type == .char ? 2 : array.type == .byte ? 3 : 4) { good.edit(array, output) }
    }
    mutating func edit(_ record: ClassRecord, _ output: RewriteOutput) {
      if leaves != 5 { good.edit(record, output) }
    }
  }

  @Test("whichever kind of record a redaction forgets, the proof fails", arguments: 0...6)
  func forgets(kind: Int) throws {
    let input = try HeapDump(name: "canaries", bytes: CanaryDump().bytes)
    var sloppy = Sloppy(good: RedactingTransform(input, RedactionOptions()), leaves: kind)
    let proof = try proof(input.rewritten(&sloppy), input)
    #expect(proof.holds == (kind == 6))
    #expect((proof.leakCount > 0) == [0, 2, 3].contains(kind))
    #expect((proof.instancesWithValues > 0) == (kind == 1))
    #expect((proof.arraysWithValues > 0) == (2...4).contains(kind))
    #expect((proof.staticsWithValues > 0) == (kind == 5))
  }

  @Test("a part of a long text is found, and a text that is as short as four letters")
  func lengths() throws {
    let long = (0..<40).map { "part \($0) of a long text" }.joined(separator: ", ")
    let bytes = heapDump { dump in
      dump.javaString(long)
      dump.javaString("four")
      dump.javaString("abc")
      dump.addClass("Kept")
    }
    let input = try HeapDump(name: "lengths", bytes: bytes)
    let (good, _) = try input.redacted()
    #expect(try proof(good, input).holds)
    #expect(try proof(good, input).tooShort == 1)
    let part = Array(long.utf8)[300..<450]
    #expect(try proof(good + [0xDE, 0, 0, 0, 0, 0, 0, 0, 150] + part, input).leakCount > 0)
    // Four letters count in strings and arrays only.
    let string = [1, 0, 0, 0, 0, 0, 0, 0, 12] + [0, 0, 0, 0, 9, 9, 9, 9] + Array("four".utf8)
    #expect(try proof(good + string, input).leaks.map(\.text) == ["four"])
    #expect(try proof(good + [0xDE, 0, 0, 0, 0, 0, 0, 0, 4] + Array("four".utf8), input).holds)
  }

  @Test("a text that is also a name is told, and is a leak elsewhere")
  func alsoNames() throws {
    let bytes = heapDump { dump in
      dump.addClass("com/acme/Password", fields: [("passphrase", .object(0))])
      dump.javaString("passphrase")
      dump.javaString("acme/Pass")
    }
    let input = try HeapDump(name: "names", bytes: bytes)
    let (good, _) = try input.redacted()
    let proof1 = try proof(good, input)
    #expect(proof1.holds)
    #expect(proof1.keptTextCount == 2 && Set(proof1.keptTexts) == ["passphrase", "acme/Pass"])
    let string = [1, 0, 0, 0, 0, 0, 0, 0, 18] + [0, 0, 0, 0, 9, 9, 9, 9] + Array("passphrase".utf8)
    #expect(try proof(good + string, input).leaks.map(\.text) == ["passphrase"])
  }

  @Test("a name whose text was exchanged for a secret is no name")
  func exchangedName() throws {
    let bytes = heapDump { dump in
      dump.addClass("Nodes.are.here")
      dump.javaString("SecretInThere!")
    }
    let input = try HeapDump(name: "names", bytes: bytes)
    var (good, _) = try input.redacted()
    let place = good.indices.first { good[$0...].starts(with: Array("Nodes.are.here".utf8)) } ?? 0
    good.replaceSubrange(place..<place + 14, with: Array("SecretInThere!".utf8))
    #expect(try proof(good, input).leaks.map(\.text) == ["SecretInThere!"])
  }
}
