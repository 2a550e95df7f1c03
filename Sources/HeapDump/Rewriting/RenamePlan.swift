// What gets which name, worked out before the first byte is written: classes by LOAD_CLASS, fields by the class that declares them,
// frames by their class, method and line. The dump's own tables say who uses which string record.

internal import ByteKit

/// The new names of a dump.
struct RenamePlan {
  let dump: HeapDump
  let mapping: NameMapping
  var texts: TextPlan
  var result = Deobfuscation()
  /// Class objects to the use that their LOAD_CLASS makes of a string record.
  private(set) var classNames: [UInt64: TextUse] = [:]
  /// The ids of the names of all fields and all static fields, in the order of the class table.
  private(set) var fieldNames: [UInt64] = []
  private(set) var staticNames: [UInt64] = []
  var frames = FrameRenames()

  init(_ dump: HeapDump, _ mapping: NameMapping) {
    self.dump = dump
    self.mapping = mapping
    var largest: UInt64 = 0
    dump.forEachString { id, _, _ in largest = max(largest, id) }
    texts = TextPlan(dump.outline.strings, largest: largest, idSize: dump.header.idSize)
    keepOthers()
    nameClasses()
    let fieldUses = nameFields()
    nameFrames()
    // Only now it is known who shares what.
    fieldNames = fieldUses.own.map { texts.id(for: $0) }
    staticNames = fieldUses.statics.map { texts.id(for: $0) }
    for use in classNames.values.sorted(by: { ($0.id, $0.text) < ($1.id, $1.text) }) { _ = texts.id(for: use) }
    result.judge(mapping)
  }

  /// Names that are not looked up: of heaps and of started threads.
  private mutating func keepOthers() {
    for heap in dump.census.heaps { texts.keep(heap.name) }
    for thread in dump.outline.stacks.threads {
      for id in [thread.name, thread.group, thread.parentGroup] { texts.keep(id) }
    }
  }

  // MARK: - Classes

  private mutating func nameClasses() {
    for (classID, nameID) in dump.outline.classNames.sorted(by: { $0.key < $1.key }) {
      guard let range = dump.outline.strings.range(of: nameID) else { continue }
      let (isArray, isKnown, original) = dump.image.withUnsafeBytes { bytes in
        let name = UnsafeRawBufferPointer(rebasing: bytes[range])
        let isArray = name.first == 0x5B || name.last == 0x5D
        let original = mapping.originalTypeName(name)
        let isSame = original.map { Array($0.utf8).elementsEqual(name) } ?? true
        return (isArray, original != nil, isSame ? nil : original)
      }
      if !isArray {
        result.classes += 1
        if isKnown { result.classesInMapping += 1 }
      }
      if let original {
        result.classesRenamed += 1
        classNames[classID] = texts.rename(nameID, to: original)
      } else {
        texts.keep(nameID)
      }
    }
  }

  // MARK: - Fields

  private mutating func nameFields() -> (own: [TextUse], statics: [TextUse]) {
    let table = dump.classes
    var own = table.fields.map { TextUse(id: $0.name, text: -1) }
    var statics = table.statics.map { TextUse(id: $0.name, text: -1) }
    for entry in table.entries where entry.isDefined {
      let found = mapping.classNamed(entry.name)
      for index in entry.fields {
        let field = table.fields[index]
        own[index] = name(field.name, field.type, in: found)
      }
      for index in entry.statics {
        let field = table.statics[index]
        statics[index] = name(field.name, field.type, in: found)
      }
    }
    return (own, statics)
  }

  private mutating func name(_ id: UInt64, _ type: FieldType, in found: NameMapping.ClassID?) -> TextUse {
    let original = found.flatMap { originalName(of: id, type, in: $0) }
    guard let original else {
      texts.keep(id)
      return TextUse(id: id, text: -1)
    }
    result.fieldsRenamed += 1
    return texts.rename(id, to: original)
  }

  /// The original name of a field; `nil` where it stays as it is.
  private mutating func originalName(of id: UInt64, _ type: FieldType, in found: NameMapping.ClassID) -> String? {
    guard let range = dump.outline.strings.range(of: id) else { return nil }
    result.fields += 1
    let (mapped, name) = dump.image.withUnsafeBytes { bytes in
      let name = UnsafeRawBufferPointer(rebasing: bytes[range])
      return (mapping.field(name, in: found), JavaText.decode(name))
    }
    let original: String
    switch mapped {
    case .none: return nil
    case .one(let field): original = field.name
    case .ambiguous(let fields):
      let fitting = fields.filter { Self.type(of: $0) == type }
      if let first = fields.first, fields.allSatisfy({ $0.name == first.name }) {
        original = first.name
      } else if let first = fitting.first, fitting.allSatisfy({ $0.name == first.name }) {
        result.fieldsToldByType += 1
        original = first.name
      } else {
        result.fieldsInMapping += 1
        result.note(.field, mapping.originalName(of: found), name, fields.map { "\($0.type) \($0.name)" })
        return nil
      }
    }
    result.fieldsInMapping += 1
    return original == name ? nil : original
  }

  /// The type that a field of source has in a dump.
  private static func type(of field: OriginalField) -> FieldType {
    FieldType.allCases.first { $0 != .object && $0.name == field.type } ?? .object
  }
}
