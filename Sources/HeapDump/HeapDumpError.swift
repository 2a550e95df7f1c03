// What goes wrong with heap dumps, as facts: the kind, the dump's offset and the record. The command line words it, in one place
// (`description` here is that place's text).

/// An error met while a heap dump is read or written: what, where, and in which record.
public struct HeapDumpError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// The bytes are no heap dump of a known kind.
    case notAHeapDump
    /// The header names an id size that is neither 4 nor 8.
    case idSize(UInt32)
    /// A record needs more bytes than its file, segment or array has left.
    case truncated(needed: UInt64, available: UInt64)
    /// A sub-record of the heap starts with a tag that no HPROF version has, so its length is unknown.
    case unknownTag(UInt8)
    /// A field or element has a type that no HPROF version has.
    case unknownType(UInt64)
    /// A BMD record starts with a tag that BMD does not have.
    case unknownRecord(UInt64)
    /// A number is longer than its encoding allows.
    case badNumber
    /// An instance's class, or one of its superclasses, is not in the dump.
    case missingClass(UInt64)
    /// A class is its own superclass, directly or through others.
    case classCycle(UInt64)
    /// Compressed data does not inflate.
    case badCompression(String)
    /// The dump has more objects, strings or classes than the program can number.
    case tooMany(String)
    /// What was asked for cannot be done with this dump.
    case unsupported(String)
    /// An option does not go with this dump, which is good in itself.
    case unsuitable(String)
    /// Something was looked for and is not there; `nearest` is the likely meant name.
    case notFound(String, nearest: String?)
    /// A file that goes with a dump (a mapping, an archive of symbols) cannot be read.
    case badCompanion(String)
  }

  /// What is wrong.
  public let kind: Kind
  /// Where: the offset in the dump (inflated, if it was compressed), in bytes; `nil` where there is no place.
  public let offset: Int?
  /// The record in which it went wrong, by its name in the format: `INSTANCE_DUMP`.
  public let record: String?

  /// Creates an error.
  public init(_ kind: Kind, at offset: Int? = nil, in record: String? = nil) {
    self.kind = kind
    self.offset = offset
    self.record = record
  }
}

extension HeapDumpError: CustomStringConvertible {
  /// One line: where, in which record, what was found and what was expected.
  public var description: String {
    var place = ""
    if let offset { place += "offset \(offset)" }
    if let record { place += place.isEmpty ? record : ", \(record)" }
    return place.isEmpty ? text : "\(place): \(text)"
  }

  private var text: String {
    switch kind {
    case .notAHeapDump: "not a heap dump (expected 'JAVA PROFILE 1.0.x', BMD, or either in gzip)"
    case .idSize(let size): "id size \(size) (expected 4 or 8)"
    case .truncated(let needed, let available): "\(needed) bytes needed, \(available) left"
    case .unknownTag(let tag): "unknown heap record tag \(hexadecimal(UInt64(tag)))"
    case .unknownType(let type): "unknown value type \(type)"
    case .unknownRecord(let tag): "unknown BMD record \(tag)"
    case .badNumber: "a number is longer than ten bytes"
    case .missingClass(let id): "class \(hexadecimal(id)) is not in the dump"
    case .classCycle(let id): "class \(hexadecimal(id)) is its own superclass"
    case .badCompression(let why): "compressed data does not inflate: \(why)"
    case .tooMany(let what): "too many \(what)"
    case .unsupported(let what), .unsuitable(let what): what
    case .notFound(let what, let nearest):
      nearest.map { "no \(what) in the dump; did you mean '\($0)'?" } ?? "no \(what) in the dump"
    case .badCompanion(let why): why
    }
  }
}

/// An id or tag as people write it: `0x1c`.
func hexadecimal(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }
