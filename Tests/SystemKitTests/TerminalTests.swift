import SystemKit
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct TerminalTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("ä", 1), ("a\u{308}", 1), ("日本語", 6), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("ｶﾅ", 2), ("Ａ", 2), ("🚀", 2), ("✅", 2), ("❌ no", 5), ("⚠", 1), ("⚠️", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("🧪", 2),
    ("\u{1B}[1;31mred\u{1B}[0m", 3), ("a\u{200B}b", 2), ("\u{7F}", 0), ("é́", 1), ("–", 1), ("🪝", 2), ("1", 1),
    ("\u{FEFF}x", 1),
    ("#️⃣", 2), ("नि", 2), ("\r\n", 0), ("\t", 0), ("〿", 1), ("😀😀", 4),
  ])
  func `a text takes its columns`(text: String, columns: Int) {
    #expect(Terminal.columns(of: text) == columns, "\(text)")
  }

  /// glibc's own table, where the machine has a UTF-8 locale: all letters of the writing systems in use.
  @Test func `single letters are as wide as the C library says`() throws {
    guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else { return }
    // Swift's Glibc module leaves wcwidth out.
    guard let symbol = dlsym(nil, "wcwidth") else { return }
    let width = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    var differences: [String] = []
    for value in Array(UInt32(0x20)..<0x300) + Array(0x370..<0x900) + Array(0x3000..<0xA4C0) + Array(0xAC00..<0xD7A4) {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else { continue }
      let theirs = Int(width(Int32(value)))
      let ours = Terminal.columns(of: String(scalar))
      if theirs >= 0, ours != theirs { differences.append(String(value, radix: 16)) }
    }
    // The soft hyphen, and marks in front of a number, are drawn by some terminals and not by others.
    #expect(
      differences.filter {
        !["ad", "600", "601", "602", "603", "604", "605", "6dd", "70f", "8e2", "890", "891"].contains($0)
      } == [])
  }

  @Test func `colour is used where it may be`() {
    #expect(Terminal(isInteractive: true, hasColor: true).styled("x", .bold, .red) == "\u{1B}[1;31mx\u{1B}[0m")
    #expect(Terminal(isInteractive: true, hasColor: true).styled("x") == "x")
    #expect(Terminal(isInteractive: true, hasColor: false).styled("x", .green) == "x")
  }

  @Test func `no terminal has 80 columns and no colour`() async {
    await #expect(processExitsWith: .success) {
      let file = open("/dev/null", O_WRONLY)
      dup2(file, 1)
      dup2(file, 2)
      for stream in [Terminal.Stream.output, .errors] {
        let terminal = Terminal(stream)
        guard !terminal.isInteractive, !terminal.hasColor, terminal.columns == 80 else { exit(1) }
      }
      exit(0)
    }
  }

  #if os(Linux)
    @Test func `on a terminal NO_COLOR, --no-color and TERM=dumb are heeded`() async {
      await #expect(processExitsWith: .success) {
        // Swift's Glibc module leaves out posix_openpt and the requests TIOCSPTLCK and TIOCGPTN.
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var lock: Int32 = 0
        var number: Int32 = 0
        guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
          exit(9)
        }
        let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        var size = winsize()
        size.ws_col = 123
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
        dup2(slave, 1)
        unsetenv("NO_COLOR")
        setenv("TERM", "xterm", 1)
        guard Terminal(.output).isInteractive, Terminal(.output).hasColor, Terminal(.output).columns == 123 else {
          exit(1)
        }
        guard !Terminal(.output, noColor: true).hasColor else { exit(2) }
        setenv("TERM", "dumb", 1)
        guard !Terminal(.output).hasColor else { exit(3) }
        setenv("TERM", "xterm", 1)
        setenv("NO_COLOR", "", 1)
        guard Terminal(.output).hasColor else { exit(4) }
        setenv("NO_COLOR", "1", 1)
        guard !Terminal(.output).hasColor, Terminal(.output).isInteractive else { exit(5) }
        exit(0)
      }
    }
  #endif
}
