// Descriptors of methods (JVMS 4.3.3), `(La/b;[I)V`, and the types of source that mappings write, `a.b,int[]`.

/// The types of a method, as in source: `java.lang.String[]`.
struct Descriptor: Equatable {
  let arguments: [String]
  let result: String

  /// Types parted by commas, as in a mapping.
  init(_ arguments: String, _ result: String) {
    self.arguments = arguments.split(separator: ",").map { String($0) }
    self.result = result
  }

  private init(arguments: [String], result: String) {
    self.arguments = arguments
    self.result = result
  }

  /// Parses a descriptor; `nil` when it is none.
  init?(_ descriptor: String) {
    let bytes = Array(descriptor.utf8)
    guard bytes.first == 0x28 else { return nil }
    var at = 1
    func type() -> String? {
      let start = at
      while at < bytes.count, bytes[at] == 0x5B { at += 1 }
      let dimensions = at - start
      guard at < bytes.count, dimensions <= TypeNames.dimensionLimit else { return nil }
      let letter = bytes[at]
      at += 1
      let name: String
      if letter == 0x4C {
        guard let end = bytes[at...].firstIndex(of: 0x3B), end > at else { return nil }
        name = String(decoding: bytes[at..<end].map { $0 == 0x2F ? 0x2E : $0 }, as: UTF8.self)
        at = end + 1
      } else {
        guard let primitive = TypeNames.primitives.first(where: { $0.letter == letter }) else { return nil }
        name = "\(primitive.name)"
      }
      return name + String(repeating: "[]", count: dimensions)
    }
    var arguments: [String] = []
    while at < bytes.count, bytes[at] != 0x29 {
      guard let argument = type() else { return nil }
      arguments.append(argument)
    }
    at += 1
    guard at < bytes.count, let result = type(), at == bytes.count else { return nil }
    self.init(arguments: arguments, result: result)
  }

  /// The types with the classes of them renamed.
  func mapped(_ rename: (String) -> String) -> Descriptor {
    func type(_ name: String) -> String {
      let base = name.prefix { $0 != "[" }
      return rename(String(base)) + name[base.endIndex...]
    }
    return Descriptor(arguments: arguments.map(type), result: type(result))
  }

  /// The descriptor.
  var text: String { "(" + arguments.map(Self.encoded).joined() + ")" + Self.encoded(result) }

  private static func encoded(_ type: String) -> String {
    let base = type.prefix { $0 != "[" }
    let dimensions = type.utf8[base.endIndex...].count { $0 == 0x5B }
    let prefix = String(repeating: "[", count: dimensions)
    if let primitive = TypeNames.primitives.first(where: { "\($0.name)" == base }) {
      return prefix + String(decoding: [primitive.letter], as: UTF8.self)
    }
    return prefix + "L" + String(decoding: base.utf8.map { $0 == 0x2E ? 0x2F : $0 }, as: UTF8.self) + ";"
  }
}
