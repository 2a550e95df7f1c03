// The groups of branches that one line ends up with, found by key and by look without comparing each with each.

internal import ByteKit

/// The groups of one line while they are joined.
struct AcceptedGroups {
  private(set) var groups: [[RawBranch]] = []
  /// Where each key is.
  private var places: [RawBranch.Key: (group: Int, offset: Int)] = [:]
  /// Names and kinds of each group, as a hash that grows with it, and the group for each hash.
  private var signatures: [TableHash] = []
  private var groupOfSignature: [UInt64: Int] = [:]

  /// Adds a group to those accepted; returns whether that was by order.
  mutating func place(_ group: ArraySlice<RawBranch>) -> Bool {
    if group.contains(where: { places[$0.key] != nil }) {
      for branch in group {
        if let known = places[branch.key] {
          groups[known.group][known.offset].merge(branch)
        } else {
          append(branch, to: 0)
        }
      }
      return false
    }
    var signature = TableHash()
    for branch in group { Self.extend(&signature, branch) }
    if let alike = groupOfSignature[signature.value], groups[alike].count == group.count {
      for (offset, branch) in group.enumerated() { groups[alike][offset].merge(branch) }
      return true
    }
    groups.append([])
    signatures.append(TableHash())
    for branch in group { append(branch, to: groups.count - 1) }
    return false
  }

  private mutating func append(_ branch: RawBranch, to group: Int) {
    places[branch.key] = (group, groups[group].count)
    groups[group].append(branch)
    if groupOfSignature[signatures[group].value] == group { groupOfSignature[signatures[group].value] = nil }
    Self.extend(&signatures[group], branch)
    groupOfSignature[signatures[group].value] = min(groupOfSignature[signatures[group].value] ?? group, group)
  }

  private static func extend(_ signature: inout TableHash, _ branch: RawBranch) {
    signature.combine(UInt64(branch.name) << 8 | UInt64(branch.flags))
  }
}
