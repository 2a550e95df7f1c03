// Other tools on the same inputs, where they are right (they are not where: lcov 1.16 and grcov 0.8
// know neither branches with names nor FN with end lines, so those are not in these inputs).

import Coverage
import SystemKit
import TestSupport
import Testing

@Suite struct DifferentialTests {
  static func has(_ tool: String) -> Bool { (try? Subprocess(tool, ["--version"]).run())?.succeeded ?? false }

  /// Shards of one build with numbers only.
  static func shards() -> [String] {
    (0..<4).map { shard in
      var random = SeededGenerator(seed: UInt64(shard))
      return (0..<5).map { file in
        var records: [String] = []
        for function in 0..<4 { records.append("FN:\(function * 10 + 1),f\(file)_\(function)") }
        for function in 0..<4 { records.append("FNDA:\(Int.random(in: 0..<3, using: &random)),f\(file)_\(function)") }
        for line in stride(from: 2, to: 40, by: 7) {
          let isReached = Bool.random(using: &random)
          for branch in 0..<2 {
            records.append("BRDA:\(line),0,\(branch),\(isReached ? "\(Int.random(in: 0..<2, using: &random))" : "-")")
          }
        }
        for line in 1..<40 { records.append("DA:\(line),\(Int.random(in: 0..<4, using: &random))") }
        return "TN:\nSF:/src/f\(file).c\n" + records.joined(separator: "\n") + "\nend_of_record\n"
      }.joined()
    }
  }

  @Test(.enabled(if: has("lcov"), "lcov is not installed"))
  func `lcov merges to the same records`() throws {
    try withTemporaryFolder { folder in
      var arguments = ["--quiet", "--rc", "lcov_branch_coverage=1", "--output-file", folder + "/merged"]
      let texts = Self.shards()
      for (index, text) in texts.enumerated() {
        try AtomicFile.write(Array(text.utf8), to: "\(folder)/s\(index)")
        arguments += ["--add-tracefile", "\(folder)/s\(index)"]
      }
      let outcome = try Subprocess("lcov", arguments).run()
      #expect(outcome.succeeded, "\(outcome.errorText)")
      let theirs = try CoverageMerger(workers: 1).read(folder + "/merged")
      let ours = try merge(texts)
      #expect(ours.files == theirs.files)
      #expect(theirs.warnings == [])
    }
  }

  @Test(.enabled(if: has("grcov"), "grcov is not installed"))
  func `grcov merges to the same lines`() throws {
    // grcov 0.8 takes a branch with the count 0 for taken and ignores functions' order: lines are what it gets right.
    try withTemporaryFolder { folder in
      let texts = Self.shards()
      for (index, text) in texts.enumerated() { try AtomicFile.write(Array(text.utf8), to: "\(folder)/s\(index).info") }
      let outcome = try Subprocess("grcov", [folder, "-t", "lcov", "-o", folder + "/merged.lcov"]).run()
      #expect(outcome.succeeded, "\(outcome.errorText)")
      let theirs = try CoverageMerger(workers: 1).read(folder + "/merged.lcov")
      let ours = try merge(texts)
      #expect(ours.files.map(\.path) == theirs.files.map(\.path))
      #expect(ours.files.map(\.lines) == theirs.files.map(\.lines))
    }
  }

  @Test(.enabled(if: has("lcov"), "lcov is not installed"))
  func `lcov reads what is written and counts the same`() throws {
    try withTemporaryFolder { folder in
      let report = try merge(Self.shards())
      try AtomicFile.write(Array(try render(report, .lcov).utf8), to: folder + "/ours")
      let outcome = try Subprocess("lcov", ["--rc", "lcov_branch_coverage=1", "--summary", folder + "/ours"]).run()
      let text = outcome.text + outcome.errorText
      for ratio in [report.totals.lines, report.totals.functions, report.totals.branches] {
        #expect(text.contains("(\(ratio.covered) of \(ratio.total) "), "\(text)")
      }
    }
  }
}
