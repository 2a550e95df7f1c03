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
}
