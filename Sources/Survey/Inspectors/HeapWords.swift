// What is said of heap dumps, in words that findings, sections and pages share.

public import HeapDump

/// Words for leaks and ways.
public enum HeapWords {
  /// An object's id as `plimsoll heap path` takes it.
  static func id(_ id: UInt64) -> String { "0x" + String(id, radix: 16) }

  static func size(_ bytes: Int) -> String { FigureText.bytes(Double(bytes)) }

  /// What makes an object a suspect.
  public static func title(_ kind: LeakKind) -> String {
    switch kind {
    case .destroyedActivity: "destroyed activity"
    case .destroyedFragment: "destroyed fragment"
    case .clearedViewModel: "cleared view model"
    case .watched: "watched by LeakCanary"
    case .largeObject: "large object"
    case .collection: "large collection"
    }
  }

  /// A suspect in one line.
  static func line(_ suspect: LeakSuspect, of total: Int) -> String {
    var text = "\(title(suspect.kind)) \(suspect.name)"
    if suspect.kind.isCertain { text += " is still held" }
    text += suspect.count > 1 ? ": \(Plural.text(suspect.count, "object")) with " : ": "
    return text + "\(size(suspect.retained)), \(share(suspect.retained, of: total))"
  }

  static func share(_ bytes: Int, of total: Int) -> String {
    FigureText.share(UInt64(clamping: bytes), of: UInt64(clamping: total))
  }

  /// What is known of a suspect besides its way.
  static func holdings(_ suspect: LeakSuspect) -> [String] {
    var lines: [String] = []
    if suspect.chainLength > 0 {
      lines.append("It begins a chain of \(Plural.text(suspect.chainLength, "object")) of its class.")
    }
    if let holdings = suspect.holdings {
      lines.append(
        "It holds \(Plural.text(holdings.count, "object")) directly, most of it in "
          + "\(FigureText.count(holdings.classCount)) of \(holdings.className) (\(size(holdings.classBytes))).")
    }
    return lines
  }

  /// A way from a root, one object a line, each with the reference by which it holds the next; long ways from both ends.
  public static func way(_ path: HeapPath) -> [String] {
    var head = "root: \(path.root.title)"
    if let thread = path.thread { head += " (thread \"\(thread)\")" }
    // Each line with how many steps it stands for.
    var lines: [(text: String, steps: Int)] = []
    var position = 0
    while position < path.steps.count {
      let step = path.steps[position]
      lines.append(("  \(text(step))  \(id(step.id))", 1))
      position += 1
      if case .omitted(let count) = step.reference {
        lines.append(("    and \(Plural.text(count, "more step"))", count))
        continue
      }
      // A linked list's links are all alike.
      var end = position
      while end < path.steps.count, path.steps[end].name == step.name, path.steps[end].reference == step.reference {
        end += 1
      }
      if end - position > 4 {
        lines.append(("    and \(FigureText.count(end - position)) more of \(text(step))", end - position))
        position = end
      }
    }
    // The ends of a long way tell who holds and what is held.
    if lines.count > 2 * wayEnd {
      let middle = wayEnd..<lines.count - wayEnd
      let left = lines[middle].reduce(0) { $0 + $1.steps }
      lines.replaceSubrange(middle, with: [("    and \(Plural.text(left, "more step"))", left)])
    }
    var shown = [head] + lines.map(\.text)
    if let leak = path.libraryLeak {
      let kind = leak.isIgnored ? "held for a moment only" : "known leak"
      shown.append("\(kind), \(leak.className).\(leak.fieldName): \(leak.reason)")
    }
    return shown
  }

  /// So many steps of a way are shown from either end.
  private static let wayEnd = 40

  private static func text(_ step: PathStep) -> String {
    var text = (step.isClass ? "class " : "") + step.name
    switch step.reference {
    case .omitted: return text
    case .element: text += " "
    default: break
    }
    return text + step.referenceText
  }

  /// A class's name without its packages, as drawings have room for: `class com.acme.Cache` is `Cache`.
  static func short(_ name: String) -> String {
    let plain = name.hasPrefix("class ") ? name.dropFirst(6) : name[...]
    guard let dot = plain.lastIndex(of: "."), plain.index(after: dot) < plain.endIndex else { return String(plain) }
    return String(plain[plain.index(after: dot)...])
  }

  /// The name of a nested class alone: `com.acme.Log$Event` is `Event`.
  static func innermost(_ name: String) -> String {
    let short = short(name)
    guard let dollar = short.lastIndex(of: "$") else { return short }
    let inner = short[short.index(after: dollar)...]
    return inner.first?.isLetter == true ? String(inner) : short
  }
}
