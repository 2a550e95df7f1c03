import ByteKit
import TestSupport
import Testing

struct LineScannerTests {
  private func lines(_ bytes: [UInt8]) -> [String] {
    var scanner = LineScanner(bytes.span.bytes)
    var found: [String] = []
    while let range = scanner.nextRange() {
      found.append(String(decoding: bytes[range], as: UTF8.self))
      let number = scanner.number
      #expect(number == found.count)
    }
    let offset = scanner.offset
    #expect(offset == bytes.count)
    let again = scanner.nextRange()
    #expect(again == nil)
    return found
  }

  @Test(
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n", [""]), ("\n\n", ["", ""]),
      ("a\r\nb\r\n", ["a", "b"]), ("\r\n", [""]), ("a\rb\n", ["a\rb"]), ("a\r\r\n", ["a\r"]), ("a\r", ["a"]),
      ("\r", [""]),
      ("a\n\nb\n", ["a", "", "b"]),
    ] as [(String, [String])])
  func `lines end with LF, CRLF or the end`(text: String, expected: [String]) {
    #expect(lines(Array(text.utf8)) == expected)
  }

  @Test func `lines of each length around the blocks of sixteen are found`() {
    for first in 0...50 {
      for ending in ["\n", "\r\n"] {
        let a = String(repeating: "x", count: first)
        let b = String(repeating: "y", count: 50 - first)
        #expect(lines(Array((a + ending + b + ending + "z").utf8)) == [a, b, "z"])
      }
    }
  }

  @Test func `the next line is a slice of the bytes`() {
    let bytes = Array("ab\ncd".utf8)
    var scanner = LineScanner(bytes.span.bytes)
    let first = scanner.next()?.byteCount
    let second = scanner.next()?.byteCount
    let third = scanner.next()?.byteCount
    #expect([first, second, third] == [2, 2, nil])
  }

  @Test func `searching and counting agree with a plain loop`() {
    var random = SeededGenerator(seed: 2)
    for count in [0, 1, 15, 16, 17, 31, 32, 33, 255 * 16, 255 * 16 + 1, 256 * 16 + 15] {
      let bytes = (0..<count).map { _ in UInt8(random.next() % 3) }
      for wanted in UInt8(0)...3 {
        let total = ByteSearch.count(of: wanted, in: bytes.span.bytes)
        #expect(total == bytes.count { $0 == wanted })
        for start in [0, 1, count / 2, count] where start <= count {
          let index = ByteSearch.firstIndex(of: wanted, in: bytes.span.bytes, from: start)
          #expect(index == bytes[start...].firstIndex(of: wanted) ?? count)
        }
      }
    }
    // More blocks than a byte accumulator holds, all of them hits.
    let same = [UInt8](repeating: 7, count: 16 * 1_000 + 3)
    let total = ByteSearch.count(of: 7, in: same.span.bytes)
    #expect(total == 16_003)
  }
}
