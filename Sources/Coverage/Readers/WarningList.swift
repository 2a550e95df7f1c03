// Warnings of one input. A damaged file may earn a warning a line: of each kind the first ones are kept and the rest counted.

struct WarningList {
  let source: String
  private(set) var warnings: [CoverageWarning] = []
  private var counts: [String: Int] = [:]

  /// So many of one kind are kept.
  static let limit = 5

  init(source: String) { self.source = source }

  mutating func add(_ kind: CoverageWarning.Kind, line: Int = 0) {
    let name = Self.name(kind)
    counts[name, default: 0] += 1
    if counts[name]! <= Self.limit { warnings.append(CoverageWarning(kind, source: source, line: line)) }
  }

  /// All warnings, with a line for those that were left out.
  var all: [CoverageWarning] {
    var result = warnings
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) where count > Self.limit {
      result.append(CoverageWarning(.note("\(count - Self.limit) more warnings: \(name)"), source: source))
    }
    return result
  }

  private static func name(_ kind: CoverageWarning.Kind) -> String {
    switch kind {
    case .unknownRecord: "unknown records"
    case .negativeCount: "negative counts"
    case .fractionalCount: "fractional counts"
    case .lineZero: "records for line 0"
    case .functionWithoutStart: "counts for undeclared functions"
    case .claim: "sums that disagree with the records"
    case .duplicateInput: "copies"
    case .damaged: "damaged records"
    case .testsFolded: "folded tests"
    case .branchesMatchedByOrder: "branches matched by order"
    case .sourceDiffers: "sources that differ"
    case .ambiguousPath: "ambiguous paths"
    case .foreignFile: "files like those of the repository"
    case .rootsJoined: "roots of one tree"
    case .repairedText: "repaired text"
    case .wrappedCounter: "wrapped counters"
    case .note: "notes"
    }
  }
}
