// Heap dumps as evidence: HPROF and BMD, through the HeapDump library. Each dump is opened, summed up and examined once, one after
// the other: a dump may take all the memory there is, and its passes use all cores.

internal import HeapDump
internal import SystemKit

/// Reads heap dumps.
public struct HeapDumpInspector: Inspector {
  /// Creates the inspector.
  public init() {}

  /// `heap`.
  public let area = Area(name: "heap", title: "Heap dumps")

  // Sizes are those of the worst dump: each is a picture of one moment, and moments do not add up. Leaks are counted over all.
  static let bytes = FigureKind("heap.bytes", "size of all objects in the heap", .bytes, .lower, onlyGrows: true)
  static let objects = FigureKind("heap.objects", "objects in the heap", .count, .lower, onlyGrows: true)
  static let leaks = FigureKind(
    "heap.leaks", "leaks: ways by which objects are held that are done with", .count, .lower, onlyGrows: true)
  static let leakedObjects = FigureKind(
    "heap.leaked-objects", "objects that are done with and still held", .count, .lower, onlyGrows: true)
  static let leakedBytes = FigureKind(
    "heap.leaked-bytes", "what leaked objects retain", .bytes, .lower, onlyGrows: true)
  static let duplicates = FigureKind(
    "heap.duplicate-strings", "what strings with the same text cost", .bytes, .lower, onlyGrows: true)
  static let bitmaps = FigureKind("heap.bitmaps", "pixels of Android's bitmaps", .bytes, .lower, onlyGrows: true)

  /// The figures of heap dumps.
  public let figures = [
    HeapDumpInspector.bytes, HeapDumpInspector.objects, HeapDumpInspector.leaks, HeapDumpInspector.leakedObjects,
    HeapDumpInspector.leakedBytes, HeapDumpInspector.duplicates, HeapDumpInspector.bitmaps,
  ]

  /// The rules of heap dumps.
  public let rules = ["heap.leak", "heap.library-leak", "heap.suspect", "heap.unknown", "heap.parts"]

  /// What people call their dumps.
  public let usualNames = ["*.hprof", "*.bmd"]

  /// Recognises HPROF and BMD by their headers.
  public func recognise(_ head: UnsafeRawBufferPointer) -> EvidenceRecognition {
    HeapDumpFormat.recognise(head).map { .evidence($0.rawValue) } ?? .unknown
  }

  /// So many of the largest arrays, texts and bitmaps are named.
  static let listed = 20
  /// So many dumps of one file are read.
  static let partLimit = 8

  /// Reads dumps; one that is damaged is left out and told.
  public func inspect(_ files: [EvidenceFile], _ context: InspectionContext) -> Inspection {
    var inspection = Inspection()
    var dumps: [ExaminedDump] = []
    for file in files { read(file, &dumps, &inspection) }
    guard !dumps.isEmpty else { return inspection }
    inspection.figures = Self.figures(dumps)
    inspection.findings += HeapFindings(dumps: dumps, trackedFiles: context.trackedFiles).all
    inspection.section = HeapSection.section(area, dumps)
    return inspection
  }

  /// Reads all dumps of a file.
  private func read(_ file: EvidenceFile, _ dumps: inout [ExaminedDump], _ inspection: inout Inspection) {
    var outcome = Inspection.FileOutcome(file: file)
    defer { inspection.outcomes.append(outcome) }
    var read: [ExaminedDump] = []
    do {
      let image = try HeapImage(path: file.path)
      var count = 1
      var part = 0
      while part < min(count, Self.partLimit) {
        let dump = try HeapDump(image: image, part: part)
        count = dump.partCount
        if let first = dump.damage.first {
          let more = dump.damage.count > 1 ? " (and \(dump.damage.count - 1) more)" : ""
          outcome.state = .unreadable("\(count > 1 ? "dump \(part + 1): " : "")\(first)\(more)")
          return
        }
        if dump.header.milliseconds > 0 {
          let made = Timestamp(seconds: Int64(clamping: dump.header.milliseconds / 1000))
          outcome.madeAt = max(outcome.madeAt ?? made, made)
        }
        let examined = try ExaminedDump(dump, file: file)
        if examined.summary.objects == 0 {
          outcome.state = .empty("the heap dump holds no object")
          return
        }
        read.append(examined)
        part += 1
      }
      if count > 1 {
        inspection.findings.append(
          Finding(
            "heap.parts", .note,
            "the file holds \(count) dumps, one appended to the other"
              + (count > part ? "; the first \(part) were read" : "; all were read"),
            evidence: file.shownPath,
            mend: "plimsoll heap summary \(TestCommand.quoted(file.shownPath)) --part \(count)"))
      }
      dumps += read
    } catch {
      outcome.state = .unreadable("\(error)")
    }
  }

  // MARK: - Figures

  private static func figures(_ dumps: [ExaminedDump]) -> [Figure] {
    // The parts of a file come one after the other.
    let evidence = dumps.indices.filter { $0 == 0 || dumps[$0].file.path != dumps[$0 - 1].file.path }
      .map { dumps[$0].file.shownPath }
    /// The figure of the dump in which it is largest; none where a dump does not hold it.
    func worst(_ kind: FigureKind, _ detail: (ExaminedDump) -> String?, _ value: (ExaminedDump) -> Int?) -> Figure? {
      let values = dumps.compactMap(value)
      guard values.count == dumps.count, let most = values.max(), let at = values.firstIndex(of: most) else {
        return nil
      }
      var words = detail(dumps[at])
      if dumps.count > 1 { words = (words.map { $0 + " " } ?? "") + "in \(dumps[at].name)" }
      return Figure(kind, value: Double(most), evidence: evidence, detail: words)
    }
    var figures = [
      worst(bytes) {
        "\(FigureText.count($0.summary.objects)) objects"
      } _: {
        $0.summary.bytes
      },
      worst(objects) {
        "of \(FigureText.count($0.summary.classes.count)) classes"
      } _: {
        $0.summary.objects
      },
      worst(duplicates) { dump in
        dump.summary.strings.value.map {
          "\(FigureText.count($0.count)) strings, \(FigureText.count($0.distinct)) different"
        }
      } _: {
        $0.summary.strings.value?.wasted
      },
    ].compactMap { $0 }
    if dumps.contains(where: { $0.summary.bitmaps.value?.isEmpty == false }),
      let figure = worst(
        bitmaps, { dump in dump.summary.bitmaps.value.map { Plural.text($0.count, "bitmap") } }, \.pixels)
    {
      figures.append(figure)
    }
    return figures + leakFigures(dumps, evidence)
  }

  /// Where a dump does not hold the signs of a leak, what was found is the least there is; nothing found is no figure.
  private static func leakFigures(_ dumps: [ExaminedDump], _ evidence: [String]) -> [Figure] {
    let isKnown = dumps.allSatisfy { $0.leaks.unknownTexts.isEmpty }
    let ways = ExaminedDump.distinct(dumps) { $0.isOwnLeak }
    guard isKnown || !ways.isEmpty else { return [] }
    let worst = dumps.map { ($0.ownLeaks.reduce(0) { $0 + $1.count }, $0.leaks.certainBytes, $0) }
    let mostObjects = worst.map(\.0).max() ?? 0
    let mostBytes = worst.map(\.1).max() ?? 0
    func figure(_ kind: FigureKind, _ value: Int, atMost: (ExaminedDump) -> Int, _ detail: String? = nil) -> Figure {
      let limit = isKnown ? value : max(value, dumps.map(atMost).max() ?? value)
      return Figure(kind, value: Double(value), atMost: Double(limit), evidence: evidence, detail: detail)
    }
    return [
      figure(leaks, ways.count, atMost: \.summary.objects, isKnown ? nil : "at least: see heap.unknown"),
      figure(leakedObjects, mostObjects, atMost: \.summary.objects),
      figure(
        leakedBytes, mostBytes, atMost: \.summary.bytes,
        worst.first { $0.1 == mostBytes }.map { "\(HeapWords.share(mostBytes, of: $0.2.summary.bytes)) of the heap" }),
    ]
  }
}

/// A dump with all that the survey makes of it; the dump itself is closed again.
struct ExaminedDump: Sendable {
  let file: EvidenceFile
  /// How it is called: the file's path, and the number of the dump where the file holds several.
  let name: String
  /// The number as `--part` takes it; `nil` where the file holds one dump.
  let part: Int?
  /// What kind of dump it is, in one line.
  let kind: String
  let summary: HeapSummary
  let leaks: HeapLeaks
  let dominators: HeapDominators

  init(_ dump: HeapDump, file: EvidenceFile) throws {
    self.file = file
    part = dump.partCount > 1 ? dump.part + 1 : nil
    name = part.map { "\(file.shownPath) (dump \($0))" } ?? file.shownPath
    kind = HeapSection.kind(dump)
    summary = dump.summary(limit: HeapDumpInspector.listed)
    var limits = HeapDump.TreeLimits()
    limits.nodes = 500
    let examination = try dump.examine(limit: HeapDumpInspector.listed, tree: limits)
    leaks = examination.leaks
    dominators = examination.dominators
  }

  /// Certain leaks that are not the platform's.
  var ownLeaks: [LeakSuspect] { leaks.suspects.filter(\.isOwnLeak) }

  /// What all bitmaps' pixels take; `nil` where it is not known of one of them.
  var pixels: Int? {
    guard let bitmaps = summary.bitmaps.value else { return nil }
    let sizes = bitmaps.compactMap(\.bytes)
    // Sides are any numbers in a damaged dump.
    return sizes.count == bitmaps.count ? sizes.reduce(0) { $0 > Int.max - $1 ? Int.max : $0 + $1 } : nil
  }

  /// Suspects of all dumps, those of one kind that are held in the same way once: in the dump in which they retain most.
  static func distinct(
    _ dumps: [ExaminedDump], where isMeant: (LeakSuspect) -> Bool
  ) -> [(suspect: LeakSuspect, dump: ExaminedDump, dumpCount: Int)] {
    var found: [(suspect: LeakSuspect, dump: ExaminedDump, dumpCount: Int)] = []
    var places: [String: Int] = [:]
    for dump in dumps {
      for suspect in dump.leaks.suspects where isMeant(suspect) {
        let key = "\(suspect.kind.rawValue) \(suspect.name) \(suspect.path?.signature ?? "")"
        guard let place = places[key] else {
          places[key] = found.count
          found.append((suspect, dump, 1))
          continue
        }
        if found[place].dump.name != dump.name { found[place].dumpCount += 1 }
        if suspect.retained > found[place].suspect.retained {
          found[place].suspect = suspect
          found[place].dump = dump
        }
      }
    }
    return found
  }
}

extension LeakSuspect {
  /// Whether it is certain and not the platform's.
  var isOwnLeak: Bool { kind.isCertain && path?.libraryLeak == nil }
}
