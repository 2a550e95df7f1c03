import SystemKit
import TestSupport
import Testing

@testable import Survey

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct RepositoryTests {
  let project = Project()
  let committed: Int64 = 1_790_000_000
  private var sandbox: Sandbox { project.sandbox }

  @Test func `the commit is told`() throws {
    try project.commit(["Sources/a.swift": "1", "dir/ä \"q\"\n.txt": "2"], at: committed)
    let repository = try #require(Repository(around: sandbox.path("Sources")))
    #expect(repository.top == sandbox.folder)
    #expect(repository.commit.id.count == 40)
    #expect(repository.commit.subject == "Change things")
    #expect(repository.commit.committedAt == Timestamp(seconds: committed))
    #expect(repository.commit.branch == "main")
    #expect(!repository.commit.isDirty)
    #expect(repository.trackedFiles.sorted() == ["Sources/a.swift", "dir/ä \"q\"\n.txt"])
    try sandbox.git("checkout", "-q", "--detach")
    #expect(Repository(around: sandbox.folder)?.commit.branch == nil)
  }

  @Test func `no repository, no commit, no work tree and no git are none`() throws {
    #expect(Repository(around: sandbox.folder) == nil)
    try sandbox.git("init", "-q", "empty")
    #expect(Repository(around: sandbox.path("empty")) == nil)
    try sandbox.git("init", "-q", "--bare", "bare.git")
    #expect(Repository(around: sandbox.path("bare.git")) == nil)
    #expect(Repository(around: sandbox.path("missing")) == nil)
  }

  @Test func `sources of a fresh clone are as old as the commit, not as the clone`() throws {
    let origin = Project()
    try origin.commit(at: committed)
    try sandbox.git("clone", "-q", origin.sandbox.folder, "clone")
    let repository = try #require(Repository(around: sandbox.path("clone")))
    #expect(repository.sourcesChanged(patterns: nil, except: []) == Timestamp(seconds: committed))
  }

  @Test func `a file that differs from the commit is as old as it is`() throws {
    try project.commit(["a": "1", "b": "1"], at: committed)
    try sandbox.write("b", "2")
    sandbox.touch("b", seconds: committed + 500)
    let repository = try #require(Repository(around: sandbox.folder))
    #expect(repository.commit.isDirty)
    #expect(repository.sourcesChanged(patterns: nil, except: []) == Timestamp(seconds: committed + 500))
    #expect(repository.sourcesChanged(patterns: ["a"], except: []) == Timestamp(seconds: committed - 100))
    #expect(repository.sourcesChanged(patterns: nil, except: ["b"]) == Timestamp(seconds: committed - 100))
    #expect(repository.sourcesChanged(patterns: ["none"], except: []) == nil)
    #expect(!repository.hasSources(["none"]))
    #expect(repository.hasSources(["a"]))
  }

  @Test func `a file that was deleted was changed when its folder was`() throws {
    try project.commit(["src/deep/a": "1", "src/b": "1"], at: committed)
    _ = try sandbox.run("rm", ["src/deep/a"])
    sandbox.touch("src/deep", seconds: committed + 700)
    let one = try #require(Repository(around: sandbox.folder))
    #expect(one.sourcesChanged(patterns: nil, except: []) == Timestamp(seconds: committed + 700))
    _ = try sandbox.run("rm", ["-r", "src/deep"])
    sandbox.touch("src", seconds: committed + 900)
    let two = try #require(Repository(around: sandbox.folder))
    #expect(two.sourcesChanged(patterns: nil, except: []) == Timestamp(seconds: committed + 900))
  }

  @Test func `a file that was taken out of the index was changed when its folder was`() throws {
    try project.commit(["src/a.c": "1", "src/b.c": "2"], at: committed)
    try sandbox.git("rm", "-q", "src/a.c")
    sandbox.touch("src", seconds: committed + 700)
    let repository = try #require(Repository(around: sandbox.folder))
    #expect(repository.sourcesChanged(patterns: nil, except: []) == Timestamp(seconds: committed + 700))
  }

  @Test func `a new file of a kind that its folder holds is a source; a log beside it is none`() throws {
    try project.commit(["src/a.c": "1", "readme.md": "2"], at: committed)
    try sandbox.write("src/b.c", "new")
    sandbox.touch("src/b.c", seconds: committed + 800)
    try sandbox.write("src/build.log", "later")
    try sandbox.write("notes/c.c", "elsewhere")
    let repository = try #require(Repository(around: sandbox.folder))
    #expect(repository.sourcesChanged(patterns: nil, except: []) == Timestamp(seconds: committed + 800))
    #expect(repository.sourcesChanged(patterns: nil, except: ["src/b.c"])! < Timestamp(seconds: committed + 800))
    sandbox.touch("notes/c.c", seconds: committed + 900)
    #expect(repository.sourcesChanged(patterns: ["notes/**"], except: []) == Timestamp(seconds: committed + 900))
  }

  @Test func `files of a submodule count as the repository's`() throws {
    let library = Project()
    try library.commit(["lib.swift": "1", "Fixtures/junit.xml": "<testsuites/>"], at: committed)
    try project.commit(at: committed)
    let added = try sandbox.git("-c", "protocol.file.allow=always", "submodule", "add", library.sandbox.folder, "Lib")
    #expect(added.status == 0, "\(added.errors)")
    try sandbox.git("commit", "-q", "-m", "Add", at: committed)
    let clean = try #require(Repository(around: sandbox.folder))
    #expect(clean.trackedFiles.contains("Lib/Fixtures/junit.xml"))
    #expect(clean.sourcesChanged(patterns: ["Lib/**"], except: []) == Timestamp(seconds: committed))
    try sandbox.write("Lib/lib.swift", "2")
    sandbox.touch("Lib/lib.swift", seconds: committed + 2_000_000_0)
    let dirty = try #require(Repository(around: sandbox.folder))
    #expect(
      dirty.sourcesChanged(patterns: ["Lib/lib.swift"], except: []) == Timestamp(seconds: committed + 2_000_000_0))
  }

  @Test func `a repository that git does not tell of is not taken for none`() throws {
    try sandbox.write(".git", "gitdir: /nowhere\n")
    guard case .silent(let words) = Repository.look(around: sandbox.folder) else {
      Issue.record("not silent")
      return
    }
    #expect(words.contains("not a git repository"))
  }

  @Test func `git's variables of the caller do not lead astray`() async throws {
    try project.commit(at: committed)
    let other = Project()
    try other.commit(["x": "1"], at: committed)
    let folder = sandbox.folder
    try sandbox.write("folder", folder)
    setenv("PLIMSOLL_TEST_FOLDER", folder, 1)
    setenv("PLIMSOLL_TEST_OTHER", other.sandbox.path(".git"), 1)
    await #expect(processExitsWith: .success) {
      setenv("GIT_DIR", Environment["PLIMSOLL_TEST_OTHER"] ?? "", 1)
      setenv("GIT_INDEX_FILE", "/nowhere", 1)
      let repository = Repository(around: Environment["PLIMSOLL_TEST_FOLDER"] ?? "")
      exit(repository?.trackedFiles == ["Sources/a.swift"] ? 0 : 1)
    }
  }
}
