import SystemKit
import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct MergeAttributesTests {
  let sandbox = Sandbox()

  private static let table: [(text: String, expected: String, drivers: Set<String>)] = [
    ("*.txt text\n", "*.txt text\n", []),
    ("*.bin filter=lfs merge=lfs -text\n", "*.bin filter=lfs -merge -text\n", ["lfs"]),
    ("a merge=union\nb merge=text\nc merge=binary\n", "a merge=union\nb merge=text\nc merge=binary\n", []),
    ("a -merge\nb !merge\nc merge\n", "a -merge\nb !merge\nc merge\n", []),
    ("# merge=x\n\n  *.c  merge=ours\t eol=lf\r\n", "*.c -merge eol=lf\n", ["ours"]),
    ("\"a b\" merge=x\n", "\"a b\" -merge\n", ["x"]), ("\"a\\\" b\" merge=x\n", "\"a\\\" b\" -merge\n", ["x"]),
    ("* conflict-marker-size=9\n", "*\n", []), ("[attr]mine merge=mine\n", "[attr]mine -merge\n", ["mine"]),
    ("a merge=known\n", "a merge=known\n", ["known"]), ("a merge=y", "a -merge\n", ["y"]), ("", "", []),
  ]

  @Test("attribute lines as merges see them", arguments: table)
  func rewriting(text: String, expected: String, drivers: Set<String>) {
    let (output, found) = AttributeText.rewritten(Array(text.utf8), allowed: ["known"])
    #expect(String(decoding: output, as: UTF8.self) == expected)
    #expect(found == drivers)
  }

  @Test func `a merge of unions has both sides, in the new release as well`() throws {
    let repository = try sandbox.repository {
      try $0.begin([".gitattributes": "CHANGES merge=union\n", "CHANGES": "begin\n", "side": "1\n"])
      try $0.ticket("BFG-1_a", ["CHANGES": "begin\none\n"])
      try $0.ticket("BFG-2_b", ["CHANGES": "begin\ntwo\n"])
      try $0.ticket("BFG-3_c", ["side": "2\n"])
      try $0.merge("BFG-3_c", into: "release")
      try $0.merge("BFG-1_a", into: "release")
      // The fixture merges in a repository without a work tree's attributes.
      try $0.merge("BFG-2_b", into: "release", resolving: ["CHANGES": "begin\none\ntwo\n"])
    }
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-3"])
    rebuild.expectSound()
    #expect(try release.texts(of: rebuild)["CHANGES"] == "begin\none\ntwo\n")
    #expect(try release.texts(of: release.drop(["BFG-1"]))["CHANGES"] == "begin\ntwo\n")
  }

  /// A repository whose file has a merge driver that leaves a trace and keeps ours.
  private func withDriver() throws -> (RepositoryFixture, trace: String) {
    let trace = sandbox.path("trace")
    let repository = try sandbox.repository {
      try $0.begin([".gitattributes": "f merge=tracer\n", "f": file(20)])
      try $0.ticket("BFG-1_a", ["f": file(20, [2: "one"])])
      try $0.ticket("BFG-2_b", ["f": file(20, [9: "two"])])
      try $0.ticket("BFG-3_c", ["f": file(20, [16: "three"])])
      for name in ["BFG-3_c", "BFG-1_a", "BFG-2_b"] { try $0.merge(name, into: "release") }
    }
    try repository.git("config", "merge.tracer.driver", "echo %P >> '\(trace)'; git merge-file -q %A %O %B")
    try repository.git("config", "merge.tracer.name", "leaves a trace")
    return (repository, trace)
  }

  @Test func `a merge driver is no more than a name unless drivers are allowed`() throws {
    let (repository, trace) = try withDriver()
    let release = try repository.release()
    #expect(release.attributes == MergeAttributes(passedOver: ["tracer"], allowed: []))
    let rebuild = try release.drop(["BFG-3"])
    #expect(!AtomicFile.exists(trace))
    // Two versions and no driver: what was recorded holds for the same two, and they are others now.
    #expect(rebuild.openPaths == ["f"])
  }

  @Test func `an allowed merge driver is run`() throws {
    let (repository, trace) = try withDriver()
    let release = try repository.release { $0.allowDrivers = true }
    #expect(release.attributes == MergeAttributes(passedOver: [], allowed: ["tracer"]))
    let rebuild = try release.drop(["BFG-3"])
    rebuild.expectSound()
    #expect(AtomicFile.exists(trace))
    #expect(try release.texts(of: rebuild)["f"] == lines(20, [2: "one", 9: "two"]))
  }

  @Test func `neither what is checked out nor the user's settings have a say`() throws {
    let repository = try sandbox.repository {
      try $0.begin(["d/f": file(30), "d/g": "1\n", "d/h": "1\n", "side": "1\n"])
      try $0.ticket("BFG-1_a", ["d/f": file(30, [10: "one"])])
      try $0.ticket("BFG-2_b", ["d/f": file(30, [10: "two"])])
      try $0.ticket("BFG-3_c", ["side": "2\n"])
      try $0.ticket("BFG-4_d", [:], renaming: ["d/f": "e/f", "d/g": "e/g", "d/h": "e/h"])
      try $0.branch("odd", at: "main")
      try $0.commit("odd", [".gitattributes": "* merge=union\n* -merge\n"])
      try $0.merge("BFG-3_c", into: "release")
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release", resolving: ["d/f": file(30, [10: "both"])])
      try $0.merge("BFG-4_d", into: "release")
    }
    let plain = try repository.release()
    let trees = try ["BFG-1", "BFG-2", "BFG-3", "BFG-4"].map { try plain.scratch.commit(plain.drop([$0]).tip).tree }
    try repository.checkOut("odd")
    try sandbox.write("repository/.git/info/attributes", "* -merge\n")
    for (name, value) in [
      ("merge.conflictStyle", "zdiff3"), ("merge.directoryRenames", "true"), ("merge.renames", "false"),
      ("diff.renames", "false"), ("merge.renameLimit", "1"), ("core.attributesFile", sandbox.path("attributes")),
      ("diff.algorithm", "patience"), ("core.autocrlf", "true"), ("merge.renormalize", "true"),
    ] {
      try repository.git("config", name, value)
      try sandbox.write("attributes", "* merge=binary\n")
    }
    let release = try repository.release()
    for (ticket, tree) in zip(["BFG-1", "BFG-2", "BFG-3", "BFG-4"], trees) {
      let rebuild = try release.drop([ticket])
      rebuild.expectSound()
      #expect(try release.scratch.commit(rebuild.tip).tree == tree, "\(ticket)")
    }
  }
}
