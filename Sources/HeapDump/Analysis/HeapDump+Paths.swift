// `plimsoll heap path`: ways to one object, or to the objects of a class.

internal import ByteKit

/// Ways that hold objects in the same manner.
public struct PathGroup: Equatable, Sendable {
  /// The way to the first of them.
  public let path: HeapPath
  /// How many of the objects that were looked at are held so.
  public let count: Int
}

/// Ways to what was asked for.
public struct HeapPaths: Sendable {
  /// How many objects were asked for.
  public let count: Int
  /// How many of them were looked at.
  public let lookedAt: Int
  /// How many of those no root reaches over references that keep.
  public let unreached: Int
  /// The ways, the most frequent first.
  public let groups: [PathGroup]
}

extension HeapDump {
  /// Finds ways.
  ///
  /// - Parameters:
  ///   - target: an object's id in hexadecimal (`0x7f3a10`, `7f3a10`), a class (`com.acme.Node`: its objects), or a class object (`class com.acme.Node`).
  ///   - limit: how many objects of a class are looked at.
  /// - Throws: `notFound`, with the class whose name is nearest; `tooMany` as `dominators`.
  public func paths(to target: String, limit: Int = 200) throws(HeapDumpError) -> HeapPaths {
    let ids = try targets(target)
    let finder = try PathFinder.make(self)
    var ways: [FoundWay] = []
    var unreached = 0
    // Spread over all of them: the first in memory may be the oldest and not the typical ones.
    let step = max(1, ids.count / max(1, limit))
    var lookedAt = 0
    for position in stride(from: 0, to: ids.count, by: step) where lookedAt < limit {
      lookedAt += 1
      let number = finder.index.number(of: ids[position])
      guard number != ObjectIndex.absent, let way = finder.way(to: number) else {
        unreached += 1
        continue
      }
      ways.append(way)
    }
    var groups: [PathGroup] = []
    var places: [String: Int] = [:]
    forEachPath(ways) { path in
      let signature = path.signature
      if let place = places[signature] {
        groups[place] = PathGroup(path: groups[place].path, count: groups[place].count + 1)
      } else {
        places[signature] = groups.count
        groups.append(PathGroup(path: path, count: 1))
      }
    }
    let order = groups.indices.sorted { (groups[$0].count, $1) > (groups[$1].count, $0) }
    return HeapPaths(count: ids.count, lookedAt: lookedAt, unreached: unreached, groups: order.map { groups[$0] })
  }

  /// The ids of what was asked for.
  private func targets(_ target: String) throws(HeapDumpError) -> [UInt64] {
    if let id = try idMeant(target) {
      guard holds(id) else {
        // Other tools show ids as decimal numbers.
        let decimal = UInt64(target).flatMap { holds($0) ? hexadecimal($0) : nil }
        throw HeapDumpError(.notFound("object \(hexadecimal(id))", nearest: decimal))
      }
      return [id]
    }
    if target.hasPrefix("class ") {
      let name = String(target.dropFirst(6))
      return try classIndices(name).map { classes.entries[$0].id }
    }
    let primitive = FieldType.allCases.first { $0 != .object && $0.name + "[]" == JavaName.shown(target) }
    // Arrays of numbers need no class in a dump.
    let indices = primitive == nil ? try classIndices(target) : classes.indices(named: JavaName.shown(target))
    struct Collector: HeapRecordVisitor, Sendable {
      let wanted: Set<UInt64>
      let primitive: FieldType?
      var ids: [UInt64] = []
      mutating func visit(_ instance: InstanceRecord) {
        if wanted.contains(instance.classID) { ids.append(instance.id) }
      }
      mutating func visit(_ array: ObjectArrayRecord) {
        if wanted.contains(array.classID) { ids.append(array.id) }
      }
      mutating func visit(_ array: PrimitiveArrayRecord) {
        if array.type == primitive { ids.append(array.id) }
      }
    }
    let wanted = Set(indices.map { classes.entries[$0].id })
    let (visitors, _) = HeapPass(image: image, outline: outline).run(.concurrent) {
      Collector(wanted: wanted, primitive: primitive)
    }
    return visitors.flatMap(\.ids)
  }

  /// The id that was asked for: hexadecimal, with `0x` or without it where the first is a digit, with which no class begins.
  private func idMeant(_ target: String) throws(HeapDumpError) -> UInt64? {
    let isMarked = target.hasPrefix("0x") || target.hasPrefix("0X")
    let isDigit = target.utf8.first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false
    guard isMarked || isDigit && classes.indices(named: JavaName.shown(target)).isEmpty else { return nil }
    let digits = isMarked ? target.dropFirst(2) : target[...]
    guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }), let id = UInt64(digits, radix: 16) else {
      throw HeapDumpError(
        .notFound("object '\(target)' (an id in hexadecimal is expected, as in 0x7f3a10)", nearest: nil))
    }
    return id
  }

  private func holds(_ id: UInt64) -> Bool { classes.index(of: id) != nil || find([id])[id] != nil }

  private func classIndices(_ name: String) throws(HeapDumpError) -> [Int] {
    let shown = JavaName.shown(name)
    let exact = classes.indices(named: shown)
    if !exact.isEmpty { return exact }
    // A name without its package is enough where only one class has it.
    let simple = classes.entries.indices.filter { JavaName.simple(classes.entries[$0].name) == shown }
    if Set(simple.map { classes.entries[$0].name }).count == 1 { return simple }
    if simple.count > 1 {
      let names = Set(simple.map { classes.entries[$0].name }).sorted().prefix(5).joined(separator: ", ")
      throw HeapDumpError(.notFound("single class '\(name)': there are \(names)", nearest: nil))
    }
    // An id of letters alone could be a class's name.
    if let id = UInt64(name, radix: 16), id != 0, holds(id) {
      throw HeapDumpError(.notFound("class '\(name)'", nearest: hexadecimal(id)))
    }
    throw HeapDumpError(
      .notFound("class '\(name)'", nearest: nearestName(to: shown, among: Set(classes.entries.map(\.name)).sorted())))
  }
}
