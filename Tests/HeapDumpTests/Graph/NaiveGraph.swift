// The same questions answered slowly and plainly, to hold the fast answers against; and the builder of test graphs.

import TestSupport

@testable import HeapDump

/// A small graph as lists.
struct NaiveGraph: CustomStringConvertible {
  var targets: [[UInt32]]
  var roots: [UInt32]

  var description: String { "roots \(roots), targets \(targets)" }

  init(targets: [[UInt32]], roots: [UInt32]) {
    self.targets = targets
    self.roots = roots
  }

  /// A random graph: self loops, repeated references, several and repeated roots, parts out of reach.
  init(seed: UInt64, objects most: Int) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...most, using: &random)
    let references = Int.random(in: 0...count * Int.random(in: 1...4, using: &random), using: &random)
    targets = Array(repeating: [], count: count)
    for _ in 0..<references {
      targets[Int.random(in: 0..<count, using: &random)].append(UInt32.random(in: 0..<UInt32(count), using: &random))
    }
    roots = (0..<Int.random(in: 0...3, using: &random)).map { _ in UInt32.random(in: 0..<UInt32(count), using: &random)
    }
  }

  /// What the roots reach when one object is taken away.
  func reached(without removed: UInt32? = nil) -> Set<UInt32> {
    var reached: Set<UInt32> = []
    var open = roots.filter { $0 != removed }
    while let object = open.popLast() {
      if reached.insert(object).inserted { open += targets[Int(object)].filter { $0 != removed } }
    }
    return reached
  }

  /// For each reached object all others that dominate it.
  func dominatorSets() -> [UInt32: Set<UInt32>] {
    let all = reached()
    var sets: [UInt32: Set<UInt32>] = [:]
    for object in all { sets[object] = [] }
    for removed in all {
      for lost in all.subtracting(reached(without: removed)) where lost != removed { sets[lost]?.insert(removed) }
    }
    return sets
  }

  /// The immediate dominators: of all that dominate an object, the one that the others dominate.
  func dominators() -> [UInt32] {
    let sets = dominatorSets()
    return (0..<UInt32(targets.count)).map { object in
      guard let set = sets[object] else { return DominatorTree.unreachable }
      return set.first { sets[$0]?.count == set.count - 1 } ?? DominatorTree.root
    }
  }

  func graph() throws -> ReferenceGraph {
    let counting = try ReferenceGraph.Counting(objects: targets.count)
    for (source, list) in targets.enumerated() { for _ in list { counting.count(from: UInt32(source)) } }
    let filling = try counting.makeFilling()
    for (source, list) in targets.enumerated() { for target in list { filling.fill(from: UInt32(source), to: target) } }
    return filling.finish()
  }

  func tree() throws -> DominatorTree { DominatorTree(consuming: try graph(), roots: roots) }
}

extension OwnedBuffer {
  /// A copy of the elements.
  var array: [Element] { span.indices.map { span[$0] } }
}

extension ReferenceGraph {
  /// A copy of an object's references.
  func array(of source: UInt32) -> [UInt32] {
    let targets = targets(of: source)
    return targets.indices.map { targets[$0] }
  }
}
