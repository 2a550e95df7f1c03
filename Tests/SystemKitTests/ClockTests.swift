import SystemKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct ClockTests {
  @Test func `the system's clock shows now`() {
    guard Environment["SOURCE_DATE_EPOCH"] == nil else { return }
    let before = Int64(time(nil))
    #expect((before...before + 5).contains(SystemClock().now.seconds))
  }

  /// The environment of this process is everyone's: a process of its own is asked.
  @Test func `SOURCE_DATE_EPOCH sets the clock, and nonsense in it does not`() async {
    await #expect(processExitsWith: .success) {
      setenv("SOURCE_DATE_EPOCH", "1796083200", 1)
      guard SystemClock().now == Timestamp(seconds: 1_796_083_200) else { exit(1) }
      setenv("SOURCE_DATE_EPOCH", "tomorrow", 1)
      guard SystemClock().now.seconds > 1_700_000_000 else { exit(2) }
      unsetenv("SOURCE_DATE_EPOCH")
      guard Environment["SOURCE_DATE_EPOCH"] == nil else { exit(3) }
      exit(0)
    }
  }

  @Test func `a fixed clock stands still`() {
    #expect(FixedClock(Timestamp(seconds: 7)).now == Timestamp(seconds: 7))
  }

  @Test func `a stopwatch only goes forward`() {
    let watch = Stopwatch()
    let first = watch.seconds
    #expect(first >= 0)
    #expect(watch.seconds >= first)
    #expect(Stopwatch.processorSeconds > 0)
  }
}
