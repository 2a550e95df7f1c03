// What heap dumps give cause to look at: each leak with the way that holds it and the command that shows it again.

internal import HeapDump
internal import SystemKit

struct HeapFindings {
  let dumps: [ExaminedDump]
  /// Tracked files by their last component.
  private let trackedByName: [Substring: [String]]

  /// So many suspects by size are told.
  private static let suspectLimit = 20

  init(dumps: [ExaminedDump], trackedFiles: [String]) {
    self.dumps = dumps
    let isAsked = dumps.contains { !$0.leaks.suspects.isEmpty }
    trackedByName = isAsked ? Dictionary(grouping: trackedFiles) { PathName.split($0).name[...] } : [:]
  }

  var all: [Finding] { leaks + suspects + unknown }

  private var leaks: [Finding] {
    ExaminedDump.distinct(dumps) { $0.kind.isCertain }.map { suspect, dump, dumpCount in
      let isOwn = suspect.isOwnLeak
      var message = HeapWords.line(suspect, of: dump.leaks.totalBytes)
      if dumpCount > 1 { message += ", in \(dumpCount) dumps" }
      if !isOwn { message += " (a known leak of the platform)" }
      var finding = finding(isOwn ? "heap.leak" : "heap.library-leak", isOwn ? .warning : .note, message, suspect, dump)
      if isOwn { finding.countsIn = HeapDumpInspector.leaks.name }
      return finding
    }
  }

  private var suspects: [Finding] {
    ExaminedDump.distinct(dumps) { !$0.kind.isCertain }.prefix(Self.suspectLimit).map { suspect, dump, dumpCount in
      var message = HeapWords.line(suspect, of: dump.leaks.totalBytes)
      if dumpCount > 1 { message += ", in \(dumpCount) dumps" }
      return finding("heap.suspect", .note, message, suspect, dump)
    }
  }

  private func finding(
    _ rule: String, _ severity: Severity, _ message: String, _ suspect: LeakSuspect, _ dump: ExaminedDump
  ) -> Finding {
    var finding = Finding(rule, severity, message, evidence: dump.file.shownPath)
    let details = HeapWords.holdings(suspect) + (suspect.path.map { HeapWords.way($0) } ?? [])
    if !details.isEmpty { finding.detail = details.joined(separator: "\n") }
    finding.place = source(of: suspect).map { Place($0) }
    if let object = suspect.objects.first {
      let part = dump.part.map { " --part \($0)" } ?? ""
      finding.mend = "plimsoll heap path \(TestCommand.quoted(dump.file.shownPath)) \(HeapWords.id(object))\(part)"
    }
    return finding
  }

  /// The source file of a class, by the custom that it has the name of the outermost class and lies in a folder for its package: so a
  /// leak has an owner, and a waiver can name its place.
  private func source(of suspect: LeakSuspect) -> String? {
    guard suspect.kind.isCertain else { return nil }
    let outermost = suspect.name.prefix { $0 != "$" && $0 != "[" }
    let path = String(outermost.map { $0 == "." ? "/" : $0 })
    var matches: [String] = []
    for suffix in [".java", ".kt", ".scala", ".groovy"] {
      let name = PathName.split(path).name + suffix
      matches += (trackedByName[name[...]] ?? []).filter { $0 == path + suffix || $0.hasSuffix("/" + path + suffix) }
    }
    return matches.count == 1 ? matches[0] : nil
  }

  /// What crunched dumps do not tell: a load line on it cannot be told either.
  private var unknown: [Finding] {
    dumps.flatMap { dump in
      dump.unknown.map { what in
        Finding("heap.unknown", .note, what, evidence: dump.file.shownPath)
      }
    }
  }
}

extension ExaminedDump {
  /// What the dump does not hold any more, a line each.
  var unknown: [String] {
    var lines = leaks.unknownTexts.map { "unknown: \($0)" }
    if case .unknown(let why) = summary.strings { lines.append("unknown: what duplicate strings cost (\(why))") }
    if case .unknown(let why) = summary.bitmaps { lines.append("unknown: the sizes of bitmaps (\(why))") }
    if summary.bitmaps.value != nil, pixels == nil { lines.append("unknown: the sizes of some bitmaps") }
    if case .unknown(let why) = summary.threads { lines.append("unknown: the threads and their stacks (\(why))") }
    return lines
  }
}
