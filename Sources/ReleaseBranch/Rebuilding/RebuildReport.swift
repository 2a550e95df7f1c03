// A rebuild as JSON: what `--json` prints, and what is kept beside the branch for `release explain` (Documentation/release-json.md).

internal import ByteKit
internal import MarkupKit

/// Writes what a rebuild did.
public struct RebuildReport {
  /// Where reports are kept, by the name of the branch.
  static let prefix = "refs/plimsoll/rebuilds/"
  /// The report's file in its commit.
  static let file = "report.json"

  /// What was asked for.
  public enum Action: Sendable, Equatable {
    /// Tickets were taken out.
    case drop([String])
    /// A branch was merged.
    case add(String)
    /// The release was built on another commit of main.
    case onto(String)
  }

  let release: Release
  let rebuild: Rebuild
  let action: Action
  let name: String

  /// Describes a rebuild.
  ///
  /// - Parameter name: the branch that the rebuild has or would have.
  public init(_ rebuild: Rebuild, of release: Release, action: Action, name: String) {
    self.release = release
    self.rebuild = rebuild
    self.action = action
    self.name = name
  }

  /// The report.
  ///
  /// - Throws: `git` when the conflicts' tickets cannot be worked out.
  public func json() throws(ReleaseError) -> [UInt8] {
    let decided = rebuild.commits.filter { $0.outcomes.contains { $0.hadConflict } }
    let partners = try release.partners(Set(decided.compactMap { $0.entry?.id }))
    var json = JSONWriter()
    json.object { json in
      json.member("format", "plimsoll.release-rebuild")
      json.member("version", 1)
      json.member("branch", release.branch)
      json.member("onto", release.onto)
      json.member("name", name)
      json.object("action") { json in
        switch action {
        case .drop(let tickets): json.array("drop") { json in for ticket in tickets { json.value(ticket) } }
        case .add(let branch): json.member("add", branch)
        case .onto(let main): json.member("onto", main)
        }
      }
      json.member("sound", rebuild.isSound)
      json.member("old", rebuild.history.tip.hex)
      json.member("new", rebuild.tip.hex)
      json.member("base", rebuild.base.hex)
      entries("dropped", rebuild.dropped, &json, edits: rebuild.leftEdits)
      entries("skipped", rebuild.skipped, &json)
      json.array("commits") { json in
        for commit in rebuild.commits {
          json.object { json in write(commit, partners[commit.entry?.id ?? commit.id] ?? [:], &json) }
        }
      }
      json.array("checks") { json in
        for check in [Objection.Check.reproduction, .absence, .shared, .frame, .cherryPick, .revert] {
          let objections = rebuild.objections.filter { $0.check == check }
          json.object { json in
            json.member("name", check.rawValue)
            json.member("compared", rebuild.compared[check])
            json.array("objections") { json in
              for objection in objections { json.object { json in write(objection, &json) } }
            }
          }
        }
      }
      json.array("accepted") { json in
        for objection in rebuild.accepted { json.object { json in write(objection, &json) } }
      }
      json.array("driversPassedOver") { json in for name in rebuild.attributes.passedOver { json.value(name) } }
    }
    return json.output.bytes
  }

  private func entries(
    _ key: String, _ entries: [TrunkEntry], _ json: inout JSONWriter, edits: [ObjectID: [GitPath]] = [:]
  ) {
    json.array(key) { json in
      for entry in entries {
        json.object { json in
          json.member("commit", entry.id.hex)
          json.array("tickets") { json in for ticket in entry.tickets { json.value(ticket) } }
          json.member("subject", entry.commit.subject)
          json.member("commits", entry.brought.count)
          json.array("edited") { json in for path in edits[entry.id] ?? [] { json.value(path.description) } }
        }
      }
    }
  }

  private func write(_ commit: RebuiltCommit, _ partners: [GitPath: [String]], _ json: inout JSONWriter) {
    json.member("old", commit.entry?.id.hex)
    json.member("new", commit.id.hex)
    json.member("name", commit.name)
    json.member("kind", commit.entry?.kind.rawValue ?? "ticket")
    json.member("unchanged", commit.isUnchanged)
    json.member("touched", commit.isTouched)
    if commit.lostSignature { json.member("signatureDropped", true) }
    json.array("files") { json in
      for outcome in commit.outcomes {
        json.object { json in
          json.member("path", outcome.path.description)
          json.member("method", outcome.method.rawValue)
          json.member("hadConflict", outcome.hadConflict)
          json.member("hasConflict", outcome.hasConflict)
          json.member("kind", outcome.kind)
          json.array("with") { json in for ticket in partners[outcome.path] ?? [] { json.value(ticket) } }
          json.member("note", outcome.note)
        }
      }
    }
  }

  private func write(_ objection: Objection, _ json: inout JSONWriter) {
    json.member("commit", objection.entry?.hex)
    json.member("path", objection.path?.description)
    json.member("words", objection.words)
    json.array("carriers") { json in for carrier in objection.carriers { json.value(carrier) } }
  }
}
