// What a writer has written, in memory.

public import SystemKit

/// A sink that keeps the bytes, and fails when there are more than it may take.
public final class BufferSink: ByteSink {
  /// What was written.
  public private(set) var bytes: [UInt8] = []
  private let limit: Int

  /// Creates an empty sink.
  public init(limit: Int = .max) { self.limit = limit }

  /// Appends bytes.
  public func write(_ new: UnsafeRawBufferPointer) throws(SystemError) {
    guard bytes.count + new.count <= limit else { throw SystemError(.tooLarge(limit: limit), "buffer") }
    bytes.append(contentsOf: new)
  }
}
