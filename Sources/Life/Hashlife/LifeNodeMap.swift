// Numbers of nodes to values: an open table, since the browser's module does without the library's dictionaries.

struct LifeNodeMap {
  private var keys = [UInt32](repeating: 0, count: 64)
  private var values = [UInt64](repeating: 0, count: 64)
  private(set) var count = 0

  private func place(_ key: UInt32) -> Int {
    let mask = keys.count - 1
    var index = Int(truncatingIfNeeded: (UInt64(key) &* 0x9e37_79b9_7f4a_7c15) >> 33) & mask
    while keys[index] != 0, keys[index] != key { index = (index + 1) & mask }
    return index
  }

  /// The value of a node; `key` is not 0.
  subscript(key: UInt32) -> UInt64? {
    get {
      let index = place(key)
      return keys[index] == key && key != 0 ? values[index] : nil
    }
    set {
      guard let newValue, key != 0 else { return }
      var index = place(key)
      if keys[index] == 0 {
        if 2 * count >= keys.count {
          grow()
          index = place(key)
        }
        keys[index] = key
        count += 1
      }
      values[index] = newValue
    }
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = [UInt32](repeating: 0, count: oldKeys.count * 2)
    values = [UInt64](repeating: 0, count: oldKeys.count * 2)
    for index in oldKeys.indices where oldKeys[index] != 0 {
      let free = place(oldKeys[index])
      keys[free] = oldKeys[index]
      values[free] = oldValues[index]
    }
  }
}
