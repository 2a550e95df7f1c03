// What a deobfuscation did, and what it left alone because nothing told which of several names was meant.

/// What was renamed in a dump.
public struct Deobfuscation: Sendable, Equatable {
  /// A name for which the mapping has several.
  public struct Ambiguity: Sendable, Equatable, CustomStringConvertible {
    /// What kind of name it is.
    public enum Kind: String, Sendable {
      case field
      case method
    }
    /// What kind of name it is.
    public let kind: Kind
    /// The class, by its original name.
    public let className: String
    /// The name, which was kept.
    public let name: String
    /// What it may have been, with types.
    public let candidates: [String]

    /// One line: the name and what it may have been.
    public var description: String {
      "\(kind.rawValue) \(className).\(name) may be \(candidates.joined(separator: " or "))"
    }
  }

  /// Classes of the dump, arrays not counted.
  public internal(set) var classes = 0
  /// Those of them that the mapping has, whether or not it gives them another name.
  public internal(set) var classesInMapping = 0
  /// Names of classes that were replaced, those of arrays included.
  public internal(set) var classesRenamed = 0
  /// Fields, static ones included, of the classes that the mapping has.
  public internal(set) var fields = 0
  /// Those of them that the mapping has.
  public internal(set) var fieldsInMapping = 0
  /// Fields that were renamed.
  public internal(set) var fieldsRenamed = 0
  /// Fields with several names in the mapping, of which only one has the type that the dump shows.
  public internal(set) var fieldsToldByType = 0
  /// Stack frames that were renamed.
  public internal(set) var framesRenamed = 0
  /// Stack frames that were added: methods that had been inlined.
  public internal(set) var framesAdded = 0
  /// String records whose text was replaced.
  public internal(set) var stringsRenamed = 0
  /// String records that were added, since several names shared one or a name and something else did.
  public internal(set) var stringsAdded = 0
  /// How many names are ambiguous.
  public internal(set) var ambiguousCount = 0
  /// The first of them.
  public internal(set) var ambiguous: [Ambiguity] = []
  /// What speaks against this mapping being the dump's.
  public internal(set) var warnings: [String] = []
  /// The size of the written dump in bytes.
  public internal(set) var size = 0

  /// So many ambiguous names are told.
  public static let ambiguousLimit = 50

  mutating func note(_ kind: Ambiguity.Kind, _ className: String, _ name: String, _ candidates: [String]) {
    ambiguousCount += 1
    guard ambiguous.count < Self.ambiguousLimit else { return }
    ambiguous.append(
      Ambiguity(kind: kind, className: className, name: name, candidates: Array(candidates.prefix(8))))
  }

  /// Looks at whether the mapping fits. An app's own short names are in every mapping, so that fields tell more than classes.
  mutating func judge(_ mapping: NameMapping) {
    if classesInMapping == 0 {
      warnings.append("no class of the dump is in the mapping: is it the mapping of this build?")
    } else if classesInMapping * 100 < min(classes, mapping.classCount) {
      warnings.append(
        "only \(classesInMapping) of \(classes) classes are in the mapping: is it the mapping of this build?")
    } else if fields >= 20, fieldsInMapping * 10 < fields {
      warnings.append(
        "only \(fieldsInMapping) of \(fields) fields of its classes are in the mapping: is it the mapping of this build?"
      )
    }
    if mapping.warningCount > 0, let first = mapping.warnings.first {
      warnings.append(
        "\(mapping.warningCount) \(mapping.warningCount == 1 ? "line" : "lines") of the mapping passed over: \(first)")
    }
  }
}
