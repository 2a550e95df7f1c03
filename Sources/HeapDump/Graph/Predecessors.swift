// For each number of a depth-first order the numbers that refer to it, without the steps of the tree (a parent is known without)
// and without simple leaves, whose one source is noted in `numbers` instead. Targets become numbers in place in the first pass,
// so the second reads no object's number but the sources', in their order. The graph is freed here.

/// References reversed, in numbers of a depth-first order.
struct Predecessors: ~Copyable {
  /// Where each number's predecessors start; one more than there are numbers.
  let starts: OwnedBuffer<UInt32>
  let sources: OwnedBuffer<UInt32>

  consuming func release() {}

  /// Reverses the graph's references among reached objects.
  ///
  /// - Complexity: O(*objects* + *references*).
  init(consuming graph: consuming ReferenceGraph, in order: borrowing DepthFirstOrder, roots: [UInt32]) {
    let mark = DepthFirstOrder.mark
    let numbers = order.numbers.base
    let offsets = graph.offsets.base
    let targets = graph.targets.base
    let objectCount = graph.objectCount
    let starts = OwnedBuffer<UInt32>(repeating: 0, count: order.count + 1)
    let cells = starts.base

    // A root reached first through another object has the virtual root as one more predecessor.
    for root in roots where order.parents.base[Int(numbers[Int(root)])] != 0 { cells[Int(numbers[Int(root)])] &+= 1 }
    for object in 0..<objectCount {
      let source = numbers[object]
      // Simple leaves have no targets; their numbers, set on the way, are marked.
      guard source & mark == 0 else { continue }
      for at in Int(offsets[object])..<Int(offsets[object &+ 1]) where targets[at] & mark == 0 {
        let target = targets[at]
        if order.leaves.contains(target) {
          numbers[Int(target)] = source | mark
          targets[at] = mark
        } else {
          let number = numbers[Int(target)]
          targets[at] = number == source ? mark : number
          if number != source { cells[Int(number)] &+= 1 }
        }
      }
    }
    var total: UInt32 = 0
    for number in 0...order.count {
      total &+= cells[number]
      cells[number] = total
    }

    let sources = OwnedBuffer<UInt32>(uninitialized: Int(total))
    for object in 0..<objectCount {
      let source = numbers[object]
      guard source & mark == 0 else { continue }
      for at in Int(offsets[object])..<Int(offsets[object &+ 1]) where targets[at] & mark == 0 {
        let cell = cells + Int(targets[at])
        cell.pointee &-= 1
        sources.base[Int(cell.pointee)] = source
      }
    }
    graph.release()
    for root in roots where order.parents.base[Int(numbers[Int(root)])] != 0 {
      let cell = cells + Int(numbers[Int(root)])
      cell.pointee &-= 1
      sources.base[Int(cell.pointee)] = 0
    }
    self.starts = starts
    self.sources = sources
  }
}
