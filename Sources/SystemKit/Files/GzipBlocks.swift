// Gzip data as JDK 15 and later write heap dumps: many members, each of which inflates to a block of a stated size, so that they
// can be inflated on all cores. Where a member begins is not written anywhere; every place that looks like one is tried, and only
// those count that the chain from the first member leads to.

/// Gzip data that may be large: inflated to a scratch file, on all cores where its members allow it.
public enum GzipBlocks {
  /// What came out: the file, and the error that ended it early.
  public struct Outcome: Sendable {
    /// The inflated bytes; after an error, those before it.
    public let file: InputFile
    /// Why it ended before the data's end, if it did.
    public let damage: SystemError?
  }

  /// Inflates gzip data.
  ///
  /// - Throws: `SystemError` when the scratch file cannot be written; damage in the data is no error but part of the outcome.
  public static func inflate(
    _ bytes: UnsafeRawBufferPointer, limit: Int, name: String
  ) throws(SystemError) -> Outcome {
    let scratch = try ScratchFile()
    var position = 0
    if let blockSize = blockSize(bytes) {
      position = try inflateBlocks(bytes, blockSize: blockSize, limit: limit, into: scratch)
    }
    var damage: SystemError?
    if position < bytes.count {
      do throws(SystemError) {
        try Gzip.inflate(bytes, from: position, limit: limit - scratch.count, name: name) {
          chunk throws(SystemError) in try scratch.write(chunk)
        }
      } catch {
        switch error.kind {
        case .damagedGzip, .tooLarge: damage = error
        default: throw error
        }
      }
    }
    return Outcome(file: InputFile(name: name, mapped: try scratch.map(), wasCompressed: true), damage: damage)
  }

  /// The block size that the first member's comment states: `HPROF BLOCKSIZE=1048576`; `nil` where there is none or it is
  /// out of reason.
  static func blockSize(_ bytes: UnsafeRawBufferPointer) -> Int? {
    // RFC 1952: ten bytes of head; FEXTRA, FNAME absent and FCOMMENT (16) present is what the JDK writes.
    let key: StaticString = "HPROF BLOCKSIZE="
    let start = 10
    guard bytes.count > start + key.utf8CodeUnitCount, bytes[3] == 16 else { return nil }
    let text = UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(64))
    guard text.starts(with: UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)) else {
      return nil
    }
    let digits = text.dropFirst(key.utf8CodeUnitCount).prefix { $0 != 0 }
    guard let size = Int(String(decoding: digits, as: UTF8.self)), (1...(64 << 20)).contains(size) else { return nil }
    return size
  }

  /// Inflates members in batches for as long as the chain of them holds, and returns where it ended.
  private static func inflateBlocks(
    _ bytes: UnsafeRawBufferPointer, blockSize: Int, limit: Int, into scratch: ScratchFile
  ) throws(SystemError) -> Int {
    nonisolated(unsafe) let bytes = bytes
    var position = 0
    // Batches bound the memory: at most 16 blocks are held at once.
    let batch = max(2, min(16, (64 << 20) / blockSize))
    while position < bytes.count {
      var starts: [Int] = []
      var at = position
      while starts.count < batch, let found = memberStart(bytes, from: at) {
        starts.append(found)
        at = found + 1
      }
      guard starts.first == position else { return position }
      let tried = starts
      let blocks = Parallel.map(count: tried.count) { Gzip.inflateMember(bytes, at: tried[$0], limit: blockSize) }
      let before = position
      for (start, block) in zip(tried, blocks) where start == position {
        guard let block, scratch.count + block.content.count <= limit else { return position }
        try scratch.write(block.content)
        position = block.end
      }
      if position == before { return position }
    }
    return position
  }

  /// Where the next bytes lie that a member may begin with.
  private static func memberStart(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var at = start
    while at + 18 <= bytes.count {
      // Method 8, and no flags above FCOMMENT.
      if bytes[at] == 0x1F, bytes[at + 1] == 0x8B, bytes[at + 2] == 8, bytes[at + 3] & 0xE0 == 0 { return at }
      at += 1
    }
    return nil
  }
}
