// Every drop of a release: each ticket is taken out in turn, and what became of the conflicts is counted. For real histories, which
// whoever runs the benchmark has fetched.

import ReleaseBranch
import SystemKit

/// Takes each ticket of a release out in turn.
struct ReleaseDrops {
  let folder: String
  let branch: String
  let onto: String

  /// What a run counts.
  struct Figures {
    var drops = 0
    var dependent = 0
    var ghosts = 0
    var sound = 0
    var objections = 0
    var conflicts = 0
    var resolved = 0
    var edits = 0
    var carriedEdits = 0
    var methods: [ResolutionMethod: Int] = [:]
    var seconds = 0.0
  }

  func run() throws -> Figures {
    var options = ReleaseOptions()
    options.branch = branch
    options.onto = onto
    let release = try Release(at: folder, options)
    var figures = Figures()
    let merges = release.history.entries.filter { $0.kind == .ticket }
    print(
      "\(branch): \(release.history.entries.count) trunk commits, \(merges.count) merges of tickets, \(release.history.tickets.count) tickets"
    )
    for entry in merges {
      let watch = Stopwatch()
      let rebuild = try release.drop([entry.id.hex])
      figures.seconds += watch.seconds
      figures.drops += 1
      // Branches that hold the ticket bring it back, which is told; what is counted are the merges that have nothing of it.
      let dependents = Set(release.history.dependents(of: [entry.id]).map(\.id))
      let isTold = rebuild.objections.contains { $0.check == .absence }
      if !dependents.isEmpty {
        figures.dependent += 1
        if !isTold { figures.ghosts += 1 }
      }
      let independent = rebuild.commits.filter { commit in commit.entry.map { !dependents.contains($0.id) } ?? true }
      for outcome in independent.flatMap(\.outcomes) {
        figures.methods[outcome.method, default: 0] += 1
        if outcome.isEdit {
          figures.edits += 1
          if outcome.method != .unresolved { figures.carriedEdits += 1 }
        } else if outcome.hasConflict {
          figures.conflicts += 1
          if outcome.method != .unresolved { figures.resolved += 1 }
        }
        if outcome.method == .unresolved {
          print("  \(entry.name): \(outcome.path): \(outcome.kind ?? "edit"): \(outcome.note ?? "")")
        }
      }
      if rebuild.isSound { figures.sound += 1 }
      let others = rebuild.objections.filter { $0.check != .absence }
      figures.objections += others.isEmpty ? 0 : 1
      for objection in others {
        print(
          "  \(entry.name): \(objection.check.rawValue) \(objection.path.map(\.description) ?? ""): \(objection.words)")
      }
    }
    print(
      "\(figures.drops) drops (\(figures.dependent) with dependents), \(figures.sound) sound, \(figures.objections) with objections, "
        + "\(figures.ghosts) ghosts; "
        + "\(figures.resolved) of \(figures.conflicts) conflicts resolved, \(figures.carriedEdits) of \(figures.edits) edits carried over, "
        + "\(figures.seconds / Double(max(1, figures.drops))) s a drop")
    print(figures.methods.map { "\($0.key.rawValue) \($0.value)" }.sorted().joined(separator: ", "))
    return figures
  }
}
