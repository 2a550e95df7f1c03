// What the tests of this target share: a handler that writes down what it hears, and a generator with a seed.

import MarkupKit
import TestSupport

/// Writes the events of a document as lines.
final class EventLog: XMLHandler {
  var events: [String] = []
  private var pending = ""

  func startElement(_ name: DocumentText, _ attributes: XMLAttributes, line: Int) throws(MarkupError) {
    flush()
    let pairs = attributes.all.map { " \($0.name)=\"\($0.value)\"" }.joined()
    events.append("\(line) <\(name.string)\(pairs)>")
  }

  func endElement(_ name: DocumentText) throws(MarkupError) {
    flush()
    events.append("</\(name.string)>")
  }

  func text(_ text: DocumentText) throws(MarkupError) { pending += text.string }

  private func flush() {
    if !pending.isEmpty { events.append("'\(pending)'") }
    pending = ""
  }
}

func events(_ bytes: [UInt8]) throws(MarkupError) -> (events: [String], summary: XMLReader.Summary) {
  let log = EventLog()
  let summary = try XMLReader.parse(bytes.span.bytes, into: log)
  return (log.events, summary)
}

func events(_ text: String) throws(MarkupError) -> [String] { try events(Array(text.utf8)).events }

func utf16(_ text: String, isLittle: Bool, mark: Bool = true) -> [UInt8] {
  ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
    let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    return isLittle ? pair.reversed() : pair
  }
}

/// Changes some bytes of a document: flips, cuts, doublings and words of the grammar.
func mutate(_ original: [UInt8], words: [String], _ random: inout SeededGenerator) -> [UInt8] {
  var bytes = original
  for _ in 0...Int(random.next() % 4) {
    guard !bytes.isEmpty else { break }
    let at = Int(random.next() % UInt64(bytes.count))
    switch random.next() % 6 {
    case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
    case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int(random.next() % 20)))
    case 2: bytes.insert(contentsOf: words[Int(random.next() % UInt64(words.count))].utf8, at: at)
    case 3: bytes.removeLast(Int(random.next() % 50) % bytes.count)
    case 4: bytes[at] ^= 1 << UInt8(random.next() % 8)
    default:
      let piece = Array(bytes[at..<min(bytes.count, at + Int(random.next() % 80))])
      bytes.insert(contentsOf: piece, at: Int(random.next() % UInt64(bytes.count)))
    }
  }
  return bytes
}
