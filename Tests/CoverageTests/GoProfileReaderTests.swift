import Coverage
import Testing

@Suite struct GoProfileReaderTests {
  @Test func `blocks give statements and lines`() throws {
    let report = try read("mode: count\nm/a.go:3.19,5.11 1 2\nm/a.go:5.11,7.1 3 0\n")
    #expect(report.totals.statements == CoverageRatio(1, of: 4))
    // A block that ends in the first column does not touch that line.
    #expect(try report.only().counts == [3: 2, 4: 2, 5: 2, 6: 0])
  }

  @Test func `a block that comes again counts once, with all its runs`() throws {
    let text = "mode: atomic\na.go:1.1,2.2 4 3\na.go:1.1,2.2 4 0\nmode: atomic\na.go:1.1,2.2 4 5\n"
    let report = try read(text)
    #expect(report.totals.statements == CoverageRatio(4, of: 4))
    #expect(try report.only().counts == [1: 8, 2: 8])
    #expect(try merge([text, text + "\n"]).only().counts == [1: 16, 2: 16])
  }

  @Test func `in mode set counts are truth values`() throws {
    let text = "mode: set\na.go:1.1,2.2 4 1\na.go:1.1,2.2 4 1\n"
    let file = try merge([text, text + "\n"]).only()
    #expect(file.isBoolean)
    #expect(file.counts == [1: 1, 2: 1])
    #expect(file.blocks.map(\.count) == [1])
  }

  @Test func `set and count together are set, and that is told`() throws {
    let report = try read("mode: set\na.go:1.1,2.2 4 1\nmode: count\na.go:1.1,2.2 4 7\n")
    #expect(try report.only().isBoolean)
    #expect(try report.only().counts == [1: 1, 2: 1])
    #expect(report.warnings.count == 1)
  }

  @Test(arguments: [
    ("C:\\m\\a.go", "C:/m/a.go"), ("./x.go", "x.go"), ("m/a b, c:d.go", "m/a b, c:d.go"),
    ("m/v1.2,3.go", "m/v1.2,3.go"),
  ])
  func `the path ends at the last colon`(_ raw: String, _ path: String) throws {
    #expect(try read("mode: set\r\n\(raw):1.1,2.2 1 1\r\n").only().path == path)
  }

  @Test(arguments: [
    "a.go:1.1,2.2 1", "a.go:1.1 1 1", "a.go 1 1", ":1.1,2.2 1 1", "a.go:0.1,2.2 1 1", "a.go:3.1,2.2 1 1",
    "a.go:1.1,2.2 1 -1",
    "a.go:1.1,2.2 1 1 x", "a.go:1.1,2147483000.2 1 1", "mode: sometimes", "a.go:1.x,2.2 1 1",
  ])
  func `damage is an error with its line, or passed over`(_ line: String) throws {
    let text = "mode: count\nb.go:1.1,1.2 1 1\n\(line)\n"
    let error = failure(text)
    #expect(error?.line == 3)
    guard case .malformed = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try read(text, keepGoing: true).files.map(\.path) == ["b.go"])
  }

  @Test func `a block that changes its number of statements is damage`() throws {
    #expect(failure("mode: count\na.go:1.1,2.2 4 3\na.go:1.1,2.2 5 0\n")?.line == 3)
    let error = #expect(throws: CoverageError.self) {
      try merge(["mode: count\na.go:1.1,2.2 4 3\n", "mode: count\na.go:1.1,2.2 5 3\n"])
    }
    guard case .inconsistent = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `counts are never more than they can be`() throws {
    let text = "mode: count\na.go:1.1,1.2 1 18446744073709551615\n"
    #expect(try merge([text, text + "\n"]).only().counts == [1: .max])
  }
}
