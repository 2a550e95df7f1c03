// A drawing as a file: JSON, one command a line. Everything is a whole number in the units of the model (hundredths of a point, tenths
// of a millisecond); places, times, pressures and tilts are differences to the sample before, which keeps a stroke at about five bytes
// a sample. The last member is a check of all bytes before it; whoever edits a file by hand takes it out.
//
//     {"plimsoll-drawing":1,"model":1,"width":320,"height":200,"background":"#ffffffff","pictures":[],
//     "commands":[
//     {"add":{"tool":"pen","color":"#1d1d1fff","size":400,"dynamics":"natural","minimum":200,"taperIn":0,"taperOut":0,
//      "device":"pen","x":[1000,20,15],"y":[1000,0,-5],"t":[0,83,83],"p":[9000,120,80]}},
//     {"erase":[0]},
//     {"clear":true},
//     {"background":{"picture":0}},
//     {"group":[…]}],
//     "position":4,"check":"1a2b3c4d"}

extension Drawing {
  /// The drawing as a file.
  ///
  /// - Complexity: O(samples).
  public func saved() -> [UInt8] {
    var text = TextBytes()
    text.add("{\"plimsoll-drawing\":1,\"model\":")
    text.add(Int32(model.rawValue))
    text.add(",\"width\":")
    text.add(width)
    text.add(",\"height\":")
    text.add(height)
    text.add(",\"background\":")
    Self.add(background, to: &text)
    text.add(",\"pictures\":[")
    for (index, picture) in pictures.enumerated() {
      text.add(index == 0 ? "\n" : ",\n")
      text.add("{\"media\":")
      text.add(picture.media == .png ? "\"png\"" : "\"jpeg\"")
      text.add(",\"width\":")
      text.add(picture.width)
      text.add(",\"height\":")
      text.add(picture.height)
      text.add(",\"base64\":\"")
      text.add(base64: picture.bytes)
      text.add("\"}")
    }
    text.add("],\n\"commands\":[")
    for (index, command) in commands.enumerated() {
      text.add(index == 0 ? "\n" : ",\n")
      Self.add(command, depth: 0, to: &text)
    }
    text.add("],\n\"position\":")
    text.add(Int64(position))
    let check = FileCheck.of(text.bytes, from: 0, to: text.bytes.count)
    text.add(",\"check\":\"")
    text.add(hexadecimal: check, digits: 8)
    text.add("\"}\n")
    return text.bytes
  }

  private static func add(_ color: InkColor, to text: inout TextBytes) {
    text.add("\"#")
    text.add(hexadecimal: color.rgba, digits: 8)
    text.add("\"")
  }

  private static func add(_ background: Background, to text: inout TextBytes) {
    switch background {
    case .paper(let color): add(color, to: &text)
    case .picture(let place):
      text.add("{\"picture\":")
      text.add(place)
      text.add("}")
    }
  }

  private static func add(_ command: Command, depth: Int, to text: inout TextBytes) {
    switch command {
    case .add(let stroke):
      text.add("{\"add\":")
      add(stroke, to: &text)
    case .erase(let ids):
      text.add("{\"erase\":[")
      for (index, id) in ids.enumerated() {
        if index > 0 { text.add(",") }
        text.add(id)
      }
      text.add("]")
    case .clear: text.add("{\"clear\":true")
    case .setBackground(let background):
      text.add("{\"background\":")
      add(background, to: &text)
    case .group(let commands):
      text.add("{\"group\":[")
      // Deeper than a reader goes, groups become part of the one around them, which is the same to whoever looks or undoes.
      let commands = depth + 2 < Command.deepest ? commands : flattened(commands)
      for (index, command) in commands.enumerated() {
        if index > 0 { text.add(",") }
        add(command, depth: depth + 1, to: &text)
      }
      text.add("]")
    }
    text.add("}")
  }

  private static func flattened(_ commands: [Command]) -> [Command] {
    var result: [Command] = []
    for command in commands {
      if case .group(let inner) = command {
        result.append(contentsOf: flattened(inner))
      } else {
        result.append(command)
      }
    }
    return result
  }

  private static func add(_ stroke: Stroke, to text: inout TextBytes) {
    let brush = stroke.brush
    text.add("{\"tool\":\"")
    text.add(Names.of(brush.tool))
    text.add("\",\"color\":")
    add(brush.color, to: &text)
    text.add(",\"size\":")
    text.add(brush.width)
    text.add(",\"dynamics\":\"")
    text.add(Names.of(brush.dynamics))
    text.add("\",\"minimum\":")
    text.add(brush.minimum)
    text.add(",\"taperIn\":")
    text.add(brush.taperIn)
    text.add(",\"taperOut\":")
    text.add(brush.taperOut)
    text.add(",\"device\":\"")
    text.add(Names.of(stroke.device))
    text.add("\"")
    add(",\"x\":[", stroke, to: &text) { $0.x }
    add(",\"y\":[", stroke, to: &text) { $0.y }
    if stroke.channels.contains(.time) { add(",\"t\":[", stroke, to: &text) { $0.time } }
    if stroke.channels.contains(.pressure) { add(",\"p\":[", stroke, to: &text) { Int32($0.pressure) } }
    if stroke.channels.contains(.tilt) {
      add(",\"tx\":[", stroke, to: &text) { Int32($0.tiltX) }
      add(",\"ty\":[", stroke, to: &text) { Int32($0.tiltY) }
    }
    text.add("}")
  }

  private static func add(
    _ name: StaticString, _ stroke: Stroke, to text: inout TextBytes, _ value: (Sample) -> Int32
  ) {
    text.add(name)
    var last: Int32 = 0
    for (index, sample) in stroke.samples.enumerated() {
      if index > 0 { text.add(",") }
      let this = value(sample)
      text.add(Int64(this) - Int64(last))
      last = this
    }
    text.add("]")
  }
}

/// The words of the format.
enum Names {
  static let tools: [(Brush.Tool, StaticString)] = [(.pen, "pen"), (.highlighter, "highlighter"), (.eraser, "eraser")]
  static let dynamics: [(Brush.Dynamics, StaticString)] = [
    (.natural, "natural"), (.pressure, "pressure"), (.velocity, "velocity"), (.constant, "constant"),
  ]
  static let devices: [(Device, StaticString)] = [(.touch, "touch"), (.pen, "pen"), (.mouse, "mouse")]

  static func of(_ tool: Brush.Tool) -> StaticString { tools[Int(tool.rawValue)].1 }
  static func of(_ rule: Brush.Dynamics) -> StaticString { dynamics[Int(rule.rawValue)].1 }
  static func of(_ device: Device) -> StaticString { devices[Int(device.rawValue)].1 }
}
