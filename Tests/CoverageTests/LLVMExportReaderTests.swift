import Coverage
import Testing

@Suite struct LLVMExportReaderTests {
  static func report(_ files: String, functions: String = "", version: String = "3.0.1") -> String {
    "{\"data\":[{\"files\":[\(files)],\"functions\":[\(functions)],\"totals\":{}}],"
      + "\"type\":\"llvm.coverage.json.export\",\"version\":\"\(version)\"}"
  }

  static func file(_ segments: String, _ more: String = "", name: String = "/src/a.c") -> String {
    "{\"branches\":[],\"expansions\":[],\"filename\":\"\(name)\"\(more),\"segments\":[\(segments)],\"summary\":{}}"
  }

  @Test func `lines follow from segments`() throws {
    // A function of three lines whose second holds a region that never ran; then skipped code.
    let file = try read(
      Self.report(
        Self.file(
          "[1,10,3,true,true,false],[2,5,0,true,true,false],[2,9,3,true,false,false],[4,2,0,false,false,false],"
            + "[6,1,0,false,true,false],[8,1,0,false,false,false]"))
    ).only()
    #expect(file.counts == [1: 3, 2: 3, 3: 3, 4: 3])
    #expect(file.segmentSets.count == 1)
  }

  @Test func `a gap region does not begin a line`() throws {
    let file = try read(
      Self.report(
        Self.file("[1,1,2,true,true,false],[2,1,9,true,true,true],[3,1,2,true,false,false],[3,9,0,false,false]"))
    ).only()
    #expect(file.counts == [1: 2, 2: 2, 3: 9])
  }

  @Test func `equal segments are added up segment by segment`() throws {
    let shard = { (outer: Int, inner: Int) in
      Self.report(
        Self.file(
          "[1,1,\(outer),true,true,false],[2,1,\(inner),true,true,false],[2,9,\(outer),true,false,false],"
            + "[3,1,0,false,false,false]"))
    }
    let report = try merge([shard(1, 0), shard(2, 1)])
    #expect(try report.only().counts == [1: 3, 2: 3, 3: 3])
    #expect(try report.only().segmentSets.count == 1)
    #expect(report.conflicts.isEmpty)
  }

  @Test func `of different builds the lines are added up, and that is told`() throws {
    let one = Self.report(Self.file("[1,1,1,true,true,false],[3,1,0,false,false,false]"))
    let other = Self.report(Self.file("[1,1,1,true,true,false],[4,1,0,false,false,false]"))
    let report = try merge([one, other])
    #expect(try report.only().counts == [1: 2, 2: 2, 3: 2, 4: 1])
    #expect(report.conflicts.map(\.line) == [4])
  }

  @Test func `template instances repeat a branch: they are added up by place`() throws {
    let branches =
      ",\"branches\":[[5,7,5,13,1,2,0,0,4],[5,7,5,20,0,0,0,0,4],[5,7,5,13,3,0,0,0,4],[9,1,9,2,4,5,0,0,4,77]]"
    let file = try read(Self.report(Self.file("", branches))).only()
    #expect(
      file.branchTexts == [
        "5,7,0,4", "5,7,1,2", "5,7-5:20,0,-", "5,7-5:20,1,-", "9,1,0,4", "9,1,1,5",
      ])
  }

  @Test(arguments: [
    "[6,9,6,28,0,0,5,[true,false]]", "[6,9,6,28,1,2,0,0,5,[true,false]]", "[6,9,6,28,1,2,0,0,5,[true,false],[[1]]]",
  ])
  func `decisions are read in each version's form`(_ record: String) throws {
    let file = try read(Self.report(Self.file("", ",\"mcdc_records\":[\(record)]"))).only()
    #expect(file.conditions.map(\.count) == [1, 1, 0, 0])
    #expect(file.conditions.map(\.sense) == [true, false, true, false])
    #expect(file.totals.conditions == CoverageRatio(2, of: 4))
  }

  @Test func `a condition that one instance shows is shown`() throws {
    let records = ",\"mcdc_records\":[[6,9,6,28,1,2,0,0,5,[true,false]],[6,9,6,28,1,2,0,0,5,[false,true]]]"
    let text = Self.report(Self.file("", records))
    #expect(try read(text).totals.conditions == CoverageRatio(4, of: 4))
    #expect(try merge([text, text + " "]).totals.conditions == CoverageRatio(4, of: 4))
  }

  @Test func `functions begin where their first region does; static ones lose their file's name`() throws {
    let functions = """
      {"name":"a.c:hidden","count":2,"filenames":["/src/a.c"],"regions":[[7,1,9,2,2,0,0,0]]},
      {"name":"b.c:other","count":1,"filenames":["/src/a.c"],"regions":[[3,1,4,2,1,0,0,0]]},
      {"name":"filtered","count":1,"filenames":["/usr/x.h"],"regions":[[3,1,4,2,1,0,0,0]]},
      {"name":"macro","count":1,"filenames":["/src/a.c","/src/b.c"],"regions":[[5,1,6,2,1,1,0,0]]}
      """
    let report = try read(Self.report(Self.file("") + "," + Self.file("", name: "/src/b.c"), functions: functions))
    #expect(report.files.flatMap(\.functionTexts) == ["b.c:other@3=1", "hidden@7=2", "macro@5=1"])
  }

  @Test(arguments: ["140737488355328", "18446744073709549608", "9223372036854775807"])
  func `a wrapped counter is told and is 0`(_ count: String) throws {
    let report = try read(Self.report(Self.file("[1,1,\(count),true,true,false],[2,1,0,false,false,false]")))
    #expect(try report.only().counts == [1: 0, 2: 0])
    #expect(report.warnings.map(\.kind) == [.wrappedCounter(count)])
  }

  @Test func `a negative counter is told and is 0`() throws {
    let report = try read(Self.report(Self.file("[1,1,-5,true,true,false],[2,1,0,false,false,false]")))
    #expect(try report.only().counts == [1: 0, 2: 0])
    #expect(report.warnings.count == 1)
  }

  @Test func `a summary has no lines`() {
    let text = Self.report("{\"filename\":\"/a.c\",\"summary\":{\"lines\":{\"count\":3,\"covered\":3}}}")
    guard case .noLines = failure(text)?.kind else {
      Issue.record("\(String(describing: failure(text)))")
      return
    }
    #expect(failure(text, keepGoing: true) != nil)
  }

  @Test(arguments: [("1.0.0", false), ("2.0.0", true), ("2.0.1", true), ("3.1.0", true), ("4.0.0", false)])
  func `versions 2 and 3 are read`(_ version: String, _ isRead: Bool) {
    #expect((failure(Self.report(Self.file(""), version: version)) == nil) == isRead)
  }

  @Test(arguments: [
    "[2,1,0,true,true,false],[1,1,0,true,true,false]", "[0,1,0,true,true,false]", "[1,1,0,true]", "[1,1,0,\"x\",true]",
    "7",
    "[1,1,1,true,true,false],[2147483647,1,1,true,true,false]", "[99999999999,1,1,true,true,false]",
  ])
  func `segments that cannot be meant are damage`(_ segments: String) {
    let error = failure("\n" + Self.report(Self.file(segments)))
    #expect(error?.line == 2)
  }

  @Test func `an export that breaks off is an error, or what was read so far`() throws {
    let text = Self.report(
      Self.file("[1,1,1,true,true,false],[2,1,0,false,false]") + "," + Self.file("[1,1", name: "/b"))
    #expect(failure(text) != nil)
    #expect(try read(text, keepGoing: true).files.map(\.path) == ["/src/a.c"])
  }
}
