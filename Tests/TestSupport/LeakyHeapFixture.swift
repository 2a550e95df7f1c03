// A small heap of an app with the usual faults, for tests of what is made of dumps.

/// A dump in which a cache holds screens that are done with, some strings have the same text, and a thread has a stack.
///
/// - Parameters:
///   - leaks: how many destroyed `com.acme.Screen` the cache holds, each with a picture of 1,000 bytes.
///   - strings: how many strings hold the text "EUR".
public func leakyHeapDump(
  leaks: Int = 3, strings: Int = 4, milliseconds: UInt64 = 1_796_000_000_000, isEnded: Bool = true
) -> [UInt8] {
  heapDump(version: "JAVA PROFILE 1.0.2", milliseconds: milliseconds) { dump in
    let object = dump.addClass("java/lang/Object")
    let array = dump.addClass("[Ljava/lang/Object;", super: object)
    let activity = dump.addClass("android/app/Activity", super: object, fields: [("mDestroyed", .boolean(false))])
    let screen = dump.addClass("com/acme/Screen", super: activity, fields: [("picture", .object(0))])
    var held: [UInt64] = []
    for _ in 0..<leaks {
      let picture = dump.primitiveArray((0..<1000).map { .byte(Int8($0 % 100)) })
      held.append(dump.instance(of: screen, [.object(picture), .boolean(true)]))
    }
    // One that is open, and one that is done with and held by nobody.
    let open = dump.instance(of: screen, [.object(0), .boolean(false)])
    dump.instance(of: screen, [.object(0), .boolean(true)])
    for _ in 0..<strings { held.append(dump.javaString("EUR")) }
    let list = dump.objectArray(of: array, held + [open])
    let cache = dump.addClass("com/acme/Cache", super: object, statics: [("kept", .object(list))])
    dump.root(0x05, cache)
    if !isEnded { dump.leaveOutEnd() }
  }
}
