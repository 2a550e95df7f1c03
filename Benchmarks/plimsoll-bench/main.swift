// The benchmarks: `make bench` builds for release and runs them all. Figures are printed as Markdown for RESULTS.md.
//
//   plimsoll-bench PLIMSOLL DATA [--shards N] [--files N] [merge] [start-up]

import SystemKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

func fail(_ text: String) -> Never {
  let sink = FileSink.standardError()
  try? sink.write("plimsoll-bench: \(text)\n")
  try? sink.flush()
  exit(2)
}

/// The value of `--name N`, which is taken out of the words.
func take(_ name: String, _ standard: Int, from words: inout [String]) -> Int {
  guard let index = words.firstIndex(of: name), index + 1 < words.count, let value = Int(words[index + 1]) else {
    return standard
  }
  words.removeSubrange(index...index + 1)
  return value
}

var words = Array(CommandLine.arguments.dropFirst())
let shards = take("--shards", 200, from: &words)
let files = take("--files", 2_000, from: &words)
guard words.count >= 2 else { fail("usage: plimsoll-bench PLIMSOLL DATA [--shards N] [--files N] [merge] [start-up]") }
let wanted = Set(words.dropFirst(2))

do {
  if wanted.isEmpty || wanted.contains("start-up") { try StartUpBench(plimsoll: words[0]).run() }
  if wanted.isEmpty || wanted.contains("merge") {
    try MergeBench(plimsoll: words[0], folder: words[1], shards: shards, files: files).run()
  }
} catch {
  fail("\(error)")
}
