// The same canaries in a real dump: a Java program is compiled and run here, and dumps itself. Where there is no JDK the test is
// skipped, and says so.

import ByteKit
import SystemKit
import TestSupport
import Testing

@testable import HeapDump

@Suite struct CanaryProgramTests {
  static let hasJDK = ["java", "javac"].allSatisfy { (try? Subprocess($0, ["-version"]).run()) != nil }

  /// Canaries are put together at run time, so that only those meant for it are in the symbol table.
  static let source = """
    import java.lang.management.ManagementFactory;
    import java.util.*;
    public class Planted {
      static final String LITERAL = "CANARY-literal-constant";
      static Object[] held = new Object[32];
      static long token = 0x43414E4152590001L;
      static String made(String tail) { return new StringBuilder("YRANAC").reverse().append(tail).toString(); }
      static void sleep() { try { Thread.sleep(60000); } catch (InterruptedException e) {} }
      public static void main(String[] arguments) throws Exception {
        int at = 0;
        held[at++] = made("-heap-string");
        held[at++] = made("-\\u043a\\u0430\\u043d\\u0430\\u0440\\u0435\\u0439\\u043a\\u0430-wide");
        held[at++] = made("-chars").toCharArray();
        held[at++] = new StringBuilder(made("-builder")).append(" and more");
        held[at++] = new StringBuffer(made("-buffer"));
        held[at++] = made("-bytes").getBytes("UTF-8");
        held[at++] = made("-utf16").getBytes("UTF-16BE");
        held[at++] = Long.valueOf(0x43414E4152590002L);
        held[at++] = Double.valueOf(Double.longBitsToDouble(0x43414E4152590003L));
        held[at++] = new long[] {1, 0x43414E4152590004L};
        held[at++] = new HashMap<>(Map.of(made("-key"), made("-value")));
        held[at++] = List.of(made("-list"));
        System.setProperty(made("-property"), made("-setting"));
        Thread thread = new Thread(Planted::sleep, made("-thread"));
        thread.setDaemon(true);
        thread.start();
        Thread.sleep(100);
        ManagementFactory.newPlatformMXBeanProxy(
            ManagementFactory.getPlatformMBeanServer(), "com.sun.management:type=HotSpotDiagnostic",
            com.sun.management.HotSpotDiagnosticMXBean.class).dumpHeap(arguments[0], true);
        if (held[0] == null) throw new Error(LITERAL);
      }
    }
    """
  static let texts =
    [
      "literal-constant", "heap-string", "канарейка-wide", "chars", "builder", "buffer", "bytes", "utf16", "key",
      "value",
      "list", "property", "setting", "argument",
    ].map { "CANARY-\($0)" }
  static let numbers: [Int64] = (1...4).map { 0x4341_4E41_5259_0000 + $0 }

  @Test(
    "of a program's secrets none is left in its redacted dump, and the proof agrees",
    .enabled(if: hasJDK, "needs java and javac (openjdk-17-jdk-headless)"))
  func program() throws {
    let sandbox = Sandbox()
    try sandbox.write("Planted.java", Self.source)
    #expect(try sandbox.run("javac", ["-encoding", "UTF-8", "Planted.java"]).status == 0)
    let run = try sandbox.run(
      "java", ["-Xmx64m", "-XX:+UseSerialGC", "-Dplanted=CANARY-argument", "-cp", ".", "Planted", "planted.hprof"])
    #expect(run.status == 0, "\(run.errors)")

    let thread = "CANARY-thread"
    func found(_ name: String) throws -> Set<String> {
      let bytes = try InputFile(path: sandbox.path(name)).withUnsafeBytes { Array($0) }
      return CanaryDump.found(in: bytes, texts: Self.texts + [thread], numbers: Self.numbers, pin: nil)
    }
    #expect(try found("planted.hprof") == Set(Self.texts + [thread] + Self.numbers.map { "\($0)" }))

    let dump = try HeapDump(path: sandbox.path("planted.hprof"))
    #expect(dump.damage == [])
    for (name, words, left) in [("kept.hprof", ["threads"], Set([thread])), ("bare.hprof", ["nothing"], [])] {
      let options = try RedactionOptions(keeping: words)
      let path = sandbox.path(name)
      try AtomicFile.write(to: path) { try Redactor.redact(dump, to: $0, options: options) }
      #expect(try found(name) == left)
      let proof = try RedactionProof(of: path, against: dump, options: options)
      #expect(proof.holds, "\(proof)")
      #expect(proof.searched > 1_000)
      let copy = try HeapDump(path: path)
      #expect(copy.classCounts().map { "\($0)" } == dump.classCounts().map { "\($0)" })
    }
    // The proof is no formality: the dump itself fails it.
    #expect(try RedactionProof(of: sandbox.path("planted.hprof"), against: dump).leakCount > 1_000)
  }
}
