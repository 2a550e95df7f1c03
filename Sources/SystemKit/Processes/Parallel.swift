// Work on all cores. Items are taken one by one from a shared counter, so a slow one does not hold up a whole share; which
// worker gets which item is not fixed, so what workers gather must not depend on it.

internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Runs work on several threads.
public enum Parallel {
  /// How many threads work: `PLIMSOLL_JOBS`, or the number of processors.
  public static var workerCount: Int {
    if let text = Environment["PLIMSOLL_JOBS"], let count = Int(text), count > 0 { return min(count, 256) }
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// Calls `body` once for each index below `count`, on up to `workers` threads, and returns when all calls have.
  ///
  /// `body` receives the number of its worker (below `workers`), so that each worker may own an accumulator.
  public static func forEach(
    count: Int, workers: Int = Parallel.workerCount, _ body: @Sendable (_ worker: Int, _ index: Int) -> Void
  ) {
    let threads = min(workers, count)
    guard threads > 1 else {
      for index in 0..<count { body(0, index) }
      return
    }
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: threads) { worker in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        body(worker, index)
      }
    }
  }

  /// The results of `transform` for each index below `count`, in order.
  public static func map<Result: Sendable>(
    count: Int, workers: Int = Parallel.workerCount, _ transform: @Sendable (Int) -> Result
  ) -> [Result] {
    let results = Mutex<[Result?]>(Array(repeating: nil, count: count))
    forEach(count: count, workers: workers) { _, index in
      let result = transform(index)
      results.withLock { $0[index] = result }
    }
    return results.withLock { $0.map { $0! } }
  }
}
