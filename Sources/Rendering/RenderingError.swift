// What can go wrong while a picture is read or a drawing becomes a file, as facts. The command line words nothing itself:
// `description` is the one place.

public import SystemKit
public import Turtle

/// A picture that cannot be read, or a drawing that cannot be written.
public struct RenderingError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// The bytes are neither PNG nor JPEG.
    case notAPicture
    /// The bytes break the rules of their format, or end too early.
    case damaged(String)
    /// The picture is whole, but of a kind that is not read.
    case unsupported(String)
    /// A side or the number of pixels is beyond ``PixelPicture/largestSide`` or ``PixelPicture/mostPixels``.
    case tooLarge(width: Int, height: Int)
    /// A scale that is not a positive number.
    case badScale(Double)
    /// A drawing names a picture that it does not hold.
    case noPicture(Int32)
    /// An animation was promised another number of frames, or a frame another size.
    case badFrame(String)
    /// Cairo refused; its words.
    case cannotDraw(String)
    /// A level of a Lindenmayer system that is refused.
    case system(LSystemError)
    /// What was drawn could not be written.
    case output(SystemError)
  }

  /// What is wrong.
  public let kind: Kind
  /// The file, or what else it is about: `picture 2 of the drawing`.
  public let source: String

  /// Creates an error.
  public init(_ kind: Kind, _ source: String) {
    self.kind = kind
    self.source = source
  }
}

extension RenderingError: CustomStringConvertible {
  /// One line: where, what was found and what was expected.
  public var description: String {
    if case .output(let error) = kind { return error.description }
    return source.isEmpty ? text : "\(source): \(text)"
  }

  private var text: String {
    switch kind {
    case .notAPicture: "not a picture (expected PNG or JPEG)"
    case .damaged(let why): "the picture is damaged: \(why)"
    case .unsupported(let what): "\(what) (expected PNG, or JPEG in grey or colour)"
    case .tooLarge(let width, let height):
      """
      \(width) x \(height) pixels are too many (expected at most \(PixelPicture.largestSide) a side and \
      \(PixelPicture.mostPixels) together)
      """
    case .badScale(let scale): "scale \(scale) is not a positive number"
    case .noPicture(let index): "the background is picture \(index), which the drawing does not hold"
    case .badFrame(let why), .cannotDraw(let why): why
    case .system(let error): String(decoding: error.message(), as: UTF8.self)
    case .output(let error): error.description
    }
  }
}
