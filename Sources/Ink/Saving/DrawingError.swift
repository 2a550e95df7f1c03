// What is wrong with a saved drawing, and where.

/// A saved drawing that is refused.
public struct DrawingError: Error, Sendable, Equatable {
  /// What is wrong with it, worded for people.
  public enum Problem: UInt8, Sendable {
    /// The bytes end within the drawing.
    case cut
    /// Something that does not belong there.
    case unexpected
    /// A member of a name that no drawing has.
    case unknownName
    /// A member that stands twice.
    case repeatedName
    /// A member without which it is no drawing.
    case missing
    /// A number out of its range, or no whole one.
    case range
    /// Lists of one stroke that have different lengths.
    case lengths
    /// Base64 that is none.
    case base64
    /// Groups within groups, deeper than any program writes.
    case depth
    /// A later version of the format or of the model.
    case version
    /// The bytes before it are not those that were saved.
    case check
    /// Something behind the drawing.
    case trailing
    /// An SVG file without a drawing in it.
    case noDrawing

    /// What is wrong, as a sentence without its place.
    public var words: StaticString {
      switch self {
      case .cut: "the drawing is cut off here"
      case .unexpected: "something stands here that no drawing has"
      case .unknownName: "a name that no drawing has"
      case .repeatedName: "a member that stands here twice"
      case .missing: "something is missing before this place"
      case .range: "a number that is out of its range or not whole"
      case .lengths: "the lists of this stroke have different lengths"
      case .base64: "the picture is not in Base64"
      case .depth: "groups within groups, too deep"
      case .version: "made by a later version"
      case .check:
        "the file has been changed or damaged: its check does not fit (take the check out of a file edited by hand)"
      case .trailing: "something stands behind the drawing"
      case .noDrawing: "the picture holds shapes, but no drawing that could be read"
      }
    }
  }
  /// What is wrong.
  public var problem: Problem
  /// The byte at which it was seen.
  public var offset: Int

  /// An error.
  public init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}
