// A pass over the heap of a dump: its segments in order, on one thread or on all, with the pages behind the reader given back, so
// that the memory of a pass does not grow with the dump.

internal import Synchronization
internal import SystemKit

/// Hands the sub-records of a dump's heap to visitors.
struct HeapPass: Sendable {
  enum Mode {
    /// One visitor sees all records in order.
    case sequential
    /// Several visitors see consecutive pieces of the heap, at the same time.
    case concurrent
  }

  let image: HeapImage
  let outline: DumpOutline

  /// How much is read before its pages are given back: each worker holds this much of the file.
  static let stride = 1 << 18

  /// Runs the pass.
  ///
  /// - Returns: the visitors in the order of their pieces, and the damage found. A damaged segment ends where it breaks; the next
  ///   one is read again.
  func run<Visitor: HeapRecordVisitor & Sendable>(
    _ mode: Mode, _ make: @Sendable () -> Visitor
  ) -> (visitors: [Visitor], damage: [HeapDumpError]) {
    let pieces = pieces(mode)
    let results = Parallel.map(count: pieces.count) { index in
      var visitor = make()
      let damage = scan(pieces[index], &visitor)
      return (visitor, damage)
    }
    return (results.map(\.0), results.flatMap(\.1))
  }

  /// Runs the pass on this thread with a visitor that need not be sendable.
  func run<Visitor: HeapRecordVisitor>(_ visitor: inout Visitor) -> [HeapDumpError] {
    scan(outline.segments[...], &visitor)
  }

  private func scan<Visitor: HeapRecordVisitor>(
    _ segments: ArraySlice<Range<Int>>, _ visitor: inout Visitor
  ) -> [HeapDumpError] {
    var damage: [HeapDumpError] = []
    image.withUnsafeBytes { bytes in
      let scanner = HeapScanner(bytes: bytes, idSize: outline.header.idSize)
      var held = segments.first?.lowerBound ?? 0
      for segment in segments {
        var at = segment.lowerBound
        while at < segment.upperBound {
          do throws(HeapDumpError) {
            at = try scanner.scan(segment, from: at, until: held + Self.stride, &visitor)
          } catch {
            // More than a few places say nothing new, and a hostile file could hold millions.
            if damage.count < 16 { damage.append(error) }
            at = segment.upperBound
          }
          if at >= held + Self.stride {
            image.discard(held..<at)
            held = at
          }
        }
      }
      if let last = segments.last { image.discard(held..<last.upperBound) }
    }
    return damage
  }

  /// Consecutive segments for each worker, of about equal bytes.
  private func pieces(_ mode: Mode) -> [ArraySlice<Range<Int>>] {
    let segments = outline.segments
    // Android's heap marks hold on across segments: who counts by heap joins the pieces so (`Census.merge`).
    let workers = mode == .sequential ? 1 : Parallel.workerCount
    let total = segments.reduce(0) { $0 + $1.count }
    guard workers > 1, total >= 4 << 20, segments.count > 1 else { return [segments[...]] }
    var pieces: [ArraySlice<Range<Int>>] = []
    var start = 0
    var sum = 0
    for index in segments.indices {
      sum += segments[index].count
      if sum * workers >= total * (pieces.count + 1) || index == segments.count - 1 {
        pieces.append(segments[start...index])
        start = index + 1
      }
    }
    return pieces
  }
}
