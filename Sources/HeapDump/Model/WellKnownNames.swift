// Names that the analyses look for, and by which other tools find their way in a dump: VisualVM's library takes none without the
// classes of the primitive arrays, or in which it cannot walk from `java.lang.System.props` to the table of the properties. In a
// crunched dump they may be hashes only, and no archive of an app holds them; hash and length together then tell whether a string is
// one of them, since it is known what is sought.

internal import Synchronization

/// Names of the platforms' classes and fields, to be found again by their hashes.
enum WellKnownNames {
  /// Classes by their dotted names.
  static let classes = [
    "java.lang.Object", "java.lang.String", "java.lang.Class", "java.lang.Thread", "java.lang.ref.Reference",
    "java.lang.ref.WeakReference", "java.lang.ref.SoftReference", "java.lang.ref.PhantomReference",
    "java.lang.ref.FinalReference", "java.lang.ref.Finalizer", "java.lang.ref.FinalizerReference",
    "java.util.concurrent.FutureTask", "java.lang.Class$Atomic", "android.graphics.Bitmap", "android.app.Activity",
    "android.app.Fragment", "androidx.fragment.app.Fragment", "android.support.v4.app.Fragment",
    "androidx.lifecycle.ViewModel", "android.arch.lifecycle.ViewModel", "android.app.Service",
    "android.os.Build$VERSION",
    "leakcanary.KeyedWeakReference", "com.squareup.leakcanary.KeyedWeakReference", "boolean[]", "char[]", "float[]",
    "double[]", "byte[]", "short[]", "int[]", "long[]", "java.lang.Object[]", "java.lang.String[]",
    "java.lang.System", "java.lang.ThreadGroup", "java.lang.ClassLoader", "java.lang.Boolean", "java.lang.Byte",
    "java.lang.Character", "java.lang.Short", "java.lang.Integer", "java.lang.Long", "java.lang.Float",
    "java.lang.Double", "java.util.Properties", "java.util.Hashtable", "java.util.Hashtable$Entry",
    "java.util.Hashtable$Entry[]", "java.util.HashMap", "java.util.HashMap$Node", "java.util.HashMap$Node[]",
    "java.util.HashMap$Entry", "java.util.ArrayList", "java.util.LinkedList", "java.util.LinkedHashMap",
    "java.util.concurrent.ConcurrentHashMap", "java.util.concurrent.ConcurrentHashMap$Node",
    "java.util.concurrent.ConcurrentHashMap$Node[]", "java.io.File", "java.net.URL", "sun.misc.Version",
    "java.lang.VersionProps",
  ]

  /// Fields of theirs.
  static let fields = [
    "props", "map", "table", "next", "key", "val", "value", "hash", "count", "offset", "coder", "size", "elementData",
    "defaults", "referent", "queue", "pending", "discovered", "name", "parent", "path", "entrySet", "keySet", "values",
    "modCount", "threshold", "loadFactor", "head", "tail", "first", "last", "item", "prev", "group", "target", "daemon",
    "priority", "threadLocals", "java_version", "java_runtime_version",
  ]

  /// What a name is looked up by: its Java hash and its length in bytes.
  private struct Key: Hashable {
    let hash: Int32
    let length: Int
  }

  private static let byHash: [Key: String] = {
    var table: [Key: String] = [:]
    for name in classes + LibraryLeaks.all.map(\.className) {
      for form in forms(of: name) {
        table[Key(hash: JavaStringHash.of(form), length: form.utf8.count)] = form
      }
    }
    for name in fields { table[Key(hash: JavaStringHash.of(name), length: name.utf8.count)] = name }
    return table
  }()

  /// The forms in which dumps may have a name that is written `com.acme.Node[]`: as it is, slashed, and for arrays HotSpot's
  /// (`[Lcom/acme/Node;`, `[[I`).
  static func forms(of name: String) -> [String] {
    let slashed = String(name.map { $0 == "." ? "/" : $0 })
    var element = slashed[...]
    var dimensions = 0
    while element.hasSuffix("[]") {
      element = element.dropLast(2)
      dimensions += 1
    }
    guard dimensions > 0 else { return [name, slashed] }
    let brackets = String(repeating: "[", count: dimensions)
    if let type = FieldType.allCases.first(where: { $0 != .object && $0.name == element }) {
      return [name, brackets + String(Unicode.Scalar(type.descriptor))]
    }
    return [name, slashed, brackets + "L" + element + ";"]
  }

  /// The name with a hash and a length, or `nil`.
  static func name(hash: Int32, length: Int) -> String? { byHash[Key(hash: hash, length: length)] }
}
