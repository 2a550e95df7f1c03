// Fields by their names: where they lie in an instance, and what a static one holds.

extension HeapDump {
  /// A field in an instance's data.
  struct FieldPlace: Equatable, Sendable {
    let at: Int
    let type: FieldType

    /// The field's bits, zero-extended; `nil` where the data is shorter than the class says.
    @inline(__always)
    func bits(_ data: UnsafeRawBufferPointer, idSize: Int) -> UInt64? {
      let size = type.size(idSize: idSize)
      guard data.count >= at + size else { return nil }
      switch size {
      case 1: return UInt64(data[at])
      case 2: return UInt64(data.readBigEndian(UInt16.self, at: at))
      case 4: return UInt64(data.readBigEndian(UInt32.self, at: at))
      default: return data.readBigEndian(UInt64.self, at: at)
      }
    }
  }

  /// Whether a string record has a text, or is a hash of it.
  func string(_ id: UInt64, is text: StaticString) -> Bool {
    guard let range = outline.strings.range(of: id) else { return false }
    return image.withUnsafeBytes { bytes in
      let own = UnsafeRawBufferPointer(rebasing: bytes[range])
      let sought = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      if own.count == sought.count, own.elementsEqual(sought) { return true }
      guard losses != nil, let hash = HashPlaceholder.parse(own) else { return false }
      return hash.length == sought.count && hash.hash == JavaStringHash.of(sought)
    }
  }

  /// Where the first field with a name lies in the instances of a class; `nil` where it, or the class, has none.
  ///
  /// A thousand superclasses are looked through: no class has so many, and in a damaged dump each of thousands may have all others.
  func field(_ name: StaticString, of index: Int) -> FieldPlace? {
    var at = 0
    var current = index
    var depth = 0
    while current >= 0, depth < 1_000 {
      depth += 1
      let entry = classes.entries[current]
      for field in classes.fields[entry.fields] {
        if string(field.name, is: name) { return FieldPlace(at: at, type: field.type) }
        at += field.type.size(idSize: header.idSize)
      }
      current = Int(entry.superIndex)
    }
    return nil
  }

  /// Where the first field with a name lies in the instances of each of some classes that have it.
  ///
  /// - Complexity: O(classes and their own fields), however long the chains of superclasses are.
  func field(_ name: StaticString, ofEach kinds: Set<Int>) -> [Int: FieldPlace] {
    var known: [Int: FieldPlace?] = [:]
    var chain: [Int] = []
    for start in kinds {
      var at = start
      while at >= 0, known[at] == nil {
        chain.append(at)
        at = Int(classes.entries[at].superIndex)
      }
      while let index = chain.popLast() {
        var place: FieldPlace?
        var size = 0
        for field in classes.fields[classes.entries[index].fields] {
          if string(field.name, is: name) {
            place = FieldPlace(at: size, type: field.type)
            break
          }
          size += field.type.size(idSize: header.idSize)
        }
        if place == nil, let above = known[Int(classes.entries[index].superIndex)] ?? nil {
          place = FieldPlace(at: size + above.at, type: above.type)
        }
        known[index] = .some(place)
      }
    }
    return known.compactMapValues { $0 }.filter { kinds.contains($0.key) }
  }

  /// A static field of a class.
  func staticField(_ name: StaticString, of index: Int) -> StaticField? {
    classes.statics[classes.entries[index].statics].first { string($0.name, is: name) }
  }

  /// The numbers of the classes with a name and of all their subclasses.
  ///
  /// - Complexity: O(classes), however long the chains of superclasses are.
  func kinds(of name: String) -> Set<Int> {
    var isKind = [Bool?](repeating: nil, count: classes.count)
    for index in classes.indices(named: name) { isKind[index] = true }
    guard isKind.contains(true) else { return [] }
    var chain: [Int] = []
    for start in classes.entries.indices {
      var at = start
      while at >= 0, isKind[at] == nil {
        chain.append(at)
        at = Int(classes.entries[at].superIndex)
      }
      let known = at >= 0 && isKind[at] == true
      while let index = chain.popLast() { isKind[index] = known }
    }
    return Set(classes.entries.indices.filter { isKind[$0] == true })
  }
}
