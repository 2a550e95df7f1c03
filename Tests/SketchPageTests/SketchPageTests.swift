// The file itself, without a browser.

import SketchPage
import Testing

@Suite struct SketchPageTests {
  @Test("the page holds the engine")
  func holdsEngine() {
    #expect(SketchPage.module.hasPrefix("AGFzbQ"), "\"\\0asm\" in Base64 (RFC 4648)")
    #expect(text(.paper).contains(SketchPage.module))
  }

  @Test("the same arguments give the same bytes, others another digest")
  func isReproducible() {
    #expect(SketchPage.document() == SketchPage.document())
    #expect(text(.picture([1, 2, 3])) != text(.picture([1, 2, 4])))
    #expect(text(.picture([1, 2, 3])).contains("data-kind=\"picture\">AQID</script>"))
    #expect(text(.drawing([1, 2])).contains("data-kind=\"drawing\">AQI=</script>"))
  }

  @Test("the policy lets nothing in and nothing out")
  func policy() throws {
    let page = text(.paper)
    #expect(page.contains("default-src &#39;none&#39;; script-src &#39;sha256-"))
    #expect(!page.contains("unsafe-inline") && !page.contains("'unsafe-eval"))
    #expect(page.matches(of: /(?i)(src|href)="?(https?:)?\/\//).isEmpty, "no address of another place")
  }

  @Test("a title and an id cannot break out of their places")
  func escaping() {
    let page = String(
      decoding: SketchPage.document(title: "</title><script>alert(1)</script>", id: "\" onload=\"x"), as: UTF8.self)
    #expect(!page.contains("<script>alert"))
    #expect(!page.contains("onload=\"x\""))
    #expect(page.contains("data-name=\"title-script-alert-1-script\""))
  }

  private func text(_ content: SketchPage.Content) -> String {
    String(decoding: SketchPage.document(content: content), as: UTF8.self)
  }
}
