// HTTP on loopback through libevent: one thread, one loop, in which timers run as well. Answers are whole, or a stream of events that
// stays open. Only requests that name this machine are answered: a page elsewhere whose name was made to lead here gets nothing.

internal import ByteKit
internal import CLibEvent

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An answer to a request.
struct Answer {
  var status: Int32 = 200
  var type = "text/html; charset=utf-8"
  var body: [UInt8] = []

  static let missing = Answer(
    status: 404, type: "text/plain; charset=utf-8", body: Array("There is no such page.\n".utf8))
}

/// The server.
final class HTTPServer {
  /// Answers a path; `nil`: the request becomes a listener of events.
  typealias Handler = (_ path: String) -> Answer?

  /// The port that is listened at.
  let port: UInt16
  private let base: OpaquePointer
  private let http: OpaquePointer
  private let handler: Handler
  private var listeners: [OpaquePointer] = []
  private var timer: OpaquePointer?
  private var onTimer: () -> Void = {}
  /// What a new listener is told at once.
  var greeting: () -> [UInt8] = { [] }

  /// - Parameter port: Where to listen; 0: wherever the system has room.
  init(port wanted: UInt16, _ handler: @escaping Handler) throws(ServerError) {
    guard let base = event_base_new() else { throw ServerError(.noServer) }
    guard let http = evhttp_new(base) else {
      event_base_free(base)
      throw ServerError(.noServer)
    }
    guard let socket = evhttp_bind_socket_with_handle(http, "127.0.0.1", wanted) else {
      evhttp_free(http)
      event_base_free(base)
      throw ServerError(.portUnavailable(wanted))
    }
    self.base = base
    self.http = http
    self.handler = handler
    port = Self.port(of: evhttp_bound_socket_get_fd(socket)) ?? wanted
    evhttp_set_allowed_methods(http, UInt16(EVHTTP_REQ_GET.rawValue | EVHTTP_REQ_HEAD.rawValue))
    // A request is a line and a few headers.
    evhttp_set_max_headers_size(http, 16 << 10)
    evhttp_set_max_body_size(http, 1 << 10)
    evhttp_set_gencb(
      http,
      { request, context in
        guard let request, let context else { return }
        Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue().serve(request)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    if let timer { event_free(timer) }
    evhttp_free(http)
    event_base_free(base)
  }

  /// Serves until the process ends, and calls `body` again and again.
  func run(every seconds: Double, _ body: @escaping () -> Void) {
    onTimer = body
    timer = event_new(
      base, -1, Int16(EV_PERSIST),
      { _, _, context in
        guard let context else { return }
        Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue().onTimer()
      }, Unmanaged.passUnretained(self).toOpaque())
    var interval = timeval()
    interval.tv_usec = .init(seconds * 1e6)
    event_add(timer, &interval)
    event_base_dispatch(base)
  }

  /// Sends text to all listeners.
  func tell(_ message: [UInt8]) {
    for listener in listeners { send(message, to: listener) }
  }

  // MARK: - Requests

  private func serve(_ request: OpaquePointer) {
    guard isForThisMachine(request) else {
      return answer(
        request,
        Answer(status: 403, type: "text/plain; charset=utf-8", body: Array("Only this machine is served.\n".utf8)))
    }
    let path = evhttp_request_get_evhttp_uri(request).flatMap { evhttp_uri_get_path($0) }.map { String(cString: $0) }
    if let whole = handler(path ?? "/") { return answer(request, whole) }
    if isHead(request) { return answer(request, Answer(type: "text/event-stream")) }
    listen(request)
  }

  /// Whether the request names a loopback host at our port: a browser that was led here by another name says that one.
  private func isForThisMachine(_ request: OpaquePointer) -> Bool {
    guard let value = evhttp_find_header(evhttp_request_get_input_headers(request), "Host") else { return false }
    let host = String(cString: value)
    // Browsers leave the usual port out.
    return ["127.0.0.1", "localhost"].contains { host == "\($0):\(port)" || port == 80 && host == $0 }
  }

  private func answer(_ request: OpaquePointer, _ answer: Answer) {
    let headers = evhttp_request_get_output_headers(request)
    evhttp_add_header(headers, "Content-Type", answer.type)
    evhttp_add_header(headers, "Cache-Control", "no-store")
    evhttp_add_header(headers, "X-Content-Type-Options", "nosniff")
    evhttp_add_header(headers, "Cross-Origin-Resource-Policy", "same-origin")
    // libevent would send the body of an answer to HEAD as well, which who asked takes for the next answer.
    if isHead(request) { evhttp_add_header(headers, "Content-Length", "\(answer.body.count)") }
    withBuffer(isHead(request) ? [] : answer.body) { evhttp_send_reply(request, answer.status, nil, $0) }
  }

  private func withBuffer(_ bytes: [UInt8], _ body: (OpaquePointer?) -> Void) {
    let buffer = evbuffer_new()
    bytes.withUnsafeBytes { _ = evbuffer_add(buffer, $0.baseAddress, $0.count) }
    body(buffer)
    evbuffer_free(buffer)
  }

  private func isHead(_ request: OpaquePointer) -> Bool { evhttp_request_get_command(request) == EVHTTP_REQ_HEAD }

  // MARK: - Events

  private func listen(_ request: OpaquePointer) {
    let headers = evhttp_request_get_output_headers(request)
    evhttp_add_header(headers, "Content-Type", "text/event-stream")
    evhttp_add_header(headers, "Cache-Control", "no-store")
    guard let connection = evhttp_request_get_connection(request) else { return }
    // A listener that is gone is noticed when its connection closes; the request goes with it.
    evhttp_connection_set_closecb(
      connection,
      { connection, context in
        guard let context else { return }
        Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue().forget(connection)
      }, Unmanaged.passUnretained(self).toOpaque())
    evhttp_connection_set_timeout(connection, 1 << 30)
    evhttp_send_reply_start(request, 200, nil)
    listeners.append(request)
    send(greeting(), to: request)
  }

  private func forget(_ connection: OpaquePointer?) {
    listeners.removeAll { evhttp_request_get_connection($0) == connection }
  }

  private func send(_ message: [UInt8], to listener: OpaquePointer) {
    withBuffer(message) { evhttp_send_reply_chunk(listener, $0) }
  }

  private static func port(of socket: Int32) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let found = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    return found == 0 ? UInt16(bigEndian: address.sin_port) : nil
  }
}
