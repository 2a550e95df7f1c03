// Merging: the result is a function of the set of inputs. Random shards with every kind of oddity are merged in random orders
// by different numbers of threads, and the LCOV must be the same to the byte.

import SystemKit
import TestSupport
import Testing

@testable import Coverage

@Suite struct CoverageMergerTests {
  /// A random shard: some files of a build, perhaps with other lines, other block numbers and other tests.
  static func shard(_ random: inout SeededGenerator, oddities: Bool) -> String {
    var text = "TN:\(["", "s", "t"].randomElement(using: &random)!)\n"
    for file in 0..<4 where Int.random(in: 0..<4, using: &random) > 0 {
      text += "SF:/src/f\(file).c\n"
      let build = oddities ? Int.random(in: 0..<3, using: &random) : 0
      if oddities, build > 0 { text += "VER:\(build)\n" }
      var calls = ""
      for function in 0..<3 {
        let start = 1 + function * 10 + (function == 2 ? build : 0)
        let end = oddities && Bool.random(using: &random) ? "\(start + Int.random(in: 1...3, using: &random))," : ""
        text += "FN:\(start),\(end)g(int, \(function % 2))\n"
        calls += "FNDA:\(Int.random(in: 0..<3, using: &random)),g(int, \(function % 2))\n"
      }
      text += calls
      var names = ["alias", "other", "third", "fourth"]
      if oddities { names.shuffle(using: &random) }
      text += "FNL:\(file),30,35\n"
      for name in names.prefix(2) { text += "FNA:\(file),\(Int.random(in: 0..<2, using: &random)),\(name)\n" }
      for line in stride(from: 1, to: 30, by: 2 + build % 2) {
        if line % 5 == 1 {
          let base = oddities ? Int.random(in: 0..<2, using: &random) * 7 : 0
          let isReached = Bool.random(using: &random)
          var names = ["0", "1", "a, b"]
          if oddities, line % 2 == 0 { names.shuffle(using: &random) }
          if oddities, Int.random(in: 0..<4, using: &random) == 0 { names.removeLast() }
          for (index, name) in names.enumerated() {
            let mark = index == 2 || oddities && build == 2 ? "e" : ""
            let taken = isReached ? String(Int.random(in: 0..<3, using: &random)) : "-"
            text += "BRDA:\(line),\(mark)\(base),\(name),\(taken)\n"
          }
          text += "MCDC:\(line),1,t,\(Int.random(in: 0..<2, using: &random)),0,x\n"
        }
        let count = Int.random(in: 0..<20, using: &random) == 0 ? "18446744073709551615" : String(line % 3)
        let checksum = oddities && line == 9 ? ",sum\(build)" : ""
        text += "DA:\(line),\(count)\(checksum)\n"
      }
      text += "end_of_record\n"
    }
    return text
  }

  @Test(arguments: 0..<(Environment["PLIMSOLL_FUZZ_COUNT"].map { _ in 1_000 } ?? 12), [false, true])
  func `the result does not depend on the order of inputs or the number of threads`(_ seed: Int, _ oddities: Bool)
    throws
  {
    var random = SeededGenerator(seed: UInt64(seed) &* 2 + (oddities ? 1 : 0))
    var shards = (0..<9).map { _ in Self.shard(&random, oddities: oddities) }
    let policies: [ShapePolicy] = [.union, .intersect]
    let policy = policies[seed % 2]
    let change = { (options: inout MergeOptions) in
      options.keepTests = seed % 3 == 0
      options.onShapeConflict = policy
    }
    let expected = try render(try merge(shards, workers: 1, change), .lcov)
    #expect(expected.contains("end_of_record"))
    for workers in [1, 2, 5] {
      shards.shuffle(using: &random)
      #expect(try render(try merge(shards, workers: workers, change), .lcov) == expected)
    }
  }

  @Test func `merging in steps is merging at once`() throws {
    var random = SeededGenerator(seed: 99)
    let shards = (0..<6).map { _ in Self.shard(&random, oddities: false) }
    let halves = [shards[..<3], shards[3...]].map { half in
      Result { try render(try merge(Array(half)) { $0.keepTests = true }, .lcov) }
    }
    let steps = try merge(halves.map { try $0.get() }) { $0.keepTests = true }
    #expect(try render(steps, .lcov) == render(try merge(shards) { $0.keepTests = true }, .lcov))
  }

  // MARK: Counts

  @Test func `counts never wrap`() throws {
    let shard = section(
      "a", "FN:1,f", "FNDA:18446744073709551615,f", "BRDA:1,0,0,18446744073709551614", "DA:1,18446744073709551615")
    let file = try merge([shard, shard + "\n"]).only()
    #expect(file.counts == [1: .max])
    #expect(file.functions.map(\.count) == [.max])
    #expect(file.branches.map(\.taken) == [.max])
  }

  @Test(arguments: [
    ("-", "-", "-"), ("-", "0", "0"), ("0", "-", "0"), ("-", "3", "3"), ("2", "3", "5"), ("0", "0", "0"),
  ])
  func `never reached and never taken are not the same`(_ one: String, _ other: String, _ sum: String) throws {
    let file = try merge([
      section("a", "BRDA:1,0,0,\(one)", "DA:1,0"), section("a", "BRDA:1,0,0,\(other)", "DA:1,0", "DA:1,0"),
    ])
    .only()
    #expect(file.branchTexts == ["1,0,0,\(sum)"])
  }

  // MARK: Branches

  @Test func `branches of other block numbers are matched by their order, and that is told`() throws {
    let report = try merge([
      section("a", "BRDA:1,0,0,1", "BRDA:1,0,1,0", "DA:1,1"), section("a", "BRDA:1,4,0,0", "BRDA:1,4,1,2", "DA:1,2"),
    ])
    #expect(try report.only().branchTexts == ["1,0,0,1", "1,0,1,2"])
    #expect(report.warnings.map(\.kind) == [.branchesMatchedByOrder(file: "a", lines: 1)])
  }

  @Test func `branches that share a key are matched by their keys`() throws {
    let report = try merge([
      section("a", "BRDA:1,0,0,1", "BRDA:1,1,0,0", "DA:1,1"), section("a", "BRDA:1,1,0,5", "DA:1,2"),
    ])
    #expect(try report.only().branchTexts == ["1,0,0,1", "1,1,0,5"])
    #expect(report.warnings.isEmpty)
  }

  @Test func `branches of other kinds stay beside each other`() throws {
    let file = try merge([
      section("a", "BRDA:1,0,jump to line 3,1", "BRDA:1,0,f(a, b) && c,0", "DA:1,1"),
      section("a", "BRDA:1,9,0,0", "DA:1,2"),
    ]).only()
    #expect(Set(file.branchTexts) == ["1,0,jump to line 3,1", "1,0,f(a, b) && c,0", "1,9,0,0"])
  }

  // MARK: Functions

  @Test func `two functions of one name are two functions`() throws {
    let shard = section("a", "FN:1,f", "FN:9,f", "FNDA:1,f", "FNDA:5,f", "DA:1,1")
    #expect(try merge([shard, shard + "\n"]).only().functionTexts == ["f@1=2", "f@9=10"])
  }

  @Test func `a function that moved is of another version`() throws {
    let file = try merge([
      section("a", "FN:1,f", "FNDA:1,f", "DA:1,1"), section("a", "FN:2,f", "FNDA:1,f", "DA:1,2"),
    ]).only()
    #expect(file.functionTexts == ["f@1=1", "f@2=1"])
  }

  @Test func `aliases are one function`() throws {
    let shard = section(
      "a", "FNL:4,10,12", "FNA:4,0,g", "FNA:4,3,h", "FN:1,6,f(int, int)", "FNDA:0,f(int, int)", "DA:1,0")
    let report = try merge([shard, shard.replacing("FNA:4,3", with: "FNA:4,1")])
    #expect(report.totals.functions == CoverageRatio(1, of: 2))
    #expect(try report.only().functionTexts == ["f(int, int)@1=0", "g@10=0", "h@10=4"])
    #expect(try report.only().functions.map(\.end) == [6, 12, 12])
  }

  @Test func `groups of aliases that overlap are one function, whatever comes first`() throws {
    let shards = [
      section("a", "FNL:0,5", "FNA:0,0,f", "FNA:0,1,g", "DA:5,1"),
      section("a", "FNL:0,5", "FNA:0,0,g", "FNA:0,0,h", "DA:5,2"),
    ]
    for texts in [shards, shards.reversed()] {
      let report = try merge(texts)
      #expect(report.totals.functions == CoverageRatio(1, of: 1))
      #expect(try report.only().functions.map(\.aliasGroup) == [0, 0, 0])
    }
  }

  @Test func `branches that differ in kind only stand in one order, whatever comes first`() throws {
    let shards = [section("a", "BRDA:1,0,0,1", "DA:1,1"), section("a", "BRDA:1,e0,0,2", "DA:1,1")]
    let expected = try render(merge(shards), .lcov)
    #expect(try render(merge(shards.reversed()), .lcov) == expected)
    #expect(expected.contains("BRDA:1,0,0,1\nBRDA:1,e0,0,2\n"))
  }

  // MARK: Shapes

  static let builds = [
    section("a", "DA:1,1", "DA:2,1", "BRDA:2,0,0,1", "DA:4,1"), section("a", "DA:1,1", "DA:3,2", "DA:4,1"),
  ]

  @Test(arguments: [
    (ShapePolicy.union, [1: 2, 2: 1, 3: 2, 4: 2] as [UInt32: UInt64]), (.intersect, [1: 2, 4: 2]),
    (.newest, [1: 2, 3: 2, 4: 2]),
  ])
  func `inputs of different builds are joined as was asked for, and that is told`(
    _ policy: ShapePolicy, _ counts: [UInt32: UInt64]
  ) throws {
    let report = try merge(Self.builds) { $0.onShapeConflict = policy }
    #expect(try report.only().counts == counts)
    #expect(try report.only().branches.isEmpty == (policy != .union))
    let conflict = try #require(report.conflicts.first)
    #expect((conflict.line, conflict.having, conflict.total) == (2, 1, 2))
    #expect(conflict.exampleWith.hasSuffix("/0") && conflict.exampleWithout.hasSuffix("/1"))
  }

  @Test func `inputs of different builds are an error when that was asked for`() {
    let error = #expect(throws: CoverageError.self) { try merge(Self.builds) { $0.onShapeConflict = .error } }
    guard case .shapeConflict = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: ShapePolicy.allCases.filter { $0 != .error })
  func `what is kept of different builds goes through JSON as it is`(_ policy: ShapePolicy) throws {
    let llvm = { (last: Int) in
      LLVMExportReaderTests.report(
        LLVMExportReaderTests.file("[1,1,2,true,true,false],[\(last),1,0,false,false,false]", name: "/a.c"))
    }
    let go = { (last: Int) in "mode: count\n/b.go:1.1,2.2 1 1\n/b.go:\(last).1,\(last).9 1 1\n" }
    let report = try merge([llvm(3), llvm(5), go(4), go(6)]) { $0.onShapeConflict = policy }
    // Blocks of one file are one shape: only segments can disagree.
    #expect(report.conflicts.map(\.path) == ["/a.c"])
    #expect(report.files[0].lines.count == (policy == .intersect ? 3 : 5))
    #expect(try read(try render(report, .json)).files.map(\.lines) == report.files.map(\.lines))
  }

  @Test func `checksums and versions that differ are told`() throws {
    let report = try merge([section("a", "VER:1", "DA:1,1,aa=="), section("a", "VER:2", "DA:1,1,bb==")])
    #expect(
      report.warnings.map(\.kind) == [
        .sourceDiffers(file: "a", what: "checksum of line 1"), .sourceDiffers(file: "a", what: "version"),
      ])
  }

  // MARK: Inputs

  @Test func `a copy counts once`() throws {
    let report = try merge([section("a", "DA:1,1"), section("a", "DA:1,2"), section("a", "DA:1,1")])
    #expect(try report.only().counts == [1: 3])
    guard case .duplicateInput = report.warnings.first?.kind else {
      Issue.record("\(report.warnings)")
      return
    }
    #expect(
      try merge([section("a", "DA:1,1"), section("a", "DA:1,1")]) { $0.keepDuplicates = true }.only().counts == [1: 2])
  }

  @Test func `tests are folded, or kept apart`() throws {
    let text = section("a", test: "s", "DA:1,1") + section("a", test: "t", "DA:1,2")
    let folded = try merge([text])
    #expect(try folded.only().counts == [1: 3])
    #expect(folded.warnings.map(\.kind) == [.testsFolded(2)])
    let kept = try merge([text]) { $0.keepTests = true }
    #expect(kept.files.map(\.test) == ["s", "t"])
    #expect(kept.totals.lines == CoverageRatio(1, of: 1))
    #expect(kept.tests == ["s", "t"])
  }

  @Test func `the first input that cannot be read is the one that is named`() {
    let error = #expect(throws: CoverageError.self) {
      try merge([section("a", "DA:1,1"), "SF:a\nDA:x\n", "nothing", section("a", "DA:1,9")], workers: 3)
    }
    #expect(error?.source.hasSuffix("/1") == true)
    #expect(error?.line == 2)
  }

  @Test func `formats meet in one file`() throws {
    let cobertura = CoberturaReaderTests.report(("a.c", CoberturaReaderTests.line(1, "2")), sources: ["/src"])
    let report = try merge([section("/src/a.c", "DA:1,1"), cobertura])
    #expect(try report.only().counts == [1: 3])
    #expect(report.formats == [.cobertura, .lcov])
  }

  @Test func `a missing file is an error of the system`() {
    let error = #expect(throws: CoverageError.self) { try CoverageMerger().read("/nowhere/at/all") }
    guard case .system(let failure) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.isMissing)
  }
}
