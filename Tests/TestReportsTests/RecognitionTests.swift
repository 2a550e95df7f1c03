import Testing

@testable import TestReports

struct RecognitionTests {
  private func recognised(_ bytes: [UInt8]) -> Bool { TestReport.recognises(bytes.span.bytes) }

  @Test(arguments: [
    "<testsuites>", "<testsuite name=\"a\"", "<?xml version=\"1.0\"?>\n<testsuites/>", "\u{FEFF}<testsuite>",
    "<!-- a <testcase> --><testsuite\n", "<!DOCTYPE testsuite [ <!ELEMENT a (b)> ]>\n<?p i?><testsuite>",
    "<j:testsuites xmlns:j=\"x\">", " \n<testsuites>",
  ])
  func `the first element decides`(text: String) {
    #expect(recognised(Array(text.utf8)))
    var little: [UInt8] = [0xFF, 0xFE]
    var big: [UInt8] = [0xFE, 0xFF]
    for unit in text.utf16 where unit != 0xFEFF {
      little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    #expect(recognised(little))
    #expect(recognised(big))
    if text.hasPrefix("<") {
      #expect(recognised(Array(little.dropFirst(2))))
      #expect(recognised(Array(big.dropFirst(2))))
    }
  }

  @Test(arguments: [
    "", "<", "<test", "<testsuite", "<testsuitesx>", "<html><testsuite>", "<coverage>", "{\"testsuites\":1}",
    "testsuite",
    "<!-- <testsuite>", "<!DOCTYPE html><html>", "<?xml", "<testcase>", "</testsuite>", "<report><testsuite/></report>",
  ])
  func `anything else is refused`(text: String) { #expect(!recognised(Array(text.utf8))) }
}
