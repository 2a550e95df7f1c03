import SystemKit
import Testing

@testable import Survey

struct HeadMovesTests {
  private let moves = HeadMoves(
    """
    HEAD@{900}\tccc\tcommit (amend): x
    HEAD@{800}\tbbb\tcommit: y\twith a tab
    nonsense
    HEAD@{x}\tzzz\tcheckout
    HEAD@{500}\taaa\tcheckout: moving from main to feature
    HEAD@{400}\tfff\treset: moving to HEAD~1
    HEAD@{300}\teee\tcommit (initial): z
    """)

  @Test func `lines of the reflog are read, others are not`() {
    #expect(moves.moves.map(\.commit) == ["ccc", "bbb", "aaa", "fff", "eee"])
    #expect(moves.moves.map(\.writesFiles) == [false, false, true, true, false])
    #expect(HeadMoves("").moves.isEmpty)
  }

  @Test(
    arguments: [
      (200, "ccc", nil), (300, "ccc", 400), (450, "ccc", 500), (500, "ccc", nil), (850, "ccc", nil), (950, "ccc", nil),
      (350, "eee", nil),
    ] as [(Int64, String, Int64?)])
  func `it is told when another commit was gone to`(moment: Int64, commit: String, left: Int64?) {
    #expect(moves.left(Timestamp(seconds: moment), for: commit)?.seconds == left)
  }

  private func settled(_ log: String, _ written: [Int64] = [], noted: Int64? = nil) -> Int64? {
    HeadMoves(log).settled(
      written: written.map { Timestamp(seconds: $0) }, noted: noted.map { Timestamp(seconds: $0) })?.seconds
  }

  @Test func `git wrote files until its last move of HEAD to another commit`() {
    #expect(settled("") == nil)
    #expect(settled("HEAD@{500}\taaa\tcheckout: moving from main to x\nHEAD@{300}\tbbb\tcommit: z") == 500)
    // A stash and a reset to where HEAD was are no move, and when they were noted says nothing.
    let stash = "HEAD@{900}\taaa\treset: moving to HEAD\nHEAD@{500}\taaa\tcheckout: moving from b to a"
    #expect(settled(stash + "\nHEAD@{300}\tbbb\tcommit: z", noted: 901) == 500)
    #expect(settled("HEAD@{500}\taaa\tcommit: z", noted: 700) == 700)
  }

  @Test func `a clone writes one file after the other for as long as it takes`() {
    let clone = "HEAD@{500}\taaa\tclone: from x"
    #expect(settled(clone, [504, 500, 502, 505, 400, 600]) == 505)
    #expect(settled(clone, [510]) == 500)
    #expect(settled("HEAD@{500}\taaa\tcommit: z", [501]) == 500)
  }
}
