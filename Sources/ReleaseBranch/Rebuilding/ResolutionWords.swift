// The one place that words why a resolution could not be carried over.

extension ResolutionPort.Unresolved {
  /// A few words: what is missing, and in which line.
  var words: String { line.map { "line \($0): \(text)" } ?? text }

  private var text: String {
    switch reason {
    case .unreadableOld(let error): "the old merge's text cannot be read: \(error)"
    case .unreadableNew(let error): "the merge's text cannot be read: \(error)"
    case .binary: "not a text"
    case .markersLeft: "a conflict marker stands in what was recorded"
    case .unknownConflict: "a conflict that nobody has resolved"
    case .ambiguous: "a conflict that was resolved in several ways"
    case .contextChanged: "the resolution reaches beyond its conflict, and the lines there are others now"
    case .editsBesideVanished: "the conflict is gone, and what was edited beside it may belong to it or not"
    case .editsConflict: "a line edited by hand was changed otherwise now"
    case .lineEnd: "the resolution has no line end, and other lines follow now"
    case .roadsDiffer: "two ways to carry the resolution over lead to different texts"
    }
  }
}
