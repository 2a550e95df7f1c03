// HTTP to a driver on this machine, by hand: chromedriver writes `Content-Length:251` without the space that Foundation on
// Linux insists on, and URLSession fails with "Failed writing header" (swift-corelibs-foundation#4965, open).

import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// One request a connection, to 127.0.0.1.
enum LoopbackHTTP {
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Sends a request with a JSON body and returns the body of the answer, whatever its status.
  static func send(_ method: String, port: Int, path: String, body: Data) async throws -> Data {
    // A queue's thread waits for the answer: the two threads of the tests' pool stay free.
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try exchange(method, port, path, body) })
      }
    }
  }

  private static func exchange(_ method: String, _ port: Int, _ path: String, _ body: Data) throws -> Data {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let socket = socket(AF_INET, stream, 0)
    guard socket >= 0 else { throw Failure(description: "no socket: errno \(errno)") }
    defer { close(socket) }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure(description: "no connection to port \(port): errno \(errno)") }
    var request = Data(
      """
      \(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json; charset=utf-8\r
      Content-Length: \(body.count)\r\nConnection: close\r\n\r\n
      """.utf8)
    request.append(body)
    var sent = 0
    while sent < request.count {
      let count = request.withUnsafeBytes { write(socket, $0.baseAddress! + sent, $0.count - sent) }
      guard count > 0 else { throw Failure(description: "the driver does not listen: errno \(errno)") }
      sent += count
    }
    var answer = Data()
    var length: Int?
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while length.map({ answer.count < $0 }) ?? true {
      let count = read(socket, &chunk, chunk.count)
      guard count >= 0 else { throw Failure(description: "no answer from the driver: errno \(errno)") }
      if count == 0 { break }
      answer.append(contentsOf: chunk[..<count])
      if length == nil, let end = answer.range(of: Data("\r\n\r\n".utf8)) {
        let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
        answer = Data(answer[end.upperBound...])
        length =
          head.split(separator: "\r\n").lazy
          .filter { $0.lowercased().hasPrefix("content-length:") }
          .compactMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }.first
      }
    }
    return answer
  }
}
