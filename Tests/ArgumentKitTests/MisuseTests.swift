// Mistakes in the declarations are the program's, not its user's: they trap with a sentence, at once.

import ArgumentKit
import Testing

private struct Twice: ParsableCommand {
  @Option var name = ""
  @Flag(name: .customLong("name")) var flag = false
}

private struct ListFirst: ParsableCommand {
  @Argument var list: [String]
  @Argument var last: String
}

private struct Circle: ParsableCommand {
  static let configuration = CommandConfiguration(subcommands: [Circle.self], defaultSubcommand: Circle.self)
}

@Suite struct MisuseTests {
  private static func complains(_ bytes: [UInt8], of words: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(words)
  }

  @Test("a name declared twice traps")
  func twice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Twice.parse([]) }
    #expect(Self.complains(result?.standardErrorContent ?? [], of: "'--name' is declared twice in 'Twice'"))
  }

  @Test("an argument behind a list of arguments traps")
  func listFirst() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ListFirst.parse([])
    }
    #expect(Self.complains(result?.standardErrorContent ?? [], of: "no argument can follow a list of arguments"))
  }

  @Test("a command below itself traps and does not go round for ever", .timeLimit(.minutes(1)))
  func circle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Circle.parse([]) }
    #expect(Self.complains(result?.standardErrorContent ?? [], of: "the subcommands of 'circle' contain itself"))
    await #expect(processExitsWith: .failure) { _ = commandReference(for: Circle.self) }
  }

  @Test("reading a required value that was never parsed traps")
  func unparsed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ListFirst().last
    }
    #expect(Self.complains(result?.standardErrorContent ?? [], of: "a required argument was read before"))
  }
}
