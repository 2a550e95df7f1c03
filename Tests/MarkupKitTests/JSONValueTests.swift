import MarkupKit
import Testing

struct JSONValueTests {
  @Test func `values are found by key and index`() throws {
    let value = try JSONValue(parsing: "{\"a\":[1,\"x\",true,null],\"b\":{\"c\":2.5},\"a\":[9]}")
    #expect(value["b"]?["c"]?.number == 2.5)
    // Of a repeated key the last one counts (as in RFC 8259's most common reading); all are in `members`.
    #expect(value["a"]?[0]?.number == 9)
    #expect(value.members?.map(\.key) == ["a", "b", "a"])
    let first = value.members?[0].value
    #expect(first?[1]?.string == "x")
    #expect(first?[2]?.boolean == true)
    #expect(first?[3]?.kindName == "null")
    #expect(first?[4] == nil)
    #expect(first?[-1] == nil)
    #expect(first?["a"] == nil)
    #expect(value[0] == nil)
    #expect(value["none"] == nil)
    #expect(first?.elements?.count == 4)
    #expect(value.kindName == "an object")
  }

  @Test func `values and keys know their place`() throws {
    let value = try JSONValue(parsing: "{\n  \"a\": [\n    1,\n    \"x\"],\n  \"\\u0062\" :\n 2}")
    #expect(value.position == TextPosition(line: 1, column: 1))
    #expect(value["a"]?.position == TextPosition(line: 2, column: 8))
    #expect(value["a"]?[1]?.position == TextPosition(line: 4, column: 5))
    #expect(value.members?[0].position == TextPosition(line: 2, column: 3))
    #expect(value.members?[1].position == TextPosition(line: 5, column: 3))
    #expect(value["b"]?.position == TextPosition(line: 6, column: 2))
  }

  @Test func `JSON5 keys behind comments know their place`() throws {
    let value = try JSONValue(parsing: "{ // a: 1\n  key /* : */ : /* :: */ 1,\n 'k' : 2 }", dialect: .json5)
    #expect(value.members?[0].position == TextPosition(line: 2, column: 3))
    #expect(value.members?[1].position == TextPosition(line: 3, column: 2))
    #expect(value.members?[0].value.position == TextPosition(line: 2, column: 26))
  }

  @Test func `a document of a megabyte takes linear time`() throws {
    // 500,000 values; counting lines from the start for each would be 2.5e11 steps.
    let text = "[" + String(repeating: "1,", count: 500_000) + "1]"
    let clock = ContinuousClock()
    var count = 0
    let time = try clock.measure { count = try JSONValue(parsing: text).elements?.count ?? 0 }
    #expect(count == 500_001)
    #expect(time < .seconds(30))
  }
}
