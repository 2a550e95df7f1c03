import Coverage
import SystemKit
let start = Stopwatch()
let paths = Array(CommandLine.arguments.dropFirst(2))
let report = try CoverageMerger().merge(paths)
try AtomicFile.write(to: CommandLine.arguments[1]) { try LCOVWriter.write(report, to: $0) }
print(report.totals.lines, start.seconds, Stopwatch.processorSeconds)
