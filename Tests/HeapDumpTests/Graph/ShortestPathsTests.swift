// Shortest ways against Floyd and Warshall's distances, with and without references passed over.

import Testing

@testable import HeapDump

@Suite struct ShortestPathsTests {
  /// Distances from the roots, counted in objects; `nil` where there is no way.
  static func distances(_ naive: NaiveGraph, following follows: (UInt32, UInt32, Int) -> Bool) -> [Int?] {
    let count = naive.targets.count
    var between = Array(repeating: Array(repeating: Int.max / 4, count: count), count: count)
    for (source, list) in naive.targets.enumerated() {
      between[source][source] = 0
      for (position, target) in list.enumerated() where source != Int(target) {
        if follows(UInt32(source), target, position) { between[source][Int(target)] = 1 }
      }
    }
    for middle in 0..<count {
      for from in 0..<count {
        for to in 0..<count {
          between[from][to] = min(between[from][to], between[from][middle] + between[middle][to])
        }
      }
    }
    return (0..<count).map { to in
      naive.roots.map { between[Int($0)][to] + 1 }.min().flatMap { $0 < Int.max / 4 ? $0 : nil }
    }
  }

  @Test("ways exist and are as short as can be, around references passed over", arguments: 0..<300)
  func againstNaive(seed: UInt64) throws {
    let naive = NaiveGraph(seed: seed, objects: 12)
    let graph = try naive.graph()
    let filters: [(UInt32, UInt32, Int) -> Bool] = [
      { _, _, _ in true }, { source, target, position in (source &+ target) % 3 != 0 && position != 1 },
    ]
    for follows in filters {
      var paths = ShortestPaths(objects: naive.targets.count)
      paths.search(graph, from: naive.roots, following: follows)
      let expected = Self.distances(naive, following: follows)
      #expect(paths.reachedCount == expected.count { $0 != nil })
      for object in 0..<UInt32(naive.targets.count) {
        let path = paths.path(to: object)
        #expect(path?.count == expected[Int(object)])
        guard let path, let first = path.first else { continue }
        #expect(naive.roots.contains(first) && path.last == object)
        for (source, target) in zip(path, path.dropFirst()) {
          #expect(
            naive.targets[Int(source)].enumerated().contains { $1 == target && follows(source, target, $0) })
        }
      }
    }
  }

  @Test("an object that the first class of roots reaches keeps its way, though a later root is nearer")
  func rootClasses() throws {
    let graph = try NaiveGraph(targets: [[1], [2], [], [2, 4], []], roots: []).graph()
    var paths = ShortestPaths(objects: 5)
    paths.search(graph, from: [0])
    paths.search(graph, from: [3])
    #expect(paths.path(to: 2) == [0, 1, 2])
    #expect(paths.path(to: 4) == [3, 4])
  }

  @Test("references passed over are taken when nothing else leads on")
  func extending() throws {
    let graph = try NaiveGraph(targets: [[1, 3], [2], [3], [4], [], []], roots: []).graph()
    var paths = ShortestPaths(objects: 6)
    paths.search(graph, from: [0]) { source, _, position in source != 0 || position != 0 }
    #expect(paths.path(to: 3) == [0, 3])
    #expect(paths.path(to: 1) == nil)
    paths.extend(graph) { _, _, _ in true }
    #expect(paths.path(to: 2) == [0, 1, 2])
    #expect(paths.path(to: 4) == [0, 3, 4])
    #expect(paths.path(to: 5) == nil)
  }
}

extension ShortestPaths {
  /// The objects on the way to an object, from a root to itself; `nil` if it was not reached.
  func path(to object: UInt32) -> [UInt32]? {
    guard sources[Int(object)] != Self.unreached else { return nil }
    var path: [UInt32] = []
    var at = object
    while at != Self.root {
      path.append(at)
      at = sources[Int(at)]
    }
    return path.reversed()
  }
}
