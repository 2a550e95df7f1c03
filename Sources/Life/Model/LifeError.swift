// What is wrong with a rule, a pattern or a board, and where. Facts only; `words` words them once, for whoever prints them.

/// A rule, pattern or step that is refused.
public struct LifeError: Error, Sendable, Equatable {
  /// What is wrong, worded for people.
  public enum Problem: UInt8, Sendable {
    /// Text that is no rule.
    case rule
    /// A neighbour count above 8.
    case ruleCount
    /// A rule that tells apart where the neighbours lie.
    case henselRule
    /// A rule with dying states.
    case generationsRule
    /// A rule over a larger neighbourhood.
    case largerThanLife
    /// A rule on hexagons.
    case hexagonalRule
    /// A rule over four neighbours.
    case vonNeumannRule
    /// A rule given as a table of all neighbourhoods.
    case mapRule
    /// A rule in one dimension.
    case wolframRule
    /// A bounded plane without wrap.
    case planeGrid
    /// A Klein bottle.
    case kleinBottle
    /// A cross-surface.
    case crossSurface
    /// A sphere.
    case sphere
    /// A torus whose edges are shifted or one of whose sides has no end.
    case twistedTorus
    /// A suffix that names no grid.
    case grid
    /// A torus with more cells than are kept.
    case torusSize
    /// The pattern does not fit on the torus.
    case torusTooSmall
    /// Bytes of no known format.
    case format
    /// The bytes end within the pattern.
    case cut
    /// Something that does not belong there.
    case unexpected
    /// A number out of its range.
    case number
    /// A cell of a third or further state.
    case states
    /// Coordinates beyond the plane.
    case plane
    /// More cells than may be expanded.
    case tooManyCells
    /// A node that was not defined before.
    case nodeReference
    /// A node of a level that does not fit.
    case nodeLevel
    /// A file without a pattern.
    case noPattern
    /// The memory limit does not hold the pattern.
    case memory
    /// More generations than can be counted.
    case generations
    /// The name of a rule of more than two states.
    case statesRule

    /// What is wrong, as a clause without its place.
    public var words: StaticString {
      switch self {
      case .rule: "no rule of births and survivals (expected such as B3/S23, 23/3 or HighLife)"
      case .ruleCount: "a neighbour count above 8"
      case .henselRule: "the rule tells apart where neighbours lie (Hensel's letters); only counts are known here"
      case .generationsRule: "a rule of Generations, with dying states; only two states are known here"
      case .largerThanLife: "a Larger than Life rule; only the eight neighbours are known here"
      case .hexagonalRule: "a rule on hexagons; only squares with eight neighbours are known here"
      case .vonNeumannRule: "a rule over the four von Neumann neighbours; only all eight are known here"
      case .mapRule: "a rule given as a map of neighbourhoods; only counts are known here"
      case .wolframRule: "a one-dimensional rule of Wolfram's"
      case .planeGrid: "a bounded plane (:P); only a torus (:T) and the unbounded plane are known here"
      case .kleinBottle: "a Klein bottle (:K); only a torus (:T) and the unbounded plane are known here"
      case .crossSurface: "a cross-surface (:C); only a torus (:T) and the unbounded plane are known here"
      case .sphere: "a sphere (:S); only a torus (:T) and the unbounded plane are known here"
      case .twistedTorus: "a torus that is shifted or open on a side; only such as :T512,512 are known here"
      case .grid: "no grid (expected such as :T512,512)"
      case .torusSize: "a torus of this size is not kept (each side from 1, at most 2 billion cells in 256 MiB)"
      case .torusTooSmall: "the pattern does not fit on the torus"
      case .format: "no pattern of a known format (RLE, Life 1.05, Life 1.06, plaintext, macrocell)"
      case .cut: "the pattern is cut off here"
      case .unexpected: "something stands here that no pattern has"
      case .number: "a number that is out of its range"
      case .states: "a cell of a further state; only dead and alive are known here"
      case .plane: "a cell lies beyond the plane (coordinates from -2^62 to 2^62)"
      case .tooManyCells: "more live cells than are expanded here"
      case .nodeReference: "a node that is not defined before this line"
      case .nodeLevel: "a node of a level that does not fit here"
      case .noPattern: "the file holds no pattern"
      case .memory: "the pattern needs more memory than the limit"
      case .generations: "more generations than can be counted"
      case .statesRule: "a rule of more than two states; only dead and alive are known here"
      }
    }
  }

  /// What is wrong.
  public var problem: Problem
  /// The byte at which it was seen, from the start of the rule or file; `nil` where no bytes are concerned.
  public var offset: Int?
  /// The number it is about, such as the limit or the number that stood there; `nil` where there is none.
  public var value: UInt64?

  /// An error.
  public init(_ problem: Problem, at offset: Int? = nil, value: UInt64? = nil) {
    self.problem = problem
    self.offset = offset
    self.value = value
  }

  /// The same, further back by what stood before the part that was read.
  func moved(by distance: Int) -> LifeError {
    LifeError(problem, at: (offset ?? 0) + distance, value: value)
  }
}
