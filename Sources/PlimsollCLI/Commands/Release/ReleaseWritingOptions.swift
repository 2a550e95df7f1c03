// Options of the commands that build a release anew, and what they do with the result.

internal import ArgumentKit
internal import ReleaseBranch
internal import Survey
internal import SystemKit

/// What becomes of a rebuilt release.
struct ReleaseWritingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The new branch; by default the release's name with _r1, _r2 and so on.", valueName: "branch"))
  var name: String?
  @Flag(help: "Work it out, show all conflicts that are left, and write nothing.") var dryRun = false
  @Option(
    help: ArgumentHelp(
      "Write the conflicts that are left to a folder, to be mended.",
      discussion: "'plimsoll release resolve' takes the folder back and remembers what was decided.",
      valueName: "folder"),
    completion: .directory)
  var conflicts: String?
  @Option(
    help: ArgumentHelp(
      "Take the rebuilt file although a check gives another one.",
      discussion: """
        Can be given several times. A ticket's name accepts that commits it shares with a dropped one are its own. What is to \
        be gone cannot be accepted.
        """, valueName: "path"))
  var accept: [String] = []
  @Flag(help: "Sign the new commits, as 'git commit -S' would.") var sign = false
  @Flag(help: "Push the new branch; one of that name at the remote is never moved.") var push = false
  @Option(help: ArgumentHelp("The remote to push to; by default origin.", valueName: "remote")) var remote: String?
  @Option(
    help: ArgumentHelp(
      "Post JSON to an address after the push: the tickets that are reopened.",
      discussion: "A token in PLIMSOLL_NOTIFY_TOKEN is sent as 'Authorization: Bearer'.", valueName: "url"))
  var notify: String?
  @Flag(help: "Print JSON.") var json = false

  mutating func validate() throws {
    if notify != nil, !push { throw ValidationError("'--notify' tells of a push; it needs '--push'") }
    if remote != nil, !push { throw ValidationError("'--remote' needs '--push'") }
    if dryRun, push { throw ValidationError("'--dry-run' writes nothing; there is nothing to push") }
    if let notify {
      do throws(ReleaseError) { _ = try WebHook(notify) } catch { throw ValidationError("\(error)") }
    }
  }

  /// Prints a rebuild, and makes it a branch where it is sound.
  func finish(
    _ built: Rebuild, of release: Release, _ action: RebuildReport.Action, _ messages: OutputOptions
  ) throws {
    try releasing {
      var rebuild = built
      rebuild.accept(accept.map { GitPath($0) }, sharedWith: Set(accept))
      let remote = push ? try self.remote ?? release.repository.defaultRemote() : nil
      var name = try self.name ?? release.nextName(at: remote)
      if let chosen = self.name, release.repository.hasBranch(chosen) {
        throw CommandError("there is a branch '\(chosen)' already; it is never moved")
      }
      var report = try RebuildReport(rebuild, of: release, action: action, name: name).json()
      let isWritten = rebuild.isSound && !dryRun
      if isWritten {
        // What would be lost first: without the branch it does no harm.
        try release.remember(leaving: rebuild)
        while true {
          do {
            try release.publish(rebuild, as: name, report: report)
            break
          } catch {
            // Somebody else may have taken the name meanwhile.
            guard self.name == nil, release.repository.hasBranch(name) else { throw error }
            name = try release.nextName(at: remote)
            report = try RebuildReport(rebuild, of: release, action: action, name: name).json()
          }
        }
      }
      try messages.print(
        json
          ? String(decoding: report, as: UTF8.self)
          : ReleaseText.rebuild(
            rebuild, of: release, action, name: name, isWritten: isWritten, terminal: messages.terminal))
      if let conflicts, !rebuild.unresolved.isEmpty {
        let files = try release.write(openConflictsOf: rebuild, to: conflicts)
        if !messages.quiet {
          Diagnostics.note(
            "\(Plural.text(files.count, "file")) to mend below \(conflicts); then: "
              + "plimsoll release resolve \(conflicts)")
        }
      }
      if isWritten, let remote {
        try release.push(name, to: remote)
        if !messages.quiet { Diagnostics.note("pushed \(name) to \(remote)") }
        do { try release.share(name, with: remote) } catch {
          Diagnostics.warning("the report and the resolutions were not pushed: \(error)")
        }
        if let notify {
          try WebHook(notify).post(WebHook.news(of: rebuild, release: release, action: action, name: name))
        }
      }
      if !rebuild.isSound { throw ExitCode(1) }
    }
  }
}
