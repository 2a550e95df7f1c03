// What a redaction is asked to keep, and what it did.

/// What stays in a redacted dump beside its structure.
public struct RedactionOptions: Sendable, Equatable {
  /// Whether threads keep their names: the arrays of the strings in `Thread.name`, and the names in START_THREAD records.
  public var keepsThreadNames = true
  /// Patterns of class names (`java.util.*`); `*` and `?` stand for any characters. The primitive fields that such a class declares
  /// keep their values, in its instances, those of its subclasses and statics. Arrays, and so texts, never do.
  public var classesWithValues: [String] = []

  /// Keeps the names of threads, and no values.
  public init() {}

  /// Keeps what words say: `threads`, `class:PATTERN` or `nothing`.
  ///
  /// - Throws: `unsupported` for another word.
  public init(keeping words: [String]) throws(HeapDumpError) {
    keepsThreadNames = false
    for word in words {
      if word == "threads" {
        keepsThreadNames = true
      } else if word.hasPrefix("class:"), word.utf8.count > 6 {
        classesWithValues.append(String(word.dropFirst(6)))
      } else if word != "nothing" {
        throw HeapDumpError(
          .unsupported("'\(word)' is nothing that can be kept (expected threads, class:PATTERN or nothing)"))
      }
    }
  }
}

/// What a redaction did. Of the lengths of arrays and strings nothing is hidden, nor how objects refer to one another.
public struct Redaction: Sendable, Equatable {
  /// Records left out.
  public struct Dropped: Sendable, Equatable {
    /// The record's name in the format, or its tag.
    public let record: String
    /// How many.
    public var count: Int
    /// Their bytes.
    public var bytes: Int
  }

  /// Primitive arrays whose elements are now zero.
  public internal(set) var arrays = 0
  /// The bytes of those elements.
  public internal(set) var arrayBytes = 0
  /// Instances with values that are now zero.
  public internal(set) var instances = 0
  /// The bytes of those values.
  public internal(set) var instanceBytes = 0
  /// Static fields and entries of constant pools whose values are now zero.
  public internal(set) var statics = 0
  /// Records of strings that are now empty.
  public internal(set) var clearedStrings = 0
  /// Records of strings that are names and stay.
  public internal(set) var keptStrings = 0
  /// Arrays with names of threads that stay.
  public internal(set) var keptThreadNames = 0
  /// The patterns of classes whose values were to stay that no class has.
  public internal(set) var unmatchedPatterns: [String] = []
  /// Records that HPROF does not have, or not in this shape, and so could hold anything.
  public internal(set) var dropped: [Dropped] = []
  /// The size of the redacted dump in bytes.
  public internal(set) var size = 0

  mutating func drop(_ record: TopRecord) {
    let name = RecordTag.shown(record.tag)
    let index = dropped.firstIndex { $0.record == name } ?? dropped.count
    if index == dropped.count { dropped.append(Dropped(record: name, count: 0, bytes: 0)) }
    dropped[index].count += 1
    dropped[index].bytes += record.body.count + 9
  }
}
