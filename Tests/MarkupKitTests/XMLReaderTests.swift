import Foundation
import MarkupKit
import SystemKit
import Testing

struct XMLReaderTests {
  @Test(
    arguments: [
      ("<a/>", ["1 <a>", "</a>"]),
      ("<a b=\"1\" c='2'>t</a>", ["1 <a b=\"1\" c=\"2\">", "'t'", "</a>"]),
      // References in values and text.
      ("<a b=\"x &amp; &lt;y&gt; &quot;&apos;\"/>", ["1 <a b=\"x & <y> \"'\">", "</a>"]),
      ("<a b=\"&#65;&#x42;&#10;\">&#67; &amp; &lt;</a>", ["1 <a b=\"AB\n\">", "'C & <'", "</a>"]),
      ("<a b=\"&amp;&amp;amp;\"/>", ["1 <a b=\"&&amp;\">", "</a>"]),
      ("<a b=\"?x=1&amp;y=2&amp;#27;\"/>", ["1 <a b=\"?x=1&y=2&#27;\">", "</a>"]),
      // CDATA, comments, processing instructions.
      ("<a><![CDATA[<b> & ]]x]]></a>", ["1 <a>", "'<b> & ]]x'", "</a>"]),
      ("<!-- c --><?p i?><a>x<!-- y -->z</a><!-- d -->", ["1 <a>", "'xz'", "</a>"]),
      // Namespaces, declared and not, are passed over.
      (
        "<p:a xmlns:p=\"u\" p:b=\"1\"><q:c q:d=\"2\"/></p:a>",
        ["1 <a b=\"1\">", "1 <c d=\"2\">", "</c>", "</a>"]
      ),
      ("<a xsi:schemaLocation=\"x\"/>", ["1 <a schemaLocation=\"x\">", "</a>"]),
      // Byte order mark, blank lines before the declaration.
      ("\u{FEFF}<?xml version=\"1.0\"?><é>ü</é>", ["1 <é>", "'ü'", "</é>"]),
      ("\n\n<?xml version=\"1.0\"?>\n<a/>", ["4 <a>", "</a>"]),
      ("\u{FEFF}\n<?xml version=\"1.0\"?>\n<a/>", ["3 <a>", "</a>"]),
      // White space in values is normalised (XML 1.0, 3.3.3), CRLF in text is LF (2.11).
      ("<a b=\"1\n2\">x\r\ny</a>", ["2 <a b=\"1 2\">", "'x\ny'", "</a>"]),
    ] as [(String, [String])])
  func `documents give their events`(text: String, expected: [String]) throws {
    #expect(try events(text) == expected)
  }

  // MARK: - Encodings

  @Test(arguments: [true, false])
  func `UTF-16 is read with and without a byte order mark`(isLittle: Bool) throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a b=\"€😀\">é</a>"
    let expected = ["1 <a b=\"€😀\">", "'é'", "</a>"]
    #expect(try events(utf16(text, isLittle: isLittle)).events == expected)
    #expect(try events(utf16(text, isLittle: isLittle, mark: false)).events == expected)
    let plain = "<a b=\"€😀\">é</a>"
    #expect(try events(utf16(plain, isLittle: isLittle)).events == expected)
  }

  @Test(arguments: [
    ("ISO-8859-1", [0xE9], "é"), ("iso-8859-1", [0xE9], "é"), ("windows-1252", [0x80], "€"),
    ("ISO-8859-15", [0xA4], "€"),
    ("windows-1251", [0xE6], "ж"),
  ])
  func `declared encodings of one byte a character are read`(name: String, bytes: [UInt8], expected: String) throws {
    let start = Array("<?xml version='1.0' encoding='\(name)'?>\n<a>".utf8)
    #expect(try events(start + bytes + Array("</a>".utf8)).events == ["2 <a>", "'\(expected)'", "</a>"])
    let blank = Array("\n".utf8)
    #expect(try events(blank + start + bytes + Array("</a>".utf8)).events == ["3 <a>", "'\(expected)'", "</a>"])
  }

  @Test func `control characters are repaired in encodings of one byte too`() throws {
    let start = Array("<?xml version='1.0' encoding='ISO-8859-1'?>\n<a b='&#27;'>".utf8)
    let result = try events(start + [0xE9, 0x1B, 0x5B] + Array("</a>".utf8))
    #expect(result.events == ["2 <a b=\"?\">", "'é?['", "</a>"])
    #expect(result.summary.repairs == 2)
    #expect(result.summary.firstRepairLine == 2)
  }

  /// .NET's StringWriter declares utf-16 whatever the file is then written in.
  @Test(arguments: ["utf-16", "UTF-16", "utf-16le", "UTF-16BE", "Unicode", "ucs-2", "utf-32", "us-ascii", "UTF8"])
  func `a declaration that the bytes belie is passed over`(name: String) throws {
    let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n<a>é</a>"
    #expect(try events(text) == ["2 <a>", "'é'", "</a>"])
    #expect(try events("\u{FEFF}" + text) == ["2 <a>", "'é'", "</a>"])
  }

  @Test func `an unknown encoding is an error`() {
    #expect(throws: MarkupError.self) { try events("<?xml version='1.0' encoding='x-none'?><a>\u{E9}</a>") }
  }

  // MARK: - Repairs

  @Test(
    arguments: [
      (Array("<a>\u{1B}[31m\0</a>".utf8), "\u{FFFD}[31m\u{FFFD}", 2),
      (Array("<a>&#27;&#x0;&#xFFFF;&#xD800;&#1114112;</a>".utf8), String(repeating: "\u{FFFD}", count: 5), 5),
      (Array("<a>&#0000000000000000000000000027;</a>".utf8), "\u{FFFD}", 1),
      (
        Array("<a>".utf8) + [0xFF, 0xC3, 0x28, 0xE2, 0x82] + Array("</a>".utf8), "\u{FFFD}\u{FFFD}(\u{FFFD}\u{FFFD}", 4
      ),
      (Array("<a>".utf8) + [0xED, 0xA0, 0x80] + Array("</a>".utf8), "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
      (Array("<a>".utf8) + [0xEF, 0xBF, 0xBF] + Array("</a>".utf8), "\u{FFFD}", 1),
      (Array("<a>\u{7F}\u{85}é€😀\t</a>".utf8), "\u{7F}\u{85}é€😀\t", 0),
      // In CDATA and comments `&#27;` is plain text.
      (Array("<a><![CDATA[&#27;]]>&#27;<!-- &#27; --></a>".utf8), "&#27;\u{FFFD}", 1),
    ] as [([UInt8], String, Int)])
  func `what XML forbids is replaced and counted`(bytes: [UInt8], text: String, repairs: Int) throws {
    let result = try events(bytes)
    #expect(result.events == ["1 <a>", "'\(text)'", "</a>"])
    #expect(result.summary.repairs == repairs)
    #expect(result.summary.firstRepairLine == (repairs > 0 ? 1 : nil))
  }

  @Test func `repairs work at each place of the reading buffer`() throws {
    // libxml2 asks for about 4,000 bytes at a time; characters and repairs straddle that at each offset.
    for filler in 3_980..<4_020 {
      let text = "<a>" + String(repeating: "x", count: filler) + "é€😀\u{1B}&#27;&amp;</a>"
      let found = try events(text)
      #expect(found[1].hasSuffix("xé€😀\u{FFFD}\u{FFFD}&'"))
    }
  }

  @Test func `the line of the first repair is told`() throws {
    #expect(try events(Array("<a>\n\n\u{1}\n\u{1}</a>".utf8)).summary.firstRepairLine == 3)
    #expect(try events(Array("\n\n<?xml version='1.0'?><a>\n\u{1}</a>".utf8)).summary.firstRepairLine == 4)
  }

  // MARK: - Errors

  @Test(
    arguments: [
      ("", 0), (" ", 0), ("<a>", 1), ("<a>\n<b>\n</a>", 3), ("<a>\n</a>\nx", 3), ("<a b=1/>", 1),
      ("<a b=\"1\" b=\"2\"/>", 1),
      ("<a>\n&undefined;</a>", 2), ("<a><![CDATA[x</a>", 1), ("<a>\n<!-- x</a>", 2), ("<a/><b/>", 1), ("x", 1),
      ("<a b=\"<\"/>", 1), ("\n\n<?xml version=\"1.0\"?>\n<a>\n</b>", 5), ("<a", 1), ("<a b=\"", 1),
    ])
  func `what is not well formed is an error with its line`(text: String, line: Int) {
    let error = #expect(throws: MarkupError.self) { try events(text) }
    if line > 0 { #expect(error?.position.line == line) }
    #expect(error.map { !$0.description.contains("\n") } == true)
  }

  @Test func `an error of the handler stops the reading and is thrown`() {
    final class Refuser: XMLHandler {
      var count = 0
      func startElement(_ name: DocumentText, _ attributes: XMLAttributes, line: Int) throws(MarkupError) {
        count += 1
        if name == "stop" { throw MarkupError(.rejected("no"), at: TextPosition(line: line)) }
      }
    }
    let refuser = Refuser()
    let bytes = Array("<a>\n<stop/><b/><c/></a>".utf8)
    #expect(throws: MarkupError(.rejected("no"), at: TextPosition(line: 2))) {
      try XMLReader.parse(bytes.span.bytes, into: refuser)
    }
    #expect(refuser.count == 2)
  }

  // MARK: - Hostile documents

  private func assertNoExpansion(_ text: String, secret: String) {
    let log = EventLog()
    let bytes = Array(text.utf8)
    // Either the reference is an error or it gives nothing.
    _ = try? XMLReader.parse(bytes.span.bytes, into: log)
    let heard = log.events.joined()
    #expect(!heard.contains(secret))
    #expect(heard.utf8.count < 1_000)
  }

  @Test func `a file is never included`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("plimsoll-xxe-\(UUID()).txt")
    try "SECRET".write(to: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: path) }
    let url = "file://" + path.path
    assertNoExpansion("<!DOCTYPE a [<!ENTITY x SYSTEM \"\(url)\">]><a>&x;</a>", secret: "SECRET")
    assertNoExpansion("<!DOCTYPE a [<!ENTITY x SYSTEM \"\(url)\">]><a b=\"&x;\"/>", secret: "SECRET")
    assertNoExpansion("<!DOCTYPE a [<!ENTITY % x SYSTEM \"\(url)\"> %x;]><a/>", secret: "SECRET")
    assertNoExpansion("<!DOCTYPE a SYSTEM \"\(url)\"><a>&x;</a>", secret: "SECRET")
    assertNoExpansion("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>", secret: "root:")
    assertNoExpansion(
      "<a xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include href=\"\(url)\" parse=\"text\"/></a>",
      secret: "SECRET")
  }

  @Test func `entities of the document are never expanded`() {
    assertNoExpansion("<!DOCTYPE a [<!ENTITY x \"LAUGH\">]><a b=\"&x;\">&x;</a>", secret: "LAUGH")
    var laughs = "<!DOCTYPE a [<!ENTITY l0 \"LAUGH\">"
    for level in 1...9 {
      laughs += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
    }
    assertNoExpansion(laughs + "]><a>&l9;</a>", secret: "LAUGH")
    assertNoExpansion(laughs + "]><a b=\"&l9;\"/>", secret: "LAUGH")
    // Attribute defaults are part of a DTD too.
    assertNoExpansion("<!DOCTYPE a [<!ENTITY x \"LAUGH\"><!ATTLIST a b CDATA \"&x;\">]><a/>", secret: "LAUGH")
  }

  @Test func `attributes by default and thousands of attributes are refused at once`() {
    let defaults = (0..<2_000).map { "a\($0) CDATA \"x\"" }.joined(separator: " ")
    let elements = String(repeating: "<a/>", count: 12_500)
    let watch = Stopwatch()
    let declared = Result { () throws(MarkupError) in
      try events("<!DOCTYPE r [<!ATTLIST a \(defaults)>]><r>\(elements)</r>")
    }
    #expect(throws: MarkupError.self) { try declared.get() }
    let many = (0..<300_000).map { " a\($0)=\"\"" }.joined()
    let wide = Result { () throws(MarkupError) in try events("<r>\n<a\(many)/></r>") }
    guard case .failure(let error) = wide else {
      Issue.record("an element of 300,000 attributes was read")
      return
    }
    #expect(error.description.contains("more than 4096 attributes"))
    #expect(error.position.line == 2)
    // Both took 19 s and more.
    #expect(watch.seconds < 3)
    // What real reports have is far below the limit.
    let few = (0..<1_000).map { " a\($0)=\"\"" }.joined()
    #expect(throws: Never.self) { try events("<r><a\(few)/></r>") }
  }

  @Test func `a DOCTYPE with an address is passed over`() throws {
    // The address answers nothing (RFC 6761): were it fetched, this would fail or wait.
    let text = "<!DOCTYPE a PUBLIC \"-//x//y\" \"http://host.invalid/a.dtd\"><a>t</a>"
    #expect(try events(text) == ["1 <a>", "'t'", "</a>"])
  }

  @Test func `a value of more than 10 MB is read`() throws {
    // libxml2 refuses 10,000,000 without XML_PARSE_HUGE.
    let value = String(repeating: "v&amp;", count: 2_000_000)
    let found = try events("<a b=\"\(value)\">\(value)</a>")
    #expect(found.count == 3)
    // 2,000,000 times two characters, and the seven of `1 <a b=`, two quotes and `>`.
    #expect(found[0].utf8.count == 4_000_000 + 10)
    #expect(found[1].utf8.count == 4_000_000 + 2)
  }

  @Test func `100,000 nested elements do not overflow the stack`() {
    let depth = 100_000
    let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    do throws(MarkupError) {
      #expect(try events(text).count == 2 * depth)
    } catch {
      #expect(error.position.line == 1)
    }
  }

  @Test func `lines above 65,535 are counted`() throws {
    let found = try events(
      String(repeating: "\n", count: 3) + "<a>" + String(repeating: "\n", count: 70_000) + "<b/></a>")
    #expect(found[0] == "4 <a>")
    #expect(found[2] == "70004 <b>")
    let error = #expect(throws: MarkupError.self) {
      try events("<a>" + String(repeating: "\n", count: 70_000) + "</b>")
    }
    #expect(error?.position.line == 70_001)
  }

  // MARK: - Attributes

  @Test func `attributes are found by name`() throws {
    final class Probe: XMLHandler {
      func startElement(_ name: DocumentText, _ attributes: XMLAttributes, line: Int) throws(MarkupError) {
        #expect(attributes.string("name") == "1")
        #expect(attributes.string("nam") == nil)
        #expect(attributes.string("names") == nil)
        #expect(attributes["count"]?.unsigned == 18_446_744_073_709_551_615)
        #expect(attributes["big"]?.unsigned == UInt64.max)
        #expect(attributes["text"]?.unsigned == nil)
        #expect(attributes["empty"]?.isEmpty == true)
        #expect(attributes["empty"]?.unsigned == nil)
        let isText = attributes["text"].map { $0 == "-1" } ?? false
        #expect(isText)
      }
    }
    let bytes = Array(
      "<a name='1' count='18446744073709551615' big='99999999999999999999999' text='-1' empty=''/>".utf8)
    try XMLReader.parse(bytes.span.bytes, into: Probe())
  }
}
