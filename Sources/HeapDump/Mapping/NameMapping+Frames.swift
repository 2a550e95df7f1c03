// Methods of a stack: which original frames stand behind a line of an obfuscated method. As R8's retrace does it
// (MappedRange.getOriginalLineNumber): successive lines with one range are one stack, the innermost inlined method first; no
// original lines mean that lines were kept; one original line is that of all; two are counted along with the range.

internal import SystemKit

/// A frame of a stack as it was written.
public struct OriginalFrame: Hashable, Sendable {
  /// The class that declares the method.
  public let className: String
  /// The method's name.
  public let method: String
  /// The type that it returns, as in source.
  public let returnType: String
  /// The types of its arguments, parted by commas.
  public let arguments: String
  /// The line in the source file, where it is known.
  public let line: Int?
  /// The source file's name, where the mapping tells it.
  public let sourceFile: String?
}

extension NameMapping {
  /// The original frames of a line in an obfuscated method, innermost first.
  ///
  /// Without a line, or with one that no range has, the methods that may be meant are told, one frame each: those without ranges if
  /// there are such, else all.
  ///
  /// - Complexity: O(log n + k) in the members of the class and those with the name.
  public func frames(ofMethod obfuscated: String, line: Int?, in id: ClassID) -> MappedName<[OriginalFrame]> {
    var copy = obfuscated
    return copy.withUTF8 { frames(ofMethod: UnsafeRawBufferPointer($0), line: line, in: id) }
  }

  /// The original frames of a line in an obfuscated method whose name is given as UTF-8.
  public func frames(
    ofMethod obfuscated: UnsafeRawBufferPointer, line: Int?, in id: ClassID
  ) -> MappedName<[OriginalFrame]> {
    file.withUnsafeBytes { bytes in
      var groups: [[MemberLine]] = []
      index.forEachMember(of: id.index, named: obfuscated, isMethod: true, in: bytes) { member in
        if member.hasRange, let last = groups.last?.last, last.first == member.first, last.last == member.last {
          groups[groups.count - 1].append(member)
        } else {
          groups.append([member])
        }
      }
      if let line {
        let ranged = groups.filter { $0[0].hasRange && ($0[0].first...$0[0].last).contains(line) }
        if !ranged.isEmpty {
          return MappedName(
            ranged.map { group in group.map { frame($0, line: $0.originalLine(of: line), of: id, in: bytes) } })
        }
      }
      // The last one of a group is the method itself.
      let outermost = groups.compactMap(\.last)
      let unranged = outermost.filter { !$0.hasRange }
      return MappedName(
        (unranged.isEmpty ? outermost : unranged).map { member in
          let original = member.hasRange ? nil : line.flatMap(member.originalLine(of:))
          return [frame(member, line: original, of: id, in: bytes)]
        })
    }
  }

  private func frame(
    _ member: MemberLine, line: Int?, of id: ClassID, in bytes: UnsafeRawBufferPointer
  ) -> OriginalFrame {
    let (owner, name) = originalName(member, of: id, in: bytes)
    let isOwn = bytes[member.name].lastIndex(of: 0x2E) == nil
    let source = isOwn ? sourceFile(of: id) : classWithOriginalName(owner).flatMap { sourceFile(of: $0) }
    return OriginalFrame(
      className: owner, method: name, returnType: String(decoding: bytes[member.type], as: UTF8.self),
      arguments: String(decoding: bytes[member.arguments ?? 0..<0], as: UTF8.self), line: line, sourceFile: source)
  }
}

extension MemberLine {
  /// The original line for one of the obfuscated method; `nil` where the mapping says that there is none (line 0).
  func originalLine(of line: Int) -> Int? {
    let original: Int
    if originalFirst < 0 {
      original = line
    } else if originalLast <= originalFirst || !hasRange {
      original = originalFirst
    } else {
      original = min(originalFirst + line - first, originalLast)
    }
    return original > 0 ? original : nil
  }
}
