// The page from a server: the document, its parts, and a stream of events that says when one of them has changed.

internal import ByteKit
internal import SystemKit

/// Serves the page on loopback, and with sources to watch keeps open pages up to date.
public final class SketchServer {
  private var page: ServedPage
  private let watch: LiveSources?
  private let say: (String) -> Void
  private let make: (_ files: [String: [UInt8]], _ modules: [String: [UInt8]]) -> ServedPage
  private var http: HTTPServer?
  private var state = LiveState()

  /// Where the page is.
  public var address: String { "http://127.0.0.1:\(http?.port ?? 0)/" }

  /// Creates a server; it listens from now on and answers once it runs.
  ///
  /// - Parameters:
  ///   - port: Where to listen; 0: wherever the system has room.
  ///   - sources: What to watch; `nil`: nothing.
  ///   - say: Told what happens, line by line.
  ///   - make: Puts a page together from changed files and modules; both are empty for the page as the program was built with.
  /// - Throws: ``ServerError`` when the port is taken.
  public init(
    port: UInt16, sources: LiveSources? = nil, say: @escaping (String) -> Void,
    make: @escaping (_ files: [String: [UInt8]], _ modules: [String: [UInt8]]) -> ServedPage
  ) throws(ServerError) {
    self.watch = sources
    self.say = say
    self.make = make
    page = make(sources?.files ?? [:], [:])
    let server = try HTTPServer(port: port) { [unowned self] path in self.answer(path) }
    server.greeting = { [unowned self] in self.page.event(self.state) }
    http = server
  }

  /// Serves until the process ends.
  public func run() {
    // Changes are looked for twenty times a second: 200 files take a millisecond.
    http?.run(every: 0.05) { [unowned self] in self.look() }
  }

  private func answer(_ path: String) -> Answer? {
    switch path {
    case "/", "/index.html": Answer(body: page.document)
    case "/style": Answer(type: "text/css; charset=utf-8", body: page.style)
    case "/live": nil
    default:
      if path.hasPrefix("/module/"), let module = page.modules[String(path.dropFirst("/module/".count))] {
        Answer(type: "application/wasm", body: module)
      } else {
        .missing
      }
    }
  }

  private func look() {
    guard let watch else { return }
    let before = state
    let changes = watch.look()
    for line in changes.messages { say(line) }
    state = watch.state
    if changes.isNew { page = make(watch.files, watch.modules) }
    if changes.isNew || state != before { http?.tell(page.event(state)) }
  }
}
