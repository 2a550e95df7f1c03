// The size rule of a dump, from its classes (see SizeRule).

extension ClassTable {
  /// Works out the rule for shallow sizes.
  func sizeRule(_ image: HeapImage, _ outline: DumpOutline) -> SizeRule {
    let stated = indices(named: "java.lang.Object").first.map { Int(entries[$0].instanceSize) } ?? 0
    if stated > 0, stated <= 64 {
      return SizeRule(header: stated, reference: idSize == 8 ? max(4, stated - 8) : 4, usesStatedSizes: true)
    }
    let reference = idSize == 8 ? referenceDistance(image, outline) ?? 8 : 4
    return SizeRule(header: idSize + reference, reference: reference, usesStatedSizes: false)
  }

  /// The distance between two neighbouring reference fields, by the offsets that classes of the JDK keep in static fields.
  private func referenceDistance(_ image: HeapImage, _ outline: DumpOutline) -> Int? {
    for known in ReferenceOffsets.all {
      for index in indices(named: known.className) {
        var offsets: [Int: UInt64] = [:]
        for field in statics[entries[index].statics] where field.type == .long {
          guard let range = outline.strings.range(of: field.name) else { continue }
          image.withUnsafeBytes { bytes in
            let text = UnsafeRawBufferPointer(rebasing: bytes[range])
            for (place, name) in known.fields.enumerated() where ReferenceOffsets.isName(text, name) {
              offsets[place] = field.bits
            }
          }
        }
        guard let a = offsets[0], let b = offsets[1], a < ReferenceOffsets.limit, b < ReferenceOffsets.limit else {
          continue
        }
        let distance = Int(b) - Int(a)
        if distance == 4 || distance == 8 { return distance }
      }
    }
    return nil
  }

  /// The shallow size of an instance of a class, in bytes.
  func instanceSize(_ index: Int, _ rule: SizeRule) -> Int {
    let entry = entries[index]
    return rule.instance(
      stated: Int(entry.instanceSize), fieldBytes: entry.dataSize - entry.referenceCount * (idSize - rule.reference))
  }
}

/// Constants of the JDK by which readers tell how large a reference was: offsets of two fields that lie side by side. They are the
/// same in each run of one virtual machine, so that crunching and redaction may keep them.
enum ReferenceOffsets {
  static let all: [(className: String, fields: [StaticString])] = [
    ("java.lang.Class$Atomic", ["annotationDataOffset", "annotationTypeOffset"]),
    ("java.util.concurrent.FutureTask", ["runnerOffset", "waitersOffset"]),
  ]
  /// No instance of a class is as large: a greater number is no offset.
  static let limit: UInt64 = 1 << 12

  /// Whether a string record is a name, or stands for its hash.
  static func isName(_ text: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
    let sought = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    if text.count == sought.count, text.elementsEqual(sought) { return true }
    guard let hash = HashPlaceholder.parse(text) else { return false }
    return hash.length == sought.count && hash.hash == JavaStringHash.of(sought)
  }

  /// The fields of a class with a name in any form, dotted or slashed, in clear or as a hash; `nil` for any other class.
  static func fields(ofClass name: UnsafeRawBufferPointer) -> [StaticString]? {
    for known in all where name.count >= 16 {
      for form in WellKnownNames.forms(of: known.className) {
        if name.elementsEqual(form.utf8) { return known.fields }
        if let hash = HashPlaceholder.parse(name), hash.length == form.utf8.count, hash.hash == JavaStringHash.of(form)
        {
          return known.fields
        }
      }
    }
    return nil
  }
}
