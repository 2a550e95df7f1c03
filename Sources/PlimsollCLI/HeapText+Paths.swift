// Ways from roots and suspects, as text and as JSON: Documentation/heap-json.md.

internal import ByteKit
internal import HeapDump
internal import MarkupKit
internal import Survey
internal import SystemKit

extension HeapText {
  /// A way, one object a line, each with the reference by which it holds the next.
  ///
  /// - Parameter limit: so many steps of it at most.
  static func path(_ path: HeapPath, limit: Int, indent: String) -> [String] {
    HeapWords.way(path.shortened(to: limit)).map { indent + VisibleName.text($0, columns: 240) }
  }

  /// What was asked for and what holds it.
  static func paths(_ paths: HeapPaths, of dump: HeapDump, terminal: Terminal) -> String {
    guard dump.hasRoots else { return "cannot tell what holds it: \(HeapDump.rootless)\n" }
    var lines: [String] = []
    let limit = HeapPath.shownSteps(ofWays: paths.groups.count)
    if paths.count != 1 {
      var text = "\(FigureText.count(paths.count)) objects"
      if paths.lookedAt < paths.count { text += ", \(FigureText.count(paths.lookedAt)) looked at" }
      lines.append(text)
    }
    for group in paths.groups {
      if !lines.isEmpty { lines.append("") }
      if paths.count != 1 {
        lines.append(
          terminal.styled("\(FigureText.count(group.count)) held in this way:", .bold))
      }
      lines += path(group.path, limit: limit, indent: "")
    }
    if paths.unreached > 0 {
      lines.append("\(FigureText.count(paths.unreached)) not reached from any root over references that keep")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func plural(_ count: Int, _ noun: String) -> String {
    "\(FigureText.count(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Leaks and suspects.
  static func leaks(_ leaks: HeapLeaks, of dump: HeapDump, terminal: Terminal) -> String {
    var lines = heading(dump)
    let limit = HeapPath.shownSteps(ofWays: leaks.suspects.count)
    guard leaks.hasRoots else {
      lines += ["", "cannot tell what leaks: \(HeapDump.rootless)"]
      return lines.joined(separator: "\n") + "\n"
    }
    let certain = leaks.suspects.count { $0.kind.isCertain && $0.path?.libraryLeak == nil }
    let known = leaks.suspects.count { $0.kind.isCertain && $0.path?.libraryLeak != nil }
    lines.append("")
    let bySize = leaks.suspects.count - certain - known
    lines.append(
      "\(plural(certain, "certain leak")), \(plural(known, "known leak")) of the platform, "
        + plural(bySize, "suspect") + " by size")
    for suspect in leaks.suspects {
      lines.append("")
      var text = "\(HeapWords.title(suspect.kind)): \(visible(suspect.name))"
      if suspect.count > 1 { text += ", \(FigureText.count(suspect.count)) objects" }
      text += ", retains \(size(suspect.retained)) (\(share(suspect.retained, of: leaks.totalBytes)))"
      lines.append(terminal.styled(text, .bold))
      if suspect.chainLength > 0 {
        lines.append("  begins a chain of \(FigureText.count(suspect.chainLength)) objects of its class")
      }
      if let holdings = suspect.holdings {
        lines.append(
          "  holds \(FigureText.count(holdings.count)) objects directly, most of it in "
            + "\(FigureText.count(holdings.classCount)) of \(visible(holdings.className)) (\(size(holdings.classBytes)))"
        )
      }
      if let path = suspect.path { lines += self.path(path, limit: limit, indent: "  ") }
    }
    if leaks.waysLeftOut > 0 {
      lines += [
        "",
        "the ways to \(FigureText.count(leaks.waysLeftOut)) of the leaked objects were left out: they are told by class alone",
      ]
    }
    for unknown in leaks.unknownTexts { lines += ["", "unknown: \(unknown)"] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Leaks and suspects.
  static func json(_ leaks: HeapLeaks, of dump: HeapDump) -> String {
    var json = JSONWriter()
    json.object { json in
      head("plimsoll.heap-leaks", dump, &json)
      json.member("bytes", leaks.totalBytes)
      if leaks.waysLeftOut > 0 { json.member("waysLeftOut", leaks.waysLeftOut) }
      let limit = HeapPath.shownSteps(ofWays: leaks.suspects.count)
      json.array("suspects") { json in
        for suspect in leaks.suspects {
          json.object { json in
            json.member("kind", suspect.kind.rawValue)
            json.member("certain", suspect.kind.isCertain)
            json.member("name", suspect.name)
            json.member("count", suspect.count)
            json.member("retained", suspect.retained)
            if suspect.chainLength > 0 { json.member("chainLength", suspect.chainLength) }
            if let holdings = suspect.holdings {
              json.object("holds") { json in
                json.member("objects", holdings.count)
                json.member("class", holdings.className)
                json.member("objectsOfClass", holdings.classCount)
                json.member("bytesOfClass", holdings.classBytes)
              }
            }
            json.array("objects") { json in for object in suspect.objects { json.value(id(object)) } }
            if let path = suspect.path { json.object("path") { json in members(path.shortened(to: limit), &json) } }
          }
        }
      }
      json.array("unknown") { json in
        for text in leaks.unknown { json.value(text) }
        if !leaks.hasRoots { json.value(HeapDump.rootless) }
      }
    }
    return json.output.text
  }

  /// What was asked for and what holds it.
  static func json(_ paths: HeapPaths, of dump: HeapDump) -> String {
    var json = JSONWriter()
    json.object { json in
      head("plimsoll.heap-path", dump, &json)
      json.member("objects", paths.count)
      json.member("lookedAt", paths.lookedAt)
      unknownRoots(dump, &json)
      if dump.hasRoots { json.member("unreached", paths.unreached) }
      let limit = HeapPath.shownSteps(ofWays: paths.groups.count)
      json.array("groups") { json in
        for group in paths.groups {
          json.object { json in
            json.member("count", group.count)
            json.object("path") { json in members(group.path.shortened(to: limit), &json) }
          }
        }
      }
    }
    return json.output.text
  }

  /// What a dump without roots does not tell.
  static func unknownRoots(_ dump: HeapDump, _ json: inout JSONWriter) {
    if !dump.hasRoots { json.array("unknown") { json in json.value(HeapDump.rootless) } }
  }

  private static func members(_ path: HeapPath, _ json: inout JSONWriter) {
    json.member("root", path.root.recordName)
    if let thread = path.thread { json.member("thread", thread) }
    json.array("steps") { json in
      for step in path.steps {
        json.object { json in
          json.member("id", id(step.id))
          json.member("class", step.name)
          json.member("isClass", step.isClass)
          switch step.reference {
          case .omitted(let count): json.member("omitted", count)
          case nil: break
          default: json.member("reference", step.referenceText)
          }
        }
      }
    }
    if let leak = path.libraryLeak {
      json.object("knownLeak") { json in
        json.member("class", leak.className)
        json.member("field", leak.fieldName)
        json.member("reason", leak.reason)
        json.member("ignored", leak.isIgnored)
      }
    }
  }
}
