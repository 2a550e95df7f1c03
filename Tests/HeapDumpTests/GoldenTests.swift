// Counts and shallow sizes against VisualVM's heap library: `golden/*.txt` lists what it says of each public dump.

import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct GoldenTests {
  static let names = [
    "leak_service_binder.hprof-conv.hprof", "leakcanary-leak_service_binder.hprof",
    "leakcanary-leak_service_binder_ignored.hprof", "pyhprof-example-java.hprof", "slurp-hprof-32.bin",
    "slurp-hprof-64.bin",
  ]

  struct Golden {
    var objects = 0
    var bytes = 0
    var classes: [UInt64: (name: String, count: Int, bytes: Int)] = [:]
    var retained: [(id: UInt64, shallow: Int, retained: Int)] = []

    init(_ path: String) throws {
      let text = try InputFile(path: path).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        func value(_ key: String) -> String {
          words.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) } ?? ""
        }
        switch words.first {
        case "objects":
          objects = Int(words[1])!
          bytes = Int(words[3])!
        case "class":
          classes[UInt64(value("id"), radix: 16)!] = (words[1], Int(value("count"))!, Int(value("bytes"))!)
        case "retained":
          retained.append((UInt64(value("id"), radix: 16)!, Int(value("shallow"))!, Int(value("retained"))!))
        default: break
        }
      }
    }
  }

  static func path(_ name: String) -> String? {
    guard let corpus = PackageFolder.corpus else { return nil }
    let plain = PathName.join(corpus, "heap/\(name)")
    return AtomicFile.exists(plain) ? plain : PathName.join(corpus, "heap/derived/\(name)")
  }

  @Test(
    "every class has the count and the size that VisualVM gives", .enabled(if: PackageFolder.corpus != nil),
    arguments: names)
  func classes(name: String) throws {
    let golden = try Golden(PathName.join(PackageFolder.corpus!, "heap/golden/\(name).txt"))
    let dump = try HeapDump(path: Self.path(name)!)
    #expect(dump.damage == [])
    let rows = dump.classCounts()
    #expect(rows.reduce(0) { $0 + $1.count } == golden.classes.values.reduce(0) { $0 + $1.count })
    #expect(!golden.classes.isEmpty)
    for row in rows {
      guard let expected = golden.classes[row.id] else {
        Issue.record("VisualVM has no class \(row)")
        continue
      }
      #expect(
        row.count == expected.count && row.bytes == expected.bytes && row.name == expected.name, "\(row) \(expected)")
    }
    #expect(rows.count == golden.classes.count)
  }

  @Test(
    "the largest objects retain what VisualVM says", .enabled(if: PackageFolder.corpus != nil), arguments: names)
  func retained(name: String) throws {
    let golden = try Golden(PathName.join(PackageFolder.corpus!, "heap/golden/\(name).txt"))
    let dump = try HeapDump(path: Self.path(name)!)
    let retention = try HeapRetention.make(dump, rule: .visualVM)
    #expect(golden.retained.count == 50)
    for expected in golden.retained {
      let number = retention.index.number(of: expected.id)
      try #require(number != ObjectIndex.absent)
      #expect(Int(retention.retained[Int(number)]) == expected.retained, "object \(String(expected.id, radix: 16))")
    }
    // No other object is larger than those listed. VisualVM cuts equal ones at the fiftieth place by its own order.
    let least = golden.retained.map(\.retained).min()!
    let larger = (0..<retention.index.count).count { Int(retention.retained[$0]) > least }
    #expect(larger == golden.retained.count { $0.retained > least })
  }
}
