// One pass over an archive of symbols by several workers: what they read and what they could not, put together so that neither
// their number nor their order shows.

internal import Synchronization
internal import SystemKit

/// The shared state of a pass.
final class SymbolPass: Sendable {
  private struct State {
    var summary = SymbolSummary()
    var failures: [(name: String, reason: String)] = []
    var claimed = 0
  }

  private let state = Mutex(State())
  private let totalLimit: Int

  init(totalLimit: Int) { self.totalLimit = totalLimit }

  /// Counts what entries will inflate to; false when that is beyond the bound, and then nothing more is read.
  @discardableResult
  func claim(_ entries: [ZipArchive.Entry]) -> Bool {
    state.withLock { state in
      for entry in entries { state.claimed = min(Int.max / 2, state.claimed) + min(Int.max / 2, entry.size) }
      return state.claimed <= totalLimit
    }
  }

  private var isWithinBounds: Bool { state.withLock { $0.claimed <= totalLimit } }

  /// Reads an entry: a dex or class file, or, where `mayNest`, an archive with such files in it.
  func read(
    _ entry: ZipArchive.Entry, of archive: ZipArchive, mayNest: Bool, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    guard let kind = EntryKind(entry), isWithinBounds else { return }
    let name = "\(archive.file.path)!\(entry.name)"
    do throws(SystemError) {
      if kind == .archive {
        guard mayNest else { return }
        let bytes = try archive.contents(of: entry, limit: SymbolArchive.entryLimit)
        try readNested(InputFile(name: name, bytes: bytes), body)
      } else {
        try archive.withContents(of: entry, limit: SymbolArchive.entryLimit) { read($0, as: kind, name: name, body) }
      }
    } catch {
      fail(name, error.description)
    }
  }

  private func readNested(_ file: InputFile, _ body: (UnsafeRawBufferPointer) -> Void) throws(SystemError) {
    let archive = try ZipArchive(file)
    let entries = archive.entries.filter { EntryKind($0).map { $0 != .archive } ?? false }
    guard claim(entries) else { return }
    state.withLock { $0.summary.nestedArchives += 1 }
    for entry in entries { read(entry, of: archive, mayNest: false, body) }
  }

  /// Reads a dex or class file.
  func read(
    _ bytes: UnsafeRawBufferPointer, as kind: EntryKind, name: String, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    do throws(HeapDumpError) {
      if kind == .dex {
        let count = try DexFile.forEachCandidate(in: bytes, name: name, body)
        state.withLock {
          $0.summary.dexFiles += 1; $0.summary.strings += count
        }
      } else {
        let count = try ClassFile.forEachCandidate(in: bytes, name: name, body)
        state.withLock {
          $0.summary.classFiles += 1; $0.summary.strings += count
        }
      }
    } catch {
      fail(name, error.description)
    }
  }

  private func fail(_ name: String, _ reason: String) { state.withLock { $0.failures.append((name, reason)) } }

  /// What was read.
  ///
  /// - Throws: `HeapDumpError.Kind.badCompanion` when nothing was, or more than the bound was there.
  func finish(_ path: String) throws(HeapDumpError) -> SymbolSummary {
    let (summary, failures, claimed) = state.withLock { ($0.summary, $0.failures, $0.claimed) }
    guard claimed <= totalLimit else {
      throw HeapDumpError(.badCompanion("\(path): inflates to more than \(totalLimit >> 30) GiB"))
    }
    let sorted = failures.sorted { ($0.name, $0.reason) < ($1.name, $1.reason) }
    if summary.dexFiles + summary.classFiles + summary.nestedArchives == 0, let first = sorted.first {
      throw HeapDumpError(.badCompanion(first.reason))
    }
    var result = summary
    result.warnings = sorted.prefix(SymbolArchive.warningLimit).map(\.reason)
    result.warningCount = sorted.count
    return result
  }
}
