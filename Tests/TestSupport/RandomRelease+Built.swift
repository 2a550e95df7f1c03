// The built release, and the release without some tickets: the reference that a tool's result is held against.

import SystemKit

extension RandomRelease {
  /// A release that was built.
  public final class Built {
    /// The repository.
    public let fixture: RepositoryFixture
    /// The tickets of the release, by their first step.
    public let tickets: [Ticket]
    /// The folder of the repository.
    public var path: String { fixture.path }
    /// The branch of the release.
    public let branch = "release"
    /// The branch that it stands on.
    public let onto = "main"

    private let options: Options
    private let plan: [Step]
    private let start: String
    private let records: [StepRecord]
    private let lines: RandomReleaseLines
    private let store: FixtureObjects

    init(
      fixture: RepositoryFixture, options: Options, plan: [Step], start: String,
      records: [StepRecord], tickets: [Ticket], lines: RandomReleaseLines
    ) {
      self.fixture = fixture
      self.options = options
      self.plan = plan
      self.start = start
      self.records = records
      self.tickets = tickets
      self.lines = lines
      // What a reference needs stays outside of the repository: a tool must not find it there.
      store = FixtureObjects(
        folder: fixture.path + "-reference", format: options.format, borrowing: fixture.objects)
    }

    /// How many merges the trunk has.
    public var merges: Int {
      zip(plan, records).count { if case .merge = $0.work { $1.outcome == .made } else { false } }
    }
    /// How many of them conflicted.
    public var conflicts: Int { records.count { $0.outcome == .made && !$0.conflicts.isEmpty } }
    /// The tree of the release.
    public var tree: String { records.last?.tree ?? "" }

    /// The release as it would be had it never had some tickets; `nil` when that is not defined.
    public func treeWithout(_ names: [String]) throws -> Reference? {
      if case .defined(let reference) = try without(names) { return reference }
      return nil
    }

    /// The release as it would be had it never had some tickets, with everything else done by the same people in the same way.
    ///
    /// - Parameter reusing: whether the trunk before the first step that is left out is taken as it is; it is the same one.
    public func without(_ names: [String], reusing: Bool = true) throws -> Outcome {
      let dropped = Set(names)
      for name in names where !tickets.contains(where: { $0.name == name }) {
        throw FixtureObjects.Failure("no ticket \(name) in the release")
      }
      var reasons: [Reason] = []
      for ticket in tickets where dropped.contains(ticket.name) {
        for other in ticket.dependents where !dropped.contains(other) {
          reasons.append(.dependent(ticket: ticket.name, on: other))
        }
      }
      guard reasons.isEmpty else { return .undefined(reasons) }

      try AtomicFile.makeFolder(store.folder)
      let isDropped = plan.map { $0.ticket.map(dropped.contains) ?? false }
      let first = reusing ? isDropped.firstIndex(of: true) ?? plan.count : 0
      let trunk = RandomReleaseTrunk(
        fixture: fixture, store: store, resolver: options.resolver, lines: lines, editsConflicts: true)
      let rebuilt = try trunk.run(plan, from: start, skipping: dropped, after: Array(records[..<first]))

      var events: [String: [Event]] = [:]
      for index in first..<plan.count where !isDropped[index] {
        if let reason = compare(index, rebuilt[index], &events) { reasons.append(reason) }
      }
      guard reasons.isEmpty else { return .undefined(reasons) }
      let tree = rebuilt.last?.tree ?? self.tree
      return .defined(
        Reference(
          tree: tree, files: try store.listing(tree), events: events,
          redone: zip(plan, isDropped).dropFirst(first).count { !$1 }, objects: store))
    }

    /// Adds what happened in a step; the reason if it makes the reference undefined.
    private func compare(_ index: Int, _ new: StepRecord, _ events: inout [String: [Event]]) -> Reason? {
      let (step, old) = (plan[index], records[index])
      if step.insertion != nil, new.outcome == .impossible || new.outcome == .made && new.insertedIn == nil {
        return .editWithoutPlace(step: index, step.message)
      }
      guard old.outcome == new.outcome else { return .otherwise(step: index, step.message) }
      func add(_ path: String, _ kind: Event.Kind) {
        events[path, default: []].append(Event(step: index, message: step.message, kind: kind))
      }
      for (path, conflict) in new.conflicts {
        guard let before = old.conflicts[path] else {
          add(path, .newConflict)
          continue
        }
        add(path, before == conflict ? .sameConflict : .otherConflict)
      }
      for path in old.conflicts.keys where new.conflicts[path] == nil { add(path, .noLonger) }
      if let path = new.insertedIn { add(path, .edit) }
      return nil
    }
  }

  /// The release without some tickets, or why there is no such thing.
  public enum Outcome {
    /// It can be told.
    case defined(Reference)
    /// It depends on what people would have done instead.
    case undefined([Reason])
  }

  /// Why a release without a ticket is not defined.
  public enum Reason: Equatable, Sendable {
    /// A remaining ticket's branch contains commits of the dropped one.
    case dependent(ticket: String, on: String)
    /// A step would have been a merge where it was "already up to date", or the other way round.
    case otherwise(step: Int, String)
    /// The place of a person's edit is not there without the ticket.
    case editWithoutPlace(step: Int, String)
  }

  /// What happened to a path on the way.
  public struct Event: Equatable, Sendable {
    /// What happened.
    public enum Kind: Equatable, Sendable {
      /// A conflict with the text that it has with the ticket: the recorded resolution is the right one.
      case sameConflict
      /// A conflict with another text than with the ticket: a tool may stop, or carry the resolution over.
      case otherConflict
      /// A conflict where there was none with the ticket: a tool can only stop.
      case newConflict
      /// No conflict where there was one with the ticket.
      case noLonger
      /// A person's edit in a file without conflict, or a patch.
      case edit
    }
    /// The number of the trunk's step.
    public let step: Int
    /// The message of its commit.
    public let message: String
    /// What happened.
    public let kind: Kind
  }

  /// The release without some tickets.
  public struct Reference {
    /// The name of its tree.
    public let tree: String
    /// Its files.
    public let files: [String: FixtureEntry]
    /// What happened, by path as it was called then.
    public let events: [String: [Event]]
    /// How many steps were done anew.
    public let redone: Int
    /// Where the content is.
    public let objects: FixtureObjects

    /// The text of a file.
    public func text(_ path: String) throws -> String? {
      try files[path].map { String(decoding: try objects.read($0.id).content, as: UTF8.self) }
    }

    /// Paths whose conflicts had another text than with the ticket, or were not there: only a person could resolve them.
    public var openPaths: Set<String> {
      Set(events.filter { $1.contains { $0.kind == .newConflict || $0.kind == .otherConflict } }.keys)
    }
  }
}
