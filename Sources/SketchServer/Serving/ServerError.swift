// What keeps a server from serving, as facts.

/// Why the page cannot be served.
public struct ServerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Kind: Equatable, Sendable {
    /// Another program listens at the port already, or it may not be used.
    case portUnavailable(UInt16)
    /// The system gave no sockets or memory.
    case noServer
    /// A folder does not hold the sources of the page.
    case noSources(String, missing: String)
  }

  /// What went wrong.
  public let kind: Kind

  /// Creates an error.
  public init(_ kind: Kind) { self.kind = kind }

  /// What went wrong, in words.
  public var description: String {
    switch kind {
    case .portUnavailable(let port):
      "port \(port) cannot be used: another program listens there, or it is reserved; name another with '--port'"
    case .noServer: "the system gives no socket to serve from"
    case .noSources(let folder, let missing):
      "\(folder): not the sources of the page ('\(missing)' is missing); name their folder with '--source'"
    }
  }
}
