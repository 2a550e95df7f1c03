// `plimsoll sketch replay`: a drawing that draws itself.

internal import ArgumentKit
internal import Ink
internal import Rendering
internal import SystemKit

struct SketchReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Show how a drawing came about, as an animated PNG or a folder of frames.",
    discussion: """
      Strokes take the time that the hand took; those without times 900 points a second. What was undone is not shown. An \
      output that ends in '.png' is one animated PNG, any other a folder of PNG files, which must not exist or be empty.
      """,
    examples: [
      CommandExample("plimsoll sketch replay drawing.json -o drawing.png", "An animated PNG."),
      CommandExample("plimsoll sketch replay notes.inkml -o frames --speed 4 --rate 30", "Frames for a film."),
    ])

  @Argument(help: ArgumentHelp("A file of ink; '-' is standard input.", valueName: "drawing"), completion: .file())
  var input: String

  @Option(help: ArgumentHelp("Times faster than the hand.", valueName: "number")) var speed = 1.0
  @Option(help: ArgumentHelp("Frames a second, 1 to 120.", valueName: "number")) var rate = 25.0
  @Option(help: ArgumentHelp("Milliseconds between two strokes.", valueName: "number")) var pause = 250.0
  @Option(help: ArgumentHelp("Pixels for a point, 0.02 to 64.", valueName: "number")) var scale: Double?
  @Option(help: ArgumentHelp("How often it is played; 0 is for ever.", valueName: "number")) var loops = 0

  @OptionGroup(title: "Reading") var reading: SketchReadingOptions
  @OptionGroup(title: "Writing") var writing: SketchWritingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    try checkScale(scale)
    guard speed > 0, speed <= 100_000 else { throw ValidationError("'--speed' is above 0, at most 100,000") }
    guard rate >= 1, rate <= 120 else { throw ValidationError("'--rate' is from 1 to 120 frames a second") }
    guard pause >= 0, pause <= 60_000 else { throw ValidationError("'--pause' is from 0 to 60,000 milliseconds") }
    guard loops >= 0 else { throw ValidationError("'--loops' is not below 0") }
  }

  mutating func run() throws {
    try writing.protect([input])
    let drawing = try reading.openOne(input, messages)
    let timing = Replay.Timing(rate: rate, speed: speed, pause: pause)
    let (input, scale, loops) = (input, scale ?? 1, loops)
    let replay = try drawingWith(input) { () throws(RenderingError) in
      try checkPixels(drawing, scale, input)
      return try Replay(drawing, scale: scale, timing: timing, source: input)
    }
    let progress = messages.progress("replaying", total: replay.frameCount, unit: .items("frames"))
    defer { progress.finish() }
    if writing.output == "-" || writing.ending == "png" || writing.ending == "apng" {
      try writing.write { sink in
        try drawingWith(input) { () throws(RenderingError) in
          try replay.writeAnimation(loops: loops, to: sink) { progress.advance(by: 1) }
        }
      }
    } else {
      try writeFrames(replay, progress)
    }
  }

  private func writeFrames(_ replay: Replay, _ progress: Progress) throws {
    let folder = writing.output
    if FileFacts.size(folder) != nil {
      throw ValidationError("'\(folder)' is a file; frames need a folder, an animation a name that ends in '.png'")
    }
    try AtomicFile.makeFolder(folder)
    guard try FileTree.walk([folder]).files.isEmpty else {
      throw ValidationError("the folder '\(folder)' is not empty; frames would mix with what is there")
    }
    let digits = "\(replay.frameCount)".count
    try replay.frames { (number, picture, _) throws(any Error) in
      let name = "\(number + 1)"
      let path = PathName.join(folder, "frame-" + String(repeating: "0", count: digits - name.count) + name + ".png")
      try AtomicFile.write(to: path) { try PNGWriter.write(picture, to: $0) }
      progress.advance(by: 1)
    }
  }
}
