// The benchmarks: `make bench` builds for release and runs them all. Figures are printed as Markdown for RESULTS.md.
//
//   plimsoll-bench PLIMSOLL DATA [--shards N] [--files N] [merge] [start-up] [release] [ink] [turtle] [life] [heap [DUMP...]]
//   plimsoll-bench drops REPOSITORY BRANCH ONTO
//   plimsoll-bench floor FILE
//   plimsoll-bench write-heap MEGABYTES FILE

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
if words.count == 2, words[0] == "floor" {
  do { try HeapBench.floor(words[1]) } catch { fail("\(error)") }
  exit(0)
}
if words.count == 3, words[0] == "write-heap", let megabytes = Int(words[1]) {
  do {
    let expected = try HeapWorkload(megabytes: megabytes, idSize: 8).write(to: words[2])
    print("\(expected.objects) \(expected.strings)")
  } catch { fail("\(error)") }
  exit(0)
}
if words.count == 4, words[0] == "drops" {
  do { _ = try ReleaseDrops(folder: words[1], branch: words[2], onto: words[3]).run() } catch { fail("\(error)") }
  exit(0)
}
guard words.count >= 2 else {
  fail(
    "usage: plimsoll-bench PLIMSOLL DATA [--shards N] [--files N] [merge] [start-up] [release] [ink] [turtle] [life] "
      + "[heap [DUMP...]]")
}
let wanted = Set(words.dropFirst(2))

do {
  if wanted.isEmpty || wanted.contains("start-up") { try StartUpBench(plimsoll: words[0]).run() }
  if wanted.isEmpty || wanted.contains("merge") {
    try MergeBench(plimsoll: words[0], folder: words[1], shards: shards, files: files).run()
  }
  if wanted.isEmpty || wanted.contains("release") { try ReleaseBench(plimsoll: words[0], folder: words[1]).run() }
  if wanted.isEmpty || wanted.contains("ink") { try InkBench().run() }
  if wanted.isEmpty || wanted.contains("turtle") { try TurtleBench(plimsoll: words[0], folder: words[1]).run() }
  if wanted.isEmpty || wanted.contains("life") { try LifeBench(folder: words[1]).run() }
  if wanted.isEmpty || wanted.contains("heap") {
    let known = ["start-up", "merge", "release", "ink", "turtle", "life", "heap"]
    let dumps = words.dropFirst(2).filter { !known.contains($0) }
    try HeapBench(plimsoll: words[0], bench: CommandLine.arguments[0], folder: words[1], dumps: Array(dumps)).run()
  }
} catch {
  fail("\(error)")
}
