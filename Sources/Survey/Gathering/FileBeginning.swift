// What the first bytes of a file that nobody recognises tell: that there is nothing, that it was cut off, or that a server's error
// page was saved in its place.

enum FileBeginning {
  /// Whether there is nothing but white space, or an XML declaration without an element.
  static func saysNothing(_ head: [UInt8]) -> Bool {
    var rest = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    if rest.starts(with: "<?xml".utf8) {
      rest = rest.drop { $0 != 0x3E }.dropFirst()
      rest = rest.drop { $0 <= 0x20 }
    }
    return rest.isEmpty
  }

  /// Whether the file ends within its first tag: `<?xml version="1.0"?> <testsui`.
  static func isCutInFirstTag(_ head: [UInt8]) -> Bool {
    guard head.count < Gatherer.headLength, let open = head.lastIndex(of: 0x3C) else { return false }
    let tag = head[open...].dropFirst()
    return saysNothing(Array(head[..<open])) && tag.allSatisfy { (0x41...0x7A).contains($0) }
  }

  /// Whether it is a web page: what a download leaves when it met an error.
  static func isPage(_ head: [UInt8]) -> Bool {
    let start = String(decoding: head.drop { $0 <= 0x20 }.prefix(14), as: UTF8.self).lowercased()
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }

  static func beginsDocument(_ head: [UInt8]) -> Bool {
    let text = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    return text.starts(with: "<?xml".utf8) || text.starts(with: "<!--".utf8)
  }
}
