// The stores against models that are slow and plain: dictionaries of sums and sets of sections.

import TestSupport
import Testing

@testable import Coverage

@Suite struct LineStoreTests {
  /// What a store must say: sums, and for each line the inputs that have it.
  struct Model {
    var sums: [UInt32: UInt64] = [:]
    var having: [UInt32: [UInt32]] = [:]
    var inputs: [UInt32] = []

    mutating func add(_ lines: [LineCount], input: UInt32) {
      inputs.append(input)
      for line in lines { sums[line.line] = (sums[line.line] ?? 0).saturatingAdd(line.count) }
      for line in Set(lines.map(\.line)) { having[line, default: []].append(input) }
    }

    func lines(_ policy: ShapePolicy) -> [LineCount] {
      sums.filter { line, _ in
        switch policy {
        case .union, .error: true
        case .intersect: having[line]!.count == inputs.count
        case .newest: having[line]!.contains(inputs.max()!)
        }
      }.map { LineCount($0.key, $0.value) }.sorted { $0.line < $1.line }
    }

    var conflict: UInt32? { having.filter { $0.value.count != inputs.count }.keys.min() }
  }

  /// Mostly small files; every fourth is one of hundreds of lines with small sections, which the store lets wait.
  static func lines(_ random: inout SeededGenerator, _ isOdd: Bool, isLarge: Bool, isFirst: Bool) -> [LineCount] {
    if isLarge {
      let all = (1...500).map { LineCount($0 * 2, random.next() % 3) }
      if isFirst || random.next() % 5 == 0 { return all }
      var few = all.filter { _ in random.next() % 40 == 0 }
      if random.next() % 2 == 0 { few.append(LineCount(UInt32(random.next() % 40) * 2 + 1, 1)) }
      if random.next() % 3 == 0 { few.append(LineCount(few.first?.line ?? 2, 1)) }
      return few
    }
    var lines = (1...12).map { LineCount($0, random.next() % 3) }
    if isOdd { lines.removeAll { _ in random.next() % 5 == 0 } }
    if random.next() % 9 == 0 { lines.append(LineCount(40, .max)) }
    if random.next() % 4 == 0 { lines.shuffle(using: &random) }
    return lines
  }

  @Test(arguments: 0..<200)
  func `a store is the sum of its sections, in whatever parts they come`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model = Model()
    let stores = (0..<3).map { _ in LineStore() }
    for input in 0..<UInt32(random.next() % 30 + 1) {
      let lines = Self.lines(&random, seed % 3 > 0, isLarge: seed % 4 == 0, isFirst: input < 3)
      model.add(lines, input: input)
      stores[input < 3 ? Int(input) : Int(random.next() % 3)].addSection(lines, input: input)
    }
    let sum = LineStore()
    for store in stores.shuffled(using: &random) { sum.absorb(store) }
    for policy in ShapePolicy.allCases { #expect(sum.lines(policy) == model.lines(policy), "\(policy)") }
    #expect(sum.conflict?.line == model.conflict)
    if let conflict = sum.conflict {
      let having = model.having[conflict.line]!
      #expect((conflict.having, conflict.total) == (having.count, model.inputs.count))
      #expect(having.contains(UInt32(conflict.with)))
      #expect(!having.contains(UInt32(conflict.without)))
    }
  }
}

@Suite struct FunctionStoreTests {
  @Test(arguments: 0..<100)
  func `functions are summed by name and first line, and groups are what shares a function`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var sums: [String: UInt64] = [:]
    var stores = (0..<2).map { _ in FunctionStore() }
    var together: [[String]] = []
    for _ in 0..<8 {
      var list: [FunctionCount] = []
      for name in ["f", "g", "h", "i", "j"] where random.next() % 2 == 0 {
        let group = random.next() % 3
        let start = UInt32(1 + random.next() % 2)
        let function = FunctionCount(
          name: name, start: start, count: random.next() % 4, aliasGroup: group == 2 ? nil : Int(group))
        list.append(function)
        sums["\(name)@\(start)", default: 0] += function.count
      }
      for group in 0..<2 { together.append(list.filter { $0.aliasGroup == group }.map { "\($0.name)@\($0.start)" }) }
      stores[Int(random.next() % 2)].add(list)
    }
    var sum = FunctionStore()
    for store in stores.shuffled(using: &random) { sum.add(store.functions) }
    #expect(Dictionary(uniqueKeysWithValues: sum.functions.map { ("\($0.name)@\($0.start)", $0.count) }) == sums)
    let groups = Dictionary(uniqueKeysWithValues: sum.functions.map { ("\($0.name)@\($0.start)", $0.aliasGroup) })
    for members in together { #expect(Set(members.map { groups[$0]! }).count <= 1) }
    // Nothing is together that no chain of shared functions joins.
    var sets = together.filter { !$0.isEmpty }.map(Set.init)
    var isStable = false
    while !isStable {
      isStable = true
      outer: for one in sets.indices {
        for other in sets.indices where other > one && !sets[one].isDisjoint(with: sets[other]) {
          sets[one].formUnion(sets.remove(at: other))
          isStable = false
          break outer
        }
      }
    }
    #expect(Set(groups.values.compactMap(\.self)).count == sets.count)
  }
}

@Suite struct BranchStoreTests {
  @Test(arguments: 0..<100)
  func `branches of equal keys are summed, in whatever parts they come`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var sums: [String: UInt64?] = [:]
    var stores = (0..<2).map { _ in BranchStore() }
    for _ in 0..<6 {
      var list: [BranchCount] = []
      for line in 1...3 {
        for name in ["0", "1", "a, b"] {
          let taken: UInt64? = random.next() % 3 == 0 ? nil : random.next() % 4
          list.append(BranchCount(line: UInt32(line), block: "0", name: name, taken: taken))
          let key = "\(line),\(name)"
          let known = sums[key] ?? nil
          sums[key] = .some(known == nil && taken == nil ? nil : (known ?? 0) + (taken ?? 0))
        }
      }
      if random.next() % 2 == 0 { list.shuffle(using: &random) }
      stores[Int(random.next() % 2)].add(list)
    }
    var sum = BranchStore()
    for store in stores.shuffled(using: &random) { sum.absorb(store) }
    let result = sum.branches()
    #expect(Dictionary(uniqueKeysWithValues: result.branches.map { ("\($0.line),\($0.name)", $0.taken) }) == sums)
    #expect(result.matchedByOrder == 0)
  }
}
