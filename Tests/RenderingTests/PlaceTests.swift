import Ink
import Testing

@Suite struct RenderingPlaceTests {
  @Test("a sample that is no number is none")
  func noNumber() {
    #expect(Sample(x: .nan, y: 0) == nil)
  }
}
