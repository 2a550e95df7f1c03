// The labels behind conflict markers are names of commits, others in each merge; made constant, the texts of two merges compare.

/// The labels of conflict markers.
enum ConflictLabels {
  /// A text with the names of the two commits replaced by constant ones, where they stand after markers.
  static func constant(_ bytes: [UInt8], _ labels: (ours: String, theirs: String)) -> [UInt8] {
    if let normalised = try? ConflictText.normalised(bytes, ours: labels.ours, theirs: labels.theirs) {
      return normalised
    }
    // Texts whose markers cannot be told from their lines compare all the same.
    var output: [UInt8] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.starts(with: "<<<<<<< \(labels.ours)".utf8) {
        output += "<<<<<<< \(ConflictText.ourLabel)".utf8
        output += line.dropFirst(8 + labels.ours.utf8.count)
      } else if line.starts(with: ">>>>>>> \(labels.theirs)".utf8) {
        output += ">>>>>>> \(ConflictText.theirLabel)".utf8
        output += line.dropFirst(8 + labels.theirs.utf8.count)
      } else {
        output += line
      }
      output.append(0x0A)
    }
    output.removeLast()
    return output
  }
}
