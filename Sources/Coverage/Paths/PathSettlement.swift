// Which file each path of the inputs is in the end. Three things need all inputs to be read before: checkouts below several
// roots, the repository's file that a foreign path means, and the root that all paths share. Until then files are kept by the
// path that mappings give, with the inputs that name them.
//
// A path that only resembles a file of the repository may be another file: `/srv/ci/node_modules/dep/lib/index.js` is not
// `lib/index.js`. One input does not name one file by two paths; where it seems so, the path that is the file's own is kept
// and the others are left as they are.

internal import SystemKit

struct PathSettlement {
  /// What each path becomes, where that is another one.
  private var finals: [ExactText: String] = [:]
  private(set) var warnings: [CoverageWarning.Kind] = []

  /// Settles paths.
  ///
  /// - Parameter paths: each path with the inputs that name it.
  init(_ paths: [ExactText: Set<UInt32>], _ options: MergeOptions) {
    var inputs = paths
    var rewritten: [ExactText: String] = [:]
    if options.detectRoots {
      var byInput: [UInt32: [String]] = [:]
      for (path, of) in paths { for input in of { byInput[input, default: []].append(path.text) } }
      let roots = CheckoutRoots(Array(byInput.values))
      inputs = [:]
      for (path, of) in paths {
        rewritten[path] = roots.resolve(path.text)
        inputs[ExactText(rewritten[path]!), default: []].formUnion(of)
      }
      warnings += roots.joined.map { .rootsJoined(from: $0.from, to: $0.to, agreeing: $0.agreeing) }
    }
    let files = options.paths.tree.map { match(inputs, $0) } ?? [:]
    for path in paths.keys {
      let middle = rewritten[path] ?? path.text
      finals[path] = files[ExactText(middle)] ?? middle
    }
    warnings.sort { $0.text.precedes($1.text) }
  }

  /// The path in the result.
  func path(_ path: String) -> String { finals[ExactText(path)] ?? path }

  /// The repository's files that paths mean, by path.
  private mutating func match(_ inputs: [ExactText: Set<UInt32>], _ tree: SourceTree) -> [ExactText: String] {
    var claims: [ExactText: [ExactText]] = [:]
    var roots = RootVotes()
    var unknown: [ExactText] = []
    for (path, of) in inputs {
      switch tree.resolve(path.text) {
      case .file(let file):
        claims[ExactText(file), default: []].append(path)
        roots.add(path.text, is: file, in: of)
      case .ambiguous(let candidates): warnings.append(.ambiguousPath(path.text, candidates: candidates))
      case .unknown: unknown.append(path)
      }
    }
    for path in unknown where PathName.isAbsolute(path.text) {
      let (folder, name) = PathName.split(path.text)
      if tree.hasTopFile(name), roots.isCheckout(folder, in: inputs[path]!) {
        claims[ExactText(name), default: []].append(path)
      }
    }
    var files: [ExactText: String] = [:]
    for (file, paths) in claims {
      // How many of the claiming paths each input has: one more than once means that two files are meant.
      var counts: [UInt32: Int] = [:]
      for path in paths { for input in inputs[path]! { counts[input, default: 0] += 1 } }
      for path in paths {
        if path == file || inputs[path]!.allSatisfy({ counts[$0] == 1 }) {
          files[path] = file.text
        } else {
          warnings.append(.foreignFile(path.text, like: file.text))
        }
      }
    }
    return files
  }
}

/// Which folders are checkouts of the repository in which input, as the files that lie wholly in a path say. That tells of a
/// file at the top, whose name alone says nothing: `/home/ci2/work/main.c` is `main.c` where most files of the input are
/// those of a repository at `/home/ci2/work`.
private struct RootVotes {
  private var votes: [UInt32: [ExactText: Int]] = [:]
  private var totals: [UInt32: Int] = [:]

  /// Counts a path that means a file; one that is the file votes for no folder.
  mutating func add(_ path: String, is file: String, in inputs: Set<UInt32>) {
    let isBelow =
      path.utf8.count > file.utf8.count + 1 && path.utf8.reversed().starts(with: ("/" + file).utf8.reversed())
    let root = isBelow ? ExactText(String(decoding: path.utf8.dropLast(file.utf8.count + 1), as: UTF8.self)) : nil
    for input in inputs {
      totals[input, default: 0] += 1
      if let root { votes[input, default: [:]][root, default: 0] += 1 }
    }
  }

  /// Whether most files of each input say so, and at least two.
  func isCheckout(_ folder: String, in inputs: Set<UInt32>) -> Bool {
    inputs.allSatisfy { input in
      let count = votes[input]?[ExactText(folder)] ?? 0
      return count >= 2 && count * 2 > totals[input] ?? 0
    }
  }
}
