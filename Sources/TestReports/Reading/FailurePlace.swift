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
  /// A hit and its weight.
  private struct Candidate {
    var file: String
    var line: Int
    var weight: Int
  }

  /// The highest weight: a JVM frame of the test's class.
  private static let bestWeight = 4
  /// Paths longer than this are no paths; it also bounds the steps back from a hit.
  private static let maximumPath = 512
  /// More hits than this are not weighed: a trace of 1,000 frames has said what it can.
  private static let maximumCandidates = 1_000

  private static let extensions: Set<String> = [
    "swift", "m", "mm", "h", "c", "cc", "cpp", "cxx", "hpp", "java", "kt", "kts", "scala", "groovy", "clj", "py", "js",
    "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte", "go", "rb", "rs", "php", "cs", "fs", "vb", "dart",
    "ex", "exs", "feature", "robot", "lua", "pl", "coffee",
  ]

  private static let jvmExtensions: Set<String> = ["java", "kt", "kts", "scala", "groovy", "clj"]

  private static let jvmLibraries = [
    "java.", "javax.", "jdk.", "sun.", "com.sun.", "org.junit.", "junit.", "kotlin.", "kotlinx.", "org.hamcrest.",
    "org.assertj.", "org.mockito.", "org.testng.", "org.gradle.", "org.apache.maven.", "androidx.test.", "groovy.lang.",
    "scala.", "org.scalatest.", "org.robolectric.", "io.kotest.", "org.opentest4j.", "com.google.common.truth.",
  ]

  private static let foreignPaths = [
    "node_modules", "site-packages", "dist-packages", "node:", "internal/", "/usr/lib/", "_pytest", "/rustc/",
    ".cargo/registry", "/vendor/", "testing/testing.go", "runtime/panic.go", "/pkg/mod/", "Pods/", ".build/checkouts",
    "XCTest.swift",
  ]

  /// The place in `text` that most looks like the test's own.
  ///
  /// - Complexity: O(n).
  static func find(in text: String, className: String, file: String?) -> SourcePlace? {
    var copy = text
    return copy.withUTF8 { utf8 in
      var search = Search(bytes: UnsafeRawBufferPointer(utf8), className: className, file: file)
      search.run()
      return search.best.map { SourcePlace(file: $0.file, line: $0.line) }
    }
  }

  private struct Search {
    let bytes: UnsafeRawBufferPointer
    let className: String
    let file: String?
    var best: Candidate?
    private var seen = 0
    private let classParts: Set<String>

    init(bytes: UnsafeRawBufferPointer, className: String, file: String?) {
      self.bytes = bytes
      self.className = className
      self.file = file
      classParts = Set(className.split { ".$/:".contains($0) }.map(String.init))
    }

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

    private func matches(_ word: StaticString, at start: Int) -> Bool {
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

    // MARK: - Weighing

    private mutating func hit(pathEnd: Int, line: Int) {
      guard let suffix = fileExtension(before: pathEnd) else { return }
      let start = pathStart(from: pathEnd)
      guard let path = Self.cleanPath(text(start, pathEnd)) else { return }
      seen += 1
      let weight = weigh(path, start: start, isJVM: jvmExtensions.contains(suffix))
      if weight > best?.weight ?? -1 { best = Candidate(file: path, line: line, weight: weight) }
    }

    private func text(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

    private func fileExtension(before end: Int) -> String? {
      var start = end
      while start > 0, end - start < 8 {
        let byte = bytes[start - 1]
        if byte == 0x2E {
          let found = text(start, end).lowercased()
          return extensions.contains(found) ? found : nil
        }
        guard (97...122).contains(byte | 0x20) else { return nil }
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

    /// Takes schemes and hosts off; `nil` for what is a host with a port.
    private static func cleanPath(_ raw: String) -> String? {
      guard let scheme = raw.range(ofScheme: "://") else { return raw.hasPrefix(".") && raw.count < 3 ? nil : raw }
      let rest = raw[scheme.end...]
      if scheme.name.hasPrefix("http") {
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        return String(rest[slash...])
      }
      return rest.isEmpty ? nil : String(rest)
    }

    private func weigh(_ path: String, start: Int, isJVM: Bool) -> Int {
      if isJVM, start > 0, bytes[start - 1] == 0x28 {
        let frame = self.frame(before: start - 1)
        if frame.hasPrefix(className + ".") || frame.hasPrefix(className + "$"), !className.isEmpty {
          return bestWeight
        }
        if jvmLibraries.contains(where: { frame.hasPrefix($0) }) { return 0 }
      }
      if foreignPaths.contains(where: { path.contains($0) }) { return 0 }
      if let file, !file.isEmpty, path.hasSuffix(file) || file.hasSuffix(path) { return 3 }
      let base = path.split { $0 == "/" || $0 == "\\" }.last ?? ""
      let stem = base.prefix { $0 != "." }
      if classParts.contains(String(stem)) { return 3 }
      let lower = stem.lowercased() + base.dropFirst(stem.count).lowercased()
      return lower.contains("test") || lower.contains("spec") ? 2 : 1
    }

    /// The qualified method of a JVM frame, without its module: `a.b.FooTest.bar`.
    private func frame(before end: Int) -> String {
      var start = end
      while start > 0, end - start < maximumPath, bytes[start - 1] > 0x20, bytes[start - 1] != 0x2F { start -= 1 }
      return text(start, end)
    }
  }
}

extension String {
  /// The scheme before `separator` and where the rest begins, when only letters stand before it.
  fileprivate func range(ofScheme separator: String) -> (name: Substring, end: Index)? {
    let name = prefix { $0.isASCII && $0.isLetter || $0 == "-" }
    guard !name.isEmpty, self[name.endIndex...].hasPrefix(separator) else { return nil }
    return (name, index(name.endIndex, offsetBy: separator.count))
  }
}
