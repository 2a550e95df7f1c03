// Threads and their names. A thread's name is two or three references away (Thread.name, a String or in Java 8 and before a char[],
// then the array), and a dump has no index: each step waits for the next pass that is made anyway.

/// Follows thread objects to their names, one step a pass.
struct ThreadReader {
  private struct Found {
    let root: Census.Root
    var className = ""
    var nameID: UInt64 = 0
    var array: UInt64 = 0
    var part: (start: Int, count: Int)?
    var isUTF16 = false
    var name: String?
  }
  private let dump: HeapDump
  private let layout: StringLayout?
  private var threads: [Found]

  init(_ dump: HeapDump, _ layout: StringLayout?) {
    self.dump = dump
    self.layout = layout
    var seen: Set<UInt64> = []
    threads = dump.census.roots.filter { $0.kind == .threadObject && seen.insert($0.id).inserted }.map {
      Found(root: $0)
    }
  }

  /// The ids to look for in the first pass: the thread objects.
  var objectIDs: [UInt64] { threads.map(\.root.id) }
  /// In the second: their names.
  var nameIDs: [UInt64] { threads.map(\.nameID) }
  /// In the third: the names' arrays.
  var arrayIDs: [UInt64] { threads.map(\.array) }

  mutating func take(objects offsets: [UInt64: Int]) {
    for index in threads.indices {
      guard let offset = offsets[threads[index].root.id], let (classIndex, data) = dump.instance(at: offset) else {
        continue
      }
      threads[index].className = dump.classes.entries[classIndex].name
      guard let place = dump.field("name", of: classIndex) else { continue }
      threads[index].nameID = data.withUnsafeBytes { place.bits($0, idSize: dump.header.idSize) } ?? 0
    }
  }

  mutating func take(names offsets: [UInt64: Int]) {
    for index in threads.indices {
      guard let offset = offsets[threads[index].nameID] else { continue }
      guard let layout, let (classIndex, data) = dump.instance(at: offset), classIndex == layout.classIndex else {
        threads[index].array = threads[index].nameID
        continue
      }
      data.withUnsafeBytes { bytes in
        threads[index].array = layout.value.bits(bytes, idSize: dump.header.idSize) ?? 0
        threads[index].part = layout.part(bytes, idSize: dump.header.idSize)
        threads[index].isUTF16 = layout.coder?.bits(bytes, idSize: dump.header.idSize) == 1
      }
    }
  }

  mutating func take(arrays offsets: [UInt64: Int]) {
    for index in threads.indices {
      guard let offset = offsets[threads[index].array], let array = dump.array(at: offset), let data = array.data,
        array.type == .char || array.type == .byte
      else { continue }
      let size = array.type.size(idSize: 0)
      let part = threads[index].part ?? (0, array.count)
      guard part.start >= 0, part.count >= 0, part.start <= data.count else { continue }
      let bytes = data.dropFirst(part.start * size).prefix(min(part.count, 1 << 16) * size)
      threads[index].name = HeapDump.text(array.type, bytes, isUTF16: threads[index].isUTF16)
    }
  }

  /// The names that were found, by the threads' serial numbers.
  var namesBySerial: [UInt32: String] {
    threads.reduce(into: [:]) { names, thread in
      if let name = thread.name { names[thread.root.thread] = name }
    }
  }

  /// The threads, in the order of their serial numbers.
  func finish() -> [HeapThread] {
    var started: [UInt32: StartThreadRecord] = [:]
    for record in dump.outline.stacks.threads { started[record.serial] = record }
    // Threads without a stack share an empty one, and in a damaged dump thousands may name a long one: each is made once.
    var stacks: [UInt32: [String]] = [:]
    for found in threads where stacks[found.root.frame] == nil {
      stacks[found.root.frame] = dump.frames(ofStack: found.root.frame)
    }
    return threads.sorted { ($0.root.thread, $0.root.id) < ($1.root.thread, $1.root.id) }.map { found in
      HeapThread(
        id: found.root.id, name: found.name ?? started[found.root.thread].flatMap { dump.string($0.name) },
        className: found.className.isEmpty ? "unknown" : found.className,
        frames: stacks[found.root.frame] ?? [])
    }
  }
}

extension HeapDump {
  /// The frames of a stack by its serial number, innermost first.
  func frames(ofStack serial: UInt32) -> [String] {
    guard let trace = outline.stacks.traces[serial] else { return [] }
    return trace.frames.map { id in
      guard let frame = outline.stacks.frames[id] else { return "unknown frame \(hexadecimal(id))" }
      let owner =
        outline.classSerials[frame.classSerial].flatMap { classes.index(of: $0) }.map { classes.entries[$0].name }
        ?? outline.classSerials[frame.classSerial].flatMap { outline.classNames[$0] }.flatMap(string)
        .map(JavaName.shown) ?? "unknown class"
      let method = string(frame.method) ?? "unknown"
      let source = string(frame.source)
      let place: String
      switch frame.line {
      case 1...: place = "\(source ?? "unknown source"):\(frame.line)"
      case -3: place = "native"
      case -2: place = source.map { "\($0), compiled" } ?? "compiled"
      default: place = source.flatMap { $0.isEmpty ? nil : $0 } ?? "unknown source"
      }
      return "\(owner).\(method)(\(place))"
    }
  }
}
