import ByteKit
import MarkupKit
import TestSupport
import Testing

struct JSONWriterTests {
  private func document(pretty: Bool) -> String {
    var json = JSONWriter(pretty: pretty)
    json.object { json in
      json.member("name", "a\"\\\n\r\t\u{1}\u{1F}é")
      json.member("none", String?.none)
      json.member("some", Optional("s"))
      json.member("n", -5)
      json.member("d", 0.1)
      json.member("whole", 3.0)
      json.member("nan", Double.nan)
      json.member("nil", Double?.none)
      json.member("yes", true)
      json.member("no", false)
      json.array("list") { json in
        json.value(1)
        json.value("x")
        json.value(2.5)
        json.null()
        json.object { _ in }
        json.array { json in json.array { _ in } }
      }
      json.object("empty") { _ in }
      json.member("last", UInt64.max)
    }
    return json.output.text
  }

  @Test func `a compact document has no spaces`() {
    #expect(
      document(pretty: false)
        == "{\"name\":\"a\\\"\\\\\\n\\r\\t\\u0001\\u001fé\",\"none\":null,\"some\":\"s\",\"n\":-5,\"d\":0.1,\"whole\":3,"
        + "\"nan\":null,\"nil\":null,\"yes\":true,\"no\":false,\"list\":[1,\"x\",2.5,null,{},[[]]],\"empty\":{},"
        + "\"last\":18446744073709551615}")
  }

  @Test func `a pretty document is indented and ends with a newline`() {
    var json = JSONWriter()
    json.object { json in
      json.member("a", 1)
      json.array("b") { $0.value("c") }
      json.object("e") { _ in }
    }
    #expect(json.output.text == "{\n  \"a\": 1,\n  \"b\": [\n    \"c\"\n  ],\n  \"e\": {}\n}\n")
  }

  @Test(arguments: [true, false])
  func `what is written is read back`(pretty: Bool) throws {
    for dialect in [JSONReader.Dialect.json, .json5] {
      let value = try JSONValue(parsing: document(pretty: pretty), dialect: dialect)
      #expect(value["name"]?.string == "a\"\\\n\r\t\u{1}\u{1F}é")
      #expect(value["list"]?.elements?.count == 6)
      #expect(value["n"]?.number == -5)
    }
  }

  @Test func `numbers are read back the same`() throws {
    var random = SeededGenerator(seed: 6)
    var values: [Double] = [
      0, 1e15, -1e15, 1e15 - 1, 999_999_999_999_999, 1e300, .leastNonzeroMagnitude, -0.0, 0.1, 1 / 3, .infinity, .nan,
    ]
    for _ in 0..<2_000 { values.append(Double(bitPattern: random.next())) }
    for value in values {
      var json = JSONWriter(pretty: false)
      json.array { $0.value(value) }
      let back = try JSONValue(parsing: json.output.text)[0]
      if value.isFinite { #expect(back?.number == value) } else { #expect(back?.kindName == "null") }
    }
  }
}
