import SketchPage
import Testing

@Suite struct SketchPageTests {
  @Test("the page holds the engine")
  func holdsEngine() {
    #expect(SketchPage.module.hasPrefix("AGFzbQ"), "\"\\0asm\" in Base64 (RFC 4648)")
  }
}
