// Why files are as they are, as text.

internal import MarkupKit
internal import ReleaseBranch
internal import SystemKit

extension ReleaseText {
  /// The steps, file by file.
  static func explanation(_ steps: [FileStep], of release: Release, withParts: Bool, terminal: Terminal) -> String {
    guard !steps.isEmpty else { return "\(release.branch): git merged everything by itself\n" }
    var lines: [String] = []
    for path in Set(steps.map(\.path)).sorted() {
      if !lines.isEmpty { lines.append("") }
      lines.append(terminal.styled(VisibleText.of(path.description), .bold))
      for step in steps where step.path == path {
        lines.append("  \(step.entry.id.short)  \(VisibleText.of(step.entry.name))  \(words(step, release))")
        guard withParts else { continue }
        for part in step.parts { lines += Self.lines(part) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func words(_ step: FileStep, _ release: Release) -> String {
    var text: String
    if let conflict = step.conflict {
      let partners = conflict.partners.isEmpty ? [release.onto] : conflict.partners
      text = "conflict (\(conflict.kind)) with \(some(partners)), resolved by hand"
    } else if step.isEdit {
      text = "edited by hand, without a conflict"
    } else {
      text = step.entry.kind == .patch ? "changed" : "merged by git"
    }
    if let method = step.method {
      let how =
        switch method {
        case .identical: "the same as before the rebuild"
        case .ported: "carried over from before the rebuild"
        case .hunk: "carried over part by part"
        case .clean: "its conflict is gone with what was dropped"
        case .remembered: "as it was resolved elsewhere"
        case .unresolved: "unresolved"
        }
      text += "; " + how
      if step.hadConflict == false, step.conflict != nil, method != .remembered { text += ", which had no conflict" }
    }
    return text
  }

  private static func lines(_ part: FileStep.Part) -> [String] {
    func block(_ mark: String, _ bytes: [UInt8]) -> [String] {
      var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      if lines.last == "" { lines.removeLast() }
      return lines.map { "      \(mark) \(VisibleText.of(String($0)))" }
    }
    let sides = block("<", part.ours) + block(">", part.theirs)
    guard let answer = part.answer else { return sides + ["      = not told apart from its surroundings"] }
    return sides + (answer.isEmpty ? ["      = nothing"] : block("=", answer))
  }
}
