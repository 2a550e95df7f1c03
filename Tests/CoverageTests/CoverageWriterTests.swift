import Testing

@testable import Coverage

@Suite struct CoverageWriterTests {
  @Test func `Cobertura is written as documented`() throws {
    let report = try read(
      section(
        "/w/src/a.c", "FN:1,f<int>", "FNDA:2,f<int>", "BRDA:2,0,0,1", "BRDA:2,0,1,0", "DA:1,2", "DA:2,1", "DA:3,0")
        + section("/w/b & c.c", "DA:1,1"))
    #expect(
      try render(report, .cobertura, timestamp: 7) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
        <coverage line-rate="0.7500" branch-rate="0.5000" lines-covered="3" lines-valid="4" branches-covered="1" branches-valid="2" complexity="0" version="plimsoll" timestamp="7">
          <sources>
            <source>/w</source>
          </sources>
          <packages>
            <package name="." line-rate="1" branch-rate="1" complexity="0">
              <classes>
                <class name="b &amp; c.c" filename="b &amp; c.c" line-rate="1" branch-rate="1" complexity="0">
                  <methods/>
                  <lines>
                    <line number="1" hits="1" branch="false"/>
                  </lines>
                </class>
              </classes>
            </package>
            <package name="src" line-rate="0.6666" branch-rate="0.5000" complexity="0">
              <classes>
                <class name="a.c" filename="src/a.c" line-rate="0.6666" branch-rate="0.5000" complexity="0">
                  <methods>
                    <method name="f&lt;int&gt;" signature="" line-rate="1" branch-rate="1" complexity="0">
                      <lines>
                        <line number="1" hits="2" branch="false"/>
                      </lines>
                    </method>
                  </methods>
                  <lines>
                    <line number="1" hits="2" branch="false"/>
                    <line number="2" hits="1" branch="true" condition-coverage="50% (1/2)">
                      <conditions>
                        <condition number="0" type="jump" coverage="50%"/>
                      </conditions>
                    </line>
                    <line number="3" hits="0" branch="false"/>
                  </lines>
                </class>
              </classes>
            </package>
          </packages>
        </coverage>

        """)
  }

  @Test(arguments: CoverageFormat.readable)
  func `Cobertura read back has the same lines, branches and functions`(_ format: CoverageFormat) throws {
    let report = try read(SampleReports.text(format))
    let text = try render(report, .cobertura)
    let again = try read(text)
    #expect(again.totals.lines == report.totals.lines)
    #expect(again.totals.branches.covered == report.totals.branches.covered || format == .lcov || format == .json)
    #expect(again.files.map(\.path) == report.files.map(\.path))
    #expect(again.files.map(\.lines) == report.files.map(\.lines))
    #expect(again.warnings == [])
    // A half-taken jump is written with its number and read as "1 of 2"; from then on nothing more is lost.
    let second = try render(again, .cobertura)
    #expect(try render(read(second), .cobertura) == second)
  }

  @Test func `what XML forbids is replaced and what it reserves is escaped`() throws {
    var report = CoverageReport()
    var file = FileCoverage(path: "a\u{1}<\"&>\t\u{1F600}.c")
    file.lines = [LineCount(1, 1)]
    report.files = [file]
    #expect(try read(try render(report, .cobertura)).only().path == "a\u{FFFD}<\"&>\t\u{1F600}.c")
  }

  @Test(arguments: [
    (0, 0, "1"), (0, 3, "0"), (3, 3, "1"), (1, 3, "0.3333"), (2, 3, "0.6666"), (99_999, 100_000, "0.9999"),
    (1, 100_000, "0.0000"),
    (UInt64.max - 1, UInt64.max, "0.9999"),
  ])
  func `a rate never says more than there is`(_ covered: UInt64, _ total: UInt64, _ rate: String) {
    #expect(CoberturaWriter.rate(covered, total) == rate)
  }

  @Test func `paths without a common folder stay as they are`() throws {
    let text = try render(try read(section("/a/x.c", "DA:1,1") + section("b/y.c", "DA:1,1")), .cobertura)
    #expect(text.contains("<sources/>"))
    #expect(try read(text).files.map(\.path) == ["/a/x.c", "b/y.c"])
  }

  @Test func `tests are folded`() throws {
    let report = try read(section("a", test: "s", "DA:1,1") + section("a", test: "t", "DA:1,2")) { $0.keepTests = true }
    #expect(report.files.count == 2)
    #expect(try read(try render(report, .cobertura)).only().counts == [1: 3])
    #expect(CoverageWriter.losses(of: report, in: .cobertura).contains { $0.hasPrefix("2 tests") })
    #expect(CoverageWriter.losses(of: report, in: .lcov).isEmpty)
  }

  @Test(arguments: [
    (CoverageFormat.jacoco, CoverageOutputFormat.lcov, ["unnamed branches", "instruction counts", "ran or not"]),
    (.go, .lcov, ["statement blocks"]), (.llvm, .lcov, ["segments"]),
    (.lcov, .cobertura, ["MC/DC", "checksum", "version", "alias", "last line", "branches"]), (.lcov, .lcov, []),
    (.clover, .lcov, ["unnamed branches"]), (.jacoco, .json, []),
  ])
  func `what a format cannot hold is told`(
    _ input: CoverageFormat, _ output: CoverageOutputFormat, _ words: [String]
  ) throws {
    let losses = CoverageWriter.losses(of: try read(SampleReports.text(input)), in: output)
    for word in words { #expect(losses.contains { $0.contains(word) }, "\(word) in \(losses)") }
    if words.isEmpty { #expect(losses.isEmpty) }
  }

  @Test func `LCOV gets no invented branches`() throws {
    let text = try render(try read(SampleReports.jacoco), .lcov)
    #expect(!text.contains("BRDA"))
    #expect(text.contains("DA:3,1\n"))
  }

  @Test func `LCOV gets no functions on line 0`() throws {
    let report = try read(
      "<coverage><packages><class filename=\"a\"><methods><method name=\"f\" line-rate=\"1\"/></methods><lines>"
        + "<line number=\"1\" hits=\"1\"/></lines></class></packages></coverage>")
    #expect(report.totals.functions == CoverageRatio(1, of: 1))
    #expect(try render(report, .lcov) == "TN:\nSF:a\nDA:1,1\nLF:1\nLH:1\nend_of_record\n")
    #expect(CoverageWriter.losses(of: report, in: .lcov).count == 1)
  }

  @Test(arguments: CoverageOutputFormat.allCases)
  func `the same report gives the same bytes`(_ format: CoverageOutputFormat) throws {
    let report = try read(SampleReports.lcov)
    #expect(try render(report, format) == render(try read(SampleReports.lcov), format))
  }
}
