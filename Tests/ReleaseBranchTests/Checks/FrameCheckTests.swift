import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct FrameCheckTests {
  let sandbox = Sandbox()

  @Test("a file that a later ticket renamed is still the one that the ticket touched", arguments: [1, 3])
  func renamed(count: Int) throws {
    let repository = try sandbox.repository {
      let names = (0..<count).map { "d/f\($0)" }
      var files: [String: FixtureFile] = ["side": "1\n"]
      for (index, name) in names.enumerated() { files[name] = .text("\(index)\n" + lines(30)) }
      try $0.begin(files)
      try $0.ticket("BFG-1_a", [names[0]: .text("0\n" + lines(30, [10: "one"]))])
      try $0.ticket("BFG-2_b", ["side": "2\n"])
      try $0.ticket(
        "BFG-3_c", [:], renaming: Dictionary(uniqueKeysWithValues: names.map { ($0, "e/\($0.dropFirst(2))") }))
      for name in ["BFG-2_b", "BFG-1_a", "BFG-3_c"] { try $0.merge(name, into: "release") }
    }
    let release = try repository.release()
    for ticket in ["BFG-1", "BFG-2"] { try release.drop([ticket]).expectSound() }
    #expect(try release.texts(of: release.drop(["BFG-1"]))["e/f0"] == "0\n" + lines(30))
    let touched = try TouchedPaths(repository: release.scratch, rebuild: release.drop(["BFG-1"])).byDropped()
    #expect(touched.map(\.description).sorted() == ["d/f0", "e/f0"])
  }
}
