// The help of one command as a pure function of its reference: abstract, usage, arguments, options, subcommands,
// discussion, and the examples last, where they stay on the screen when the rest has scrolled away.

/// Makes the help text of a command, at most 80 columns wide.
public func helpText(for command: CommandReference) -> String {
  let blocks: [[String]] =
    [wrapped(command.abstract), usage(of: command)]
    + [parameterBlock("Arguments", command.arguments.filter(\.isVisible), of: command)]
    + command.sections.map {
      parameterBlock($0.title.isEmpty ? "Options" : $0.title, $0.options.filter(\.isVisible), of: command)
    }
    + [subcommands(of: command), wrapped(command.discussion), examples(of: command)]
  return blocks.filter { !$0.allSatisfy(\.isEmpty) }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
}

private func usage(of command: CommandReference) -> [String] {
  var lines = wrapped(usageHeading + usageLine(for: command))
  for index in lines.indices.dropFirst() {
    lines[index] = String(repeating: " ", count: usageHeading.count) + lines[index]
  }
  return lines
}

private func parameterBlock(
  _ title: String, _ parameters: [ParameterReference], of command: CommandReference
) -> [String] {
  if parameters.isEmpty { return [] }
  let column = explanationColumn(of: command)
  return [title + ":"]
    + parameters.flatMap { parameter -> [String] in
      let lines = twoColumns(term(for: parameter), explanation(of: parameter), column: column)
      return lines + (parameter.discussion.isEmpty ? [] : wrapped(parameter.discussion, indent: column))
    }
}

/// All blocks of one help align; a few very long names do not push the column past a third of the line.
private func explanationColumn(of command: CommandReference) -> Int {
  let terms =
    (command.arguments + command.options).filter(\.isVisible).map(term) + command.visibleSubcommands.map(\.name)
  let limit = 28
  return terms.map { $0.count + 4 }.filter { $0 <= limit }.max() ?? limit
}

/// Names and value, `-o, --output <file>`; long names align whether or not a short one stands before them.
private func term(for parameter: ParameterReference) -> String {
  if parameter.kind == .argument {
    return "<\(parameter.valueName)>" + (parameter.isRepeating ? " ..." : "")
  }
  let names = parameter.names.map(\.description).joined(separator: ", ")
  let padding = parameter.names.first?.isShort == true ? "" : "    "
  let inverse = parameter.inverseNames.map { "/\($0)" }.joined()
  return padding + names + inverse + (parameter.kind == .option ? " <\(parameter.valueName)>" : "")
}

private func explanation(of parameter: ParameterReference) -> String {
  var notes: [String] = []
  if !parameter.allowedValues.isEmpty { notes.append("values: " + parameter.allowedValues.joined(separator: ", ")) }
  if let value = parameter.defaultValue { notes.append("default: " + value) }
  let note = notes.isEmpty ? "" : "(" + notes.joined(separator: "; ") + ")"
  return [parameter.abstract, note].filter { !$0.isEmpty }.joined(separator: " ")
}

private func subcommands(of command: CommandReference) -> [String] {
  let shown = command.visibleSubcommands
  if shown.isEmpty { return [] }
  let column = explanationColumn(of: command)
  let list = shown.flatMap { subcommand in
    let mark = subcommand.name == command.defaultSubcommand ? " (default)" : ""
    return twoColumns(subcommand.name, subcommand.abstract + mark, column: column)
  }
  let hint = ([command.path[0], "help"] + command.path.dropFirst() + ["<subcommand>"]).joined(separator: " ")
  return ["Subcommands:"] + list + [""] + wrapped("See '\(hint)' for more on one of them.", indent: 2)
}

private func examples(of command: CommandReference) -> [String] {
  if command.examples.isEmpty { return [] }
  // A command line is never wrapped: it is there to be copied.
  return ["Examples:"]
    + command.examples.flatMap { example in
      ["  " + example.line] + (example.explanation.isEmpty ? [] : wrapped(example.explanation, indent: 6))
    }
}
