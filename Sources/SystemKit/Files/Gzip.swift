// Gzip through zlib (RFC 1952), members one after another as `cat a.gz b.gz` makes them. zlib rather than libdeflate, since
// the inflated size is not known beforehand and zlib goes on where its buffer ended.

internal import CZlib

/// Gzip data in memory.
public enum Gzip {
  /// Whether the bytes begin as a gzip member does: 1F 8B, method 8. A member has 18 bytes or more, but one that is cut short
  /// before that is damaged gzip and nothing else.
  public static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 3 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8
  }

  /// Inflates all members. Zero bytes after the last member (tape padding) are passed over.
  ///
  /// - Throws: `SystemError.Kind.damagedGzip` with the offset in the compressed data when it is cut short, fails its check
  ///   or is followed by something else; `tooLarge` beyond `limit` bytes.
  /// - Complexity: O(size of the output).
  public static func inflate(
    _ bytes: UnsafeRawBufferPointer, limit: Int, name: String
  ) throws(SystemError) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(min(limit, max(1 << 16, bytes.count &* 4)))
    try inflate(bytes, limit: limit, name: name) { chunk throws(SystemError) in output.append(contentsOf: chunk) }
    return output
  }

  /// Inflates all members from `offset` on piece by piece: what was handed to `body` before an error is sound.
  ///
  /// - Throws: as the form that returns an array, and what `body` throws.
  public static func inflate(
    _ bytes: UnsafeRawBufferPointer, from offset: Int = 0, limit: Int, name: String,
    _ body: (UnsafeRawBufferPointer) throws(SystemError) -> Void
  ) throws(SystemError) {
    // The stream must not move: zlib keeps its address.
    let stream = try Stream(name)
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    var consumed = offset
    var total = 0
    while true {
      let before = consumed
      let (code, produced) = chunk.withUnsafeMutableBufferPointer { step(stream, bytes, &consumed, $0) }
      try chunk.span.bytes.withUnsafeBytes { buffer throws(SystemError) in
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<produced]))
      }
      total += produced
      guard total <= limit else { throw SystemError(.tooLarge(limit: limit), name) }
      switch code {
      case Z_STREAM_END:
        while consumed < bytes.count, bytes[consumed] == 0 { consumed += 1 }
        if consumed == bytes.count { return }
        guard bytes[consumed] == 0x1F, inflateReset(stream.pointer) == Z_OK else {
          throw SystemError(.damagedGzip(offset: consumed, reason: "data follows the last member"), name)
        }
      case Z_OK where consumed < bytes.count && (consumed > before || produced > 0) || produced == chunk.count: continue
      case Z_OK, Z_BUF_ERROR:
        throw SystemError(.damagedGzip(offset: consumed, reason: "it is cut short"), name)
      default:
        let reason = stream.pointer.pointee.msg.map { String(cString: $0) } ?? "zlib error \(code)"
        throw SystemError(.damagedGzip(offset: consumed, reason: reason), name)
      }
    }
  }

  /// Inflates the one member that begins at `offset`; `nil` when none does, or when it is damaged or larger than `limit`.
  ///
  /// - Returns: the content, and where the member ends.
  static func inflateMember(_ bytes: UnsafeRawBufferPointer, at offset: Int, limit: Int) -> (
    content: [UInt8], end: Int
  )? {
    guard let stream = try? Stream("") else { return nil }
    var consumed = offset
    var code = Z_OK
    // One byte more than is allowed, so that a member of exactly the limit can come to its end. Not zeroed before: what a small
    // member leaves untouched of a large limit is no real memory.
    let content = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
      (code, count) = step(stream, bytes, &consumed, UnsafeMutableBufferPointer(rebasing: buffer[...limit]))
    }
    guard code == Z_STREAM_END, content.count <= limit else { return nil }
    return (content, consumed)
  }

  /// A stream of zlib's, at a fixed address.
  private final class Stream {
    let pointer: UnsafeMutablePointer<z_stream>

    init(_ name: String) throws(SystemError) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: z_stream())
      // 15 bits of window, +16: gzip wrapping only.
      guard inflateInit2_(pointer, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        throw SystemError(.damagedGzip(offset: 0, reason: "zlib could not start"), name)
      }
    }

    deinit {
      inflateEnd(pointer)
      pointer.deallocate()
    }
  }

  /// Lets zlib fill `chunk` once.
  private static func step(
    _ stream: Stream, _ bytes: UnsafeRawBufferPointer, _ consumed: inout Int, _ chunk: UnsafeMutableBufferPointer<UInt8>
  ) -> (code: Int32, produced: Int) {
    let step = min(bytes.count - consumed, Int(UInt32.max / 2))
    stream.pointer.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress!.advanced(by: consumed).assumingMemoryBound(to: UInt8.self))
    stream.pointer.pointee.avail_in = UInt32(step)
    stream.pointer.pointee.next_out = chunk.baseAddress
    stream.pointer.pointee.avail_out = UInt32(chunk.count)
    let code = CZlib.inflate(stream.pointer, Z_NO_FLUSH)
    consumed += step - Int(stream.pointer.pointee.avail_in)
    return (code, chunk.count - Int(stream.pointer.pointee.avail_out))
  }

  /// Deflates bytes into one gzip member without name or time, so that the same bytes give the same member.
  public static func deflate(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
    var stream = z_stream()
    let opened = deflateInit2_(
      &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(opened == Z_OK, "zlib could not start")
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 32)
    var input = bytes
    let written = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        let code = CZlib.deflate(&stream, Z_FINISH)
        precondition(code == Z_STREAM_END, "deflateBound gave too little room")
        return target.count - Int(stream.avail_out)
      }
    }
    output.removeLast(output.count - written)
    return output
  }
}
