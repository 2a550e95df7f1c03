import Synchronization
import Testing

@testable import SystemKit

struct ProgressTests {
  private final class Shown: Sendable {
    let texts = Mutex<[String]>([])
    func add(_ text: String) { texts.withLock { $0.append(text) } }
    var all: [String] { texts.withLock { $0 } }
  }

  @Test func `nothing is shown before a second, and what was shown is wiped`() async throws {
    let shown = Shown()
    let progress = Progress(
      "reading", total: 100, unit: .bytes, terminal: Terminal(isInteractive: true, hasColor: true), show: shown.add)
    for _ in 0..<10 { progress.advance(by: 1) }
    #expect(shown.all == [])
    try await Task.sleep(for: .milliseconds(1_050))
    progress.advance(by: 15)
    progress.advance(by: 25)
    progress.finish()
    progress.finish()
    // Two within a tenth of a second are one.
    #expect(shown.all.count == 2)
    #expect(shown.all.first?.hasPrefix("\r\u{1B}[Kreading 25 %  25 B of 100 B") == true)
    #expect(shown.all.last == "\r\u{1B}[K")
  }

  @Test func `nothing is shown off a terminal, or when the work was short`() async throws {
    let shown = Shown()
    let progress = Progress(
      "x", total: 2, unit: .items("files"), terminal: Terminal(isInteractive: false, hasColor: false), show: shown.add)
    try await Task.sleep(for: .milliseconds(1_050))
    progress.advance(by: 1)
    progress.finish()
    Progress("y", total: 1, unit: .bytes, terminal: Terminal(isInteractive: true, hasColor: false), show: shown.add)
      .finish()
    #expect(shown.all == [])
  }

  @Test(arguments: [
    (50, 100, 2.0, "50 %  50 files of 100 files  25 files/s  2 s left"),
    (1, 1_000, 1.0, "0 %  1 files of 1000 files  1 files/s  16 min 39 s left"),
    (1, 100_000, 1.0, "0 %  1 files of 100000 files  1 files/s  27 h 46 min left"),
    (0, 10, 5.0, "0 %  0 files of 10 files  0 files/s  0 s left"),
    (11, 10, 1.0, "100 %  11 files of 10 files  11 files/s  0 s left"),
    (0, 0, 1.0, "100 %  0 files of 0 files  0 files/s  0 s left"),
  ])
  func `the line tells share, rate and time left`(done: Int, total: Int, seconds: Double, line: String) {
    #expect(Progress.line("L", done: done, total: total, unit: .items("files"), seconds: seconds) == "L " + line)
  }

  @Test func `sizes beyond all reason do not trap`() {
    _ = Progress.line("L", done: 1, total: .max, unit: .bytes, seconds: 1e9)
    _ = Progress.line("L", done: .max, total: .max, unit: .bytes, seconds: 0)
  }

  @Test(
    arguments: [
      (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_049, "1.0 kB"), (1_050, "1.1 kB"), (999_949, "999.9 kB"),
      (999_950, "1.0 MB"), (1_500_000, "1.5 MB"), (2_000_000_000, "2.0 GB"), (3.25e12, "3.3 TB"), (-1_500, "-1.5 kB"),
    ] as [(Double, String)])
  func `sizes are written as people read them`(bytes: Double, text: String) { #expect(ByteCount.text(bytes) == text) }
}
