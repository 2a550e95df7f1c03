import SystemKit
import TestSupport
import Testing

@Suite struct ScratchFolderTests {
  let sandbox = Sandbox()

  @Test func `a folder is there as long as its value`() throws {
    var path = ""
    do {
      let folder = try ScratchFolder()
      path = folder.path
      #expect(AtomicFile.isFolder(path) && path.hasPrefix("/"))
      #expect(try Subprocess("stat", ["-c", "%a", path]).run().text == "700")
      try AtomicFile.makeFolder(path + "/a/b/c")
      try AtomicFile.write([1], to: path + "/a/b/c/file")
      try AtomicFile.write([1], to: path + "/.hidden")
      #expect(try ScratchFolder().path != path)
    }
    #expect(!AtomicFile.exists(path))
  }

  @Test func `links in it are removed and not followed`() throws {
    let outside = try sandbox.write("outside/file", "stays\n")
    do {
      let folder = try ScratchFolder()
      #expect(try Subprocess("ln", ["-s", sandbox.path("outside"), folder.path + "/link"]).run().succeeded)
      #expect(try Subprocess("ln", ["-s", "/no/such/place", folder.path + "/broken"]).run().succeeded)
    }
    #expect(AtomicFile.exists(outside))
  }

  @Test func `files that are read-only go too`() throws {
    var path = ""
    do {
      let folder = try ScratchFolder()
      path = folder.path
      try AtomicFile.write([1], to: path + "/file")
      #expect(try Subprocess("chmod", ["444", path + "/file"]).run().succeeded)
    }
    #expect(!AtomicFile.exists(path))
  }
}
