// How far a survey is: said to whoever asks, since the terminal is the command's.

/// Follows the looking at files, the longest part of a survey.
public struct SurveyProgress: Sendable {
  /// Makes a follower for a number of files.
  public typealias Maker = @Sendable (_ files: Int) -> SurveyProgress

  /// Is called when a file was looked at; from several threads.
  public var advance: @Sendable () -> Void
  /// Is called when all were.
  public var finish: @Sendable () -> Void

  /// Creates a follower.
  public init(advance: @escaping @Sendable () -> Void, finish: @escaping @Sendable () -> Void = {}) {
    self.advance = advance
    self.finish = finish
  }
}
