// What kind of heap dump a file is, told by its first bytes.

/// A format of heap dumps.
public enum HeapDumpFormat: String, CaseIterable, Sendable {
  /// The format of HotSpot and Android: `JAVA PROFILE 1.0.2` and a NUL.
  case hprof = "HPROF"
  /// A crunched dump: a version number and the text of the HPROF header it was made from.
  case bmd = "BMD"
  /// A crunched dump whose columns are deflated (see `PackedBMD`).
  case packedBMD = "BMD, compressed"

  /// The format of a file.
  ///
  /// - Parameter head: the first bytes of the content, inflated: 32 are enough.
  /// - Returns: `nil` for bytes that are no heap dump.
  public static func recognise(_ head: UnsafeRawBufferPointer) -> HeapDumpFormat? {
    if PackedBMD.recognises(head) { return .packedBMD }
    if BMDFormat.recognises(head) { return .bmd }
    guard DumpHeader.begins(head, at: 0) else { return nil }
    // The header's text ends with a NUL: a document about dumps may begin with the same words. A file that was cut off within them
    // is a dump all the same.
    let text = head.prefix(19)
    guard let end = text.firstIndex(of: 0) else { return head.count < 19 ? .hprof : nil }
    return DumpHeader.versions.contains(String(decoding: head[..<end], as: UTF8.self)) ? .hprof : nil
  }
}
