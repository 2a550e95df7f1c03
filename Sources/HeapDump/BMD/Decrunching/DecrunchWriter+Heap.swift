// The heap's part of a decrunched dump: objects, marks of heaps, roots.

internal import ByteKit
internal import SystemKit

extension DecrunchWriter {
  func checkSize(_ count: Int, at offset: Int? = nil) throws {
    guard count <= outputLimit else {
      throw HeapDumpError(.unsupported("the dump grows beyond \(outputLimit >> 20) MiB"), at: offset)
    }
  }

  /// The writer for a record of the heap.
  ///
  /// - Parameter size: the bytes that become of a few, so that they are refused before they fill the memory.
  @inline(__always)
  private mutating func writeObject(of size: Int = 0, _ body: (inout HPROFWriter) throws -> Void) throws {
    if !held.isEmpty || writer == nil {
      try start(idSize: 4, milliseconds: 0)
      try flushClasses()
    }
    isHeapBegun = true
    if var current = writer.take() {
      defer { writer = current }
      try checkSize(current.count + size)
      try body(&current)
    }
  }

  mutating func instance(id: UInt64, classID: UInt64, at offset: Int, values: inout BMDValues) throws {
    let chain = try layouts.chain(of: classID, at: offset, left: values.left)
    var bits: [UInt64] = []
    bits.reserveCapacity(chain.values)
    // All are read before any is written: an instance that is cut short leaves nothing behind.
    for case .value(let type) in chain.steps { bits.append(try values.value(type)) }
    result.instances += 1
    try writeObject(of: chain.size) { writer in
      let idSize = writer.idSize
      try writer.heap(length: 9 + 2 * idSize + chain.size) { record throws(SystemError) in
        try record.append { heap in
          heap.append(HeapTag.instance)
          heap.appendID(id, size: idSize)
          heap.appendBigEndian(UInt32(0))
          heap.appendID(classID, size: idSize)
          heap.appendBigEndian(UInt32(chain.size))
        }
        var next = 0
        for step in chain.steps {
          switch step {
          case .value(let type):
            try record.append { $0.appendValue(bits[next], type, idSize: idSize) }
            next += 1
          case .zeros(let count): try record.append(zeros: count)
          }
        }
      }
    }
  }

  mutating func objectArray(id: UInt64, classID: UInt64, elements: [UInt64]) throws {
    result.arrays += 1
    try writeObject { writer in
      let idSize = writer.idSize
      guard elements.count <= Int(UInt32.max) / idSize - 64 else {
        throw HeapDumpError(.tooMany("elements in one array"))
      }
      try writer.heap { heap in
        heap.append(HeapTag.objectArray)
        heap.appendID(id, size: idSize)
        heap.appendBigEndian(UInt32(0))
        heap.appendBigEndian(UInt32(elements.count))
        heap.appendID(classID, size: idSize)
        for element in elements { heap.appendID(element, size: idSize) }
      }
    }
  }

  mutating func primitiveArray(
    id: UInt64, type: FieldType, count: Int, data: UnsafeRawBufferPointer?, hadData: Bool
  ) throws {
    result.arrays += 1
    if data == nil, hadData {
      losses.placeholders += 1
      result.emptiedArrays += 1
    }
    let omitsData = data == nil && (purpose == .analysis || !hadData)
    let zeros = data == nil && !omitsData ? count * type.size(idSize: 0) : 0
    guard zeros + 64 <= Int(UInt32.max) else {
      throw HeapDumpError(.unsupported("an array of \(zeros) bytes does not fit into an HPROF record"))
    }
    try writeObject(of: zeros) { writer in
      let idSize = writer.idSize
      try writer.heap(length: 10 + idSize + (data?.count ?? 0) + zeros) { record throws(SystemError) in
        try record.append { heap in
          heap.append(omitsData ? HeapTag.primitiveArrayNoData : HeapTag.primitiveArray)
          heap.appendID(id, size: idSize)
          heap.appendBigEndian(UInt32(0))
          heap.appendBigEndian(UInt32(count))
          heap.append(type.rawValue)
          if let data { heap.append(contentsOf: data) }
        }
        try record.append(zeros: zeros)
      }
    }
  }

  mutating func heap(type: UInt32, name: UInt64) throws {
    // Classes may follow, whose LOAD_CLASS records come before the mark.
    if case .heap? = held.last { held.removeLast() }
    held.append(.heap(type: type, name: name))
  }

  static func writeHeap(_ type: UInt32, _ name: UInt64, _ writer: inout HPROFWriter) throws {
    let idSize = writer.idSize
    try writer.heap { heap in
      heap.append(HeapTag.heapInfo)
      heap.appendBigEndian(type)
      heap.appendID(name, size: idSize)
    }
  }

  mutating func roots(kind: RootKind, _ roots: [(id: UInt64, thread: UInt32, frame: UInt32)]) throws {
    result.roots += roots.count
    try writeObject { writer in
      let idSize = writer.idSize
      for root in roots {
        try writer.heap { heap in
          heap.append(kind.rawValue)
          heap.appendID(root.id, size: idSize)
          switch kind.extraBytes(idSize: idSize) {
          case _ where kind == .jniGlobal: heap.appendID(0, size: idSize)
          case 8:
            heap.appendBigEndian(root.thread)
            heap.appendBigEndian(root.frame)
          case 4: heap.appendBigEndian(root.thread)
          default: break
          }
        }
      }
    }
  }
}
