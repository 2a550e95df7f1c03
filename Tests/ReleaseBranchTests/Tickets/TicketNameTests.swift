import ReleaseBranch
import Testing

@Suite struct TicketNameTests {
  private func merge(_ subject: String, _ body: String = "") -> TicketName? {
    TicketName(mergeSubject: subject, body: body, keys: TicketKeys())
  }

  @Test(arguments: [
    ("Merge branch 'BFG-9000_some_words' into release", "", "BFG-9000", TicketName.Origin.branchKey),
    ("Merge remote-tracking branch 'origin/feature/BFG-9000-fix'", "", "BFG-9000", .branchKey),
    ("Merge pull request #12 from ada/BFG-1", "BFG-2 in the title", "BFG-1", .branchKey),
    ("Merge changes from topic \"BFG-1\"", "", "BFG-1", .branchKey),
    ("Merge pull request #12 from ada/patch-1", "BFG-2: words\n\nTicket: BFG-3", "BFG-2", .title),
    ("Merge branch 'words' into 'main'", "BFG-2: words\n\nSee merge request a/b!3", "BFG-2", .title),
    ("Merge \"BFG-4: fix\" into stable", "", "BFG-4", .title),
    ("Merged PR 123: Fix BFG-5", "", "BFG-5", .title),
    ("BFG-6 by hand", "", "BFG-6", .title),
    ("Merge branch 'words'", "Text\n\njira: BFG-7, BFG-8", "BFG-7", .trailer("Jira")),
    ("By hand", "Issue: BFG-7", "BFG-7", .trailer("Issue")),
    ("Merge branch 'words' into release", "", "words", .branchName),
    ("Merge remote-tracking branch 'origin/words'", "", "words", .branchName),
    ("Merge branch 'main' into BFG-9000_words", "", "main", .branchName),
    ("Merge branch 'words' of https://host/BFG-1.git", "", "words", .branchName),
    ("Merge branch 'UTF-8'", "", "UTF-8", .branchName),
  ])
  func `a merge is named by branch, title, trailer, or the branch itself`(
    subject: String, body: String, name: String, origin: TicketName.Origin
  ) {
    let found = merge(subject, body)
    #expect(found?.name == name)
    #expect(found?.origin == origin)
  }

  @Test(arguments: [
    "Merge tag 'BFG-1'", "Merge commit 'abc'", "Merge changes I12,I34", "Merged PR 1: words", "Merge the two",
    "Merge \"words\"",
  ])
  func `a merge without key and branch has no name`(subject: String) {
    #expect(merge(subject, "Reviewed-on: x\nText speaks of BFG-1") == nil)
  }

  @Test func `several keys of a branch are named together, each once`() {
    #expect(merge("Merge branches 'BFG-1-and-BFG-2' and 'BFG-1_more'")?.keys == ["BFG-1", "BFG-2"])
    #expect(merge("Merge branches 'one' and 'two'")?.keys == ["one", "two"])
    #expect(merge("Merge branch 'words'", "Ticket: BFG-1\nIssues: BFG-2, BFG-1")?.keys == ["BFG-1", "BFG-2"])
  }

  @Test func `a patch is named by its subject, else by its trailers`() {
    func patch(_ subject: String, _ body: String = "") -> [String]? {
      TicketName(patchSubject: subject, body: body, keys: TicketKeys())?.keys
    }
    #expect(patch("BFG-1: words", "Ticket: BFG-2") == ["BFG-1"])
    #expect(patch("Words", "Ticket: BFG-2") == ["BFG-2"])
    #expect(patch("Revert \"BFG-1: words\"") == ["BFG-1"])
    #expect(patch("Words", "as in BFG-1\nTicket BFG-2") == nil)
    #expect(patch("Merge branch 'words'") == nil)
  }

  @Test func `trailers can be configured`() {
    let keys = TicketKeys(trailers: ["Bug-Id"])
    #expect(TicketName(patchSubject: "Words", body: "bug-id: BFG-1", keys: keys)?.origin == .trailer("Bug-Id"))
    #expect(TicketName(patchSubject: "Words", body: "Ticket: BFG-1", keys: keys) == nil)
  }
}
