import Coverage
import Testing

@Suite struct CoverageJSONTests {
  @Test(arguments: CoverageFormat.readable)
  func `what any reader gives goes through JSON without loss`(_ format: CoverageFormat) throws {
    let report = try read(SampleReports.text(format)) { $0.keepTests = true }
    let again = try read(try render(report, .json)) { $0.keepTests = true }
    #expect(again.files == report.files)
    #expect(again.madeAt == report.madeAt)
    #expect(again.warnings == [])
  }

  @Test func `LCOV through JSON is the same LCOV`() throws {
    let report = try read(SampleReports.lcov)
    let direct = try render(report, .lcov)
    #expect(try render(try read(try render(report, .json)), .lcov) == direct)
    #expect(try render(try read(direct), .lcov) == direct)
  }

  @Test func `a file merged from two formats keeps all its lines`() throws {
    let llvm = LLVMExportReaderTests.report(
      LLVMExportReaderTests.file("[1,1,2,true,true,false],[3,1,0,false,false,false]"))
    let report = try merge([llvm, section("/src/a.c", "DA:2,5", "DA:9,1"), section("/src/a.c", "DA:9,1")])
    #expect(try report.only().counts == [1: 2, 2: 7, 3: 2, 9: 2])
    #expect(try read(try render(report, .json)).files == report.files)
  }

  @Test func `totals are worked out anew and compared`() throws {
    #expect(try read(SampleReports.json).warnings == [])
    let text = SampleReports.json.replacing("[2,4,3]", with: "[3,4]").replacing("[8,9]", with: "[9,9]")
    let report = try read(text)
    #expect(report.totals.lines == CoverageRatio(8, of: 9))
    #expect(
      report.warnings.map(\.kind) == [
        .claim(file: "a.c", what: "branches totals", claimed: 3, counted: 2),
        .claim(file: "the report", what: "lines totals", claimed: 9, counted: 8),
      ])
  }

  @Test(arguments: [
    ("\"version\":1", "\"version\":2"), ("[[1,5],[2,0]]", "[[2,5],[1,0]]"), ("[[1,5],[2,0]]", "[[0,5]]"),
    ("[[1,5],[2,0]]", "[[1]]"), ("\"path\":\"a.c\"", "\"path\":\"\""), ("[[2,1,2,3]]", "[[2,2,1,3]]"),
    ("[[1,1,3,2,2,1]]", "[[3,1,1,2,2,1]]"), ("[[1,1,3,2,2,1]]", "[[1,1,4000000000,2,2,1]]"),
    ("[4,1,0,0,0,0]", "[4000000000,1,0,0,0,0]"), ("\"f\",1,null", "1,1,null"),
  ])
  func `values that cannot be meant are refused`(_ good: String, _ bad: String) {
    #expect(SampleReports.json.contains(good))
    #expect(failure(SampleReports.json.replacing(good, with: bad)) != nil)
  }

  @Test func `the document is the one that is documented`() throws {
    let report = try read(section("/a.c", test: "t", "FN:1,f", "FNDA:2,f", "BRDA:1,0,0,-", "DA:1,2")) {
      $0.keepTests = true
    }
    #expect(
      try render(report, .json) == """
        {"format":"plimsoll.coverage","version":1,"formats":["lcov"],"totals":{"lines":[1,1],"branches":[0,1],"functions":[1,1]},"files":[
        {"path":"/a.c","test":"t","totals":{"lines":[1,1],"branches":[0,1],"functions":[1,1]},"lines":[[1,2]],"branches":[[1,"0","0",null,""]],"functions":[["f",1,null,2,null]]}
        ]}

        """)
  }

  @Test func `an empty report is a report`() throws {
    #expect(try read(try render(CoverageReport(), .json)).files.isEmpty)
  }
}
