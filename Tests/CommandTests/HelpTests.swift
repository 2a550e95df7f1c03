// Help, version and completions of the real program.

import TestSupport
import Testing

@Suite struct HelpTests {
  @Test(
    "every command has help with an example, 80 columns wide",
    arguments: [
      [], ["survey"], ["coverage"], ["coverage", "merge"], ["coverage", "report"], ["coverage", "convert"],
      ["heap"], ["heap", "summary"], ["heap", "dominators"], ["heap", "leaks"], ["heap", "path"], ["heap", "diff"],
      ["heap", "crunch"], ["heap", "decrunch"], ["heap", "redact"], ["heap", "deobfuscate"],
      ["release"], ["release", "list"], ["release", "drop"], ["release", "add"], ["release", "rebuild"],
      ["release", "explain"], ["release", "resolve"],
      ["sketch"], ["sketch", "render"], ["sketch", "replay"], ["sketch", "convert"], ["sketch", "markup"],
      ["sketch", "page"], ["sketch", "serve"], ["sketch", "turtle"], ["sketch", "life"],
      ["layout"], ["layout", "grid"], ["layout", "rows"],
    ])
  func help(command: [String]) throws {
    let result = try Sandbox().run(Sandbox.program, command + ["--help"])
    #expect(result.status == 0)
    #expect(result.output.contains("Examples:"))
    for line in result.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test("--version says name and number")
  func version() throws {
    let result = try Sandbox().plimsoll("--version")
    #expect(result.status == 0)
    #expect(result.output == "plimsoll 0.1.0\n")
  }

  @Test("completion scripts are given for three shells", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let result = try Sandbox().plimsoll("--generate-completion", shell)
    #expect(result.status == 0)
    #expect(result.output.contains("coverage"))
  }

  @Test("no arguments at all is wrong usage, with the way on")
  func nothing() throws {
    let result = try Sandbox().plimsoll()
    #expect(result.status == 64)
    #expect(result.errors.contains("--help"))
  }
}
