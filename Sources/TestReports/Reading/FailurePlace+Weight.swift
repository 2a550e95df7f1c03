// How much a hit looks like the test's own place: frames of the test's class first, files that are called as tests are next,
// libraries last.

extension FailurePlace {
  fileprivate static let jvmLibraries: [StaticString] = [
    "java.", "javax.", "jdk.", "sun.", "com.sun.", "org.junit.", "junit.", "kotlin.", "kotlinx.", "org.hamcrest.",
    "org.assertj.", "org.mockito.", "org.testng.", "org.gradle.", "org.apache.maven.", "androidx.test.", "groovy.lang.",
    "scala.", "org.scalatest.", "org.robolectric.", "io.kotest.", "org.opentest4j.", "com.google.common.truth.",
  ]

  fileprivate static let foreignPaths: [StaticString] = [
    "node_modules", "site-packages", "dist-packages", "node:", "internal/", "/usr/lib/", "_pytest", "/rustc/",
    ".cargo/registry", "/vendor/", "testing/testing.go", "runtime/panic.go", "/pkg/mod/", "Pods/", ".build/checkouts",
    "XCTest.swift",
  ]
}

extension FailurePlace.Search {
  func weigh(_ path: Range<Int>, isJVM: Bool) -> Int {
    if isJVM, path.lowerBound > 0, bytes[path.lowerBound - 1] == 0x28 {
      let start = frameStart(before: path.lowerBound - 1)
      let end = start + className.count
      if !className.isEmpty, end < path.lowerBound, bytes[end] == 0x2E || bytes[end] == 0x24,
        bytes[start..<end].elementsEqual(className)
      {
        return FailurePlace.bestWeight
      }
      if FailurePlace.jvmLibraries.contains(where: { matches($0, at: start) }) { return 0 }
    }
    if FailurePlace.foreignPaths.contains(where: { contains($0, path) }) { return 0 }
    if !file.isEmpty, endsAlike(path) { return 3 }
    let base = bytes[path].lastIndex { $0 == 0x2F || $0 == 0x5C }.map { $0 + 1 } ?? path.lowerBound
    let stem = bytes[base..<path.upperBound].prefix { $0 != 0x2E }
    if isPartOfClass(stem) { return 3 }
    return looksLikeTest(base..<path.upperBound) ? 2 : 1
  }

  /// Where a JVM frame's qualified method begins, behind its module: `app//a.b.FooTest.bar`.
  private func frameStart(before end: Int) -> Int {
    var start = end
    while start > 0, end - start < FailurePlace.maximumPath, bytes[start - 1] > 0x20, bytes[start - 1] != 0x2F {
      start -= 1
    }
    return start
  }

  private func contains(_ word: StaticString, _ range: Range<Int>) -> Bool {
    let first = word.utf8Start[0]
    guard range.count >= word.utf8CodeUnitCount else { return false }
    for at in range.lowerBound...(range.upperBound - word.utf8CodeUnitCount) where bytes[at] == first {
      if matches(word, at: at) { return true }
    }
    return false
  }

  /// Whether the path and the case's file end in one another.
  private func endsAlike(_ path: Range<Int>) -> Bool {
    let count = min(path.count, file.count)
    return bytes[path].suffix(count).elementsEqual(file.suffix(count))
  }

  /// Whether a name is one of the parts of the class: `FooTest` of `a.b.FooTest$Inner`, `test_a` of `tests.test_a.TestB`.
  private func isPartOfClass(_ stem: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard !stem.isEmpty else { return false }
    return className.split { $0 == 0x2E || $0 == 0x24 || $0 == 0x2F || $0 == 0x3A }
      .contains { $0.elementsEqual(stem) }
  }

  private func looksLikeTest(_ range: Range<Int>) -> Bool {
    guard range.count >= 4 else { return false }
    for at in range.lowerBound...(range.upperBound - 4) {
      var word: UInt32 = 0
      for index in 0..<4 { word = word << 8 | UInt32(bytes[at + index] | 0x20) }
      // "test", "spec"
      if word == 0x7465_7374 || word == 0x7370_6563 { return true }
    }
    return false
  }
}
