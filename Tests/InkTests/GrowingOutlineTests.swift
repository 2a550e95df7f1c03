// An outline that grows with its stroke against the outline of the whole.

import Ink
import TestSupport
import Testing

@Suite struct GrowingOutlineTests {
  @Test("after each sample the outline is that of the stroke so far, and what is final stays", arguments: 0..<20)
  func grows(seed: Int) {
    var random = RandomInk(seed: UInt64(seed))
    let stroke = random.stroke(samples: 30)
    var growing = GrowingOutline(stroke)
    var soFar = stroke
    soFar.samples = []
    var corners = 0
    for sample in stroke.samples {
      growing.add(sample)
      soFar.samples.append(sample)
      let isSame = growing.outline == soFar.outline()
      #expect(isSame, "seed \(seed), \(soFar.samples.count) samples")
      #expect(growing.cornerCount >= corners)
      corners = growing.cornerCount
    }
  }
}
