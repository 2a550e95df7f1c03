import ByteKit
import Testing

@Suite struct HexadecimalTests {
  @Test func `every byte is written with two digits and read from either case`() {
    let bytes = (0...255).map { UInt8($0) }
    let text = Hexadecimal.text(bytes)
    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff") && text.utf8.count == 512)
    #expect(Hexadecimal.bytes(text) == bytes)
    #expect(Hexadecimal.bytes(text.uppercased()) == bytes)
    #expect(Hexadecimal.bytes("") == [])
  }

  @Test(arguments: ["0", "abc", "0g", " 0", "é0", "+1", "0x00"])
  func `what is no pair of digits is no bytes`(text: String) {
    #expect(Hexadecimal.bytes(text) == nil)
  }
}
