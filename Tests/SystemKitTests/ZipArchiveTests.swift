// Archives built in code, archives of other tools, and damaged ones.

import SystemKit
import TestSupport
import Testing

@Suite struct ZipArchiveTests {
  static func open(_ bytes: [UInt8]) throws -> ZipArchive { try ZipArchive(InputFile(name: "a.zip", bytes: bytes)) }
  static let long = String(repeating: "the same again, ", count: 5_000)

  static let sample: [ZipFixtureEntry] = [
    ZipFixtureEntry("stored.txt", "as it is", method: 0), ZipFixtureEntry("lib/deflated.txt", long),
    ZipFixtureEntry("descriptor", long).with { $0.hasDescriptor = true }, ZipFixtureEntry("folder/", "", method: 0),
    ZipFixtureEntry("wide", long).with { $0.isZip64 = true }, ZipFixtureEntry("näme", "", method: 8),
  ]

  static let containers: [(String, ZipFixture)] = {
    var commented = ZipFixture(sample)
    commented.comment = Array("PK\u{5}\u{6} is no end record here".utf8) + [UInt8](repeating: 7, count: 65_000)
    var prefixed = ZipFixture(sample)
    prefixed.prefix = Array("#!/bin/sh\nexec java -jar $0\n".utf8)
    var signed = ZipFixture(sample)
    signed.gap = [UInt8](repeating: 9, count: 4_096)
    var wide = ZipFixture(sample)
    wide.isZip64 = true
    var all = wide
    (all.comment, all.prefix, all.gap) = (commented.comment, prefixed.prefix, signed.gap)
    return [
      ("plain", ZipFixture(sample)), ("commented", commented), ("prefixed", prefixed), ("signed", signed),
      ("zip64", wide),
      ("all", all),
    ]
  }()

  @Test(arguments: containers.map(\.0)) func `entries and contents are those that were written`(name: String) throws {
    let fixture = Self.containers.first { $0.0 == name }!.1
    let archive = try Self.open(fixture.bytes)
    #expect(archive.entries.map(\.name) == Self.sample.map(\.name))
    for (entry, written) in zip(archive.entries, Self.sample) {
      #expect(try archive.contents(of: entry) == written.content, "\(entry.name)")
      #expect(archive.nameBytes(of: entry) == Array(written.name.utf8))
      #expect(entry.size == written.content.count)
      #expect(entry.isFolder == (written.name == "folder/"))
    }
    let records = fixture.isZip64 ? 56 + 20 : 0
    #expect(archive.directory.upperBound + records == archive.endRecordOffset)
    #expect(archive.endRecordOffset + 22 + fixture.comment.count == fixture.bytes.count)
  }

  @Test func `an empty archive has no entries`() throws {
    let bytes = ZipFixture([]).bytes
    #expect(bytes.count == 22)
    #expect(try Self.open(bytes).entries.isEmpty)
    #expect(bytes.withUnsafeBytes { ZipArchive.recognises($0) })
  }

  @Test func `bytes that were appended are passed over`() throws {
    #expect(try Self.open(ZipFixture(Self.sample).bytes + [1, 2, 3]).entries.count == 6)
  }

  // MARK: - What is refused

  static func failure(_ bytes: [UInt8], limit: Int = 10_000) -> String {
    do throws(SystemError) {
      let archive = try ZipArchive(InputFile(name: "a.zip", bytes: bytes))
      for entry in archive.entries { _ = try archive.contents(of: entry, limit: limit) }
      return "none"
    } catch { return error.description }
  }

  static let refused: [(ZipFixtureEntry, String)] = [
    (
      ZipFixtureEntry("a", "secret").with { $0.isEncrypted = true },
      "a.zip: 'a' in the zip archive is encrypted"
    ),
    (
      ZipFixtureEntry("a", "lzma", method: 14),
      "a.zip: 'a' in the zip archive is packed by method 14 (0 or 8 expected)"
    ),
    (
      ZipFixtureEntry("a", String(repeating: "0", count: 20_000)),
      "a.zip: 'a' in the zip archive is larger than 10000 bytes inflated"
    ),
    (
      ZipFixtureEntry("a", "text").with { $0.claimedChecksum = 1 },
      "a.zip: the zip archive is damaged at byte 0 ('a'): the checksum differs"
    ),
    (
      ZipFixtureEntry("a", "text", method: 0).with { $0.claimedSize = 5 },
      "a.zip: the zip archive is damaged at byte 0 ('a'): 4 bytes are stored, 5 expected"
    ),
    (
      ZipFixtureEntry("a", "text").with { $0.claimedSize = 3 },
      "a.zip: the zip archive is damaged at byte 0 ('a'): it inflates to 4 bytes, 3 expected"
    ),
    (
      ZipFixtureEntry("a", "text").with { $0.claimedSize = 9_000 },
      "a.zip: the zip archive is damaged at byte 0 ('a'): 6 bytes cannot inflate to 9000"
    ),
    (
      ZipFixtureEntry("a", "text").with { $0.localName = "b" },
      "a.zip: the zip archive is damaged at byte 0 ('a'): the local header names another entry"
    ),
  ]

  @Test(arguments: refused) func `an entry that cannot be read is named`(entry: ZipFixtureEntry, message: String) {
    #expect(Self.failure(ZipFixture([entry]).bytes) == message)
  }

  @Test func `entries that share their data are refused, as zip bombs do`() throws {
    var bytes = ZipFixture([ZipFixtureEntry("a", "text", method: 0), ZipFixtureEntry("b", "text", method: 0)]).bytes
    // The second central header's offset, at the end of the directory.
    let at = bytes.count - 22 - 5
    #expect(bytes[at] == 35)
    bytes[at] = 0
    #expect(Self.failure(bytes) == "a.zip: the zip archive is damaged at byte 0 ('b'): it overlaps 'a'")
  }

  @Test func `no archive, a cut one, and one that is split are told apart from good ones`() {
    let good = ZipFixture(Self.sample).bytes
    let missing = "it has no end record; it is cut short or no archive"
    for bytes in [[], Array("PK".utf8), Array(good.dropLast(1)), Array(good.prefix(100))] {
      #expect(Self.failure(bytes) == "a.zip: the zip archive is damaged at byte \(bytes.count): \(missing)")
    }
    var split = good
    split[good.count - 18] = 1
    #expect(Self.failure(split).hasSuffix("it is split over several files"))
    var many = good
    many[good.count - 12] = 0xF0
    #expect(Self.failure(many).contains("entries do not fit into"))
  }

  // MARK: - Other tools

  static func has(_ program: String) -> Bool {
    (try? Subprocess(program, ["-h"]).run()) != nil
  }

  @Test(.enabled(if: has("zip"), "zip is not installed")) func `archives of zip are read`() throws {
    let sandbox = Sandbox()
    for entry in Self.sample where !entry.name.hasSuffix("/") { try sandbox.write("in/\(entry.name)", entry.content) }
    try #require(try sandbox.run("zip", ["-qr", "-z", "out.zip", "in"], input: "a comment\n").status == 0)
    try #require(try sandbox.run("zip", ["-qr", "-fz", "wide.zip", "in"]).status == 0)
    for name in ["out.zip", "wide.zip"] { try check(sandbox.path(name), prefix: "in/") }
    // Encrypted by the tool itself.
    try #require(try sandbox.run("zip", ["-qr", "-P", "secret", "locked.zip", "in/stored.txt"]).status == 0)
    let locked = try ZipArchive(InputFile(path: sandbox.path("locked.zip")))
    #expect(
      throws: SystemError(.unsupportedZipEntry("in/stored.txt", reason: "is encrypted"), sandbox.path("locked.zip"))
    ) {
      try locked.contents(of: locked.entries[0])
    }
  }

  @Test(.enabled(if: has("python3"), "python3 is not installed")) func `archives of Python are read`() throws {
    let sandbox = Sandbox()
    for entry in Self.sample where !entry.name.hasSuffix("/") { try sandbox.write("in/\(entry.name)", entry.content) }
    try #require(try sandbox.run("python3", ["-m", "zipfile", "-c", "out.zip", "in"]).status == 0)
    try check(sandbox.path("out.zip"), prefix: "in/")
    // And Python reads what the fixture writes, so that the fixture is right.
    // Not those with an end record's mark in the comment: Python takes it for the record.
    for (name, fixture) in Self.containers where fixture.comment.isEmpty {
      try sandbox.write("\(name).zip", fixture.bytes)
      let result = try sandbox.run("python3", ["-m", "zipfile", "-t", "\(name).zip"])
      #expect(result.status == 0 && result.output.contains("Done testing"), "\(name): \(result.output)\(result.errors)")
    }
  }

  @Test(.enabled(if: has("jar"), "jar is not installed")) func `archives of jar are read`() throws {
    let sandbox = Sandbox()
    for entry in Self.sample where !entry.name.hasSuffix("/") { try sandbox.write("in/\(entry.name)", entry.content) }
    try #require(try sandbox.run("jar", ["cf", "out.jar", "in"]).status == 0)
    try check(sandbox.path("out.jar"), prefix: "in/")
  }

  private func check(_ path: String, prefix: String) throws {
    let archive = try ZipArchive(InputFile(path: path))
    for written in Self.sample where !written.name.hasSuffix("/") {
      let entry = try #require(archive.entries.first { $0.name == prefix + written.name }, "\(path): \(written.name)")
      #expect(try archive.contents(of: entry) == written.content)
    }
  }

  /// Python's reading of all archives below a folder: path, entries, and the sum of their checksums where all could be read.
  static let pythonListing = """
    import os, sys, zipfile
    for folder, _, names in sorted(os.walk(sys.argv[1])):
      for name in sorted(names):
        path = os.path.join(folder, name)
        if not name.endswith((".apk", ".jar", ".aab", ".ipa", ".zip")): continue
        try:
          with zipfile.ZipFile(path) as archive:
            for info in archive.infolist(): archive.read(info)
            print(path, len(archive.infolist()), sum(i.CRC for i in archive.infolist()), sep="\\t")
        except Exception: print(path, "-", "-", sep="\\t")
    """

  @Test(
    .enabled(if: PackageFolder.corpus != nil, "no public files: set PLIMSOLL_CORPUS or put them at ../shared/inputs"),
    .enabled(if: has("python3"), "python3 is not installed"))
  func `public archives are read as Python reads them`() throws {
    let sandbox = Sandbox()
    try sandbox.write("list.py", Self.pythonListing)
    let listing = try sandbox.run("python3", ["list.py", PackageFolder.corpus!], timeout: 300)
    try #require(listing.status == 0, "\(listing.errors)")
    var outcomes = (same: 0, refusedByBoth: 0)
    for line in listing.output.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      do throws(SystemError) {
        let archive = try ZipArchive(InputFile(path: fields[0]))
        for entry in archive.entries { _ = try archive.withContents(of: entry) { $0.count } }
        let sum = archive.entries.reduce(UInt64(0)) { $0 + UInt64($1.checksum) }
        if fields[1] == "-" {
          // Bytes between the directory and the end record: Python takes them for bytes before the archive.
          #expect(archive.directory.upperBound < archive.endRecordOffset, "\(fields[0])")
        } else {
          #expect([fields[0], "\(archive.entries.count)", "\(sum)"] == fields)
        }
        outcomes.same += 1
      } catch {
        #expect(fields[1] == "-", "\(error)")
        outcomes.refusedByBoth += 1
      }
    }
    print("public archives: \(outcomes.same) read alike, \(outcomes.refusedByBoth) refused by both")
    #expect(outcomes.same > 0)
  }

  // MARK: - Damage

  @Test func `a damaged archive gives contents or an error`() throws {
    let count = Environment["PLIMSOLL_FUZZ_COUNT"].flatMap(UInt64.init) ?? 2_000
    var small = Self.containers.map { $0.1 }
    for index in small.indices { small[index].comment = Array("comment".utf8) }
    let mutator = Mutator(seeds: small.map(\.bytes))
    var outcomes = (read: 0, refused: 0)
    for number in 0..<count {
      do throws(SystemError) {
        let archive = try ZipArchive(InputFile(name: "a.zip", bytes: mutator.variant(number)))
        for entry in archive.entries {
          let size = try archive.withContents(of: entry, limit: 1 << 24) { $0.count }
          #expect(size == entry.size)
        }
        outcomes.read += 1
      } catch {
        outcomes.refused += 1
        #expect(error.description.hasPrefix("a.zip: "))
      }
    }
    print("fuzz zip: \(outcomes.read) read, \(outcomes.refused) refused")
  }
}
