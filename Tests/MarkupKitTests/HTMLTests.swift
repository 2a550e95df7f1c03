// The writer must hold against every text: whatever goes in, only the program's own markup comes out.

import ByteKit
import MarkupKit
import Testing

@Suite("HTML: writing")
struct HTMLTests {
  @Test("text and attributes cannot become markup")
  func escaping() {
    var html = HTMLWriter()
    html.element("p", HTMLAttribute("title", "\"'><b>&"), .flag("hidden"), .class(""), text: "</p><script>'\"&amp;")
    #expect(
      html.output.text
        == "<p title=\"&quot;&#39;&gt;&lt;b&gt;&amp;\" hidden>&lt;/p&gt;&lt;script&gt;&#39;&quot;&amp;amp;</p>")
  }

  @Test(
    "what would be invisible is shown",
    arguments: [
      ("plain — ünï 名 👩‍👩‍👧", "plain — ünï 名 👩‍👩‍👧"), ("\u{1B}[31m", "␛[31m"), ("a\nb\tc\u{0}", "a␊b␉c␀"), ("\u{7F}", "␡"),
      ("\u{85}", "⟨U+0085⟩"), ("a\u{202E}b\u{2066}", "a⟨U+202E⟩b⟨U+2066⟩"),
      ("\u{2028}\u{FEFF}\u{FFFE}", "⟨U+2028⟩⟨U+FEFF⟩⟨U+FFFE⟩"),
      ("\u{200F}\u{61C}", "⟨U+200F⟩⟨U+061C⟩"), ("¢ é – €", "¢ é – €"), ("\r\n", "␍␊"),
    ])
  func visible(text: String, shown: String) { #expect(VisibleText.of(text) == shown) }

  @Test("lines are kept where they are meant")
  func lines() {
    #expect(VisibleText.of("a\r\nb\tc\rd\n", keepingLines: true) == "a\nb\tc␍d\n")
    #expect(VisibleText.of("plain\n", keepingLines: true) == "plain\n")
  }

  @Test("bytes that are no UTF-8 become replacement characters")
  func invalid() {
    var html = HTMLWriter()
    html.text(bytes: [0x61, 0xFF, 0xC3, 0x28, 0x3C])
    #expect(html.output.text == "a\u{FFFD}\u{FFFD}(&lt;")
  }

  @Test(
    "links lead beside the page and nowhere else",
    arguments: [
      ("files/a.html", "./files/a.html"), ("javascript:alert(1)", "./javascript%3Aalert%281%29"),
      ("//evil.example/x", "./evil.example/x"),
      ("/etc/passwd", "./etc/passwd"), ("\\\\evil", "./evil"), ("a b#c?d%.html", "./a%20b%23c%3Fd%25.html"),
      ("é", "./%C3%A9"),
      ("#top", "#top"), ("#a\"b", "#a%22b"), ("data:text/html,x", "./data%3Atext/html%2Cx"),
    ])
  func reference(target: String, reference: String) { #expect(HTMLWriter.reference(to: target) == reference) }

  @Test("every scalar stays text in every place")
  func everyScalar() throws {
    var html = HTMLWriter()
    html.element("r", text: "")
    html = HTMLWriter()
    html.open("r")
    var count = 0
    for value in UInt32(0)...0x11000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      html.element("e", HTMLAttribute("a", String(scalar)), text: String(scalar), lines: true)
      count += 1
    }
    html.close("r")
    // The escapes are XML's too: libxml2 reads the same number of elements and has nothing to repair.
    final class Counter: XMLHandler {
      var elements = 0
      func startElement(_ name: DocumentText, _ attributes: XMLAttributes, line: Int) { elements += 1 }
    }
    let counter = Counter()
    let bytes = html.bytes
    let summary = try XMLReader.parse(bytes.span.bytes, into: counter)
    #expect(counter.elements == count + 1)
    #expect(summary.repairs == 0)
  }
}
