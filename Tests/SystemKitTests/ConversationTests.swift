import SystemKit
import TestSupport
import Testing

@Suite struct ConversationTests {
  @Test func `questions are answered one after the other`() throws {
    let talk = try Conversation(Subprocess("cat"))
    for number in 0..<200 {
      try talk.send("question \(number)\n")
      #expect(String(decoding: try talk.readUntil(0x0A), as: UTF8.self) == "question \(number)")
    }
    try talk.send("\n")
    #expect(try talk.readUntil(0x0A).isEmpty)
  }

  @Test func `answers are taken apart by length and by end`() throws {
    let talk = try Conversation(Subprocess("cat"))
    let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 % 251 == 10 ? 11 : $0 % 251) }
    for _ in 0..<4 {
      try talk.send(Array("head\n".utf8) + bytes + Array("tail\n".utf8))
      #expect(try talk.readUntil(0x0A) == Array("head".utf8))
      let isSame = try talk.read(bytes.count) == bytes
      #expect(isSame)
      #expect(try talk.read(0).isEmpty)
      #expect(try talk.readUntil(0x0A) == Array("tail".utf8))
    }
  }

  @Test func `an answer that comes in pieces is put together`() throws {
    let talk = try Conversation(
      Subprocess("sh", ["-c", "printf ab; sleep 0.1; printf 'cd\\nef'; sleep 0.1; printf 'gh\\n'"]))
    #expect(try talk.readUntil(0x0A) == Array("abcd".utf8))
    #expect(try talk.read(3) == Array("efg".utf8))
    #expect(try talk.readUntil(0x0A) == Array("h".utf8))
  }

  @Test func `a program that ends is an error and no hang`() throws {
    let talk = try Conversation(Subprocess("sh", ["-c", "read line; echo \"$line\"; printf rest"]))
    try talk.send("x\n")
    #expect(try talk.readUntil(0x0A) == Array("x".utf8))
    #expect(throws: SystemError.self) { try talk.readUntil(0x0A) }
    #expect(throws: SystemError.self) { try talk.read(1_000) }
    #expect(throws: SystemError.self) { try Conversation(Subprocess("no-such-program-here")) }
  }

  @Test func `a silent program is not waited for for ever`() throws {
    let talk = try Conversation(Subprocess("sleep", ["30"]), timeout: 0.1)
    let watch = Stopwatch()
    #expect(throws: SystemError.self) { try talk.readUntil(0x0A) }
    #expect(watch.seconds < 10)
  }

  @Test func `its program ends with it`() throws {
    let sandbox = Sandbox()
    do {
      let talk = try Conversation(
        Subprocess("sh", ["-c", "echo $$; cat >/dev/null; echo end > '\(sandbox.path("end"))'"]))
      _ = try talk.readUntil(0x0A)
    }
    // The input ended, the program saw it.
    for _ in 0..<100 where !AtomicFile.exists(sandbox.path("end")) { _ = try Subprocess("sleep", ["0.02"]).run() }
    #expect(AtomicFile.exists(sandbox.path("end")))
  }
}
