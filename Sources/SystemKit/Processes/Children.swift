// The children of this process: they end with it, whatever ends it. So do its scratch folders.

internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The processes that run now, so that they can be ended with this one.
public enum Children {
  private static let running = Mutex<Set<Int32>>([])

  static func add(_ child: pid_t) {
    running.withLock { _ = $0.insert(child) }
    if isEnding.load(ordering: .sequentiallyConsistent) { kill(-child, SIGKILL) }
  }
  static func remove(_ child: pid_t) { running.withLock { _ = $0.remove(child) } }

  /// Ends all process groups that were started and have not ended.
  public static func endAll() { endAll { _ in true } }

  /// Ends those of the process groups that are asked for.
  static func endAll(where isMeant: (Int32) -> Bool) {
    for child in running.withLock({ $0 }) where isMeant(child) { kill(-child, SIGKILL) }
  }

  /// Ends this program and its children when it is told to end (SIGINT, SIGTERM, SIGHUP), with the usual status.
  public static func endOnSignals() {
    // Signals are received on a thread of their own: a handler may not take locks.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let set = signals
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let box = Unmanaged.passRetained(SignalSet(set)).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        var set = Unmanaged<SignalSet>.fromOpaque(context!).takeRetainedValue().set
        var signal: Int32 = 0
        sigwait(&set, &signal)
        Children.isEnding.store(true, ordering: .sequentiallyConsistent)
        // What was just being written or started may come after the first time.
        for _ in 0..<10 {
          Children.endAll()
          ScratchFolder.removeAll()
          if !ScratchFolder.isAnyLeft { break }
          usleep(5_000)
        }
        _exit(128 + signal)
      }, box)
  }

  private static let isEnding = Atomic(false)

  /// Waits for the end when a signal is ending the program: what fails meanwhile fails for that.
  public static func waitIfEnding() {
    while isEnding.load(ordering: .sequentiallyConsistent) { usleep(100_000) }
  }

  private final class SignalSet: Sendable {
    let set: sigset_t
    init(_ set: sigset_t) { self.set = set }
  }
}
