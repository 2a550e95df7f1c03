// What the cruncher keeps, and what it tells when it is done.

/// What is kept of a dump when it is crunched.
public struct CrunchOptions: Sendable {
  /// Writes BMD version 1, byte for byte as Badoo's cruncher does: for dumps with ids of 4 bytes. It keeps the values of static
  /// fields, constants and the primitive fields of preserved classes, and whole records it does not understand; it loses the kinds
  /// of the roots, the heaps and the threads.
  public var isCompatible = false
  /// Strings that begin with one of these stay clear. A string is compared with `/` read as `.`, and without the `[`…`L` in front
  /// of an array's class name: `com.acme.` keeps `com.acme.Main`, `com/acme/Main` and `[Lcom/acme/Main;`, and so does `com/acme/`.
  public var keepStrings: [String] = []
  /// Keeps the values of primitive fields, static fields and constants of all classes.
  public var keepPrimitives = false
  /// Keeps the elements of primitive arrays, the characters of strings among them. Not in version 1, which has no record for them.
  public var keepArrays = false
  /// Keeps top-level records that HPROF does not define as they are. There is no telling what they hold.
  public var keepUnknownRecords = false
  /// Compresses the BMD data (`PackedBMD`): to a third, and to half of what gzip makes of it.
  public var isCompressed = false

  /// Keeps nothing but structure.
  public init() {}
}

/// What a crunched dump holds, and what was left out.
public struct CrunchResult: Sendable, Equatable {
  /// The size of the dump, in bytes; of the dump alone where a file holds several.
  public internal(set) var inputBytes = 0
  /// The size of the BMD data, in bytes.
  public internal(set) var bmdBytes = 0
  /// The size of what was written: that of the BMD data, or of its compressed form.
  public internal(set) var outputBytes = 0
  /// Strings that stayed clear.
  public internal(set) var clearStrings = 0
  /// Strings that are hashes now. The hash of a short or guessable text can be found out by trying: it hides no password of six
  /// letters from someone who looks for it.
  public internal(set) var hashedStrings = 0
  /// Classes, those without a CLASS_DUMP included.
  public internal(set) var classes = 0
  /// Instances of classes.
  public internal(set) var instances = 0
  /// Arrays of references.
  public internal(set) var objectArrays = 0
  /// Arrays of numbers.
  public internal(set) var primitiveArrays = 0
  /// Primitive arrays whose elements were left out.
  public internal(set) var emptiedArrays = 0
  /// Roots of all kinds, repeated ones counted as often as they occur.
  public internal(set) var roots = 0
  /// Records besides the heap: stack frames, stack traces, threads, allocation sites.
  public internal(set) var legacyRecords = 0
  /// Top-level records that were left out, since HPROF does not define them or their length is not what it defines.
  public internal(set) var droppedRecords = 0
  /// Classes that the dump refers to without a CLASS_DUMP: they are in the BMD without fields.
  public internal(set) var undefinedClasses = 0
  /// Instances that are shorter than their class says and were left out: they are damage.
  public internal(set) var droppedInstances = 0
  /// Bytes of primitive fields that were removed, summed over the classes.
  public internal(set) var removedFieldBytes = 0
  /// The memory of the tables of ids at the end, in bytes.
  public internal(set) var tableBytes = 0
  /// What is wrong with the dump: what could be read of it is in the BMD.
  public internal(set) var damage: [HeapDumpError] = []
}
