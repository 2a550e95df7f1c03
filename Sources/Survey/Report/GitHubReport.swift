// The survey for GitHub Actions: workflow commands that annotate the change, and Markdown for the job's summary. GitHub shows
// ten annotations of each kind a step and drops the rest without a word (zizmor#634): the list is cut here and says so.

internal import ByteKit
internal import MarkupKit

/// The survey for GitHub Actions.
public enum GitHubReport {
  /// The most annotations of one kind in a step.
  public static let annotationLimit = 10
  /// The most bytes of a step's summary: GitHub refuses larger ones whole.
  public static let summaryLimit = 1 << 20

  /// Renders workflow commands, one a line, for standard output.
  ///
  /// Broken load lines and blockers are errors; load lines of which nothing is known and warnings are warnings; notes are
  /// notices. Where there are more than ten of a kind, the tenth says how many are not shown.
  public static func annotations(_ record: SurveyRecord) -> String {
    let index = ReportIndex(record)
    var errors: [Annotation] = []
    var warnings: [Annotation] = []
    if record.verdict == .cannotTell {
      let reason = record.reasons.first ?? "the evidence does not suffice"
      errors.append(Annotation(title: "plimsoll: cannot tell", message: reason))
    }
    for result in record.loadLines {
      let file = record.configuration
      let line = result.line.position?.line
      switch result.outcome {
      case .held, .waived: break
      case .broken:
        let value = result.figure.map { FigureText.value(of: $0) } ?? "not known"
        errors.append(
          Annotation(
            file: file, line: line, title: "load line \(result.line.figure) is broken",
            message: "\(result.line.figure) is \(value); the limit is \(FigureText.limit(result))"))
      case .unknown(let reason):
        warnings.append(
          Annotation(
            file: file, line: line, title: "load line \(result.line.figure) cannot be told", message: reason))
      }
    }
    errors += index.blockers.flatMap(\.findings).filter { !record.repeatsLoadLine($0) }.map { Annotation($0) }
    warnings += index.warnings.map { Annotation($0) }
    return lines("error", errors) + lines("warning", warnings) + lines("notice", index.notes.map { Annotation($0) })
  }

  private static func lines(_ kind: String, _ all: [Annotation]) -> String {
    var shown = all[...]
    var last: Annotation?
    if all.count > annotationLimit {
      shown = all.prefix(annotationLimit - 1)
      let text = "\(all.count - shown.count) more of this kind are not shown here; the report has them"
      last = Annotation(title: "plimsoll", message: text)
    }
    return (shown + (last.map { [$0] } ?? [])).map { $0.command(kind) + "\n" }.joined()
  }

  fileprivate struct Annotation {
    var file: String?
    var line: Int?
    var title: String
    var message: String

    init(file: String? = nil, line: Int? = nil, title: String, message: String) {
      self.file = file
      self.line = line
      self.title = title
      self.message = message
    }

    init(_ finding: Finding) {
      file = finding.place?.path
      line = finding.place?.line
      title = finding.rule
      message = finding.message + (finding.mend.map { "\nMend: \($0)" } ?? "")
    }

    func command(_ kind: String) -> String {
      var properties: [String] = []
      if let file { properties.append("file=" + Self.property(file)) }
      if file != nil, let line { properties.append("line=\(line)") }
      properties.append("title=" + Self.property(title))
      return "::\(kind) \(properties.joined(separator: ","))::\(Self.data(ReportLimits.cut(message)))"
    }

    /// The escapes of actions/toolkit: `%`, CR and LF everywhere; `:` and `,` in properties too.
    static func data(_ text: String) -> String { escaped(text, isProperty: false) }
    static func property(_ text: String) -> String { escaped(ReportLimits.cut(text), isProperty: true) }

    private static func escaped(_ text: String, isProperty: Bool) -> String {
      var result = ByteWriter(capacity: text.utf8.count)
      for byte in text.utf8 {
        switch byte {
        case 0x25: result.append("%25")
        case 0x0D: result.append("%0D")
        case 0x0A: result.append("%0A")
        case 0x3A where isProperty: result.append("%3A")
        case 0x2C where isProperty: result.append("%2C")
        // Other control characters would steer the terminal that shows the log.
        case 0..<0x20 where byte != 0x09, 0x7F: result.append("?")
        default: result.append(byte)
        }
      }
      return result.text
    }
  }
}
