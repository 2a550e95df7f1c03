// All strokes of a sheet by their ids, and which tiles each touches.

struct StrokeIndex {
  struct Record {
    var stroke: Stroke
    var parts: [TilePart]
    var isVisible: Bool
  }

  private(set) var records: [Record] = []
  /// How many strokes were added before each command.
  private(set) var starts: [Int32] = []
  /// How many strokes are seen.
  private(set) var visibleCount: Int32 = 0
  /// The ids of the strokes that touch a tile, ascending.
  private var byTile: [[StrokeID]]

  init(tiles: Int) {
    byTile = [[StrokeID]](repeating: [], count: tiles)
  }

  /// Gives the strokes of the next command their ids; they are not seen yet.
  mutating func register(_ command: Command) {
    starts.append(Int32(records.count))
    registerStrokes(command)
  }

  private mutating func registerStrokes(_ command: Command) {
    switch command {
    case .add(let stroke): records.append(Record(stroke: stroke, parts: [], isVisible: false))
    case .group(let commands): for command in commands { registerStrokes(command) }
    case .erase, .clear, .setBackground: break
    }
  }

  /// Gives a registered stroke its place, once.
  mutating func place(_ id: StrokeID, _ parts: [TilePart]) {
    guard records[Int(id)].parts.isEmpty else { return }
    records[Int(id)].parts = parts
    for part in parts {
      let tile = part.tile
      // Ids stay ascending although a stroke that was undone in a file can be placed after later ones were.
      var at = byTile[Int(tile)].count
      while at > 0, byTile[Int(tile)][at - 1] > id { at -= 1 }
      byTile[Int(tile)].insert(id, at: at)
    }
  }

  mutating func setVisible(_ id: StrokeID, _ isVisible: Bool) {
    if records[Int(id)].isVisible != isVisible { visibleCount += isVisible ? 1 : -1 }
    records[Int(id)].isVisible = isVisible
  }

  mutating func hideAll() {
    for index in records.indices { records[index].isVisible = false }
    visibleCount = 0
  }

  /// The ids that the command at a place has given.
  func ids(of command: Int) -> Range<Int32> {
    starts[command]..<(command + 1 < starts.count ? starts[command + 1] : Int32(records.count))
  }

  /// Forgets the commands from `command` on.
  mutating func truncate(_ command: Int) {
    guard command < starts.count else { return }
    let count = Int(starts[command])
    starts.removeLast(starts.count - command)
    while records.count > count {
      let id = StrokeID(records.count - 1)
      for part in records[Int(id)].parts {
        while let last = byTile[Int(part.tile)].last, last >= id { byTile[Int(part.tile)].removeLast() }
      }
      records.removeLast()
    }
  }

  var visible: [StrokeID] {
    records.indices.filter { records[$0].isVisible }.map { StrokeID($0) }
  }

  /// The visible strokes that touch any of some tiles, from the bottom up.
  func visible(in tiles: [Int32]) -> [StrokeID] {
    var ids: [StrokeID] = []
    for tile in tiles {
      for id in byTile[Int(tile)] where records[Int(id)].isVisible { ids.append(id) }
    }
    Ascending.sort(&ids)
    var result: [StrokeID] = []
    for id in ids where id != result.last { result.append(id) }
    return result
  }
}

/// Sorting of ids and tiles. The library's generic sort is 6 KB of the browser's module, this is a twentieth of it.
enum Ascending {
  /// Heap sort.
  ///
  /// - Complexity: O(n log n).
  static func sort(_ numbers: inout [Int32]) {
    var isSorted = true
    for index in numbers.indices.dropFirst() where numbers[index - 1] > numbers[index] { isSorted = false }
    guard !isSorted else { return }
    var start = numbers.count / 2
    var end = numbers.count
    while end > 1 {
      if start > 0 {
        start -= 1
      } else {
        end -= 1
        numbers.swapAt(0, end)
      }
      var parent = start
      while 2 * parent + 1 < end {
        var child = 2 * parent + 1
        if child + 1 < end, numbers[child] < numbers[child + 1] { child += 1 }
        guard numbers[parent] < numbers[child] else { break }
        numbers.swapAt(parent, child)
        parent = child
      }
    }
  }
}
