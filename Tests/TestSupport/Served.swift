// `plimsoll sketch serve` running for a test, over a copy of the page's sources that the test may change.

public import Foundation
import SystemKit

#if canImport(Glibc)
  import Glibc
#endif

/// A running server.
public final class Served: Sendable {
  /// Where the page is.
  public let address: URL
  /// The folder of the sources that are watched.
  public let folder: String
  private let process: Int32

  /// A copy of the page's sources. It lies in the package's build folder, so that what was compiled once is not compiled again: builds go
  /// by content.
  public static func sources() throws -> String {
    let folder = PathName.join(PackageFolder.path, ".build/live-test")
    for part in ["Sources", "Browser", "Examples", "Scripts"] {
      _ = try Subprocess("rm", ["-rf", PathName.join(folder, part)]).run()
    }
    for part in [
      "Sources/Ink", "Sources/Turtle", "Sources/Life", "Sources/Layout", "Browser", "Examples/lsystems",
      "Scripts/browser",
    ] {
      let target = PathName.join(folder, part)
      try AtomicFile.makeFolder(PathName.split(target).folder)
      _ = try Subprocess("cp", ["-R", PathName.join(PackageFolder.path, part), target]).run()
    }
    return folder
  }

  /// Starts a server on a free port.
  public init(watching folder: String? = nil) throws {
    let server = Process()
    server.executableURL = URL(fileURLWithPath: Sandbox.program)
    server.arguments = ["sketch", "serve", "--port", "0"] + (folder.map { ["--watch", "--source", $0] } ?? [])
    let output = Pipe()
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    process = server.processIdentifier
    self.folder = folder ?? ""
    // The first line is the address.
    var line = ""
    while !line.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      line += String(decoding: data, as: UTF8.self)
    }
    guard let address = URL(string: line.trimmingCharacters(in: .whitespacesAndNewlines)), address.port != nil else {
      kill(process, SIGKILL)
      throw Browser.Failure(description: "the server named no address: \(line)")
    }
    self.address = address
  }

  /// Ends it, by its own id.
  public func end() { kill(process, SIGKILL) }

  /// Writes a file of the sources, as an editor does that writes in place.
  public func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: PathName.join(folder, path)))
  }

  /// Reads a file of the sources.
  public func read(_ path: String) throws -> String {
    try String(contentsOf: URL(fileURLWithPath: PathName.join(folder, path)), encoding: .utf8)
  }
}
