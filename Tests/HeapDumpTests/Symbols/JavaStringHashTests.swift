// Java's hash: known values, and Java's own answers where it is installed.

import HeapDump
import SystemKit
import TestSupport
import Testing

@Suite struct JavaStringHashTests {
  // Values: `"…".hashCode()` of any Java; the second one is the well-known text whose hash is the smallest integer.
  @Test(
    arguments: [
      ("", 0), ("hello", 99_162_322), ("polygenelubricants", Int32.min), ("a", 97), ("Aa", 2_112), ("BB", 2_112),
      ("java.lang.Object", 1_063_877_011), ("java.lang.String", 1_195_259_493), ("é", 233), ("€", 8_364),
      ("😀", 1_772_899),
      ("abcdefgh", 1_259_673_732), ("abcdefghi", 395_180_133),
    ] as [(String, Int32)])
  func `known strings have the hash that Java gives them`(text: String, hash: Int32) {
    #expect(JavaStringHash.of(text) == hash)
  }

  /// The definition, over UTF-16.
  static func plain(_ text: String) -> Int32 { text.utf16.reduce(0) { $0 &* 31 &+ Int32($1) } }

  @Test func `the hash is that of the definition whatever the length and the characters`() {
    var random = SeededGenerator(seed: 1)
    let letters = Array("abcXYZ019./;$_é€😀\u{0}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}".unicodeScalars)
    for length in 0..<200 {
      var text = ""
      let isASCII = length % 2 == 0
      for _ in 0..<length {
        text.unicodeScalars.append(
          isASCII ? letters[Int.random(in: 0..<15, using: &random)] : letters.randomElement(using: &random)!)
      }
      #expect(JavaStringHash.of(text) == Self.plain(text))
    }
  }

  @Test(
    arguments: [
      ([0x80], "\u{FFFD}"), ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"), ([0xE2, 0x82], "\u{FFFD}"),
      ([0xE2, 0x82, 0x41], "\u{FFFD}A"),
      ([0xED, 0xA0, 0xBD], "\u{FFFD}"), ([0xF0, 0x9F, 0x98], "\u{FFFD}"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0x41, 0xFF, 0x42], "A\u{FFFD}B"),
    ] as [([UInt8], String)])
  func `bytes that are no UTF-8 count as U+FFFD`(bytes: [UInt8], text: String) {
    #expect(bytes.withUnsafeBytes { JavaStringHash.of($0) } == Self.plain(text))
  }

  @Test(.enabled(if: Java.isInstalled, "javac and java are not installed"), .timeLimit(.minutes(2)))
  func `Java agrees about 20,000 strings of random bytes`() throws {
    let sandbox = Sandbox()
    try sandbox.write(
      "Hashes.java",
      """
      import java.nio.charset.StandardCharsets; import java.nio.file.*;
      class Hashes {
        public static void main(String[] a) throws Exception {
          byte[] all = Files.readAllBytes(Path.of("in")); StringBuilder out = new StringBuilder();
          for (int at = 0; at < all.length; at += 1 + all[at])
            out.append(new String(all, at + 1, all[at], StandardCharsets.UTF_8).hashCode()).append('\\n');
          System.out.print(out);
        }
      }
      """)
    var random = SeededGenerator(seed: 2)
    // Bytes near the borders of the encoding.
    let choice: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
      0xFF,
    ]
    let strings = (0..<20_000).map { _ in
      (0..<Int.random(in: 0...12, using: &random)).map { _ in choice.randomElement(using: &random)! }
    }
    try sandbox.write("in", strings.flatMap { [UInt8($0.count)] + $0 })
    let result = try sandbox.run("java", ["Hashes.java"])
    try #require(result.status == 0, "\(result.errors)")
    let hashes = result.output.split(separator: "\n").map { Int32($0)! }
    try #require(hashes.count == strings.count)
    for (bytes, hash) in zip(strings, hashes) {
      try #require(bytes.withUnsafeBytes { JavaStringHash.of($0) } == hash, "\(bytes)")
    }
  }
}

/// The Java tools, where they are installed.
enum Java {
  static let isInstalled = ["java", "javac", "javap"].allSatisfy {
    (try? Subprocess($0, ["-version"]).run())?.succeeded == true
  }
}
