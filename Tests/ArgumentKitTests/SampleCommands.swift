// A small program with every kind of declaration, for the tests to call.

import ArgumentKit

struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tool", abstract: "Weighs ships and their loads.", version: "1.2.3",
    subcommands: [Cargo.self, Weigh.self, Relay.self, Secret.self])

  @OptionGroup(title: "Talking") var talk: TalkOptions
}

struct TalkOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing but the result.") var quiet = false
  @Flag(name: .shortAndLong, help: "Say more; may be repeated.") var verbose: Int

  mutating func validate() throws {
    if quiet, verbose > 0 { throw ValidationError("'--quiet' and '--verbose' exclude each other") }
  }
}

struct Cargo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cargo", abstract: "Work with lists of cargo.", subcommands: [Merge.self, Sort.self],
    aliases: ["load"])
}

enum Format: String, CaseIterable, ExpressibleByArgument {
  case json, csv, plainText = "plain-text"
}

struct Merge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge cargo lists into one.",
    discussion: """
      Lists are merged by the name of the cargo. Where two lists name the same cargo, their weights are added and the \
      later remark is kept.

        name   weight
        coal       12
      """,
    examples: [
      CommandExample("tool cargo merge a.json b.json -o all.json", "Merges two lists into a third."),
      CommandExample("tool cargo merge - < a.json"),
    ])

  @OptionGroup(title: "Talking") var talk: TalkOptions
  @Option(name: .shortAndLong, help: ArgumentHelp("Where to write the list.", valueName: "file"), completion: .file())
  var output = "-"
  @Option(name: .shortAndLong, help: "How to write the list.") var format = Format.json
  @Option(help: "Keep only cargo of this kind; may be repeated.") var kind: [String] = []
  @Option(help: ArgumentHelp("Weight limit.", discussion: "Lists that weigh more are refused.")) var maxWeight: Int?
  @Flag(inversion: .prefixedNo, help: "Sort the list.") var sorted = true
  @Flag(name: .short, help: "Follow links.") var links = false
  @Option(help: ArgumentHelp("Internal.", visibility: .hidden)) var seed: UInt = 1
  @Argument(help: "Lists to merge, '-' for standard input.", completion: .file(extensions: ["json", "csv"]))
  var inputs: [String]

  mutating func run() throws {}
}

struct Sort: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "sort", abstract: "Sort a cargo list.")
  enum Order: EnumerableFlag {
    case byName, byWeight
    static func help(for value: Order) -> ArgumentHelp? { value == .byName ? "Sort by name." : "Sort by weight." }
  }
  @Flag var order: Order?
  @Option(parsing: .upToNextOption, help: "Columns to keep.") var columns: [Int] = []
  @Option(parsing: .unconditional, help: "The sign between columns.") var separator = ","
  @Option(help: "Its colour.", completion: .shellCommand(#"printf '%s\n' red:1 'r$(touch bad)' green"#))
  var color: String?
  @Option(help: "Where to look.", completion: .directory) var folder: String?
  @Argument(help: "The list.") var input: String
  @Argument(help: "How many rows to keep.") var rows: Int?

  mutating func validate() throws {
    if let rows, rows < -100 { throw ValidationError("'<rows>' is \(rows) (expected -100 or more)") }
  }
  mutating func run() throws {}
}

struct Weigh: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Weigh a ship.", subcommands: [Gross.self, Net.self], defaultSubcommand: Gross.self)
}

struct Gross: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Weigh all of it.")
  @Option(name: [.customShort("t"), .customLong("tare")], help: "Weight to take off.") var tareWeight = 0.5
  @Argument(help: "The ship.") var ship = "boat"
  mutating func run() throws {}
}

struct Net: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Weigh the load.")
  @Option(
    help: "When it was weighed.",
    transform: { text in
      guard let day = Int(text), (1...31).contains(day) else { throw ValidationError("expected a day from 1 to 31") }
      return day
    }) var day: Int
  @Flag(inversion: .prefixedEnableDisable, help: "Use the crane.") var crane: Bool
  mutating func run() throws {}
}

struct Relay: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "relay", abstract: "Call another program.")
  @Flag(help: "Only show it.") var dryRun = false
  @Argument(parsing: .captureForPassthrough, help: "The program and its arguments.") var words: [String] = []
  mutating func run() throws {}
}

struct Secret: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "secret", shouldDisplay: false)
  @Argument(parsing: .postTerminator) var words: [String] = []
  @Option(parsing: .remaining) var rest: [String] = []
  mutating func run() throws {}
}

/// What the tests compare: a parsed command as text, or the kind of another outcome with its message.
func outcome(_ line: String) -> String {
  outcome(line.split(separator: " ").map { $0 == "''" ? "" : String($0) })
}

func outcome(_ words: [String]) -> String {
  switch Tool.parse(words) {
  case .command(let command): describe(command)
  case .help(let text): "help: " + (text.split(separator: "\n").first { $0.hasPrefix("Usage: ") } ?? "")
  case .version(let text): "version: " + text
  case .completion(let text): "completion: " + (text.split(separator: "\n").first ?? "")
  case .usageError(let error): "error: " + error.message
  }
}

func describe(_ command: any ParsableCommand) -> String {
  switch command {
  case let merge as Merge:
    var text = "merge \(merge.inputs) -> \(merge.output) \(merge.format)"
    if !merge.kind.isEmpty { text += " kind=\(merge.kind)" }
    if let weight = merge.maxWeight { text += " max=\(weight)" }
    if !merge.sorted { text += " unsorted" }
    if merge.links { text += " links" }
    if merge.talk.quiet { text += " quiet" }
    if merge.talk.verbose != 0 { text += " verbose=\(merge.talk.verbose)" }
    return text
  case let sort as Sort:
    let order = sort.order.map { "\($0)" } ?? "-"
    return "sort \(sort.input) \(order) \(sort.columns) '\(sort.separator)' rows=\(sort.rows.map(String.init) ?? "-")"
  case let gross as Gross: return "gross \(gross.ship) \(gross.tareWeight)"
  case let net as Net: return "net \(net.day) \(net.crane)"
  case let relay as Relay: return "relay \(relay.words)\(relay.dryRun ? " dry" : "")"
  case let secret as Secret: return "secret \(secret.words) \(secret.rest)"
  default: return "\(type(of: command))"
  }
}
