// MC/DC conditions by place and sense.

struct ConditionStore {
  private struct Key: Hashable {
    let line: UInt32
    let groupSize: UInt32
    let index: UInt32
    let sense: Bool
    let expression: ExactText
  }

  private struct Value {
    var count: UInt64
    /// Whether no input said more than 1: then the counts are truth values and their sum is one too.
    var isBoolean: Bool
    var isUnreachable: Bool
  }

  private var values: [Key: Value] = [:]

  mutating func add(_ conditions: [ConditionCount]) {
    for condition in conditions {
      let key = Key(
        line: condition.line, groupSize: condition.groupSize, index: condition.index, sense: condition.sense,
        expression: ExactText(condition.expression))
      merge(
        key, Value(count: condition.count, isBoolean: condition.count <= 1, isUnreachable: condition.isUnreachable))
    }
  }

  private mutating func merge(_ key: Key, _ value: Value) {
    guard var known = values[key] else {
      values[key] = value
      return
    }
    known.count = known.count.saturatingAdd(value.count)
    known.isBoolean = known.isBoolean && value.isBoolean
    known.isUnreachable = known.isUnreachable && value.isUnreachable
    values[key] = known
  }

  mutating func absorb(_ other: ConditionStore) {
    for (key, value) in other.values { merge(key, value) }
  }

  /// The conditions in order of place, sense and expression.
  var conditions: [ConditionCount] {
    values.map { key, value in
      var condition = ConditionCount(
        line: key.line, groupSize: key.groupSize, index: key.index, sense: key.sense, expression: key.expression.text,
        count: value.isBoolean ? min(value.count, 1) : value.count)
      condition.isUnreachable = value.isUnreachable
      return condition
    }.sorted { left, right in
      let (a, b) = (
        (left.line, left.groupSize, left.index, left.sense ? 0 : 1),
        (right.line, right.groupSize, right.index, right.sense ? 0 : 1)
      )
      return a == b ? left.expression.precedes(right.expression) : a < b
    }
  }
}
