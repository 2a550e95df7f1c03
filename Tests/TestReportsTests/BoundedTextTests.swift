import MarkupKit
import Testing

@testable import TestReports

struct BoundedTextTests {
  @Test func `the head is cut between characters`() {
    for limit in 0...12 {
      var head = HeadText(limit: limit)
      Array("aé€😀xyz".utf8).withUnsafeBytes { head.append($0) }
      #expect("aé€😀xyz".hasPrefix(head.string), "limit \(limit): \(head.string)")
      #expect(!head.string.contains("\u{FFFD}"))
    }
  }

  @Test func `the tail is cut between characters`() {
    for limit in 0...12 {
      for piece in 1...13 {
        var tail = TailText(limit: limit)
        let bytes = Array("xyza😀€é".utf8)
        for start in stride(from: 0, to: bytes.count, by: piece) {
          bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { tail.append($0) }
        }
        #expect("xyza😀€é".hasSuffix(tail.string), "limit \(limit), piece \(piece): \(tail.string)")
        #expect(!tail.string.contains("\u{FFFD}"))
      }
    }
  }

  @Test func `a text within the limit is whole`() {
    var tail = TailText(limit: 8)
    for piece in ["ab", "cd", "é", "é"] { Array(piece.utf8).withUnsafeBytes { tail.append($0) } }
    #expect(tail.string == "abcdéé")
  }
}
