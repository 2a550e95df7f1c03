// Reading a saved drawing. Strict: what a drawing does not have is refused with its place, for a name that is skipped could be ink that
// is lost.

extension Drawing {
  /// Reads a saved drawing.
  ///
  /// - Throws: ``DrawingError`` with the byte at which the file stops being a drawing.
  /// - Complexity: O(bytes).
  public init(saved bytes: [UInt8]) throws(DrawingError) {
    try self.init(saved: bytes, from: 0, to: bytes.count)
  }

  init(saved bytes: [UInt8], from start: Int, to end: Int) throws(DrawingError) {
    var scanner = DrawingScanner(bytes, from: start, to: end)
    var reading = DrawingReading()
    try reading.read(&scanner, start)
    while scanner.offset < end {
      guard bytes[scanner.offset] <= 0x20 else { throw DrawingError(.trailing, at: scanner.offset) }
      scanner = DrawingScanner(bytes, from: scanner.offset + 1, to: end)
    }
    self = reading.drawing
  }
}

private struct DrawingReading {
  var drawing = Drawing(width: 1, height: 1)

  mutating func read(_ scanner: inout DrawingScanner, _ start: Int) throws(DrawingError) {
    var seen: UInt32 = 0
    var position: Int64 = -1
    let names: [StaticString] = [
      "plimsoll-drawing", "model", "width", "height", "background", "commands", "pictures", "position", "check",
    ]
    var beforeMember = scanner.offset
    while let member = try scanner.member(of: names, &seen) {
      if member > 0, seen & 1 == 0 { throw DrawingError(.missing, at: beforeMember) }
      // The check comes last: it says nothing of what stands behind it.
      if member < 8, seen & 1 << 8 != 0 { throw DrawingError(.unexpected, at: beforeMember) }
      switch member {
      case 0, 1:
        let at = scanner.offset
        guard try scanner.number(0, .max) == 1 else { throw DrawingError(.version, at: at) }
      case 2: drawing.width = Int32(try scanner.number(1, Int64(Drawing.largest)))
      case 3: drawing.height = Int32(try scanner.number(1, Int64(Drawing.largest)))
      case 4: drawing.background = try background(&scanner)
      case 5:
        var isFirst = true
        while try scanner.element(&isFirst) { drawing.commands.append(try command(&scanner, depth: 0)) }
      case 6:
        var isFirst = true
        while try scanner.element(&isFirst) { drawing.pictures.append(try picture(&scanner)) }
      case 7: position = try scanner.number(0, 1 << 31 - 1)
      default:
        // What stands before the comma of this member was checked.
        let range = try scanner.string()
        let found = FileCheck.of(scanner.bytes, from: start, to: beforeMember)
        guard range.count == 8, hexadecimal(scanner.bytes, range) == found else {
          throw DrawingError(.check, at: range.lowerBound)
        }
      }
      beforeMember = scanner.offset
    }
    guard seen & 0b101111 == 0b101111 else { throw DrawingError(.missing, at: scanner.offset - 1) }
    guard position <= Int64(drawing.commands.count) else { throw DrawingError(.range, at: scanner.offset - 1) }
    drawing.position = position < 0 ? drawing.commands.count : Int(position)
  }

  private func hexadecimal(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32? {
    var value: UInt32 = 0
    for index in range {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(bytes[index] - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(bytes[index] - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return value
  }

  private func color(_ scanner: inout DrawingScanner) throws(DrawingError) -> InkColor {
    let range = try scanner.string()
    guard range.count == 9, scanner.bytes[range.lowerBound] == UInt8(ascii: "#"),
      let value = hexadecimal(scanner.bytes, range.dropFirst())
    else { throw DrawingError(.unexpected, at: range.lowerBound) }
    return InkColor(rgba: value)
  }

  private func background(_ scanner: inout DrawingScanner) throws(DrawingError) -> Background {
    guard try scanner.peek() == UInt8(ascii: "{") else { return .paper(try color(&scanner)) }
    var seen: UInt32 = 0
    var place: Int32?
    while try scanner.member(of: ["picture"], &seen) != nil { place = Int32(try scanner.number(0, 4095)) }
    guard let place else { throw DrawingError(.missing, at: scanner.offset - 1) }
    return .picture(place)
  }

  private func picture(_ scanner: inout DrawingScanner) throws(DrawingError) -> Picture {
    var picture = Picture(media: .png, width: 1, height: 1, bytes: [])
    var seen: UInt32 = 0
    while let member = try scanner.member(of: ["media", "width", "height", "base64"], &seen) {
      switch member {
      case 0: picture.media = try scanner.word(of: [(.png, "png"), (.jpeg, "jpeg")])
      case 1: picture.width = Int32(try scanner.number(1, 1 << 20))
      case 2: picture.height = Int32(try scanner.number(1, 1 << 20))
      default: picture.bytes = try scanner.base64()
      }
    }
    guard seen & 15 == 15 else { throw DrawingError(.missing, at: scanner.offset - 1) }
    return picture
  }

  private func command(_ scanner: inout DrawingScanner, depth: Int) throws(DrawingError) -> Command {
    guard depth < Command.deepest else { throw DrawingError(.depth, at: scanner.offset) }
    var seen: UInt32 = 0
    var command: Command?
    while let member = try scanner.member(of: ["add", "erase", "clear", "background", "group"], &seen) {
      guard command == nil else { throw DrawingError(.unexpected, at: scanner.offset) }
      switch member {
      case 0: command = .add(try stroke(&scanner))
      case 1:
        var ids: [StrokeID] = []
        var isFirst = true
        while try scanner.element(&isFirst) { ids.append(Int32(try scanner.number(-1 << 31, 1 << 31 - 1))) }
        command = .erase(ids)
      case 2:
        for byte: UInt8 in [0x74, 0x72, 0x75, 0x65] { try scanner.take(byte) }
        command = .clear
      case 3: command = .setBackground(try background(&scanner))
      default:
        var commands: [Command] = []
        var isFirst = true
        while try scanner.element(&isFirst) { commands.append(try self.command(&scanner, depth: depth + 1)) }
        command = .group(commands)
      }
    }
    guard let command else { throw DrawingError(.missing, at: scanner.offset - 1) }
    return command
  }

  private func stroke(_ scanner: inout DrawingScanner) throws(DrawingError) -> Stroke {
    var stroke = Stroke(brush: Brush())
    var seen: UInt32 = 0
    let names: [StaticString] = [
      "tool", "color", "size", "dynamics", "minimum", "taperIn", "taperOut", "device", "x", "y", "t", "p", "tx", "ty",
    ]
    let place = Int64(Sample.furthest * Sample.unitsPerPoint)
    while let member = try scanner.member(of: names, &seen) {
      switch member {
      case 0: stroke.brush.tool = try scanner.word(of: Names.tools)
      case 1: stroke.brush.color = try color(&scanner)
      case 2: stroke.brush.width = Int32(try scanner.number(1, Int64(Brush.widest)))
      case 3: stroke.brush.dynamics = try scanner.word(of: Names.dynamics)
      case 4: stroke.brush.minimum = Int32(try scanner.number(0, 1000))
      case 5: stroke.brush.taperIn = Int32(try scanner.number(0, Int64(Brush.widest)))
      case 6: stroke.brush.taperOut = Int32(try scanner.number(0, Int64(Brush.widest)))
      case 7: stroke.device = try scanner.word(of: Names.devices)
      case 8: try list(&scanner, &stroke, -place, place) { $0.x = $1 }
      case 9: try list(&scanner, &stroke, -place, place) { $0.y = $1 }
      case 10: try list(&scanner, &stroke, 0, Int64(Sample.longest)) { $0.time = $1 }
      case 11: try list(&scanner, &stroke, 0, Int64(Sample.fullPressure)) { $0.pressure = Int16($1) }
      case 12: try list(&scanner, &stroke, -9000, 9000) { $0.tiltX = Int16($1) }
      default: try list(&scanner, &stroke, -9000, 9000) { $0.tiltY = Int16($1) }
      }
    }
    // Tool, colour, size and places are needed; the rest has the values of a plain pen.
    guard seen & 0b11_0000_0111 == 0b11_0000_0111, seen >> 12 & 1 == seen >> 13 & 1 else {
      throw DrawingError(.missing, at: scanner.offset - 1)
    }
    guard !stroke.samples.isEmpty else { throw DrawingError(.lengths, at: scanner.offset - 1) }
    if seen & 1 << 10 != 0 { stroke.channels.insert(.time) }
    if seen & 1 << 11 != 0 { stroke.channels.insert(.pressure) }
    if seen & 1 << 12 != 0 { stroke.channels.insert(.tilt) }
    return stroke
  }

  /// A list of differences. The first list of a stroke makes its samples, the others have to have as many.
  private func list(
    _ scanner: inout DrawingScanner, _ stroke: inout Stroke, _ least: Int64, _ most: Int64,
    _ set: (inout Sample, Int32) -> Void
  ) throws(DrawingError) {
    let makes = stroke.samples.isEmpty
    var count = 0
    var value: Int64 = 0
    var isFirst = true
    while try scanner.element(&isFirst) {
      let at = scanner.offset
      value += try scanner.number(-1 << 33, 1 << 33)
      guard value >= least, value <= most else { throw DrawingError(.range, at: at) }
      if makes {
        stroke.samples.append(Sample(x: 0, y: 0))
      } else if count >= stroke.samples.count {
        throw DrawingError(.lengths, at: at)
      }
      set(&stroke.samples[count], Int32(value))
      count += 1
    }
    guard count == stroke.samples.count, count > 0 else { throw DrawingError(.lengths, at: scanner.offset - 1) }
  }
}
