// Where the references lie in the instances of each class, worked out when a class is first met and kept by its id: a pass looks
// a class up for every instance.

internal import ByteKit

/// The places of references in instances. A value: each thread has its own.
struct ReferenceLayouts: @unchecked Sendable {
  struct Layout {
    var start = 0
    var count = 0
    /// Whether the first place is that of a referent which is held weakly.
    var isWeak = false
    /// Up to where in an instance's data places were looked for.
    var limit = 0
  }

  let idSize: Int
  private let classes: ClassTable
  /// Classes of references that hold their referent weakly, to where it lies.
  private let referents: [Int: Int32]
  /// The places of all layouts; an instance's are ascending, but for a weak referent's, which comes first.
  private(set) var offsets: [Int32] = []
  private var layouts: [Layout]
  private var cacheKeys = [UInt64](repeating: .max, count: 256)
  private var cache = [Layout](repeating: Layout(), count: 256)

  private let followsWeak: Bool

  init(_ dump: HeapDump, weakClasses: Set<Int>, followsWeak: Bool) {
    self.followsWeak = followsWeak
    idSize = dump.header.idSize
    classes = dump.classes
    layouts = Array(repeating: Layout(limit: -1), count: dump.classes.count)
    var referents: [Int: Int32] = [:]
    for (index, place) in dump.field("referent", ofEach: weakClasses) where place.type == .object {
      referents[index] = Int32(exactly: place.at)
    }
    self.referents = referents
  }

  /// The layout of a class by its object id. `limit` is the size of the instance at hand: places beyond it are not looked for, so that
  /// a class of many superclasses costs no more than its instances have bytes.
  @inline(__always)
  mutating func layout(_ classID: UInt64, limit: Int) -> Layout {
    let place = Int(truncatingIfNeeded: (classID &>> 3) ^ (classID &>> 12)) & 255
    if cacheKeys[place] == classID, cache[place].limit >= limit { return cache[place] }
    return find(classID, limit, place)
  }

  @inline(never)
  private mutating func find(_ classID: UInt64, _ limit: Int, _ place: Int) -> Layout {
    guard let index = classes.index(of: classID) else { return Layout() }
    if layouts[index].limit < min(limit, classes.entries[index].dataSize) {
      var found = classes.referenceOffsets(of: index, limit: limit)
      var isWeak = false
      if let referent = referents[index], let at = found.firstIndex(of: referent) {
        found.remove(at: at)
        if followsWeak {
          found.insert(referent, at: 0)
          isWeak = true
        }
      }
      layouts[index] = Layout(start: offsets.count, count: found.count, isWeak: isWeak, limit: limit)
      offsets += found
    }
    if layouts[index].limit >= classes.entries[index].dataSize { layouts[index].limit = .max }
    cacheKeys[place] = classID
    cache[place] = layouts[index]
    return layouts[index]
  }
}

extension HeapDump {
  /// The classes whose referent does not keep its object: the four kinds of Java and Android's FinalizerReference, with all their
  /// subclasses.
  var weakReferenceClasses: Set<Int> {
    ["WeakReference", "SoftReference", "PhantomReference", "FinalReference", "FinalizerReference"]
      .reduce(into: []) { $0.formUnion(kinds(of: "java.lang.ref." + $1)) }
  }

  /// Those of them that VisualVM takes for weak.
  var visualVMWeakClasses: Set<Int> {
    ["WeakReference", "SoftReference", "PhantomReference", "FinalReference"]
      .reduce(into: []) { $0.formUnion(kinds(of: "java.lang.ref." + $1)) }
  }
}
