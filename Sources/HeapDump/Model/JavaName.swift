// Class names: HotSpot writes `java/lang/String` and `[Ljava/lang/Object;`, Android `java.lang.String` and
// `java.lang.Object[]`; people read the second form, and so it is shown.

/// Names of classes.
enum JavaName {
  /// The name as it is written in Java source: dotted, arrays with brackets behind.
  static func shown(_ name: String) -> String {
    var utf8 = Substring(name).utf8
    var dimensions = 0
    while utf8.first == UInt8(ascii: "[") {
      utf8 = utf8.dropFirst()
      dimensions += 1
    }
    var base = String(Substring(utf8))
    if dimensions > 0 {
      if base.utf8.count == 1, let type = FieldType(descriptor: base.utf8.first!) {
        base = type.name
      } else if base.hasPrefix("L"), base.hasSuffix(";") {
        base = String(base.dropFirst().dropLast())
      }
    }
    if base.utf8.contains(UInt8(ascii: "/")) {
      // A hidden class is `Outer$$Lambda$14/0x0000000800c03000`: what follows its last slash is no package's part.
      base = hiddenPart(base).map { dotted($0.name) + "/" + $0.suffix } ?? dotted(base)
    }
    return base + String(repeating: "[]", count: dimensions)
  }

  private static func dotted(_ name: some StringProtocol) -> String {
    String(decoding: name.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
  }

  private static func hiddenPart(_ name: String) -> (name: Substring, suffix: Substring)? {
    guard let slash = name.lastIndex(of: "/") else { return nil }
    let suffix = name[name.index(after: slash)...]
    return suffix.hasPrefix("0x") ? (name[..<slash], suffix) : nil
  }

  /// The name without its package: `Node` of `com.acme.Node`.
  static func simple(_ name: String) -> Substring {
    name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...]
  }
}
