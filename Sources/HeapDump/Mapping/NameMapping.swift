// Original names for obfuscated ones. A name may have several: R8 merges classes and gives fields and overloads of different
// types one name, and a heap dump or a stack trace does not always say which was meant. Then all are told and none is guessed.

public import SystemKit

/// What a mapping says of a name.
public enum MappedName<Value: Hashable & Sendable>: Equatable, Sendable {
  /// Nothing: the name was kept, or is not of this app.
  case none
  /// One original.
  case one(Value)
  /// Several originals, in the order of the file.
  case ambiguous([Value])

  init(_ values: [Value]) {
    var known: Set<Value> = []
    let different = values.filter { known.insert($0).inserted }
    self = different.isEmpty ? .none : different.count == 1 ? .one(different[0]) : .ambiguous(different)
  }
}

/// A field as it was written.
public struct OriginalField: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The type, as in source: `java.lang.String[]`.
  public let type: String
  /// The class that declares it.
  public let declaringClass: String
}

/// The mapping of an app's names.
///
///     let mapping = try MappingFile.read(path: "mapping.txt")
///     if let found = mapping.classNamed("a.b") { mapping.field("c", in: found) }
public struct NameMapping: Sendable {
  /// A class of the mapping.
  public struct ClassID: Hashable, Sendable {
    let index: Int
  }

  /// The file; it must not change while the mapping is used.
  public let file: InputFile
  /// The version that the mapping says it has; ProGuard says none.
  public let version: String?
  /// Lines that were passed over, the first ones.
  public let warnings: [MappingWarning]
  /// How many lines were passed over.
  public let warningCount: Int
  let index: MappingIndex

  init(file: InputFile, reader: MappingReader) {
    self.file = file
    (index, version, warnings, warningCount) = (reader.index, reader.version, reader.warnings, reader.warningCount)
  }

  /// How many classes it names.
  public var classCount: Int { index.classCount }
  /// How many lines of fields and methods it has.
  public var memberCount: Int { index.memberCount }
  /// How many bytes the tables take beside the file.
  public var memorySize: Int { index.memorySize }

  // MARK: - Classes

  /// The class with an obfuscated name in dotted form, `a.b$c`.
  ///
  /// - Complexity: O(1) on average.
  public func classNamed(_ obfuscated: String) -> ClassID? {
    var copy = obfuscated
    return copy.withUTF8 { classNamed(UnsafeRawBufferPointer($0)) }
  }

  /// The class with an obfuscated name, given as UTF-8.
  public func classNamed(_ obfuscated: UnsafeRawBufferPointer) -> ClassID? {
    file.withUnsafeBytes { index.classIndex(obfuscated: obfuscated, in: $0).map(ClassID.init) }
  }

  /// The first class with an original name.
  public func classWithOriginalName(_ original: String) -> ClassID? {
    var copy = original
    return copy.withUTF8 { name in
      file.withUnsafeBytes { index.classIndex(original: UnsafeRawBufferPointer(name), in: $0).map(ClassID.init) }
    }
  }

  /// The original name of a class.
  public func originalName(of id: ClassID) -> String {
    file.withUnsafeBytes { String(decoding: index.names(of: id.index, in: $0).original, as: UTF8.self) }
  }

  /// The obfuscated name of a class.
  public func obfuscatedName(of id: ClassID) -> String {
    file.withUnsafeBytes { String(decoding: index.names(of: id.index, in: $0).obfuscated, as: UTF8.self) }
  }

  /// The original name for an obfuscated one; `nil` when the mapping does not have it.
  public func originalClassName(_ obfuscated: String) -> String? { classNamed(obfuscated).map(originalName) }

  /// The name of the file that a class was written in, where the mapping tells it.
  public func sourceFile(of id: ClassID) -> String? {
    guard let offset = index.sourceLine(id.index) else { return nil }
    return file.withUnsafeBytes { MappingMetadata.value(of: "fileName", in: $0, $0.line(at: offset)) }
  }

  // MARK: - Fields

  /// The original fields of an obfuscated field that a class declares. Fields of its superclasses are theirs.
  ///
  /// - Complexity: O(log n) in the members of the class.
  public func field(_ obfuscated: String, in id: ClassID) -> MappedName<OriginalField> {
    var copy = obfuscated
    return copy.withUTF8 { field(UnsafeRawBufferPointer($0), in: id) }
  }

  /// The original fields of an obfuscated field, given as UTF-8.
  public func field(_ obfuscated: UnsafeRawBufferPointer, in id: ClassID) -> MappedName<OriginalField> {
    file.withUnsafeBytes { bytes in
      var fields: [OriginalField] = []
      index.forEachMember(of: id.index, named: obfuscated, isMethod: false, in: bytes) { line in
        let (owner, name) = originalName(line, of: id, in: bytes)
        fields.append(
          OriginalField(name: name, type: String(decoding: bytes[line.type], as: UTF8.self), declaringClass: owner))
      }
      return MappedName(fields)
    }
  }

  /// The class and the name in a member's line: `com.x.Y.name` where the class is another one.
  func originalName(
    _ line: MemberLine, of id: ClassID, in bytes: UnsafeRawBufferPointer
  ) -> (owner: String, name: String) {
    guard let dot = bytes[line.name].lastIndex(of: 0x2E), dot > line.name.lowerBound else {
      return (originalName(of: id), String(decoding: bytes[line.name], as: UTF8.self))
    }
    return (
      String(decoding: bytes[line.name.lowerBound..<dot], as: UTF8.self),
      String(decoding: bytes[dot + 1..<line.name.upperBound], as: UTF8.self)
    )
  }
}
