// The kinds of garbage collection roots (spec B.2), HotSpot's and Android's.

/// Why the virtual machine holds an object whatever else refers to it. The raw value is the sub-tag in HPROF.
public enum RootKind: UInt8, Sendable, CaseIterable {
  case unknown = 0xFF
  case jniGlobal = 0x01
  case jniLocal = 0x02
  case javaFrame = 0x03
  case nativeStack = 0x04
  case stickyClass = 0x05
  case threadBlock = 0x06
  case monitorUsed = 0x07
  case threadObject = 0x08
  case internedString = 0x89
  case finalizing = 0x8A
  case debugger = 0x8B
  case referenceCleanup = 0x8C
  case vmInternal = 0x8D
  case jniMonitor = 0x8E
  case unreachable = 0x90

  /// What follows the object's id: how many bytes, for ids of `idSize` bytes.
  @inline(__always)
  func extraBytes(idSize: Int) -> Int {
    switch self {
    case .jniGlobal: idSize
    case .jniLocal, .javaFrame, .threadObject, .jniMonitor: 8
    case .nativeStack, .threadBlock: 4
    default: 0
    }
  }

  /// Whether the first four bytes that follow are a thread's serial number.
  @inline(__always)
  var namesThread: Bool {
    switch self {
    case .jniLocal, .javaFrame, .threadObject, .jniMonitor, .nativeStack, .threadBlock: true
    default: false
    }
  }

  /// Whether the root keeps its object: all do, but for Android's obsolete mark for objects found unreachable.
  public var keeps: Bool { self != .unreachable }

  /// The name of the kind in the format: `ROOT_JNI_GLOBAL`.
  public var recordName: String {
    switch self {
    case .unknown: "ROOT_UNKNOWN"
    case .jniGlobal: "ROOT_JNI_GLOBAL"
    case .jniLocal: "ROOT_JNI_LOCAL"
    case .javaFrame: "ROOT_JAVA_FRAME"
    case .nativeStack: "ROOT_NATIVE_STACK"
    case .stickyClass: "ROOT_STICKY_CLASS"
    case .threadBlock: "ROOT_THREAD_BLOCK"
    case .monitorUsed: "ROOT_MONITOR_USED"
    case .threadObject: "ROOT_THREAD_OBJECT"
    case .internedString: "ROOT_INTERNED_STRING"
    case .finalizing: "ROOT_FINALIZING"
    case .debugger: "ROOT_DEBUGGER"
    case .referenceCleanup: "ROOT_REFERENCE_CLEANUP"
    case .vmInternal: "ROOT_VM_INTERNAL"
    case .jniMonitor: "ROOT_JNI_MONITOR"
    case .unreachable: "UNREACHABLE"
    }
  }

  /// The kind in words: `JNI global reference`.
  public var title: String {
    switch self {
    case .unknown: "unknown"
    case .jniGlobal: "JNI global reference"
    case .jniLocal: "JNI local reference"
    case .javaFrame: "local variable"
    case .nativeStack: "native stack"
    case .stickyClass: "system class"
    case .threadBlock: "thread block"
    case .monitorUsed: "monitor in use"
    case .threadObject: "thread"
    case .internedString: "interned string"
    case .finalizing: "finalizing"
    case .debugger: "debugger"
    case .referenceCleanup: "reference cleanup"
    case .vmInternal: "virtual machine"
    case .jniMonitor: "JNI monitor"
    case .unreachable: "unreachable"
    }
  }
}
