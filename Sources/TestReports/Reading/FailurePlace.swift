// Finds where a failure happened in its text: a scan for `name.ext:line` in the forms of the common languages, each hit
// weighed by how much it looks like the test itself, the first of the best taken.
//
//   Swift, Go, C, Rust, Ruby   path/File.swift:12: error: …      file_test.go:17: …
//   Java, Kotlin               at a.b.FooTest.bar(FooTest.java:22)
//   JavaScript                 at Object.<anonymous> (src/a.spec.ts:96:59)     fn@http://host/a.js:1:2
//   Python                     path/test_a.py:33: AssertionError        File "a.py", line 3, in test
//   C#, Dart                   in /a/FooTests.cs:line 12                test/a_test.dart 10:5
//   xcresult                   file:///a/FooTests.swift#…&StartingLineNumber=21   (counted from 0)

enum FailurePlace {
  /// A hit: where its path stands in the text, its line and its weight.
  struct Candidate {
    var path: Range<Int>
    var line: Int
    var weight: Int
  }

  /// The highest weight: a JVM frame of the test's class.
  static let bestWeight = 4
  /// Paths longer than this are no paths; it also bounds the steps back from a hit.
  static let maximumPath = 512
  /// More hits than this are not weighed: a trace of 1,000 frames has said what it can.
  private static let maximumCandidates = 1_000

  /// File name extensions of source texts.
  private static let extensions = [
    "swift", "m", "mm", "h", "c", "cc", "cpp", "cxx", "hpp", "py", "js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts",
    "vue", "svelte", "go", "rb", "rs", "php", "cs", "fs", "vb", "dart", "ex", "exs", "feature", "robot", "lua", "pl",
    "coffee",
  ].map(packed)

  /// Those of the languages whose frames are `at a.b.Class.method(File.ext:line)`.
  private static let jvmExtensions = ["java", "kt", "kts", "scala", "groovy", "clj"].map(packed)

  /// Up to eight bytes as one number, so that a look-up makes no string: with strings a failure took 59 us, now 3.
  private static func packed(_ name: String) -> UInt64 { name.utf8.reduce(0) { $0 << 8 | UInt64($1) } }

  /// The place in `text` that most looks like the test's own.
  ///
  /// - Complexity: O(n).
  static func find(in text: String, className: String, file: String?) -> SourcePlace? {
    var copy = text
    return copy.withUTF8 { utf8 in
      var search = Search(
        bytes: UnsafeRawBufferPointer(utf8), className: Array(className.utf8), file: Array((file ?? "").utf8))
      search.run()
      return search.best.map { SourcePlace(file: search.text($0.path), line: $0.line) }
    }
  }

  struct Search {
    let bytes: UnsafeRawBufferPointer
    let className: [UInt8]
    let file: [UInt8]
    var best: Candidate?
    private var seen = 0

    init(bytes: UnsafeRawBufferPointer, className: [UInt8], file: [UInt8]) {
      self.bytes = bytes
      self.className = className
      self.file = file
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    mutating func run() {
      var at = 0
      while at < bytes.count, (best?.weight ?? 0) < bestWeight, seen < maximumCandidates {
        switch bytes[at] {
        case 0x3A:  // `:12` or `:line 12`
          if let number = number(at: at + 1) ?? number(after: "line ", at: at + 1) { hit(pathEnd: at, line: number) }
        case 0x22:  // `", line 12`
          if at > 0, let number = number(after: ", line ", at: at + 1) { hit(pathEnd: at, line: number) }
        case 0x20:  // `a_test.dart 10:5`
          if at > 5, matches(".dart", at: at - 5), let number = number(at: at + 1) { hit(pathEnd: at, line: number) }
        case 0x23:  // `#…StartingLineNumber=21`
          if let number = startingLine(at: at + 1) { hit(pathEnd: at, line: number + 1) }
        default: break
        }
        at += 1
      }
    }

    func matches(_ word: StaticString, at start: Int) -> Bool {
      guard start >= 0, start + word.utf8CodeUnitCount <= bytes.count else { return false }
      for index in 0..<word.utf8CodeUnitCount where bytes[start + index] != word.utf8Start[index] { return false }
      return true
    }

    /// The number that begins here; `nil` when there is none or it is 0 or has more than nine digits.
    private func number(at start: Int) -> Int? {
      var at = start
      var value = 0
      while at < bytes.count, at - start < 10, (48...57).contains(bytes[at]) {
        value = value * 10 + Int(bytes[at] - 48)
        at += 1
      }
      return value > 0 && at - start < 10 ? value : nil
    }

    private func number(after word: StaticString, at start: Int) -> Int? {
      matches(word, at: start) ? number(at: start + word.utf8CodeUnitCount) : nil
    }

    private func startingLine(at start: Int) -> Int? {
      var at = start
      while at < bytes.count, at - start < 200, bytes[at] > 0x20 {
        if matches("StartingLineNumber=", at: at) {
          let digits = at + "StartingLineNumber=".utf8.count
          return number(at: digits) ?? (digits < bytes.count && bytes[digits] == 48 ? 0 : nil)
        }
        at += 1
      }
      return nil
    }

    // MARK: - The path

    private mutating func hit(pathEnd: Int, line: Int) {
      guard let suffix = fileExtension(before: pathEnd) else { return }
      let isJVM = jvmExtensions.contains(suffix)
      guard isJVM || extensions.contains(suffix), let path = clean(pathStart(from: pathEnd)..<pathEnd) else { return }
      seen += 1
      let weight = weigh(path, isJVM: isJVM)
      if weight > best?.weight ?? -1 { best = Candidate(path: path, line: line, weight: weight) }
    }

    /// The letters behind the last dot, in lower case and packed.
    private func fileExtension(before end: Int) -> UInt64? {
      var start = end
      var key: UInt64 = 0
      while start > 0, end - start < 8 {
        let byte = bytes[start - 1]
        if byte == 0x2E { return start < end ? key : nil }
        let lower = byte | 0x20
        guard (97...122).contains(lower) else { return nil }
        key |= UInt64(lower) << UInt64(8 * (end - start))
        start -= 1
      }
      return nil
    }

    /// Walks back over what a path is made of.
    private func pathStart(from end: Int) -> Int {
      let isQuoted = end < bytes.count && bytes[end] == 0x22
      var start = end
      while start > 0, end - start < maximumPath {
        let byte = bytes[start - 1]
        if byte < 0x20 || byte == 0x22 { break }
        if !isQuoted, isBoundary(byte, next: start) {
          if byte == 0x20, let line = lineStartOfSpacedPath(start) { return line }
          break
        }
        start -= 1
      }
      return start
    }

    private func isBoundary(_ byte: UInt8, next: Int) -> Bool {
      switch byte {
      case 0x20, 0x27, 0x28, 0x29, 0x2C, 0x3B, 0x3C, 0x3D, 0x3E, 0x5B, 0x5D, 0x60, 0x7B, 0x7C, 0x7D: return true
      case 0x3A:
        // The colon of `C:\`, `http://` or `localhost:9876/` belongs to the path.
        var after = next
        while after < bytes.count, after - next < 5, (48...57).contains(bytes[after]) { after += 1 }
        return !(after < bytes.count && (bytes[after] == 0x2F || after == next && bytes[after] == 0x5C))
      case 0x40:
        // `fn@http://…` and `fn@/…`, but not `node_modules/@scope`.
        return next < bytes.count && (bytes[next] == 0x2F || matches("http", at: next) || matches("file:", at: next))
      default: return false
      }
    }

    /// A path with spaces that begins its line with `/` and has nothing but path before `end`.
    private func lineStartOfSpacedPath(_ end: Int) -> Int? {
      var start = end
      while start > 0, end - start < maximumPath, bytes[start - 1] != 0x0A {
        if bytes[start - 1] == 0x3A || bytes[start - 1] == 0x28 { return nil }
        start -= 1
      }
      while start < end, bytes[start] == 0x20 { start += 1 }
      return start < end && bytes[start] == 0x2F ? start : nil
    }

    /// Takes schemes and hosts off; `nil` for what is a host with a port, or nothing but an extension.
    private func clean(_ path: Range<Int>) -> Range<Int>? {
      var end = path.lowerBound
      while end < path.upperBound, (97...122).contains(bytes[end] | 0x20) || bytes[end] == 0x2D { end += 1 }
      guard end > path.lowerBound, matches("://", at: end), end + 3 < path.upperBound else {
        return path.count > 2 ? path : nil
      }
      guard matches("http", at: path.lowerBound) else { return end + 3..<path.upperBound }
      guard let slash = bytes[(end + 3)..<path.upperBound].firstIndex(of: 0x2F) else { return nil }
      return slash..<path.upperBound
    }
  }
}
