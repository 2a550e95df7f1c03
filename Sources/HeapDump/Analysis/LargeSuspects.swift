// Large parts of the heap that one object holds. From the top of the dominator tree downwards: where an object has one child with
// nearly all of its size, it is a wrapper and the child is looked at instead; where it has none, the size accumulates there.

/// A suspect before its objects have ids and names.
struct SuspectDraft {
  var kind: LeakKind
  var numbers: [UInt32]
  var bytes: UInt64
  var shape: UInt32 = ObjectShapes.unknown
  var name = ""
  var chainLength = 0
  /// How many objects it holds directly, and the class that has most of the bytes among them.
  var holdings: (count: Int, shape: UInt32, shapeCount: Int, shapeBytes: UInt64)?

  init(kind: LeakKind, numbers: [UInt32], bytes: UInt64) {
    self.kind = kind
    self.numbers = numbers
    self.bytes = bytes
  }
}

/// Looks for objects in which a large part of the heap accumulates.
struct LargeSuspects {
  let limits: HeapDump.LeakLimits
  let total: Int

  /// A wrapper's child has at least this share of its size.
  static let wrapperShare = 0.8

  /// The suspects, largest first.
  ///
  /// - Complexity: O(*objects*): each object's children are looked at twice at most.
  func find(
    _ preorder: borrowing DominatorPreorder, _ retained: borrowing OwnedBuffer<UInt64>,
    _ shapes: borrowing OwnedBuffer<UInt32>
  ) -> [SuspectDraft] {
    let least = UInt64(max(1, Double(total) * min(limits.collectionShare, limits.objectShare)))
    let objectLeast = UInt64(max(1, Double(total) * limits.objectShare))
    var open: [Int] = []
    preorder.forEachAtTop { position in
      if retained.base[Int(preorder.objects.base[position])] >= least { open.append(position) }
    }
    var drafts: [SuspectDraft] = []
    while let top = open.popLast() {
      var position = top
      // A chain: steps from an object to one of its own class.
      var chainStart = top
      var chainLength = 1
      while true {
        let object = Int(preorder.objects.base[position])
        var largest = -1
        var count = 0
        preorder.forEachChild(ofPosition: position) { child in
          count += 1
          let bytes = retained.base[Int(preorder.objects.base[child])]
          if largest < 0 || bytes > retained.base[Int(preorder.objects.base[largest])] { largest = child }
        }
        let size = retained.base[object]
        if largest >= 0 {
          let child = Int(preorder.objects.base[largest])
          let isLink = shapes.base[child] == shapes.base[object] && shapes.base[object] < ObjectShapes.unknown
          if Double(retained.base[child]) >= Double(size) * Self.wrapperShare || isLink && chainLength >= 8 {
            if isLink {
              chainLength += 1
            } else {
              report(chainStart, chainLength, preorder, retained, shapes, &drafts)
              chainStart = largest
              chainLength = 1
            }
            // What it holds besides may be large too.
            preorder.forEachChild(ofPosition: position) { child in
              if child != largest, retained.base[Int(preorder.objects.base[child])] >= least { open.append(child) }
            }
            position = largest
            continue
          }
        }
        report(chainStart, chainLength, preorder, retained, shapes, &drafts)
        if chainLength < limits.elements {
          if count >= limits.elements || size >= objectLeast {
            drafts.append(accumulation(position, count, preorder, retained, shapes))
          }
          preorder.forEachChild(ofPosition: position) { child in
            if retained.base[Int(preorder.objects.base[child])] >= least { open.append(child) }
          }
        }
        break
      }
    }
    drafts.sort { ($0.bytes, $1.numbers[0]) > ($1.bytes, $0.numbers[0]) }
    return Array(drafts.prefix(limits.count))
  }

  private func report(
    _ start: Int, _ length: Int, _ preorder: borrowing DominatorPreorder, _ retained: borrowing OwnedBuffer<UInt64>,
    _ shapes: borrowing OwnedBuffer<UInt32>, _ drafts: inout [SuspectDraft]
  ) {
    guard length >= limits.elements else { return }
    let object = preorder.objects.base[start]
    var draft = SuspectDraft(kind: .collection, numbers: [object], bytes: retained.base[Int(object)])
    draft.shape = shapes.base[Int(object)]
    draft.chainLength = length
    drafts.append(draft)
  }

  private func accumulation(
    _ position: Int, _ count: Int, _ preorder: borrowing DominatorPreorder,
    _ retained: borrowing OwnedBuffer<UInt64>, _ shapes: borrowing OwnedBuffer<UInt32>
  ) -> SuspectDraft {
    let object = preorder.objects.base[position]
    var byShape: [UInt32: (count: Int, bytes: UInt64)] = [:]
    preorder.forEachChild(ofPosition: position) { child in
      let number = Int(preorder.objects.base[child])
      byShape[shapes.base[number], default: (0, 0)].count += 1
      byShape[shapes.base[number], default: (0, 0)].bytes &+= retained.base[number]
    }
    let most = byShape.max { ($0.value.bytes, $1.key) < ($1.value.bytes, $0.key) }
    var draft = SuspectDraft(
      kind: count >= limits.elements ? .collection : .largeObject, numbers: [object],
      bytes: retained.base[Int(object)])
    draft.shape = shapes.base[Int(object)]
    if let most {
      draft.holdings = (count, most.key, most.value.count, most.value.bytes)
    }
    return draft
  }
}
