// The people who write the branches. Text files have segments between anchors; each ticket owns some segments, where its edits
// meet nobody's, and `Options.contention` sends edits to segments that all share. Anchors are never edited and lines next to them
// are edited in shared segments only, so that cold edits do not touch one another.

/// Makes the branches of a random release and the steps of its trunk.
struct RandomReleaseAuthor {
  let options: RandomRelease.Options
  let fixture: RepositoryFixture
  let lines = RandomReleaseLines()
  private var numbers: SeededGenerator
  private var serial = 0
  private var keys: Set<Int> = []
  /// How many text files there are, and the numbers of their segments.
  private var fileCount = 0
  private var main: [String] = []

  private static let segments = 3
  private static let segmentLines = 7
  /// The files whose segments all share.
  private static let hotFiles = 2
  private static let words = ["login", "cart", "search", "photo", "chat", "push", "map", "badge", "crash", "theme"]

  /// A branch in the making.
  private struct Branch {
    var ticket: String?
    var name: String
    var tip: String
    var listing: [String: FixtureEntry]
    /// The file whose segments it owns.
    var file: Int
    /// The commits that were made for it.
    var owned: Set<Int> = []
  }

  init(seed: UInt64, options: RandomRelease.Options, fixture: RepositoryFixture) {
    self.options = options
    self.fixture = fixture
    numbers = SeededGenerator(seed: seed)
  }

  // MARK: - Chances

  private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &numbers) < share }
  private mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[pick(0...(elements.count - 1))] }

  /// How many there are for a number of tickets: the share of them, at random.
  private mutating func number(_ share: Double, of count: Int) -> Int { (0..<count).count { _ in chance(share) } }

  static func person(_ text: String) -> String {
    let people = ["Ada <ada@example.org>", "Grace <grace@example.org>", "Ælfrēd <alfred@example.org>"]
    return people[Int(RandomReleaseResolver.hash([text]) % 3)]
  }

  // MARK: - The plan

  /// Writes all branches and decides the trunk's steps.
  mutating func plan() throws -> RandomRelease.Plan {
    let count = pick(options.tickets)
    fileCount = Self.hotFiles + 1 + count
    try writeMain(count)
    var branches: [Branch] = []
    var steps: [RandomRelease.Step] = []
    var later: [RandomRelease.Step] = []
    var needed: [String: String] = [:]
    for index in 0..<count {
      var branch = try begin(index, branches, &needed)
      try work(&branch, pick(1...4))
      steps.append(step(branch))
      if chance(options.repeated) {
        if chance(0.3) { try mergeIn(main[main.count - 1], "main", &branch) }
        try work(&branch, pick(1...2))
        later.append(step(branch))
      }
      try fixture.branch(branch.name, at: branch.tip)
      branches.append(branch)
    }
    var order = arrange(steps, needed)
    for step in later {
      let first = order.firstIndex { $0.ticket == step.ticket } ?? 0
      order.insert(step, at: pick((first + 1)...order.count))
    }
    addMainMerges(&order, count)
    addPatches(&order, count)
    let owned = Dictionary(branches.compactMap { branch in branch.ticket.map { ($0, branch.owned) } }) { $0.union($1) }
    return RandomRelease.Plan(start: main[pick(0...(main.count / 2))], steps: order, owned: owned)
  }

  /// Puts the merges in a random order; what another ticket rests on mostly comes before it.
  private mutating func arrange(_ steps: [RandomRelease.Step], _ needed: [String: String]) -> [RandomRelease.Step] {
    var order = steps.shuffled(using: &numbers)
    for (ticket, base) in needed.sorted(by: { $0.key < $1.key }) where chance(0.75) {
      guard let one = order.firstIndex(where: { $0.ticket == ticket }),
        let two = order.firstIndex(where: { $0.ticket == base }), one < two
      else { continue }
      order.swapAt(one, two)
    }
    return order
  }

  private mutating func step(_ branch: Branch) -> RandomRelease.Step {
    let form = [
      "Merge branch '\(branch.name)' into release", "Merge branch '\(branch.name)'",
      "Merge remote-tracking branch 'origin/\(branch.name)' into release",
      "Merge pull request #\(serial) from ada/\(branch.name)\n\nMake it better",
      "Merge branch '\(branch.name)' into 'release'\n\nMake it better\n\nSee merge request team/app!\(serial)",
      "Merged in \(branch.name) (pull request #\(serial))\n\nMake it better",
    ]
    return RandomRelease.Step(
      work: .merge(branch: branch.name, commit: branch.tip), ticket: branch.ticket, message: pick(form),
      insertion: chance(options.evil) ? insertion("mended \(branch.ticket ?? "")") : nil,
      contains: lines.contained[branch.tip] ?? [])
  }

  private mutating func insertion(_ text: String) -> RandomRelease.Insertion {
    serial += 1
    let anchor = Self.anchor(pick(0...(fileCount - 1)), pick(0...(Self.segments - 1)))
    return RandomRelease.Insertion(anchor: anchor, line: "\(text) \(serial)")
  }

  private mutating func addMainMerges(_ order: inout [RandomRelease.Step], _ count: Int) {
    let places = (0..<number(options.mainMerges, of: count)).map { _ in pick(0...order.count) }.sorted(by: >)
    // Going down, main gets older.
    var commit = main.count - 1
    for place in places {
      order.insert(
        RandomRelease.Step(
          work: .merge(branch: "main", commit: main[commit]), message: "Merge branch 'main' into release",
          contains: lines.contained[main[commit]] ?? []), at: place)
      commit = max(0, commit - pick(0...1))
    }
  }

  private mutating func addPatches(_ order: inout [RandomRelease.Step], _ count: Int) {
    for _ in 0..<number(options.patches, of: count) {
      let place = pick(0...order.count)
      let tickets = order[..<place].compactMap(\.ticket)
      let key = tickets.isEmpty || chance(0.5) ? newKey("HOT") : pick(tickets)
      let insertion = insertion("patched \(key)")
      let message = chance(0.7) ? "\(key): patch \(serial)" : "Patch \(serial)\n\nTicket: \(key)"
      order.insert(RandomRelease.Step(work: .patch, ticket: key, message: message, insertion: insertion), at: place)
    }
  }

  private mutating func newKey(_ project: String) -> String {
    while true {
      let number = pick(1...9_999)
      if keys.insert(number).inserted { return "\(project)-\(number)" }
    }
  }

  // MARK: - Branches

  private mutating func writeMain(_ count: Int) throws {
    var listing: [String: FixtureEntry] = [:]
    for file in 0..<fileCount {
      var text: [String] = []
      for segment in 0..<Self.segments {
        text.append(Self.anchor(file, segment))
        for line in 0..<Self.segmentLines { text.append("file \(file) part \(segment) line \(line)") }
      }
      listing["src/\(Self.name(file)).txt"] = FixtureEntry(
        mode: "100644", id: try lines.write(text, to: fixture.objects))
    }
    for number in 0..<4 {
      let text = (0..<5).map { "extra \(number) line \($0)" }
      listing["extra/e\(number).txt"] = FixtureEntry(mode: "100644", id: try lines.write(text, to: fixture.objects))
      listing["img/i\(number).bin"] = FixtureEntry(
        mode: "100644", id: try fixture.objects.blob([0, 1, 2, UInt8(number)] + [UInt8](repeating: 0xFF, count: 40)))
    }
    // No folder is ever empty: git would take the rest of its files for a renamed folder.
    let keep = FixtureEntry(mode: "100644", id: try fixture.objects.blob([]))
    for folder in ["src", "extra", "img", "new"] { listing["\(folder)/.keep"] = keep }
    var branch = Branch(ticket: nil, name: "main", tip: "", listing: listing, file: Self.hotFiles)
    try commit(&branch, "Begin", [])
    main = [branch.tip]
    for _ in 0..<(2 + count / 4) {
      try work(&branch, 1)
      main.append(branch.tip)
    }
    try fixture.branch("main", at: branch.tip)
  }

  /// Begins a ticket's branch: at main, or at another ticket's branch.
  private mutating func begin(
    _ index: Int, _ branches: [Branch], _ needed: inout [String: String]
  ) throws -> Branch {
    let key = newKey("BFG")
    let name = "\(key)_\(pick(Self.words))_\(pick(Self.words))"
    let fork = main[pick(0...(main.count - 1))]
    var branch = Branch(
      ticket: key, name: name, tip: fork, listing: try fixture.files(fork), file: Self.hotFiles + 1 + index)
    if !branches.isEmpty, chance(options.dependent) {
      let base = pick(branches)
      needed[key] = base.ticket
      if chance(0.6) {
        (branch.tip, branch.listing) = (base.tip, base.listing)
      } else {
        try work(&branch, 1)
        try mergeIn(base.tip, base.name, &branch)
      }
    } else if chance(options.updated) {
      try work(&branch, 1)
      try mergeIn(main[main.count - 1], "main", &branch)
    }
    return branch
  }

  /// Merges another branch into a ticket's one.
  private func mergeIn(_ commit: String, _ name: String, _ branch: inout Branch) throws {
    guard let inner = lines.contained[commit], let outer = lines.contained[branch.tip], !inner.isSubset(of: outer)
    else {
      return
    }
    let trunk = RandomReleaseTrunk(
      fixture: fixture, store: fixture.objects, resolver: options.resolver, lines: lines)
    (branch.listing, _) = try trunk.merge(branch.tip, commit, name: branch.name)
    try self.commit(&branch, "Merge branch '\(name)' into \(branch.name)", [branch.tip, commit])
  }

  private func commit(_ branch: inout Branch, _ message: String, _ parents: [String]) throws {
    branch.tip = try fixture.writeCommit(
      tree: try fixture.objects.tree(branch.listing), parents: parents, message: message,
      author: Self.person(branch.name))
    branch.owned.insert(lines.number(branch.tip, parents: parents))
  }

  // MARK: - Edits

  static func anchor(_ file: Int, _ segment: Int) -> String { "== \(name(file)) \(segment) ==" }
  private static func name(_ file: Int) -> String { "f\(file < 10 ? "0" : "")\(file)" }

  /// Makes some commits on a branch.
  private mutating func work(_ branch: inout Branch, _ count: Int) throws {
    for _ in 0..<count {
      serial += 1
      let tag = "\(branch.ticket ?? "main") change \(serial)"
      if chance(options.structural) { try changeFiles(&branch, tag) } else { try changeLines(&branch, tag) }
      if chance(0.3) { try changeLines(&branch, tag + "b") }
      let parent = branch.tip
      try commit(&branch, "\(branch.ticket.map { $0 + ": " } ?? "")Change \(serial)", [parent])
    }
  }

  private mutating func changeLines(_ branch: inout Branch, _ tag: String) throws {
    let isHot = chance(options.contention)
    let file = isHot ? pick(0...(Self.hotFiles - 1)) : branch.file
    let anchor = Self.anchor(file, pick(0...(Self.segments - 1)))
    // The file may have another name by now, or the anchor another place.
    for path in branch.listing.keys.sorted() where path.hasPrefix("src/") {
      guard let entry = branch.listing[path], var text = try lines.of(entry.id, in: fixture.objects),
        let start = text.firstIndex(of: anchor)
      else { continue }
      let end = text[(start + 1)...].firstIndex { $0.hasPrefix("== ") } ?? text.count
      let margin = isHot ? 1 : 2
      guard start + margin < end - margin else { return }
      let at = pick((start + margin)...(end - margin))
      guard at < text.count else { return }
      let kind = pick(0...9)
      if kind < 6 { text[at] = tag } else if kind < 9 { text.insert(tag, at: at) } else { text.remove(at: at) }
      branch.listing[path]?.id = try lines.write(text, to: fixture.objects)
      return
    }
  }

  private mutating func changeFiles(_ branch: inout Branch, _ tag: String) throws {
    let extras = branch.listing.keys.filter { $0.hasPrefix("extra/e") }.sorted()
    let images = branch.listing.keys.filter { $0.hasPrefix("img/i") }.sorted()
    let sources = branch.listing.keys.filter { $0.hasPrefix("src/f") }.sorted()
    switch pick(0...11) {
    case 0...2:
      let id = try lines.write([tag, "new file of \(branch.name)", "end"], to: fixture.objects)
      branch.listing["new/n\(serial).txt"] = FixtureEntry(mode: "100644", id: id)
    case 3: if extras.count > 1 { branch.listing[pick(extras)] = nil }
    case 4...5:
      guard !extras.isEmpty else { return }
      let path = pick(extras)
      guard let entry = branch.listing[path], var text = try lines.of(entry.id, in: fixture.objects), !text.isEmpty
      else {
        return
      }
      text[pick(0...(text.count - 1))] = tag
      branch.listing[path]?.id = try lines.write(text, to: fixture.objects)
    case 6...7:
      // Mostly its own file; others may have edited it under the old name.
      let own = "src/\(Self.name(branch.file)).txt"
      let path = chance(0.7) && branch.listing[own] != nil ? own : pick(sources)
      branch.listing["src/\(path.dropFirst(4).prefix(3))-\(serial).txt"] = branch.listing.removeValue(forKey: path)
    case 8: branch.listing[pick(sources)]?.mode = "100755"
    default:
      guard !images.isEmpty else { return }
      branch.listing[pick(images)]?.id = try fixture.objects.blob([0, 1, 2] + Array(tag.utf8) + [0])
    }
  }
}
