// Objects that say of themselves that they are done with: destroyed activities and fragments, cleared view models, and what LeakCanary
// watches. That such an object is still reached is a leak.
//
// | class | done when |
// | --- | --- |
// | android.app.Activity | `mDestroyed` |
// | android.app.Fragment, the support library's, androidx's | `mFragmentManager` is null although `mCalled` is set |
// | androidx.lifecycle.ViewModel | `mCleared` (before 2.8), `impl.isCleared` (from 2.8) |
// | LeakCanary's KeyedWeakReference | its referent is: `retainedUptimeMillis` is -1 for those not yet held back (2.x) |
//
// A fragment that was never given to a manager has none either; `mCalled` is set by the first and every further call of the life
// cycle (`mWho`, where there is no such field, androidx sets from the beginning). Where a dump was crunched and has no such value,
// it cannot be told.

/// What makes an object a suspect.
public enum LeakKind: String, Sendable {
  /// An activity that was destroyed.
  case destroyedActivity = "destroyed-activity"
  /// A fragment that belongs to no manager any more.
  case destroyedFragment = "destroyed-fragment"
  /// A view model that was cleared.
  case clearedViewModel = "cleared-view-model"
  /// An object that LeakCanary expected to go.
  case watched = "watched"
  /// One object that holds a large part of the heap.
  case largeObject = "large-object"
  /// A collection, array or chain with many elements.
  case collection = "collection"

  /// Whether it is certain that the object should be gone.
  public var isCertain: Bool {
    switch self {
    case .destroyedActivity, .destroyedFragment, .clearedViewModel, .watched: true
    case .largeObject, .collection: false
    }
  }
}

/// Looks at instances for signs that they are done with.
struct LeakDetector: HeapRecordVisitor, Sendable {
  struct Found: Sendable {
    let id: UInt64
    let kind: LeakKind
  }
  private enum Sign: Sendable {
    /// A boolean that is true.
    case isSet(HeapDump.FieldPlace, LeakKind)
    /// A reference that is null where another field is not.
    case isGone(HeapDump.FieldPlace, unless: HeapDump.FieldPlace?, LeakKind)
    /// A weak reference to what is watched.
    case watches(HeapDump.FieldPlace, retained: HeapDump.FieldPlace?)
    /// A reference to an object that has the boolean.
    case delegates(HeapDump.FieldPlace)
  }
  private let idSize: Int
  private let signs: [UInt64: Sign]
  private(set) var found: [Found] = []
  /// View models whose state another object has: that object's id to theirs.
  private(set) var delegated: [UInt64: UInt64] = [:]
  private var lastID = UInt64.max
  private var last: Sign?
  /// What cannot be told as the dump does not hold it.
  var unknown: [String]
  static let clearedViewModels = "which view models are cleared"

  init(_ dump: HeapDump) {
    idSize = dump.header.idSize
    var signs: [UInt64: Sign] = [:]
    var unknown: [String] = []
    func each(_ name: String, _ what: String, _ sign: (_ kinds: Set<Int>) -> (Int) -> Sign?) {
      let kinds = dump.kinds(of: name)
      let sign = sign(kinds)
      var isMissing = false
      for index in kinds {
        if let sign = sign(index) { signs[dump.classes.entries[index].id] = sign } else { isMissing = true }
      }
      if isMissing, dump.losses != nil { unknown.append(what) }
    }
    each("android.app.Activity", "which activities are destroyed") { kinds in
      let destroyed = dump.field("mDestroyed", ofEach: kinds)
      return { destroyed[$0].map { .isSet($0, .destroyedActivity) } }
    }
    for name in ["android.app.Fragment", "androidx.fragment.app.Fragment", "android.support.v4.app.Fragment"] {
      each(name, "which fragments are destroyed") { kinds in
        let managers = dump.field("mFragmentManager", ofEach: kinds)
        let called = dump.field("mCalled", ofEach: kinds)
        let names = dump.field("mWho", ofEach: kinds)
        return { index in
          // A crunched dump has no booleans.
          guard let manager = managers[index], called[index] != nil || dump.losses == nil else { return nil }
          return .isGone(manager, unless: called[index] ?? names[index], .destroyedFragment)
        }
      }
    }
    for name in ["androidx.lifecycle.ViewModel", "android.arch.lifecycle.ViewModel"] {
      each(name, Self.clearedViewModels) { kinds in
        let cleared = dump.field("mCleared", ofEach: kinds)
        let states = dump.field("impl", ofEach: kinds)
        return { index in
          if let own = cleared[index] { return .isSet(own, .clearedViewModel) }
          return states[index].map { .delegates($0) }
        }
      }
    }
    for name in ["leakcanary.KeyedWeakReference", "com.squareup.leakcanary.KeyedWeakReference"] {
      each(name, "which objects LeakCanary watches") { kinds in
        let referents = dump.field("referent", ofEach: kinds)
        let times = dump.field("retainedUptimeMillis", ofEach: kinds)
        return { index in
          // LeakCanary 2 also has those that it has not waited for long enough: without the time they cannot be told apart.
          guard let referent = referents[index], times[index] != nil || dump.losses == nil || name.hasPrefix("com.")
          else {
            return nil
          }
          return .watches(referent, retained: times[index])
        }
      }
    }
    self.signs = signs
    self.unknown = Array(Set(unknown)).sorted()
  }

  @inline(__always)
  mutating func visit(_ instance: InstanceRecord) {
    if instance.classID != lastID {
      lastID = instance.classID
      last = signs[lastID]
    }
    if let last { look(instance, last) }
  }

  private mutating func look(_ instance: InstanceRecord, _ sign: Sign) {
    func bits(_ place: HeapDump.FieldPlace?) -> UInt64? { place?.bits(instance.data, idSize: idSize) }
    switch sign {
    case .isSet(let place, let kind):
      if let value = bits(place), value != 0 { found.append(Found(id: instance.id, kind: kind)) }
    case .isGone(let place, let other, let kind):
      if bits(place) == 0, other == nil || (bits(other) ?? 0) != 0 { found.append(Found(id: instance.id, kind: kind)) }
    case .watches(let place, let retained):
      if let id = bits(place), id != 0, retained == nil || bits(retained) != .max {
        found.append(Found(id: id, kind: .watched))
      }
    case .delegates(let place):
      if let id = bits(place), id != 0 { delegated[id] = instance.id }
    }
  }

  mutating func append(_ object: Found) { found.append(object) }

  mutating func merge(_ other: LeakDetector) {
    found += other.found
    delegated.merge(other.delegated) { first, _ in first }
  }
}
