// The numbers that BMD gives objects: 1, 2, 3, … in the order of first mention (spec A.5). Every reference of a dump is looked up
// here, ten million times in a dump of 300 MB, so the table decides how fast a dump is crunched. Ids are addresses (or small
// numbers) that lie close together: the first pass notes those of all objects in a bitmap with one bit for each aligned address,
// and the place of an id among the set bits then leads to its number in an array. That is about 6 bytes an object, and objects that
// lie side by side have their numbers side by side, where a hash table of the same content has 24 bytes and misses the cache each
// time. Ids of which no object is in the dump go to a hash table.

internal import ByteKit

/// The ids of a dump's objects: a bit for each aligned address, in pages of 512 addresses.
struct ObjectBitmap: Sendable {
  /// How many low bits all ids have clear.
  let shift: UInt64
  fileprivate var pages = OpenTable()
  /// The pages' keys by their index.
  fileprivate var keys: [UInt64] = []
  fileprivate var words: [UInt64] = []
  private var lastKey: UInt64 = .max
  private var lastBase = 0
  private var inserted = 0
  /// Whether the ids lie so far apart that a bitmap would be mostly empty pages: it is then empty and stays so.
  private(set) var isScattered = false

  static let wordsPerPage = 8
  static let pageShift: UInt64 = 9

  init(shift: UInt64) { self.shift = shift }

  /// The alignment that a sample of ids has in common, as a shift of at most 4.
  static func alignment(of union: UInt64) -> UInt64 { UInt64(min(4, union.trailingZeroBitCount)) }

  /// Adds an id; one that is not aligned as the others are is left to the hash table.
  @inline(__always)
  mutating func insert(_ id: UInt64) {
    let place = id &>> shift
    guard place &<< shift == id else { return }
    let key = place &>> Self.pageShift
    if key != lastKey { turn(to: key) }
    guard !isScattered else { return }
    let word = lastBase &+ Int(truncatingIfNeeded: place &>> 6) & (Self.wordsPerPage &- 1)
    words[word] |= 1 &<< (place & 63)
    inserted &+= 1
  }

  private mutating func turn(to key: UInt64) {
    guard !isScattered else { return }
    lastKey = key
    let (index, isNew) = pages.insert(key)
    lastBase = index * Self.wordsPerPage
    guard isNew else { return }
    keys.append(key)
    words.append(contentsOf: repeatElement(0, count: Self.wordsPerPage))
    // An app's heap has about a hundred objects to a page. A file that has under four is none of a virtual machine, or damaged;
    // a hash table is smaller then. What is small either way is left as it is.
    if pages.count > 1 << 20, inserted / 4 < pages.count { scatter() }
  }

  private mutating func scatter() {
    isScattered = true
    pages = OpenTable()
    keys = []
    words = []
  }

  /// Adds the ids of another bitmap with the same shift.
  mutating func formUnion(_ other: ObjectBitmap) {
    guard !isScattered else { return }
    guard !other.isScattered else { return scatter() }
    for (index, key) in other.keys.enumerated() {
      turn(to: key)
      guard !isScattered else { return }
      for word in 0..<Self.wordsPerPage {
        words[lastBase + word] |= other.words[index * Self.wordsPerPage + word]
      }
    }
    inserted += other.inserted
  }
}

/// Gives objects their numbers.
final class ObjectNumbers {
  private let shift: UInt64
  /// Two words for each 64 addresses: the bits, and how many bits are set before them.
  private let words: UnsafeMutablePointer<UInt64>
  /// The numbers of the objects in the bitmap in the order of their addresses; 0 is not numbered yet.
  private let numbers: UnsafeMutablePointer<UInt32>
  private let pageCount: Int
  private let objectCount: Int
  private let pages: OpenTable
  /// Pages by their keys from `firstKey` on where these lie close together; -1 is none.
  private let directory: UnsafeMutablePointer<Int32>
  private let directoryCount: UInt64
  private let firstKey: UInt64
  private var others = OpenTable()
  private var otherNumbers: [UInt32] = []
  /// The next number.
  private(set) var next: UInt32 = 1
  /// Whether there were more objects than 31 bits can number.
  private(set) var isFull = false

  init(_ bitmap: ObjectBitmap) {
    shift = bitmap.shift
    pages = bitmap.pages
    pageCount = bitmap.pages.count
    words = .allocate(capacity: max(1, bitmap.words.count * 2))
    var rank: UInt64 = 0
    for (index, bits) in bitmap.words.enumerated() {
      words[2 * index] = bits
      words[2 * index + 1] = rank
      rank += UInt64(bits.nonzeroBitCount)
    }
    objectCount = Int(rank)
    numbers = .allocate(capacity: max(1, objectCount))
    numbers.initialize(repeating: 0, count: objectCount)
    var lowest = UInt64.max
    var highest: UInt64 = 0
    for key in bitmap.keys {
      lowest = min(lowest, key)
      highest = max(highest, key)
    }
    // 4 bytes for each page that could be between the first and the last: at most 16 MB, and less than the pages themselves where
    // there are many.
    let span = pageCount == 0 ? 0 : highest - lowest
    let isDirect = pageCount > 0 && span < UInt64(max(1 << 22, pageCount * 16))
    firstKey = isDirect ? lowest : 0
    directoryCount = isDirect ? span + 1 : 0
    directory = .allocate(capacity: max(1, Int(directoryCount)))
    directory.initialize(repeating: -1, count: Int(directoryCount))
    if isDirect { for (index, key) in bitmap.keys.enumerated() { directory[Int(key - lowest)] = Int32(index) } }
  }

  deinit {
    words.deallocate()
    numbers.deallocate()
    directory.deallocate()
  }

  /// The memory of the table now, in bytes.
  var memory: Int {
    pageCount * (ObjectBitmap.wordsPerPage * 16 + 24) + objectCount * 4 + Int(directoryCount) * 4 + otherNumbers.count
      * 28
  }

  /// The number of an id, a new one at its first mention; null is 0.
  @inline(__always)
  func number(of id: UInt64) -> UInt32 {
    if id == 0 { return 0 }
    let place = id &>> shift
    let key = place &>> ObjectBitmap.pageShift
    var page: Int32 = -1
    if directoryCount > 0 {
      let entry = key &- firstKey
      if entry < directoryCount { page = directory[Int(truncatingIfNeeded: entry)] }
    } else if pageCount > 0 {
      page = Int32(truncatingIfNeeded: pages.index(of: key) ?? -1)
    }
    if page >= 0 {
      let word = 2 &* (Int(page) &* ObjectBitmap.wordsPerPage &+ Int(truncatingIfNeeded: place &>> 6) & 7)
      let bits = words[word]
      let bit: UInt64 = 1 &<< (place & 63)
      if bits & bit != 0, place &<< shift == id {
        let index = Int(truncatingIfNeeded: words[word &+ 1]) &+ (bits & (bit &- 1)).nonzeroBitCount
        let known = numbers[index]
        if known != 0 { return known }
        let number = take()
        numbers[index] = number
        return number
      }
    }
    return otherNumber(of: id)
  }

  @inline(__always)
  private func take() -> UInt32 {
    let number = next
    if number >= UInt32(Int32.max) - 1 { isFull = true } else { next = number &+ 1 }
    return number
  }

  @inline(never)
  private func otherNumber(of id: UInt64) -> UInt32 {
    if let index = others.index(of: id) { return otherNumbers[index] }
    let number = take()
    // A full table takes nothing more: the numbers are not used then.
    guard !isFull else { return number }
    _ = others.insert(id)
    otherNumbers.append(number)
    return number
  }
}
