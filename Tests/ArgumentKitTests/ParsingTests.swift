// Command lines and what comes out of them: good ones first, then the bad ones with the words the user reads.

import ArgumentKit
import Testing

@Suite struct ParsingTests {
  @Test(
    "a correct line is read as meant",
    arguments: [
      ("cargo merge a", #"merge ["a"] -> - json"#),
      ("load merge a b", #"merge ["a", "b"] -> - json"#),
      ("cargo merge --output x a", #"merge ["a"] -> x json"#),
      ("cargo merge --output=x a", #"merge ["a"] -> x json"#),
      ("cargo merge --output= a", #"merge ["a"] ->  json"#),
      ("cargo merge --output=a=b a", #"merge ["a"] -> a=b json"#),
      ("cargo merge -o x a", #"merge ["a"] -> x json"#),
      ("cargo merge -ox a", #"merge ["a"] -> x json"#),
      ("cargo merge -o=x a", #"merge ["a"] -> x json"#),
      ("cargo merge -o - -", #"merge ["-"] -> - json"#),
      ("cargo merge a -o x b", #"merge ["a", "b"] -> x json"#),
      ("cargo merge -qlo x a", #"merge ["a"] -> x json links quiet"#),
      ("cargo merge -qlox a", #"merge ["a"] -> x json links quiet"#),
      ("cargo merge -q -q --quiet a", #"merge ["a"] -> - json quiet"#),
      ("cargo merge -vvv --verbose a", #"merge ["a"] -> - json verbose=4"#),
      ("cargo merge -- -o --help", #"merge ["-o", "--help"] -> - json"#),
      ("cargo merge a -- --", #"merge ["a", "--"] -> - json"#),
      ("cargo merge --format plain-text a", #"merge ["a"] -> - plainText"#),
      ("cargo merge --kind x --kind y a", #"merge ["a"] -> - json kind=["x", "y"]"#),
      ("cargo merge --max-weight -5 a", #"merge ["a"] -> - json max=-5"#),
      ("cargo merge --max-weight=-5 a", #"merge ["a"] -> - json max=-5"#),
      ("cargo merge --no-sorted a", #"merge ["a"] -> - json unsorted"#),
      ("cargo merge --no-sorted --sorted a", #"merge ["a"] -> - json"#),
      ("cargo merge --seed 3 a", #"merge ["a"] -> - json"#),
      ("-q cargo merge a", #"merge ["a"] -> - json quiet"#),
      ("-v cargo merge -v a", #"merge ["a"] -> - json verbose=2"#),
      ("cargo -v merge a -v", #"merge ["a"] -> - json verbose=2"#),
      ("cargo sort in", "sort in - [] ',' rows=-"),
      ("cargo sort in -7", "sort in - [] ',' rows=-7"),
      ("cargo sort in -7 --by-name", "sort in byName [] ',' rows=-7"),
      ("cargo sort --by-weight --by-weight in 3", "sort in byWeight [] ',' rows=3"),
      ("cargo sort --columns 1 -2 3 --by-name in", "sort in byName [1, -2, 3] ',' rows=-"),
      ("cargo sort in --columns=1 2", "sort in - [1, 2] ',' rows=-"),
      ("cargo sort --separator --by-name in", "sort in - [] '--by-name' rows=-"),
      ("cargo sort --separator -- in", "sort in - [] '--' rows=-"),
      ("weigh", "gross boat 0.5"),
      ("weigh ark", "gross ark 0.5"),
      ("weigh --tare 2 ark", "gross ark 2.0"),
      ("weigh -t-1.5", "gross boat -1.5"),
      ("weigh -t -1.5", "gross boat -1.5"),
      ("weigh -t -.5", "gross boat -0.5"),
      ("weigh gross ark", "gross ark 0.5"),
      ("weigh -- net", "gross net 0.5"),
      ("weigh net --day 31 --enable-crane", "net 31 true"),
      ("weigh net --day 1 --disable-crane", "net 1 false"),
      ("relay ls -l --help -- x", #"relay ["ls", "-l", "--help", "--", "x"]"#),
      ("relay --dry-run ls --dry-run", #"relay ["ls", "--dry-run"] dry"#),
      ("relay --unknown x", #"relay ["--unknown", "x"]"#),
      ("relay -- x", #"relay ["--", "x"]"#),
      ("secret -- a b", #"secret ["a", "b"] []"#),
      ("secret --rest a --rest -- b", #"secret [] ["a", "--rest", "--", "b"]"#),
      ("", "Tool"),
      ("cargo", "Cargo"),
    ])
  func goodLines(line: String, expected: String) {
    #expect(outcome(line) == expected)
  }

  @Test(
    "a wrong line says what is wrong, what was expected and what may be meant",
    arguments: [
      ("carg", "unknown subcommand 'carg', did you mean 'cargo'?"),
      ("craog", "unknown subcommand 'craog' (expected 'cargo', 'weigh' or 'relay')"),
      ("crago", "unknown subcommand 'crago', did you mean 'cargo'?"),
      ("zzz", "unknown subcommand 'zzz' (expected 'cargo', 'weigh' or 'relay')"),
      ("carg --help", "unknown subcommand 'carg', did you mean 'cargo'?"),
      ("secre", "unknown subcommand 'secre' (expected 'cargo', 'weigh' or 'relay')"),
      ("cargo merg a", "unknown subcommand 'merg', did you mean 'merge'?"),
      ("help carg", "unknown subcommand 'carg', did you mean 'cargo'?"),
      ("''", "unknown subcommand '' (expected 'cargo', 'weigh' or 'relay')"),
      ("-- cargo", "unexpected argument 'cargo'"),
      ("cargo merge", "missing argument '<inputs>'"),
      ("cargo merge --ouput x a", "unknown option '--ouput', did you mean '--output'?"),
      ("cargo merge --Output x a", "unknown option '--Output', did you mean '--output'?"),
      ("cargo merge --ouput=x a", "unknown option '--ouput', did you mean '--output'?"),
      ("cargo merge --o x a", "unknown option '--o', did you mean '-o'?"),
      ("cargo merge -sorted a", "unknown option '-sorted', did you mean '--sorted'?"),
      ("cargo merge --no-sortd a", "unknown option '--no-sortd', did you mean '--no-sorted'?"),
      ("cargo merge --xyzzy a", "unknown option '--xyzzy'"),
      ("cargo merge --sed 1 a", "unknown option '--sed'"),
      ("cargo merge -x a", "unknown option '-x'"),
      ("cargo merge -qx a", "unknown option '-x'"),
      ("cargo merge -5 a", "unknown option '-5'"),
      ("cargo merge --=x a", "unknown option '--=x'"),
      ("cargo merge --version a", "unknown option '--version'"),
      ("cargo merge a --output", "missing value for option '--output' (expected --output <file>)"),
      ("cargo merge -o -q a", "missing value for option '-o' (expected -o <file>)"),
      ("cargo merge -o -- a", "missing value for option '-o' (expected -o <file>)"),
      ("cargo merge --output x -oy a", "option '-o' is given twice, first as '--output' (expected one value)"),
      ("cargo merge -ox -oy a", "option '-o' is given twice (expected one value)"),
      ("cargo merge --quiet=yes a", "flag '--quiet' takes no value (found 'yes')"),
      ("cargo merge -q=yes a", "flag '-q' takes no value (found 'yes')"),
      ("cargo merge --help=x", "flag '--help' takes no value (found 'x')"),
      (
        "cargo merge --format jsno a",
        "invalid value 'jsno' for '--format <format>' (expected 'json', 'csv' or 'plain-text'), did you mean 'json'?"
      ),
      (
        "cargo merge -f '' a",
        "invalid value '' for '-f <format>' (expected 'json', 'csv' or 'plain-text')"
      ),
      (
        "cargo merge --max-weight 1.5 a",
        "invalid value '1.5' for '--max-weight <max-weight>' (expected an integer)"
      ),
      (
        "cargo merge --max-weight 99999999999999999999 a",
        "invalid value '99999999999999999999' for '--max-weight <max-weight>' (expected an integer)"
      ),
      (
        "cargo merge --seed=-1 a",
        "invalid value '-1' for '--seed <seed>' (expected an integer of 0 or more)"
      ),
      ("cargo merge --quiet -v a", "'--quiet' and '--verbose' exclude each other"),
      ("-q cargo merge -v a", "'--quiet' and '--verbose' exclude each other"),
      ("cargo sort", "missing argument '<input>'"),
      ("cargo sort in x", "invalid value 'x' for '<rows>' (expected an integer)"),
      ("cargo sort in 1 2", "unexpected argument '2'"),
      ("cargo sort in -101", "'<rows>' is -101 (expected -100 or more)"),
      ("cargo sort --by-name --by-weight in", "flags '--by-name' and '--by-weight' exclude each other"),
      ("cargo sort --columns --by-name in", "missing value for option '--columns' (expected --columns <columns>)"),
      ("cargo sort in --columns 1 x", "invalid value 'x' for '--columns <columns>' (expected an integer)"),
      ("weigh --tara 1", "unknown option '--tara', did you mean '--tare'?"),
      ("weigh -t nan", "invalid value 'nan' for '-t <tare>' (expected a number)"),
      ("weigh -t 1e999", "invalid value '1e999' for '-t <tare>' (expected a number)"),
      ("weigh ark boat", "unexpected argument 'boat'"),
      ("weigh net", "missing option '--day <day>'"),
      ("weigh net --day 1", "missing flag (expected '--enable-crane' or '--disable-crane')"),
      ("weigh net --day 32", "invalid value '32' for '--day <day>': expected a day from 1 to 31"),
      ("secret a", "unexpected argument 'a'"),
      ("secret --rest", "missing value for option '--rest' (expected --rest <rest>)"),
      (
        "--generate-completion",
        "missing value for option '--generate-completion' (expected --generate-completion <shell>)"
      ),
      (
        "--generate-completion bsah",
        "invalid value 'bsah' for '--generate-completion <shell>' (expected 'bash', 'zsh' or 'fish'), did you mean 'bash'?"
      ),
      ("cargo --generate-completion bash", "unknown option '--generate-completion'"),
    ])
  func wrongLines(line: String, message: String) {
    #expect(outcome(line) == "error: " + message)
  }

  @Test(
    "help and version are found wherever they stand",
    arguments: [
      ("--help", "help: Usage: tool [-"), ("-h", "help: Usage: tool [-"), ("help", "help: Usage: tool [-"),
      ("help cargo merge", "help: Usage: tool cargo merge "), ("cargo help merge", "help: Usage: tool cargo merge "),
      ("help load", "help: Usage: tool cargo <"), ("cargo merge a -h", "help: Usage: tool cargo merge "),
      ("cargo merge --wrong --help", "help: Usage: tool cargo merge "),
      ("cargo merge -ox -oy -h", "help: Usage: tool cargo merge "),
      ("cargo merge -qh", "help: Usage: tool cargo merge "),
      ("help weigh net", "help: Usage: tool weigh net "), ("--version", "version: 1.2.3\n"),
      ("-q --version", "version: 1.2.3\n"), ("--generate-completion=zsh", "completion: #compdef tool"),
    ])
  func helpRequests(line: String, start: String) {
    #expect(outcome(line).hasPrefix(start), "\(outcome(line))")
  }

  @Test("behind the terminator, help is an argument and mistakes stay mistakes")
  func noHelpBehindTerminator() {
    #expect(outcome("cargo merge --wrong -- --help") == "error: unknown option '--wrong'")
    #expect(outcome("cargo sort -- in 1 2 --help") == "error: unexpected argument '2'")
  }

  @Test("a usage error shows message, one usage line and the way to help")
  func usageError() {
    guard case .usageError(let error) = Tool.parse(["cargo", "sort", "in", "--separatr", ";"]) else {
      Issue.record("the line was accepted")
      return
    }
    #expect(
      error.rendered == """
        tool: error: unknown option '--separatr', did you mean '--separator'?
        usage: tool cargo sort [<options>] <input> [<rows>]
        see 'tool cargo sort --help'

        """)
  }

  @Test("control characters of an argument are shown, not sent to the terminal")
  func controlCharacters() {
    #expect(outcome(["\u{1B}[2J\n\u{85}"]).hasPrefix(#"error: unknown subcommand '\u{1b}[2J\n\u{85}' (expected"#))
    #expect(outcome([String(repeating: "x", count: 5_000)]).count < 400)
  }

  @Test("parseAsRoot returns the command or throws what to print")
  func parseAsRoot() throws {
    #expect(try Tool.parseAsRoot(["weigh"]) is Gross)
    #expect(throws: ParseInterruption.output("1.2.3\n")) { try Tool.parseAsRoot(["--version"]) }
    #expect {
      try Tool.parseAsRoot(["cargo", "x"])
    } throws: { error in
      guard case .usage(let usage) = error as? ParseInterruption else { return false }
      return usage.commandPath == ["tool", "cargo"]
    }
  }

  @Test("a group that is run without its subcommand is wrong usage")
  func groupWithoutSubcommand() throws {
    var command = try Tool.parseAsRoot(["cargo"])
    let error = #expect(throws: ArgumentError.self) { try command.run() }
    let outcome = Tool.outcome(for: try #require(error), from: command)
    guard case .usageError(let usage) = outcome else {
      Issue.record("not a usage error: \(String(describing: outcome))")
      return
    }
    #expect(usage.message == "missing subcommand (expected 'merge' or 'sort')")
    #expect(usage.commandPath == ["tool", "cargo"])
  }

  @Test("errors of the command's work are not the library's business")
  func foreignErrors() throws {
    struct Leak: Error {}
    let command = try Tool.parseAsRoot(["weigh"])
    #expect(Tool.outcome(for: Leak(), from: command) == nil)
    #expect(Tool.outcome(for: ExitCode.failure, from: command) == nil)
    guard case .help(let text) = Tool.outcome(for: CleanExit.helpRequest(), from: command) else {
      Issue.record("no help")
      return
    }
    #expect(text == Tool.helpMessage(for: Gross.self))
  }

  @Test("a parsed command is a value: a changed copy leaves the original")
  func valueSemantics() throws {
    let first = try #require(try Tool.parseAsRoot(["cargo", "merge", "a"]) as? Merge)
    var second = first
    second.output = "b"
    second.talk.quiet = true
    second.inputs.append("c")
    #expect(describe(first) == #"merge ["a"] -> - json"#)
    #expect(describe(second) == #"merge ["a", "c"] -> b json quiet"#)
  }

  @Test("a command made by hand has its defaults")
  func defaultsWithoutParsing() {
    var merge = Merge()
    merge.inputs = ["a"]
    #expect(describe(merge) == #"merge ["a"] -> - json"#)
  }
}
