import MarkupKit
import Testing

struct MarkupErrorTests {
  @Test(arguments: [
    (MarkupError.Kind.malformedXML("x"), "the XML is not well formed: x"),
    (.malformedJSON(expected: "a value", found: "']'"), "a value expected, found ']'"),
    (.wrongType(expected: "a string", found: "a number"), "a string expected, found a number"),
    (.tooDeep(limit: 512), "values are nested more than 512 deep"), (.rejected("no"), "no"),
  ])
  func `the description gives the facts in one line`(kind: MarkupError.Kind, text: String) {
    #expect(MarkupError(kind, at: TextPosition(line: 1)).description == text)
  }

  @Test func `a position is a line, with a column where it is known`() {
    #expect(TextPosition(line: 3).description == "3")
    #expect(TextPosition(line: 3, column: 4).description == "3:4")
  }
}
