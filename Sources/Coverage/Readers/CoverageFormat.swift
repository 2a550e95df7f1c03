// Which format a file has, told from its content: names lie (`coverage.xml` is written by five tools, `coverage.ec` is JaCoCo
// or EMMA). Formats that are known but not read here are named, so that a user learns what to do instead.

internal import MarkupKit

/// A format of coverage data.
public enum CoverageFormat: String, CaseIterable, Comparable, Sendable {
  /// LCOV tracefile.
  case lcov
  /// Cobertura XML.
  case cobertura
  /// Clover XML.
  case clover
  /// JaCoCo XML.
  case jacoco
  /// `llvm-cov export` JSON.
  case llvm
  /// Go coverprofile.
  case go
  /// Plimsoll's own JSON, which holds all that the model holds.
  case json

  /// The name for people.
  public var title: String {
    switch self {
    case .lcov: "LCOV"
    case .cobertura: "Cobertura XML"
    case .clover: "Clover XML"
    case .jacoco: "JaCoCo XML"
    case .llvm: "llvm-cov export JSON"
    case .go: "Go coverprofile"
    case .json: "Plimsoll coverage JSON"
    }
  }

  /// The formats that are read.
  public static let readable: [CoverageFormat] = allCases

  /// Ordered by name.
  public static func < (left: CoverageFormat, right: CoverageFormat) -> Bool { left.rawValue < right.rawValue }

  /// What some bytes were recognised as.
  public enum Recognition: Equatable, Sendable {
    /// A format that is read.
    case format(CoverageFormat)
    /// A format that is known and not read: its name, and what to do instead.
    case notReadHere(String, instead: String)
    /// Something else.
    case unknown
  }

  /// Recognises a file by its first bytes.
  ///
  /// - Parameter head: the beginning of the content, inflated; 4 KiB are enough.
  /// - Complexity: O(1): no more than 4 KiB are looked at.
  public static func recognise(_ head: UnsafeRawBufferPointer) -> Recognition {
    let bytes = UnsafeRawBufferPointer(rebasing: head.prefix(4096))
    guard !bytes.isEmpty else { return .unknown }
    if let binary = recogniseBinary(bytes) { return binary }
    let text = DecodedHead.text(bytes)
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    switch start.first {
    case "<" where !start.hasPrefix("<?php"): return recogniseXML(bytes, start)
    case "{", "[": return recogniseJSON(start)
    default: return recogniseLines(text, isCut: bytes.count == 4096)
    }
  }

  private static func recogniseBinary(_ bytes: UnsafeRawBufferPointer) -> Recognition? {
    if bytes.count >= 5, bytes[0] == 0x01, bytes[1] == 0xC0, bytes[2] == 0xC0 {
      return .notReadHere(
        "JaCoCo execution data", instead: "it has no lines; make the XML with 'jacococli report --xml'")
    }
    if bytes.starts(with: "EMMA".utf8) {
      return .notReadHere("EMMA coverage data", instead: "EMMA is not JaCoCo; make its XML or LCOV report first")
    }
    if bytes.starts(with: "SQLite format 3\0".utf8) {
      return .notReadHere("an SQLite database (coverage.py?)", instead: "run 'coverage lcov' or 'coverage xml' first")
    }
    if bytes.count >= 8, bytes.starts(with: [0x81, 0x72, 0x66, 0x6F, 0x72, 0x70, 0x6C, 0xFF]) {
      return .notReadHere("an LLVM raw profile", instead: "run 'llvm-profdata merge' and 'llvm-cov export' first")
    }
    if bytes.starts(with: [0xFF, 0x6C, 0x70, 0x72, 0x6F, 0x66, 0x69, 0x81]) {
      return .notReadHere("an LLVM profile", instead: "run 'llvm-cov export' with the program first")
    }
    if bytes.starts(with: "oncg".utf8) || bytes.starts(with: "adcg".utf8) {
      return .notReadHere("gcov notes or data", instead: "run 'lcov --capture' or 'gcovr --lcov' first")
    }
    return nil
  }

  private static func recogniseXML(_ bytes: UnsafeRawBufferPointer, _ text: Substring) -> Recognition {
    let root = XMLProlog.root(of: bytes)
    switch root?.name {
    case "coverage":
      // Clover's root has `generated` and `clover`; Cobertura's has rates. Writers leave out either.
      let rest = root?.rest ?? ""
      if rest.contains("clover=") || rest.contains("<project") { return .format(.clover) }
      if rest.contains("line-rate") || rest.contains("<packages") || rest.contains("<sources") {
        return .format(.cobertura)
      }
      return rest.contains("generated=") ? .format(.clover) : .format(.cobertura)
    case "report":
      let rest = root?.rest ?? ""
      // JaCoCo reports name their groups; other tools' `report` roots do not have these children.
      let isJaCoCo =
        text.contains("JACOCO") || rest.contains("<sessioninfo") || rest.contains("<package")
        || rest.contains("<group") || rest.contains("<counter")
      return isJaCoCo ? .format(.jacoco) : .unknown
    default: return .unknown
    }
  }

  private static func recogniseJSON(_ text: Substring) -> Recognition {
    if text.contains("\"plimsoll.coverage\"") { return .format(.json) }
    if text.contains("llvm.coverage.json.export") || isExport(text) { return .format(.llvm) }
    let known: [(String, String, String)] = [
      ("gcovr/format_version", "a gcovr tracefile", "run 'gcovr --lcov' instead"),
      ("\"gcc_version\"", "gcov JSON", "run 'lcov --capture' or 'gcovr --lcov' first"),
      ("\"show_contexts\"", "coverage.py JSON", "run 'coverage lcov' or 'coverage xml' instead"),
      ("\"executed_lines\"", "coverage.py JSON", "run 'coverage lcov' or 'coverage xml' instead"),
      ("\"statementMap\"", "Istanbul JSON", "run 'nyc report --reporter=lcovonly' instead"),
      ("\"isExecutable\"", "an xccov archive", "convert it to LCOV or Cobertura first"),
      ("\"executableLines\"", "an xccov report", "it has no lines; convert the archive to LCOV first"),
    ]
    for (mark, name, instead) in known where text.contains(mark) { return .notReadHere(name, instead: instead) }
    return .unknown
  }

  /// llvm-cov writes its keys in alphabetical order: `type` comes after all the data.
  private static func isExport(_ text: Substring) -> Bool {
    let start = String(text.prefix(64).filter { !$0.isWhitespace })
    guard start.hasPrefix("{\"data\":[{\"files\":[") else { return false }
    let marks = ["\"expansions\"", "\"filename\"", "\"segments\"", "\"mcdc_records\"", "\"functions\"", "\"totals\""]
    return marks.contains { text.contains($0) }
  }

  /// PHPUnit's own data is a program that gives the object back, or the object; any other program may speak of it.
  private static func isPHPUnit(_ text: String) -> Bool {
    guard text.contains("CodeCoverage") else { return false }
    if text.hasPrefix("O:") { return true }
    guard text.hasPrefix("<?php") else { return false }
    let program = text.dropFirst(5).drop { $0.isWhitespace }
    return program.hasPrefix("return ") || program.hasPrefix("$coverage = new ")
  }

  /// Whether Go's profile begins with the first of some lines: any text may have a line `mode: ...`, but what follows it here
  /// is a block, another such line or nothing.
  private static func isGoProfile(_ lines: ArraySlice<Substring>, isCut: Bool) -> Bool {
    func isMode(_ line: Substring) -> Bool {
      guard line.hasPrefix("mode:") else { return false }
      return ["set", "count", "atomic"].contains(String(line.dropFirst(5)).trimmedSpace)
    }
    guard let first = lines.first, isMode(first) else { return false }
    guard let next = lines.dropFirst().first(where: { !$0.allSatisfy(\.isWhitespace) }) else { return true }
    // The last line that was read may be half of one.
    if isMode(next) || isCut && lines.count == 2 { return true }
    return String(next).withBytes { GoProfileReader.isBlock($0) }
  }

  private static func recogniseLines(_ text: String, isCut: Bool) -> Recognition {
    if isPHPUnit(text) {
      return .notReadHere(
        "PHPUnit coverage data", instead: "run phpunit with --coverage-cobertura or --coverage-clover")
    }
    var looked = 0
    let lines = text.split(whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      looked += 1
      if looked > 60 { break }
      if line.hasPrefix("#") { continue }
      if isGoProfile(lines[index...], isCut: isCut) { return .format(.go) }
      if line.hasPrefix("SF:") { return .format(.lcov) }
      if line.hasPrefix("TN:") || line.hasPrefix("DA:") || line.hasPrefix("VER:") { continue }
      let gcov = line.drop { $0 == " " }
      let isIntermediate = line.hasPrefix("function:") || line.hasPrefix("lcount:") || line.hasPrefix("branch:")
      if gcov.hasPrefix("-:    0:Source:") || isIntermediate && text.hasPrefix("file:") {
        return .notReadHere("gcov text", instead: "run 'lcov --capture' or 'gcovr --lcov' first")
      }
      if looked > 3 { break }
    }
    return text.hasPrefix("TN:") ? .format(.lcov) : .unknown
  }
}
