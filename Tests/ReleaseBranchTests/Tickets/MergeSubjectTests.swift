import ReleaseBranch
import Testing

/// What a subject says, as one line: form, kind, sources and, where they are said, target, number, repository and title.
private func words(_ subject: String, _ body: String = "") -> String? {
  guard let merge = MergeSubject(subject, body: body) else { return nil }
  return
    ["\(merge.form) \(merge.kind) [\(merge.sources.joined(separator: " "))]"]
    .appending(merge.target.map { "into \($0)" })
    .appending(merge.request.map { "#\($0)" })
    .appending(merge.repository.map { "of \($0)" })
    .appending(merge.title.map { "'\($0)'" })
    .joined(separator: " ")
}

extension [String] {
  fileprivate func appending(_ element: String?) -> [String] { element.map { self + [$0] } ?? self }
}

@Suite struct MergeSubjectTests {
  // git's builtin/fmt-merge-msg.c and the examples of its tests (t6200-fmt-merge-msg.sh).
  @Test(arguments: [
    ("Merge branch 'X'", "git branch [X]"),
    ("Merge branch 'BFG-9000_some_words' into release", "git branch [BFG-9000_some_words] into release"),
    ("Merge branch 'left' of ../trash", "git branch [left] of ../trash"),
    ("Merge branch 'left' of https://host/a.git into r", "git branch [left] into r of https://host/a.git"),
    ("Merge branches 'left' and 'right'", "git branch [left right]"),
    ("Merge branches 'A', 'B' and 'C' into next", "git branch [A B C] into next"),
    ("Merge remote-tracking branch 'origin/X'", "git remoteBranch [origin/X]"),
    ("Merge remote-tracking branches 'origin/X' and 'o/Y/Z'", "git remoteBranch [origin/X o/Y/Z]"),
    ("Merge commit 'abc1234'", "git commit [abc1234]"),
    ("Merge commits 'abc1234' and 'def' into HEAD", "git commit [abc1234 def] into HEAD"),
    ("Merge tag 'v1'", "git tag [v1]"),
    ("Merge tags 'v1' and 'v2' of ../r", "git tag [v1 v2] of ../r"),
    ("Merge branch 'left', tag 'tag-r3'", "git branch [left]"),
    ("Merge branches 'a' and 'b', remote-tracking branch 'o/c'", "git branch [a b]"),
    ("Merge branch 'x' of ../one; branch 'y' of ../two into z", "git branch [x y] into z of ../one"),
    ("Merge branch 'it's-here'", "git branch [it's-here]"),
    ("Merge branch 'X' into 'Y'", "git branch [X] into Y"),
  ])
  func `git's own forms are read`(subject: String, expected: String) {
    #expect(words(subject) == expected)
  }

  @Test func `requests of GitHub are read`() {
    // github.com: every merge by the button; the title begins the body.
    #expect(
      words("Merge pull request #12 from owner/feature/BFG-1", "Make it so\n\nMore")
        == "gitHub branch [feature/BFG-1] #12 of owner 'Make it so'")
    #expect(words("Merge pull request #1 from a/b") == "gitHub branch [b] #1 of a")
  }

  @Test func `requests of GitLab are told by their body`() {
    // docs: user/project/merge_requests/commit_templates, the default template.
    let body = "Make it so\n\nCloses #3\n\nSee merge request group/proj!12\n"
    #expect(words("Merge branch 'X' into 'Y'", body) == "gitLab branch [X] into Y #12 of group/proj 'Make it so'")
    #expect(words("Merge branch 'X' into 'Y'", "See merge request !7") == "gitLab branch [X] into Y #7")
    #expect(words("Merge branch 'X' into 'Y'", "See merge request group/proj!x") == "git branch [X] into Y")
  }

  @Test(arguments: [
    // Bitbucket Cloud and Server as in public repositories of Atlassian's users.
    ("Merged in BFG-1_words (pull request #5)", "bitbucket branch [BFG-1_words] #5 'Title'"),
    ("Merged in fork/repo/X (pull request #51)", "bitbucket branch [fork/repo/X] #51 'Title'"),
    (
      "Merge pull request #5 in PROJ/repo from feature/X to master",
      "bitbucket branch [feature/X] into master #5 of PROJ/repo"
    ),
    ("Merge pull request #5 in ~ADA/repo from X to r/1.0", "bitbucket branch [X] into r/1.0 #5 of ~ADA/repo"),
    // Gitea's services/pull: the default message of a merge.
    ("Merge pull request 'Fix (#3) from a' (#5) from X into main", "gitea branch [X] into main #5 'Fix (#3) from a'"),
    ("Merge pull request 'It's' (#5) from ada/repo:X into main", "gitea branch [X] into main #5 of ada/repo 'It's'"),
    // Gerrit's MergeUtil.createMergeCommit and the histories of Android and Wikimedia.
    ("Merge \"Fix BFG-1: say \\\"why\\\"\"", "gerrit unnamed [] 'Fix BFG-1: say \\\"why\\\"'"),
    ("Merge \"Fix it\" into stable-2.16", "gerrit unnamed [] into stable-2.16 'Fix it'"),
    ("Merge changes I123abc,I456def", "gerrit changes [I123abc I456def]"),
    ("Merge changes I123abc,I456def into stable", "gerrit changes [I123abc I456def] into stable"),
    ("Merge changes from topic \"BFG-1\"", "gerrit topic [BFG-1]"),
    ("Merge changes from topic 'BFG-1' into nyc-dev", "gerrit topic [BFG-1] into nyc-dev"),
    // Azure DevOps, merges completed on the web; the second form is that of TFS.
    ("Merged PR 123: BFG-1 fix", "azure unnamed [] #123 'BFG-1 fix'"),
    ("Merge pull request 123 from users/ada/X into master", "azure branch [users/ada/X] into master #123"),
  ])
  func `forms of other programs are read`(subject: String, expected: String) {
    #expect(
      words(subject, subject.hasPrefix("Merged in") ? "Title\n\nApproved-by: Ada" : "* commit 'abc':\n  words")
        == expected)
  }

  @Test(arguments: [
    "", "Merge", "Merge ", "merge branch 'X'", "Merging branch 'X'", "Merge branch X", "Merge branch X into Y",
    "Merge branch 'X' into", "Merge branch 'X' into Y Z", "Merge branch 'X", "Merge branch ''",
    "Merge branches 'A' 'B'",
    "Merge branch 'X' (again)", "Merge branch 'X' of", "Revert \"Merge branch 'X'\"", "Merge https://host/a.git",
    "Merge the two ways of reading", "Merge HEAD", "Merge pull request #12", "Merge pull request #x from a/b",
    "Merge pull request #12 from owner", "Merge pull request #12 from /b", "Merge pull request #12 from owner/",
    "Merge pull request #12 from owner/branch now", "Merge pull request 12 from X",
    "Merge pull request 'T' from X into Y",
    "Merge pull request #5 in P/r from X", "Merged in X", "Merged in X (pull request 5)",
    "Merged in X (pull request #5) now",
    "Merged PR 12", "Merged PR 12: ", "Merged PR x: y", "Merge \"", "Merge \"\"", "Merge \"words",
    "Merge \"a\" \"b\" c",
    "Merge changes", "Merge changes in reading", "Merge changes I123,", "Merge changes from topic BFG-1",
    "Merge pull request #99999999999999999999 from a/b",
  ])
  func `what only looks like a merge is none`(subject: String) {
    #expect(words(subject) == nil)
  }

  @Test func `the remote's name is no part of a branch`() {
    #expect(MergeSubject("Merge remote-tracking branch 'origin/a/b'")?.branches == ["a/b"])
    #expect(MergeSubject("Merge remote-tracking branch 'a'")?.branches == ["a"])
    #expect(MergeSubject("Merge branch 'origin/a'")?.branches == ["origin/a"])
    #expect(MergeSubject("Merge tag 'v1'")?.branches == [])
  }
}
