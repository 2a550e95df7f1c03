// One file of a Cobertura report, joined from its classes.

internal import SystemKit

final class CoberturaFile {
  private var lines: [UInt32: UInt64] = [:]
  private var decisions: [UInt32: Decision] = [:]
  private var functions: [FunctionKey: UInt64] = [:]

  private struct FunctionKey: Hashable {
    let name: ExactText
    let start: UInt32
  }

  func add(line: UInt32, hits: UInt64) { lines[line] = max(lines[line] ?? 0, hits) }

  func add(_ decision: Decision, line: UInt32) {
    if decisions[line]?.join(decision) == nil { decisions[line] = decision }
  }

  /// Methods may be listed twice (one for each constructor, or by a writer's mistake): the larger count holds.
  func add(function name: String, start: UInt32, count: UInt64) {
    let key = FunctionKey(name: ExactText(name), start: start)
    functions[key] = max(functions[key] ?? 0, count)
  }

  /// Joins another spelling of the same file.
  func join(_ other: CoberturaFile) {
    for (line, hits) in other.lines { add(line: line, hits: hits) }
    for (line, decision) in other.decisions { add(decision, line: line) }
    for (key, count) in other.functions { add(function: key.name.text, start: key.start, count: count) }
  }

  /// Numbers in their order, as text: the shorter one is the smaller one.
  private static func precedes(
    _ left: (key: ExactText, value: Decision.Condition), _ right: (key: ExactText, value: Decision.Condition)
  ) -> Bool {
    let (one, other) = (left.key.text, right.key.text)
    return one.utf8.count == other.utf8.count ? one.precedes(other) : one.utf8.count < other.utf8.count
  }

  func model(_ path: String, isBoolean: Bool) -> FileCoverage {
    var file = FileCoverage(path: path)
    file.isBoolean = isBoolean
    file.lines = lines.map { LineCount($0.key, $0.value) }.sorted { $0.line < $1.line }
    for (line, decision) in decisions.sorted(by: { $0.key < $1.key }) {
      switch decision {
      case .tally(let covered, let total):
        file.branchTallies.append(Tally(line: line, covered: covered, total: total))
      case .conditions(let conditions):
        for (number, condition) in conditions.sorted(by: Self.precedes) {
          for way in 0..<condition.ways {
            file.branches.append(BranchCount(line: line, block: number.text, name: "\(way)", taken: condition.taken))
          }
        }
      }
    }
    file.functions = functions.map { FunctionCount(name: $0.key.name.text, start: $0.key.start, count: $0.value) }
      .sorted { $0.start == $1.start ? $0.name.precedes($1.name) : $0.start < $1.start }
    return file
  }
}

/// Joins source folders and file names.
struct CoberturaPaths {
  private let sources: [String]
  /// Whether backslashes separate: some path of the report can only be one of Windows.
  private let isWindows: Bool
  private var found: [ExactText: String] = [:]
  /// Whether several folders were possible for some file and the disk could not say which.
  private(set) var isAmbiguous = false

  /// The most source folders that files are sought below: a hostile report must not make a million look-ups.
  private static let probeLimit = 64

  init(sources: [String], filenames: [String]) {
    self.sources = sources
    isWindows = (sources + filenames).contains {
      PathName.isAbsolute($0) && $0.utf8.first != 0x2F || $0.utf8.contains(0x5C) && !$0.utf8.contains(0x2F)
    }
    for name in filenames {
      let relative = Self.spelled(name, isWindows)
      guard !PathName.isAbsolute(relative), !sources.isEmpty else {
        found[ExactText(name)] = relative
        continue
      }
      let candidates = sources.prefix(Self.probeLimit).map {
        PathName.normalised(PathName.join(Self.spelled($0, isWindows), relative))
      }
      if sources.count == 1 {
        found[ExactText(name)] = candidates[0]
      } else if let existing = candidates.first(where: AtomicFile.exists) {
        found[ExactText(name)] = existing
      } else {
        isAmbiguous = true
        found[ExactText(name)] = candidates[0]
      }
    }
  }

  /// The path of a file; the first source folder where several are possible.
  func path(_ filename: String) -> String { found[ExactText(filename)] ?? filename }

  private static func spelled(_ path: String, _ isWindows: Bool) -> String {
    let slashed = isWindows ? String(decoding: path.utf8.map { $0 == 0x5C ? 0x2F : $0 }, as: UTF8.self) : path
    return PathName.normalised(slashed)
  }
}
