// Inputs that hold the same bytes as an earlier one: their counts would be added twice.

internal import Synchronization
internal import SystemKit

enum DuplicateInputs {
  /// From the index of a copy to that of the first input like it.
  ///
  /// - Complexity: O(bytes of the inputs whose size occurs more than once).
  static func find(_ paths: [String], workers: Int) -> [Int: Int] {
    var bySize: [Int: [Int]] = [:]
    for (index, path) in paths.enumerated() where path != "-" {
      guard let size = FileFacts.size(path), size > 0 else { continue }
      bySize[size, default: []].append(index)
    }
    let candidates = bySize.values.filter { $0.count > 1 }.joined().sorted()
    guard !candidates.isEmpty else { return [:] }
    let digests = Mutex<[Int: String]>([:])
    Parallel.forEach(count: candidates.count, workers: min(workers, candidates.count)) { _, at in
      let index = candidates[at]
      // One that cannot be read is no copy: reading it says why.
      guard let file = try? MappedFile(path: paths[index]) else { return }
      let digest = file.withUnsafeBytes { Digest.sha256($0) }
      digests.withLock { $0[index] = digest }
    }
    let found = digests.withLock { $0 }
    var originals: [String: Int] = [:]
    var copies: [Int: Int] = [:]
    for index in candidates {
      guard let digest = found[index] else { continue }
      if let original = originals[digest] { copies[index] = original } else { originals[digest] = index }
    }
    return copies
  }
}

/// Which of the inputs are newer than which.
struct InputRanks {
  /// The rank of each input; the copies of one have the highest of theirs.
  private(set) var ranks: [UInt32]
  /// The input that has a rank.
  private var inputs: [Int]

  /// Ranks inputs: by the time of their last change where that matters, else in the order given.
  ///
  /// Standard input is written while it is read and so is the newest. Of equal times the later argument is the newer one.
  init(_ paths: [String], copies: [Int: Int], byTime: Bool) {
    inputs = Array(paths.indices)
    if byTime {
      let times = paths.map { $0 == "-" ? Int64.max : FileFacts.modified($0)?.seconds ?? Int64.min }
      inputs.sort { (times[$0], $0) < (times[$1], $1) }
    }
    ranks = Array(repeating: 0, count: paths.count)
    for (rank, input) in inputs.enumerated() { ranks[input] = UInt32(truncatingIfNeeded: rank) }
    guard byTime else { return }
    for (copy, original) in copies { ranks[original] = max(ranks[original], ranks[copy]) }
  }

  /// The input of a rank, to name it.
  func input(_ rank: Int) -> Int? { inputs.indices.contains(rank) ? inputs[rank] : nil }
}
