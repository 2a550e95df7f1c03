// The words for `ArgumentError`: lower case, no full stop, the offending text in quotes, then what was expected and,
// where something is near, what may have been meant.

extension ArgumentError: CustomStringConvertible {
  /// The message without program name and usage.
  public var description: String {
    switch self {
    case .unknownOption(let option, let suggestion):
      return "unknown option \(quoted(option))" + didYouMean(suggestion)
    case .unknownSubcommand(let word, let expected, let suggestion):
      // With a suggestion the full list is noise; it is one '--help' away.
      return "unknown subcommand \(quoted(word))"
        + (suggestion == nil ? expecting(alternatives(expected)) : didYouMean(suggestion))
    case .missingSubcommand(let expected):
      return "missing subcommand" + expecting(alternatives(expected))
    case .unexpectedArgument(let word):
      return "unexpected argument \(quoted(word))"
    case .missingValue(let option, let valueName):
      return "missing value for option \(quoted(option)) (expected \(option) <\(valueName)>)"
    case .unexpectedValue(let flag, let value):
      return "flag \(quoted(flag)) takes no value (found \(quoted(value)))"
    case .invalidValue(let value, let parameter, let expectation, let allowed, let suggestion):
      let expected = allowed.isEmpty ? expectation : alternatives(allowed)
      return "invalid value \(quoted(value)) for \(quoted(parameter))" + expecting(expected) + didYouMean(suggestion)
    case .refusedValue(let value, let parameter, let reason):
      return "invalid value \(quoted(value)) for \(quoted(parameter)): \(visible(reason, keepingLines: true))"
    case .missingOption(let option, let valueName):
      return "missing option '\(option) <\(valueName)>'"
    case .missingArgument(let valueName):
      return "missing argument '<\(valueName)>'"
    case .missingFlag(let expected):
      return "missing flag" + expecting(alternatives(expected))
    case .repeatedOption(let option, let earlier):
      let alias = option == earlier ? "" : ", first as \(quoted(earlier))"
      return "option \(quoted(option)) is given twice\(alias) (expected one value)"
    case .conflictingFlags(let first, let second):
      return "flags \(quoted(first)) and \(quoted(second)) exclude each other"
    case .validation(let message):
      return visible(message, keepingLines: true)
    }
  }
}

private func expecting(_ what: String) -> String {
  what.isEmpty ? "" : " (expected \(what))"
}

private func didYouMean(_ suggestion: String?) -> String {
  suggestion.map { ", did you mean \(quoted($0))?" } ?? ""
}

private func alternatives(_ names: [String]) -> String {
  guard let last = names.last, names.count > 1 else { return names.first.map(quoted) ?? "" }
  return names.dropLast().map(quoted).joined(separator: ", ") + " or " + quoted(last)
}

/// Quotes text from the command line; long text is cut, as the start is enough to recognise it.
private func quoted(_ text: String) -> String {
  let limit = 200
  let isLong = text.unicodeScalars.count > limit
  return "'" + visible(String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))) + (isLong ? "…'" : "'")
}

/// Makes control characters visible.
///
/// An argument may hold escape sequences or line ends; printed as they are, they could repaint the terminal or fake a
/// line of output. Messages of the program's own may have several lines, but they too quote arguments.
private func visible(_ text: String, keepingLines: Bool = false) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n" where !keepingLines: result += "\\n"
    case "\n": result += "\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
