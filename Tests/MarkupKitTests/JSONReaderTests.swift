import MarkupKit
import Testing

struct JSONReaderTests {
  private func reading<Value>(
    _ text: String, _ dialect: JSONReader.Dialect = .json, _ body: (inout JSONReader) throws -> Value
  ) throws -> Value {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBytes { buffer in
      var reader = JSONReader(buffer, dialect: dialect)
      return try body(&reader)
    }
  }

  /// Whether a document is accepted, by the tree and by skipping: both must say the same.
  private func accepts(_ bytes: [UInt8], _ dialect: JSONReader.Dialect) -> (tree: Bool, skipped: Bool) {
    bytes.withUnsafeBytes { buffer in
      let tree = (try? JSONValue(parsing: buffer, dialect: dialect)) != nil
      var reader = JSONReader(buffer, dialect: dialect)
      let skipped: Bool
      do throws(MarkupError) {
        try reader.skipValue()
        try reader.finish()
        skipped = true
      } catch { skipped = false }
      return (tree, skipped)
    }
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1.5", "-1.5e+10", "1E-2", "0.1", "\"\"",
    "\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"", "[]",
    "{}", "[1]", "[1,2 , 3]", "{\"a\":1}", " \t\r\n{ \"a\" : [ { } , [ ] ] } ", "\u{FEFF}[1]", "{\"a\":1,\"a\":2}",
    "\"\u{7F}é\"",
    "{\"\":0}", "1e400", "[[[[[[[[]]]]]]]]", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "123456789012345678901234567890",
  ])
  func `RFC 8259 documents are accepted`(text: String) {
    #expect(accepts(Array(text.utf8), .json) == (true, true))
    #expect(accepts(Array(text.utf8), .json5) == (true, true))
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "True", "[1,]", "[,1]", "[1 2]", "[1", "]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
    "{a:1}", "{'a':1}",
    "{\"a\" 1}", "{1:2}", "'a'", "01", "-01", "+1", ".5", "5.", "1.e5", "1e", "1e+", "-", "--1", "1-1", "0x10", "1.2.3",
    "1e5.5",
    "NaN", "Infinity", "-Infinity", "\"", "\"a", "\"\\\"", "\"\\x41\"", "\"\\a\"", "\"\\u12\"", "\"\\u+123\"",
    "\"\\u 123\"",
    "\"\\u-001\"", "\"\\uD83D\\u+E00\"", "\"a\nb\"", "\"a\tb\"", "\"a\0b\"", "// c\n1", "1 // c", "/**/1", "1 1",
    "[] []", "{}x", "[1}",
    "{\"a\":1]", "\u{00A0}1", "1a", "truefalse", "[true1]", "\u{0C}1", "&", "\"\\", "\"\\u",
  ])
  func `what RFC 8259 forbids is refused`(text: String) {
    #expect(accepts(Array(text.utf8), .json) == (false, false))
  }

  /// Examples of json5.org 1.0.0, and its grammar.
  @Test(arguments: [
    "{a:1}", "{'a':1,}", "[1,]", "{$_a1:1}", "{ünï:1}", "'a\"b'", "'it\\'s'", "'a\\\nb'", "'a\\\r\nb'",
    "'\\x41\\v\\0'", "'\\a'",
    "0xDECAF", "-0Xff", "+1", ".5", "-.5", "5.", "5.e3", "Infinity", "-Infinity", "+Infinity", "NaN", "-NaN", "// c\n1",
    "// c\r1",
    "/* * / */1", "1// c", "1/**/", "\u{0B}\u{0C}\u{00A0}\u{FEFF}\u{2028}\u{2029}1", "'a\tb'", "{a:1,/*x*/b:2}",
    "'\u{2028}'",
    "{null:1,true:2}", "{Infinity:1}",
  ])
  func `JSON5 documents are accepted`(text: String) {
    #expect(accepts(Array(text.utf8), .json5) == (true, true))
    #expect(accepts(Array(text.utf8), .json) == (false, false))
  }

  @Test(arguments: [
    "{,}", "[,]", "[1,,2]", "{a:1,,}", "{1a:1}", "{a-b:1}", "'a", "'a\nb'", "/* x", "/", "/x", "--1", "+-1", "-+1",
    "0x", "0x1p3", "0xG", "Inf",
    "Infinit", "Nan", "nan", "infinity", "01", "1e", ".", "+", "-", "1.2.3", "'\\1'", "'\\x4'", "'\\x+1'", "1_000",
    "1n", "{a}", "[1;2]",
    "Infinity1", "NaNs", ".e5", "+.e1", "'\\01'",
  ])
  func `what JSON5 forbids is refused`(text: String) {
    #expect(accepts(Array(text.utf8), .json5) == (false, false))
  }

  @Test func `members are read one after another`() throws {
    try reading("{\"name\":\"x\",\"n\":12,\"skip\":{\"a\":[1,{\"b\":\"]\"}]},\"l\":[true,null,1.5],\"\\u006e\":1}") {
      reader in
      var keys: [String] = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        keys.append(key.string)
        switch key {
        case "name": #expect(try reader.readString() == "x")
        case "n": #expect([1, 12].contains(try reader.readUnsigned()))
        case "l":
          try reader.beginArray()
          #expect(try reader.nextElement())
          #expect(try reader.readBoolean())
          #expect(try reader.nextElement())
          try reader.readNull()
          #expect(try reader.nextElement())
          #expect(try reader.readDouble() == 1.5)
          #expect(try !reader.nextElement())
        default: try reader.skipValue()
        }
      }
      try reader.finish()
      #expect(keys == ["name", "n", "skip", "l", "n"])
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("9999999999999999999", 9_999_999_999_999_999_999), ("18446744073709551615", UInt64.max),
      ("18446744073709551616", UInt64.max), ("99999999999999999999999999", UInt64.max), ("-5", 0), ("1.9", 1),
      ("1e3", 1_000),
      ("1e400", UInt64.max), ("-1e400", 0), ("1e-400", 0), ("9007199254740993", 9_007_199_254_740_993),
      ("12345678901234567890", 12_345_678_901_234_567_890),
    ] as [(String, UInt64)])
  func `readUnsigned cuts and saturates`(text: String, value: UInt64) throws {
    #expect(try reading(text) { try $0.readUnsigned() } == value)
    #expect(
      try reading("[\(text)]") {
        try $0.beginArray(); _ = try $0.nextElement(); return try $0.readUnsigned()
      } == value)
  }

  @Test(
    arguments: [
      ("0x10", 16), ("+7", 7), (".9", 0), ("5.", 5), ("Infinity", UInt64.max), ("-Infinity", 0), ("NaN", 0),
      ("0xFFFFFFFFFFFFFFFF", UInt64.max), ("0x1FFFFFFFFFFFFFFFFF", UInt64.max), ("-0x5", 0),
    ] as [(String, UInt64)])
  func `readUnsigned takes JSON5's numbers`(text: String, value: UInt64) throws {
    #expect(try reading(text, .json5) { try $0.readUnsigned() } == value)
  }

  @Test(arguments: ["\"1\"", "null", "01", "1.", "-", "", "[", "1e"])
  func `readUnsigned refuses what is no number`(text: String) {
    #expect(throws: MarkupError.self) {
      try reading(text) { reader in
        _ = try reader.readUnsigned()
        try reader.finish()
      }
    }
  }

  @Test(
    arguments: [
      ("1.5", 1.5), ("-0.25e2", -25), ("1e308", 1e308), ("1e309", .infinity), ("5e-324", .leastNonzeroMagnitude),
      ("0.1", 0.1),
      ("123456789012345678901234567890", 123_456_789_012_345_677_877_719_597_056),
    ] as [(String, Double)])
  func `doubles are the nearest`(text: String, value: Double) throws {
    #expect(try reading(text) { try $0.readDouble() } == value)
  }

  @Test(
    arguments: [
      ("\"\\u0041\\n\\t\\\"\"", "A\n\t\""), ("\"\\ud83d\\ude00\"", "😀"), ("\"\\ud83dx\"", "\u{FFFD}x"),
      ("\"\\ude00\"", "\u{FFFD}"),
      ("\"\\ud83d\\u0041\"", "\u{FFFD}A"), ("\"\\ud83d\\ud83d\\ude00\"", "\u{FFFD}😀"), ("\"é€\"", "é€"),
      ("\"\\u0000\"", "\0"),
    ])
  func `strings are decoded`(text: String, value: String) throws {
    #expect(try reading(text) { try $0.readString() } == value)
  }

  @Test(
    arguments: [
      ("'\\x41\\v\\0'", "A\u{0B}\0"), ("'a\\\nb\\\r\nc\\\u{2028}d'", "abcd"), ("'\\a\\é\\''", "aé'"), ("'\"'", "\""),
    ])
  func `JSON5's strings are decoded`(text: String, value: String) throws {
    #expect(try reading(text, .json5) { try $0.readString() } == value)
  }

  @Test func `bytes that are no UTF-8 become replacement characters`() throws {
    let bytes: [UInt8] = [0x22, 0xFF, 0x41, 0x22]
    let text = try bytes.withUnsafeBytes { buffer in
      var reader = JSONReader(buffer)
      return try reader.readString()
    }
    #expect(text == "\u{FFFD}A")
  }

  @Test(
    arguments: [
      ("[1,\n 2,\n  x]", 3, 3), ("{\"a\":\n\n1 \"b\"", 3, 3), ("[\n\"a\nb\"]", 2, 3), ("\n\"abc", 2, 1),
      ("[1,\n2", 2, 2),
      ("{\n  \"a\": 01}", 2, 8), ("é x", 1, 1), ("\"é\" x", 1, 6),
    ])
  func `errors have line and column`(text: String, line: Int, column: Int) {
    let error = #expect(throws: MarkupError.self) { try JSONValue(parsing: text) }
    #expect(error?.position == TextPosition(line: line, column: column))
  }

  @Test func `a value of another kind is named`() {
    let error = #expect(throws: MarkupError.self) { try reading("[1]") { try $0.readString() } }
    #expect(error?.kind == .wrongType(expected: "a string", found: "an array"))
    #expect(error?.description == "a string expected, found an array")
  }

  @Test(arguments: [JSONReader.depthLimit, JSONReader.depthLimit + 1, 100_000])
  func `nesting has a limit`(depth: Int) {
    let fits = depth <= JSONReader.depthLimit
    for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
      let inner = opening == "[" ? "" : "1"
      let text = String(repeating: opening, count: depth) + inner + String(repeating: closing, count: depth)
      #expect(accepts(Array(text.utf8), .json) == (fits, fits))
    }
  }
}
