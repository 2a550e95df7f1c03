// A pipe to or from a child. Both ends close with the value; a child does not inherit the ends of another child's pipe.

internal import CSystemShim

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

final class Pipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init(_ subject: String) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard plimsoll_pipe(&ends) == 0 else { throw .last("pipe", subject) }
    // A program that was started without standard streams gets their numbers here; the child's are made from these ends.
    for index in ends.indices where ends[index] <= STDERR_FILENO {
      let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      guard moved >= 0 else { throw .last("pipe", subject) }
      close(ends[index])
      ends[index] = moved
    }
    reading = ends[0]
    writing = ends[1]
  }

  deinit {
    closeReading()
    closeWriting()
  }

  var isReadingClosed: Bool { reading < 0 }
  var isWritingClosed: Bool { writing < 0 }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  func makeWritingNonBlocking() { _ = fcntl(writing, F_SETFL, fcntl(writing, F_GETFL) | O_NONBLOCK) }

  /// What can be read now; closes the end and gives `nil` when the other side has closed.
  func read() -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    #if canImport(Glibc)
      let count = chunk.withUnsafeMutableBytes { Glibc.read(reading, $0.baseAddress, $0.count) }
    #else
      let count = chunk.withUnsafeMutableBytes { Darwin.read(reading, $0.baseAddress, $0.count) }
    #endif
    if count > 0 { return Array(chunk[..<count]) }
    if count < 0, errno == EINTR || errno == EAGAIN { return nil }
    closeReading()
    return nil
  }

  /// Writes as much as fits now and returns how much; everything counts as written when the reader is gone.
  ///
  /// SIGPIPE is held back meanwhile: a child that does not read its input to the end must not end this program, and a library
  /// must not change how the whole process takes a signal.
  func write(_ bytes: [UInt8], from start: Int) -> Int {
    var pipeSignal = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let written = writeHeld(bytes, from: start)
    if let written { return written }
    var pending = sigset_t()
    sigpending(&pending)
    var signal: Int32 = 0
    if sigismember(&pending, SIGPIPE) == 1, sigismember(&before, SIGPIPE) == 0 { sigwait(&pipeSignal, &signal) }
    return bytes.count - start
  }

  /// `nil` when the reader is gone.
  private func writeHeld(_ bytes: [UInt8], from start: Int) -> Int? {
    #if canImport(Glibc)
      let count = bytes.withUnsafeBytes { Glibc.write(writing, $0.baseAddress! + start, $0.count - start) }
    #else
      let count = bytes.withUnsafeBytes { Darwin.write(writing, $0.baseAddress! + start, $0.count - start) }
    #endif
    if count >= 0 { return count }
    return errno == EINTR || errno == EAGAIN ? 0 : nil
  }
}
