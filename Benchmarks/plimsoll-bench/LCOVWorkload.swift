// The merge workload: what the parallel test jobs of one large build leave behind. Every shard speaks of the same source
// tree (about 200 instrumented lines a file, 12 functions, 25 branch points); a shard runs a third of the files and, in a
// file that it runs, half of the functions. Seeded: the same arguments give the same bytes.

import ByteKit
import SystemKit

/// A small generator of random numbers (splitmix64, Steele et al. 2014), the same on every machine.
struct SeededRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to, not including, `bound`.
  mutating func below(_ bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

struct LCOVWorkload {
  struct Function {
    var name: String
    var lines: [UInt32]
    var branchLines: [UInt32]
  }

  struct File {
    var path: String
    var functions: [Function]
    var isHot: Bool
  }

  /// What a right merge must give.
  struct Expected: Equatable {
    var lines = 0
    var linesHit = 0
    var sum: UInt64 = 0
    var functions = 0
    var functionsHit = 0
    var branches = 0
    var branchesHit = 0
    /// Branches that were evaluated or not taken: what grcov takes as hit, since it counts `BRDA:..,0` as taken.
    var branchesEvaluated = 0
  }

  let files: [File]
  let seed: UInt64

  init(files count: Int, seed: UInt64) {
    self.seed = seed
    var random = SeededRandom(seed)
    let modules = ["core", "net", "ui", "db", "media", "auth", "chat", "billing", "search", "util"]
    files = (0..<count).map { index in
      var left = 60 + random.below(141) + random.below(141)
      var line: UInt32 = 12
      var functions: [Function] = []
      while left > 0 {
        let size = min(left, 4 + random.below(27))
        var lines: [UInt32] = []
        for _ in 0..<size {
          line += [1, 1, 1, 2, 3][random.below(5)]
          lines.append(line)
        }
        let wanted = random.below(5)
        let branchLines = Set((0..<wanted).map { _ in lines[random.below(lines.count)] }).sorted()
        let name = "_ZN\(modules[index % 10])\(index)C\(index)3fn\(functions.count)Ev"
        functions.append(Function(name: name, lines: lines, branchLines: branchLines))
        line += UInt32(2 + random.below(5))
        left -= size
      }
      let number = String(index)
      let padded = String(repeating: "0", count: max(0, 5 - number.count)) + number
      return File(
        path: "/build/src/\(modules[index % 10])/dir\(index % 37)/File\(padded).cpp", functions: functions,
        isHot: random.chance(6))
    }
  }

  /// Writes the shards and returns what merging them must give.
  func write(shards: Int, to folder: String) throws -> Expected {
    try AtomicFile.makeFolder(folder)
    var lineSums = files.map { $0.functions.map { [UInt64](repeating: 0, count: $0.lines.count) } }
    var callSums = files.map { [UInt64](repeating: 0, count: $0.functions.count) }
    var branchSums = files.map { $0.functions.map { [UInt64](repeating: 0, count: $0.branchLines.count * 2) } }
    var evaluated = files.map { $0.functions.map { [Bool](repeating: false, count: $0.branchLines.count) } }
    for shard in 0..<shards {
      var random = SeededRandom(seed &* 1_000_003 &+ UInt64(shard))
      try AtomicFile.write(to: Self.path(shard, in: folder)) { sink in
        for (fileIndex, file) in files.enumerated() {
          let isTouched = file.isHot || random.chance(33)
          var out = ByteWriter(capacity: 8192)
          var calls = ByteWriter()
          var lines = ByteWriter()
          var branches = ByteWriter()
          var (called, found, hit, ways, taken) = (0, 0, 0, 0, 0)
          out.append("TN:\nSF:\(file.path)\n")
          for (index, function) in file.functions.enumerated() {
            let count: UInt64 = isTouched && random.chance(45) ? [1, 2, 3, 17, 240, 100_031][random.below(6)] : 0
            out.append("FN:\(function.lines[0]),\(function.name)\n")
            calls.append("FNDA:\(count),\(function.name)\n")
            if count > 0 { called += 1 }
            callSums[fileIndex][index] += count
            let cut = count > 0 ? 1 + random.below(function.lines.count) : 0
            for (position, line) in function.lines.enumerated() {
              let ran = position < cut ? count : 0
              lines.append("DA:")
              lines.appendDecimal(UInt64(line))
              lines.append(0x2C)
              lines.appendDecimal(ran)
              lines.append(0x0A)
              lineSums[fileIndex][index][position] += ran
              if ran > 0 { hit += 1 }
            }
            found += function.lines.count
            for (position, line) in function.branchLines.enumerated() {
              ways += 2
              if count > 0, line <= function.lines[cut - 1] {
                let first = UInt64(random.below(Int(count) + 1))
                branches.append("BRDA:\(line),0,0,\(first)\nBRDA:\(line),0,1,\(count - first)\n")
                branchSums[fileIndex][index][position * 2] += first
                branchSums[fileIndex][index][position * 2 + 1] += count - first
                evaluated[fileIndex][index][position] = true
                taken += (first > 0 ? 1 : 0) + (count - first > 0 ? 1 : 0)
              } else {
                branches.append("BRDA:\(line),0,0,-\nBRDA:\(line),0,1,-\n")
              }
            }
          }
          out.append(contentsOf: calls.bytes)
          out.append("FNF:\(file.functions.count)\nFNH:\(called)\n")
          out.append(contentsOf: branches.bytes)
          out.append("BRF:\(ways)\nBRH:\(taken)\n")
          out.append(contentsOf: lines.bytes)
          out.append("LF:\(found)\nLH:\(hit)\nend_of_record\n")
          try sink.write(out.bytes)
        }
      }
    }
    var expected = Expected()
    for count in lineSums.joined().joined() {
      expected.lines += 1
      expected.sum += count
      if count > 0 { expected.linesHit += 1 }
    }
    for count in callSums.joined() {
      expected.functions += 1
      if count > 0 { expected.functionsHit += 1 }
    }
    for count in branchSums.joined().joined() {
      expected.branches += 1
      if count > 0 { expected.branchesHit += 1 }
    }
    expected.branchesEvaluated = evaluated.joined().joined().count { $0 } * 2
    return expected
  }

  static func path(_ shard: Int, in folder: String) -> String {
    let number = String(shard)
    return "\(folder)/shard-\(String(repeating: "0", count: max(0, 4 - number.count)))\(number).info"
  }
}
