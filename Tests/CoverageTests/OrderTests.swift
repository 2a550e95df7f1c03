// What inputs say comes out the same in every order and on any number of threads: each kind of record in all permutations.
// Random shards (`CoverageMergerTests`) seldom hit the few orders that matter.

import SystemKit
import TestSupport
import Testing

@testable import Coverage

@Suite struct OrderTests {
  /// All orders of some elements.
  static func permutations<Element>(_ elements: [Element]) -> [[Element]] {
    guard elements.count > 1 else { return [elements] }
    return elements.indices.flatMap { index in
      var rest = elements
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }

  /// Merges in all orders, by one thread and by several, and expects one result.
  static func merged(
    _ texts: [String], _ change: (inout MergeOptions) -> Void = { _ in }
  ) throws -> CoverageReport {
    let all = { (options: inout MergeOptions) in
      options.keepDuplicates = true
      change(&options)
    }
    let first = try merge(texts, all)
    for order in permutations(texts) {
      for workers in [1, 3] {
        let report = try merge(order, workers: workers, all)
        #expect(report.files == first.files)
        #expect(try render(report, .json) == render(first, .json))
      }
    }
    return first
  }

  static func jacoco(_ missed: Int, _ covered: Int) -> String {
    "<report name=\"r\"><package name=\"p\"><sourcefile name=\"A.java\">"
      + "<line nr=\"1\" mi=\"0\" ci=\"4\" mb=\"\(missed)\" cb=\"\(covered)\"/></sourcefile></package></report>"
  }

  @Test func `a tally is as wide as all inputs make it, whatever the order`() throws {
    let report = try Self.merged([Self.jacoco(0, 2), Self.jacoco(0, 2), Self.jacoco(10, 0)])
    #expect(try report.only().tallyTexts == ["1: 2...4/10"])
  }

  @Test func `a store of tallies absorbs in any order`() {
    let tallies = [(2, 2), (2, 2), (0, 10), (1, 3)].map { Tally(line: 1, covered: $0.0, total: $0.1) }
    for order in Self.permutations(tallies) {
      for split in 0...order.count {
        var (one, other) = (TallyStore(), TallyStore())
        for tally in order[..<split] { one.add([tally]) }
        for tally in order[split...] { other.add([tally]) }
        one.absorb(other)
        #expect(one.tallies.map { [$0.atLeast, $0.atMost, $0.total] } == [[2, 5, 10]])
      }
    }
  }

  @Test func `a tally never wraps`() {
    var store = TallyStore()
    for _ in 0..<3 { store.add([Tally(line: 1, covered: .max - 1, total: .max)]) }
    #expect(store.tallies.map { [$0.atLeast, $0.atMost, $0.total] } == [[.max - 1, .max, .max]])
  }

  @Test func `segments of equal places and other kinds stand in one order`() throws {
    let file = { (isEntry: Bool) in
      LLVMExportReaderTests.report(
        LLVMExportReaderTests.file("[1,1,2,true,\(isEntry),false],[3,1,0,false,false,false]", name: "/a.c"))
    }
    let report = try Self.merged([file(true), file(false)])
    #expect(try report.only().segmentSets.count == 2)
  }

  @Test func `names that are no text are one name on any thread`() throws {
    func shard(_ byte: UInt8) -> [UInt8] {
      let lead = "TN:\nSF:a\n"
      return Array((lead + "FN:1,f").utf8) + [byte] + Array("\nFNDA:1,f".utf8) + [byte]
        + Array("\nBRDA:1,0,x".utf8) + [byte] + Array(",1\nDA:1,1\nend_of_record\n".utf8)
    }
    for order in [[0xFE, 0xFF], [0xFF, 0xFE]] as [[UInt8]] {
      for workers in [1, 2] {
        try withTemporaryFolder { folder in
          for (index, byte) in order.enumerated() { try AtomicFile.write(shard(byte), to: "\(folder)/\(index)") }
          let report = try CoverageMerger(workers: workers).merge(["\(folder)/0", "\(folder)/1"])
          #expect(try report.only().functionTexts == ["f\u{FFFD}@1=2"])
          #expect(try report.only().branchTexts == ["1,0,x\u{FFFD},2"])
        }
      }
    }
  }

  // MARK: Names that only look alike

  static let composed = "caf\u{E9}"
  static let decomposed = "cafe\u{301}"

  @Test func `names that only look alike are two files`() throws {
    let texts = [section(Self.composed, "DA:1,1"), section(Self.decomposed, "DA:1,2")]
    let report = try Self.merged(texts)
    #expect(report.files.map { Array($0.path.utf8) } == [Array(Self.decomposed.utf8), Array(Self.composed.utf8)])
    #expect(report.files.map(\.counts) == [[1: 2], [1: 1]])
  }

  @Test func `names that only look alike are two files in every format`() throws {
    let names = [Self.decomposed, Self.composed]
    let line = CoberturaReaderTests.line(1, "1")
    let texts = [
      CoberturaReaderTests.report((names[0], line), (names[1], line)),
      LLVMExportReaderTests.report(
        names.map { LLVMExportReaderTests.file("[1,1,2,true,true,false],[3,1,0,false,false,false]", name: $0) }
          .joined(separator: ",")),
      "mode: count\n" + names.map { "\($0).go:1.1,2.2 1 1\n" }.joined(),
    ]
    for text in texts { #expect(try read(text).files.count == 2, "\(text.prefix(30))") }
    let file = try read(section("a", "MCDC:1,1,t,1,0,\(names[0])", "MCDC:1,1,t,1,0,\(names[1])", "DA:1,1")).only()
    #expect(file.conditions.count == 2)
    let functions = try Self.merged(names.map { section("a", "FN:1,\($0)", "FNDA:1,\($0)", "DA:1,1") }).only().functions
    #expect(functions.count == 2)
  }

  // MARK: Blocks

  @Test(arguments: [false, true])
  func `a block of several statement counts is told alike in every order`(_ keepGoing: Bool) throws {
    let texts = [3, 2, 5].map { "mode: count\na.go:1.1,2.2 \($0) 1\na.go:1.3,2.4 \($0) 1\n" }
    var told: Set<String> = []
    for order in Self.permutations(texts) {
      for workers in [1, 3] {
        do {
          let report = try merge(order, workers: workers) { $0.keepGoing = keepGoing }
          #expect(keepGoing)
          told.formUnion(report.warnings.map(\.description))
          #expect(try report.only().blocks.map(\.statements) == [5, 5])
        } catch let error as CoverageError {
          #expect(!keepGoing)
          told.insert(error.description)
        }
      }
    }
    #expect(told.count == 1)
    #expect(told.first?.contains("a.go:1.1") == true)
  }
}
