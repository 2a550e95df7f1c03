// Work beside the thread that goes on.

internal import Dispatch

/// Runs work in the background.
public enum BesideThread {
  /// Starts `body` on a thread of its own and returns at once. What it makes is handed over by a `Mutex` of the caller's.
  public static func start(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(execute: body)
  }
}
