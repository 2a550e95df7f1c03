// Retained sizes against sums over sets of dominators.

import TestSupport
import Testing

@testable import HeapDump

@Suite struct RetainedSizesTests {
  @Test(
    "each object retains itself and what it dominates; each class, what its outermost objects do", arguments: 0..<500)
  func againstNaive(seed: UInt64) throws {
    let naive = NaiveGraph(seed: seed, objects: 14)
    var random = SeededGenerator(seed: seed &+ 1)
    let sizes = naive.targets.map { _ in UInt64.random(in: 0...100, using: &random) }
    let classes = naive.targets.map { _ in UInt32.random(in: 0..<3, using: &random) }
    let sets = naive.dominatorSets()

    let tree = try naive.tree()
    let retained = OwnedBuffer<UInt64>(repeating: 0, count: sizes.count)
    for (object, size) in sizes.enumerated() { retained[object] = size }
    tree.sumUpwards(retained)
    var expected = sizes.map { _ in UInt64(0) }
    for (object, dominators) in sets {
      for holder in dominators.union([object]) { expected[Int(holder)] += sizes[Int(object)] }
    }
    #expect(retained.array == expected)
    #expect(tree.reachableCount == sets.count)

    let preorder = DominatorPreorder(of: tree)
    var expectedByClass = [UInt64](repeating: 0, count: 3)
    for (object, dominators) in sets
    where !dominators.contains(where: { classes[Int($0)] == classes[Int(object)] }) {
      expectedByClass[Int(classes[Int(object)])] += expected[Int(object)]
    }
    let byClass = preorder.sumsByClass(retained, classCount: 3) { (Int(classes[Int($0)]), true) }
    #expect(byClass == expectedByClass)
  }

  @Test("in preorder each object is followed by all it dominates, and children are found", arguments: 0..<100)
  func preorder(seed: UInt64) throws {
    let naive = NaiveGraph(seed: seed, objects: 14)
    let sets = naive.dominatorSets()
    let tree = try naive.tree()
    let preorder = DominatorPreorder(of: tree)
    #expect(preorder.objects.count == sets.count)
    var top: Set<UInt32> = []
    preorder.forEachAtTop { top.insert(preorder.objects[$0]) }
    #expect(top == Set(sets.keys.filter { tree.dominator(of: $0) == DominatorTree.root }))
    for position in 0..<preorder.objects.count {
      let object = preorder.objects[position]
      let run = Set(preorder.objects.array[position + 1..<Int(preorder.ends[Int(object)])])
      #expect(run == Set(sets.filter { $0.value.contains(object) }.keys))
      var children: Set<UInt32> = []
      preorder.forEachChild(ofPosition: position) { children.insert(preorder.objects[$0]) }
      #expect(children == Set(sets.keys.filter { tree.dominator(of: $0) == object }))
    }
  }

  @Test("invented sizes stop at the largest number instead of wrapping")
  func saturation() throws {
    let tree = try NaiveGraph(targets: [[1], []], roots: [0]).tree()
    let retained = OwnedBuffer<UInt64>(repeating: .max - 1, count: 2)
    tree.sumUpwards(retained)
    #expect(retained[0] == .max)
    let preorder = DominatorPreorder(of: tree)
    #expect(preorder.sumsByClass(retained, classCount: 1) { _ in (0, true) } == [.max])
  }
}
