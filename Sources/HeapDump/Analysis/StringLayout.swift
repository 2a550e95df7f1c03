// How `java.lang.String` keeps its text, which changed several times:
//
// | since | fields |
// | --- | --- |
// | Java 6, Android 5 and before | `value` char[], `offset`, `count`: several strings share an array |
// | Java 7u6, Android 6 | `value` char[] |
// | Java 9, Android 8 | `value` byte[]: Latin-1 or UTF-16; `coder` says which in Java, `count`'s lowest bit in Android |

/// Where the text of a string lies.
struct StringLayout: Sendable {
  /// The class's number.
  let classIndex: Int
  let classID: UInt64
  let value: HeapDump.FieldPlace
  /// Both, or neither.
  let offset: HeapDump.FieldPlace?
  let count: HeapDump.FieldPlace?
  let coder: HeapDump.FieldPlace?

  /// The part of an array that a string shows: first element and number of elements; `nil` for all of it.
  @inline(__always)
  func part(_ data: UnsafeRawBufferPointer, idSize: Int) -> (start: Int, count: Int)? {
    guard let offset, let count, let start = offset.bits(data, idSize: idSize),
      let length = count.bits(data, idSize: idSize)
    else { return nil }
    return (Int(Int32(truncatingIfNeeded: start)), Int(Int32(truncatingIfNeeded: length)))
  }
}

extension HeapDump {
  /// How strings are kept in this dump; `nil` where there is no class of strings with a field `value`.
  var stringLayout: StringLayout? {
    for index in classes.indices(named: "java.lang.String") {
      guard let value = field("value", of: index), value.type == .object else { continue }
      let offset = field("offset", of: index)
      let count = field("count", of: index)
      let isShared = offset?.type == .int && count?.type == .int
      return StringLayout(
        classIndex: index, classID: classes.entries[index].id, value: value, offset: isShared ? offset : nil,
        count: isShared ? count : nil, coder: field("coder", of: index))
    }
    return nil
  }

  /// The text that the elements of an array spell: chars, or bytes of Latin-1 or UTF-16.
  static func text(_ type: FieldType, _ data: some Collection<UInt8>, isUTF16: Bool) -> String {
    let bytes = Array(data)
    switch type {
    case .char:
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      return String(decoding: units, as: UTF16.self)
    case .byte where isUTF16:
      // In memory the units have the machine's order: little-endian on all that Java and Android run on today.
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
      return String(decoding: units, as: UTF16.self)
    default:
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }
}
