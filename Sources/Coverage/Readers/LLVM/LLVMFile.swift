// One file of an llvm-cov export: branches and decisions joined by their places.

internal import SystemKit

/// Where a region begins and ends.
struct LLVMPlace: Hashable {
  var line: UInt32
  var column: UInt32
  var endLine: UInt32
  var endColumn: UInt32

  static func precedes(_ left: LLVMPlace, _ right: LLVMPlace) -> Bool {
    (left.line, left.column, left.endLine, left.endColumn) < (right.line, right.column, right.endLine, right.endColumn)
  }
}

struct LLVMFile {
  var path = ""
  var segmentSets: [[CoverageSegment]] = []
  var functions: [FunctionCount] = []
  private var branches: [LLVMPlace: (taken: UInt64, other: UInt64)] = [:]
  private var decisions: [LLVMPlace: [Bool]] = [:]

  /// Template instances repeat a branch: their counts are added up.
  mutating func add(branch place: LLVMPlace, _ taken: UInt64, _ other: UInt64) {
    let known = branches[place] ?? (0, 0)
    branches[place] = (known.taken.saturatingAdd(taken), known.other.saturatingAdd(other))
  }

  /// A condition is shown to matter when one instance shows it.
  mutating func add(decision place: LLVMPlace, _ shown: [Bool]) {
    guard let known = decisions[place] else {
      decisions[place] = shown
      return
    }
    let longer = known.count >= shown.count ? known : shown
    let shorter = known.count >= shown.count ? shown : known
    decisions[place] = longer.enumerated().map { $0.element || $0.offset < shorter.count && shorter[$0.offset] }
  }

  mutating func join(_ other: LLVMFile) {
    segmentSets += other.segmentSets
    for (place, counts) in other.branches { add(branch: place, counts.taken, counts.other) }
    for (place, shown) in other.decisions { add(decision: place, shown) }
  }

  var model: FileCoverage {
    var file = FileCoverage(path: PathName.normalised(path))
    file.segmentSets = segmentSets
    file.functions = functions
    var last: LLVMPlace?
    for (place, counts) in branches.sorted(by: { LLVMPlace.precedes($0.key, $1.key) }) {
      // The column names a branch, so that builds agree about it. A conditional expression may begin where its own condition
      // does: the longer one then says where it ends, too.
      let isTaken = last.map { ($0.line, $0.column) == (place.line, place.column) } ?? false
      let block = isTaken ? "\(place.column)-\(place.endLine):\(place.endColumn)" : "\(place.column)"
      // As llvm-cov's own LCOV has it: a condition with neither count was never reached.
      let isReached = counts.taken > 0 || counts.other > 0
      for (name, count) in [("0", counts.taken), ("1", counts.other)] {
        file.branches.append(BranchCount(line: place.line, block: block, name: name, taken: isReached ? count : nil))
      }
      last = place
    }
    for (place, shown) in decisions.sorted(by: { LLVMPlace.precedes($0.key, $1.key) }) {
      for (index, isShown) in shown.enumerated() {
        // A pair of tests shows a condition in both senses at once.
        for sense in [true, false] {
          file.conditions.append(
            ConditionCount(
              line: place.line, groupSize: UInt32(shown.count), index: UInt32(index), sense: sense,
              expression: "\(place.column)-\(place.endLine):\(place.endColumn)", count: isShown ? 1 : 0))
        }
      }
    }
    return file
  }
}
