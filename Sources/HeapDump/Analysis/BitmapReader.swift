// Android's bitmaps in their three eras:
//
// | API | pixels |
// | --- | --- |
// | before 26 | `android.graphics.Bitmap.mBuffer`, a byte array of the heap |
// | 26 and later | native memory behind `mNativePtr`: only `mWidth` and `mHeight` are in the dump |
// | 35 and later, dumped with `-b` | as before, and the static `dumpData` of the class holds compressed copies: `natives` (long[], the pointers) beside `buffers` (byte[][]) |
//
// A dump that was crunched and decrunched, or redacted, has lost the sides: the fields have other names or are zero. No bitmap is
// without a pixel, so that a side of 0 is one that is not known.

/// Collects bitmaps, one step a pass.
struct BitmapReader: HeapRecordVisitor, Sendable {
  struct Layout: Sendable {
    let width: HeapDump.FieldPlace?
    let height: HeapDump.FieldPlace?
    let buffer: HeapDump.FieldPlace?
    let pointer: HeapDump.FieldPlace?
  }
  struct Found: Sendable {
    let id: UInt64
    let width: Int?
    let height: Int?
    let buffer: UInt64
    let pointer: UInt64
  }
  private let layouts: [UInt64: Layout]
  private var lastID = UInt64.max
  private var last: Layout?
  private let idSize: Int
  private(set) var found: [Found] = []

  init(_ dump: HeapDump) {
    idSize = dump.header.idSize
    let kinds = dump.kinds(of: "android.graphics.Bitmap")
    let widths = dump.field("mWidth", ofEach: kinds)
    let heights = dump.field("mHeight", ofEach: kinds)
    let buffers = dump.field("mBuffer", ofEach: kinds)
    let pointers = dump.field("mNativePtr", ofEach: kinds)
    let olderPointers = dump.field("mNativeBitmap", ofEach: kinds)
    layouts = kinds.reduce(into: [:]) { layouts, index in
      layouts[dump.classes.entries[index].id] = Layout(
        width: widths[index], height: heights[index], buffer: buffers[index],
        pointer: pointers[index] ?? olderPointers[index])
    }
  }

  @inline(__always)
  mutating func visit(_ instance: InstanceRecord) {
    guard !layouts.isEmpty else { return }
    if instance.classID != lastID {
      lastID = instance.classID
      last = layouts[lastID]
    }
    if let last { take(instance, last) }
  }

  private mutating func take(_ instance: InstanceRecord, _ layout: Layout) {
    func side(_ place: HeapDump.FieldPlace?) -> Int? {
      let side = place?.bits(instance.data, idSize: idSize).map { Int(Int32(truncatingIfNeeded: $0)) } ?? 0
      return side > 0 ? side : nil
    }
    found.append(
      Found(
        id: instance.id, width: side(layout.width), height: side(layout.height),
        buffer: layout.buffer?.bits(instance.data, idSize: idSize) ?? 0,
        pointer: layout.pointer?.bits(instance.data, idSize: idSize) ?? 0))
  }

  mutating func merge(_ other: BitmapReader) { found += other.found }
}

extension HeapDump {
  /// The object that holds the compressed copies of bitmaps, or 0.
  var bitmapDumpID: UInt64 {
    classes.indices(named: "android.graphics.Bitmap").compactMap { staticField("dumpData", of: $0)?.bits }.first ?? 0
  }

  /// The bitmaps with the sizes of their pixels. Their arrays are looked up in one pass for the ids in `buffers` (and two more for
  /// compressed copies), made only where there are bitmaps.
  func bitmaps(_ found: [BitmapReader.Found]) -> Known<[HeapBitmap]> {
    guard !found.isEmpty else { return .known([]) }
    let dumpID = bitmapDumpID
    let first = find(found.map(\.buffer) + [dumpID])
    var dumped: [UInt64: Int] = [:]
    if let offset = first[dumpID], let natives = value("natives", at: offset),
      let buffers = value("buffers", at: offset)
    {
      let second = find([natives, buffers])
      if let nativesAt = second[natives], let buffersAt = second[buffers],
        let pointers = array(at: nativesAt, limit: 1 << 24)?.data, let ids = array(at: buffersAt, limit: 1 << 24)?.data
      {
        let copies = ids.withUnsafeBytes { bytes in
          stride(from: 0, to: bytes.count - header.idSize + 1, by: header.idSize).map {
            bytes.readID(at: $0, size: header.idSize)
          }
        }
        let third = find(copies)
        for (index, copy) in copies.enumerated() where (index + 1) * 8 <= pointers.count {
          let pointer = pointers.withUnsafeBytes { $0.readBigEndian(UInt64.self, at: index * 8) }
          if let at = third[copy], let size = array(at: at, limit: 0)?.count { dumped[pointer] = size }
        }
      }
    }
    let rows = found.map { bitmap in
      // Sides are 32-bit numbers, and any in a damaged dump: four times their product may be too much for 64 bits.
      let pixels = bitmap.width.flatMap { width in bitmap.height.map { width * $0 } }
        .flatMap { $0 <= Int.max / 4 ? $0 : nil }
      if bitmap.buffer != 0 {
        let size = first[bitmap.buffer].flatMap { array(at: $0, limit: 0)?.count }
        return HeapBitmap(
          id: bitmap.id, width: bitmap.width, height: bitmap.height, bytes: size ?? pixels.map { $0 * 4 },
          storage: .heap)
      }
      return HeapBitmap(
        id: bitmap.id, width: bitmap.width, height: bitmap.height, bytes: pixels.map { $0 * 4 },
        storage: dumped[bitmap.pointer] == nil ? .native : .dumped)
    }
    guard rows.contains(where: { $0.bytes != nil }) else {
      return .unknown("the dump does not hold the bitmaps' sizes")
    }
    return .known(rows.sorted { ($0.bytes ?? 0, $1.id) > ($1.bytes ?? 0, $0.id) })
  }
}
