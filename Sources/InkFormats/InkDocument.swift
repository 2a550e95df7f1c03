// What a file of ink holds: one drawing or several, each a page, and what of the file they do not show.

public import Ink

/// What was read from a file.
public struct InkDocument: Equatable, Sendable {
  /// What the file was recognised as.
  public var format: InkFormat
  /// The drawings, in the order of the file: all, or the one that was asked for.
  public var pages: [InkPage]
  /// How many the file has.
  public var pageCount: Int
  /// What of the file the drawings do not show, and what had to be guessed.
  public var warnings: [InkWarning]
}

/// One drawing of a file.
public struct InkPage: Equatable, Sendable {
  /// Its number in the file, from 1.
  public var number: Int
  /// What the file knows it by, such as the `key_id` of Quick, Draw!; `nil` where it has only its number.
  public var key: String?
  /// What it shows, where the file says it.
  public var title: String?
  /// The drawing.
  public var drawing: Drawing
}

/// Which of a file's drawings are wanted.
public enum PageSelection: Equatable, Sendable {
  /// All of them.
  case all
  /// One by its place, from 1.
  case number(Int)
  /// One by its key.
  case key(String)

  /// A number of at most nine digits is a place; anything else is a key.
  public init(_ text: String) {
    if text.utf8.count <= 9, let number = Int(text), number > 0 { self = .number(number) } else { self = .key(text) }
  }

  func takes(_ number: Int, key: String?) -> Bool {
    switch self {
    case .all: true
    case .number(let wanted): wanted == number
    case .key(let wanted): wanted == key
    }
  }

  var text: String {
    switch self {
    case .all: "all"
    case .number(let number): "\(number)"
    case .key(let key): key
    }
  }
}

/// What a drawing does not show of its file, or what had to be guessed.
public struct InkWarning: Equatable, Sendable, CustomStringConvertible {
  /// One sentence without a full stop.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Collects warnings: of things that are left out how many there were, of the others each once.
struct WarningTally {
  private var leftOut: [(one: String, many: String, count: Int)] = []
  private var notes: [String] = []
  /// So many different notes are kept.
  private static let limit = 100

  /// Something is left out.
  mutating func leaveOut(_ one: String, _ many: String, count: Int = 1) {
    if let index = leftOut.firstIndex(where: { $0.one == one }) {
      leftOut[index].count += count
    } else if leftOut.count < Self.limit {
      leftOut.append((one, many, count))
    }
  }

  /// Something is to be known.
  mutating func note(_ text: String) {
    if notes.count < Self.limit, !notes.contains(text) { notes.append(text) }
  }

  var warnings: [InkWarning] {
    let counted = leftOut.map { $0.count == 1 ? "\($0.one) is left out" : "\($0.count) \($0.many) are left out" }
    return (notes + counted).map(InkWarning.init)
  }
}
