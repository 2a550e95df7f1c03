// Reads JaCoCo XML (report.dtd 1.1).
//
//   report(name) > sessioninfo(id start dump)*, (group(name) > ...)*, package(name)*, counter*
//     package > class(name sourcefilename?) > method(name desc line?) > counter(type missed covered)*
//             > sourcefile(name) > line(nr mi ci mb cb)*, counter*
//
// mi/ci are missed and covered instructions of a line, mb/cb branches: numbers without names, so that a merge knows only an
// interval. A line ran if ci > 0; how often is not known. A path is package and file name, without any source folder; two
// modules (groups) may have the same one, and then the group's name is put before it. Counters of source files and of the
// report are compared with what the lines give. Reports are one line of up to 100 MB and are streamed.

internal import MarkupKit
internal import SystemKit

enum JaCoCoReader {
  /// Reads a report.
  ///
  /// - Throws: `CoverageError` with the line of the element that cannot be read.
  /// - Complexity: O(n); memory O(lines of all files).
  static func parse(
    _ bytes: UnsafeRawBufferPointer, source: String, keepGoing: Bool
  ) throws(CoverageError) -> ParsedReport {
    let handler = JaCoCoReport(source: source, keepGoing: keepGoing)
    try XMLReport.run(bytes, handler)
    handler.finish()
    return handler.report
  }
}

private final class JaCoCoReport: XMLReport, XMLHandler {
  private enum Open { case report, group, package, type, method, sourceFile, other }
  private var open: [Open] = []
  private var groups: [String] = []
  private var package: PackagePart?
  private var type: (name: String, file: String?)?
  private var method: (name: String, start: UInt32, hasRun: Bool?)?
  private var file: FilePart?
  private var files: [(group: String, path: String, model: FileCoverage)] = []
  private var claims: [Claim] = []
  private var lostMethods = 0
  /// Code that the compiler made has no line: counters include it, lines do not.
  private var lineless: (instructions: UInt64, branches: UInt64) = (0, 0)

  private struct PackagePart {
    var name: String
    var firstFile: Int
    /// Functions wait for the source files of their package, which come after the classes.
    var functions: [(type: String, file: String?, function: FunctionCount)] = []
  }

  private struct FilePart {
    var name: String
    var reportLine: Int
    var model: FileCoverage
    var claims: [Claim] = []
  }

  private struct Claim {
    var type: String
    var missed: UInt64
    var covered: UInt64
  }

  func startElement(_ name: DocumentText, _ attributes: XMLAttributes, line: Int) throws(MarkupError) {
    self.line = line
    switch name {
    case "line":
      if file != nil { try addLine(attributes) }
      open.append(.other)
    case "counter":
      readCounter(attributes)
      open.append(.other)
    case "method":
      beginMethod(attributes)
      open.append(.method)
    case "class":
      type = (attributes.string("name") ?? "", attributes.string("sourcefilename"))
      open.append(.type)
    case "sourcefile":
      try beginFile(attributes)
      open.append(.sourceFile)
    case "package":
      package = PackagePart(name: attributes.string("name") ?? "", firstFile: files.count)
      open.append(.package)
    case "group":
      groups.append(attributes.string("name") ?? "")
      open.append(.group)
    case "sessioninfo":
      if let time = ReportTime.seconds(attributes["dump"]) {
        report.madeAt = report.madeAt.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
      }
      open.append(.other)
    case "report": open.append(.report)
    default: open.append(.other)
    }
  }

  func endElement(_ name: DocumentText) throws(MarkupError) {
    switch open.popLast() {
    case .method: endMethod()
    case .type: type = nil
    case .sourceFile: endFile()
    case .package: endPackage()
    case .group: _ = groups.popLast()
    default: break
    }
  }

  // MARK: - Source files

  private func beginFile(_ attributes: XMLAttributes) throws(MarkupError) {
    guard let name = attributes.string("name"), !name.isEmpty else {
      file = nil
      return try damage(Self.text("sourcefile", attributes), expected: "name=\"<file>\"")
    }
    let folder = package?.name ?? ""
    var model = FileCoverage(path: folder.isEmpty ? name : folder + "/" + name)
    model.isBoolean = true
    file = FilePart(name: name, reportLine: line, model: model)
  }

  private func addLine(_ attributes: XMLAttributes) throws(MarkupError) {
    guard let number = try sourceLine(attributes, "nr", of: "line"),
      let missed = try small(attributes, "mi", of: "line"), let covered = try small(attributes, "ci", of: "line"),
      let missedBranches = try small(attributes, "mb", of: "line"),
      let coveredBranches = try small(attributes, "cb", of: "line")
    else { return }
    file!.model.lines.append(LineCount(number, covered > 0 ? 1 : 0))
    if missed > 0 || covered > 0 {
      file!.model.instructionTallies.append(Tally(line: number, covered: covered, total: missed + covered))
    }
    if missedBranches > 0 || coveredBranches > 0 {
      file!.model.branchTallies.append(
        Tally(line: number, covered: coveredBranches, total: missedBranches + coveredBranches))
    }
  }

  private func endFile() {
    guard var part = file else { return }
    file = nil
    part.model.sortLines()
    compare(part.claims, part.model.totals, file: part.model.path, line: part.reportLine, withMethods: false)
    files.append((groups.joined(separator: "/"), part.model.path, part.model))
  }

  // MARK: - Methods

  private func beginMethod(_ attributes: XMLAttributes) {
    let owner = type?.name.split(separator: "/").last.map(String.init) ?? ""
    let name = (attributes.string("name") ?? "") + (attributes.string("desc") ?? "")
    let start = attributes["line"]?.unsigned ?? 0
    method = (owner.isEmpty ? name : owner + "." + name, start <= UInt64(UInt32.max) ? UInt32(start) : 0, nil)
  }

  private func endMethod() {
    guard let method else { return }
    self.method = nil
    // A method without a METHOD counter has no instructions.
    guard let type, let hasRun = method.hasRun else { return }
    let function = FunctionCount(name: method.name, start: method.start, count: hasRun ? 1 : 0)
    package?.functions.append((type.name, type.file, function))
  }

  private func readCounter(_ attributes: XMLAttributes) {
    guard let type = attributes["type"], let missed = attributes["missed"]?.unsigned,
      let covered = attributes["covered"]?.unsigned
    else { return }
    switch open.last {
    case .method: if type == "METHOD" { method?.hasRun = covered > 0 }
    case .sourceFile: file?.claims.append(Claim(type: type.string, missed: missed, covered: covered))
    case .report: claims.append(Claim(type: type.string, missed: missed, covered: covered))
    default: break
    }
  }

  private func endPackage() {
    guard let package else { return }
    self.package = nil
    var byName: [ExactText: Int] = [:]
    for index in package.firstFile..<files.count {
      byName[ExactText(PathName.split(files[index].path).name)] = index
    }
    for (type, file, function) in package.functions {
      let index = ((file.map { [$0] } ?? []) + Self.guess(type)).lazy.compactMap { byName[ExactText($0)] }.first
      if let index { files[index].model.functions.append(function) } else { lostMethods += 1 }
    }
  }

  /// Where a class that names no source file may stand: `a/Foo$Bar` in `Foo.java`, Kotlin's `FooKt` in `Foo.kt`.
  private static func guess(_ type: String) -> [String] {
    let name = type.split(separator: "/").last ?? ""
    let outer = String(name.prefix { $0 != "$" })
    var names = ["\(outer).java", "\(outer).kt", "\(outer).groovy", "\(outer).scala"]
    if outer.hasSuffix("Kt") { names.append("\(outer.dropLast(2)).kt") }
    return names
  }

  // MARK: - The end

  func finish() {
    var groupsOfPath: [ExactText: Set<String>] = [:]
    for file in files { groupsOfPath[ExactText(file.path), default: []].insert(file.group) }
    var totals = CoverageTotals()
    for (group, path, var model) in files {
      if groupsOfPath[ExactText(path)]!.count > 1, !group.isEmpty { model.path = group + "/" + path }
      model.functions.sort { $0.start == $1.start ? $0.name.precedes($1.name) : $0.start < $1.start }
      totals += model.totals
      report.files.append(model)
    }
    if lineless.instructions > 0 || lineless.branches > 0 {
      report.warnings.add(
        .note(
          "\(lineless.instructions) instructions and \(lineless.branches) branches belong to no line and are not counted"
        ))
    }
    if lostMethods > 0 {
      report.warnings.add(.note("methods of classes without a source file were passed over: \(lostMethods)"))
    }
    compare(claims, totals, file: Self.whole, line: 0, withMethods: lostMethods == 0)
  }

  private func compare(_ claims: [Claim], _ totals: CoverageTotals, file: String, line: Int, withMethods: Bool) {
    for claim in claims {
      let counted: CoverageRatio
      switch claim.type {
      case "LINE": counted = totals.lines
      case "BRANCH": counted = totals.branches
      case "INSTRUCTION": counted = totals.instructions
      case "METHOD" where withMethods: counted = totals.functions
      default: continue
      }
      let total = claim.missed.saturatingAdd(claim.covered)
      if claim.type != "LINE", claim.type != "METHOD", total >= counted.total, claim.covered >= counted.covered,
        claim.missed >= counted.total - counted.covered
      {
        guard file != Self.whole else { continue }
        if claim.type == "BRANCH" { lineless.branches &+= total - counted.total }
        if claim.type == "INSTRUCTION" { lineless.instructions &+= total - counted.total }
        continue
      }
      compare("\(claim.type) total", file: file, claimed: total, counted: counted.total, line: line)
      compare("\(claim.type) covered", file: file, claimed: claim.covered, counted: counted.covered, line: line)
    }
  }

  private static let whole = "the report"
}

extension FileCoverage {
  /// Orders lines and tallies, and joins repeated ones: copies of one line, of which the larger figures hold.
  mutating func sortLines() {
    for index in 1..<max(1, lines.count) where lines[index - 1].line >= lines[index].line {
      var largest: [UInt32: UInt64] = [:]
      for line in lines { largest[line.line] = max(largest[line.line] ?? 0, line.count) }
      lines = largest.map { LineCount($0.key, $0.value) }.sorted { $0.line < $1.line }
      branchTallies = Self.largest(branchTallies)
      instructionTallies = Self.largest(instructionTallies)
      return
    }
  }

  private static func largest(_ tallies: [Tally]) -> [Tally] {
    var largest: [UInt32: Tally] = [:]
    for tally in tallies {
      guard let known = largest[tally.line] else {
        largest[tally.line] = tally
        continue
      }
      largest[tally.line] = Tally(
        line: tally.line, covered: max(known.atLeast, tally.atLeast), total: max(known.total, tally.total))
    }
    return largest.values.sorted { $0.line < $1.line }
  }
}
