// Which failed test a picture belongs to. Certain where the test's output names the file (`[[ATTACHMENT|path]]`, as JUnit reporters
// write it); else where the file or its folder is called by the test's name. Where two tests fit equally well, none is named: a picture
// under the wrong test is worse than one under none.

internal import SystemKit

/// A test that failed, as far as its pictures are concerned.
public struct FailedTest: Hashable, Sendable {
  /// Class and name as one, as it is shown.
  public var name: String
  /// The class alone.
  public var className: String
  /// The name alone.
  public var method: String
  /// The files that it names as attached.
  public var attachments: [String]
  /// The folder of the report, to which these may be relative.
  public var folder: String

  /// Creates a test.
  public init(name: String, className: String, method: String, attachments: [String] = [], folder: String = "") {
    self.name = name
    self.className = className
    self.method = method
    self.attachments = attachments
    self.folder = folder
  }

  /// The paths in `[[ATTACHMENT|path]]` of an output.
  static func attachments(in output: String) -> [String] {
    guard output.utf8.count >= 16 else { return [] }
    var found: [String] = []
    var rest = output[...].utf8
    while let mark = rest.firstRange(of: "[[ATTACHMENT|".utf8) {
      let after = rest[mark.upperBound...]
      guard let end = after.firstRange(of: "]]".utf8) else { break }
      let path = String(Substring(after[..<end.lowerBound]))
      if !path.isEmpty, !path.contains(where: \.isNewline) { found.append(path) }
      rest = after[end.upperBound...]
    }
    return found
  }
}

/// Finds the test of a picture.
struct PictureTests {
  /// By the file that a test names.
  private var attached: [String: Int] = [:]
  /// By the first word of a test's name.
  private var byWord: [String: [Int]] = [:]
  private let words: [(name: [String], className: [String])]
  private let tests: [FailedTest]

  /// So many failed tests are looked up by name; a build with more of them has another trouble.
  private static let limit = 2000
  /// A name of fewer letters, such as `test1`, says too little.
  private static let shortestName = 8

  init(_ tests: [FailedTest], folder: String, paths: [String]) {
    self.tests = Array(tests.prefix(Self.limit))
    words = self.tests.map { test in
      let className = test.className.split { $0 == "." || $0 == "/" || $0 == "$" }.last.map(String.init) ?? ""
      return (Self.words(test.method), Self.words(className))
    }
    for (index, test) in self.tests.enumerated() {
      for path in test.attachments {
        for base in [test.folder, folder] {
          attached[FileFacts.realPath(PathName.normalised(PathName.join(PathName.absolute(base), path)))] = index
        }
      }
      if let first = words[index].name.first { byWord[first, default: []].append(index) }
    }
  }

  func test(of file: EvidenceFile) -> String? {
    if let index = attached[FileFacts.realPath(PathName.absolute(file.path))] { return tests[index].name }
    guard !byWord.isEmpty else { return nil }
    let parts = file.shownPath.split(separator: "/").suffix(3).map { Self.words(String($0)) }
    // The best has its class in the path too, then the longest name.
    var best: (index: Int, rank: Int)?
    var isTied = false
    for part in parts.suffix(2) {
      for start in part.indices {
        for index in byWord[part[start]] ?? [] where part[start...].starts(with: words[index].name) {
          let letters = words[index].name.reduce(0) { $0 + $1.utf8.count }
          let hasClass = parts.contains { Self.holds($0, words[index].className) }
          guard hasClass || letters >= Self.shortestName else { continue }
          let rank = (hasClass ? 1 << 20 : 0) + letters
          if let known = best, known.index != index, known.rank == rank {
            isTied = tests[known.index].name != tests[index].name
          }
          if rank > best?.rank ?? -1 {
            best = (index, rank)
            isTied = false
          }
        }
      }
    }
    return isTied ? nil : best.map { tests[$0.index].name }
  }

  private static func holds(_ words: [String], _ part: [String]) -> Bool {
    guard let first = part.first else { return false }
    return words.indices.contains { words[$0] == first && words[$0...].starts(with: part) }
  }

  /// Letters and digits in small letters, without what separates them.
  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
