import Coverage
import SystemKit
import Testing

@Suite struct LCOVReaderTests {
  @Test func `every record is read`() throws {
    let report = try read(SampleReports.lcov)
    #expect(report.files.map(\.path) == ["/src/a.c", "b.c"])
    let file = report.files[0]
    #expect(file.counts == [1: 3, 2: .max, 8: 0])
    #expect(file.version == "1")
    #expect(file.checksums == [1: "abcdefabcdefabcdefabcd=="])
    #expect(file.functionTexts == ["f@1=3", "g(int, int)@7=0", "h@10=2", "h_alias@10=1"])
    #expect(file.functions.map(\.end) == [5, nil, 12, 12])
    #expect(file.branchTexts == ["2,0,0,3", "2,0,1,0", "8,0,0,-", "8,0,a && f(x, y),-", "8,1,1,1"])
    #expect(file.branches.map(\.isException) == [false, false, true, false, false])
    #expect(file.branches.map(\.isFallthrough) == [false, false, false, true, false])
    #expect(file.branches.map(\.isUnreachable) == [false, false, false, false, true])
    #expect(file.conditions.map(\.expression) == ["a", "a", "b, c"])
    #expect(file.totals.conditions == CoverageRatio(1, of: 2))
    #expect(report.warnings == [])
  }

  @Test(arguments: [
    ("DA:1,5\r", [1: 5] as [UInt32: UInt64]), ("DA: 1, 5", [1: 5]), ("DA:1,-5", [1: 0]), ("DA:1,1e3", [1: 1000]),
    ("DA:1,2.9", [1: 2]),
    ("DA:1,99999999999999999999", [1: .max]), ("DA:1,5,", [1: 5]), ("DA:1,1\nDA:1,2", [1: 3]), ("DA:0,1", [:]),
    ("DA:-4,1", [:]),
    ("DA:4294967295,1", [4_294_967_295: 1]), ("DA:2,1\nDA:1,1", [1: 1, 2: 1]),
  ])
  func `counts are read as they occur`(_ records: String, _ counts: [UInt32: UInt64]) throws {
    #expect(try read("SF:a\n\(records)\nend_of_record\n").only().counts == counts)
  }

  @Test(arguments: [
    "DA:1", "DA:x,1", "DA:1,x", "DA:1,", "DA:,1", "DA:4294967296,1", "BRDA:1,0,0", "BRDA:1,0,0,x", "BRDA:x,0,0,1",
    "FN:x,f", "FN:1",
    "FNDA:x,f", "FNDA:1", "FNL:x,1", "FNA:7,1,f", "MCDC:1,1,x,1,0,e", "MCDC:1,1,t,1,1,e", "MCDC:1,1,t,1", "BA:1,3",
    "SF:b", "DA:1,NaN",
    "DA:\0,1",
  ])
  func `damage is an error with its line, or passed over`(_ record: String) throws {
    let text = "TN:\nSF:a\nDA:7,1\n\(record)\nend_of_record\n"
    let error = failure(text)
    #expect(error?.line == 4, "\(String(describing: error))")
    guard case .malformed = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    let report = try read(text, keepGoing: true)
    #expect(report.files.first?.counts == [7: 1])
    #expect(report.warnings.contains { if case .damaged = $0.kind { true } else { false } })
  }

  @Test func `a file that ends inside a section is cut short`() throws {
    guard case .cutShort = failure("SF:a\nDA:1,1")?.kind else {
      Issue.record("no error")
      return
    }
    #expect(try read("SF:a\nDA:1,1", keepGoing: true).only().counts == [1: 1])
  }

  @Test func `names hold commas`() throws {
    let file = try read(
      section(
        "a", "FN:1,6,f", "FNDA:3,f", "FN:8,operator,(int, int)", "FNDA:4,operator,(int, int)", "FN:9,10", "FNDA:0,10")
    ).only()
    #expect(file.functionTexts == ["f@1=3", "operator,(int, int)@8=4", "10@9=0"])
    #expect(file.functions.map(\.end) == [6, nil, nil])
  }

  @Test func `counts may stand before functions`() throws {
    #expect(try read(section("a", "FNDA:3,f", "FN:1,f")).only().functionTexts == ["f@1=3"])
  }

  @Test func `repeated counts of one function are added up`() throws {
    let shard = section("a", "FN:1,f", "FN:2,g", "FNDA:3,f", "FNDA:1,g", "FNDA:4,f")
    let report = try merge([shard, shard + "\n"])
    #expect(try report.only().functionTexts == ["f@1=14", "g@2=2"])
    #expect(report.warnings.isEmpty)
  }

  @Test func `a count for an undeclared function is told`() throws {
    #expect(try read(section("a", "FNDA:3,f", "DA:1,1")).warnings.map(\.kind) == [.functionWithoutStart("f")])
  }

  @Test func `the writer's sums are compared`() throws {
    let report = try read(section("a", "DA:1,1", "LF:2", "LH:1", "BRF:1", "FNF:7"))
    #expect(
      report.warnings.map(\.kind) == [
        .claim(file: "a", what: "LF", claimed: 2, counted: 1), .claim(file: "a", what: "BRF", claimed: 1, counted: 0),
      ])
  }

  @Test func `Bazel's branches are told apart by their order`() throws {
    #expect(
      try read(section("a", "BA:1,2", "BA:1,0", "BA:1,1", "DA:1,1")).only().branchTexts == [
        "1,0,0,1", "1,0,1,-", "1,0,2,0",
      ])
  }

  @Test func `comments, blank lines and unknown records are passed over`() throws {
    let report = try read("# made by x\n\nTN:\nSF:a\n  \nDA:1,1\nXX:1\nend_of_record  \nEOF\n")
    #expect(try report.only().counts == [1: 1])
    #expect(report.warnings.map(\.kind) == [.unknownRecord("XX:1"), .unknownRecord("EOF")])
  }

  @Test func `names like numbers stay as they are written`() throws {
    let text = section("a", "BRDA:1,00,0,1", "BRDA:1,0,007,1", "BRDA:1,99999999999,0,1", "DA:1,1")
    let branches = try read(text).only().branches
    #expect(branches.map(\.block) == ["00", "0", "99999999999"])
    #expect(branches.map(\.name) == ["0", "007", "0"])
  }

  @Test func `the same file under two spellings is one file`() throws {
    let file = try read(section("a/./b.c", "DA:1,1") + section("a/x/../b.c", "DA:1,2") + section("a\\b.c", "DA:1,4"))
      .only()
    #expect(file.counts == [1: 7])
  }

  @Test func `excluded files are not read`() throws {
    let report = try read(section("/src/a.c", "DA:1,1") + section("/gen/b.c", "DA:1,1", "BRDA:1,0,0,1")) {
      $0.paths.excludes.add(["gen/"])
    }
    #expect(report.files.map(\.path) == ["/src/a.c"])
  }

  @Test func `many warnings of one kind are counted`() throws {
    let records = (1...20).map { "DA:\($0),-1\n" }.joined()
    let warnings = try read("SF:a\n\(records)end_of_record\n").warnings
    #expect(warnings.count == 6)
    #expect(warnings.last?.description == "input: 15 more warnings: negative counts")
  }
}
