// By what name a merge or a patch goes. The branch is asked first, since a team's rule is about branch names; words in a title may
// speak of other tickets. The branch that was merged *into* is never asked: `Merge branch 'main' into BFG-9000_words` is a merge
// of main.

/// The ticket, or tickets, that a commit of the release belongs to.
public struct TicketName: Equatable, Sendable {
  /// Where the name was found.
  public enum Origin: Equatable, Sendable {
    /// A key in the name of the branch that was merged.
    case branchKey
    /// A key in the title: the subject's own words, or the request's title in the body.
    case title
    /// A key in a body line of this name.
    case trailer(String)
    /// There is no key; the branch's own name stands for the ticket.
    case branchName
  }

  /// The keys, at least one; the first one is the ticket's name, the others are named with it.
  public let keys: [String]
  /// Where they were found.
  public let origin: Origin

  /// The name that the ticket goes by.
  public var name: String { keys[0] }

  private init?(_ keys: [String], _ origin: Origin) {
    guard !keys.isEmpty else { return nil }
    self.keys = keys
    self.origin = origin
  }

  /// Names a merge; `nil` when nothing names it: no key, and no branch in the subject.
  ///
  /// - Parameters:
  ///   - subject: the first line of the message.
  ///   - body: what stands after it.
  ///   - keys: how keys are recognised.
  public init?(mergeSubject subject: String, body: String, keys: TicketKeys) {
    let merge = MergeSubject(subject, body: body)
    let names = merge?.kind.isBranch == true ? merge?.sources ?? [] : []
    let title = merge.map { $0.title ?? "" } ?? subject
    guard
      let found = TicketName(Self.keys(in: names, keys), .branchKey)
        ?? TicketName(keys.keys(in: title), .title)
        ?? Self.trailer(in: body, keys)
        ?? TicketName(merge?.branches ?? [], .branchName)
    else { return nil }
    self = found
  }

  /// Names a plain commit; `nil` when it has no key.
  public init?(patchSubject subject: String, body: String, keys: TicketKeys) {
    guard let found = TicketName(keys.keys(in: subject), .title) ?? Self.trailer(in: body, keys) else { return nil }
    self = found
  }

  private static func keys(in texts: [String], _ keys: TicketKeys) -> [String] {
    var found: [String] = []
    for key in texts.flatMap({ keys.keys(in: $0) }) where !found.contains(key) { found.append(key) }
    return found
  }

  /// The keys of all trailers that name tickets; the origin is the first one's name.
  private static func trailer(in body: String, _ keys: TicketKeys) -> TicketName? {
    var found: [String] = []
    var origin: String?
    for line in body.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].lowercased()
      guard let trailer = keys.trailers.first(where: { $0.lowercased() == name }) else { continue }
      for key in keys.keys(in: String(line[line.index(after: colon)...])) where !found.contains(key) {
        found.append(key)
        origin = origin ?? trailer
      }
    }
    return origin.flatMap { TicketName(found, .trailer($0)) }
  }
}
