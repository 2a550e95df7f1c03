// What can be seen of a drawing after its first commands: which strokes, and on what.

/// The strokes of a drawing that are there, and its background.
public struct VisibleInk {
  /// All strokes that the commands so far have added, by their ids.
  public private(set) var strokes: [Stroke] = []
  /// Whether each is still there.
  public private(set) var isVisible: [Bool] = []
  /// What lies below them.
  public private(set) var background: Background

  /// What is there after the first ``Drawing/position`` commands.
  ///
  /// - Complexity: O(commands), whatever they hold.
  public init(_ drawing: Drawing) {
    background = drawing.background
    for command in drawing.commands.prefix(max(0, drawing.position)) { apply(command) }
  }

  /// The visible strokes from the bottom up.
  public var visible: [Stroke] {
    strokes.indices.filter { isVisible[$0] }.map { strokes[$0] }
  }

  mutating func apply(_ command: Command) {
    switch command {
    case .add(let stroke):
      strokes.append(stroke)
      isVisible.append(true)
    case .erase(let ids):
      for id in ids where id >= 0 && Int(id) < isVisible.count { isVisible[Int(id)] = false }
    case .clear:
      for index in isVisible.indices { isVisible[index] = false }
    case .setBackground(let other):
      background = other
    case .group(let commands):
      for command in commands { apply(command) }
    }
  }
}
