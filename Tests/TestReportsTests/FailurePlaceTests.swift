import Testing

@testable import TestReports

struct FailurePlaceTests {
  @Test(
    arguments: [
      // Swift: xctest, Swift Testing, xcbeautify, a path with spaces, an xcresult URL (counted from 0).
      (
        "/w/Tests/ATests/FooTests.swift:12: error: FooTests.testA : XCTAssertEqual failed", "ATests.FooTests",
        "/w/Tests/ATests/FooTests.swift", 12
      ),
      ("Expectation failed at FooTests.swift:8:5: a == b", "ATests", "FooTests.swift", 8),
      ("/Users/me/My App/FooTests.swift:33: failed", "FooTests", "/Users/me/My App/FooTests.swift", 33),
      (
        "file:///w/FooTests.swift#CharacterRangeLen=0&EndingLineNumber=20&StartingLineNumber=20", "FooTests",
        "/w/FooTests.swift", 21
      ),
      // JVM: the frame of the test's class, not the first one.
      (
        "x.E: boom\n\tat org.junit.Assert.fail(Assert.java:88)\n\tat a.b.Help.check(Help.java:5)\n\tat a.b.FooTest.bar(FooTest.java:22)\n\tat java.base/java.lang.T.run(T.java:1)",
        "a.b.FooTest", "FooTest.java", 22
      ),
      ("\tat a.b.FooTest$Inner.bar(FooTest.kt:7)", "a.b.FooTest", "FooTest.kt", 7),
      ("\tat app//a.b.FooTest.bar(FooTest.java:9)", "a.b.FooTest", "FooTest.java", 9),
      ("\tat org.junit.Assert.fail(Assert.java:88)\n\tat a.b.Help.check(Help.java:5)", "a.b.FooTest", "Help.java", 5),
      // Python: pytest and unittest.
      (
        "def test_a():\n>  assert 1 == 2\nE  assert 1 == 2\n\ntests/test_a.py:33: AssertionError", "tests.test_a",
        "tests/test_a.py", 33
      ),
      ("tests/test_a.py:5: \n_ _ _\nhelp.py:9: ValueError", "tests.test_a", "tests/test_a.py", 5),
      ("Traceback:\n  File \"/w/test x.py\", line 33, in test_y\n    f()\n", "", "/w/test x.py", 33),
      // JavaScript: node, browsers, node_modules passed over, Windows paths.
      ("Error: x\n    at Object.<anonymous> (src/a.test.js:10:5)", "a b", "src/a.test.js", 10),
      (
        "Error\n    at mapper (C:\\w\\node_modules\\jest\\q.js:26:19)\n    at O.<anonymous> (C:\\w\\src\\F.spec.ts:96:59)",
        "", "C:\\w\\src\\F.spec.ts", 96
      ),
      ("fn@http://localhost:9876/base/src/a.spec.js:12:3", "", "/base/src/a.spec.js", 12),
      ("    at file:///w/a.mjs:4:1", "", "/w/a.mjs", 4),
      // Go: testing and testify.
      ("    file_test.go:17: got 1", "pkg", "file_test.go", 17),
      ("\tError Trace:\t/w/pkg/file_test.go:18\n", "pkg", "/w/pkg/file_test.go", 18),
      ("panic: x\n\t/usr/lib/go/src/testing/testing.go:1689 +0x1\n\t/w/a.go:3 +0x1d", "p", "/w/a.go", 3),
      // Others.
      ("thread 'x' panicked at src/lib.rs:10:5:", "", "src/lib.rs", 10),
      ("   at N.FooTests.Bar() in /w/FooTests.cs:line 12", "N.FooTests", "/w/FooTests.cs", 12),
      ("test/a_test.dart 10:5  main.<fn>", "", "test/a_test.dart", 10),
      ("a_unittest.cc:55: Failure", "FooTest", "a_unittest.cc", 55),
    ] as [(String, String, String, Int)])
  func `the place is found in the text`(text: String, className: String, file: String, line: Int) {
    #expect(
      FailurePlace.find(in: text, className: className, file: nil) == SourcePlace(file: file, line: line))
  }

  @Test(arguments: [
    "", "expected 12:30 but was 12:31", "connect to http://example.rs:8080 failed", "a.swift:0: x", "a.swift:",
    "x.unknown:5",
    "a.swift:99999999999", "at A.b(Native Method)", ":5", ".go", "\"", "C:\\x:5",
  ])
  func `what is no place is none`(text: String) {
    #expect(FailurePlace.find(in: text, className: "C", file: nil) == nil)
  }

  @Test func `the failure's own attributes come first, the case's last`() throws {
    let report = try read(
      suite(
        "name=\"S\" file=\"s.js\"",
        """
        <testcase name="a" file="a.py" line="3"><failure file="b.py" line="9">c.py:7: E</failure></testcase>
        <testcase name="b" file="a.py" line="3"><failure>c.py:7: E</failure></testcase>
        <testcase name="c" file="a.py" line="3"><failure message="m">none</failure></testcase>
        <testcase name="d" file="a.py" line="3"><failure message="at x_test.go:4: m"/></testcase>
        <testcase name="e"><failure message="m"/></testcase>
        """))
    #expect(report.cases.map { $0.failurePlace?.description } == ["b.py:9", "c.py:7", "a.py:3", "x_test.go:4", nil])
    #expect(report.cases[4].file == "s.js")
  }

  @Test func `a hostile trace takes linear time`() {
    // 1 MB of path without a boundary: each hit may step back 512 bytes, and only 1,000 hits are weighed.
    let text = String(repeating: "a.go:1", count: 170_000)
    let clock = ContinuousClock()
    let time = clock.measure { _ = FailurePlace.find(in: text, className: "", file: nil) }
    #expect(time < .seconds(5))
  }
}
