// What `plimsoll heap summary` tells of a dump.

/// An array among the largest of a dump.
public struct LargeArray: Equatable, Sendable {
  /// The object's id.
  public let id: UInt64
  /// The array's type: `byte[]`.
  public let type: String
  /// How many elements.
  public let count: Int
  /// The shallow size in bytes.
  public let bytes: Int
}

/// A thread, alive when the dump was made.
public struct HeapThread: Equatable, Sendable {
  /// The thread object's id.
  public let id: UInt64
  /// The thread's name; `nil` where the dump does not hold it.
  public let name: String?
  /// The thread object's class.
  public let className: String
  /// The stack, innermost frame first: `com.acme.Main.run(Main.java:12)`.
  public let frames: [String]
}

extension HeapThread {
  /// How many frames of each thread are shown where all are asked for. Threads may share a stack, so that a damaged dump has a
  /// thousand times the frames that it has bytes: beyond a hundred thousand the further threads show their innermost ones.
  public static func shownFrames(of threads: [HeapThread]) -> [Int] {
    var left = 100_000
    return threads.map { thread in
      let shown = thread.frames.count <= max(16, left) ? thread.frames.count : 16
      left -= shown
      return shown
    }
  }
}

/// A bitmap of Android's.
public struct HeapBitmap: Equatable, Sendable {
  /// Where the pixels are kept.
  public enum Storage: String, Sendable {
    /// In a byte array of the heap (before API 26).
    case heap
    /// In native memory, which no heap dump holds (API 26 and later); the size is reckoned at 4 bytes a pixel.
    case native
    /// In native memory, with a compressed copy in the dump (API 35: `am dumpheap -b`).
    case dumped
  }
  /// The bitmap's object id.
  public let id: UInt64
  /// Its width in pixels; `nil` where the dump does not hold it.
  public let width: Int?
  /// Its height in pixels.
  public let height: Int?
  /// The pixels' size in bytes; `nil` where it cannot be told.
  public let bytes: Int?
  /// Where they are.
  public let storage: Storage
}

/// One heap of a dump.
public struct HeapShare: Equatable, Sendable {
  /// The heap's name: `app`.
  public let name: String
  /// How many objects it holds.
  public let objects: Int
  /// Their shallow size together, in bytes.
  public let bytes: Int
}

/// Roots of one kind.
public struct RootCount: Equatable, Sendable {
  /// The kind.
  public let kind: RootKind
  /// How many roots of it the dump lists, repetitions included.
  public let count: Int
}

/// What a dump holds, by counts and sizes.
public struct HeapSummary: Sendable {
  /// How many objects, class objects not included.
  public let objects: Int
  /// Their shallow size together, in bytes.
  public let bytes: Int
  /// How many classes are dumped.
  public let classCount: Int
  /// How many strings the symbol table has.
  public let symbolCount: Int
  /// Every class with objects, the largest first.
  public let classes: [ClassCount]
  /// The heaps, where the dump parts them.
  public let heaps: [HeapShare]
  /// The roots by kind, most frequent first.
  public let roots: [RootCount]
  /// The largest arrays, largest first.
  public let largestArrays: [LargeArray]
  /// The strings of the heap.
  public let strings: Known<StringFigures>
  /// Android's bitmaps, largest first; empty in other dumps.
  public let bitmaps: Known<[HeapBitmap]>
  /// The threads with their stacks.
  public let threads: Known<[HeapThread]>
}
