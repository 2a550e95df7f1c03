// Merging LCOV shards beside grcov and lcov. Results are compared first: a fast wrong merge is worth nothing.

import Coverage
import SystemKit

struct MergeBench {
  let plimsoll: String
  let folder: String
  let shards: Int
  let files: Int

  func run() throws {
    let workload = LCOVWorkload(files: files, seed: 1)
    let data = "\(folder)/\(shards)x\(files)"
    try? AtomicFile.makeFolder(data)
    print("## Merging \(shards) LCOV shards x \(files) files\n")
    let expected = try workload.write(shards: shards, to: data)
    let inputs = (0..<shards).map { LCOVWorkload.path($0, in: data) }
    let bytes = inputs.reduce(0) { $0 + (FileFacts.size($1) ?? 0) }
    var newlines = 0
    for input in inputs {
      newlines += try InputFile(path: input).withUnsafeBytes { buffer in buffer.count { $0 == 0x0A } }
    }
    print("\(Figures.megabytes(bytes)), \(newlines / 1_000_000) million lines, seed 1\n")

    let merged = "\(data)/plimsoll.out"
    let floor = try Measured.best(of: 3, "grep -c ^DA:", "grep", ["-c", "^DA:"] + inputs)
    let own = try Measured.best(
      of: 3, "plimsoll coverage merge", plimsoll, ["coverage", "merge", "--to", "lcov", "-o", merged, "-q"] + inputs)
    let ownReport = try check("plimsoll", merged, expected, branchesHit: expected.branchesHit)
    // The same with one thread and in another order: the bytes must be the same.
    let shuffled = "\(data)/plimsoll-shuffled.out"
    var single = Subprocess(
      plimsoll, ["coverage", "merge", "--to", "lcov", "-o", shuffled, "-q"] + inputs.reversed())
    single.environment = ["PLIMSOLL_JOBS": "1"]
    guard try single.run().succeeded, FileFacts.areSame(merged, shuffled) else {
      throw BenchFailure("another order and one thread give another result")
    }
    print("- another order of the inputs and one thread: the same bytes")
    var rows = [floor, own]

    if Figures.isInstalled("grcov") {
      let out = "\(data)/grcov.out"
      rows.append(
        try Measured.best(of: 1, "grcov", "grcov", inputs + ["-t", "lcov", "--branch", "-o", out, "--threads", "1"]))
      // grcov counts `BRDA:..,0` as taken, so its branches hit are those that were evaluated at all.
      let report = try check("grcov", out, expected, branchesHit: nil)
      try compareLines(ownReport, report, "grcov")
    } else {
      print("- grcov is not installed: skipped")
    }
    printTable(rows, own: own, bytes: bytes)
    if shards == 200, files == 2_000 { try holdAgainstAims(own) }
    if Figures.isInstalled("lcov") { try runLCOV(workload) } else { print("- lcov is not installed: skipped") }
    for file in [merged, shuffled, "\(data)/grcov.out"] { _ = try? Subprocess("rm", ["-f", file]).run() }
  }

  /// What the merge of 200 shards of 2,000 files may take at most.
  private func holdAgainstAims(_ own: Measured) throws {
    let (processor, memory) = (4.0, 90_000_000)
    guard own.processor <= processor, own.memory <= memory else {
      throw BenchFailure(
        "the merge took \(Figures.seconds(own.processor)) of CPU and \(Figures.megabytes(own.memory)), "
          + "at most \(Figures.seconds(processor)) and \(Figures.megabytes(memory)) are aimed at")
    }
    print("Aims: at most 4 s of CPU and 90 MB: met.\n")
  }

  /// lcov takes a hundred times as long, so it gets ten shards.
  private func runLCOV(_ workload: LCOVWorkload) throws {
    let count = min(10, shards)
    print("\n### lcov, on \(count) of the shards\n")
    let data = "\(folder)/\(shards)x\(files)"
    let inputs = (0..<count).map { LCOVWorkload.path($0, in: data) }
    let (merged, out) = ("\(data)/plimsoll-\(count).out", "\(data)/lcov.out")
    let own = try Measured.best(
      of: 3, "plimsoll coverage merge", plimsoll, ["coverage", "merge", "--to", "lcov", "-o", merged, "-q"] + inputs)
    let arguments = inputs.flatMap { ["-a", $0] } + ["-o", out, "--rc", "lcov_branch_coverage=1", "-q"]
    let peer = try Measured.best(of: 1, "lcov", "lcov", arguments)
    let bytes = inputs.reduce(0) { $0 + (FileFacts.size($1) ?? 0) }
    let ours = try CoverageMerger().read(merged)
    let theirs = try CoverageMerger().read(out)
    try compareLines(ours, theirs, "lcov")
    guard ours.totals.branches == theirs.totals.branches, ours.totals.functions == theirs.totals.functions else {
      throw BenchFailure("lcov gives other branches or functions")
    }
    print("- lcov: the same branches and functions")
    printTable([own, peer], own: own, bytes: bytes)
    for file in [merged, out] { _ = try? Subprocess("rm", ["-f", file]).run() }
  }

  private func check(
    _ name: String, _ path: String, _ expected: LCOVWorkload.Expected, branchesHit: Int?
  ) throws -> CoverageReport {
    let report = try CoverageMerger().read(path)
    let totals = report.totals
    let sum = report.files.reduce(UInt64(0)) { $0 + $1.lines.reduce(0) { $0 + $1.count } }
    guard totals.lines.total == UInt64(expected.lines), totals.lines.covered == UInt64(expected.linesHit),
      sum == expected.sum,
      totals.functions == CoverageRatio(UInt64(expected.functionsHit), of: UInt64(expected.functions)),
      totals.branches.total == UInt64(expected.branches)
    else { throw BenchFailure("\(name): the result is not what the generator wrote: \(totals)") }
    if let branchesHit {
      guard totals.branches.covered == UInt64(branchesHit) else {
        throw BenchFailure("\(name): \(totals.branches.covered) branches hit, \(branchesHit) expected")
      }
      print("- \(name): lines, sums, functions and branches as generated")
    } else {
      let hit = totals.branches.covered
      let note = hit == UInt64(expected.branchesHit) ? "as generated" : "\(hit) where \(expected.branchesHit) are right"
      print("- \(name): lines, sums and functions as generated; branches hit: \(note)")
    }
    return report
  }

  private func compareLines(_ ours: CoverageReport, _ theirs: CoverageReport, _ name: String) throws {
    let other = Dictionary(theirs.files.map { ($0.path, $0.lines) }, uniquingKeysWith: { first, _ in first })
    for file in ours.files where other[file.path] != file.lines {
      throw BenchFailure("\(name) gives other line counts for \(file.path)")
    }
    print("- \(name): every line count the same as ours")
  }

  private func printTable(_ rows: [Measured], own: Measured, bytes: Int) {
    print("\n| command | CPU | wall | peak memory | CPU beside plimsoll | bytes per CPU second |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for row in rows {
      let rate = Double(bytes) / row.processor / 1e6
      print(
        "| \(row.name) | \(Figures.seconds(row.processor)) | \(Figures.seconds(row.wall)) "
          + "| \(Figures.megabytes(row.memory)) | \(Figures.ratio(row.processor / own.processor)) | \(Int(rate)) MB/s |"
      )
    }
    print("")
  }
}
