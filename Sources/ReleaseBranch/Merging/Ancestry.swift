// Merge bases without a process for each. The commits of a release end, going back, at commits of main: the boundary. One commit, the floor,
// is an ancestor of all of these. What lies between is read once; below the floor nothing can be a best common ancestor, as the
// floor is a common one ("git merge-base", "best common ancestor").

internal import SystemKit

/// The commits between a floor and some tips, with their parents as dense numbers.
final class Ancestry {
  private var numbers: [ObjectID: Int32] = [:]
  private var ids: [ObjectID] = []
  private var parents: [[Int32]] = []
  private var marks: [UInt8] = []

  /// Reads the commits; `nil` when the boundary has no common ancestor.
  ///
  /// - Parameters:
  ///   - graph: the commits of the release.
  ///   - others: commits of main that are asked for besides.
  init?(_ repository: ScratchRepository, _ graph: CommitGraph, others: [ObjectID]) throws(ReleaseError) {
    var boundary = Set(others)
    for commit in graph.order {
      for parent in graph.parents(of: commit) where !graph.contains(parent) { boundary.insert(parent) }
    }
    let ends = boundary.sorted()
    var floor = ends.first
    if ends.count > 1 {
      let found = try? repository.git(["merge-base", "--octopus"] + ends.map(\.hex))
      floor = found?.text.split(separator: "\n").first.flatMap { ObjectID($0) }
    }
    guard let floor else { return nil }
    let input = ends.map { $0.hex + "\n" }.joined() + "^\(floor.hex)\n"
    let output = try repository.git(["rev-list", "--parents", "--stdin"], input: Array(input.utf8)).output
    _ = number(floor)
    // Parents below the floor are left out; a commit may name them before it is known.
    var lines: [[ObjectID]] = []
    for line in output.split(separator: 0x0A) {
      lines.append(line.split(separator: 0x20).compactMap { ObjectID(String(decoding: $0, as: UTF8.self)) })
    }
    for line in lines { if let first = line.first { _ = number(first) } }
    for commit in graph.order { _ = number(commit) }
    for line in lines {
      guard let first = line.first else { continue }
      set(first, line.dropFirst().filter { numbers[$0] != nil })
    }
    for commit in graph.order { set(commit, graph.parents(of: commit).filter { numbers[$0] != nil }) }
  }

  private func number(_ id: ObjectID) -> Int32 {
    if let known = numbers[id] { return known }
    let number = Int32(ids.count)
    numbers[id] = number
    ids.append(id)
    parents.append([])
    marks.append(0)
    return number
  }

  private func set(_ id: ObjectID, _ above: some Sequence<ObjectID>) {
    parents[Int(number(id))] = above.compactMap { numbers[$0] }
  }

  /// Adds a commit that was made.
  func add(_ id: ObjectID, parents: [ObjectID]) { set(id, parents) }

  /// The best common ancestors of two commits; `nil` when one of them is not known here.
  ///
  /// - Complexity: O(commits read).
  func mergeBases(_ one: ObjectID, _ other: ObjectID) -> [ObjectID]? {
    guard let first = numbers[one], let second = numbers[other] else { return nil }
    mark(first, 1)
    mark(second, 2)
    // The common ones are closed under parents: the best are those that are no parent of a common one.
    for (number, mark) in marks.enumerated() where mark & 3 == 3 {
      for parent in parents[number] { marks[Int(parent)] |= 4 }
    }
    var best: [ObjectID] = []
    for (number, mark) in marks.enumerated() {
      if mark == 3 { best.append(ids[number]) }
      marks[number] = 0
    }
    return best.sorted()
  }

  private func mark(_ start: Int32, _ bit: UInt8) {
    var open = [start]
    while let number = open.popLast() {
      guard marks[Int(number)] & bit == 0 else { continue }
      marks[Int(number)] |= bit
      open.append(contentsOf: parents[Int(number)])
    }
  }
}
