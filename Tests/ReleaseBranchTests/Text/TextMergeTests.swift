import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct TextMergeTests {
  static func merge(_ base: String, _ ours: String, _ theirs: String) -> String? {
    guard
      case .merged(let bytes) = TextMerge(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("changes apart from each other", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
    ("touching changes", "a\nb\nc\n", "A\nb\nc\n", "a\nB\nc\n", nil),
    ("the same change", "a\nb\nc\n", "a\nX\nc\n", "a\nX\nc\n", "a\nX\nc\n"),
    ("two insertions at one place", "a\nb\n", "a\nx\nb\n", "a\ny\nb\n", nil),
    ("a change of one side", "a\nb\n", "a\nb\n", "a\nB\nc\n", "a\nB\nc\n"),
    ("a last line without an end", "a\nb\nc", "A\nb\nc", "a\nb\nC", "A\nb\nC"),
    ("a line end put in by one side", "a\nb\nc", "A\nb\nc", "a\nb\nc\n", "A\nb\nc\n"),
    ("line ends of two kinds", "a\r\nb\r\nc\r\n", "A\r\nb\r\nc\r\n", "a\r\nb\r\nC\r\n", "A\r\nb\r\nC\r\n"),
    ("changes that begin alike", "a\nb\nc\n", "a\nX\nY\nc\n", "a\nX\nZ\nc\n", nil),
    ("an insertion among equal lines that the other side changed", "x\nx\n", "x\nx\nx\n", "x\ny\nx\n", nil),
    ("nothing", "", "", "", ""),
    ("a text that both sides wrote", "", "a\n", "a\n", "a\n"),
    ("bytes of zero", "a\0\nb\nc\n", "A\0\nb\nc\n", "a\0\nb\nC\n", nil),
  ])
  func `merges as git does, or not at all`(what: String, base: String, ours: String, theirs: String, result: String?) {
    #expect(Self.merge(base, ours, theirs) == result, "\(what)")
  }

  @Test func `a conflict names the lines of all three texts`() {
    let merge = TextMerge(
      base: Array("0\na\nb\nc\nd\n".utf8), ours: Array("0\nnew\na\nb\nC\nd\n".utf8),
      theirs: Array("0\na\nb\nX\nY\nd\n".utf8))
    guard case .conflicts(let conflicts) = merge else {
      Issue.record("merged")
      return
    }
    #expect(conflicts == [TextMerge.Conflict(base: 3..<4, ours: 4..<5, theirs: 3..<5)])
  }

  /// Texts of one kind and the share of git's merges that may be conflicts here.
  struct Kind: Sendable {
    var seed: UInt64
    var common: Int
    var lines: Int
    var doubles: Bool
    var limit: Double
  }

  /// What git merges and is a conflict here (the reasons stand at the top of TextMerge): insertions of what stands beside them
  /// already, in some place of the run where the other side changed something; changes of one side with a few common lines
  /// between them, which count as one, and the other side changed such a line; and the same change on both sides where one of
  /// them changed more beside it. Texts in which this is frequent are made on purpose; without doubled lines it is rare.
  @Test(arguments: [
    Kind(seed: 11, common: 20, lines: 60, doubles: true, limit: 0.12),
    Kind(seed: 12, common: 80, lines: 14, doubles: true, limit: 0.5),
    Kind(seed: 13, common: 0, lines: 40, doubles: false, limit: 0.03),
    Kind(seed: 14, common: 10, lines: 80, doubles: false, limit: 0.04),
  ])
  func `whatever is merged, git merges to the same bytes`(kind: Kind) throws {
    let git = MergeFile()
    var maker = TextMaker(seed: kind.seed)
    maker.commonShare = kind.common
    maker.doubles = kind.doubles
    var (merged, onlyByGit, conflicts) = (0, 0, 0)
    for number in 0..<fuzzCount(100) {
      let base = maker.lines(maker.below(kind.lines) + 1)
      let ours = maker.edited(base, edits: 1 + maker.below(3))
      // Now and then both sides make the same change.
      var theirs = maker.edited(maker.below(6) == 0 ? ours : base, edits: 1 + maker.below(3))
      if maker.below(5) == 0, let last = theirs.popLast() { theirs.append(Array(last.dropLast())) }
      let theirResult = try git.merge(base: base.text, ours: ours.text, theirs: theirs.text)
      switch TextMerge(base: base.text, ours: ours.text, theirs: theirs.text) {
      case .merged(let bytes):
        merged += 1
        let isSame = theirResult.conflicts == 0 && bytes == theirResult.text
        if !isSame {
          Issue.record(
            """
            case \(number) of seed \(kind.seed), git has \(theirResult.conflicts) conflicts
            --- base
            \(String(decoding: base.text, as: UTF8.self))--- ours
            \(String(decoding: ours.text, as: UTF8.self))--- theirs
            \(String(decoding: theirs.text, as: UTF8.self))
            """)
        }
      case .conflicts(let places):
        #expect(!places.isEmpty)
        if theirResult.conflicts == 0 { onlyByGit += 1 } else { conflicts += 1 }
      }
    }
    print(
      "merge-file, common lines \(kind.common) %: \(merged) merged by both, \(conflicts) by none, \(onlyByGit) by git alone"
    )
    #expect(Double(onlyByGit) <= kind.limit * Double(merged + onlyByGit))
  }

  @Test func `any bytes merge or conflict`() {
    let mutator = Mutator(seeds: [Array("a\nb\nc\r\n\nd\ne\n}\n}\nf".utf8), Array("a\nb\nX\r\n\nd\n}\n}\n".utf8), []])
    for number in 0..<UInt64(fuzzCount(2_000)) {
      let texts = (0..<3).map { mutator.variant(number * 3 + $0) }
      if case .merged(let bytes) = TextMerge(base: texts[0], ours: texts[0], theirs: texts[1]) {
        let isTheirs = bytes == texts[1]
        #expect(isTheirs)
      }
      _ = TextMerge(base: texts[0], ours: texts[1], theirs: texts[2])
    }
  }
}
