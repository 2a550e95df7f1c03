// Help as users read it, whole, so that a change of layout is seen in review.

import ArgumentKit
import Testing

@Suite struct HelpTests {
  @Test("the help of a leaf shows everything in order, examples last")
  func leaf() {
    #expect(
      Tool.helpMessage(for: Merge.self) == """
        Merge cargo lists into one.

        Usage: tool cargo merge [<options>] <inputs> ...

        Arguments:
          <inputs> ...              Lists to merge, '-' for standard input.

        Options:
          -o, --output <file>       Where to write the list. (default: -)
          -f, --format <format>     How to write the list. (values: json, csv,
                                    plain-text; default: json)
              --kind <kind>         Keep only cargo of this kind; may be repeated.
              --max-weight <max-weight>
                                    Weight limit.
                                    Lists that weigh more are refused.
              --sorted/--no-sorted  Sort the list. (default: --sorted)
          -l                        Follow links.
          -h, --help                Show this help.

        Talking:
          -q, --quiet               Say nothing but the result.
          -v, --verbose             Say more; may be repeated.

        Lists are merged by the name of the cargo. Where two lists name the same cargo,
        their weights are added and the later remark is kept.

          name   weight
          coal       12

        Examples:
          tool cargo merge a.json b.json -o all.json
              Merges two lists into a third.
          tool cargo merge - < a.json

        """)
  }

  @Test("the help of the root lists visible subcommands and its own options")
  func root() {
    #expect(
      Tool.helpMessage() == """
        Weighs ships and their loads.

        Usage: tool [--quiet] [--verbose ...] <subcommand>

        Options:
              --version  Print the version.
              --generate-completion <shell>
                         Print a completion script for a shell. (values: bash, zsh,
                         fish)
          -h, --help     Show this help.

        Talking:
          -q, --quiet    Say nothing but the result.
          -v, --verbose  Say more; may be repeated.

        Subcommands:
          cargo          Work with lists of cargo.
          weigh          Weigh a ship.
          relay          Call another program.

          See 'tool help <subcommand>' for more on one of them.

        """)
  }

  @Test("required options and flags show in the usage line")
  func usage() {
    #expect(
      Tool.helpMessage(for: Net.self).contains("\nUsage: tool weigh net --day <day> --enable-crane|--disable-crane\n"))
    #expect(Tool.helpMessage(for: Weigh.self).contains("\nUsage: tool weigh [<subcommand>]\n"))
    #expect(Tool.helpMessage(for: Weigh.self).contains("\n  gross       Weigh all of it. (default)\n"))
  }

  @Test("no line is wider than 80 columns, whatever the words", arguments: 1...50)
  func width(length: Int) {
    var reference = commandReference(for: Merge.self)
    let prose = (1...40).map { String(repeating: "x", count: 1 + ($0 * length) % 17) }.joined(separator: " ")
    reference.abstract = prose
    reference.discussion = prose
    reference.arguments[0].abstract = prose
    reference.sections[0].options[1].abstract = prose
    reference.sections[0].options[2].discussion = prose
    reference.sections[0].options[3].isRequired = true
    reference.sections[0].options[3].valueName = String(repeating: "v", count: length)
    for line in helpText(for: reference).split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test("all commands of the sample tree fit in 80 columns and end in one line end")
  func tree() {
    var pending = [commandReference(for: Tool.self)]
    var seen = 0
    while let command = pending.popLast() {
      let text = helpText(for: command)
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
      #expect(text.contains("\nUsage: ") || text.hasPrefix("Usage: "))
      pending += command.subcommands
      seen += 1
    }
    #expect(seen == 9)
  }

  @Test("the reference tree holds what help, completions and a manual page need")
  func reference() throws {
    let tool = commandReference(for: Tool.self)
    let cargo = try #require(tool.subcommands.first)
    #expect(cargo.path == ["tool", "cargo"])
    #expect(cargo.aliases == ["load"])
    let merge = try #require(cargo.subcommands.first)
    #expect(merge.examples.count == 2)
    let format = try #require(merge.options.first { $0.preferredName == "--format" })
    #expect(format.names == [.short("f"), .long("format")])
    #expect(format.allowedValues == ["json", "csv", "plain-text"])
    #expect(format.completion == .list(["json", "csv", "plain-text"]))
    #expect(format.defaultValue == "json")
    #expect(merge.options.first { $0.preferredName == "--seed" }?.visibility == .hidden)
    #expect(merge.arguments.map(\.isRequired) == [true])
    #expect(tool.subcommands.first { $0.name == "weigh" }?.defaultSubcommand == "gross")
    #expect(tool.subcommands.first { $0.name == "secret" }?.isVisible == false)
  }

  struct Oddities: ParsableCommand {
    @Option var maxHTTPRetries = 3
    @Option var utf8Name: String?
    @Option var url2: String
    @Flag(name: [.customShort("h")], help: "In hectares.") var hectares = false
    @Option(help: ArgumentHelp("Not for eyes.", visibility: .private)) var inner = 1
    @Flag(inversion: .prefixedNo) var wet: Bool?
    @Option(help: "A list.") var rates = [0.5, 1]
    @Option var format: Format = .csv
    @Option var depth: Int? = nil
    @Option(transform: { $0.count }) var length: Int?
    @Option(transform: { $0.count }) var lengths: [Int] = []
    @Flag var order: Sort.Order = .byName
    @Flag var louder: Int
    @Argument var share: Double?
    @Argument(transform: { $0.uppercased() }) var shout: [String] = []
    mutating func run() throws {}
  }

  @Test("names come from labels in kebab case, and a command's own names win over built-in ones")
  func names() {
    let reference = commandReference(for: Oddities.self)
    #expect(
      reference.options.map(\.allNames) == [
        ["--max-http-retries"], ["--utf8-name"], ["--url2"], ["-h"], ["--wet", "--no-wet"], ["--rates"],
        ["--format"], ["--depth"], ["--length"], ["--lengths"], ["--by-name"], ["--by-weight"], ["--louder"],
        ["--generate-completion"], ["--help"],
      ])
    #expect(reference.name == "oddities")
    #expect(
      reference.options.map(\.defaultValue) == [
        "3", nil, nil, nil, nil, "0.5, 1.0", "csv", nil, nil, nil, "--by-name", nil, nil, nil, nil,
      ])
    guard
      case .command(let command) = Oddities.parse([
        "-h", "--url2", "x", "--no-wet", "--inner=4", "--length=four", "--lengths", "a", "--louder", "0.25", "hey",
        "ho",
      ])
    else {
      Issue.record("not parsed")
      return
    }
    let oddities = command as? Oddities
    #expect(oddities?.hectares == true && oddities?.wet == .some(false) && oddities?.inner == 4)
    #expect(oddities?.length == 4 && oddities?.lengths == [1] && oddities?.louder == 1)
    #expect(oddities?.share == 0.25 && oddities?.shout == ["HEY", "HO"] && oddities?.order == .byName)
  }
}
