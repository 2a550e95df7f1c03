// A fresh folder for a test, with fixed time, author and locale, and a way to run the built program in it.

import SystemKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of its own for one test; it is removed with the value.
public final class Sandbox: Sendable {
  /// The folder, without symbolic links.
  public let folder: String

  /// Makes a fresh folder.
  public init() {
    let base = Environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(base)/plimsoll-test.XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "a temporary folder can be made in \(base)")
    let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let real = realpath(made, nil)
    folder = real.map { String(cString: $0) } ?? made
    free(real)
  }

  deinit { _ = try? Subprocess("rm", ["-rf", folder]).run() }

  /// The path of a name in the folder.
  public func path(_ name: String) -> String { PathName.join(folder, name) }

  /// Writes a file, and the folders above it; returns its path.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// Writes a file of bytes; returns its path.
  @discardableResult
  public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = path(name)
    try AtomicFile.makeFolder(PathName.split(path).folder)
    try AtomicFile.write(bytes, to: path)
    return path
  }

  /// The text of a file.
  public func read(_ name: String) throws -> String {
    try InputFile(path: path(name)).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Sets when a file was last changed.
  public func touch(_ name: String, seconds: Int64) {
    var times = [
      timespec(tv_sec: Int(seconds), tv_nsec: 0), timespec(tv_sec: Int(seconds), tv_nsec: 0),
    ]
    utimensat(AT_FDCWD, path(name), &times, 0)
  }

  /// What a command left.
  public struct Result {
    /// The exit status.
    public let status: Int32
    /// Standard output.
    public let output: String
    /// Standard error.
    public let errors: String
  }

  /// The environment that commands run in: nothing of the machine's taste shows.
  public static let environment: [String: String?] = [
    "LC_ALL": "C.UTF-8", "TZ": "UTC", "NO_COLOR": nil, "CI": nil, "GITHUB_SHA": nil, "GITHUB_STEP_SUMMARY": nil,
    "CI_COMMIT_SHA": nil, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
    "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org", "SOURCE_DATE_EPOCH": "1796083200",
  ]

  /// Runs any program in the folder.
  public func run(
    _ program: String, _ arguments: [String], input: String = "", environment: [String: String?] = [:],
    timeout: Double = 120
  ) throws -> Result {
    var process = Subprocess(program, arguments, in: folder, timeout: timeout)
    process.environment = Self.environment.merging(environment) { $1 }
    process.input = Array(input.utf8)
    let outcome = try process.run()
    let status: Int32
    switch outcome.ending {
    case .exited(let code): status = code
    case .signalled(let signal): status = 128 + signal
    }
    return Result(
      status: status, output: String(decoding: outcome.output, as: UTF8.self), errors: outcome.errorText)
  }

  /// Runs the built `plimsoll` in the folder.
  @discardableResult
  public func plimsoll(
    _ arguments: String..., input: String = "", environment: [String: String?] = [:]
  ) throws -> Result {
    try run(Self.program, arguments, input: input, environment: environment)
  }

  /// Runs git in the folder at a fixed time.
  @discardableResult
  public func git(_ arguments: String..., at seconds: Int64 = 1_796_000_000) throws -> Result {
    let date = "\(seconds) +0000"
    return try run(
      "git", arguments, environment: ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date])
  }

  /// The built program: beside the test bundle.
  public static let program: String = {
    if let path = Environment["PLIMSOLL_PROGRAM"] { return path }
    let link = readlinkPath("/proc/self/exe") ?? CommandLine.arguments[0]
    // On Linux the tests run in swiftpm-testing-helper or in the bundle itself; the bundle's path is an argument.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? link
    return PathName.join(PathName.split(PathName.absolute(bundle)).folder, "plimsoll")
  }()

  private static func readlinkPath(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
