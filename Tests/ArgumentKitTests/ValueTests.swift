// Values by type, and the ways out of a command other than running it.

import ArgumentKit
import Testing

private struct Values: ParsableCommand {
  @Option var byte: UInt8 = 0
  @Option var small: Int8 = 0
  @Option var single: Float = 0
  @Option var sure: Bool = false
  @Option var part: Substring = ""
  @Option var level = Level.low
  @Option(transform: { (text: String) throws -> Int in throw Broken() }) var broken = 0
  mutating func run() throws {}
}

private struct Broken: Error, CustomStringConvertible { let description = "it\u{7}broke" }

private enum Level: Int, CaseIterable, ExpressibleByArgument { case low = 1, high = 9 }

private struct Early: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Ends early.")
  @Option var how = ""
  @OptionGroup(title: "Secrets", visibility: .hidden) var hidden: TalkOptions
  mutating func validate() throws {
    switch how {
    case "message": throw CleanExit.message("done")
    case "help": throw CleanExit.helpRequest()
    case "plain": throw Broken()
    case "fix": how = "fixed"
    default: break
    }
  }
  mutating func run() throws { throw how.isEmpty ? ExitCode.failure : ExitCode(3) }
}

@Suite struct ValueTests {
  private func read(_ words: String...) throws -> Values { try #require(try Values.parseAsRoot(words) as? Values) }

  @Test("each type reads its own spelling")
  func good() throws {
    #expect(try read("--byte=255").byte == 255)
    #expect(try read("--byte=+7").byte == 7)
    #expect(try read("--small", "-128").small == -128)
    #expect(try read("--single", "-1e-3").single == -0.001)
    #expect(try read("--sure", "true").sure)
    #expect(try read("--part", "ab").part == "ab")
    #expect(try read("--level", "9").level == .high)
  }

  @Test(
    "a value outside the type is refused with what was expected",
    arguments: [
      ("--byte=256", "(expected an integer from 0 to 255)"), ("--byte=-1", "(expected an integer from 0 to 255)"),
      ("--byte=", "(expected an integer from 0 to 255)"), ("--byte=0x1", "(expected an integer from 0 to 255)"),
      ("--byte= 1", "(expected an integer from 0 to 255)"), ("--byte=1_000", "(expected an integer from 0 to 255)"),
      ("--small=-129", "(expected an integer from -128 to 127)"), ("--single=inf", "(expected a number)"),
      ("--single=1,5", "(expected a number)"), ("--single=", "(expected a number)"),
      ("--sure=yes", "(expected 'true' or 'false')"), ("--sure=ture", "did you mean 'true'?"),
      ("--level=low", "(expected '1' or '9')"), ("--level=2", "(expected '1' or '9')"),
      ("--broken=x", #"invalid value 'x' for '--broken <broken>': it\u{7}broke"#),
    ])
  func bad(word: String, ending: String) {
    guard case .usageError(let error) = Values.parse([word]) else {
      Issue.record("'\(word)' was accepted")
      return
    }
    #expect(error.message.hasSuffix(ending), "\(error.message)")
  }

  @Test("validate() may end the command, correct it or refuse it")
  func validate() throws {
    guard case .help("done\n") = Early.parse(["--how=message"]) else { Issue.record("no message"); return }
    guard case .help(let help) = Early.parse(["--how=help"]) else { Issue.record("no help"); return }
    #expect(help.hasPrefix("Ends early.\n"))
    guard case .usageError(let error) = Early.parse(["--how=plain"]) else { Issue.record("no error"); return }
    #expect(error.message == #"it\u{7}broke"#)
    #expect((try Early.parseAsRoot(["--how=fix"]) as? Early)?.how == "fixed")
  }

  @Test("an exit code is thrown through")
  func exitCode() throws {
    var command = try Early.parseAsRoot([])
    #expect(throws: ExitCode(1)) { try command.run() }
    #expect(ExitCode.validationFailure.rawValue == 64)
    #expect(ExitCode.success.isSuccess && !ExitCode.failure.isSuccess)
  }

  @Test("a hidden group works and is not shown")
  func hiddenGroup() throws {
    #expect(!Early.helpMessage().contains("quiet"))
    #expect(!Early.helpMessage().contains("Secrets"))
    #expect((try Early.parseAsRoot(["-q"]) as? Early)?.hidden.quiet == true)
  }
}
