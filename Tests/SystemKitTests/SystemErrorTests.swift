import SystemKit
import Testing

struct SystemErrorTests {
  @Test(arguments: [
    (SystemError(.call("open", errno: 2), "f"), "f: no such file or directory (open)"),
    (SystemError(.isDirectory, "d"), "d: is a folder, a file is expected"),
    (
      SystemError(.damagedGzip(offset: 7, reason: "it is cut short"), "g"),
      "g: the gzip data is damaged at byte 7: it is cut short"
    ),
    (
      SystemError(.damagedZip(offset: 7, entry: "a/b", reason: "the checksum differs"), "z"),
      "z: the zip archive is damaged at byte 7 ('a/b'): the checksum differs"
    ),
    (
      SystemError(.damagedZip(offset: 7, entry: nil, reason: "no central header"), "z"),
      "z: the zip archive is damaged at byte 7: no central header"
    ),
    (SystemError(.unsupportedZipEntry("a", reason: "is encrypted"), "z"), "z: 'a' in the zip archive is encrypted"),
    (
      SystemError(.zipEntryTooLarge("a", limit: 9), "z"),
      "z: 'a' in the zip archive is larger than 9 bytes inflated"
    ),
    (
      SystemError(.tooLarge(limit: 9), "b"),
      "b: gives more than 9 bytes inflated or from a pipe; write it to a plain file first, which is mapped"
    ),
    (SystemError(.noSuchProgram, "git"), "git: no such program on the PATH"),
    (SystemError(.timedOut(seconds: 1.5), "p"), "p: did not end within 1.5 s and was ended"),
  ])
  func `an error says what is wrong with what`(error: SystemError, text: String) { #expect(error.description == text) }

  @Test func `missing and broken pipe are known by their numbers`() {
    #expect(SystemError(.call("open", errno: 2), "").isMissing)
    #expect(SystemError(.call("open", errno: 20), "").isMissing)
    #expect(!SystemError(.call("open", errno: 13), "").isMissing)
    #expect(!SystemError(.isDirectory, "").isMissing)
    #expect(SystemError(.call("write", errno: 32), "").isBrokenPipe)
    #expect(!SystemError(.noSuchProgram, "").isBrokenPipe)
  }
}
