// Deflate without a wrapping (RFC 1951) and the CRC-32 that goes with it, through zlib: for zip entries, and for formats of our own
// that hold several small streams, where a gzip head for each would be larger than some of them.

internal import CZlib

/// Raw deflate data in memory.
public enum Deflate {
  /// The largest growth that deflate can express: 258 bytes for each two bits, so 1,032 for a byte.
  public static let largestRatio = 1_032

  /// Deflates bytes.
  public static func compress(_ bytes: UnsafeRawBufferPointer, level: Int32 = 9) -> [UInt8] {
    compress(bytes, level: level, isLast: true)
  }

  /// What deflate looks for before the bytes are coded.
  public enum Repetition: Sendable {
    /// What occurred in the 32 KiB before.
    case anything
    /// Runs of one byte: for noise, in which the few other repetitions cost more to name than they save.
    case runs
  }

  /// Deflates one of several pieces that, one after another, are one stream. A piece refers to nothing before it, so that all can be
  /// made at once; each but the last ends with an empty block of 5 bytes, at a whole byte.
  public static func compress(
    _ bytes: UnsafeRawBufferPointer, level: Int32, isLast: Bool, finding repetition: Repetition = .anything
  ) -> [UInt8] {
    let strategy = repetition == .runs ? Z_RLE : Z_DEFAULT_STRATEGY
    let flush = isLast ? Z_FINISH : Z_SYNC_FLUSH
    return withStream { stream in
      let opened = deflateInit2_(
        stream, level, Z_DEFLATED, -15, 9, strategy, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      precondition(opened == Z_OK, "zlib could not start")
      defer { deflateEnd(stream) }
      let bound = Int(deflateBound(stream, UInt(bytes.count))) + 16
      return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
        var consumed = 0
        while true {
          let step = min(bytes.count - consumed, Int(UInt32.max / 2))
          let room = min(bound - count, Int(UInt32.max / 2))
          stream.pointee.next_in = input(bytes, consumed)
          stream.pointee.avail_in = UInt32(step)
          stream.pointee.next_out = buffer.baseAddress.map { $0 + count }
          stream.pointee.avail_out = UInt32(room)
          let isAll = consumed + step == bytes.count
          let code = deflate(stream, isAll ? flush : Z_NO_FLUSH)
          consumed += step - Int(stream.pointee.avail_in)
          count += room - Int(stream.pointee.avail_out)
          if code == Z_STREAM_END { return }
          precondition(code == Z_OK && count < bound, "deflateBound gave too little room")
          // A flush is complete when zlib leaves room behind it.
          if isAll, !isLast, stream.pointee.avail_out > 0 { return }
        }
      }
    }
  }

  /// Deflates bytes in zlib's wrapping (RFC 1950), as git stores objects.
  public static func compressWrapped(_ bytes: UnsafeRawBufferPointer, level: Int32 = 1) -> [UInt8] {
    // The head says deflate, a window of 32 KiB and, in its lower half, fast compression; together a multiple of 31.
    var output: [UInt8] = [0x78, 0x01]
    output.append(contentsOf: compress(bytes, level: level))
    let sum = adler(bytes)
    for shift in [24, 16, 8, 0] { output.append(UInt8(truncatingIfNeeded: sum >> UInt32(shift))) }
    return output
  }

  /// The Adler-32 of bytes, with which zlib's wrapping ends.
  public static func adler(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var sum = adler32(0, nil, 0)
    var at = 0
    while at < bytes.count {
      let step = min(bytes.count - at, Int(UInt32.max / 2))
      sum = adler32(sum, input(bytes, at), UInt32(step))
      at += step
    }
    return UInt32(truncatingIfNeeded: sum)
  }

  /// The Adler-32 of bytes and others behind them, of which there are `count`; that of no bytes is 1.
  public static func adler(_ sum: UInt32, followedBy next: UInt32, of count: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: adler32_combine(UInt(sum), UInt(next), count))
  }

  /// Why data did not inflate.
  struct Failure: Error {
    let reason: String
  }

  /// Inflates data to exactly `size` bytes; `nil` when it is damaged or of another size.
  ///
  /// No more is allocated than the data can grow to, whatever `size` claims.
  public static func expand(_ bytes: UnsafeRawBufferPointer, size: Int) -> [UInt8]? {
    try? inflate(bytes, size: size)
  }

  /// Inflates data to exactly `size` bytes.
  static func inflate(_ bytes: UnsafeRawBufferPointer, size: Int) throws(Failure) -> [UInt8] {
    guard size >= 0, size / largestRatio <= bytes.count else {
      throw Failure(reason: "\(bytes.count) bytes cannot inflate to \(size)")
    }
    var code = Z_OK
    var message: String?
    let output = withStream { stream -> [UInt8] in
      guard inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        code = Z_MEM_ERROR
        message = "zlib could not start"
        return []
      }
      defer { inflateEnd(stream) }
      // A byte more than is wanted shows data that goes on.
      let output = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
        var consumed = 0
        while code == Z_OK {
          let step = min(bytes.count - consumed, Int(UInt32.max / 2))
          let room = min(size + 1 - count, Int(UInt32.max / 2))
          guard step > 0 || room > 0 else { break }
          stream.pointee.next_in = input(bytes, consumed)
          stream.pointee.avail_in = UInt32(step)
          stream.pointee.next_out = buffer.baseAddress.map { $0 + count }
          stream.pointee.avail_out = UInt32(room)
          code = CZlib.inflate(stream, Z_NO_FLUSH)
          consumed += step - Int(stream.pointee.avail_in)
          count += room - Int(stream.pointee.avail_out)
        }
      }
      message = stream.pointee.msg.map { String(cString: $0) }
      return output
    }
    switch code {
    case Z_STREAM_END where output.count == size: return output
    case Z_STREAM_END: throw Failure(reason: "it inflates to \(output.count) bytes, \(size) expected")
    case Z_OK, Z_BUF_ERROR:
      throw Failure(reason: output.count > size ? "it inflates to more than \(size) bytes" : "it is cut short")
    default: throw Failure(reason: message ?? "zlib error \(code)")
    }
  }

  /// The CRC-32 of bytes that follow others, whose CRC-32 is `sum`.
  public static func checksum(_ bytes: UnsafeRawBufferPointer, after sum: UInt32 = 0) -> UInt32 {
    var sum = UInt(sum)
    var at = 0
    while at < bytes.count {
      let step = min(bytes.count - at, Int(UInt32.max / 2))
      sum = crc32(sum, input(bytes, at), UInt32(step))
      at += step
    }
    return UInt32(truncatingIfNeeded: sum)
  }

  private static func input(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UnsafeMutablePointer<UInt8>? {
    bytes.baseAddress.map { UnsafeMutablePointer(mutating: ($0 + at).assumingMemoryBound(to: UInt8.self)) }
  }

  /// A stream that stays at one address, which zlib insists on.
  private static func withStream<Result>(_ body: (UnsafeMutablePointer<z_stream>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: z_stream.self, capacity: 1) { buffer in
      let stream = buffer.baseAddress!
      stream.initialize(to: z_stream())
      return body(stream)
    }
  }
}
