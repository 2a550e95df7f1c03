// A program that is asked again and again: it reads questions on standard input and answers on standard output until its input
// ends. One such process saves a start (1 to 3 ms) for each question.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A running program that answers questions; for one thread.
public final class Conversation {
  private let program: String
  private let input: Pipe
  private let output: Pipe
  private let child: Int32
  private var buffer: [UInt8] = []
  private var at = 0
  private let timeout: Double

  /// Starts a program. What it writes to standard error is dropped.
  ///
  /// - Parameter timeout: after how many seconds without an answer the program is ended.
  /// - Throws: `SystemError` when it cannot be started.
  public init(_ process: Subprocess, timeout: Double = 600) throws(SystemError) {
    program = process.program
    self.timeout = timeout
    input = try Pipe(process.program)
    output = try Pipe(process.program)
    child = try process.spawn(input, output, errors: nil)
    input.closeReading()
    output.closeWriting()
    Children.add(child)
  }

  deinit {
    // Its input ends, and with it the program; one that does not listen is ended.
    input.closeWriting()
    output.closeReading()
    var status: Int32 = 0
    for _ in 0..<100 {
      if waitpid(child, &status, WNOHANG) != 0 {
        Children.remove(child)
        return
      }
      usleep(500)
    }
    kill(-child, SIGKILL)
    _ = waitpid(child, &status, 0)
    Children.remove(child)
  }

  /// Sends a question. Answers must be read before more is sent than a pipe holds (64 KiB).
  ///
  /// - Throws: `SystemError` when the program is gone.
  public func send(_ question: [UInt8]) throws(SystemError) {
    var sent = 0
    while sent < question.count {
      guard !input.isWritingClosed, !isGone else { throw SystemError(.call("write", errno: EPIPE), program) }
      sent += input.write(question, from: sent)
    }
  }

  /// Sends a question in text.
  public func send(_ question: String) throws(SystemError) { try send(Array(question.utf8)) }

  /// Reads up to and including a byte; the byte is left out of the result.
  ///
  /// - Throws: `SystemError` when the program ends or is silent for too long.
  public func readUntil(_ end: UInt8) throws(SystemError) -> [UInt8] {
    var searched = at
    while true {
      if let found = buffer[searched...].firstIndex(of: end) {
        defer { at = found + 1 }
        return Array(buffer[at..<found])
      }
      searched = buffer.count - at
      try fill()
      searched += at
    }
  }

  /// Reads exactly this many bytes.
  ///
  /// - Throws: `SystemError` when the program ends or is silent for too long.
  public func read(_ count: Int) throws(SystemError) -> [UInt8] {
    while buffer.count - at < count { try fill() }
    defer { at += count }
    return Array(buffer[at..<at + count])
  }

  private var isGone: Bool { output.isReadingClosed }

  private func fill() throws(SystemError) {
    if at > 0 {
      buffer.removeFirst(at)
      at = 0
    }
    let watch = Stopwatch()
    while true {
      guard !output.isReadingClosed else { throw SystemError(.call("read", errno: EPIPE), program) }
      var polled = [pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0)]
      #if canImport(Glibc)
        let ready = Glibc.poll(&polled, 1, 1_000)
      #else
        let ready = Darwin.poll(&polled, 1, 1_000)
      #endif
      if ready > 0, let chunk = output.read() {
        buffer.append(contentsOf: chunk)
        return
      }
      guard watch.seconds < timeout else { throw SystemError(.timedOut(seconds: timeout), program) }
    }
  }
}
