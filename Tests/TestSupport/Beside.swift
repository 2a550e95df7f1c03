// Two ends of a pipe at once. Workers of a pool may run one after another, and then each end would wait for the other; so the
// other end gets a thread of its own.

import Dispatch
import Foundation

/// Runs `body` while `other` runs on a thread of its own, and returns when both have ended.
public func beside<Result>(_ other: @escaping @Sendable () -> Void, _ body: () throws -> Result) rethrows -> Result {
  let isDone = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    other()
    isDone.signal()
  }
  defer { isDone.wait() }
  return try body()
}
