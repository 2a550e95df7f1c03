// What of a Swift file other files can see: its declarations without the bodies of functions, comments and the values of numbers. Two
// versions with one skeleton differ within bodies only: memory layouts and names are the same, and compiled code that was made for
// one works with the other.

/// The part of a source that others depend on.
enum SourceSkeleton {
  /// The skeleton of a source.
  ///
  /// - Complexity: O(bytes).
  static func of(_ source: [UInt8]) -> [UInt8] {
    var scan = Scan(source: source)
    scan.run()
    return scan.skeleton
  }

  private struct Scan {
    let source: [UInt8]
    var at = 0
    var skeleton: [UInt8] = []
    /// The words of the declaration that is being read, to tell a type from a function.
    var words: [[UInt8]] = []
    /// For each open brace: whether it is a type's.
    var isType: [Bool] = []
    /// Parentheses and brackets that are open.
    var nesting = 0

    static let types = ["struct", "class", "enum", "extension", "protocol", "actor"].map { Array($0.utf8) }

    static let accessors = ["get", "set", "mutating", "nonmutating", "throws", "async"].map { Array($0.utf8) }

    init(source: [UInt8]) { self.source = source }

    mutating func run() {
      while at < source.count {
        let byte = source[at]
        if startsComment("//") {
          skipLine()
        } else if startsComment("/*") {
          skipComment()
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") && at + 1 < source.count && opensRawString {
          take(string())
        } else if isLetter(byte) || byte == UInt8(ascii: "@") {
          takeWord()
        } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
          takeNumber()
        } else {
          takeMark(byte)
        }
      }
    }

    private mutating func takeMark(_ byte: UInt8) {
      at += 1
      switch byte {
      case UInt8(ascii: "{"):
        let opensType = nesting == 0 && words.contains { Self.types.contains($0) }
        words = []
        if opensType {
          isType.append(true)
          skeleton.append(byte)
        } else {
          let start = at
          skipBody()
          // What a protocol asks of a property is no body.
          let words = source[start..<max(start, at - 1)].split { $0 <= UInt8(ascii: " ") }
          let isAsked = !words.isEmpty && words.allSatisfy { Self.accessors.contains(Array($0)) }
          skeleton += isAsked ? [byte] + source[start..<at] : Array("{}".utf8)
        }
      case UInt8(ascii: "}"):
        if !isType.isEmpty { isType.removeLast() }
        words = []
        skeleton.append(byte)
      case UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        if skeleton.last != UInt8(ascii: " ") { skeleton.append(UInt8(ascii: " ")) }
      default:
        if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { nesting += 1 }
        if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { nesting = max(0, nesting - 1) }
        skeleton.append(byte)
      }
    }

    /// Leaves out everything up to the brace that closes the one just read.
    private mutating func skipBody() {
      var depth = 1
      while at < source.count, depth > 0 {
        let byte = source[at]
        if startsComment("//") {
          skipLine()
        } else if startsComment("/*") {
          skipComment()
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") && opensRawString {
          _ = string()
        } else {
          if byte == UInt8(ascii: "{") { depth += 1 }
          if byte == UInt8(ascii: "}") { depth -= 1 }
          at += 1
        }
      }
    }

    private mutating func takeWord() {
      let start = at
      at += 1
      while at < source.count, isLetter(source[at]) || isDigit(source[at]) { at += 1 }
      let word = Array(source[start..<at])
      let starts = ["func", "init", "deinit", "subscript", "var", "let", "case", "typealias", "import"].map {
        Array($0.utf8)
      }
      // `class func` and `class var` are no types.
      if starts.contains(word), nesting == 0 { words = [] }
      words.append(word)
      take(word)
    }

    /// All whole numbers look the same, and all others: a constant may have another value.
    private mutating func takeNumber() {
      let start = at
      while at < source.count, isDigit(source[at]) || isLetter(source[at]) || isFraction { at += 1 }
      let text = source[start..<at]
      let isHexadecimal = text.starts(with: Array("0x".utf8))
      let isFloat = text.contains(UInt8(ascii: ".")) || !isHexadecimal && text.contains(UInt8(ascii: "e"))
      take(Array((isFloat ? "0.0" : "0").utf8))
    }

    /// Whether a point within a number is followed by a digit: `1.5` and not `1.max` or `1...2`.
    private var isFraction: Bool {
      source[at] == UInt8(ascii: ".") && at + 1 < source.count && isDigit(source[at + 1])
    }

    private mutating func take(_ bytes: [UInt8]) { skeleton += bytes }

    private func startsComment(_ mark: StaticString) -> Bool {
      at + 1 < source.count
        && mark.withUTF8Buffer { source[at] == $0[0] && source[at + 1] == $0[1] }
    }

    private mutating func skipLine() {
      while at < source.count, source[at] != UInt8(ascii: "\n") { at += 1 }
    }

    /// Comments nest in Swift.
    private mutating func skipComment() {
      var depth = 0
      while at < source.count {
        if startsComment("/*") {
          depth += 1
          at += 2
        } else if at + 1 < source.count, source[at] == UInt8(ascii: "*"), source[at + 1] == UInt8(ascii: "/") {
          depth -= 1
          at += 2
          if depth == 0 { return }
        } else {
          at += 1
        }
      }
    }

    private var opensRawString: Bool {
      var next = at
      while next < source.count, source[next] == UInt8(ascii: "#") { next += 1 }
      return next < source.count && source[next] == UInt8(ascii: "\"")
    }

    /// A string literal, with interpolations as they are.
    private mutating func string() -> [UInt8] {
      let start = at
      var pounds = 0
      while source[at] == UInt8(ascii: "#") {
        pounds += 1
        at += 1
      }
      let isLong = quotes(at) >= 3
      at += isLong ? 3 : 1
      while at < source.count {
        let byte = source[at]
        if byte == UInt8(ascii: "\\"), pounds == 0 || hasPounds(pounds, at + 1) {
          at += 1 + pounds
          if at < source.count, source[at] == UInt8(ascii: "(") { skipInterpolation() } else { at += 1 }
        } else if byte == UInt8(ascii: "\""), !isLong || quotes(at) >= 3, hasPounds(pounds, at + (isLong ? 3 : 1)) {
          at += (isLong ? 3 : 1) + pounds
          break
        } else if byte == UInt8(ascii: "\n"), !isLong {
          break
        } else {
          at += 1
        }
      }
      at = min(at, source.count)
      return Array(source[start..<at])
    }

    private mutating func skipInterpolation() {
      var depth = 0
      while at < source.count {
        let byte = source[at]
        if byte == UInt8(ascii: "\"") {
          _ = string()
          continue
        }
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        at += 1
        if depth == 0 { return }
      }
    }

    private func quotes(_ place: Int) -> Int {
      var count = 0
      while place + count < source.count, source[place + count] == UInt8(ascii: "\"") { count += 1 }
      return count
    }

    private func hasPounds(_ count: Int, _ place: Int) -> Bool {
      (0..<count).allSatisfy { place + $0 < source.count && source[place + $0] == UInt8(ascii: "#") }
    }

    private func isLetter(_ byte: UInt8) -> Bool {
      byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
  }
}
