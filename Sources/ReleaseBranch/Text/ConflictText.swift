// Reads and rewrites a text into which git wrote conflicts (merge.conflictStyle=merge):
//
//     <<<<<<< label          seven '<' (or the file's conflict-marker-size), a blank, our label
//     our lines
//     =======                seven '=' and nothing else
//     their lines
//     >>>>>>> label          seven '>', a blank, their label
//
// A label may be followed by ":path" where the sides have different names for the file. In a text with CRLF git ends the markers
// so too. Texts hold lines that look like these (a heading underlined in reStructuredText, a committed conflict), hence: only the
// labels that git was told count, and whatever could be read in two ways is not read at all. A second "=======" inside a
// conflict is such a case: nobody can say which of the two separates. Labels that no text contains are the caller's to choose.
// Git ends the last line of each side where it had no end, so that whether it had is not to be seen here.

/// A text with conflicts, cut at its markers.
package struct ConflictText: Sendable {
  /// What the two sides have at a conflict; where it stands and how its markers are written does not count.
  package struct Hunk: Hashable, Sendable {
    /// Our lines.
    package let ours: [UInt8]
    /// Their lines.
    package let theirs: [UInt8]

    /// Pairs two texts.
    package init(ours: [UInt8], theirs: [UInt8]) {
      self.ours = ours
      self.theirs = theirs
    }
  }

  /// A piece of the text.
  package enum Segment: Sendable {
    /// Lines outside of conflicts.
    case lines(Range<Int>)
    /// A conflict, and the lines from its first marker to its last.
    case hunk(Hunk, lines: Range<Int>)
  }

  /// Our label in a normalised text.
  package static let ourLabel = "release"
  /// Their label in a normalised text.
  package static let theirLabel = "ticket"

  /// The text.
  package let bytes: [UInt8]
  /// Its pieces in order.
  package let segments: [Segment]
  /// The lines that are markers, in order: three for each conflict.
  let markerLines: [Int]

  /// The conflicts in order.
  package var hunks: [Hunk] {
    segments.compactMap { if case .hunk(let hunk, _) = $0 { hunk } else { nil } }
  }

  /// Reads a text; by default a normalised one.
  ///
  /// - Throws: `ConflictTextError` where it can be read in more than one way, or in none.
  package init(
    _ bytes: [UInt8], ours: String = ConflictText.ourLabel, theirs: String = ConflictText.theirLabel,
    markerSize: Int = 7
  ) throws(ConflictTextError) {
    let markers = Markers(ours: ours, theirs: theirs, size: markerSize)
    let starts = TextLines.starts(of: bytes)
    var segments: [Segment] = []
    var markerLines: [Int] = []
    var outside = 0
    var open: Int?
    var separator: Int?
    for line in 0..<starts.count - 1 {
      let kind = markers.kind(of: bytes[starts[line]..<starts[line + 1]])
      switch (kind, open, separator) {
      case (.text, _, _), (.separator, nil, _), (.ancestor, nil, _), (.ancestor, _, .some): continue
      case (.open, nil, _): open = line
      case (.open, _, _): throw ConflictTextError(.nestedConflict, line: line + 1)
      case (.separator, _, nil): separator = line
      case (.separator, _, _): throw ConflictTextError(.secondSeparator, line: line + 1)
      case (.ancestor, _, nil): throw ConflictTextError(.ancestorPart, line: line + 1)
      case (.close, let first?, let middle?):
        if outside < first { segments.append(.lines(outside..<first)) }
        let hunk = Hunk(
          ours: Array(bytes[starts[first + 1]..<starts[middle]]),
          theirs: Array(bytes[starts[middle + 1]..<starts[line]]))
        segments.append(.hunk(hunk, lines: first..<line + 1))
        markerLines += [first, middle, line]
        outside = line + 1
        (open, separator) = (nil, nil)
      case (.close, _, _): throw ConflictTextError(.strayMarker, line: line + 1)
      }
    }
    if let open { throw ConflictTextError(.unfinished, line: open + 1) }
    if outside < starts.count - 1 { segments.append(.lines(outside..<starts.count - 1)) }
    self.bytes = bytes
    self.segments = segments
    self.markerLines = markerLines
  }

  /// The text with constant labels, so that the conflicts of two merges compare byte for byte; ":path" stays.
  ///
  /// - Throws: `ConflictTextError`: also where a line that is no marker would look like one afterwards.
  package static func normalised(
    _ bytes: [UInt8], ours: String, theirs: String, markerSize: Int = 7
  ) throws(ConflictTextError) -> [UInt8] {
    let text = try ConflictText(bytes, ours: ours, theirs: theirs, markerSize: markerSize)
    let constant = Markers(ours: ourLabel, theirs: theirLabel, size: markerSize)
    let starts = TextLines.starts(of: bytes)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var markers = text.markerLines[...]
    for line in 0..<starts.count - 1 {
      let piece = bytes[starts[line]..<starts[line + 1]]
      if markers.first == line {
        markers.removeFirst()
        // The last marker of a conflict has as many left after it as a multiple of three.
        switch markers.count % 3 {
        case 2: result += constant.open + piece.dropFirst(markerSize + 1 + ours.utf8.count)
        case 0: result += constant.close + piece.dropFirst(markerSize + 1 + theirs.utf8.count)
        default: result += piece
        }
      } else {
        let kind = constant.kind(of: piece)
        if kind == .open || kind == .close { throw ConflictTextError(.reservedLabel, line: line + 1) }
        result += piece
      }
    }
    return result
  }

  /// The first line that looks like a marker with the constant labels; `nil` if there is none.
  static func firstMarker(in bytes: [UInt8], markerSize: Int) -> Int? {
    let constant = Markers(ours: ourLabel, theirs: theirLabel, size: markerSize)
    let starts = TextLines.starts(of: bytes)
    return (0..<starts.count - 1).first {
      let kind = constant.kind(of: bytes[starts[$0]..<starts[$0 + 1]])
      return kind == .open || kind == .close
    }
  }
}

/// What a line is to a reader of conflicts.
private struct Markers {
  enum Kind { case text, open, ancestor, separator, close }

  let open: [UInt8]
  let close: [UInt8]
  private let ancestor: [UInt8]
  private let separator: [UInt8]

  init(ours: String, theirs: String, size: Int) {
    precondition(size > 0, "a conflict marker has at least one character")
    open = [UInt8](repeating: UInt8(ascii: "<"), count: size) + " \(ours)".utf8
    close = [UInt8](repeating: UInt8(ascii: ">"), count: size) + " \(theirs)".utf8
    ancestor = [UInt8](repeating: UInt8(ascii: "|"), count: size)
    separator = [UInt8](repeating: UInt8(ascii: "="), count: size)
  }

  func kind(of line: ArraySlice<UInt8>) -> Kind {
    var body = line
    // A marker always ends with a newline; the last line of a text may lack it, and is then none.
    guard body.popLast() == 0x0A else { return .text }
    if body.last == 0x0D { body.removeLast() }
    switch body.first {
    case UInt8(ascii: "<"): return hasLabel(body, open) ? .open : .text
    case UInt8(ascii: ">"): return hasLabel(body, close) ? .close : .text
    case UInt8(ascii: "|"):
      return body.starts(with: ancestor) && body.dropFirst(ancestor.count).first ?? 0x20 == 0x20 ? .ancestor : .text
    case UInt8(ascii: "="): return body.elementsEqual(separator) ? .separator : .text
    default: return .text
    }
  }

  private func hasLabel(_ body: ArraySlice<UInt8>, _ marker: [UInt8]) -> Bool {
    body.starts(with: marker) && body.dropFirst(marker.count).first ?? UInt8(ascii: ":") == UInt8(ascii: ":")
  }
}

/// Why a text with conflicts cannot be read.
package struct ConflictTextError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Kind: Equatable, Sendable {
    /// A closing marker outside of a conflict or before its separator.
    case strayMarker
    /// An opening marker inside a conflict.
    case nestedConflict
    /// A second line of '=' inside a conflict.
    case secondSeparator
    /// A part with the common ancestor: merge.conflictStyle is not "merge".
    case ancestorPart
    /// The text ends inside a conflict.
    case unfinished
    /// A line of the text itself looks like a marker with the constant labels.
    case reservedLabel
  }

  /// What is wrong.
  package let kind: Kind
  /// The line, counted from 1.
  package let line: Int

  init(_ kind: Kind, line: Int) {
    self.kind = kind
    self.line = line
  }

  /// One line: where, and what was found.
  package var description: String {
    let what =
      switch kind {
      case .strayMarker: "a conflict ends that did not begin or has no '='-line"
      case .nestedConflict: "a conflict begins inside another one"
      case .secondSeparator: "a second '='-line inside a conflict: which of them separates the sides is not clear"
      case .ancestorPart: "a conflict with its ancestor (expected merge.conflictStyle=merge)"
      case .unfinished: "a conflict that does not end"
      case .reservedLabel: "a line of the text that looks like a conflict marker"
      }
    return "line \(line): \(what)"
  }
}
