// The two tickets of a conflict, as the name of a ref.

internal import SystemKit

/// Two tickets with a conflict between them.
public struct TicketPair: Hashable, Sendable, Comparable {
  /// The names in order, fit for a ref.
  let names: [String]

  /// Pairs a ticket with another, or with main.
  init(_ one: String, _ other: String?) {
    names = [Self.fit(one), other.map(Self.fit) ?? "main"].sorted()
  }

  /// What a name of a ref may not hold becomes '+' ("git check-ref-format").
  static func fit(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      let isFit = scalar.value > 0x20 && scalar.value != 0x7F && !"/~^:?*[\\@{.".unicodeScalars.contains(scalar)
      text.unicodeScalars.append(isFit ? scalar : "+")
    }
    // An ending ".lock" is not allowed either; dots are gone by now.
    if text.isEmpty || text.hasPrefix("-") { text = "+" + text }
    // A ref is a file: its name may have 255 bytes.
    guard text.utf8.count > 100 else { return text }
    let digest = Array(text.utf8).withUnsafeBytes { Digest.sha256($0) }
    while text.utf8.count > 80 { text.removeLast() }
    return text + "+" + digest.prefix(12)
  }

  /// The part of the ref after its prefix.
  var refName: String { names.joined(separator: "/") }

  /// The order of the names.
  public static func < (left: TicketPair, right: TicketPair) -> Bool {
    left.names.lexicographicallyPrecedes(right.names)
  }
}
