// What changed from one dump to another, class by class. Classes are matched by name: by their original names where mappings say
// what an obfuscator called them, and by hash where one of the dumps was crunched.

/// A class in two dumps.
public struct ClassDifference: Equatable, Sendable {
  /// The class's name.
  public let name: String
  /// Its figures in the first dump; zeros where it is not there.
  public let before: ClassFigures
  /// Its figures in the second dump.
  public let after: ClassFigures

  /// How much more it retains, in bytes.
  public var growth: Int { after.retained - before.retained }
}

/// What a dump has of a class.
public struct ClassFigures: Equatable, Sendable {
  /// How many objects.
  public var count = 0
  /// Their own size, in bytes.
  public var shallow = 0
  /// What they retain, in bytes.
  public var retained = 0

  /// Creates zeros.
  public init() {}
}

/// What changed from one dump to another.
public struct HeapDiff: Sendable {
  /// The classes that changed, the one that grew most first.
  public let classes: [ClassDifference]
  /// How many classes have the same figures in both.
  public let unchanged: Int
  /// All objects of the first dump.
  public let before: ClassFigures
  /// All objects of the second.
  public let after: ClassFigures
  /// Whether what objects retain is known in both: in a dump without roots it is not, and the figures are 0.
  public let knowsRetained: Bool

  /// Compares two dumps.
  ///
  /// - Parameters:
  ///   - beforeMapping: what an obfuscator made of the names in the first dump; `nil`: they are as they are.
  /// - Throws: `tooMany` as `dominators`.
  /// - Complexity: that of `dominators` for each dump, one after the other.
  public init(
    _ before: HeapDump, _ after: HeapDump, rule: RetentionRule = .visualVM, beforeMapping: NameMapping? = nil,
    afterMapping: NameMapping? = nil
  ) throws(HeapDumpError) {
    var first = try Self.figures(before, rule, beforeMapping)
    var second = try Self.figures(after, rule, afterMapping)
    Self.nameHashes(&first, by: second)
    Self.nameHashes(&second, by: first)
    var rows: [ClassDifference] = []
    var unchanged = 0
    for name in Set(first.keys).union(second.keys) {
      let row = ClassDifference(
        name: name, before: first[name] ?? ClassFigures(), after: second[name] ?? ClassFigures())
      if row.before == row.after { unchanged += 1 } else { rows.append(row) }
    }
    classes = rows.sorted {
      ($0.growth, $0.after.shallow - $0.before.shallow, $1.name) > (
        $1.growth, $1.after.shallow - $1.before.shallow, $0.name
      )
    }
    self.unchanged = unchanged
    knowsRetained = before.hasRoots && after.hasRoots
    self.before = Self.sum(first)
    self.after = Self.sum(second)
  }

  private static func sum(_ figures: [String: ClassFigures]) -> ClassFigures {
    figures.values.reduce(into: ClassFigures()) { sum, own in
      sum.count += own.count
      sum.shallow += own.shallow
      // All together hold nothing but themselves.
      sum.retained += own.shallow
    }
  }

  /// Figures by name; classes of one name and several loaders together.
  private static func figures(
    _ dump: HeapDump, _ rule: RetentionRule, _ mapping: NameMapping?
  ) throws(HeapDumpError) -> [String: ClassFigures] {
    var figures: [String: ClassFigures] = [:]
    guard dump.hasRoots else {
      for row in dump.classCounts() where row.count > 0 {
        let name = mapping?.originalTypeName(row.name) ?? row.name
        figures[name, default: ClassFigures()].count += row.count
        figures[name, default: ClassFigures()].shallow += row.bytes
      }
      return figures
    }
    for row in try dump.dominators(rule: rule, limit: 0).classes {
      let name = mapping?.originalTypeName(row.name) ?? row.name
      figures[name, default: ClassFigures()].count += row.count
      figures[name, default: ClassFigures()].shallow += row.shallow
      figures[name, default: ClassFigures()].retained += row.retained
    }
    return figures
  }

  /// Gives names that are hashes the clear names that the other dump has for them.
  private static func nameHashes(_ figures: inout [String: ClassFigures], by other: [String: ClassFigures]) {
    let hashed = figures.keys.filter { $0.hasPrefix(HashPlaceholder.prefix) && other[$0] == nil }
    guard !hashed.isEmpty else { return }
    var names: [String: String] = [:]
    for name in other.keys where !name.hasPrefix(HashPlaceholder.prefix) {
      for form in WellKnownNames.forms(of: name) {
        names[HashPlaceholder.prefix + String(JavaStringHash.of(form))] = name
      }
    }
    for key in hashed {
      if let name = names[key], figures[name] == nil, let own = figures.removeValue(forKey: key) { figures[name] = own }
    }
  }
}
