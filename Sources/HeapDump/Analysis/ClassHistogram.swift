// How many objects of each class a heap holds, and how large they are: exact, from the census alone.

/// The objects of one class.
public struct ClassCount: Equatable, Sendable {
  /// The class's name as it is written in source: `java.util.HashMap$Node[]`.
  public let name: String
  /// The class object's id; 0 for arrays of a primitive type whose class is not in the dump.
  public let id: UInt64
  /// How many objects.
  public var count: Int
  /// Their shallow size together, in bytes, by the dump's size rule.
  public var bytes: Int
}

extension HeapDump {
  /// The objects of every class of the dump, classes without objects included; in no particular order.
  ///
  /// - Parameter heap: count one heap only (an index of `heapNames`), or all.
  /// - Complexity: O(classes).
  public func classCounts(heap: Int? = nil) -> [ClassCount] {
    var rows = classes.entries.map { ClassCount(name: $0.name, id: $0.id, count: 0, bytes: 0) }
    for slot in census.slots where heap == nil || heap == Int(slot.heap) {
      guard let index = classes.index(of: slot.classID) else { continue }
      rows[index].count += slot.instances + slot.arrays.count
      if slot.instances > 0 { rows[index].bytes += slot.instances * classes.instanceSize(index, sizeRule) }
      rows[index].bytes += sizeRule.arrays(.object, slot.arrays)
    }
    for type in FieldType.allCases where type != .object {
      var tally = ArrayTally()
      for index in census.heaps.indices where heap == nil || heap == index {
        tally.merge(census.primitives[index * 16 + Int(type.rawValue)])
      }
      let name = type.name + "[]"
      let bytes = sizeRule.arrays(type, tally)
      if let index = classes.indices(named: name).first {
        rows[index].count += tally.count
        rows[index].bytes += bytes
      } else if tally.count > 0 {
        rows.append(ClassCount(name: name, id: 0, count: tally.count, bytes: bytes))
      }
    }
    return rows
  }

  /// The names of the dump's heaps (Android: `zygote`, `app`, `image`); one without a name where the dump does not part them.
  public var heapNames: [String] {
    census.heaps.enumerated().map { index, heap in
      if index == Census.heapLimit { return "others" }
      if let name = string(heap.name), losses == nil || !name.hasPrefix(HashPlaceholder.prefix) { return name }
      switch heap.type {
      case UInt32(UInt8(ascii: "A")): return "app"
      case UInt32(UInt8(ascii: "Z")): return "zygote"
      case UInt32(UInt8(ascii: "I")): return "image"
      default: return heap.type == 0 ? "default" : "heap \(heap.type)"
      }
    }
  }
}
