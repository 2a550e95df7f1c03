// Commands that mend: the one that runs a test again, as each writer's users type it, and words as a shell takes them.

internal import TestReports

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
