// Leaks and dominators of one dump at once: both rest on the same graph, tree and sizes, which are most of the work. Measured on a dump
// of 84 MB (2026-12): summary, leaks and dominators one by one take 0.63 s of processor time, a survey that does all three 0.40 s.

/// What a leak search found, with what it worked out on the way.
struct LeakSearch: ~Copyable {
  let leaks: HeapLeaks
  /// By the rule of strong references.
  let layout: HeapLayout
}

/// Leaks of a dump, and who retains how much in it.
public struct HeapExamination: Sendable {
  /// What is suspected.
  public let leaks: HeapLeaks
  /// Who retains how much, by the rule of strong references: the sizes are those that the suspects have.
  public let dominators: HeapDominators
}

extension HeapDump {
  /// Looks for leaks and works out the dominator tree.
  ///
  /// - Parameters:
  ///   - limits: from where on an object is a suspect.
  ///   - limit: how many of the largest objects are named.
  ///   - tree: how much of the tree is given.
  /// - Throws: `tooMany` when there are 2^31 objects or 2^32 references.
  /// - Complexity: that of `leaks`, and one pass over the heap more.
  public func examine(
    _ limits: LeakLimits = LeakLimits(), limit: Int = 20, tree: TreeLimits = TreeLimits()
  ) throws(HeapDumpError) -> HeapExamination {
    let search = try searchLeaks(limits)
    return HeapExamination(
      leaks: search.leaks, dominators: dominators(search.layout, .strong, limit, tree))
  }
}
