// Dominators against taking each object away and looking what is lost, on many small graphs; graphs from the paper by name; and
// large ones whose answer is known, deep enough to break recursion and skewed enough to show a quadratic walk.

import Testing

@testable import HeapDump

@Suite struct DominatorTests {
  @Test("small random graphs: the same dominators as by taking objects away", arguments: 0..<10)
  func againstNaive(tenth: UInt64) throws {
    for seed in tenth * 1000..<(tenth + 1) * 1000 {
      let naive = NaiveGraph(seed: seed, objects: seed % 20 == 0 ? 12 : 8)
      let tree = try naive.tree()
      let expected = naive.dominators()
      guard tree.dominators.array == expected else {
        Issue.record("seed \(seed): \(naive): \(tree.dominators.array), not \(expected)")
        return
      }
    }
  }

  @Test("larger random graphs, where ways through the forest are long enough to be shortened", arguments: 0..<60)
  func largerAgainstNaive(seed: UInt64) throws {
    let naive = NaiveGraph(seed: seed &+ 77_000, objects: 120)
    let tree = try naive.tree()
    #expect(tree.dominators.array == naive.dominators(), "seed \(seed)")
  }

  @Test("the order holds each reached object once, after its dominator", arguments: 0..<200)
  func order(seed: UInt64) throws {
    let naive = NaiveGraph(seed: seed, objects: 30)
    let tree = try naive.tree()
    #expect(Set(tree.order.array) == naive.reached())
    #expect(tree.order.count == naive.reached().count)
    var seen: Set<UInt32> = [DominatorTree.root]
    for object in tree.order.array {
      #expect(seen.contains(tree.dominator(of: object)))
      seen.insert(object)
    }
  }

  @Test("the flowgraph of Lengauer and Tarjan's paper")
  func paper() throws {
    // Figure 1; R is the root. Figure 2 is its dominator tree.
    let names = Array("RABCDEFGHIJKL")
    let references = [
      "R": "ABC", "A": "D", "B": "ADE", "C": "FG", "D": "L", "E": "H", "F": "I", "G": "IJ", "H": "EK", "I": "K",
      "J": "I", "K": "RI", "L": "H",
    ]
    func number(_ name: Character) -> UInt32 { UInt32(names.firstIndex(of: name) ?? 0) }
    let naive = NaiveGraph(
      targets: names.map { (references[String($0)] ?? "").map(number) }, roots: [number("R")])
    let expected: [Character: Character] = [
      "A": "R", "B": "R", "C": "R", "D": "R", "E": "R", "F": "C", "G": "C", "H": "R", "I": "R", "J": "G", "K": "R",
      "L": "D",
    ]
    let tree = try naive.tree()
    #expect(tree.dominator(of: number("R")) == DominatorTree.root)
    for (object, dominator) in expected {
      #expect(tree.dominator(of: number(object)) == number(dominator), "idom(\(object))")
    }
  }

  @Test("no roots, no objects, and a root that is a leaf")
  func small() throws {
    #expect(try NaiveGraph(targets: [], roots: []).tree().reachableCount == 0)
    #expect(try NaiveGraph(targets: [[1], []], roots: []).tree().dominator(of: 1) == DominatorTree.unreachable)
    let tree = try NaiveGraph(targets: [[1], []], roots: [1, 1]).tree()
    #expect(tree.dominator(of: 1) == DominatorTree.root)
    #expect(tree.dominator(of: 0) == DominatorTree.unreachable)
  }

  @Test("an object that two roots hold is dominated by neither")
  func twoRoots() throws {
    let tree = try NaiveGraph(targets: [[2], [2], [3], []], roots: [0, 1]).tree()
    #expect(tree.dominators.array == [DominatorTree.root, DominatorTree.root, DominatorTree.root, 2])
  }

  /// A graph without lists, for large counts.
  static func graph(_ objects: Int, _ references: (_ add: (Int, Int) -> Void) -> Void) throws -> ReferenceGraph {
    let counting = try ReferenceGraph.Counting(objects: objects)
    references { source, _ in counting.count(from: UInt32(source)) }
    let filling = try counting.makeFilling()
    references { source, target in filling.fill(from: UInt32(source), to: UInt32(target)) }
    return filling.finish()
  }

  @Test("a list of a million objects that also refer back: each is dominated by the one before")
  func longList() throws {
    let count = 1_000_000
    let graph = try Self.graph(count) { add in
      for object in 0..<count {
        if object > 0 { add(object, object - 1) }
        if object % 3 == 0 { add(object, object / 2) }
        if object + 1 < count { add(object, object + 1) }
      }
    }
    let tree = DominatorTree(consuming: graph, roots: [0])
    #expect(tree.reachableCount == count)
    #expect((1..<count).allSatisfy { tree.dominators.base[$0] == UInt32($0 - 1) })
  }

  @Test("a comb: a long spine whose teeth all meet far up, where walking up one by one is quadratic")
  func comb() throws {
    // The spine 0...n-1 dominates along itself; each tooth n + i is reached from spine i's end and from the spine's start, so
    // that its dominator lies n steps above its parent.
    let spine = 100_000
    let graph = try Self.graph(spine * 2) { add in
      for object in 0..<spine - 1 { add(object, object + 1) }
      for tooth in 0..<spine {
        add(spine - 1, spine + tooth)
        add(1, spine + tooth)
        add(spine + tooth, spine + tooth)
      }
    }
    let tree = DominatorTree(consuming: graph, roots: [0])
    #expect((1..<spine).allSatisfy { tree.dominators.base[$0] == UInt32($0 - 1) })
    #expect((spine..<2 * spine).allSatisfy { tree.dominators.base[$0] == 1 })
  }

  @Test("a ladder: two long rails with rungs both ways, so that nothing on them dominates")
  func ladder() throws {
    let rail = 100_000
    let graph = try Self.graph(rail * 2 + 1) { add in
      add(2 * rail, 0)
      add(2 * rail, rail)
      for step in 0..<rail {
        if step + 1 < rail {
          add(step, step + 1)
          add(rail + step, rail + step + 1)
        }
        add(step, rail + step)
        add(rail + step, step)
      }
    }
    let tree = DominatorTree(consuming: graph, roots: [UInt32(2 * rail)])
    #expect((0..<2 * rail).allSatisfy { tree.dominators.base[$0] == UInt32(2 * rail) })
  }
}
