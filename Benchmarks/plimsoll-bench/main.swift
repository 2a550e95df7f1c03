import Coverage
import SystemKit
let arguments = CommandLine.arguments
if arguments[1] == "gen" {
  let e = try LCOVWorkload(files: Int(arguments[3])!, seed: 1).write(shards: Int(arguments[2])!, to: arguments[4])
  print(e)
} else {
  let w = Stopwatch()
  let r = try CoverageMerger().merge(Array(arguments[2...]))
  print(r.totals.lines, r.totals.branches, r.totals.functions, r.warnings.count, r.conflicts.count)
  print(w.seconds, Stopwatch.processorSeconds)
  try AtomicFile.write(to: arguments[1]) { try LCOVWriter.write(r, to: $0) }
}
