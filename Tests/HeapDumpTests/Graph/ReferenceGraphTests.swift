// Rows: what goes in comes out, in order, from one thread or two; and too much is an error.

import SystemKit
import Testing

@testable import HeapDump

@Suite struct ReferenceGraphTests {
  @Test("each object's references come back in the order they were filled in", arguments: 0..<50)
  func roundTrip(seed: UInt64) throws {
    let naive = NaiveGraph(seed: seed, objects: 40)
    let graph = try naive.graph()
    #expect(graph.objectCount == naive.targets.count)
    #expect(graph.referenceCount == naive.targets.reduce(0) { $0 + $1.count })
    #expect(naive.targets.indices.allSatisfy { graph.array(of: UInt32($0)) == naive.targets[$0] })
  }

  @Test("two threads count and fill disjoint sources")
  func twoThreads() throws {
    let objects = 10_000
    let counting = try ReferenceGraph.Counting(objects: objects)
    Parallel.forEach(count: 20, workers: 2) { _, shard in
      for source in shard * 500..<(shard + 1) * 500 {
        counting.count(from: UInt32(source), references: UInt32(source % 4))
      }
    }
    let filling = try counting.makeFilling()
    Parallel.forEach(count: 20, workers: 2) { _, shard in
      for source in shard * 500..<(shard + 1) * 500 {
        for step in 0..<source % 4 { filling.fill(from: UInt32(source), to: UInt32((source + step) % objects)) }
      }
    }
    let graph = filling.finish()
    #expect(
      (0..<objects).allSatisfy { source in
        graph.array(of: UInt32(source)) == (0..<source % 4).map { UInt32((source + $0) % objects) }
      })
  }

  @Test("no objects, and objects without references")
  func empty() throws {
    let none = try ReferenceGraph.Counting(objects: 0).makeFilling().finish()
    #expect(none.objectCount == 0 && none.referenceCount == 0)
    let bare = try ReferenceGraph.Counting(objects: 3).makeFilling().finish()
    #expect(bare.array(of: 2) == [])
  }

  @Test("more references or objects than numbers are an error, not a trap")
  func tooMany() throws {
    let tooManyReferences = Self.error { () throws(HeapDumpError) in
      let counting = try ReferenceGraph.Counting(objects: 2)
      counting.count(from: 0, references: .max)
      counting.count(from: 0, references: .max)
      _ = try counting.makeFilling()
    }
    #expect(tooManyReferences?.kind == .tooMany("references"))
    let tooManyObjects = Self.error { () throws(HeapDumpError) in
      _ = try ReferenceGraph.Counting(objects: Int(Int32.max))
    }
    #expect(tooManyObjects?.kind == .tooMany("objects"))
  }

  private static func error(_ body: () throws(HeapDumpError) -> Void) -> HeapDumpError? {
    do throws(HeapDumpError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test("filling less than was counted stops the program")
  func unfilled() async {
    await #expect(processExitsWith: .failure) {
      let counting = try ReferenceGraph.Counting(objects: 2)
      counting.count(from: 1)
      _ = try counting.makeFilling().finish()
    }
  }
}
