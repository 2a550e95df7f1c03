// Names that every Java program has, by which the tools that read heap dumps find their way: VisualVM's library takes no dump without
// the classes of the primitive arrays, or in which it cannot walk from `java.lang.System.props` to the table of the properties.
// No archive of an app holds them, so hashed ones are recognised here, by hash and length as all.

internal import ByteKit

/// The texts of hashes that stand for names of the Java library.
enum KnownNames {
  /// The text of a hashed string in UTF-8, or `nil`.
  static func text(_ string: WantedString) -> [UInt8]? {
    guard string.byteLength < 100, let index = table.keys.index(of: key(string.hash, string.byteLength)) else {
      return nil
    }
    return table.texts[index]
  }

  private static func key(_ hash: Int32, _ length: Int) -> UInt64 {
    UInt64(UInt32(bitPattern: hash)) << 32 | UInt64(UInt32(truncatingIfNeeded: length))
  }

  private static let table: (keys: OpenTable, texts: [[UInt8]]) = {
    var keys = OpenTable()
    var texts: [[UInt8]] = []
    func add(_ name: String) {
      if keys.insert(key(JavaStringHash.of(name), name.utf8.count)).isNew { texts.append(Array(name.utf8)) }
    }
    for type in FieldType.allCases where type != .object {
      for dimensions in 1...3 {
        add(String(repeating: "[", count: dimensions) + String(decoding: [type.descriptor], as: UTF8.self))
        add(type.name + String(repeating: "[]", count: dimensions))
      }
    }
    for name in classes {
      add(name)
      let slashed = String(decoding: name.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
      add(slashed)
      add("[L\(slashed);")
      add(name + "[]")
    }
    for name in fields { add(name) }
    return (keys, texts)
  }()

  /// Classes that tools know by name.
  private static let classes = [
    "java.lang.Object", "java.lang.Class", "java.lang.String", "java.lang.System", "java.lang.Thread",
    "java.lang.ThreadGroup", "java.lang.ClassLoader", "java.lang.ref.Reference", "java.lang.ref.WeakReference",
    "java.lang.ref.SoftReference", "java.lang.ref.PhantomReference", "java.lang.ref.FinalReference",
    "java.lang.ref.Finalizer", "java.lang.Boolean", "java.lang.Byte", "java.lang.Character", "java.lang.Short",
    "java.lang.Integer", "java.lang.Long", "java.lang.Float", "java.lang.Double", "java.util.Properties",
    "java.util.Hashtable", "java.util.Hashtable$Entry", "java.util.HashMap", "java.util.HashMap$Node",
    "java.util.HashMap$Entry", "java.util.ArrayList", "java.util.LinkedList", "java.util.LinkedHashMap",
    "java.util.concurrent.ConcurrentHashMap", "java.util.concurrent.ConcurrentHashMap$Node", "java.io.File",
    "java.net.URL",
    "sun.misc.Version", "java.lang.VersionProps",
  ]

  /// Their fields.
  private static let fields = [
    "props", "map", "table", "next", "key", "val", "value", "hash", "count", "offset", "coder", "size", "elementData",
    "defaults", "referent", "queue", "pending", "discovered", "name", "parent", "path", "entrySet", "keySet", "values",
    "modCount", "threshold", "loadFactor", "head", "tail", "first", "last", "item", "prev", "group", "target", "daemon",
    "priority", "threadLocals", "java_version", "java_runtime_version",
  ]
}
