// Release branches as JSON for programs: Documentation/release-json.md.

internal import ByteKit
internal import MarkupKit
internal import ReleaseBranch

extension ReleaseText {
  private static func head(_ format: String, _ release: Release, _ json: inout JSONWriter) {
    json.member("format", format)
    json.member("version", 1)
    json.member("branch", release.branch)
    json.member("onto", release.onto)
    json.member("tip", release.history.tip.hex)
    json.member("base", release.history.base.hex)
  }

  private static func strings(_ key: String, _ values: [String], _ json: inout JSONWriter) {
    json.array(key) { json in for value in values { json.value(value) } }
  }

  /// The tickets and the trunk.
  static func json(_ release: Release, _ entries: [EntryOverview], behind: Int?) -> String {
    var json = JSONWriter()
    json.object { json in
      head("plimsoll.release-list", release, &json)
      json.member("behindMain", behind)
      json.array("tickets") { json in
        for ticket in release.tickets(entries) {
          json.object { json in
            json.member("name", ticket.name)
            strings("commits", ticket.entries.map(\.entry.id.hex), &json)
            strings("files", ticket.files.map(\.description), &json)
            strings("authors", unique(ticket.entries.flatMap(\.authors)), &json)
            strings("conflictsWith", ticket.partners, &json)
            strings("heldBy", ticket.dependents, &json)
          }
        }
      }
      json.array("trunk") { json in
        for overview in entries { json.object { json in write(overview, &json) } }
      }
    }
    return String(decoding: json.output.bytes, as: UTF8.self)
  }

  private static func write(_ overview: EntryOverview, _ json: inout JSONWriter) {
    json.member("commit", overview.entry.id.hex)
    json.member("kind", overview.entry.kind.rawValue)
    strings("tickets", overview.entry.tickets, &json)
    json.member("branch", overview.entry.branch)
    json.member("subject", overview.entry.commit.subject)
    json.member("committed", Int(overview.entry.commit.committedAt))
    strings("brought", overview.entry.brought.map(\.hex), &json)
    strings("files", overview.files.map(\.description), &json)
    json.array("conflicts") { json in
      for conflict in overview.conflicts {
        json.object { json in
          json.member("path", conflict.path.description)
          json.member("kind", conflict.kind)
          strings("with", conflict.partners, &json)
        }
      }
    }
    strings("edited", overview.edits.map(\.description), &json)
  }

  /// Why files are as they are.
  static func json(_ steps: [FileStep], of release: Release) -> String {
    var json = JSONWriter()
    json.object { json in
      head("plimsoll.release-explanation", release, &json)
      json.array("steps") { json in
        for step in steps {
          json.object { json in
            json.member("path", step.path.description)
            json.member("commit", step.entry.id.hex)
            strings("tickets", step.entry.tickets, &json)
            json.member("conflict", step.conflict?.kind)
            strings("with", step.conflict?.partners ?? [], &json)
            json.member("edited", step.isEdit)
            json.member("method", step.method?.rawValue)
            if let had = step.hadConflict { json.member("hadConflict", had) }
            json.array("parts") { json in
              for part in step.parts {
                json.object { json in
                  json.member("release", String(decoding: part.ours, as: UTF8.self))
                  json.member("ticket", String(decoding: part.theirs, as: UTF8.self))
                  json.member("answer", part.answer.map { String(decoding: $0, as: UTF8.self) })
                }
              }
            }
          }
        }
      }
    }
    return String(decoding: json.output.bytes, as: UTF8.self)
  }
}
