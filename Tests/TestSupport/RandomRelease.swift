// Release histories made at random from a seed, for the property that a rebuilt release equals one that never had the ticket. A
// history is a plan: branches with their commits, and the steps of the trunk (`Step`). `RandomReleaseTrunk` carries the steps out,
// with all of them or without some, by the same code, so that both builds have the same resolver and the same people.
//
//     let built = try RandomRelease(seed: 7).build(in: sandbox)
//     let reference = try built.without(["BFG-12"])      // .defined(tree, ...) or .undefined(reasons)

/// A release history that a seed decides.
public struct RandomRelease: Sendable {
  /// What histories are like. Shares are of 1.
  public struct Options: Sendable {
    /// How many ticket branches there are.
    public var tickets: ClosedRange<Int> = 2...20
    /// The share of edits that fall where other tickets edit too: what makes merges conflict. Of 20 tickets' merges 1 % conflict
    /// at 0, 8 % at 0.1, 22 % at 0.2 and 43 % at 0.4 (December 2026).
    public var contention = 0.2
    /// The share of tickets whose branch goes on after its merge and is merged again.
    public var repeated = 0.15
    /// The share of tickets that begin at another ticket's branch, or merge it.
    public var dependent = 0.1
    /// The share of tickets whose branch merges main.
    public var updated = 0.1
    /// The share of commits that add, rename or remove a file, set its mode, or change bytes of a binary one.
    public var structural = 0.12
    /// How many merges of main, and how many patches, there are for each ticket.
    public var mainMerges = 0.1
    /// How many plain commits with a key the trunk has for each ticket.
    public var patches = 0.1
    /// The share of merges with an edit in a file that did not conflict.
    public var evil = 0.12
    /// How conflicts are resolved.
    public var resolver = RandomReleaseResolver()
    /// How objects are named.
    public var format = FixtureObjects.Format.sha1

    /// Creates options: up to 20 tickets, some conflicts.
    public init() {}
  }

  /// What decides everything.
  public let seed: UInt64
  /// What the history is like.
  public let options: Options

  /// Names a history.
  public init(seed: UInt64, options: Options = Options()) {
    self.seed = seed
    self.options = options
  }

  /// Builds the repository, bare, with `main`, all ticket branches and `release`.
  public func build(in sandbox: Sandbox, named name: String = "repository.git") throws -> Built {
    let fixture = try RepositoryFixture(in: sandbox, named: name, format: options.format, isBare: true)
    var author = RandomReleaseAuthor(seed: seed, options: options, fixture: fixture)
    fixture.objects.isPacking = true
    let plan = try author.plan()
    try fixture.objects.flush()
    // What the trunk adds is needed by git at once.
    fixture.objects.isPacking = false
    let trunk = RandomReleaseTrunk(
      fixture: fixture, store: fixture.objects, resolver: options.resolver, lines: author.lines, editsConflicts: false)
    var records = try trunk.run(plan.steps, from: plan.start, skipping: [], after: [])
    // What turned out not to be possible was not done, and nobody does it when the release is built in another way.
    let done = records.indices.filter { records[$0].outcome != .impossible }
    var steps = done.map { plan.steps[$0] }
    records = done.map { records[$0] }
    for index in steps.indices where records[index].insertedIn == nil { steps[index].insertion = nil }
    try fixture.branch("release", at: records.last?.commit ?? plan.start)
    try fixture.setRef("HEAD", to: "ref: refs/heads/release")
    return Built(
      fixture: fixture, options: options, plan: steps, start: plan.start, records: records,
      tickets: Self.tickets(steps, records, plan.owned), lines: author.lines)
  }

  private static func tickets(
    _ steps: [Step], _ records: [StepRecord], _ owned: [String: Set<Int>]
  ) -> [Ticket] {
    let made = zip(steps, records).filter { $1.outcome == .made }
    var tickets: [Ticket] = []
    for (step, record) in made {
      guard let name = step.ticket else { continue }
      let index = tickets.firstIndex { $0.name == name } ?? tickets.count
      if index == tickets.count { tickets.append(Ticket(name: name)) }
      switch step.work {
      case .merge(let branch, _):
        tickets[index].branch = branch
        tickets[index].merges.append(record.commit)
        if !record.conflicts.isEmpty { tickets[index].conflicts += 1 }
      case .patch: tickets[index].patches.append(record.commit)
      }
    }
    for index in tickets.indices {
      let name = tickets[index].name
      let others = made.filter { step, _ in
        step.ticket != name && !step.contains.isDisjoint(with: owned[name] ?? [])
      }
      tickets[index].dependents = Set(others.compactMap { step, _ in step.ticket }).sorted()
    }
    return tickets
  }

  // MARK: - What is built

  /// A ticket of the release.
  public struct Ticket: Sendable {
    /// Its key.
    public let name: String
    /// Its branch; `nil` when it has only patches.
    public var branch: String?
    /// The trunk's merges of its branch.
    public var merges: [String] = []
    /// The trunk's plain commits with its key.
    public var patches: [String] = []
    /// How many of its merges conflicted.
    public var conflicts = 0
    /// Tickets of the release whose branches contain commits of this one.
    public var dependents: [String] = []
  }

  /// The branches and the trunk's steps.
  struct Plan {
    var start: String
    var steps: [Step]
    /// The commits that were made for each ticket, by number (`RandomReleaseLines`).
    var owned: [String: Set<Int>]
  }

  /// Something that is done on the trunk.
  struct Step {
    enum Work {
      /// Merging a branch (`main` too) at a commit.
      case merge(branch: String, commit: String)
      /// A plain commit.
      case patch
    }
    var work: Work
    /// The ticket that it is done for; `nil` for main.
    var ticket: String?
    var message: String
    /// A line that a person adds after an anchor: all of a patch, or the evil edit of a merge.
    var insertion: Insertion?
    /// The numbers of the commits that the merged commit contains.
    var contains: Set<Int> = []
  }

  /// A line that is added after a line that stands once in the repository, whatever the file is called by then.
  struct Insertion {
    var anchor: String
    var line: String
  }

  /// What became of a step.
  struct StepRecord {
    enum Outcome {
      case made
      /// The trunk contained the branch: git says "Already up to date".
      case contained
      /// A patch whose anchor is not there, or not once.
      case impossible
    }
    var outcome: Outcome
    /// The trunk after it.
    var commit: String
    var tree: String
    var contains: Set<Int>
    /// The conflicts by path, with their text.
    var conflicts: [String: RandomReleaseResolver.Conflict] = [:]
    /// Where the insertion was made; `nil` when there was none.
    var insertedIn: String?
  }
}
