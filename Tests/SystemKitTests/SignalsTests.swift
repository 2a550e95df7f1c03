import SystemKit
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct SignalsTests {
  @Test func `a broken pipe is an error when it is ignored`() {
    Signals.ignoreBrokenPipe()
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    #expect(write(ends[1], "x", 1) == -1)
    #expect(errno == EPIPE)
    close(ends[1])
  }
}
