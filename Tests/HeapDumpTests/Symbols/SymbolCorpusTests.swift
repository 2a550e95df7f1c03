// Public files: dex files as Python reads them, and the strings of a real dump found again in the Java that made it.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite(
  .enabled(if: PackageFolder.corpus != nil, "no public files: set PLIMSOLL_CORPUS or put them at ../shared/inputs"))
struct SymbolCorpusTests {
  /// Each dex file of each archive below a folder: archive, and in hexadecimal the strings in the order of the table.
  static let python = """
    import os, struct, sys, zipfile
    for folder, _, names in sorted(os.walk(sys.argv[1])):
      for name in sorted(names):
        if not name.endswith(".apk"): continue
        try:
          with zipfile.ZipFile(os.path.join(folder, name)) as archive:
            for entry in archive.namelist():
              if not entry.endswith(".dex"): continue
              data = archive.read(entry)
              count, start = struct.unpack_from("<II", data, 0x38)
              texts = []
              for place in struct.unpack_from(f"<{count}I", data, start):
                while data[place] & 0x80: place += 1
                texts.append(data[place + 1:data.index(0, place + 1)].hex())
              print(os.path.join(folder, name), entry, *texts, sep="\\t")
        except Exception: pass
    """

  @Test(.enabled(if: (try? Subprocess("python3", ["-h"]).run()) != nil, "python3 is not installed"))
  func `the strings of public dex files are those that Python finds`() throws {
    let sandbox = Sandbox()
    try sandbox.write("list.py", Self.python)
    let listing = try sandbox.run("python3", ["list.py", PackageFolder.corpus!], timeout: 300)
    try #require(listing.status == 0, "\(listing.errors)")
    var files = 0
    for line in listing.output.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      // One of them has an entry that does not fit into it: Python looks at entries one by one, here the archive is refused.
      guard let archive = try? ZipArchive(InputFile(path: fields[0])) else { continue }
      let bytes = try archive.contents(of: try #require(archive.entries.first { $0.name == fields[1] }))
      let found = try DexFileTests.read(bytes)
      #expect(found.count == fields.count - 2)
      let texts = Set(found.texts)
      for text in fields[2...] { #expect(texts.contains(Self.text(hexadecimal: text)), "\(fields[0]): \(text)") }
      files += 1
    }
    print("public dex files: \(files)")
    #expect(files > 50)
  }

  static func text(hexadecimal digits: String) -> String {
    var bytes: [UInt8] = []
    var rest = digits[...]
    while !rest.isEmpty {
      bytes.append(UInt8(rest.prefix(2), radix: 16)!)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static let dump = PackageFolder.corpus.map { PathName.join($0, "heap/derived/jdk17-jcmd-gz1.hprof.gz") }

  /// The module of the Java that is installed.
  static let module: String? = {
    guard let outcome = try? Subprocess("java", ["-XshowSettings:properties", "-version"]).run() else { return nil }
    let home = outcome.errorText.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      return words.count == 3 && words[0] == "java.home" ? String(words[2]) : nil
    }.first
    guard let home, outcome.errorText.contains("java.specification.version = 17") else { return nil }
    let path = PathName.join(home, "jmods/java.base.jmod")
    return AtomicFile.exists(path) ? path : nil
  }()

  // 2026-12, all modules of OpenJDK 17.0.15 in a release build: of 39,788 strings 38,259 came back, 363 were ambiguous, none was
  // wrong; 1.7 s of CPU.
  @Test(
    .enabled(if: dump.map { AtomicFile.exists($0) } ?? false, "no dump of a JDK 17"),
    .enabled(if: module != nil, "Java 17 with its modules is not installed"), .timeLimit(.minutes(5)))
  func `most names of a real dump are found again in the Java it was made with, and none wrongly`() throws {
    let texts = try Self.strings(InputFile(path: Self.dump!))
    try #require(texts.count > 30_000)
    var recovery = StringRecovery(
      texts.enumerated().map { number, text in
        WantedString(
          id: UInt64(number), hash: text.withUnsafeBytes { JavaStringHash.of($0) }, byteLength: text.count)
      })
    let summary = try recovery.search(SymbolArchive(path: Self.module!))
    #expect(summary.classFiles > 5_000)
    #expect(summary.warningCount == 0)
    var outcomes = (right: 0, wrong: 0)
    for (number, text) in texts.enumerated() {
      guard case .recovered(let found) = recovery.outcome(of: UInt64(number)) else { continue }
      if Array(found.utf8) == text { outcomes.right += 1 } else { outcomes.wrong += 1 }
    }
    let tally = recovery.tally
    print(
      "names of a real dump: \(outcomes.right) right, \(outcomes.wrong) wrong, \(tally.ambiguous) ambiguous, of \(texts.count)"
    )
    // By chance a text may have hash and length of another one.
    #expect(outcomes.wrong <= 3)
    #expect(outcomes.right > texts.count / 2)
  }

  /// The STRING records of an HPROF file, read here so that the dump's own reader is not what is tested.
  static func strings(_ file: InputFile) throws -> [[UInt8]] {
    try file.withUnsafeBytes { bytes in
      var reader = ByteReader(RawSpan(_unsafeBytes: bytes))
      while try reader.readByte() != 0 {}
      let idSize = Int(try reader.readBigEndian(UInt32.self))
      try reader.skip(8)
      var texts: [[UInt8]] = []
      while !reader.isAtEnd {
        let tag = try reader.readByte()
        try reader.skip(4)
        let size = Int(try reader.readBigEndian(UInt32.self))
        if tag == 1 {
          try reader.skip(idSize)
          texts.append(try reader.readSlice(size - idSize).withUnsafeBytes { Array($0) })
        } else {
          try reader.skip(size)
        }
      }
      return texts
    }
  }
}
