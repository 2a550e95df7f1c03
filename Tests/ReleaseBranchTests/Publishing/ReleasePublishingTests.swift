import SystemKit
import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct ReleasePublishingTests {
  let sandbox = Sandbox()

  private func small(headers: [(name: String, value: String)] = []) throws -> RepositoryFixture {
    try sandbox.repository {
      try $0.begin(["a": "1\n", "b": "1\n", "c": "1\n"])
      try $0.ticket("BFG-1_a", ["a": "2\n"])
      try $0.ticket("BFG-2_b", ["b": "2\n"])
      try $0.ticket("BFG-3_c", ["c": "2\n"])
      try $0.merge("BFG-1_a", into: "release")
      try $0.merge("BFG-2_b", into: "release")
      try $0.merge("BFG-3_c", into: "release", author: "Grace <grace@example.org>", headers: headers)
    }
  }

  @Test func `nothing of the user's changes but one new branch and its report`() throws {
    let repository = try small()
    try repository.checkOut("release")
    try sandbox.write("repository/a", "not committed\n")
    try sandbox.write("repository/untracked", "x\n")
    try repository.git("stash", "list")
    let index = try InputFile(path: repository.gitFolder + "/index").withUnsafeBytes { Digest.sha256($0) }
    let status = try repository.git("status", "--porcelain").output
    let refs = try repository.git("for-each-ref").output
    let indexNow = try InputFile(path: repository.gitFolder + "/index").withUnsafeBytes { Digest.sha256($0) }
    #expect(index == indexNow)
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    #expect(try repository.git("count-objects").output == repository.git("count-objects").output)
    #expect(
      try repository.git("cat-file", "-e", rebuild.tip.hex).status != 0, "nothing is there before it is published")
    let name = try release.publish(rebuild)
    #expect(name == "release_r1")
    #expect(try InputFile(path: repository.gitFolder + "/index").withUnsafeBytes { Digest.sha256($0) } == index)
    #expect(try repository.git("status", "--porcelain").output == status)
    #expect(try sandbox.read("repository/a") == "not committed\n")
    let added = try repository.git("for-each-ref").output.split(separator: "\n").filter { !refs.contains($0) }
    #expect(
      added.map { $0.split(separator: "\t").last } == ["refs/heads/release_r1", "refs/plimsoll/rebuilds/release_r1"])
    #expect(try repository.faults() == "")
    #expect(try repository.git("show", "refs/plimsoll/rebuilds/release_r1:report.json").output == "{}")
    #expect(try repository.git("symbolic-ref", "HEAD").output == "refs/heads/release\n")
    // A rebuilt release that is rebuilt is r2, not r1_r1.
    let again = try repository.release("release_r1")
    #expect(try again.publish(again.drop(["BFG-2"])) == "release_r2")
    #expect(try repository.texts("release_r2") == ["a": "1\n", "b": "1\n", "c": "2\n"])
  }

  @Test func `a branch that is there already stays, and nothing is named`() throws {
    let repository = try small()
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    let before = try repository.git("for-each-ref").output
    for name in ["BFG-1_a", "main", "release"] {
      #expect(throws: ReleaseError.self) { try release.publish(rebuild, as: name, report: []) }
    }
    for name in ["-x", "a..b", "x.lock", "", "release/below"] {
      #expect(throws: ReleaseError.self, "\(name)") { try release.publish(rebuild, as: name, report: []) }
    }
    #expect(try repository.git("for-each-ref").output == before)
    #expect(try repository.faults() == "")
  }

  @Test func `headers stay byte for byte, and a signature is left out and told`() throws {
    let signature = "-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----"
    let tag =
      "object 1111111111111111111111111111111111111111\ntype commit\ntag v1\ntagger A <a@b> 1 +0000\n\nWords\n\nMore\n"
    let repository = try small(headers: [
      ("mergetag", tag), ("encoding", "ISO-8859-1"), ("gpgsig", signature), ("x-own", "1\n2\n3"),
    ])
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    #expect(rebuild.commits.map(\.lostSignature) == [false, true])
    try release.publish(rebuild)
    let old = try repository.git("cat-file", "commit", "release").output
    let new = try repository.git("cat-file", "commit", "release_r1").output
    func kept(_ text: String) -> String {
      var isSignature = false
      return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
        if line.hasPrefix("gpgsig ") { isSignature = true } else if !line.hasPrefix(" ") { isSignature = false }
        return !isSignature && !line.hasPrefix("tree ") && line != "parent \(rebuild.commits[0].id.hex)"
          && !line.hasPrefix("parent ")
      }.joined(separator: "\n")
    }
    #expect(kept(new) == kept(old))
    #expect(new.contains("\nmergetag object 1111") && !new.contains("gpgsig"))
    #expect(new.contains("author Grace <grace@example.org>"))
  }

  @Test func `commits are signed anew with the user's key`() throws {
    guard try Subprocess("sh", ["-c", "command -v ssh-keygen"]).run().succeeded else {
      print("skipped: ssh-keygen is not installed")
      return
    }
    let repository = try small()
    let made = try sandbox.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "ada", "-f", sandbox.path("key")])
    try #require(made.status == 0, "\(made.errors)")
    let key = try sandbox.read("key.pub").split(separator: " ").prefix(2).joined(separator: " ")
    try sandbox.write("allowed", "ada@example.org \(key)\n")
    try repository.git("config", "gpg.format", "ssh")
    try repository.git("config", "user.signingkey", sandbox.path("key"))
    try repository.git("config", "gpg.ssh.allowedSignersFile", sandbox.path("allowed"))
    let release = try repository.release { $0.signs = true }
    let rebuild = try release.drop(["BFG-1"])
    rebuild.expectSound()
    try release.publish(rebuild)
    let verified = try repository.git("verify-commit", "release_r1")
    #expect(verified.status == 0, "\(verified.errors)")
    #expect(try repository.git("verify-commit", "release_r1~1").status == 0)
    #expect(try repository.faults() == "")
    try repository.git("config", "user.signingkey", sandbox.path("no-such-key"))
    #expect(throws: ReleaseError.self) { try repository.release { $0.signs = true }.drop(["BFG-1"]) }
  }

  @Test func `a push creates a branch and never moves one`() throws {
    let repository = try small()
    try sandbox.git("init", "-q", "--bare", "remote.git")
    try repository.git("remote", "add", "origin", sandbox.path("remote.git"))
    try repository.git("push", "-q", "origin", "main", "release")
    let release = try repository.release()
    let rebuild = try release.drop(["BFG-1"])
    let name = try release.publish(rebuild)
    try release.push(name, to: "origin")
    try release.share(name, with: "origin")
    func remote(_ ref: String) throws -> String { try sandbox.git("-C", "remote.git", "rev-parse", ref).output }
    #expect(try remote("refs/heads/release_r1") == "\(rebuild.tip.hex)\n")
    #expect(try remote("refs/plimsoll/rebuilds/release_r1").count == 41)
    // Another clone made a release of the same name, which is an ancestor even: it is left alone.
    try sandbox.git("-C", "remote.git", "update-ref", "refs/heads/release_r2", try repository.id("main"))
    let other = try release.drop(["BFG-2"])
    try release.publish(other, as: "release_r2", report: Array("{}".utf8))
    #expect(throws: ReleaseError.self) { try release.push("release_r2", to: "origin") }
    #expect(try remote("refs/heads/release_r2") == "\(repository.id("main"))\n")
    // Nor is there a report of what was refused.
    #expect(
      try sandbox.git("-C", "remote.git", "rev-parse", "-q", "--verify", "refs/plimsoll/rebuilds/release_r2").status
        != 0)
    try repository.git("fetch", "-q", "origin")
    #expect(try release.nextName() == "release_r3")
  }

  @Test func `a scratch repository leaves nothing behind`() throws {
    let repository = try small()
    let folder = try {
      let release = try repository.release()
      _ = try release.drop(["BFG-1"])
      return release.scratch.attributeFolder
    }()
    #expect(!AtomicFile.isFolder(folder))
    let objects = try repository.git("count-objects", "-v").output
    _ = try repository.release().drop(["BFG-2"])
    #expect(try repository.git("count-objects", "-v").output == objects)
  }
}
