// Reads a mapping of ProGuard or R8 in one pass over the mapped file. Nothing of its text is copied: of a
// class its line's offset is kept, of a member that and a hash of its obfuscated name in eight bytes (`MappingIndex`). A mapping of
// 100 MB takes some 10 MB of memory beside the file's own pages.

internal import ByteKit
public import SystemKit

/// A line of a mapping that was passed over.
public struct MappingWarning: Sendable, Equatable, CustomStringConvertible {
  /// Why a line was passed over.
  public enum Reason: Sendable, Equatable {
    /// It is neither a class nor a member.
    case malformed
    /// It is a member and no class stands before it.
    case outsideClass
    /// The class's obfuscated name has been given to another one before; its members are passed over.
    case duplicateClass
    /// The file says that it has a later version than is known here: what that adds is passed over.
    case newerVersion
  }

  /// The line's number; the first line is 1.
  public let line: Int
  /// Why.
  public let reason: Reason
  /// The beginning of the line.
  public let text: String

  /// One line: where, what, and what was expected.
  public var description: String {
    switch reason {
    case .malformed: "line \(line): '\(text)' cannot be read ('original -> obfuscated' expected)"
    case .outsideClass: "line \(line): '\(text)' stands before the first class"
    case .duplicateClass: "line \(line): '\(text)' gives a name that another class has already"
    case .newerVersion: "line \(line): the mapping is of a later version than 2: '\(text)'"
    }
  }
}

/// Reads mapping files.
public enum MappingFile {
  /// So many warnings are kept.
  public static let warningLimit = 20

  /// Reads the mapping at a path; gzip is inflated.
  ///
  /// - Throws: `HeapDumpError.Kind.badCompanion` when it cannot be read or names no class.
  public static func read(path: String) throws(HeapDumpError) -> NameMapping {
    let file: InputFile
    do throws(SystemError) { file = try InputFile(path: path) } catch {
      throw HeapDumpError(.badCompanion(error.description))
    }
    return try read(file)
  }

  /// Reads a mapping.
  ///
  /// Lines that cannot be read are passed over and told of in the mapping's warnings.
  ///
  /// - Throws: `HeapDumpError.Kind.badCompanion` when no line names a class; `tooMany` beyond 2³¹ members.
  /// - Complexity: O(n), 8 bytes of memory for each line with a member.
  public static func read(_ file: InputFile) throws(HeapDumpError) -> NameMapping {
    try file.withUnsafeBytes { bytes throws(HeapDumpError) in
      var reader = MappingReader()
      try reader.read(bytes)
      guard reader.index.classCount > 0 else {
        throw HeapDumpError(
          .badCompanion("\(file.path): no mapping: no line names a class ('original -> obfuscated:' expected)"))
      }
      return NameMapping(file: file, reader: reader)
    }
  }
}

/// The pass over the file.
struct MappingReader {
  var index = MappingIndex()
  var version: String?
  var warnings: [MappingWarning] = []
  var warningCount = 0

  private enum Place {
    case beforeClasses
    case inClass
    /// In a class whose name was taken: its members are passed over.
    case inDuplicate
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(HeapDumpError) {
    var lines = LineScanner(RawSpan(_unsafeBytes: bytes))
    var place = Place.beforeClasses
    // A rough guess, so that the table does not grow often; a hostile file makes it no larger than itself.
    index.reserve(members: bytes.count / 128)
    while var range = lines.nextRange() {
      if lines.number == 1, bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) {
        range = range.lowerBound + 3..<range.upperBound
      }
      let line = bytes.trimmed(range)
      guard !line.isEmpty else { continue }
      if bytes[line.lowerBound] == 0x23 {
        readMetadata(bytes, line, lines.number, place)
      } else if line.lowerBound == range.lowerBound {
        place = readClass(bytes, line, lines.number, place)
      } else {
        try readMember(bytes, line, lines.number, place)
      }
    }
    index.finishClass()
  }

  private mutating func readClass(
    _ bytes: UnsafeRawBufferPointer, _ line: Range<Int>, _ number: Int, _ place: Place
  ) -> Place {
    guard let names = MemberLine.parseClass(bytes, line) else {
      warn(.malformed, number, bytes, line)
      return place
    }
    index.finishClass()
    if index.beginClass(names, at: line.lowerBound, in: bytes) { return .inClass }
    warn(.duplicateClass, number, bytes, line)
    return .inDuplicate
  }

  private mutating func readMember(
    _ bytes: UnsafeRawBufferPointer, _ line: Range<Int>, _ number: Int, _ place: Place
  ) throws(HeapDumpError) {
    guard let member = MemberLine(bytes, line) else { return warn(.malformed, number, bytes, line) }
    switch place {
    case .beforeClasses: warn(.outsideClass, number, bytes, line)
    case .inDuplicate: break
    case .inClass:
      guard index.memberCount < Int(Int32.max),
        index.addMember(
          UnsafeRawBufferPointer(rebasing: bytes[member.obfuscated]), isMethod: member.arguments != nil,
          at: line.lowerBound)
      else { throw HeapDumpError(.tooMany("members in the mapping"), at: line.lowerBound) }
    }
  }

  /// Keeps where a class's source file is told, and which version the mapping has. Other metadata are comments here.
  private mutating func readMetadata(
    _ bytes: UnsafeRawBufferPointer, _ line: Range<Int>, _ number: Int, _ place: Place
  ) {
    switch place {
    case .inClass:
      // Only directly below the class's line: millions of lines below methods need not be looked into.
      if index.mayTakeSourceFile, bytes.contains("sourceFile", in: line) { index.setSourceFile(at: line.lowerBound) }
    case .inDuplicate: break
    case .beforeClasses:
      guard version == nil, bytes.contains("com.android.tools.r8.mapping", in: line),
        let text = MappingMetadata.value(of: "version", in: bytes, line)
      else { return }
      version = text
      if let major = Int(text.prefix { $0 != "." }), major > 2 { warn(.newerVersion, number, bytes, line) }
    }
  }

  private mutating func warn(
    _ reason: MappingWarning.Reason, _ number: Int, _ bytes: UnsafeRawBufferPointer, _ line: Range<Int>
  ) {
    warningCount += 1
    guard warnings.count < MappingFile.warningLimit else { return }
    let text = String(decoding: bytes[line].prefix(80), as: UTF8.self)
    warnings.append(MappingWarning(line: number, reason: reason, text: text))
  }
}
