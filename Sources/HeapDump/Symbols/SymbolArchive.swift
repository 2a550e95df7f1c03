// Where names come from that a BMD dump only has hashes of: the app that was dumped. Opened by content, whatever the name says:
// an archive (.apk, .aab, .jar, .war, .aar) with dex and class files in it and in the archives it holds, one level deep; a dex
// file; a class file. Candidates are streamed, never gathered: an app has a million of them.
//
// Entries are taken by both cores, and in no fixed order. Memory: for each worker one entry inflated (at most 512 MiB), and the
// archive it lies in where that is itself an entry; stored entries, which is how Android keeps dex files, are read in place.

internal import Synchronization
public import SystemKit

/// What was read of an archive of symbols.
public struct SymbolSummary: Sendable, Equatable {
  /// How many dex files were read.
  public var dexFiles = 0
  /// How many class files were read.
  public var classFiles = 0
  /// How many archives inside of the archive were read.
  public var nestedArchives = 0
  /// How many strings their tables have; names are tried in several spellings each.
  public var strings = 0
  /// Entries that could not be read, the first ones in the order of their names.
  public var warnings: [String] = []
  /// How many entries could not be read.
  public var warningCount = 0
}

/// A source of the strings that an app's code has.
///
///     let archive = try SymbolArchive(path: "app.apk")
///     try archive.forEachCandidate { worker, utf8 in … }
public struct SymbolArchive: Sendable {
  /// What the content is.
  public enum Kind: Sendable {
    /// A zip archive with dex or class files in it.
    case archive
    /// One dex file, or a container of several.
    case dex
    /// One class file.
    case classFile
  }

  /// What the content is.
  public let kind: Kind
  private let file: InputFile
  private let archive: ZipArchive?

  /// The most that one entry may inflate to.
  static let entryLimit = 512 << 20
  /// The most that all entries together may inflate to.
  static let totalLimit = 16 << 30
  /// So many entries that cannot be read are named.
  static let warningLimit = 20

  /// Opens a file.
  ///
  /// - Throws: `HeapDumpError.Kind.badCompanion` when it cannot be read or is none of the known kinds.
  public init(path: String) throws(HeapDumpError) {
    do throws(SystemError) { try self.init(opened: InputFile(path: path)) } catch {
      throw HeapDumpError(.badCompanion(error.description))
    }
    try check()
  }

  /// Opens what is in memory or was opened already.
  ///
  /// - Throws: as `init(path:)`.
  public init(_ file: InputFile) throws(HeapDumpError) {
    do throws(SystemError) { try self.init(opened: file) } catch {
      throw HeapDumpError(.badCompanion(error.description))
    }
    try check()
  }

  private init(opened file: InputFile) throws(SystemError) {
    self.file = file
    let found: Kind = file.withUnsafeBytes { bytes in
      DexFile.recognises(bytes) ? .dex : ClassFile.recognises(bytes) ? .classFile : .archive
    }
    kind = found
    archive = found == .archive && file.withUnsafeBytes(Self.mayBeArchive) ? try ZipArchive(file) : nil
  }

  /// Archives may stand behind a prefix (a module of the JDK, .jmod, behind four bytes), so one that does not begin as an archive
  /// is looked for at the end.
  private static func mayBeArchive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if ZipArchive.recognises(bytes) { return true }
    let tail = UnsafeRawBufferPointer(rebasing: bytes.suffix(22))
    return tail.count == 22 && tail.starts(with: [0x50, 0x4B, 5, 6])
  }

  private func check() throws(HeapDumpError) {
    guard kind == .archive else { return }
    guard let archive else {
      throw HeapDumpError(
        .badCompanion("\(file.path): no source of names (expected an .apk, .aab, .jar, .dex or .class file)"))
    }
    guard archive.entries.contains(where: { EntryKind($0) != nil }) else {
      throw HeapDumpError(
        .badCompanion(
          "\(file.path): the archive holds no .dex, .class or .jar file among \(archive.entries.count) entries"))
    }
  }

  /// Calls `body` with each candidate in standard UTF-8, and with the number of the worker (below `workers`) that calls.
  ///
  /// Candidates repeat, and come in no fixed order. The bytes are valid during the call.
  ///
  /// - Returns: what was read. An entry that is damaged is passed over and named there.
  /// - Throws: `HeapDumpError.Kind.badCompanion` when nothing could be read, or when it inflates beyond all bounds.
  /// - Complexity: O(inflated size).
  @discardableResult
  public func forEachCandidate(
    workers: Int = Parallel.workerCount, _ body: @Sendable (_ worker: Int, _ utf8: UnsafeRawBufferPointer) -> Void
  ) throws(HeapDumpError) -> SymbolSummary {
    let pass = SymbolPass(totalLimit: Self.totalLimit)
    if let archive {
      // The large ones first, so that no worker is left with one at the end.
      let entries = archive.entries.filter { EntryKind($0) != nil }.sorted { $0.size > $1.size }
      pass.claim(entries)
      Parallel.forEach(count: entries.count, workers: workers) { worker, index in
        pass.read(entries[index], of: archive, mayNest: true) { body(worker, $0) }
      }
    } else {
      file.withUnsafeBytes { pass.read($0, as: kind == .dex ? .dex : .classFile, name: file.path) { body(0, $0) } }
    }
    return try pass.finish(file.path)
  }
}

/// What an entry of an archive is, as its name says; the content must agree.
enum EntryKind {
  case dex
  case classFile
  case archive

  private static let suffixes: [(String, EntryKind)] = [
    (".class", .classFile), (".dex", .dex), (".jar", .archive), (".war", .archive), (".aar", .archive),
    (".apk", .archive),
    (".aab", .archive), (".zip", .archive),
  ]

  init?(_ entry: ZipArchive.Entry) {
    guard let known = Self.suffixes.first(where: { entry.name.hasSuffix($0.0) }) else { return nil }
    self = known.1
  }
}
