// Runs other programs through posix_spawn (0.54 ms; Foundation's Process takes 50 to wait). Arguments are passed as they
// are, never through a shell. Each child leads a process group of its own, so that ending it ends what it started.

internal import CSystemShim

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Another program and how to run it.
public struct Subprocess: Sendable {
  /// How a process ended.
  public enum Ending: Equatable, Sendable {
    /// It ended by itself with this status.
    case exited(Int32)
    /// This signal ended it.
    case signalled(Int32)
  }

  /// What a finished process left.
  public struct Outcome: Equatable, Sendable {
    /// How it ended.
    public var ending: Ending
    /// What it wrote to standard output, unless that was streamed.
    public var output: [UInt8] = []
    /// What it wrote to standard error (the last MiB).
    public var errors: [UInt8] = []

    /// The processor time that it used, in seconds, its own children included.
    public var processorSeconds = 0.0
    /// The most memory that it had resident, in bytes.
    public var peakMemory = 0

    /// Whether it ended with status 0.
    public var succeeded: Bool { ending == .exited(0) }
    /// The output as text, without the line end at its end.
    public var text: String {
      var text = Substring(String(decoding: output, as: UTF8.self))
      while text.last?.isNewline == true { text.removeLast() }
      return String(text)
    }
    /// The error output as text.
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// The program: a path, or a name that is looked up on the PATH.
  public var program: String
  /// Its arguments, without the program's own name.
  public var arguments: [String]
  /// Variables set on top of this process's environment; `nil` removes one.
  public var environment: [String: String?] = [:]
  /// The folder that it runs in; `nil`: this process's.
  public var folder: String?
  /// What it reads on standard input; nothing by default.
  public var input: [UInt8] = []
  /// After how many seconds it is ended; `nil`: never.
  public var timeout: Double?

  /// Names a program and its arguments.
  public init(_ program: String, _ arguments: [String] = [], in folder: String? = nil, timeout: Double? = nil) {
    self.program = program
    self.arguments = arguments
    self.folder = folder
    self.timeout = timeout
  }

  /// Runs the program and waits for it.
  ///
  /// - Parameter onOutput: receives standard output piece by piece instead of `Outcome.output`.
  /// - Throws: `SystemError`: `noSuchProgram`, `timedOut` (the whole process group was ended), or a failed call.
  public func run(onOutput: (([UInt8]) -> Void)? = nil) throws(SystemError) -> Outcome {
    let input = try Pipe(program)
    let output = try Pipe(program)
    let errors = try Pipe(program)
    let child = try spawn(input, output, errors: errors)
    input.closeReading()
    output.closeWriting()
    errors.closeWriting()
    Children.add(child)
    defer { Children.remove(child) }
    return try converse(child, input, output, errors, onOutput)
  }

  /// Starts the program; without a pipe for errors they are dropped.
  func spawn(_ input: Pipe, _ output: Pipe, errors: Pipe?) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input.reading, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
    if let errors {
      posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    if let folder { _ = plimsoll_spawn_in_folder(&actions, folder) }
    // The child starts with default signals: this program may ignore SIGPIPE.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // And with none blocked: `Children.endOnSignals` blocks those that are to end it.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = mergedEnvironment().map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, program, &actions, &attributes, &words, &variables)
    guard code == 0 else {
      if let folder, !AtomicFile.isFolder(folder) { throw SystemError(.call("chdir", errno: code), folder) }
      throw code == ENOENT ? SystemError(.noSuchProgram, program) : SystemError(.call("spawn", errno: code), program)
    }
    return child
  }

  private func mergedEnvironment() -> [String] {
    var merged: [String] = []
    var at = environ
    while let entry = at.pointee {
      let text = String(cString: entry)
      let name = String(text.prefix { $0 != "=" })
      if environment[name] == nil { merged.append(text) }
      at += 1
    }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      if let value { merged.append("\(name)=\(value)") }
    }
    return merged
  }

  /// Feeds and drains the pipes until the process has ended and they are empty.
  private func converse(
    _ child: pid_t, _ input: Pipe, _ output: Pipe, _ errors: Pipe, _ onOutput: (([UInt8]) -> Void)?
  ) throws(SystemError) -> Outcome {
    let watch = Stopwatch()
    var outcome = Outcome(ending: .exited(0))
    var ending: Ending?
    var endedAt = 0.0
    var fed = 0
    // What can still be in the pipes when the group has been ended: a pipe's buffer, no more.
    var remaining: Int?
    input.makeWritingNonBlocking()
    if self.input.isEmpty { input.closeWriting() }
    while true {
      if let timeout, ending == nil, watch.seconds > timeout {
        Self.end(child)
        throw SystemError(.timedOut(seconds: timeout), program)
      }
      if ending == nil, let ended = Self.poll(child, &outcome) {
        ending = ended
        endedAt = watch.seconds
      }
      let isDone = output.isReadingClosed && errors.isReadingClosed
      if let ending {
        if remaining == nil, isDone || watch.seconds - endedAt > 0.2 {
          // Something that the process left behind may hold the pipes open: it is not waited for, but what they hold is read.
          kill(-child, SIGKILL)
          remaining = Self.pipeCapacity
        }
        if let remaining, isDone || remaining <= 0 || !Self.hasInput(output, errors) {
          outcome.ending = ending
          return outcome
        }
      }
      // A program may close both outputs and still read: it is fed on until it has all or ends.
      if isDone, input.isWritingClosed {
        if ending == nil, timeout == nil {
          ending = Self.wait(child, &outcome)
          endedAt = watch.seconds
        } else if ending == nil {
          usleep(1_000)
        }
        continue
      }
      var polled = [
        pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input.writing, events: Int16(POLLOUT), revents: 0),
      ]
      #if canImport(Glibc)
        _ = Glibc.poll(&polled, 3, 50)
      #else
        _ = Darwin.poll(&polled, 3, 50)
      #endif
      if polled[0].revents != 0, let chunk = output.read() {
        if let left = remaining { remaining = left - chunk.count }
        if let onOutput { onOutput(chunk) } else { outcome.output.append(contentsOf: chunk) }
      }
      if polled[1].revents != 0, let chunk = errors.read() {
        if let left = remaining { remaining = left - chunk.count }
        outcome.errors.append(contentsOf: chunk)
        if outcome.errors.count > 1 << 20 { outcome.errors.removeFirst(outcome.errors.count - 1 << 20) }
      }
      if polled[2].revents != 0 {
        fed += input.write(self.input, from: fed)
        if fed >= self.input.count { input.closeWriting() }
      }
    }
  }

  /// Linux lets a program make its pipe as large as this.
  private static let pipeCapacity = 1 << 20

  /// Whether something can be read at once.
  private static func hasInput(_ output: Pipe, _ errors: Pipe) -> Bool {
    var polled = [
      pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors.reading, events: Int16(POLLIN), revents: 0),
    ]
    #if canImport(Glibc)
      return Glibc.poll(&polled, 2, 0) > 0
    #else
      return Darwin.poll(&polled, 2, 0) > 0
    #endif
  }

  private static func poll(_ child: pid_t, _ outcome: inout Outcome) -> Ending? {
    collect(child, WNOHANG, &outcome)
  }

  private static func wait(_ child: pid_t, _ outcome: inout Outcome) -> Ending {
    while true {
      if let ending = collect(child, 0, &outcome) { return ending }
    }
  }

  /// Takes the status of a child that has ended, and what it used.
  private static func collect(_ child: pid_t, _ options: Int32, _ outcome: inout Outcome) -> Ending? {
    var status: Int32 = 0
    var usage = rusage()
    let found = wait4(child, &status, options, &usage)
    // Where this program's parent made it ignore SIGCHLD the system keeps no status: that is no success.
    if found < 0, errno == ECHILD { return .exited(255) }
    guard found == child else { return nil }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    outcome.processorSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    #if canImport(Darwin)
      outcome.peakMemory = Int(usage.ru_maxrss)
    #else
      // Linux counts in KiB.
      outcome.peakMemory = Int(usage.ru_maxrss) * 1024
    #endif
    return ending(status)
  }

  private static func ending(_ status: Int32) -> Ending {
    status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled(status & 0x7F)
  }

  /// Ends a process group: politely, and after a fifth of a second for good.
  private static func end(_ child: pid_t) {
    var outcome = Outcome(ending: .exited(0))
    kill(-child, SIGTERM)
    for _ in 0..<20 {
      usleep(10_000)
      if poll(child, &outcome) != nil {
        kill(-child, SIGKILL)
        return
      }
    }
    kill(-child, SIGKILL)
    _ = wait(child, &outcome)
  }
}
