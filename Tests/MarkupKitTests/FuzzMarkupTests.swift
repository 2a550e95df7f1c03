import Foundation
import MarkupKit
import TestSupport
import Testing

/// Seeded mutations: no trap, no hang. 3,000 by default, `PLIMSOLL_FUZZ_COUNT` for more.
struct FuzzMarkupTests {
  static let count = ProcessInfo.processInfo.environment["PLIMSOLL_FUZZ_COUNT"].flatMap { Int($0) } ?? 3_000

  static let documents = [
    """
    <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE a [<!ENTITY e "x"><!ELEMENT a ANY>]><!-- c -->
    <a b="1 &amp; 2" x:c='&#10;é'><b/>text &lt; &#x20AC;<![CDATA[ <raw> &#27; ]]><?p i?><c>\u{1B}€😀</c></a>
    """,
    "<?xml version='1.0' encoding='windows-1252'?><a b='\u{1B}&#27;'>x</a>",
  ]

  @Test(arguments: documents)
  func `mutated XML never traps`(document: String) {
    var random = SeededGenerator(seed: 7)
    let words = [
      "<", ">", "&", "]]>", "<![CDATA[", "<!--", "-->", "&#0;", "&#x10FFFF;", "&e;", "utf-16", "encoding=\"",
      "\u{FEFF}", "\0",
    ]
    var good = 0
    for _ in 0..<Self.count {
      let bytes = mutate(Array(document.utf8), words: words, &random)
      do throws(MarkupError) {
        let result = try events(bytes)
        good += 1
        #expect(!result.events.isEmpty)
      } catch {
        #expect(!error.description.contains("\n"))
      }
    }
    #expect(good > 0)
  }

  @Test(arguments: [true, false])
  func `mutated UTF-16 never traps`(isLittle: Bool) {
    var random = SeededGenerator(seed: 8)
    let document = utf16(Self.documents[0], isLittle: isLittle)
    for _ in 0..<Self.count / 2 { _ = try? events(mutate(document, words: ["<\0", "\0<", "\0"], &random)) }
  }

  @Test(arguments: [JSONReader.Dialect.json, .json5])
  func `mutated JSON never traps and both roads agree`(dialect: JSONReader.Dialect) {
    var random = SeededGenerator(seed: 9)
    let document =
      dialect == .json
      ? "{\"a\":[1,-2.5e10,\"x\\u00e9\\ud83d\\ude00\\n\"],\"b\":{\"c\":null,\"d\":true,\"e\":18446744073709551616},\"é\":[[],{}]}"
      : "// c\n{a:[+1,.5,0xFF,Infinity,],/* x */'b':{\"c\":null,'d\\x41':true,},é:[NaN,'x\\\ny']}"
    let words = [
      "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "\\u", "\\ud800", "e", "-", "+", "0x", "/*", "//", "null", "\0",
      "\u{2028}",
    ]
    var good = 0
    for _ in 0..<Self.count {
      let bytes = mutate(Array(document.utf8), words: words, &random)
      bytes.withUnsafeBytes { buffer in
        let tree = try? JSONValue(parsing: buffer, dialect: dialect)
        var reader = JSONReader(buffer, dialect: dialect)
        var isSkipped = true
        do throws(MarkupError) {
          try reader.skipValue()
          try reader.finish()
        } catch {
          isSkipped = false
          #expect(!error.description.contains("\n"))
        }
        #expect((tree != nil) == isSkipped)
        if tree != nil { good += 1 }
        var numbers = JSONReader(buffer, dialect: dialect)
        _ = try? numbers.readUnsigned()
      }
    }
    #expect(good > 0)
  }
}
