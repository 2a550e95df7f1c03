// The one line that shows how a command is called.

/// Makes the usage line of a command: `plimsoll coverage merge [-o <file>] <input> ...`.
///
/// When it would be wider than the help, the optional options shrink to `[<options>]`; what must be given stays.
public func usageLine(for command: CommandReference) -> String {
  if let usage = command.customUsage { return usage }
  let name = command.path.joined(separator: " ")
  let options = command.options.filter { $0.isVisible && !isBuiltIn($0, of: command) }
  let tail = command.arguments.filter(\.isVisible).map(synopsis) + subcommandSynopsis(of: command)
  let full = ([name] + options.map(synopsis) + tail).joined(separator: " ")
  if full.count + usageHeading.count <= helpWidth { return full }
  return ([name, "[<options>]"] + options.filter(\.isRequired).map(synopsis) + tail).joined(separator: " ")
}

let usageHeading = "Usage: "

/// The ones every command has say nothing about this one.
private func isBuiltIn(_ option: ParameterReference, of command: CommandReference) -> Bool {
  option.names.contains(.long("help")) || option.names.contains(.long("generate-completion"))
    || (option.names == [.long("version")] && !command.version.isEmpty)
}

private func subcommandSynopsis(of command: CommandReference) -> [String] {
  if command.visibleSubcommands.isEmpty { return [] }
  return [command.defaultSubcommand == nil ? "<subcommand>" : "[<subcommand>]"]
}

private func synopsis(_ parameter: ParameterReference) -> String {
  var text =
    switch parameter.kind {
    case .argument: "<\(parameter.valueName)>"
    case .option: "\(parameter.preferredName) <\(parameter.valueName)>"
    case .flag: ([parameter.preferredName] + parameter.inverseNames.suffix(1).map(\.description)).joined(separator: "|")
    }
  if parameter.isRepeating { text += " ..." }
  return parameter.isRequired ? text : "[\(text)]"
}
