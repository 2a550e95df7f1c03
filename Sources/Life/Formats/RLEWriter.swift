// RLE out: lines of at most 70 columns, with the rule, and where the cells lie if that is known.

extension LifePattern {
  /// The pattern as RLE. A torus is named in the rule.
  ///
  /// - Complexity: O(runs).
  public func rle() -> [UInt8] {
    var text = LifeText()
    let box = boundingBox
    text.addLine("#N ", heading.name)
    text.addLine("#O ", heading.author)
    for comment in heading.comments { text.addLine("#C ", comment) }
    if heading.hasPosition || heading.generation > 0 {
      text.add("#CXRLE")
      if heading.hasPosition {
        text.add(" Pos=")
        text.add(box?.left ?? 0)
        text.add(",")
        text.add(box?.top ?? 0)
      }
      if heading.generation > 0 {
        text.add(" Gen=")
        text.add(heading.generation)
      }
      text.add("\n")
    }
    text.add("x = ")
    text.add(box?.width ?? 0)
    text.add(", y = ")
    text.add(box?.height ?? 0)
    text.add(", rule = ")
    text.add(heading.rule ?? .conway, heading.torus)
    text.add("\n")
    var writer = RLELines(text: text)
    var (x, y) = (box?.left ?? 0, box?.top ?? 0)
    for run in runs {
      if run.y > y {
        writer.add(run.y - y, UInt8(ascii: "$"))
        (x, y) = (box?.left ?? 0, run.y)
      }
      if run.x > x { writer.add(run.x - x, UInt8(ascii: "b")) }
      writer.add(run.length, UInt8(ascii: "o"))
      x = run.x + run.length
    }
    writer.add(1, UInt8(ascii: "!"))
    writer.text.add("\n")
    return writer.text.bytes
  }
}

/// Runs, broken into lines between them.
private struct RLELines {
  static let columns = 70
  var text: LifeText
  private var lineStart: Int

  init(text: LifeText) {
    self.text = text
    lineStart = text.bytes.count
  }

  @inline(never)
  mutating func add(_ count: Int64, _ letter: UInt8) {
    var digits = 0
    var rest = count > 1 ? count : 0
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    if text.bytes.count - lineStart + digits + 1 > Self.columns {
      text.add("\n")
      lineStart = text.bytes.count
    }
    if count > 1 { text.add(count) }
    text.add(byte: letter)
  }
}

extension LifeText {
  /// A rule, with the torus that it names.
  @inline(never)
  mutating func add(_ rule: LifeRule, _ torus: LifeTorusSize?) {
    rule.write(to: &self)
    guard let torus else { return }
    add(":T")
    add(Int64(torus.width))
    add(",")
    add(Int64(torus.height))
  }

  /// A line of a heading; nothing if it is empty. A line feed within would end it and is left out.
  @inline(never)
  mutating func addLine(_ start: StaticString, _ content: [UInt8]) {
    guard !content.isEmpty else { return }
    add(start)
    for byte in content where byte != 10 && byte != 13 { add(byte: byte) }
    add("\n")
  }
}
