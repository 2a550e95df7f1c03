// The references of a dump as a graph: objects get numbers in ascending order of their ids, then two passes over the heap count and
// fill in who refers to whom. What counts as a reference, and what as a root, is VisualVM's (2.1.5, see HeapRetention):
//
// - an instance refers to what its fields hold, all superclasses' included;
// - an array of references to its elements;
// - a class to what its static fields hold, and to its loader.
//
// Where an id occurs twice, the first record's references count.

/// The graph of a dump's objects.
package struct HeapGraph: ~Copyable {
  /// Ids and numbers.
  package let index: ObjectIndex
  /// Who refers to whom. The referent of a `java.lang.ref.Reference` is always its source's first target.
  package var references: ReferenceGraph
  /// Objects whose first target they hold weakly.
  let weakSources: BitSet
  /// The numbers of the roots' objects: kind by kind as RootKind.visitingOrder has them, each object once.
  package let roots: [UInt32]

  /// Reads the graph of a dump.
  ///
  /// - Parameters:
  ///   - weakClasses: the classes whose referent is held weakly.
  ///   - followsWeak: whether weak references are in the graph.
  /// - Throws: `tooMany` when there are 2^31 objects or 2^32 references.
  /// - Complexity: three passes over the heap. Memory: 1.6 bits a unit of address, and four bytes an object and a reference.
  static func read(
    _ dump: HeapDump, weakClasses: Set<Int>, followsWeak: Bool
  ) throws(HeapDumpError) -> HeapGraph {
    let pass = HeapPass(image: dump.image, outline: dump.outline)
    let index = try makeIndex(dump, pass)
    // Two records of one object must be seen in order, to keep the first.
    let isConcurrent = index.count == dump.census.ids.count
    let layouts = ReferenceLayouts(dump, weakClasses: weakClasses, followsWeak: followsWeak)
    let count = index.count
    let counting = try ReferenceGraph.Counting(objects: count)
    withUnsafePointer(to: index) { index in
      withUnsafePointer(to: counting) { counting in
        nonisolated(unsafe) let index = index
        nonisolated(unsafe) let counting = counting
        let sink = CountingSink(counting: counting)
        run(pass, isConcurrent, index, count, layouts) { sink }
      }
    }
    let weak = BitSet(count: count)
    let filling = try counting.makeFilling()
    withUnsafePointer(to: index) { index in
      withUnsafePointer(to: filling) { filling in
        nonisolated(unsafe) let index = index
        nonisolated(unsafe) let filling = filling
        nonisolated(unsafe) let words = weak.words.base
        let sink = FillingSink(filling: filling, weak: words)
        run(pass, isConcurrent, index, count, layouts) { sink }
      }
    }
    let references = filling.finish()
    var seen = Set<UInt32>()
    var roots: [UInt32] = []
    for kind in RootKind.visitingOrder {
      for root in dump.census.roots where root.kind == kind {
        let number = index.number(of: root.id)
        if number != ObjectIndex.absent, seen.insert(number).inserted { roots.append(number) }
      }
    }
    return HeapGraph(index: index, references: references, weakSources: weak, roots: roots)
  }

  private init(
    index: consuming ObjectIndex, references: consuming ReferenceGraph, weakSources: consuming BitSet, roots: [UInt32]
  ) {
    self.index = index
    self.references = references
    self.weakSources = weakSources
    self.roots = roots
  }

  private static func makeIndex(_ dump: HeapDump, _ pass: HeapPass) throws(HeapDumpError) -> ObjectIndex {
    let ids = dump.census.ids
    let (visitors, _) = pass.run(.concurrent) { IndexVisitor(builder: BuilderBox(ids)) }
    let first = visitors[0].builder
    for other in visitors.dropFirst() { first.builder.pointee.merge(other.builder.builder.pointee) }
    return try first.take().finish()
  }

  private static func run<Sink: ReferenceSink>(
    _ pass: HeapPass, _ isConcurrent: Bool, _ index: UnsafePointer<ObjectIndex>, _ count: Int,
    _ layouts: ReferenceLayouts, _ make: @Sendable () -> Sink
  ) {
    nonisolated(unsafe) let index = index
    _ = pass.run(isConcurrent ? .concurrent : .sequential) {
      ReferenceVisitor(
        index: index, layouts: layouts, sink: make(), seen: isConcurrent ? nil : SeenBits(count: count))
    }
  }
}

extension RootKind {
  /// The order in which roots are visited: VisualVM's, by sub-tag with the unknown ones first.
  static let visitingOrder: [RootKind] = [
    .unknown, .jniGlobal, .jniLocal, .javaFrame, .nativeStack, .stickyClass, .threadBlock, .monitorUsed, .threadObject,
    .internedString, .finalizing, .debugger, .referenceCleanup, .vmInternal, .jniMonitor,
  ]
}

// MARK: - Visitors

/// A builder that visitors can share with their copies.
private final class BuilderBox: @unchecked Sendable {
  let builder: UnsafeMutablePointer<ObjectIndex.Builder>
  private var isTaken = false

  init(_ ids: IDSurvey) {
    builder = .allocate(capacity: 1)
    builder.initialize(to: ObjectIndex.Builder(ids))
  }

  deinit {
    if !isTaken { builder.deinitialize(count: 1) }
    builder.deallocate()
  }

  func take() -> ObjectIndex.Builder {
    precondition(!isTaken, "a builder is taken once")
    isTaken = true
    return builder.move()
  }
}

private struct IndexVisitor: HeapRecordVisitor, Sendable {
  let builder: BuilderBox

  @inline(__always)
  mutating func visit(_ instance: InstanceRecord) { builder.builder.pointee.insert(instance.id) }
  @inline(__always)
  mutating func visit(_ array: ObjectArrayRecord) { builder.builder.pointee.insert(array.id) }
  @inline(__always)
  mutating func visit(_ array: PrimitiveArrayRecord) { builder.builder.pointee.insert(array.id) }
  @inline(__always)
  mutating func visit(_ record: ClassRecord) { builder.builder.pointee.insert(record.id) }
}

/// Objects whose record was seen.
private final class SeenBits: @unchecked Sendable {
  private var words: [UInt64]
  init(count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

  func insert(_ number: UInt32) -> Bool {
    let bit: UInt64 = 1 << UInt64(number & 63)
    let isNew = words[Int(number >> 6)] & bit == 0
    words[Int(number >> 6)] |= bit
    return isNew
  }
}

/// What references are handed to: once to be counted, once to be filled in.
private protocol ReferenceSink: Sendable {
  func reference(from source: UInt32, to target: UInt32)
  func markWeak(_ source: UInt32)
}

private struct CountingSink: ReferenceSink, @unchecked Sendable {
  let counting: UnsafePointer<ReferenceGraph.Counting>
  @inline(__always)
  func reference(from source: UInt32, to target: UInt32) { counting.pointee.count(from: source) }
  @inline(__always)
  func markWeak(_ source: UInt32) {}
}

private struct FillingSink: ReferenceSink, @unchecked Sendable {
  let filling: UnsafePointer<ReferenceGraph.Filling>
  let weak: UnsafeMutablePointer<UInt64>
  @inline(__always)
  func reference(from source: UInt32, to target: UInt32) { filling.pointee.fill(from: source, to: target) }
  func markWeak(_ source: UInt32) {
    // Two threads may meet in a word.
    ReferenceGraph.setBit(weak, source)
  }
}

private struct ReferenceVisitor<Sink: ReferenceSink>: HeapRecordVisitor, @unchecked Sendable {
  let index: UnsafePointer<ObjectIndex>
  var layouts: ReferenceLayouts
  let sink: Sink
  let seen: SeenBits?

  @inline(__always)
  private func source(_ id: UInt64) -> UInt32? {
    let number = index.pointee.number(of: id)
    if number == ObjectIndex.absent { return nil }
    if let seen, !seen.insert(number) { return nil }
    return number
  }

  @inline(__always)
  private func add(_ source: UInt32, _ id: UInt64) -> Bool {
    guard id != 0 else { return false }
    let target = index.pointee.number(of: id)
    guard target != ObjectIndex.absent else { return false }
    sink.reference(from: source, to: target)
    return true
  }

  @inline(__always)
  mutating func visit(_ instance: InstanceRecord) {
    let layout = layouts.layout(instance.classID, limit: instance.data.count)
    guard layout.count > 0 || seen != nil else { return }
    guard let source = source(instance.id) else { return }
    let idSize = layouts.idSize
    for position in 0..<layout.count {
      let at = Int(layouts.offsets[layout.start &+ position])
      // An instance may be shorter than its class says.
      guard at &+ idSize <= instance.data.count else { continue }
      let isReference = add(source, instance.data.readID(at: at, size: idSize))
      if isReference, position == 0, layout.isWeak { sink.markWeak(source) }
    }
  }

  @inline(__always)
  mutating func visit(_ array: ObjectArrayRecord) {
    guard array.count > 0 || seen != nil, let source = source(array.id) else { return }
    let idSize = layouts.idSize
    for position in 0..<array.count { _ = add(source, array.data.readID(at: position &* idSize, size: idSize)) }
  }

  mutating func visit(_ array: PrimitiveArrayRecord) {
    // Where ids repeat, a first record without references still is the first.
    if seen != nil { _ = source(array.id) }
  }

  mutating func visit(_ record: ClassRecord) {
    guard let source = source(record.id) else { return }
    record.forEachStatic { _, type, at in
      if type == .object { _ = add(source, record.data.readID(at: at, size: record.idSize)) }
    }
    _ = add(source, record.loader)
  }
}
