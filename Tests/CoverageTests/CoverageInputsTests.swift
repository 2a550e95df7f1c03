import SystemKit
import TestSupport
import Testing

@testable import Coverage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct CoverageInputsTests {
  static let lcov = section("a", "DA:1,1")

  private func make(_ folder: String, _ files: [String: String]) throws {
    for (name, text) in files {
      let parts = name.split(separator: "/")
      for count in 1..<max(1, parts.count) { mkdir(folder + "/" + parts[..<count].joined(separator: "/"), 0o755) }
      try AtomicFile.write(Array(text.utf8), to: folder + "/" + name)
    }
  }

  @Test func `an empty file of a usual name is told`() throws {
    try withTemporaryFolder { folder in
      try make(folder, ["lcov.info": "", "coverage.xml": "", "notes.txt": "", "real.info": Self.lcov])
      let found = try CoverageInputs.find([folder])
      #expect(found.paths == [folder + "/real.info"])
      #expect(found.passedOver.map(\.path) == [folder + "/coverage.xml", folder + "/lcov.info"])
      #expect(found.passedOver.allSatisfy { $0.reason.contains("empty") })
    }
  }

  @Test func `a folder without a report beside one that has some is told`() throws {
    try withTemporaryFolder { folder in
      try make(folder, ["one/a.info": Self.lcov, "two/readme": "x"])
      defer {
        for name in ["one", "two"] {
          unlink("\(folder)/\(name)/a.info"); unlink("\(folder)/\(name)/readme"); rmdir("\(folder)/\(name)")
        }
      }
      let found = try CoverageInputs.find([folder + "/one", folder + "/two"])
      #expect(found.paths == [folder + "/one/a.info"])
      #expect(found.passedOver.map(\.path) == [folder + "/two"])
      // Alone it is an error.
      #expect(throws: CoverageError.self) { try CoverageInputs.find([folder + "/two"]) }
    }
  }

  @Test(.enabled(if: getuid() != 0, "root reads everything"))
  func `a file that cannot be read is told`() throws {
    try withTemporaryFolder { folder in
      try make(folder, ["lcov.info": Self.lcov, "real.info": Self.lcov])
      chmod(folder + "/lcov.info", 0)
      let found = try CoverageInputs.find([folder])
      #expect(found.passedOver.map(\.path) == [folder + "/lcov.info"])
    }
  }

  // MARK: Copies

  @Test func `a copy is found among many files of its size, in any order`() throws {
    // 100 reports of one size, and a copy of the last.
    let texts = (0..<100).map { section("a", "DA:\(1000 + $0),1") }
    let report = try merge(texts + [texts[99]])
    #expect(report.warnings.count { if case .duplicateInput = $0.kind { true } else { false } } == 1)
    #expect(try report.only().lines.allSatisfy { $0.count == 1 })
  }

  private func setTime(_ path: String, _ seconds: Int) {
    var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    utimensat(AT_FDCWD, path, &times, 0)
  }

  static let builds = [section("a", "DA:1,1", "DA:2,1"), section("a", "DA:1,1", "DA:3,2")]

  private func newest(_ texts: [(String, Int)], workers: Int) throws -> [UInt32] {
    try withTemporaryFolder { folder in
      var paths: [String] = []
      for (index, (text, time)) in texts.enumerated() {
        paths.append("\(folder)/\(index)")
        try AtomicFile.write(Array(text.utf8), to: paths[index])
        setTime(paths[index], time)
      }
      var options = MergeOptions()
      options.onShapeConflict = .newest
      return try CoverageMerger(options: options, workers: workers).merge(paths).only().lines.map(\.line)
    }
  }

  @Test(arguments: [1, 3])
  func `newest is the file that was changed last, whatever the order`(_ workers: Int) throws {
    let (one, other) = (Self.builds[0], Self.builds[1])
    #expect(try newest([(one, 200), (other, 100)], workers: workers) == [1, 2])
    #expect(try newest([(other, 100), (one, 200)], workers: workers) == [1, 2])
    #expect(try newest([(one, 100), (other, 200)], workers: workers) == [1, 3])
    // At equal times the later argument is the newer one.
    #expect(try newest([(one, 100), (other, 100)], workers: workers) == [1, 3])
    // A copy that is not read again still says how new its content is.
    #expect(try newest([(one, 100), (other, 200), (one, 300)], workers: workers) == [1, 2])
  }
}
