// A web server on this machine for one test: it keeps what it is sent and answers as it is told.

import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server on a free port of 127.0.0.1; each connection is one request.
public final class LoopbackServer: Sendable {
  /// A request as it came.
  public struct Request: Sendable {
    /// The request line and the headers.
    public let head: String
    /// The body.
    public let body: String
  }

  /// The port.
  public let port: Int
  private let listener: Int32
  private let received = Mutex<[Request]>([])

  /// The requests so far.
  public var requests: [Request] { received.withLock { $0 } }

  /// Starts a server.
  ///
  /// - Parameter statuses: what the first requests are answered with; all others with 200.
  public init(answering statuses: [Int] = []) {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, stream, 0)
    precondition(listener >= 0, "a socket can be made")
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, pointer, &size) == 0
      }
    }
    precondition(bound, "a port of this machine can be listened to")
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    DispatchQueue(label: "loopback").async { [weak self] in
      var answered = 0
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        let status = answered < statuses.count ? statuses[answered] : 200
        answered += 1
        if let request = Self.read(connection) { self?.received.withLock { $0.append(request) } }
        let answer = Array("HTTP/1.1 \(status) Said\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        close(connection)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.firstRange(of: "\r\n\r\n") {
        let head = String(text[..<end.lowerBound])
        let length =
          head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) } ?? 0
        let body = String(text[end.upperBound...])
        if body.utf8.count >= length { return Request(head: head, body: body) }
      }
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      bytes += chunk[..<count]
    }
  }
}
