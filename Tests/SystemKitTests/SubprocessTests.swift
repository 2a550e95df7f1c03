import ByteKit
import TestSupport
import Testing

@testable import SystemKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(.serialized) struct SubprocessTests {
  let sandbox = Sandbox()

  private func shell(_ script: String, timeout: Double? = 30) -> Subprocess {
    Subprocess("sh", ["-c", script], in: sandbox.folder, timeout: timeout)
  }

  /// Whether a process is there; one that has ended but was not yet collected is not.
  private func isAlive(_ pid: Int32) -> Bool {
    guard kill(pid, 0) == 0 else { return false }
    let status =
      (try? InputFile(path: "/proc/\(pid)/status").withUnsafeBytes { String(decoding: $0, as: UTF8.self) }) ?? ""
    return !status.contains("State:\tZ") && !status.isEmpty
  }

  private func hasEnded(_ pid: Int32) async throws -> Bool {
    for _ in 0..<100 {
      if !isAlive(pid) { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  @Test func `output and errors are captured apart, byte for byte`() throws {
    let outcome = try shell("printf 'a\\0b\\n\\n'; printf 'oops' >&2; exit 3").run()
    #expect(outcome.ending == .exited(3))
    #expect(!outcome.succeeded)
    #expect(outcome.output == [97, 0, 98, 10, 10])
    #expect(outcome.text == "a\0b")
    #expect(outcome.errorText == "oops")
  }

  @Test func `arguments are passed as they are`() throws {
    let odd = ["a b", "$HOME", "*", "'", "\"", "", "-n", "ä\n"]
    let outcome = try Subprocess("printf", ["<%s>"] + odd).run()
    #expect(outcome.text + "" == odd.map { "<\($0)>" }.joined())
  }

  @Test func `output is streamed, also to a slow reader after the process has ended`() throws {
    var received: [UInt8] = []
    let outcome = try shell("head -c 300000 /dev/zero; printf end").run { chunk in
      received += chunk
      usleep(40_000)
    }
    #expect(outcome.output.isEmpty)
    #expect(received.count == 300_003)
    #expect(received.suffix(3) == Array("end".utf8)[...])
  }

  @Test func `input larger than a pipe is fed while output is drained`() throws {
    var process = Subprocess("cat", timeout: 30)
    process.input = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(try process.run().output == process.input)
  }

  @Test func `a program that closes its outputs is still fed`() throws {
    let sandbox = Sandbox()
    var process = Subprocess("sh", ["-c", "exec >&- 2>&-; cat | wc -c > \"$0\"", sandbox.path("count")])
    process.input = [UInt8](repeating: 1, count: 1_000_000)
    #expect(try process.run().succeeded)
    #expect(try sandbox.read("count").filter(\.isNumber) == "1000000")
  }

  @Test func `a program that does not read its input ends nothing but itself`() throws {
    var process = Subprocess("true", timeout: 30)
    process.input = [UInt8](repeating: 1, count: 1_000_000)
    for _ in 0..<10 { #expect(try process.run().succeeded) }
    var pending = sigset_t()
    sigpending(&pending)
    #expect(sigismember(&pending, SIGPIPE) == 0)
  }

  @Test func `nothing to read is the end of input`() throws {
    #expect(try Subprocess("cat", timeout: 10).run().output == [])
  }

  @Test func `the last MiB of errors is kept`() throws {
    let outcome = try shell("head -c 3000000 /dev/zero >&2; printf last >&2").run()
    #expect(outcome.errors.count == 1 << 20)
    #expect(outcome.errors.suffix(4) == Array("last".utf8)[...])
  }

  @Test func `a signal is told from a status`() throws {
    #expect(try shell("kill -TERM $$").run().ending == .signalled(SIGTERM))
    #expect(try shell("kill -KILL $$").run().ending == .signalled(SIGKILL))
    #expect(try shell("exit 255").run().ending == .exited(255))
  }

  @Test func `a time-out ends grandchildren too`() async throws {
    let watch = Stopwatch()
    let script = "sleep 60 & echo $! > pid; trap '' TERM; sleep 60"
    #expect(throws: SystemError(.timedOut(seconds: 0.3), "sh")) { _ = try shell(script, timeout: 0.3).run() }
    #expect(watch.seconds < 10)
    let pid = try #require(Int32(try sandbox.read("pid").dropLast()))
    #expect(try await hasEnded(pid))
  }

  @Test func `a time-out holds also when the output was closed`() throws {
    #expect(throws: SystemError(.timedOut(seconds: 0.2), "sh")) {
      _ = try shell("exec >&- 2>&-; sleep 60", timeout: 0.2).run()
    }
  }

  @Test func `what is left behind with the pipe is not waited for and ends`() async throws {
    let watch = Stopwatch()
    let outcome = try shell("sleep 60 & echo $!; echo done").run()
    #expect(watch.seconds < 10)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.last == "done")
    let pid = try #require(lines.first.flatMap { Int32($0) })
    #expect(try await hasEnded(pid))
  }

  @Test func `one left behind that writes for ever does not hold the caller`() async throws {
    #expect(try shell("yes & exit 4").run().ending == .exited(4))
    // Also one that left the process group; it ends when it writes to a pipe that nobody reads.
    let outcome = try shell("setsid sh -c 'echo $$ > escaped; exec yes' & sleep 0.05; exit 5").run()
    #expect(outcome.ending == .exited(5))
    let pid = try #require(Int32(try sandbox.read("escaped").dropLast()))
    #expect(try await hasEnded(pid))
  }

  @Test func `a missing program and a missing folder are told apart`() throws {
    #expect(throws: SystemError(.noSuchProgram, "no-such-program")) { _ = try Subprocess("no-such-program").run() }
    #expect {
      _ = try Subprocess("true", in: sandbox.path("no")).run()
    } throws: { ($0 as? SystemError)?.subject == sandbox.path("no") }
    let plain = try sandbox.write("plain", "no program")
    #expect { _ = try Subprocess(plain).run() } throws: { ($0 as? SystemError)?.subject == plain }
  }

  @Test func `folder and environment are the child's own`() throws {
    var process = shell("pwd -P; echo \"$ONE-${HOME-none}-$TWO\"")
    process.environment = ["ONE": "1", "HOME": nil, "TWO": "a=b c"]
    let lines = try process.run().text.split(separator: "\n").map(String.init)
    #expect(lines == [sandbox.folder, "1-none-a=b c"])
  }

  @Test func `many in parallel do not mix`() throws {
    let outputs = Parallel.map(count: 60, workers: 8) { index -> String in
      var process = Subprocess("sh", ["-c", "cat; echo err$0 >&2; echo \"$0\"", "\(index)"], timeout: 60)
      process.input = Array("in\(index) ".utf8)
      guard let outcome = try? process.run() else { return "failed" }
      return outcome.text + " " + outcome.errorText
    }
    #expect(outputs == (0..<60).map { "in\($0) \($0) err\($0)\n" })
  }

  @Test func `no descriptor is left open`() throws {
    func count() throws -> Int { try sandbox.run("ls", ["/proc/\(getpid())/fd"]).output.split(separator: "\n").count }
    let before = try count()
    for _ in 0..<20 { _ = try? shell("exit 1").run() }
    for _ in 0..<20 { _ = try? Subprocess("no-such-program").run() }
    // Other tests open and close meanwhile.
    #expect(try count() < before + 40)
  }

  @Test func `signals that are blocked here are not blocked in the child`() throws {
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&blocked, signal) }
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #expect(try shell("kill -TERM $$; sleep 0.01; echo survived").run().ending == .signalled(SIGTERM))
  }

  @Test func `what a process used is told`() throws {
    let outcome = try shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done").run()
    #expect(outcome.processorSeconds > 0)
    #expect(outcome.peakMemory > 100_000)
  }

  @Test func `all children can be ended`() async throws {
    let folder = sandbox.folder
    let running = Task.detached {
      try? Subprocess("sh", ["-c", "sleep 60 & echo $! > grandchild; mv grandchild ready; wait"], in: folder).run()
    }
    for _ in 0..<500 where !AtomicFile.exists(sandbox.path("ready")) { try await Task.sleep(for: .milliseconds(10)) }
    let grandchild = try #require(Int32(try sandbox.read("ready").dropLast()))
    // Only this suite's children: the suite is serialized, but others run beside it.
    Children.endAll { Self.folder(of: $0) == folder }
    let outcome = await running.value
    #expect(outcome?.ending == .signalled(SIGKILL))
    #expect(try await hasEnded(grandchild))
  }

  private static func folder(of pid: Int32) -> String { FileFacts.realPath("/proc/\(pid)/cwd") }
}
