import SystemKit
import Testing

struct PathNameTests {
  @Test(arguments: [
    ("a/b", "a", "b"), ("a", "", "a"), ("/a", "/", "a"), ("/", "/", ""), ("a/", "a", ""), ("", "", ""),
    ("a/\u{301}b", "a", "\u{301}b"),
  ])
  func `a path has a folder and a name`(path: String, folder: String, name: String) {
    #expect(PathName.split(path).folder == folder)
    #expect(PathName.split(path).name == name)
  }

  @Test(arguments: [
    ("a", "b", "a/b"), ("a/", "b", "a/b"), ("", "b", "b"), ("a", "", "a"), ("a", "/b", "/b"), ("a", "C:\\b", "C:\\b"),
    ("/", "b", "/b"), ("a", "c:b", "a/c:b"),
  ])
  func `paths are joined`(folder: String, path: String, joined: String) {
    #expect(PathName.join(folder, path) == joined)
  }

  @Test(arguments: [
    ("a/./b//c/", "a/b/c"), ("a/../b", "b"), ("../a", "../a"), ("a/../../b", "../b"), ("/../a", "/a"), ("/", "/"),
    ("", ""), (".", "."), ("a/..", "."), ("./a", "a"), ("C:\\src\\..\\a.cs", "C:/a.cs"), ("C:/src/a.cs", "C:/src/a.cs"),
    ("C:\\..\\a", "C:/a"), ("\\\\server\\share\\a", "//server/share/a"), ("src\\a.cs", "src/a.cs"),
    ("dir/a\\b.c", "dir/a\\b.c"), ("C:\\a/b\\c", "C:/a/b/c"), ("//a/b", "/a/b"), ("a/\u{301}b/..", "a"),
    ("..\\a", "../a"), ("/a/b/../../..", "/"),
  ])
  func `a path has one spelling`(path: String, normal: String) {
    #expect(PathName.normalised(path) == normal)
    // A share keeps both its slashes; in POSIX spelling two are one.
    #expect(PathName.normalised(normal) == normal || normal.hasPrefix("//"))
  }

  @Test(arguments: [
    ("/a", true), ("a", false), ("", false), ("C:\\a", true), ("C:/a", true), ("C:a", false), ("C:", false),
    ("\\\\s\\a", true), ("c", false), ("1:/a", false),
  ])
  func `roots are known`(path: String, isAbsolute: Bool) { #expect(PathName.isAbsolute(path) == isAbsolute) }

  @Test(
    arguments: [
      ("/a/b/c", "/a/b", "c"), ("/a/bc", "/a/b", nil), ("/a/b", "/a/b", nil), ("a/b", "", "a/b"), ("/a", "", nil),
      ("/a", "/", "a"), ("a", ".", "a"), ("/a/\u{301}b", "/a", "\u{301}b"), ("C:/a/b", "C:/a", "b"),
    ] as [(String, String, String?)])
  func `a path is seen from a folder`(path: String, folder: String, inside: String?) {
    #expect(PathName.relative(path, to: folder) == inside)
  }

  @Test func `the absolute spelling begins in the current folder`() {
    #expect(PathName.absolute("/a/../b") == "/b")
    #expect(PathName.absolute("x") == PathName.normalised(PathName.currentFolder + "/x"))
    #expect(PathName.absolute(".") == PathName.currentFolder)
  }
}
