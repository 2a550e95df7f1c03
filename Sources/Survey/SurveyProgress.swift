// How far a survey is: said to whoever asks, since the terminal is the command's.

/// A step of a survey. Steps come from several threads.
public enum SurveyProgress: Sendable {
  /// So many files will be looked at.
  case began(files: Int)
  /// One file was looked at.
  case looked
  /// All were.
  case finished
}
