// Two versions of a text in one, for a person to decide between: where their lines differ, both stand between markers.

extension ConflictText {
  /// A text with a conflict, in the constant labels, wherever two texts differ.
  ///
  /// - Complexity: that of `LineDiff`.
  static func sideBySide(ours: [UInt8], theirs: [UInt8]) -> [UInt8] {
    var interner = LineInterner()
    let (left, right) = (interner.lines(of: ours), interner.lines(of: theirs))
    var output: [UInt8] = []
    func append(_ bytes: ArraySlice<UInt8>) {
      output += bytes
      // A marker stands in a line of its own.
      if let last = output.last, last != 0x0A { output.append(0x0A) }
    }
    var at = 0
    for edit in LineDiff(old: left.ids, new: right.ids).edits {
      output += left.bytes(at..<edit.old.lowerBound)
      output += "<<<<<<< \(ourLabel)\n".utf8
      append(left.bytes(edit.old))
      output += "=======\n".utf8
      append(right.bytes(edit.new))
      output += ">>>>>>> \(theirLabel)\n".utf8
      at = edit.old.upperBound
    }
    return output + left.bytes(at..<left.count)
  }
}
