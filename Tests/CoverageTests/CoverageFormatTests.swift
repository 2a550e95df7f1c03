import Coverage
import Testing

@Suite struct CoverageFormatTests {
  static func recognise(_ text: String) -> CoverageFormat.Recognition {
    Array(text.utf8).withUnsafeBytes { CoverageFormat.recognise($0) }
  }

  @Test(arguments: CoverageFormat.readable)
  func `samples are recognised by content`(_ format: CoverageFormat) {
    #expect(Self.recognise(SampleReports.text(format)) == .format(format))
    #expect(
      Self.recognise("\u{FEFF}" + SampleReports.text(format)) == .format(format) || format == .lcov || format == .go)
  }

  @Test(arguments: [
    ("<coverage clover=\"3\" generated=\"1\"/>", CoverageFormat.clover),
    ("<!-- x > y --><coverage line-rate=\"1\"/>", .cobertura),
    ("<?xml version='1.0'?><!DOCTYPE report [<!ELEMENT report ANY>]><report><package/></report>", .jacoco),
    ("{ \"data\" : [ { \"files\" : [ { \"branches\":[], \"filename\":\"a\"", .llvm),
    ("{\"data\":[{\"files\":[],\"functions\":[]}]}", .llvm), ("# made by x\nTN:\nSF:a\n", .lcov),
    ("TN:\r\nSF:a\r\n", .lcov),
    ("mode: set\n", .go), ("mode: atomic", .go), ("mode: count\r\n\r\nm/a.go:1.1,2.2 1 1\r\n", .go),
    ("mode: set\nmode: set\nm/a b.go:1.1,2.2 1 1\n", .go),
  ])
  func `each format is recognised in its odd forms`(_ text: String, _ format: CoverageFormat) {
    #expect(Self.recognise(text) == .format(format))
  }

  @Test(arguments: [
    "<?php $coverage = new PHP_CodeCoverage;",
    "<?php return \\unserialize(<<<'END'\nO:43:\"SebastianBergmann\\CodeCoverage\\CodeCoverage\":14:{",
    "O:43:\"SebastianBergmann\\CodeCoverage\\CodeCoverage\":14:{",
    "EMMA\0\0",
    "\u{1}", "{\"meta\":{\"show_contexts\":true}}", "file:/a.c\nfunction:1,2,f\nlcount:1,2\n",
    "        -:    0:Source:a.c\n",
    "[{\"statementMap\":{}}]",
  ])
  func `other formats are named`(_ text: String) {
    if text == "\u{1}" {
      #expect([UInt8]([0x01, 0xC0, 0xC0, 0x10, 0x07]).withUnsafeBytes { CoverageFormat.recognise($0) } != .unknown)
      return
    }
    guard case .notReadHere = Self.recognise(text) else {
      Issue.record("\(text)")
      return
    }
  }

  @Test(arguments: [
    "", "\u{FEFF}", "hello", "mode: production\n", "mode: set up the machine\nthen run\n", "mode: set\nand so on\n",
    "name: x\nmode: count\ndebug: true\n", "<?php\nuse SebastianBergmann\\CodeCoverage\\CodeCoverage;\n",
    "We use CodeCoverage here.\n", "<html/>", "{}", "[]", "<report><x/></report>", "<", "{\"data\":[]}", "SFX",
  ])
  func `anything else is unknown`(_ text: String) {
    #expect(Self.recognise(text) == .unknown)
  }
}
