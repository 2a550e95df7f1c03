// `plimsoll sketch serve`: the sample app from a server on this machine, that takes over changed sources.

internal import ArgumentKit
internal import SketchPage
internal import SketchServer
internal import SystemKit

struct SketchServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the sample app on this machine, and swap changed code into the open page.",
    discussion: """
      Only this machine is served. With '--watch', in a folder of Plimsoll's sources, a saved change of an engine is compiled \
      and swapped into the open page within seconds; drawing, board and screen stay as they are. While a build fails the page \
      shows its error and the old code goes on. Changed styles are taken over at once, scripts and markup by loading the page \
      again. Ctrl+C ends the server.
      """,
    examples: [
      CommandExample("plimsoll sketch serve", "Serves the app; the address is printed."),
      CommandExample("plimsoll sketch serve --watch --port 8090", "Swaps what is changed in this folder's sources."),
    ])

  @Flag(help: "Watch the sources and swap in what changes.") var watch = false
  @Option(
    help: ArgumentHelp("The folder of Plimsoll's sources; by default this one.", valueName: "folder"),
    completion: .directory)
  var source: String?
  @Option(help: ArgumentHelp("The port; 0 takes any that is free.", valueName: "number")) var port = 8080
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    guard port >= 0, port <= 65_535 else { throw ValidationError("'--port' is from 0 to 65535") }
    if source != nil, !watch { throw ValidationError("'--source' is for '--watch'") }
  }

  mutating func run() throws {
    let isQuiet = messages.quiet
    do throws(ServerError) {
      let sources =
        watch ? try LiveSources(folder: PathName.absolute(source ?? "."), paths: PageParts.paths) : nil
      let server = try SketchServer(
        port: UInt16(port), sources: sources, say: { if !isQuiet { Diagnostics.lines($0) } }, make: Self.page)
      // On standard output: a script that starts the server reads the address there.
      let output = FileSink.standardOutput()
      try? output.write("\(server.address)\n")
      try? output.flush()
      server.run()
    } catch {
      throw CommandError("\(error)")
    }
  }

  private static func page(_ files: [String: [UInt8]], _ modules: [String: [UInt8]]) -> ServedPage {
    let known = modules.compactMap { name, bytes in PageParts.Module(rawValue: name).map { ($0, bytes) } }
    let parts = PageParts.builtIn.replacing(files: files, modules: Dictionary(uniqueKeysWithValues: known))
    let versions = parts.versions(.live)
    return ServedPage(
      document: SketchPage.document(title: "Sketch", kind: .live, parts: parts), style: parts.style(.live),
      modules: builtIn.merging(modules) { $1 }, versions: versions)
  }

  /// The modules that this program holds: a page that an earlier server left open takes them over.
  private static let builtIn = Dictionary(
    uniqueKeysWithValues: PageParts.Module.allCases.map { ($0.rawValue, PageParts.builtIn.compiled($0)) })
}
