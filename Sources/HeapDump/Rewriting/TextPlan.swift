// Which string record gets which text. A record may be used by a class and a field, by fields of several classes, by a field and the
// name of a thread; when they are renamed apart, it can serve one of them only. The others get records of their own, one for each text:
// written before the first record of the dump, so before their first use.

internal import ByteKit

/// A use of a string record under a text to come.
struct TextUse {
  /// The record's id so far; 0 where there was none.
  let id: UInt64
  /// The number of the new text; -1 where the old one stays.
  let text: Int
}

/// The texts of renamed strings.
struct TextPlan {
  private var texts = ByteStringTable()
  /// Ids of records to what their uses ask for: a text's number, -1 for the old one, -2 for the old one and others.
  private var asked = OpenTable()
  private var answers: [Int32] = []
  /// New ids of texts, 0 where there is none.
  private var added: [UInt64] = []
  private var nextID: UInt64 = 0
  private let largestID: UInt64
  private let strings: StringTable

  /// - Parameter strings: those of the dump.
  init(_ strings: StringTable, largest: UInt64, idSize: Int) {
    self.strings = strings
    largestID = idSize == 8 ? .max : UInt64(UInt32.max)
    nextID = largest
  }

  /// Says that a record is used as it is.
  mutating func keep(_ id: UInt64) {
    guard id != 0 else { return }
    let (index, isNew) = asked.insert(id)
    if isNew { answers.append(-1) } else { answers[index] = -1 }
  }

  /// Says that a use of a record gets a text.
  mutating func rename(_ id: UInt64, to text: String) -> TextUse {
    let number = texts.insert(text)
    if number == added.count { added.append(0) }
    if id != 0 {
      // The first text to ask gets the record, unless some use keeps it.
      let (_, isNew) = asked.insert(id)
      if isNew { answers.append(Int32(number)) }
    }
    return TextUse(id: id, text: number)
  }

  /// The id for a use, after all uses were told. An id that is not in use is found once for each text.
  mutating func id(for use: TextUse) -> UInt64 {
    guard use.text >= 0 else { return use.id }
    if let index = asked.index(of: use.id), Int(answers[index]) == use.text, strings.range(of: use.id) != nil {
      return use.id
    }
    if added[use.text] == 0 { added[use.text] = unusedID() }
    return added[use.text]
  }

  /// Beyond the largest id, or where that is the last one, from 1 on.
  private mutating func unusedID() -> UInt64 {
    repeat { nextID = nextID == largestID ? 1 : nextID + 1 } while strings.range(of: nextID) != nil
    return nextID
  }

  /// The new text of a record; `nil` where it stays.
  func newText(of id: UInt64) -> String? {
    guard let index = asked.index(of: id), answers[index] >= 0 else { return nil }
    return texts.string(at: Int(answers[index]))
  }

  /// The records to add, in the order of their ids' making.
  var addedStrings: [(id: UInt64, text: String)] {
    added.indices.filter { added[$0] != 0 }.map { (added[$0], texts.string(at: $0)) }
  }
}
