import Synchronization
import SystemKit
import Testing

struct ParallelTests {
  @Test(arguments: [0, 1, 2, 3, 1_000], [1, 2, 7])
  func `each index is met once, by workers below their number`(count: Int, workers: Int) {
    let met = Mutex<[Int: Int]>([:])
    Parallel.forEach(count: count, workers: workers) { worker, index in
      met.withLock { $0[index, default: 0] += worker < workers && worker >= 0 ? 1 : 100 }
    }
    let result = met.withLock { $0 }
    #expect(result.count == count)
    #expect(result.allSatisfy { (0..<count).contains($0.key) && $0.value == 1 })
  }

  @Test(arguments: [0, 1, 500]) func `results stand in the order of their indices`(count: Int) {
    #expect(Parallel.map(count: count, workers: 4) { $0 * $0 } == (0..<count).map { $0 * $0 })
  }

  @Test func `there is at least one worker`() { #expect(Parallel.workerCount >= 1) }
}
