// A real browser for tests: headless Chromium driven over the WebDriver protocol (W3C) on the loopback interface, with the
// driver's own DevTools door for what the protocol lacks (media features, scripts off, PDF).

public import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A headless browser with one session.
public final class Browser: Sendable {
  /// What the browser refused to do.
  public struct Failure: Error, CustomStringConvertible {
    /// The driver's words.
    public let description: String
    /// A failure in words.
    public init(description: String) { self.description = description }
  }

  /// A message on the console.
  public struct LogEntry: Sendable, CustomStringConvertible {
    /// Such as `SEVERE`.
    public let level: String
    /// What it says.
    public let message: String
    /// Both.
    public var description: String { "\(level): \(message)" }
  }

  private static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether Chromium and its driver are installed.
  public static var isInstalled: Bool { find("chromium") != nil && find("chromedriver") != nil }

  private let port: Int
  private let base: String

  private init(port: Int, base: String) {
    self.port = port
    self.base = base
  }

  /// Starts a driver on a free port and a browser, runs `body`, and ends both whatever happens.
  public static func run<Result: Sendable>(
    _ body: (Browser) async throws -> Result
  ) async throws -> Result {
    guard let program = find("chromedriver"), let chromium = find("chromium") else {
      throw Failure(description: "chromium or chromedriver is not installed")
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("plimsoll-browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let driver = Process()
    driver.executableURL = URL(fileURLWithPath: program)
    driver.arguments = ["--port=0"]
    driver.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path, "HOME": folder.path]) {
      $1
    }
    let output = Pipe()
    driver.standardOutput = output
    driver.standardError = FileHandle.nullDevice
    try driver.run()
    defer {
      // Ended by its id, as it was started. Not by SIGTERM: the driver inherits the signal mask of a thread of the tests'
      // pool, which blocks it, and would outlive the tests.
      if driver.isRunning { kill(driver.processIdentifier, SIGKILL) }
      try? FileManager.default.removeItem(at: folder)
    }
    let port = try await port(of: output.fileHandleForReading)
    let created = try await send(
      "POST", port, "/session",
      [
        "capabilities": [
          "alwaysMatch": [
            "browserName": "chrome",
            "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
            "goog:chromeOptions": [
              "binary": chromium,
              "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                "--no-first-run", "--disable-background-networking", "--user-data-dir=\(folder.path)/profile",
              ],
            ],
          ]
        ]
      ])
    guard let session = (created as? [String: Any])?["sessionId"] as? String else {
      throw Failure(description: "the driver opened no session: \(String(describing: created))")
    }
    let browser = Browser(port: port, base: "/session/\(session)")
    let capabilities = (created as? [String: Any])?["capabilities"] as? [String: Any]
    let chromiumID = (capabilities?["goog:processID"] as? NSNumber)?.int32Value
    func end() async {
      // The driver ends the browser with its session; where it no longer can, the browser is ended by its own id.
      do { try await send("DELETE", port, browser.base, [:]) } catch {
        if let chromiumID, chromiumID > 1 { kill(chromiumID, SIGKILL) }
      }
    }
    do {
      let result = try await body(browser)
      await end()
      return result
    } catch {
      await end()
      throw error
    }
  }

  /// Reads "ChromeDriver was started successfully on port N." without blocking a thread.
  private static func port(of handle: FileHandle) async throws -> Int {
    let text = Mutex("")
    handle.readabilityHandler = { handle in
      let data = handle.availableData
      text.withLock { $0 += String(decoding: data, as: UTF8.self) }
    }
    for _ in 0..<200 {
      let seen = text.withLock { $0 }
      if let match = seen.firstMatch(of: /started successfully on port (\d+)/), let port = Int(match.1) { return port }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw Failure(description: "chromedriver named no port: \(text.withLock { $0 })")
  }

  // MARK: - The protocol

  /// Sends a command of the session; the answer's value as JSON objects.
  @discardableResult
  public func command(_ path: String, _ body: [String: Any] = [:]) async throws -> Any? {
    try await Self.send("POST", port, base + path, body)
  }

  @discardableResult
  private static func send(_ method: String, _ port: Int, _ path: String, _ body: [String: Any]) async throws -> Any? {
    let content = try JSONSerialization.data(withJSONObject: body)
    let data = try await LoopbackHTTP.send(method, port: port, path: path, body: content)
    let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let value = answer?["value"]
    if let failure = value as? [String: Any], let error = failure["error"] as? String {
      throw Failure(description: "\(error): \(failure["message"] ?? "")")
    }
    return value
  }

  /// Opens a page.
  public func open(_ url: URL) async throws { try await command("/url", ["url": url.absoluteString]) }

  /// Sets the size of the page, in CSS pixels, and how many pixels of the screen one of them has.
  public func resize(width: Int, height: Int, scale: Double = 1) async throws {
    try await devTools(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": false])
  }

  /// Runs the body of a function in the page; it returns something that JSON can hold.
  @discardableResult
  public func evaluate(_ script: String) async throws -> Any? {
    try await command("/execute/sync", ["script": script, "args": [Any]()])
  }

  /// Runs the body of a function that returns text.
  public func text(_ script: String) async throws -> String { try await evaluate(script) as? String ?? "" }

  /// Runs the body of a function that returns a list of texts.
  public func texts(_ script: String) async throws -> [String] { try await evaluate(script) as? [String] ?? [] }

  /// Runs the body of a function that returns a number.
  public func number(_ script: String) async throws -> Double {
    (try await evaluate(script) as? NSNumber)?.doubleValue ?? .nan
  }

  /// Presses a key; `\u{E004}` is Tab, `\u{E007}` Enter.
  public func press(_ key: String) async throws {
    let actions: [[String: Any]] = [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]]
    try await command("/actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
  }

  /// Sends a DevTools command.
  @discardableResult
  public func devTools(_ method: String, _ parameters: [String: Any] = [:]) async throws -> [String: Any] {
    try await command("/goog/cdp/execute", ["cmd": method, "params": parameters]) as? [String: Any] ?? [:]
  }

  /// Makes the page believe that the user prefers a colour scheme (`light` or `dark`) or the medium is `print`.
  public func emulate(colorScheme: String, medium: String = "") async throws {
    try await devTools(
      "Emulation.setEmulatedMedia",
      ["media": medium, "features": [["name": "prefers-color-scheme", "value": colorScheme]]])
  }

  /// Turns scripts of pages off or on.
  public func setScripts(_ areOn: Bool) async throws {
    try await devTools("Emulation.setScriptExecutionDisabled", ["value": !areOn])
  }

  /// The entries of a log (`browser` or `performance`) since it was last asked for.
  public func log(_ type: String = "browser") async throws -> [LogEntry] {
    let entries = try await command("/se/log", ["type": type]) as? [[String: Any]] ?? []
    return entries.map { LogEntry(level: $0["level"] as? String ?? "", message: $0["message"] as? String ?? "") }
  }

  /// A picture of a stripe of the page as PNG.
  public func screenshot(top: Int, width: Int, height: Int) async throws -> Data {
    let clip: [String: Any] = ["x": 0, "y": top, "width": width, "height": height, "scale": 1]
    let answer = try await devTools(
      "Page.captureScreenshot", ["format": "png", "captureBeyondViewport": true, "clip": clip])
    return Data(base64Encoded: answer["data"] as? String ?? "") ?? Data()
  }

  /// The page printed on A4.
  public func pdf() async throws -> Data {
    let answer = try await devTools(
      "Page.printToPDF", ["paperWidth": 8.27, "paperHeight": 11.69, "printBackground": true])
    return Data(base64Encoded: answer["data"] as? String ?? "") ?? Data()
  }
}
