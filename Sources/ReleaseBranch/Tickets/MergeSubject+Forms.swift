// The grammar of each form of merge subject. A form fits as a whole or not at all: what is left at the end makes it none.

/// Reads a subject from the left.
struct SubjectScanner {
  /// What is not yet read.
  var rest: Substring

  init(_ text: String) { rest = text[...] }

  /// Passes a text if it comes next.
  mutating func skip(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  /// A word: everything up to a blank.
  mutating func word() -> String? {
    let word = rest.prefix { $0 != " " }
    guard !word.isEmpty else { return nil }
    rest = rest[word.endIndex...]
    return String(word)
  }

  /// A number, without sign.
  mutating func number() -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = MergeSubject.number(digits) else { return nil }
    rest = rest[digits.endIndex...]
    return number
  }

  /// A name in quotes. Git does not escape a quote within, but no name has a blank, and a comma or semicolon ends it only behind one.
  mutating func quoted(_ quote: Character = "'") -> String? {
    guard rest.first == quote else { return nil }
    let inner = rest.dropFirst()
    var at = inner.startIndex
    while let end = inner[at...].firstIndex(of: quote) {
      let after = inner.index(after: end)
      if after == inner.endIndex || " ,;".contains(inner[after]), end > inner.startIndex {
        rest = inner[after...]
        return String(inner[..<end])
      }
      at = after
    }
    return nil
  }

  /// A branch after `into`, bare or in quotes.
  mutating func target() -> String? { rest.first == "'" ? quoted() : word() }

  var isAtEnd: Bool { rest.isEmpty }
}

extension MergeSubject {
  // MARK: - git

  /// The words for what git merges, with their plural, longest first.
  private static let nouns: [(words: String, kind: Kind)] = [
    ("remote-tracking branches ", .remoteBranch), ("remote-tracking branch ", .remoteBranch), ("branches ", .branch),
    ("branch ", .branch), ("tags ", .tag), ("tag ", .tag), ("commits ", .commit), ("commit ", .commit),
  ]

  static func git(_ scanner: inout SubjectScanner) -> MergeSubject? {
    var merge: MergeSubject?
    repeat {
      guard let noun = nouns.first(where: { scanner.skip($0.words) }), let name = scanner.quoted() else { return nil }
      var names = [name]
      // A comma joins names of one kind, or the next kind follows it.
      while scanner.rest.hasPrefix(", '") || scanner.rest.hasPrefix(" and '") {
        _ = scanner.skip(", ") || scanner.skip(" and ")
        guard let another = scanner.quoted() else { return nil }
        names.append(another)
      }
      if merge == nil { merge = MergeSubject(.git, noun.kind) }
      // A tag beside a branch is not a branch: names of another kind than the first are left out.
      if merge?.kind == noun.kind { merge?.sources += names }
      if scanner.skip(" of ") {
        guard var repository = scanner.word() else { return nil }
        if repository.hasSuffix(";"), scanner.rest.hasPrefix(" ") {
          repository.removeLast()
          scanner.rest = ";" + scanner.rest
        }
        if merge?.repository == nil { merge?.repository = repository }
      }
    } while scanner.skip(", ") || scanner.skip("; ")
    if scanner.skip(" into ") {
      guard let target = scanner.target() else { return nil }
      merge?.target = target
    }
    return scanner.isAtEnd ? merge : nil
  }

  // MARK: - Requests

  /// What comes after `Merge pull request `: GitHub, a Bitbucket server, Gitea or an older Azure.
  static func pullRequest(_ scanner: inout SubjectScanner) -> MergeSubject? {
    if scanner.rest.hasPrefix("'") { return gitea(&scanner) }
    if scanner.skip("#") {
      guard let number = scanner.number() else { return nil }
      if scanner.skip(" in ") { return bitbucketServer(number, &scanner) }
      guard scanner.skip(" from "), let source = scanner.word(), scanner.isAtEnd else { return nil }
      guard let slash = source.firstIndex(of: "/"), slash > source.startIndex else { return nil }
      let branch = String(source[source.index(after: slash)...])
      guard !branch.isEmpty else { return nil }
      var merge = MergeSubject(.gitHub, .branch, [branch])
      merge.repository = String(source[..<slash])
      merge.request = number
      return merge
    }
    guard let number = scanner.number(), scanner.skip(" from "), let source = scanner.word(), scanner.skip(" into "),
      let target = scanner.word(), scanner.isAtEnd
    else { return nil }
    var merge = MergeSubject(.azure, .branch, [source])
    merge.request = number
    merge.target = target
    return merge
  }

  private static func bitbucketServer(_ number: Int, _ scanner: inout SubjectScanner) -> MergeSubject? {
    guard let repository = scanner.word(), scanner.skip(" from "), let source = scanner.word(), scanner.skip(" to "),
      let target = scanner.word(), scanner.isAtEnd
    else { return nil }
    var merge = MergeSubject(.bitbucket, .branch, [source])
    merge.repository = repository
    merge.request = number
    merge.target = target
    return merge
  }

  /// A title may hold anything, also what looks like the rest: the last fit counts.
  private static func gitea(_ scanner: inout SubjectScanner) -> MergeSubject? {
    let text = scanner.rest.dropFirst()
    var end = text.endIndex
    while let quote = text[..<end].lastIndex(of: "'") {
      end = quote
      var tail = SubjectScanner(String(text[text.index(after: quote)...]))
      guard tail.skip(" (#") || tail.skip(" (!"), let number = tail.number(), tail.skip(") from "),
        let source = tail.word(), tail.skip(" into "), let target = tail.word(), tail.isAtEnd
      else { continue }
      // From a fork: owner/repository:branch. No branch has a colon.
      let parts = source.split(separator: ":", maxSplits: 1).map(String.init)
      var merge = MergeSubject(.gitea, .branch, [parts.last ?? source])
      merge.repository = parts.count == 2 ? parts[0] : nil
      merge.request = number
      merge.target = target
      merge.title = String(text[..<quote])
      return merge
    }
    return nil
  }

  static func bitbucketCloud(_ scanner: inout SubjectScanner) -> MergeSubject? {
    guard let source = scanner.word(), scanner.skip(" (pull request #"), let number = scanner.number(),
      scanner.skip(")"), scanner.isAtEnd
    else { return nil }
    var merge = MergeSubject(.bitbucket, .branch, [source])
    merge.request = number
    return merge
  }

  static func azure(_ scanner: inout SubjectScanner) -> MergeSubject? {
    guard let number = scanner.number(), scanner.skip(": "), !scanner.isAtEnd else { return nil }
    var merge = MergeSubject(.azure, .unnamed)
    merge.request = number
    merge.title = String(scanner.rest)
    return merge
  }

  // MARK: - Gerrit

  static func gerritChanges(_ scanner: inout SubjectScanner) -> MergeSubject? {
    var merge: MergeSubject
    if scanner.skip("from topic ") {
      guard let topic = scanner.quoted("\"") ?? scanner.quoted() else { return nil }
      merge = MergeSubject(.gerrit, .topic, [topic])
    } else {
      guard let list = scanner.word() else { return nil }
      let ids = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let isChange = { (id: String) in id.hasPrefix("I") && id.count > 1 && id.dropFirst().allSatisfy(\.isHexDigit) }
      guard ids.allSatisfy(isChange) else { return nil }
      merge = MergeSubject(.gerrit, .changes, ids)
    }
    return into(merge, &scanner)
  }

  /// After `Merge "`: a subject that may hold quotes itself, so that the last one ends it.
  static func gerritChange(_ scanner: inout SubjectScanner) -> MergeSubject? {
    guard let quote = scanner.rest.lastIndex(of: "\""), quote > scanner.rest.startIndex else { return nil }
    var merge = MergeSubject(.gerrit, .unnamed)
    merge.title = String(scanner.rest[..<quote])
    scanner.rest = scanner.rest[scanner.rest.index(after: quote)...]
    return into(merge, &scanner)
  }

  private static func into(_ merge: MergeSubject, _ scanner: inout SubjectScanner) -> MergeSubject? {
    var merge = merge
    if scanner.skip(" into ") {
      guard let target = scanner.target() else { return nil }
      merge.target = target
    }
    return scanner.isAtEnd ? merge : nil
  }
}
