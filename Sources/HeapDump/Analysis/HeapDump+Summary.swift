// Makes the summary: the census gives counts and sizes, and three passes more the texts, which share them with the steps from
// threads to their names.

internal import ByteKit

extension HeapDump {
  /// What is no longer in the dump because it was crunched; `nil` for a whole one.
  package var losses: BMDLosses? { image.losses }

  /// Sums up the dump.
  ///
  /// - Parameter limit: how many arrays and texts are named.
  /// - Complexity: three passes over the heap beyond the one of opening it. Memory: a bit for each possible address of an object and
  ///   eight for each string.
  public func summary(limit: Int = 20) -> HeapSummary {
    let layout = stringLayout
    let pass = HeapPass(image: image, outline: outline)
    var threads = ThreadReader(self, layout)

    // Pass 1.
    let expected = layout.map { layout in
      census.slots.reduce(0) { $0 + ($1.classID == layout.classID ? $1.instances : 0) }
    }
    let unmarked = ReferenceMarks(census.ids, expected: expected ?? 0)
    let idSize = header.idSize
    let objectFinder = ObjectFinder(threads.objectIDs)
    let bitmapReader = BitmapReader(self)
    let (first, _) = pass.run(.concurrent) {
      PairVisitor(
        first: DuplicateStrings.Strings(layout: layout, idSize: idSize, marks: unmarked),
        second: PairVisitor(first: FindingVisitor(finder: objectFinder), second: bitmapReader))
    }
    threads.take(objects: Self.offsets(first.map(\.second.first)))
    let bitmaps = first.flatMap(\.second.second.found)
    var strings = first[0].first
    for other in first.dropFirst() { strings.merge(other.first) }

    // Pass 2.
    let marked = strings.marks
    let filter = TwiceFilter(expected: marked.marked)
    let nameFinder = ObjectFinder(threads.nameIDs)
    let (second, _) = pass.run(.concurrent) {
      PairVisitor(
        first: DuplicateStrings.Filtering(marks: marked, filter: filter),
        second: FindingVisitor(finder: nameFinder))
    }
    let unreadable = second.reduce(0) { $0 + $1.first.unreadable }
    threads.take(names: Self.offsets(second.map(\.second)))

    // Pass 3.
    let rule = sizeRule
    let arrayFinder = ObjectFinder(threads.arrayIDs)
    let (third, _) = pass.run(.concurrent) {
      PairVisitor(
        first: DuplicateStrings.Counting(marks: marked, filter: filter, rule: rule),
        second: FindingVisitor(finder: arrayFinder))
    }
    var counts = third[0].first.counts
    for other in third.dropFirst() { counts.merge(other.first.counts) }
    threads.take(arrays: Self.offsets(third.map(\.second)))

    let figures: Known<StringFigures>
    if let layout, layout.offset != nil {
      figures = partFigures(strings, layout, limit)
    } else if unreadable > 0 {
      figures = .unknown("the dump does not hold the elements of arrays")
    } else {
      figures = .known(layout.map { self.figures(strings.count, counts, $0, limit) } ?? StringFigures())
    }
    return assemble(figures, self.bitmaps(bitmaps), threads.finish(), limit)
  }

  private static func offsets(_ visitors: [FindingVisitor]) -> [UInt64: Int] {
    visitors.reduce(into: [:]) { $0.merge($1.finder.offsets) { first, _ in first } }
  }

  private func assemble(
    _ strings: Known<StringFigures>, _ bitmaps: Known<[HeapBitmap]>, _ threads: [HeapThread], _ limit: Int
  ) -> HeapSummary {
    let classCounts = classCounts().filter { $0.count > 0 }
      .sorted { ($0.bytes, $0.count, $1.name, $1.id) > ($1.bytes, $1.count, $0.name, $0.id) }
    let heaps = heapNames.enumerated().map { index, name in
      let rows = self.classCounts(heap: index)
      return HeapShare(
        name: name, objects: rows.reduce(0) { $0 + $1.count }, bytes: rows.reduce(0) { $0 + $1.bytes })
    }.filter { $0.objects > 0 }
    var rootCounts: [RootKind: Int] = [:]
    for root in census.roots { rootCounts[root.kind, default: 0] += 1 }
    let arrays = census.largest.prefix(limit).map { array in
      let name =
        array.type == .object
        ? classes.index(of: array.classID).map { classes.entries[$0].name } ?? "unknown[]" : array.type.name + "[]"
      return LargeArray(
        id: array.id, type: name, count: array.count, bytes: sizeRule.array(array.type, count: array.count))
    }
    let isThreadless = losses.map { !$0.hasRootKinds } ?? false
    return HeapSummary(
      objects: classCounts.reduce(0) { $0 + $1.count }, bytes: classCounts.reduce(0) { $0 + $1.bytes },
      classCount: classes.entries.count(where: \.isDefined), symbolCount: outline.strings.count, classes: classCounts,
      heaps: heaps,
      roots: rootCounts.map { RootCount(kind: $0.key, count: $0.value) }
        .sorted { ($0.count, $1.kind.rawValue) > ($1.count, $0.kind.rawValue) },
      largestArrays: arrays, strings: strings, bitmaps: bitmaps,
      threads: isThreadless ? .unknown("the dump does not hold the kinds of its roots") : .known(threads))
  }

  private func partFigures(
    _ strings: DuplicateStrings.Strings, _ layout: StringLayout, _ limit: Int
  ) -> Known<StringFigures> {
    let sorted = strings.parts.sorted { ($0.id, $0.start, $0.count) < ($1.id, $1.start, $1.count) }
    // No real dump has strings that show the same characters more often than this, all together.
    var visitor = DuplicateStrings.Parts(parts: sorted, budget: 16 * image.count + (1 << 24))
    _ = HeapPass(image: image, outline: outline).run(&visitor)
    if visitor.budget < 0 {
      return .unknown("strings that show parts of one another's arrays would take too long to compare")
    }
    if visitor.unreadable > 0 { return .unknown("the dump does not hold the elements of arrays") }
    return .known(figures(strings.count, visitor.counts, layout, limit))
  }

  private func figures(_ count: Int, _ counts: TextCounts, _ layout: StringLayout, _ limit: Int) -> StringFigures {
    let stringSize = classes.instanceSize(layout.classIndex, sizeRule)
    var figures = StringFigures(count: count, distinct: count)
    var rows: [(group: TextCounts.Group, wasted: Int)] = []
    for group in counts.groups where group.strings > 1 {
      figures.distinct -= group.strings - 1
      let perArray = group.arrays > 0 ? group.bytes / group.arrays : 0
      let wasted = (group.strings - 1) * stringSize + max(0, group.arrays - 1) * perArray
      figures.wasted += wasted
      rows.append((group, wasted))
    }
    rows.sort { ($0.wasted, $1.group.sample) > ($1.wasted, $0.group.sample) }
    rows = Array(rows.prefix(limit))
    let shown = 200
    let samples = rows.map { row in array(at: row.group.sample, from: row.group.start, limit: shown * 2) }
    let wide = wideArrays(rows.map(\.group.sampleID), samples.map { $0?.data ?? [] }, layout)
    figures.duplicates = zip(rows, samples).map { row, sample in
      guard let sample, let data = sample.data else {
        return DuplicateText(text: "", isCut: true, count: row.group.strings, wasted: row.wasted)
      }
      let length = row.group.length < 0 ? sample.count : row.group.length
      let bytes = data.prefix(length * sample.type.size(idSize: 0))
      let text = Self.text(sample.type, bytes, isUTF16: wide.contains(row.group.sampleID))
      return DuplicateText(
        text: String(text.prefix(shown)), isCut: length > shown, count: row.group.strings, wasted: row.wasted)
    }
    return figures
  }

  /// Which of a few byte arrays hold UTF-16. That takes a pass, which is made only where one of them is not plain ASCII.
  private func wideArrays(_ ids: [UInt64], _ samples: [[UInt8]], _ layout: StringLayout) -> Set<UInt64> {
    guard let coder = layout.coder, samples.contains(where: { $0.contains { $0 >= 0x7F || $0 < 0x09 } }) else {
      return []
    }
    let finder = ObjectFinder(ids)
    let idSize = header.idSize
    let (visitors, _) = HeapPass(image: image, outline: outline).run(.concurrent) {
      DuplicateStrings.Coders(layout: layout, coder: coder, idSize: idSize, finder: finder)
    }
    return visitors.reduce(into: []) { $0.formUnion($1.wide) }
  }
}
