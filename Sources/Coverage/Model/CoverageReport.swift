// A whole report: the files, and all that a reader noticed and a user should know before trusting the figures.

/// Coverage of many files, read from one report or merged from several.
public struct CoverageReport: Sendable {
  /// The files, ordered by path and then by test.
  public var files: [FileCoverage] = []
  /// What was odd in the inputs, ordered by input and line.
  public var warnings: [CoverageWarning] = []
  /// Files whose inputs disagree about which lines can be covered.
  public var conflicts: [ShapeConflict] = []
  /// The formats that were read, each once, in order of their names.
  public var formats: [CoverageFormat] = []
  /// When the inputs say they were made, in seconds since 1970 UTC: earliest and latest.
  public var madeAt: ClosedRange<Int64>?
  /// The folder that paths are relative to, where a common one was stripped; else empty.
  public var root = ""

  /// Creates an empty report.
  public init() {}

  /// The totals over all files. Where tests are kept apart, a file counts once with what all tests together cover.
  ///
  /// - Complexity: O(n log n).
  public var totals: CoverageTotals {
    var totals = CoverageTotals()
    for file in byPath { totals += file.totals }
    return totals
  }

  /// The files with the tests folded together: each path once.
  public var byPath: [FileCoverage] {
    guard files.contains(where: { $0.test != nil }) else { return files }
    let accumulator = CoverageAccumulator(options: MergeOptions())
    for file in files { accumulator.add(file, input: 0) }
    return accumulator.finish().files
  }

  /// The names of the tests, where they are kept apart.
  public var tests: [String] { Array(Set(files.compactMap(\.test))).sorted() }
}

/// Something odd in an input that did not stop it from being read.
public struct CoverageWarning: Hashable, Sendable {
  /// What was odd.
  public enum Kind: Hashable, Sendable {
    /// A record of a kind that is not known was passed over.
    case unknownRecord(String)
    /// A count was negative and was taken as 0 (racing counters).
    case negativeCount(String)
    /// A count was no whole number and was cut to one.
    case fractionalCount(String)
    /// A record names line 0, which no source has; it was passed over.
    case lineZero(String)
    /// A function's count without the function; it was passed over.
    case functionWithoutStart(String)
    /// The report's own summary does not agree with its records.
    case claim(file: String, what: String, claimed: UInt64, counted: UInt64)
    /// The same content was given twice and is counted once.
    case duplicateInput(of: String)
    /// Records were damaged and passed over, as was asked for.
    case damaged(String)
    /// Test names were folded together, so many.
    case testsFolded(Int)
    /// Branches of so many lines carried other block numbers in some inputs and were matched by their order.
    case branchesMatchedByOrder(file: String, lines: Int)
    /// Checksums or versions of a file's source differ between inputs.
    case sourceDiffers(file: String, what: String)
    /// A path fits several source files and was left as it is.
    case ambiguousPath(String, candidates: [String])
    /// A file that looks like one of the repository, which the same input names by another path; it was left as it is.
    case foreignFile(String, like: String)
    /// Two roots that inputs have are checkouts of one tree: so many files agree.
    case rootsJoined(from: String, to: String, agreeing: Int)
    /// Characters that XML forbids were replaced, so many.
    case repairedText(Int)
    /// A counter looks like a wrapped negative number and was taken as 0.
    case wrappedCounter(String)
    /// Something else that the format's reader has to say.
    case note(String)
  }

  /// The input, and the line in it where that is known.
  public var source: String
  /// The line in the input; 0 when it is not known.
  public var line: Int
  /// What was odd.
  public var kind: Kind

  /// Creates a warning.
  public init(_ kind: Kind, source: String, line: Int = 0) {
    self.kind = kind
    self.source = source
    self.line = line
  }
}

extension CoverageWarning: CustomStringConvertible {
  /// One line: where, and what was odd.
  public var description: String {
    let place = line > 0 ? "\(source):\(line): " : source.isEmpty ? "" : "\(source): "
    return place + text
  }

  /// What was odd, without the place.
  public var text: String { kind.text }
}

extension CoverageWarning.Kind {
  /// What was odd.
  var text: String {
    switch self {
    case .unknownRecord(let record): "unknown record '\(record)' passed over"
    case .negativeCount(let record): "negative count in '\(record)' taken as 0"
    case .fractionalCount(let record): "the count in '\(record)' is no whole number and was cut to one"
    case .lineZero(let record): "'\(record)' names line 0 and was passed over"
    case .functionWithoutStart(let name): "a count for the function '\(name)', which the file does not declare"
    case .claim(let file, let what, let claimed, let counted):
      "the report claims \(what) \(claimed) for '\(file)', its records give \(counted)"
    case .duplicateInput(let first): "holds the same as '\(first)' and is counted once"
    case .damaged(let record): "damaged record '\(record)' passed over"
    case .testsFolded(let count): "\(count) tests were folded together (--keep-tests keeps them apart)"
    case .branchesMatchedByOrder(let file, let lines):
      "branches on \(lines) lines of '\(file)' have other block numbers in some inputs; matched by their order"
    case .sourceDiffers(let file, let what): "the \(what) of '\(file)' differs between inputs"
    case .ambiguousPath(let path, let candidates):
      "'\(path)' may be any of \(candidates.map { "'\($0)'" }.joined(separator: ", ")); left as it is"
    case .foreignFile(let path, let file):
      "'\(path)' looks like '\(file)', which the same input names by another path; left as it is"
    case .rootsJoined(let from, let to, let agreeing):
      "'\(from)' is taken for '\(to)': \(agreeing) files below them agree (--no-strip-roots keeps them apart)"
    case .repairedText(let count): "\(count) characters that XML forbids were replaced"
    case .wrappedCounter(let record): "the counter '\(record)' is a wrapped negative number and was taken as 0"
    case .note(let text): text
    }
  }
}

/// A file of which inputs disagree which lines can be covered: they were made from different builds.
public struct ShapeConflict: Hashable, Sendable {
  /// The file.
  public var path: String
  /// The first line that some inputs have and others lack.
  public var line: UInt32
  /// How many parts of the inputs have that line.
  public var having: Int
  /// How many parts of the inputs speak of the file.
  public var total: Int
  /// An input that has the line.
  public var exampleWith: String
  /// An input that lacks it.
  public var exampleWithout: String
}

extension ShapeConflict: CustomStringConvertible {
  /// One line: the file, the first line that differs, and two inputs that disagree about it.
  public var description: String { "\(path): line \(line) " + explanation { $0 } }

  /// The same for those who name the place themselves.
  ///
  /// - Parameter name: how an input is called.
  public func explanation(_ name: (String) -> String) -> String {
    "can be covered in \(having) of \(total) parts (in '\(name(exampleWith))', not in '\(name(exampleWithout))'): "
      + "they come from different builds"
  }
}
