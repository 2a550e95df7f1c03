// The one loop around write(2).

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Writing to a descriptor.
enum DescriptorWriting {
  /// Writes all bytes, however few the system takes at once.
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, name: String) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      #if canImport(Glibc)
        let result = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      #else
        let result = Darwin.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      #endif
      if result < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          // Standard output may be a pipe that someone else made non-blocking.
          var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&ready, 1, 1_000)
          continue
        }
        throw .last("write", name)
      }
      done += result
    }
  }
}
