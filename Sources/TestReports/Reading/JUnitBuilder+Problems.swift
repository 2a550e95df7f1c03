// Failures, errors and failed attempts: their text, their place, and what they make of their case.

internal import MarkupKit

extension JUnitBuilder {
  func beginProblem(_ element: Element, _ name: DocumentText, _ attributes: XMLAttributes, _ line: Int) {
    let isError = name == "error" || name == "rerunError" || name == "flakyError"
    let message = attributes["message"].map(attribute) ?? ""
    let type = attributes["type"].map(attribute)
    var place: SourcePlace?
    if let file = attributes["file"], !file.isEmpty,
      let number = (attributes["line"] ?? attributes["lineno"])?.unsigned,
      let sourceLine = Int(exactly: number), sourceLine > 0
    {
      place = SourcePlace(file: attribute(file), line: sourceLine)
    }
    problem = OpenProblem(
      problem: TestProblem(
        isError: isError, message: message, type: type.flatMap { $0.isEmpty ? nil : $0 }, details: "", place: place),
      text: HeadText(limit: limits.detailBytes), hasMessage: !message.isEmpty)
    if current == nil { beginSuiteProblem(line) }
  }

  /// A failure of the suite itself must not be lost: it becomes a case that errored.
  private func beginSuiteProblem(_ line: Int) {
    let suite = suites.last
    let name = suite?.path.last ?? ""
    warnings.add(.suiteProblem, line: line, sample: name)
    let tail = TailText(limit: 0)
    current = OpenCase(
      test: TestCase(
        suitePath: suite?.path ?? [], suite: suite?.index, className: name, name: "(outside of the cases)",
        file: suite?.file, outcome: .passed, line: line, isSuiteProblem: true), output: tail, errorOutput: tail)
  }

  func endProblem(isAttempt: Bool) {
    guard var open = problem, let test = current?.test else { return }
    problem = nil
    open.problem.details = open.text.string
    open.problem.omittedBytes = open.text.omittedBytes
    if !open.hasMessage {
      let firstLine = open.problem.details.utf8.prefix { $0 != 0x0A && $0 != 0x0D }
      open.problem.message = String(Substring(firstLine.prefix(limits.attributeBytes)))
    }
    if open.problem.place == nil { open.problem.place = place(of: open.problem, in: test) }
    if let file = open.problem.place?.file { guess.file(file) }
    if isAttempt {
      if test.attempts.count < limits.problemsPerCase {
        current?.test.attempts.append(TestAttempt(problem: open.problem))
      }
    } else if current?.problems.count ?? 0 < limits.problemsPerCase {
      current?.problems.append(open.problem)
    } else if !open.problem.isError, current?.problems.contains(where: { !$0.isError }) == false {
      // The limit must not turn a failure into an error.
      current?.problems[0] = open.problem
    }
    if test.isSuiteProblem {
      current?.problems[0].isError = true
      endCase()
    }
  }

  /// The trace knows the line that failed; the case's own attributes often give only where the test begins.
  private func place(of problem: TestProblem, in test: TestCase) -> SourcePlace? {
    if let found = FailurePlace.find(in: problem.details, className: test.className, file: test.file) { return found }
    if let found = FailurePlace.find(in: problem.message, className: test.className, file: test.file) { return found }
    guard let file = test.file, !file.isEmpty, let line = test.sourceLine, line > 0 else { return nil }
    return SourcePlace(file: file, line: line)
  }
}
