// Paths in a repository are bytes: git neither knows nor minds their encoding, and a String would lose what is no UTF-8.

/// A path in a repository, relative to its top, with '/' between the folders.
public struct GitPath: Hashable, Sendable, Comparable {
  /// The bytes, as git stores them.
  public let bytes: [UInt8]

  /// Wraps the bytes of a path.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
  /// Wraps a path in text.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The names of the folders and of the file.
  var components: [ArraySlice<UInt8>] { bytes.split(separator: 0x2F) }

  /// The name of the file, without its folders.
  var name: ArraySlice<UInt8> {
    bytes.lastIndex(of: 0x2F).map { bytes[($0 + 1)...] } ?? bytes[...]
  }

  /// The folder that the path is in; empty at the top.
  var folder: ArraySlice<UInt8> { bytes.lastIndex(of: 0x2F).map { bytes[..<$0] } ?? [] }

  /// Whether the path stays in the folder that it is put into, and out of git's own; a tree made by hand can hold anything.
  var isHarmless: Bool {
    !bytes.isEmpty && bytes.first != 0x2F && !bytes.contains(0)
      && !components.contains { part in
        part.elementsEqual("..".utf8) || part.elementsEqual(".".utf8)
          || String(decoding: part, as: UTF8.self).lowercased() == ".git"
      }
  }

  /// The order of the bytes.
  public static func < (left: GitPath, right: GitPath) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

extension GitPath: CustomStringConvertible {
  /// The path in text; bytes that are no UTF-8 become U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
