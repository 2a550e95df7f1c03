// The beginning of a file, inflated when it is gzip: enough to recognise what it is without reading all of it.

internal import CZlib

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reads beginnings of files.
public enum FileHead {
  /// The first bytes of a file's content.
  ///
  /// - Parameter count: how many at most, after inflating.
  /// - Throws: `SystemError` when the file cannot be read. Damaged gzip data gives what could be inflated.
  public static func read(_ path: String, count: Int) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last("open", path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard read >= 0 else { throw .last("read", path) }
    bytes.removeLast(count - read)
    guard bytes.withUnsafeBytes({ Gzip.recognises($0) }) else { return bytes }
    // A block begins with its tables, and letters may take more room than they had.
    var packed = [UInt8](repeating: 0, count: count * 2 + 4_096)
    let length = packed.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard length >= 0 else { throw .last("read", path) }
    packed.removeLast(packed.count - length)
    return inflated(&packed, count)
  }

  private static func inflated(_ bytes: inout [UInt8], _ count: Int) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return [] }
    defer { inflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: count)
    let produced = bytes.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        // The first members may be short or even empty (`cat a.gz b.gz`).
        while CZlib.inflate(&stream, Z_SYNC_FLUSH) == Z_STREAM_END, stream.avail_in > 0, stream.avail_out > 0 {
          guard inflateReset(&stream) == Z_OK else { break }
        }
        return target.count - Int(stream.avail_out)
      }
    }
    output.removeLast(count - produced)
    return output
  }
}
