// A branch as the line of its commits, with what came into it from both sides: for a drawing. Who makes one puts the same into a
// table beside it.

/// The commits of a trunk in order, and what joins them.
public struct ReportBranchGraph: Sendable {
  /// A commit of the trunk.
  public struct Node: Sendable {
    /// What a commit does; each kind has a shape of its own.
    public enum Kind: String, Sendable {
      /// It merges a branch into the trunk.
      case branch
      /// It merges what the trunk came from.
      case main
      /// It stands on the trunk itself.
      case patch
    }

    /// What it does.
    public var kind: Kind
    /// A short name to write beside it, such as a ticket.
    public var name: String
    /// What it is, such as its subject.
    public var words: String
    /// The commit's short name.
    public var commit: String
    /// A few facts, such as "3 files, Ada".
    public var facts: String
    /// A word that sets it off as something that must not be there, such as "blocked".
    public var mark: String?
    /// More to say where the pointer rests.
    public var detail: String?

    /// Creates a commit.
    public init(
      kind: Kind, name: String, words: String = "", commit: String, facts: String = "", mark: String? = nil,
      detail: String? = nil
    ) {
      self.kind = kind
      self.name = name
      self.words = words
      self.commit = commit
      self.facts = facts
      self.mark = mark
      self.detail = detail
    }
  }

  /// What joins two commits of the trunk.
  public struct Link: Sendable, Hashable {
    /// How two commits are joined; each kind has a stroke of its own.
    public enum Kind: String, Sendable {
      /// They changed the same lines.
      case conflict
      /// One cannot stay without the other.
      case dependency
    }

    /// How they are joined.
    public var kind: Kind
    /// The later one: the one that had the conflict, or cannot stay alone.
    public var from: Int
    /// The earlier one.
    public var to: Int
    /// More to say where the pointer rests.
    public var detail: String

    /// Creates a link between two commits by their numbers in `nodes`.
    public init(kind: Kind, from: Int, to: Int, detail: String) {
      self.kind = kind
      self.from = from
      self.to = to
      self.detail = detail
    }
  }

  /// What the graph shows.
  public var caption: String
  /// The name of the branch.
  public var branch: String
  /// The name of what it came from and is merged into it.
  public var main: String
  /// The commit that the trunk begins from.
  public var base: String
  /// How many commits main has that the branch does not have; `nil`: not known.
  public var behind: Int?
  /// The trunk, oldest first.
  public var nodes: [Node]
  /// What joins its commits.
  public var links: [Link]

  /// Creates a graph.
  public init(
    caption: String, branch: String, main: String, base: String, behind: Int? = nil, nodes: [Node] = [],
    links: [Link] = []
  ) {
    self.caption = caption
    self.branch = branch
    self.main = main
    self.base = base
    self.behind = behind
    self.nodes = nodes
    self.links = links
  }

  /// The links of a commit to earlier ones.
  public func links(from node: Int, _ kind: Link.Kind) -> [Link] { links.filter { $0.from == node && $0.kind == kind } }
}
