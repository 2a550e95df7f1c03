// The file that `plimsoll survey --init` writes: every key with its meaning, and load lines that the evidence at hand keeps to,
// so that the first survey with it comes out as the one without and a team tightens from there.

/// Writes starter configurations.
public enum ConfigurationStarter {
  /// A commented `plimsoll.json` for what a survey found.
  public static func text(for record: SurveyRecord) -> String {
    let values = Dictionary(record.figures.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var lines: [String] = []
    func line(_ name: String, _ limit: String, _ comment: String, isActive: Bool = true) {
      lines.append("    \(isActive ? "" : "// ")\"\(name)\": \"\(limit)\",  // \(comment)")
    }
    line(
      "tests.failed", "== 0", values["tests.failed"].map { "now \(Int($0.value))" } ?? "no test report was found yet")
    if let total = values["tests.total"] {
      line("tests.total", ">= \(Int(total.value))", "a suite that shrinks is told; now \(Int(total.value))")
    }
    if let skipped = values["tests.skipped"], skipped.value > 0 {
      line("tests.skipped", "<= \(Int(skipped.value))", "now \(Int(skipped.value))")
    }
    for name in ["coverage.lines", "coverage.branches", "coverage.statements"] {
      guard let figure = values[name] else { continue }
      // Down to the whole percent: a limit at the very figure would break with the next line of code.
      line(name, ">= \(Int(figure.value.rounded(.down))) %", "now \(FigureText.value(of: figure))")
    }
    if values["coverage.lines"] == nil {
      line("coverage.lines", ">= 80 %", "no coverage was found yet", isActive: false)
    }
    if let leaks = values["heap.leaks"] {
      line("heap.leaks", "<= \(Int(leaks.value))", "a new leak is told; now \(FigureText.value(of: leaks))")
      line("heap.bytes", "<= +10 %", "relative: the heap grows by no more than a tenth", isActive: false)
    }
    line("coverage.lines", ">= -0.5 %", "relative: half a point below the last shipped survey", isActive: false)
    return """
      // Plimsoll: what this build must keep to. JSON5: comments and trailing commas are fine.
      // plimsoll survey --figures lists every figure; a wrong name or key is an error.
      {
        "project": \(quoted(record.project)),

        // Load lines: a figure and its limit. With a sign the limit is relative to the last shipped survey
        // (plimsoll survey --shipped marks one).
        "loadLines": {
      \(lines.joined(separator: "\n"))
        },

        // Parts of the code with coverage figures of their own: "coverage.lines/checkout".
        "areas": {
          // "checkout": { "paths": ["Sources/Checkout/**"], "owner": "team-pay" },
        },

        // Whose findings are whose, by path; the last match decides.
        "owners": {
          // "Sources/Net/**": "team-net",
        },

        // Files and folders that are not looked at, as in .gitignore.
        "excludes": [
          // "old-reports/",
        ],

        // Rules that may be broken for a while. Owner, reason and expiry are needed; an expired waiver is a finding.
        "waivers": [
          // { "rule": "tests.failure", "place": "Tests/NetTests/**", "owner": "ada", "reason": "PAY-17", "expires": "2027-01-31" },
        ],

        // Coverage: rewrite the paths of build machines, leave files out.
        "coverage": {
          "map": [],  // "/home/ci/work=Sources"
          "excludes": [],  // "**/Generated/**"
        },

        // The release branch as evidence: which tickets are in it, and none that QA stopped. Without this it is not looked at.
        // "release": { "branch": "release/12", "onto": "origin/main", "blocked": { "BFG-9000": "crash on login, see QA-77" } },
      }

      """
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text {
      switch character.unicodeScalars.first?.value ?? 0 {
      case 0x22, 0x5C: result += "\\" + String(character)
      case 0..<0x20, 0x7F, 0x2028, 0x2029:
        for scalar in character.unicodeScalars {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
      default: result.append(character)
      }
    }
    return result + "\""
  }
}
