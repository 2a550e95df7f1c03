// What test reports give cause to look at: each failure with its place and the command that runs that test again.

internal import SystemKit
internal import TestReports

struct TestFindings {
  let run: TestRun
  let context: InspectionContext

  var all: [Finding] { failures + flaky + claims + copies + oddities }

  private var failures: [Finding] {
    run.failures.map { entry in
      let test = entry.test
      let problem = test.problems.first
      let verb = problem?.isError == true ? "broke off" : "failed"
      let message = problem.map { $0.message.isEmpty ? ($0.type ?? "") : $0.message } ?? ""
      var finding = Finding(
        "tests.failure", .blocker, "\(test.fullName) \(verb)" + (message.isEmpty ? "" : ": \(Self.oneLine(message))"),
        detail: problem?.details, evidence: run.sources[entry.source].name)
      finding.countsIn = "tests.failed"
      if let place = test.failurePlace {
        finding.place = Place(shown(place.file), line: place.line)
      } else if let file = test.file {
        finding.place = Place(shown(file), line: test.sourceLine)
      }
      finding.mend = TestCommand.rerun(test, dialect: run.sources[entry.source].report.dialect)
      return finding
    }
  }

  private var flaky: [Finding] {
    run.flaky.map { entry in
      let attempts = entry.test.attempts.count
      var finding = Finding(
        "tests.flaky-test", .warning,
        "\(entry.test.fullName) passed only after \(attempts) failed attempt\(attempts == 1 ? "" : "s")",
        detail: entry.test.attempts.first?.problem.message, evidence: run.sources[entry.source].name)
      if let place = entry.test.attempts.first?.problem.place {
        finding.place = Place(shown(place.file), line: place.line)
      }
      finding.mend = TestCommand.rerun(entry.test, dialect: run.sources[entry.source].report.dialect)
      return finding
    }
  }

  private var claims: [Finding] {
    run.disagreements.map { source, disagreement in
      Finding(
        "tests.claims", .warning, disagreement.description, place: nil, evidence: source)
    }
  }

  private var copies: [Finding] {
    run.copies.map { Finding("tests.copies", .note, $0.description, evidence: $0.source) }
  }

  private var oddities: [Finding] {
    run.sources.flatMap { source in
      source.report.warnings.map { Finding("tests.report", .note, $0.description, evidence: source.name) }
    }
  }

  /// A path below the surveyed folder where it is there; bare file names of Java traces are looked up among tracked files.
  private func shown(_ path: String) -> String {
    let normal = PathName.normalised(path)
    let folder = PathName.absolute(context.folder)
    if let inside = PathName.relative(normal, to: folder) { return inside }
    if let top = context.repository, let inside = PathName.relative(normal, to: top) { return inside }
    if !normal.contains("/") {
      let matches = context.trackedFiles.filter { $0.hasSuffix("/" + normal) || $0 == normal }
      if matches.count == 1 { return matches[0] }
    }
    return normal
  }

  private static func oneLine(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return line.count > 300 ? String(line.prefix(297)) + "..." : line
  }
}

/// The command that runs one test again.
enum TestCommand {
  static func rerun(_ test: TestCase, dialect: ReportDialect) -> String? {
    let className = test.className
    let name = test.name
    switch dialect {
    case .swiftTest:
      let bare = name.prefix { $0 != "(" }
      return "swift test --filter \(quoted(escaped("\(className)/\(bare)")))"
    case .surefire:
      let method = name.prefix { $0 != "[" && $0 != "(" && $0 != " " }
      return "mvn test -Dtest=\(quoted("\(className)#\(method)"))"
    case .gradle: return "./gradlew test --tests \(quoted("\(className).\(name.prefix { $0 != "[" && $0 != "(" })"))"
    case .pytest:
      // The module is written in lower case and the classes inside it are not, by convention; pytest's default report names
      // no file.
      let parts = className.split(separator: ".").map(String.init)
      let module = parts.prefix { $0.first?.isUppercase != true }
      let file = test.file ?? module.joined(separator: "/") + ".py"
      guard test.file != nil || !module.isEmpty else { return "pytest -k \(quoted(String(name.prefix { $0 != "[" })))" }
      return "pytest \(quoted(([file] + parts.dropFirst(module.count) + [name]).joined(separator: "::")))"
    case .goTest:
      let parts = name.split(separator: "/").map { "^\(escaped(String($0)))$" }
      return "go test \(quoted(className.isEmpty ? "./..." : className)) -run \(quoted(parts.joined(separator: "/")))"
    case .jest: return "npx jest -t \(quoted(escaped(name)))"
    case .vitest:
      // The report writes `suite > test`, the option takes `suite test`.
      return "npx vitest run -t \(quoted(escaped(name.split(separator: " > ").joined(separator: " "))))"
    default: return nil
    }
  }

  /// A name as a regular expression that matches it. The dot stays: it matches itself, and a name full of backslashes cannot be
  /// read.
  private static func escaped(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      if "\\^$|?*+()[]{}".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// A word as a POSIX shell takes it. By scalars: a quote with a combining mark behind it is one character and not a quote to
  /// Swift, but the shell sees the quote.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || "._-/:=@%+,#".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
    var result = "'"
    for scalar in word.unicodeScalars {
      if scalar == "'" { result += "'\\''" } else { result.unicodeScalars.append(scalar) }
    }
    return result + "'"
  }
}
