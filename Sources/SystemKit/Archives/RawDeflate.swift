// Deflate without a wrapping (RFC 1951), as zip entries hold it, through zlib like `Gzip`: content of a known size.

internal import CZlib

/// Deflated data whose inflated size is known.
enum RawDeflate {
  /// Why data did not inflate.
  struct Failure: Error {
    let reason: String
  }

  /// The largest growth that deflate can express: 258 bytes for each two bits, so 1,032 for a byte.
  static let largestRatio = 1_032

  /// Inflates data to exactly `size` bytes.
  ///
  /// No more is allocated than the data can grow to, whatever `size` claims.
  static func inflate(_ bytes: UnsafeRawBufferPointer, size: Int) throws(Failure) -> [UInt8] {
    guard size / largestRatio <= bytes.count else {
      throw Failure(reason: "\(bytes.count) bytes cannot inflate to \(size)")
    }
    var stream = z_stream()
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw Failure(reason: "zlib could not start")
    }
    defer { inflateEnd(&stream) }
    var code = Z_OK
    // A byte more than is wanted shows data that goes on.
    let output = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      var consumed = 0
      while code == Z_OK {
        let step = min(bytes.count - consumed, Int(UInt32.max / 2))
        let room = min(size + 1 - count, Int(UInt32.max / 2))
        guard step > 0 || room > 0 else { break }
        if let base = bytes.baseAddress {
          stream.next_in = UnsafeMutablePointer(
            mutating: base.advanced(by: consumed).assumingMemoryBound(to: UInt8.self))
        }
        stream.avail_in = UInt32(step)
        stream.next_out = buffer.baseAddress!.advanced(by: count)
        stream.avail_out = UInt32(room)
        code = CZlib.inflate(&stream, Z_NO_FLUSH)
        consumed += step - Int(stream.avail_in)
        count += room - Int(stream.avail_out)
      }
    }
    switch code {
    case Z_STREAM_END where output.count == size: return output
    case Z_STREAM_END: throw Failure(reason: "it inflates to \(output.count) bytes, \(size) expected")
    case Z_OK, Z_BUF_ERROR:
      throw Failure(reason: output.count > size ? "it inflates to more than \(size) bytes" : "it is cut short")
    default: throw Failure(reason: stream.msg.map { String(cString: $0) } ?? "zlib error \(code)")
    }
  }

  /// The CRC-32 of some bytes.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var sum = crc32(0, nil, 0)
    var at = 0
    while at < bytes.count {
      let step = min(bytes.count - at, Int(UInt32.max / 2))
      sum = crc32(sum, bytes.baseAddress!.advanced(by: at).assumingMemoryBound(to: UInt8.self), UInt32(step))
      at += step
    }
    return UInt32(truncatingIfNeeded: sum)
  }
}
