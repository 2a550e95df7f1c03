// The numbers of traces: marks, wildcards, compact writing.

import Ink
import InkFormats
import Testing

@Suite struct InkMLTraceTests {
  /// The path of one trace; units are points, so that a step is 100.
  static func path(_ text: String, extra: String = "") throws -> [[Int32]] {
    let document = try readInk(
      """
      <ink><traceFormat><channel name="X" type="decimal" units="px"/><channel name="Y" units="px"/>
      <intermittentChannels>\(extra)</intermittentChannels></traceFormat><trace>\(text)</trace></ink>
      """)
    return try #require(document.strokes.first).path.map { [$0[0] / 100, $0[1] / 100] }
  }

  @Test("the example of the Recommendation for mixed encodings is read as its table says")
  func example() throws {
    // The Recommendation's "Trace data" example: 1125 18432,'23'43,"7"-8,… with the two booleans S1 and S2 intermittent. Places are
    // added up by hand: changes 23 43, 30 35, 33 30, 40 27, 46 29, 52 37, 55 43, 57 47, 60 53, 63 47.
    let booleans = "<channel name='S1' type='boolean' default='F'/><channel name='S2' type='boolean' default='F'/>"
    let path = try Self.path("1125 18432,'23'43,\"7\"-8,3-5,7 -3,6 2,6 8,3 6 T,2 4*T,3 6,3-6 F F", extra: booleans)
    #expect(
      path == [
        [0, 0], [23, 43], [53, 78], [86, 108], [126, 135], [172, 164], [224, 201], [279, 244], [336, 291], [396, 344],
        [459, 391],
      ])
  }

  @Test(
    "marks stay in force for their channel until another one comes",
    arguments: [
      ("1 1,2 3,5 8", [[0, 0], [1, 2], [4, 7]]), ("1 1,'2 3,4 5", [[0, 0], [2, 2], [6, 4]]),
      ("1 1,'2'3,!4!5,6 7", [[0, 0], [2, 3], [3, 4], [5, 6]]), ("10 10,\"2\"-3,1 0", [[0, 0], [2, -3], [5, -6]]),
      ("10-10,20-20", [[0, 0], [10, -10]]), ("10 10,**,* 12,13*", [[0, 0], [0, 0], [0, 2], [3, 2]]),
      ("10 10,'2'2,**,1 1", [[0, 0], [2, 2], [2, 2], [3, 3]]), ("0 0,#A #1f,#ff#0", [[0, 0], [10, 31], [255, 0]]),
      ("1.5 2.5,' 1 ' 1,\n2\t2,", [[0, 0], [1, 1], [3, 3]]), ("5 5", [[0, 0]]),
      (" , 1 1 ,, 2 2 ,", [[0, 0], [1, 1]]),
      ("1 1,? 5,3 3", [[0, 0], [2, 2]]),
    ] as [(String, [[Int32]])])
  func marks(_ text: String, _ expected: [[Int32]]) throws {
    #expect(try Self.path(text) == expected)
  }

  @Test(
    "numbers that cannot be read are refused",
    arguments: [
      "1", "1 2 3", "T F", "1 x", "1 !", "# 1", "1e300 1", "nan 1", "1 1,'", "999999999999999 0,'999999999999999 1",
    ])
  func refused(_ text: String) {
    let error = #expect(throws: InkFormatError.self) { try Self.path(text) }
    guard case .malformed = error?.kind else {
      Issue.record("\(text): \(String(describing: error))")
      return
    }
  }

  @Test("a boolean channel takes truth values only, a number channel none")
  func booleans() throws {
    let format = "<traceFormat><channel name='X'/><channel name='Y'/><channel name='S' type='boolean'/></traceFormat>"
    #expect(try readInk("<ink>\(format)<trace>1 2T,3 4 F,5 6*</trace></ink>").strokes[0].samples.count == 3)
    #expect(throws: InkFormatError.self) { try readInk("<ink>\(format)<trace>1 2 3</trace></ink>") }
    #expect(throws: InkFormatError.self) { try readInk("<ink>\(format)<trace>T 2 T</trace></ink>") }
  }
}
