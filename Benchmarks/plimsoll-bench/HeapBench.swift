// Heap dumps of three sizes: summary, dominators and crunch beside a plain read of the mapped file, the floor, and beside
// hprof-slurp and hprof-analyzer where these are installed. Figures of these that were measured on a machine of this kind (2 cores)
// stand beside, as no package of the distribution has them.

import SystemKit

struct HeapBench {
  let plimsoll: String
  let bench: String
  let folder: String
  /// Dumps to measure instead of generated ones.
  let dumps: [String]

  /// What a peer took on dumps of 44 MB, 397 MB and 2 GB: seconds and megabytes.
  struct Aim {
    let megabytes: Int
    let summary: (seconds: Double, memory: Int)
    let dominators: (seconds: Double, memory: Int)
    let crunch: Double?
  }

  // hprof-slurp 0.9.0 (a fifth of its memory is the aim), hprof-analyzer (a third of its time), Badoo's buffered cruncher on the dumps
  // with ids of 4 bytes (a twentieth of its time), all measured in November 2026.
  static let aims = [
    Aim(megabytes: 44, summary: (0.15, 89 / 5), dominators: (1.44 / 3, 35), crunch: 9.5 / 20),
    Aim(megabytes: 397, summary: (1.25, 334 / 5), dominators: (13.1 / 3, 199), crunch: 74.6 / 20),
    Aim(megabytes: 2_000, summary: (3.25, 458 / 5), dominators: (88.0 / 3, 858), crunch: nil),
  ]

  func run() throws {
    print("## Heap dumps\n")
    var inputs: [(path: String, megabytes: Int, expected: HeapWorkload.Expected?)] = []
    if dumps.isEmpty {
      for aim in Self.aims {
        let path = "\(folder)/heap-\(aim.megabytes).hprof"
        inputs.append((path, aim.megabytes, try Self.make(aim.megabytes, path, bench)))
      }
    } else {
      inputs = dumps.map { ($0, (FileFacts.size($0) ?? 0) / 1_000_000, nil) }
    }
    print("| command | dump | CPU | wall | peak memory | bytes a CPU second | beside the floor | aim |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    for input in inputs {
      let size = FileFacts.size(input.path) ?? 0
      let floor = try Measured.best(of: 3, "floor", bench, ["floor", input.path])
      row(floor, "a plain read (the floor)", size, floor, "")
      let aim = Self.aims.first { abs($0.megabytes - input.megabytes) * 5 < $0.megabytes }
      let summary = try Measured.best(of: 3, "summary", plimsoll, ["heap", "summary", "-q", input.path])
      row(
        summary, "plimsoll heap summary", size, floor, aim.map { held(summary, $0.summary.seconds, $0.summary.memory) })
      let dominators = try Measured.best(of: 2, "dominators", plimsoll, ["heap", "dominators", "-q", input.path])
      row(
        dominators, "plimsoll heap dominators", size, floor,
        aim.map { held(dominators, $0.dominators.seconds, $0.dominators.memory) })
      let out = "\(folder)/out.bmd"
      let crunch = try Measured.best(of: 2, "crunch", plimsoll, ["heap", "crunch", "-q", input.path, "-o", out])
      row(crunch, "plimsoll heap crunch", size, floor, aim?.crunch.map { held(crunch, $0, nil) })
      if let expected = input.expected { try check(input.path, expected) }
      for (peer, arguments) in [("hprof-slurp", ["-i", input.path]), ("hprof-analyzer", [input.path])] {
        if Figures.isInstalled(peer) { row(try Measured.best(of: 1, peer, peer, arguments), peer, size, floor, "") }
      }
      _ = try? Subprocess("rm", ["-f", out] + (dumps.isEmpty ? [input.path] : [])).run()
    }
    print("")
  }

  /// Writes a dump in a process of its own: what this one holds in memory would show in the peaks of the commands it starts, since a
  /// child has its parent's memory until it becomes another program.
  private static func make(_ megabytes: Int, _ path: String, _ bench: String) throws -> HeapWorkload.Expected {
    var text: [UInt8] = []
    let outcome = try Subprocess(bench, ["write-heap", "\(megabytes)", path]).run { text += $0 }
    let words = String(decoding: text, as: UTF8.self).split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
    guard outcome.succeeded, words.count == 2 else {
      throw BenchFailure("no dump of \(megabytes) MB: \(outcome.errorText)")
    }
    return HeapWorkload.Expected(objects: words[0], strings: words[1])
  }

  private func held(_ own: Measured, _ seconds: Double, _ megabytes: Int?) -> String {
    var parts = ["\(Figures.seconds(seconds)) \(own.wall <= seconds ? "met" : "missed")"]
    if let megabytes { parts.append("\(megabytes) MB \(own.memory <= megabytes * 1_000_000 ? "met" : "missed")") }
    return parts.joined(separator: ", ")
  }

  private func row(_ own: Measured, _ name: String, _ size: Int, _ floor: Measured, _ aim: String?) {
    print(
      "| \(name) | \(Figures.megabytes(size)) | \(Figures.seconds(own.processor)) | \(Figures.seconds(own.wall)) "
        + "| \(Figures.megabytes(own.memory)) | \(Int(Double(size) / max(own.processor, 0.001) / 1e6)) MB/s "
        + "| \(Figures.ratio(own.processor / max(floor.processor, 0.001))) | \(aim ?? "") |")
  }

  private func check(_ path: String, _ expected: HeapWorkload.Expected) throws {
    var text: [UInt8] = []
    let outcome = try Subprocess(plimsoll, ["heap", "summary", "--json", "--classes", "0", path]).run { text += $0 }
    let json = String(decoding: text, as: UTF8.self)
    guard outcome.succeeded, json.contains("\"objects\": \(expected.objects),"),
      json.contains("\"count\": \(expected.strings),")
    else {
      throw BenchFailure(
        "\(path): not the \(expected.objects) objects and \(expected.strings) strings that were written")
    }
  }

  /// Reads a mapped file, eight bytes a step: what no program that looks at every byte can beat on one core.
  static func floor(_ path: String) throws {
    let file = try MappedFile(path: path)
    var sum: UInt64 = 0
    file.withUnsafeBytes { bytes in
      var at = 0
      while at + 8 <= bytes.count {
        sum &+= bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        at += 8
        if at & ((1 << 24) - 1) == 0 { file.discard(at - (1 << 24)..<at) }
      }
    }
    print(sum)
  }
}
