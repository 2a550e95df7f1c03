// Writes Cobertura XML (coverage-04.dtd). Rates are worked out from the records; where there is
// nothing to cover a rate is 1, as coverlet and coverage.py have it (gcovr writes 0). They are cut, never rounded up, so that
// only what is wholly covered says 1.

internal import ByteKit
public import SystemKit

/// Writes reports as Cobertura XML.
public enum CoberturaWriter {
  /// Writes all files, grouped into packages by their folders; tests are folded together.
  ///
  /// Absolute paths are written relative to their common root, which becomes the one `source`. The output depends on
  /// nothing but the report and `timestamp` (seconds since 1970), which is 0 when it is not given: the DTD asks for one.
  ///
  /// - Throws: `SystemError` when the sink does.
  public static func write(
    _ report: CoverageReport, timestamp: Int64? = nil, to sink: FileSink
  ) throws(SystemError) {
    let files = report.byPath
    let root = CommonRoot.of(files.map(\.path))
    var packages: [(name: String, files: [Entry])] = []
    var indices: [ExactText: Int] = [:]
    for file in files {
      let name = PathName.relative(file.path, to: root) ?? file.path
      let folder = PathName.split(name).folder
      let package = folder.isEmpty ? "." : folder
      let entry = Entry(name: name, file: file)
      // Files are ordered by path, which is not the order of their folders.
      if let index = indices[ExactText(package)] {
        packages[index].files.append(entry)
      } else {
        indices[ExactText(package)] = packages.count
        packages.append((package, [entry]))
      }
    }
    packages.sort { $0.name.precedes($1.name) }

    try sink.write { writeHead(packages.flatMap(\.files), root, timestamp, &$0) }
    for package in packages {
      try sink.write { out in
        out.append("    <package name=\"")
        escape(package.name, &out)
        out.append("\"")
        rates(package.files, &out)
        out.append(">\n      <classes>\n")
      }
      for entry in package.files { try sink.write { write(entry, &$0) } }
      try sink.write("      </classes>\n    </package>\n")
    }
    try sink.write("  </packages>\n</coverage>\n")
  }

  /// A file, with what its rates are made of.
  private struct Entry {
    let name: String
    let file: FileCoverage
    let lines: CoverageRatio
    let branches: CoverageRatio

    init(name: String, file: FileCoverage) {
      self.name = name
      self.file = file
      lines = CoverageRatio(UInt64(file.lines.count { $0.count > 0 }), of: UInt64(file.lines.count))
      branches = file.branchesOfLines.reduce(into: CoverageRatio()) { $0.add($1.tally) }
    }
  }

  private static func writeHead(
    _ files: [Entry], _ root: String, _ timestamp: Int64?, _ out: inout ByteWriter
  ) {
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    out.append("<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n<coverage")
    rates(files, &out, isRoot: true)
    out.append(" version=\"plimsoll\" timestamp=\"\(timestamp ?? 0)\">\n")
    if root.isEmpty {
      out.append("  <sources/>\n")
    } else {
      out.append("  <sources>\n    <source>")
      escape(root, &out)
      out.append("</source>\n  </sources>\n")
    }
    out.append("  <packages>\n")
  }

  private static func rates(_ files: [Entry], _ out: inout ByteWriter, isRoot: Bool = false) {
    var lines = CoverageRatio()
    var branches = CoverageRatio()
    for file in files {
      lines += file.lines
      branches += file.branches
    }
    out.append(" line-rate=\"\(rate(lines.covered, lines.total))\" ")
    out.append("branch-rate=\"\(rate(branches.covered, branches.total))\"")
    if isRoot {
      out.append(" lines-covered=\"\(lines.covered)\" lines-valid=\"\(lines.total)\"")
      out.append(" branches-covered=\"\(branches.covered)\" branches-valid=\"\(branches.total)\"")
    }
    out.append(" complexity=\"0\"")
  }

  /// Four digits, cut: `0.9999` is what almost all is.
  static func rate(_ covered: UInt64, _ total: UInt64) -> String {
    if covered >= total { return "1" }
    if covered == 0 { return "0" }
    // `covered * 10000 / total` without overflow.
    let digits = String(total.dividingFullWidth(covered.multipliedFullWidth(by: 10_000)).quotient)
    return "0." + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  // MARK: - Files

  private static func write(_ entry: Entry, _ out: inout ByteWriter) {
    let file = entry.file
    out.append("        <class name=\"")
    escape(PathName.split(entry.name).name, &out)
    out.append("\" filename=\"")
    escape(entry.name, &out)
    out.append("\"")
    rates([entry], &out)
    out.append(">\n")
    writeMethods(file, &out)
    let branches = file.branchesOfLines
    guard !file.lines.isEmpty else {
      out.append("          <lines/>\n        </class>\n")
      return
    }
    out.append("          <lines>\n")
    var at = 0
    for line in file.lines {
      while at < branches.count, branches[at].tally.line < line.line { at += 1 }
      let decision = at < branches.count && branches[at].tally.line == line.line ? branches[at] : nil
      out.append("            <line number=\"")
      out.appendDecimal(UInt64(line.line))
      out.append("\" hits=\"")
      out.appendDecimal(line.count)
      guard let decision else {
        out.append("\" branch=\"false\"/>\n")
        continue
      }
      let tally = decision.tally
      let percent = UInt64(tally.atLeast) * 100 / UInt64(tally.total)
      out.append("\" branch=\"true\" condition-coverage=\"\(percent)% (\(tally.atLeast)/\(tally.total))\"")
      writeConditions(decision.named, &out)
    }
    out.append("          </lines>\n        </class>\n")
  }

  /// Decisions by their blocks, where all branches of the line have a name.
  private static func writeConditions(_ branches: [BranchCount], _ out: inout ByteWriter) {
    var blocks: [(name: String, covered: Int, total: Int)] = []
    for branch in branches {
      if blocks.last?.name != branch.block { blocks.append((branch.block, 0, 0)) }
      blocks[blocks.count - 1].total += 1
      if branch.isCovered { blocks[blocks.count - 1].covered += 1 }
    }
    guard !blocks.isEmpty, Set(blocks.map(\.name)).count == blocks.count else {
      out.append("/>\n")
      return
    }
    let areNumbers = blocks.allSatisfy { UInt32($0.name) != nil }
    out.append(">\n              <conditions>\n")
    for (index, block) in blocks.enumerated() {
      let number = areNumbers ? block.name : "\(index)"
      let percent = block.covered * 100 / block.total
      out.append("                <condition number=\"\(number)\" type=\"\(block.total == 2 ? "jump" : "switch")\"")
      out.append(" coverage=\"\(block.covered > 0 ? max(1, percent) : 0)%\"/>\n")
    }
    out.append("              </conditions>\n            </line>\n")
  }

  private static func writeMethods(_ file: FileCoverage, _ out: inout ByteWriter) {
    var functions: [FunctionCount] = []
    var indexOfGroup: [Int: Int] = [:]
    for function in file.functions {
      if let group = function.aliasGroup {
        if let index = indexOfGroup[group] {
          functions[index].count = functions[index].count.saturatingAdd(function.count)
          continue
        }
        indexOfGroup[group] = functions.count
      }
      functions.append(function)
    }
    guard !functions.isEmpty else { return out.append("          <methods/>\n") }
    out.append("          <methods>\n")
    for function in functions {
      out.append("            <method name=\"")
      escape(function.name, &out)
      out.append("\" signature=\"\" line-rate=\"\(function.count > 0 ? 1 : 0)\" branch-rate=\"1\" complexity=\"0\">")
      if function.start > 0 {
        out.append("\n              <lines>\n                <line ")
        out.append("number=\"\(function.start)\" hits=\"\(function.count)\"")
        out.append(" branch=\"false\"/>\n              </lines>\n            </method>\n")
      } else {
        out.append("<lines/></method>\n")
      }
    }
    out.append("          </methods>\n")
  }

  /// Writes text so that it stands in an attribute or an element; what XML forbids becomes U+FFFD.
  static func escape(_ text: String, _ out: inout ByteWriter) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out.append("&amp;")
      case "<": out.append("&lt;")
      case ">": out.append("&gt;")
      case "\"": out.append("&quot;")
      case "\t", "\n", "\r": out.append("&#\(scalar.value);")
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": out.append("\u{FFFD}")
      default: out.append(contentsOf: UTF8.encode(scalar)!)
      }
    }
  }
}

extension FileCoverage {
  /// The branches of each line that has a count: as so many of so many, and by name where nothing but names is known.
  var branchesOfLines: [(tally: Tally, named: [BranchCount])] {
    guard !branches.isEmpty || !branchTallies.isEmpty else { return [] }
    var named: [UInt32: [BranchCount]] = [:]
    for branch in branches where !branch.isUnreachable { named[branch.line, default: []].append(branch) }
    var tallies: [UInt32: Tally] = [:]
    for tally in branchTallies { tallies[tally.line] = tally }
    var result: [(tally: Tally, named: [BranchCount])] = []
    for line in lines {
      let names = named[line.line] ?? []
      let counted = Tally(
        line: line.line, covered: UInt32(clamping: names.count { $0.isCovered }), total: UInt32(clamping: names.count))
      if let tally = tallies[line.line] {
        result.append((names.isEmpty ? tally : counted.merged(with: tally), []))
      } else if !names.isEmpty {
        result.append((counted, names))
      }
    }
    return result.filter { $0.tally.total > 0 }
  }
}
