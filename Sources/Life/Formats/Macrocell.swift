// Macrocell (Golly's help, "File formats"): the tree of squares itself, so that patterns whose cells no memory holds are small files.
//
//   [M2] (golly 4.2)
//   #R B3/S23             the rule       #G 100   the generation      other # lines are comments
//   $..*$...*$.***$       a leaf: 8 x 8 cells, rows end with $; what lacks is dead
//   4 1 0 0 2             a square of 2^4 cells a side: nw, ne, sw, se by the numbers of earlier lines, counted from 1; 0 is empty
//
// The last line is the root, around the origin. Squares of level 1 to 3 with numbers are states of other rules and are refused.

extension HashlifeBoard {
  /// Reads a macrocell file without expanding it.
  ///
  /// - Parameter memoryLimit: As in ``init(rule:memoryLimit:)``.
  /// - Throws: ``LifeError`` with the byte at which it was seen.
  /// - Complexity: O(bytes).
  public static func read(
    macrocell bytes: [UInt8], memoryLimit: UInt64 = HashlifeBoard.usualMemoryLimit
  ) throws(LifeError) -> (board: HashlifeBoard, heading: LifeHeading) {
    let board = HashlifeBoard(memoryLimit: memoryLimit)
    var reader = MacrocellReader(bytes, board)
    try reader.read()
    return (board, reader.heading)
  }

  /// The board as a macrocell file; a torus that the heading has is named in the rule.
  ///
  /// - Complexity: O(nodes of the pattern).
  public func macrocell(_ heading: LifeHeading = LifeHeading()) -> [UInt8] {
    var text = LifeText()
    text.add("[M2] (plimsoll)\n#R ")
    text.add(rule, heading.torus)
    text.add("\n")
    if generation > 0 {
      text.add("#G ")
      text.add(generation)
      text.add("\n")
    }
    text.addLine("#N ", heading.name)
    text.addLine("#O ", heading.author)
    for comment in heading.comments { text.addLine("#C ", comment) }
    var numbers = LifeNodeMap()
    if root == store.empty(level) {
      text.add("4 0 0 0 0\n")
    } else {
      write(root, level, &numbers, &text)
    }
    return text.bytes
  }

  private func write(_ number: UInt32, _ level: Int, _ numbers: inout LifeNodeMap, _ text: inout LifeText) {
    guard number != store.empty(level), numbers[number] == nil else { return }
    let node = store.nodes[Int(number)]
    if level == LifeNodeStore.leafLevel {
      var cells = node.upper
      while cells != 0 {
        var row = cells & 0xff
        while row != 0 {
          text.add(byte: row & 1 != 0 ? UInt8(ascii: "*") : UInt8(ascii: "."))
          row >>= 1
        }
        text.add(byte: UInt8(ascii: "$"))
        cells >>= 8
      }
    } else {
      for corner in 0..<4 { write(node.corner(corner), level - 1, &numbers, &text) }
      text.add(Int64(level))
      for corner in 0..<4 {
        text.add(byte: UInt8(ascii: " "))
        text.add(numbers[node.corner(corner)] ?? 0)
      }
    }
    text.add(byte: 10)
    numbers[number] = UInt64(numbers.count + 1)
  }
}

private struct MacrocellReader {
  private var scanner: LifeScanner
  private let board: HashlifeBoard
  var heading = LifeHeading()
  /// The node of each line, from 1 on.
  private var numbers: [UInt32] = [0]

  init(_ bytes: [UInt8], _ board: HashlifeBoard) {
    scanner = LifeScanner(bytes)
    self.board = board
  }

  mutating func read() throws(LifeError) {
    LifeFormat.skipMark(&scanner)
    guard scanner.starts("[M2]") else { throw LifeError(.format, at: 0) }
    scanner.skipLine()
    heading.hasPosition = true
    let store = board.store
    while !scanner.isAtEnd {
      switch scanner.next {
      case UInt8(ascii: "#"): try remark()
      case UInt8(ascii: "."), UInt8(ascii: "*"), UInt8(ascii: "$"): numbers.append(store.leaf(try leaf()))
      case UInt8(ascii: "0")...UInt8(ascii: "9"): numbers.append(try node(store))
      case 10, 13: break
      default: throw LifeError(.unexpected, at: scanner.offset)
      }
      scanner.skipLine()
      if store.isExhausted { throw LifeError(.memory, at: scanner.offset, value: store.memory) }
    }
    guard numbers.count > 1, let root = numbers.last else { throw LifeError(.noPattern, at: scanner.offset) }
    board.rule = heading.rule ?? .conway
    board.generation = heading.generation
    var level = Int(store.nodes[Int(root)].info)
    var number = root
    if level == LifeNodeStore.leafLevel {
      number = around(store.nodes[Int(root)].upper, store)
      level += 1
    }
    while level < HashlifeBoard.lowestLevel {
      number = board.expanded(number, level)
      level += 1
    }
    (board.root, board.level) = (number, level)
    board.shrink()
    if store.isExhausted { throw LifeError(.memory, at: scanner.offset, value: store.memory) }
    if board.level > HashlifeBoard.planeLevel { throw LifeError(.plane, at: scanner.offset) }
  }

  /// A leaf that is the root: its middle is the origin.
  private func around(_ cells: UInt64, _ store: LifeNodeStore) -> UInt32 {
    let mask: UInt64 = 0x0f0f_0f0f
    let nw = store.leaf((cells & mask) << 36)
    let ne = store.leaf((cells >> 4 & mask) << 32)
    let sw = store.leaf((cells >> 32 & mask) << 4)
    let se = store.leaf(cells >> 36 & mask)
    return store.node(nw, ne, sw, se, level: LifeNodeStore.leafLevel + 1)
  }

  private mutating func remark() throws(LifeError) {
    let end = scanner.lineEnd()
    guard scanner.offset + 1 < end else { return }
    let kind = scanner.bytes[scanner.offset + 1]
    scanner.offset += 2
    while scanner.offset < end, scanner.next == 32 { scanner.offset += 1 }
    let content = [UInt8](scanner.bytes[scanner.offset..<end])
    switch kind {
    case UInt8(ascii: "R"):
      do throws(LifeError) {
        let notation = try LifeRuleNotation.read(content)
        heading.rule = notation.rule
        heading.torus = notation.torus
      } catch {
        throw error.moved(by: scanner.offset)
      }
    case UInt8(ascii: "G"): heading.generation = try scanner.number(most: .max)
    case UInt8(ascii: "N"): heading.name = content
    case UInt8(ascii: "O"): heading.author = content
    case UInt8(ascii: "C"): heading.comments.append(content)
    default: break
    }
  }

  private mutating func leaf() throws(LifeError) -> UInt64 {
    let end = scanner.lineEnd()
    var cells: UInt64 = 0
    var (column, row): (UInt64, UInt64) = (0, 0)
    while scanner.offset < end {
      switch scanner.next {
      case UInt8(ascii: "$"):
        row += 1
        column = 0
      case UInt8(ascii: "."), UInt8(ascii: "*"):
        guard row < 8, column < 8 else { throw LifeError(.unexpected, at: scanner.offset) }
        if scanner.next == UInt8(ascii: "*") { cells |= 1 << (8 * row + column) }
        column += 1
      default: throw LifeError(.unexpected, at: scanner.offset)
      }
      scanner.offset += 1
    }
    guard row <= 8 else { throw LifeError(.unexpected, at: end) }
    return cells
  }

  private mutating func node(_ store: LifeNodeStore) throws(LifeError) -> UInt32 {
    let start = scanner.offset
    let level = Int(try scanner.number(most: 1 << 16))
    if level >= 1, level <= LifeNodeStore.leafLevel { throw LifeError(.states, at: start) }
    guard level > LifeNodeStore.leafLevel, level <= LifeNodeStore.topLevel else {
      throw LifeError(.nodeLevel, at: start, value: UInt64(level))
    }
    let nw = try corner(store, level - 1)
    let ne = try corner(store, level - 1)
    let sw = try corner(store, level - 1)
    let se = try corner(store, level - 1)
    let end = scanner.lineEnd()
    scanner.skipSpace()
    guard scanner.offset >= end else { throw LifeError(.unexpected, at: scanner.offset) }
    return store.node(nw, ne, sw, se, level: level)
  }

  private mutating func corner(_ store: LifeNodeStore, _ level: Int) throws(LifeError) -> UInt32 {
    while scanner.next == 32 { scanner.offset += 1 }
    let start = scanner.offset
    let line = try scanner.number(most: 1 << 62)
    guard line < UInt64(numbers.count) else { throw LifeError(.nodeReference, at: start, value: line) }
    if line == 0 { return store.empty(level) }
    let number = numbers[Int(line)]
    guard Int(store.nodes[Int(number)].info) == level else { throw LifeError(.nodeLevel, at: start, value: line) }
    return number
  }
}
