// Several machines, several checkouts: `/home/ci1/work/src/a.c` and `/home/ci2/work/src/a.c` are one file. Which roots stand for
// one tree is told from the files below them, input by input: where two inputs lie below different roots but most of their
// relative paths agree, they are of one tree. Nothing is guessed from a single file, and never within one input.

internal import SystemKit

struct CheckoutRoots {
  /// A root that stands for another one, and how many files agree.
  struct Joined: Equatable {
    let from: String
    let to: String
    let agreeing: Int
  }

  /// Sorted by `from`.
  private(set) var joined: [Joined] = []

  /// So many files must agree: an `index.js` and a `main.c` are in every tree.
  static let leastAgreeing = 2
  /// More roots than that are no agents: they are not compared.
  private static let mostRoots = 512
  /// Headers of the system are in every C++ report and hide its root.
  private static let systemFolders = ["/usr/", "/opt/", "/nix/store/", "/Library/", "/Applications/"]

  private struct Tree {
    var root: String
    var files: Set<ExactText>
  }

  /// Finds roots.
  ///
  /// - Parameter inputs: the paths that each input names, in any order.
  /// - Complexity: O(n log n) in all paths, and O(roots² × files) where many roots differ.
  init(_ inputs: [[String]]) {
    var byRoot: [ExactText: Set<ExactText>] = [:]
    for paths in inputs {
      let own = paths.filter { path in PathName.isAbsolute(path) && !Self.systemFolders.contains { path.hasPrefix($0) }
      }
      let root = CommonRoot.of(own)
      if !root.isEmpty { byRoot[ExactText(root), default: []].formUnion(own.map { ExactText($0) }) }
    }
    guard byRoot.count > 1 else { return }
    // An input may speak of a part of the tree only: what lies below another root belongs to it.
    var tops: [ExactText: Set<ExactText>] = [:]
    for (root, paths) in byRoot { tops[Self.topmost(root, byRoot), default: []].formUnion(paths) }
    guard tops.count > 1, tops.count <= Self.mostRoots else { return }
    let roots = tops.keys.map(\.text).sorted { $0.precedes($1) }
    var trees: [Tree] = []
    for root in roots {
      let files = tops[ExactText(root)]!.compactMap { PathName.relative($0.text, to: root).map { ExactText($0) } }
      place(Tree(root: root, files: Set(files)), in: &trees, roots)
    }
    joined.sort { $0.from.precedes($1.from) }
  }

  /// The path below the root that its own one stands for.
  func resolve(_ path: String) -> String {
    for one in joined {
      if let rest = PathName.relative(path, to: one.from) { return PathName.join(one.to, rest) }
    }
    return path
  }

  private static func topmost(_ root: ExactText, _ roots: [ExactText: Set<ExactText>]) -> ExactText {
    var top = root
    var folder = PathName.split(root.text).folder
    while folder != "/", !folder.isEmpty {
      if roots[ExactText(folder)] != nil { top = ExactText(folder) }
      folder = PathName.split(folder).folder
    }
    return top
  }

  /// Joins a tree to the first one that it agrees with, or puts it beside the others.
  private mutating func place(_ tree: Tree, in trees: inout [Tree], _ roots: [String]) {
    for index in trees.indices {
      guard let fit = Self.fit(trees[index], tree, roots) else { continue }
      joined.append(Joined(from: fit.tree.root, to: fit.known.root, agreeing: fit.agreeing))
      trees[index] = fit.known
      trees[index].files.formUnion(fit.tree.files)
      return
    }
    trees.append(tree)
  }

  /// How two trees agree, if they do. Inputs of some tests may have touched a subfolder only, whose files then lie deeper
  /// below the other one's root: either root may be lifted to where most files agree.
  private static func fit(
    _ known: Tree, _ tree: Tree, _ roots: [String]
  ) -> (known: Tree, tree: Tree, agreeing: Int)? {
    var best: (known: Tree, tree: Tree, agreeing: Int)?
    func consider(_ known: Tree, _ tree: Tree) {
      let (small, large) =
        known.files.count < tree.files.count ? (known.files, tree.files) : (tree.files, known.files)
      let agreeing = small.count { large.contains($0) }
      guard agreeing >= leastAgreeing, agreeing * 2 > small.count, agreeing > best?.agreeing ?? 0 else { return }
      best = (known, tree, agreeing)
    }
    consider(known, tree)
    if best != nil { return best }
    var lifted = tree
    while let next = lift(lifted, roots, except: tree.root) {
      lifted = next
      consider(known, lifted)
    }
    lifted = known
    while let next = lift(lifted, roots, except: known.root) {
      lifted = next
      consider(lifted, tree)
    }
    return best
  }

  /// The tree seen from one folder higher; `nil` where that one holds another input's root.
  private static func lift(_ tree: Tree, _ roots: [String], except own: String) -> Tree? {
    let (folder, name) = PathName.split(tree.root)
    guard folder != "/", !folder.isEmpty, !name.isEmpty,
      !roots.contains(where: { $0 != own && ($0 == folder || PathName.relative($0, to: folder) != nil) })
    else { return nil }
    return Tree(root: folder, files: Set(tree.files.map { ExactText(name + "/" + $0.text) }))
  }
}
