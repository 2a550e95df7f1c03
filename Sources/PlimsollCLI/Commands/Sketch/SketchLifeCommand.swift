// `plimsoll sketch life`: a pattern some generations later, as a picture or a pattern file.

internal import ArgumentKit
internal import Life
internal import Rendering
internal import SystemKit

struct SketchLifeCommand: ParsableCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case png, rle, cells, lif, mc
  }

  static let configuration = CommandConfiguration(
    commandName: "life",
    abstract: "Run a pattern of Conway's Life, or of any rule of births and survivals.",
    discussion: """
      Reads RLE, Life 1.05 and 1.06, plaintext and macrocell files, in gzip or not, recognised by content. The plane is \
      unbounded, unless the file or '--torus' says otherwise; it takes 2^40 generations as well as ten. A pattern on the \
      plane that is too large for a picture is shrunk: a pixel is then black if any of its cells lives. With B0 on the \
      unbounded plane the cells are those that differ from the background, as in Golly; on a torus they are the live ones, always.
      """,
    examples: [
      CommandExample("plimsoll sketch life gun.rle --generations 2^40 -o gun.mc", "Far ahead."),
      CommandExample("plimsoll sketch life acorn.lif --generations 5206 -o a.png", "As a picture."),
      CommandExample("plimsoll sketch life soup.rle --torus 64x64 --rule B36/S23 -o -", "On a torus."),
    ])

  @Argument(help: ArgumentHelp("A pattern; '-' is standard input.", valueName: "pattern"), completion: .file())
  var input: String

  @Option(
    help: ArgumentHelp("Generations to go on by, such as 1000 or 2^40.", valueName: "number"))
  var generations = "0"
  @Option(help: ArgumentHelp("The rule or its name; by default the file's own, else B3/S23.", valueName: "B3/S23"))
  var rule: String?
  @Option(help: ArgumentHelp("A torus of so many cells, such as 512x512.", valueName: "WxH")) var torus: String?
  @Option(
    help: ArgumentHelp(
      "Pixels of a cell's side, 1 to 64.",
      discussion: "By default as many as make a picture of about 800 pixels, at most 16.", valueName: "pixels"))
  var cell: Int?
  @Option(help: ArgumentHelp("Memory for the unbounded plane, in megabytes.", valueName: "number")) var memory = 1024
  @Option(help: ArgumentHelp("The format, where the output's name does not say it.", valueName: "format"))
  var to: Format?

  @OptionGroup(title: "Writing") var writing: SketchWritingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    if let cell, cell < 1 || cell > 64 { throw ValidationError("'--cell' is from 1 to 64 pixels") }
    guard memory >= 2, memory <= 48_000 else { throw ValidationError("'--memory' is from 2 to 48,000 megabytes") }
    _ = try count()
    _ = try givenRule()
    _ = try givenTorus()
  }

  mutating func run() throws {
    // Standard output without a format gets RLE, which holds all there is.
    let format = try writing.output == "-" && to == nil ? .rle : outputFormat(to, writing, aliases: ["life": .lif])
    if cell != nil, format != .png { throw ValidationError("'--cell' is for PNG; the other formats have no pixels") }
    try writing.protect([input])
    let path = input
    let bytes = try InputFile(path: path).withUnsafeBytes { [UInt8]($0) }
    let isMacrocell = LifeFormat.recognise(bytes) == .macrocell
    let limit = UInt64(memory) << 20
    let (source, heading) = try lifeWith(path) { () throws(LifeError) -> (Source, LifeHeading) in
      if isMacrocell {
        let file = try HashlifeBoard.read(macrocell: bytes, memoryLimit: limit)
        return (.plane(file.board), file.heading)
      }
      let pattern = try LifePattern.read(bytes)
      return (.pattern(pattern), pattern.heading)
    }
    if heading.lacksEnd, !messages.quiet {
      Diagnostics.warning("\(path): no '!' ends the pattern; it may have been cut off")
    }
    try finish(source, heading, format)
  }

  private func finish(_ source: Source, _ heading: LifeHeading, _ format: Format) throws {
    let rule = try givenRule()
    let size = try givenTorus() ?? rule?.torus ?? heading.torus
    let used = rule?.rule ?? heading.rule ?? .conway
    if let size {
      let pattern = try lifeWith(input) { () throws(LifeError) in try source.pattern(heading) }
      var board = try lifeWith(input) { () throws(LifeError) in try TorusBoard(pattern, size: size, rule: used) }
      try advance { piece throws(LifeError) in try board.advance(by: piece) }
      try write(board, heading, format)
    } else {
      let board = try lifeWith(input) { () throws(LifeError) in
        try source.board(used, memoryLimit: UInt64(memory) << 20)
      }
      try advance { piece throws(LifeError) in try board.advance(by: piece) }
      try write(board, heading, format)
    }
  }

  /// Goes on by the generations that were asked for: at once, or where somebody watches in pieces, so that a line shows how far it is.
  /// A piece that took less than a second is followed by one twice as long: a gun's 2^40 generations are 40 pieces.
  private func advance(_ body: (UInt64) throws(LifeError) -> Void) throws {
    let total = try count()
    let progress = messages.progress("running", total: Int(total), unit: .items("generations"))
    defer { progress.finish() }
    let isWatched = Terminal(.errors).isInteractive && !messages.quiet
    var (done, piece): (UInt64, UInt64) = (0, isWatched ? 1 : total)
    while done < total {
      let watch = Stopwatch()
      let next = min(piece, total - done)
      try lifeWith(input) { () throws(LifeError) in try body(next) }
      done += next
      progress.advance(by: Int(next))
      if watch.seconds < 1 { piece = min(2 * piece, total) }
    }
  }

  // MARK: - Writing

  private func write(_ board: TorusBoard, _ heading: LifeHeading, _ format: Format) throws {
    var pattern = board.pattern()
    let box = pattern.boundingBox
    switch format {
    case .png:
      let side = Int(max(board.size.width, board.size.height))
      let cell = cell ?? min(max(800 / side, 1), 16)
      let source = input
      let picture = try drawingWith(input) { () throws(RenderingError) in
        try PixelPicture.life(board, cell: cell, source: source)
      }
      try writing.write { try PNGWriter.write(picture, to: $0) }
    case .mc:
      let (whole, limit) = (pattern, UInt64(memory) << 20)
      let plane = try lifeWith(input) { () throws(LifeError) in try HashlifeBoard(whole, memoryLimit: limit) }
      pattern.heading.take(heading)
      try writing.write(plane.macrocell(pattern.heading))
    case .rle, .cells, .lif:
      pattern.heading.take(heading)
      try write(pattern, format)
    }
    tell(board.generation, board.population, box)
  }

  private func write(_ board: HashlifeBoard, _ heading: LifeHeading, _ format: Format) throws {
    let box = board.boundingBox
    switch format {
    case .png: try writing.write { try PNGWriter.write(picture(board, box), to: $0) }
    case .mc: try writing.write(board.macrocell(heading))
    case .rle, .cells, .lif:
      var pattern = try lifeWith(writing.output, hint: "; write a macrocell file (.mc) or a picture (.png)") {
        () throws(LifeError) in try board.pattern()
      }
      pattern.heading.take(heading)
      try write(pattern, format)
    }
    if board.hasLiveBackground, !messages.quiet {
      Diagnostics.warning("the background is alive in this generation; the cells that are written are the dead ones")
    }
    tell(board.generation, board.population, box)
  }

  private func picture(_ board: HashlifeBoard, _ found: LifeBox?) throws -> PixelPicture {
    // A margin of one cell where the plane has one; an empty board is nine dead cells.
    var box = found ?? LifeBox(left: 0, top: 0, right: 0, bottom: 0)
    (box.left, box.top) = (max(box.left - 1, -LifeBox.limit), max(box.top - 1, -LifeBox.limit))
    (box.right, box.bottom) = (min(box.right + 1, LifeBox.limit - 1), min(box.bottom + 1, LifeBox.limit - 1))
    let largest = max(box.width, box.height)
    let cell = cell ?? Int(min(max(800 / largest, 1), 16))
    // Shrunk only where no pixel a cell fits; 4,096 pixels a side are then enough to see.
    let side = Int64(PixelPicture.largestSide)
    let fits =
      box.width <= side && box.height <= side && box.width * box.height <= Int64(PixelPicture.mostPixels)
    let zoom = fits || self.cell != nil ? 0 : PixelPicture.lifeZoom(box, side: 4096)
    if zoom > 0, !messages.quiet {
      Diagnostics.warning(
        "\(writing.output): \(box.width) x \(box.height) cells are too many for a picture; a pixel is 2^\(zoom) cells a side"
      )
    }
    let (shown, source) = (box, input)
    return try drawingWith(input) { () throws(RenderingError) in
      try PixelPicture.life(board, box: shown, zoom: zoom, cell: cell, source: source)
    }
  }

  private func write(_ pattern: LifePattern, _ format: Format) throws {
    if !messages.quiet, format != .rle, let rule = pattern.heading.rule, rule != .conway || pattern.heading.torus != nil
    {
      let text = String(decoding: rule.notation, as: UTF8.self)
      Diagnostics.warning("\(writing.output): the format holds no rule (\(text)) and no torus; RLE does")
    }
    let bytes = try lifeWith(writing.output) { () throws(LifeError) in
      switch format {
      case .cells: try pattern.plaintext()
      case .lif: try pattern.life106()
      default: pattern.rle()
      }
    }
    try writing.write(bytes)
  }

  private func tell(_ generation: UInt64, _ population: UInt64, _ box: LifeBox?) {
    guard !messages.quiet else { return }
    var place = "no cells"
    if let box { place = "\(box.width) x \(box.height) from \(box.left), \(box.top)" }
    Diagnostics.note("generation \(generation), population \(population), \(place)")
  }

  // MARK: - Options

  /// The number of generations: digits, or a power such as `2^40`.
  private func count() throws -> UInt64 {
    let parts = generations.split(separator: "^", omittingEmptySubsequences: false)
    if parts.count == 1, let value = UInt64(generations), value <= 1 << 62 { return value }
    if parts.count == 2, let base = UInt64(parts[0]), let exponent = UInt64(parts[1]), exponent <= 62,
      let value = Self.power(base, exponent)
    {
      return value
    }
    throw ValidationError("'--generations' is a number such as 1000 or 2^40, at most 2^62; '\(generations)' is not")
  }

  private static func power(_ base: UInt64, _ exponent: UInt64) -> UInt64? {
    var value: UInt64 = 1
    for _ in 0..<exponent {
      let (next, over) = value.multipliedReportingOverflow(by: base)
      guard !over, next <= 1 << 62 else { return nil }
      value = next
    }
    return value
  }

  private func givenRule() throws -> LifeRuleNotation? {
    guard let rule else { return nil }
    do throws(LifeError) {
      return try LifeRuleNotation.read(Array(rule.utf8))
    } catch {
      throw ValidationError("'--rule \(rule)': \(error.problem.words)")
    }
  }

  private func givenTorus() throws -> LifeTorusSize? {
    guard let torus else { return nil }
    let sides = torus.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int64(sides[0]), let height = Int64(sides[1]) else {
      throw ValidationError("'--torus' is such as 512x512; '\(torus)' is not")
    }
    guard let size = LifeTorusSize(width: width, height: height) else {
      throw ValidationError("'--torus \(torus)': \(LifeError.Problem.torusSize.words)")
    }
    return size
  }
}

/// What was read.
private enum Source {
  case pattern(LifePattern)
  case plane(HashlifeBoard)

  func pattern(_ heading: LifeHeading) throws(LifeError) -> LifePattern {
    switch self {
    case .pattern(let pattern): return pattern
    case .plane(let board):
      var pattern = try board.pattern()
      pattern.heading = heading
      return pattern
    }
  }

  func board(_ rule: LifeRule, memoryLimit: UInt64) throws(LifeError) -> HashlifeBoard {
    switch self {
    case .pattern(let pattern): return try HashlifeBoard(pattern, rule: rule, memoryLimit: memoryLimit)
    case .plane(let board):
      board.rule = rule
      return board
    }
  }
}

extension LifeHeading {
  /// Takes over what a file said of its pattern and a board does not know.
  fileprivate mutating func take(_ other: LifeHeading) {
    name = other.name
    author = other.author
    comments = other.comments
  }
}

/// Does something with patterns, and words its error.
func lifeWith<Result>(_ source: String, hint: String = "", _ body: () throws(LifeError) -> Result) throws -> Result {
  do throws(LifeError) {
    return try body()
  } catch {
    var text = "\(source): "
    if let offset = error.offset { text += "byte \(offset): " }
    text += "\(error.problem.words)"
    switch (error.problem, error.value) {
    case (.memory, _): text += "; raise '--memory' or ask for fewer generations"
    case (.tooManyCells, let value?): text += " (at most \(value))"
    case (_, let value?): text += " (\(value))"
    case (_, nil): break
    }
    throw CommandError(text + hint)
  }
}
