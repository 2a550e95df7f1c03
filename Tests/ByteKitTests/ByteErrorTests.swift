import ByteKit
import Testing

struct ByteErrorTests {
  @Test(arguments: [
    (ByteError.Kind.truncated(needed: 4, available: 1), "the data ends too early: 4 bytes expected, 1 left"),
    (.varintTooLong(maximumBytes: 10), "a variable-length integer is longer than 10 bytes"),
    (
      .outOfBounds(offset: 7, length: 2, count: 8), "a range of 2 bytes at 7 lies outside the data (8 bytes)"
    ),
  ])
  func `the description gives the facts in one line`(kind: ByteError.Kind, text: String) {
    #expect(ByteError(kind, at: 3).description == text)
  }
}
