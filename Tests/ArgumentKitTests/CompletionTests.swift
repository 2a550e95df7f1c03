// The completion scripts, run by the shells themselves: what a user would see after the Tab key.

import ArgumentKit
import Testing

@Suite struct CompletionTests {
  /// Lines up to the cursor, and the candidates in any order. Files come from the folder of `ShellRunner`.
  static let lines: [(line: String, candidates: Set<String>)] = [
    ("tool ", ["cargo", "weigh", "relay", "help"]),
    ("tool c", ["cargo"]),
    ("tool sec", []),
    ("tool cargo ", ["merge", "sort", "help"]),
    ("tool load m", ["merge"]),
    ("tool help cargo m", ["merge"]),
    ("tool -q cargo s", ["sort"]),
    ("tool weigh n", ["net"]),
    ("tool weigh --ta", ["--tare"]),
    ("tool --generate-completion ", ["bash", "zsh", "fish"]),
    ("tool cargo merge --no", ["--no-sorted"]),
    ("tool cargo merge --see", []),
    ("tool cargo merge --format ", ["json", "csv", "plain-text"]),
    ("tool cargo merge -f j", ["json"]),
    ("tool cargo merge --kind ", []),
    ("tool cargo merge -o c", ["c.txt"]),
    ("tool cargo merge -o x --format json a.json b", ["b.csv"]),
    ("tool cargo sort --by", ["--by-name", "--by-weight"]),
    ("tool cargo sort --color r", ["red:1", "r$(touch bad)"]),
    ("tool cargo sort --folder ", ["deep"]),
    ("tool weigh net --dis", ["--disable-crane"]),
  ]

  let shell = ShellRunner()

  private func install(_ kind: CompletionShell) {
    shell.write(completionScript(for: commandReference(for: Tool.self), shell: kind), to: "script")
  }

  /// Compares `line => candidate|candidate` lines with the table.
  private func check(_ output: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let found = output.split(separator: "\n").filter { $0.contains(" => ") }
    #expect(found.count == Self.lines.count, "\(output)", sourceLocation: sourceLocation)
    for (text, expected) in zip(found, Self.lines) {
      // zsh shows candidates as it will insert them, quoted; fish marks folders.
      let plain = text.drop { $0 != ">" }.dropFirst(2).filter { $0 != "\\" && $0 != "/" }
      let candidates = plain.split(separator: "|").map(String.init)
      #expect(Set(candidates) == expected.candidates, "\(text)", sourceLocation: sourceLocation)
    }
    #expect(shell.run("ls bad").contains("No such file"), "a candidate was run", sourceLocation: sourceLocation)
  }

  @Test("bash offers what fits", .enabled(if: ShellRunner.has("bash"), "bash is not installed"))
  func bash() {
    install(.bash)
    #expect(shell.run("bash -n script") == "")
    let tries = Self.lines.map { line, _ in
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map { shellWord(String($0)) }
      return "try \(shellWord(line)) " + words.joined(separator: " ")
    }
    shell.write(
      """
      source ./script
      try() {
        local line="$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tool
        local IFS='|'; printf '%s => %s\\n' "$line" "${COMPREPLY[*]}"
      }
      \(tries.joined(separator: "\n"))
      """, to: "run")
    check(shell.run("bash --norc run"))
  }

  @Test(
    "bash completes values behind the sign, split by readline or not, and filters files",
    .enabled(if: ShellRunner.has("bash"), "bash is not installed"),
    arguments: [
      ("tool cargo merge --format = j", "json"), ("tool cargo merge --format =", "csv json plain-text"),
      ("tool cargo merge --format=c", "--format=csv"), ("tool cargo merge ''", "a.json b.csv d e.json deep"),
      ("tool cargo merge -- --f", ""),
    ])
  func bashSigns(words: String, expected: String) {
    install(.bash)
    let run =
      "source ./script; COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tool; printf '%s\\n' \"${COMPREPLY[@]}\""
    shell.write(run, to: "run")
    // Folders list their files in no certain order.
    #expect(shell.run("bash --norc run").split(separator: "\n").sorted().joined(separator: " ") == expected)
  }

  @Test("fish offers what fits", .enabled(if: ShellRunner.has("fish"), "fish is not installed"))
  func fish() {
    install(.fish)
    #expect(shell.run("fish --no-config -n script") == "")
    let tries = Self.lines.map { line, _ in
      """
      set found (complete -C \(shellWord(line)) | string replace -r '\\t.*' '' | string join '|')
      echo \(shellWord(line + " => "))"$found"
      """
    }
    shell.write((["source ./script"] + tries).joined(separator: "\n"), to: "run")
    check(shell.run("fish --no-config run"))
  }

  /// zsh completes only in its line editor, so this types into an interactive zsh on a pseudo-terminal and writes down
  /// what reaches `compadd`. Waiting is by marker, with a limit: a slow machine is no failure, a hung shell is.
  @Test("zsh offers what fits", .enabled(if: ShellRunner.has("zsh"), "zsh is not installed"), .timeLimit(.minutes(1)))
  func zsh() {
    install(.zsh)
    #expect(shell.run("zsh -n script") == "")
    shell.write(
      #"""
      zmodload zsh/zpty
      : > hits
      zpty z zsh -f -i
      zpty -w z 'PS1=; autoload -U compinit; compinit -u -D; source ./script
      bindkey "^I" complete-word
      compadd() {
        if [[ "${@[1,(i)(-|--)]}" == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
        local -a found; builtin compadd -A found "$@"; print -rl -- "${found[@]}" >> hits; builtin compadd "$@"
      }
      finish() { print -r -- DONE >> hits }
      zle -N finish; bindkey "^T" finish
      finish'
      await() {
        integer n=0
        until grep -q DONE hits || (( ++n > 1000 )); do zpty -r -t z ignored; sleep 0.01; done
      }
      await
      for line in "$@"; do
        : > hits
        zpty -w -n z $'\C-u'"$line"$'\t\C-t'
        await
        print -r -- "$line => $(grep -v DONE hits | sort -u | tr '\n' '|')"
      done
      zpty -d z
      """#, to: "run")
    check(shell.run("zsh -f run " + Self.lines.map { shellWord($0.line) }.joined(separator: " ")))
  }

  @Test("texts and names that are special to a shell stay texts", arguments: CompletionShell.allCases)
  func hostileTexts(kind: CompletionShell) {
    guard ShellRunner.has(kind.rawValue) else {
      print("skipped: \(kind.rawValue) is not installed")
      return
    }
    var reference = commandReference(for: Tool.self)
    let text = "it's $(touch bad) `touch bad` \"q\" [x]: \\ (touch bad) *"
    reference.abstract = text
    reference.sections[0].options[0].abstract = text
    reference.sections[0].options[1].completion = .list([text, "plain"])
    reference.subcommands[0].abstract = text
    shell.write(completionScript(for: reference, shell: kind), to: "script")
    #expect(shell.run("\(kind.rawValue) -n script") == "")
    if kind == .bash {
      let words = "COMP_WORDS=(tool --generate-completion ''); COMP_CWORD=2; _tool; printf '%s|' \"${COMPREPLY[@]}\""
      shell.write("source ./script; " + words, to: "run")
      #expect(shell.run("bash --norc run") == text + "|plain|")
    }
    if kind == .fish {
      shell.write(
        "source ./script\ncomplete -C 'tool --generate-completion ' | string replace -r '\\t.*' ''", to: "run")
      #expect(Set(shell.run("fish --no-config run").split(separator: "\n").map(String.init)) == [text, "plain"])
    }
    #expect(shell.run("ls bad").contains("No such file"))
  }
}

private func shellWord(_ text: String) -> String { "'" + text + "'" }
