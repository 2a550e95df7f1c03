import TestSupport
import Testing

@testable import ReleaseBranch

@Suite struct ConflictTextTests {
  static func read(_ text: String, ours: String = "release", theirs: String = "ticket") throws -> ConflictText {
    try ConflictText(Array(text.utf8), ours: ours, theirs: theirs)
  }

  static func hunk(_ ours: String, _ theirs: String) -> ConflictText.Hunk {
    ConflictText.Hunk(ours: Array(ours.utf8), theirs: Array(theirs.utf8))
  }

  @Test func `a text is cut at its markers`() throws {
    let text = try Self.read("a\n<<<<<<< release\nb\n=======\nc\nd\n>>>>>>> ticket\ne\n")
    #expect(text.hunks == [Self.hunk("b\n", "c\nd\n")])
    #expect(text.hunkLines == [1..<7])
    #expect(text.markerLines == [1, 3, 6])
    let outside = text.segments.compactMap { if case .lines(let lines) = $0 { lines } else { nil } }
    #expect(outside == [0..<1, 7..<8])
  }

  @Test func `sides can be empty and markers can carry a path`() throws {
    let text = try Self.read(
      "<<<<<<< release:a b.c\n=======\nc\n>>>>>>> ticket:d\n<<<<<<< release\nx\n=======\n>>>>>>> ticket\n")
    #expect(text.hunks == [Self.hunk("", "c\n"), Self.hunk("x\n", "")])
  }

  @Test(arguments: [
    "", "a", "=======\n", "Title\n=======\n\ntext\n", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n", "||||||| base\n",
    "<<<<<<<< release\n", " <<<<<<< release\n", "<<<<<<< released\n", "<<<<<<< release",
  ])
  func `lines that only look like markers are text`(text: String) throws {
    #expect(try Self.read(text).hunks.isEmpty)
  }

  @Test func `what looks like a foreign marker inside a conflict is text`() throws {
    let text = try Self.read("<<<<<<< release\n<<<<<<< HEAD\n========\n=======\n>>>>>>> topic\n>>>>>>> ticket\n")
    #expect(text.hunks == [Self.hunk("<<<<<<< HEAD\n========\n", ">>>>>>> topic\n")])
  }

  @Test(arguments: [
    ("<<<<<<< release\nTitle\n=======\nb\n=======\nc\n>>>>>>> ticket\n", ConflictTextError.Kind.secondSeparator, 5),
    ("<<<<<<< release\na\n||||||| base\nb\n=======\nc\n>>>>>>> ticket\n", .ancestorPart, 3),
    ("<<<<<<< release\na\n|||||||\nb\n=======\nc\n>>>>>>> ticket\n", .ancestorPart, 3),
    ("<<<<<<< release\na\n<<<<<<< release\nb\n=======\nc\n>>>>>>> ticket\n", .nestedConflict, 3),
    ("a\n>>>>>>> ticket\n", .strayMarker, 2),
    ("<<<<<<< release\n>>>>>>> ticket\n", .strayMarker, 2),
    ("a\n<<<<<<< release\nb\n=======\nc\n", .unfinished, 2),
    ("<<<<<<< release\nb\n=======\nc\n>>>>>>> ticket", .unfinished, 1),
  ])
  func `what can be read in two ways is not read`(text: String, kind: ConflictTextError.Kind, line: Int) {
    #expect(throws: ConflictTextError(kind, line: line)) { try Self.read(text) }
    #expect(!ConflictTextError(kind, line: line).description.contains("\n"))
  }

  @Test func `markers of other sizes and line ends are read`() throws {
    let text = "<<<<<<<<<< o\r\na\r\n=======\r\n==========\r\nb\r\n>>>>>>>>>> t\r\n"
    let read = try ConflictText(Array(text.utf8), ours: "o", theirs: "t", markerSize: 10)
    #expect(read.hunks == [Self.hunk("a\r\n=======\r\n", "b\r\n")])
  }

  @Test func `labels are replaced, paths and line ends stay`() throws {
    let text = "x\r\n<<<<<<< 1234:a.c\r\na\n=======\r\nb\n>>>>>>> branch\n<<<<<<< 1234\n=======\nb\n>>>>>>> branch:d\n"
    let normalised = try ConflictText.normalised(Array(text.utf8), ours: "1234", theirs: "branch")
    #expect(
      String(decoding: normalised, as: UTF8.self)
        == "x\r\n<<<<<<< release:a.c\r\na\n=======\r\nb\n>>>>>>> ticket\n<<<<<<< release\n=======\nb\n>>>>>>> ticket:d\n"
    )
  }

  @Test func `a text with lines like our markers is not normalised`() {
    #expect(throws: ConflictTextError(.reservedLabel, line: 2)) {
      try ConflictText.normalised(Array("a\n<<<<<<< release\n".utf8), ours: "1234", theirs: "branch")
    }
  }

  @Test func `what git writes is read`() throws {
    let git = MergeFile()
    var maker = TextMaker(seed: 21)
    maker.commonShare = 5
    var hunks = 0
    for _ in 0..<fuzzCount(60) {
      let base = maker.lines(20)
      let ours = maker.edited(base, edits: 3)
      let theirs = maker.edited(base, edits: 3)
      let merged = try git.merge(base: base.text, ours: ours.text, theirs: theirs.text, labels: ["o", "b", "t"])
      let isPlain = [ours.text, theirs.text].allSatisfy { !String(decoding: $0, as: UTF8.self).contains("=======") }
      do throws(ConflictTextError) {
        let text = try ConflictText(merged.text, ours: "o", theirs: "t")
        #expect(text.hunks.count == Int(merged.conflicts))
        hunks += text.hunks.count
        let again = try ConflictText(try ConflictText.normalised(merged.text, ours: "o", theirs: "t"))
        #expect(again.hunks == text.hunks)
      } catch {
        #expect(error.kind == .secondSeparator && !isPlain)
      }
    }
    #expect(hunks > 20)
  }

  @Test func `any bytes are read or refused, and pieces cover the text`() {
    let seed = Array(
      "a\n<<<<<<< release\nb\n=======\nc\nd\n>>>>>>> ticket\r\ne\n<<<<<<< release:f\n=======\n>>>>>>> ticket\n".utf8)
    let mutator = Mutator(seeds: [seed])
    for number in 0..<UInt64(fuzzCount(3_000)) {
      let bytes = mutator.variant(number)
      guard let text = try? ConflictText(bytes) else { continue }
      var at = 0
      for segment in text.segments {
        let lines =
          switch segment {
          case .lines(let lines): lines
          case .hunk(_, let lines): lines
          }
        #expect(lines.lowerBound == at && !lines.isEmpty)
        at = lines.upperBound
      }
      #expect(at == TextLines.starts(of: bytes).count - 1)
      _ = try? ConflictText.normalised(bytes, ours: "release", theirs: "ticket")
    }
  }
}
