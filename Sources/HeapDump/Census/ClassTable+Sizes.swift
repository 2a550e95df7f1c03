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
    let known = [
      ("java.lang.Class$Atomic", "annotationDataOffset", "annotationTypeOffset"),
      ("java.util.concurrent.FutureTask", "runnerOffset", "waitersOffset"),
    ]
    for (name, first, second) in known {
      for index in indices(named: name) {
        var offsets: [String: Int64] = [:]
        for field in statics[entries[index].statics] where field.type == .long {
          guard let range = outline.strings.range(of: field.name) else { continue }
          let text = image.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
          offsets[text] = Int64(bitPattern: field.bits)
        }
        guard let a = offsets[first], let b = offsets[second] else { continue }
        let (distance, overflow) = b.subtractingReportingOverflow(a)
        if !overflow, distance == 4 || distance == 8 { return Int(distance) }
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
