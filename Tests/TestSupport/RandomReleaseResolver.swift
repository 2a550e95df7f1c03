// The person who resolves conflicts. What he does is a function of the conflict alone, so that he does the same when the release is
// built without a ticket. The choice between the rules is by the text of the hunk (a hunk with another text may be resolved in
// another way, which nobody can foretell), or by merge and path (a person with a habit: what was resolved as "ours" is resolved
// as "ours" again, also where a hunk's text differs a little).

import ByteKit

/// Resolves conflicts by rules that a person might follow.
public struct RandomReleaseResolver: Sendable {
  /// A rule for the two sides of a hunk.
  public enum Rule: Int, CaseIterable, Sendable {
    case ours, theirs, oursThenTheirs, theirsThenOurs, sortedUnion, newLine
  }

  /// What decides which rule is followed.
  public enum Choice: Sendable {
    /// The text of the hunk.
    case byText
    /// The merged ticket and the path.
    case byPlace
  }

  /// The rules that are followed.
  public var rules = Rule.allCases
  /// What decides between them.
  public var choice = Choice.byText

  /// Creates a resolver with all rules.
  public init() {}

  /// A conflict in a path.
  struct Conflict: Equatable {
    /// What git has at the path: stage to mode and content.
    var stages: [Int: FixtureEntry]
    /// The two sides of each hunk; empty where there is no text.
    var hunks: [[String]] = []

    /// Texts that conflict in the same hunks are the same conflict, wherever else the files differ.
    static func == (left: Conflict, right: Conflict) -> Bool {
      if left.hunks.isEmpty && right.hunks.isEmpty { return left.stages == right.stages }
      return left.hunks == right.hunks && left.stages.keys == right.stages.keys
    }
  }

  /// The resolution of a text with conflict markers, and its hunks; `nil` when it has none.
  func resolve(_ lines: [String], place: String) -> (lines: [String], hunks: [[String]])? {
    guard lines.contains(where: { $0.hasPrefix("<<<<<<< ") }) else { return nil }
    var resolved: [String] = []
    var hunks: [[String]] = []
    var sides: [[String]] = []
    for line in lines {
      if line.hasPrefix("<<<<<<< ") {
        sides = [[]]
      } else if line == "=======", sides.count == 1 {
        sides.append([])
      } else if line.hasPrefix(">>>>>>> "), sides.count == 2 {
        hunks.append(sides.map { $0.joined(separator: "\n") })
        resolved += resolve(sides[0], sides[1], place)
        sides = []
      } else if sides.isEmpty {
        resolved.append(line)
      } else {
        sides[sides.count - 1].append(line)
      }
    }
    return (resolved, hunks)
  }

  private func resolve(_ ours: [String], _ theirs: [String], _ place: String) -> [String] {
    let text = Self.hash(ours + ["======="] + theirs)
    switch rules[choose(rules.count, text: text, place)] {
    case .ours: return ours
    case .theirs: return theirs
    case .oursThenTheirs: return ours + theirs
    case .theirsThenOurs: return theirs + ours
    case .sortedUnion: return Set(ours + theirs).sorted()
    case .newLine: return ["resolved \(String(text, radix: 16))"]
    }
  }

  /// Whether ours is taken of two sides that are no text.
  func takesOurs(_ ours: FixtureEntry, _ theirs: FixtureEntry, place: String) -> Bool {
    choose(2, text: Self.hash([ours.description, theirs.description]), place) == 0
  }

  /// Whether a changed file stays that the other side removed.
  func keeps(_ entry: FixtureEntry, place: String) -> Bool {
    choose(2, text: Self.hash([entry.description]), place) == 0
  }

  private func choose(_ count: Int, text: UInt64, _ place: String) -> Int {
    let number = choice == .byText ? text : Self.hash([place])
    return Int((number >> 7) % UInt64(count))
  }

  static func hash(_ lines: [String]) -> UInt64 {
    var text = lines.joined(separator: "\n")
    return text.withUTF8 { StableHash.of(UnsafeRawBufferPointer($0)) }
  }
}
