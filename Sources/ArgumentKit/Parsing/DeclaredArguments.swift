// The parameters of one command value, found by reflection: a freshly made command holds its wrappers as stored
// properties, and `Mirror` lists them with their labels. The price is paid once for each command on the path.

/// All parameters of a command, its option groups included, bound to the storage of one value.
struct DeclaredArguments {
  /// A parameter and the heading it stands under.
  struct Item {
    let declaration: ParameterDeclaration
    let section: String
  }

  private(set) var declarations: [Item] = []
  private(set) var groups: [any DeclaresGroup] = []
  private(set) var arguments: [ParameterDeclaration] = []
  private var byName: [String: Int] = [:]

  /// Finds the parameters of a value.
  ///
  /// - Parameter outer: Groups of the parent commands; a group of the same type here is made to share their values.
  init(reflecting value: any ParsableArguments, sharing outer: [any DeclaresGroup] = []) {
    collect(value, section: "", visibility: .default, outer: outer)
    for (index, item) in declarations.enumerated() {
      for name in item.declaration.reference.allNames {
        let former = byName.updateValue(index, forKey: name)
        precondition(former == nil, "'\(name)' is declared twice in '\(type(of: value))'")
      }
      if item.declaration.reference.kind == .argument {
        precondition(
          arguments.last?.arity.isOpenEnded != true,
          "no argument can follow a list of arguments in '\(type(of: value))'")
        arguments.append(item.declaration)
      }
    }
  }

  /// Looks an option up by its name with dashes.
  subscript(name: String) -> ParameterDeclaration? {
    byName[name].map { declarations[$0].declaration }
  }

  /// The names to suggest from.
  var visibleNames: [OptionName] {
    declarations.map(\.declaration.reference).filter(\.isVisible).flatMap { $0.names + $0.inverseNames }
  }

  private mutating func collect(
    _ value: any ParsableArguments, section: String, visibility: ArgumentVisibility, outer: [any DeclaresGroup]
  ) {
    for child in Mirror(reflecting: value).children {
      // A wrapped property `name` is stored as `_name`.
      let label = String((child.label ?? "").drop { $0 == "_" })
      if let wrapper = child.value as? any DeclaresParameters {
        for var declaration in wrapper.declarations(label: label) {
          if visibility != .default { declaration.reference.visibility = visibility }
          declarations.append(Item(declaration: declaration, section: section))
        }
      } else if let group = child.value as? any DeclaresGroup {
        if let twin = outer.first(where: { type(of: $0) == type(of: group) }) { group.share(from: twin) }
        groups.append(group)
        collect(
          group.arguments, section: group.title.isEmpty ? section : group.title,
          visibility: visibility == .default ? group.groupVisibility : visibility, outer: outer)
      }
    }
  }
}
