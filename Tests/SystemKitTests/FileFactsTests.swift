import SystemKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct FileFactsTests {
  let sandbox = Sandbox()

  @Test func `size and time are those of the file`() throws {
    let path = try sandbox.write("f", "12345")
    sandbox.touch("f", seconds: 1_700_000_000)
    #expect(FileFacts.size(path) == 5)
    #expect(FileFacts.modified(path) == Timestamp(seconds: 1_700_000_000))
    #expect(FileFacts.size(sandbox.folder) == nil)
    #expect(FileFacts.size(sandbox.path("no")) == nil)
    #expect(FileFacts.modified(sandbox.path("no")) == nil)
  }

  @Test func `files are the same when their bytes are`() throws {
    let one = try sandbox.write("one", "abc")
    #expect(FileFacts.areSame(one, try sandbox.write("two", "abc")))
    #expect(!FileFacts.areSame(one, try sandbox.write("three", "abd")))
    #expect(!FileFacts.areSame(one, try sandbox.write("four", "abcd")))
    #expect(FileFacts.areSame(try sandbox.write("five", ""), try sandbox.write("six", "")))
    #expect(!FileFacts.areSame(one, sandbox.path("no")))
  }

  @Test func `links are resolved where there is something`() throws {
    let real = try sandbox.write("real/f", "x")
    symlink("real", sandbox.path("link"))
    #expect(FileFacts.realPath(sandbox.path("link/f")) == real)
    #expect(FileFacts.realPath(sandbox.path("no")) == sandbox.path("no"))
  }
}
