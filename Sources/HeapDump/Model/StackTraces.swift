// Threads and their stacks: STACK_FRAME, STACK_TRACE, START_THREAD (spec B.1). HotSpot and Android write no START_THREAD; there
// a thread is a ROOT_THREAD_OBJECT that names its trace.

/// A frame of a stack: `STACK_FRAME`.
struct StackFrameRecord: Equatable, Sendable {
  let method: UInt64
  let signature: UInt64
  let source: UInt64
  let classSerial: UInt32
  /// Above 0; 0 none, -1 unknown, -2 compiled, -3 native.
  let line: Int32
}

/// A stack: `STACK_TRACE`.
struct StackTraceRecord: Equatable, Sendable {
  let thread: UInt32
  let frames: [UInt64]
}

/// A thread's start: `START_THREAD`.
struct StartThreadRecord: Equatable, Sendable {
  let serial: UInt32
  let object: UInt64
  let stack: UInt32
  let name: UInt64
  let group: UInt64
  let parentGroup: UInt64
}

/// The stacks of a dump, by their ids and serial numbers.
struct StackTable: Sendable {
  var frames: [UInt64: StackFrameRecord] = [:]
  var traces: [UInt32: StackTraceRecord] = [:]
  var threads: [StartThreadRecord] = []
  var ended: Set<UInt32> = []
}
