// What the program writes, read by another one: VisualVM's heap library (Debian's `visualvm`) counts the same objects of each class in a
// dump and in what decrunch, redact and deobfuscate make of it. The little program that asks the library lies with the public dumps.

import SystemKit
import TestSupport
import Testing

@Suite struct VisualVMTests {
  /// The library's archive, where Debian's package put it.
  static let jar: String? = {
    guard let listed = try? Subprocess("dpkg", ["-L", "visualvm"]).run(), listed.succeeded else { return nil }
    return listed.text.split(separator: "\n").map(String.init).first { $0.hasSuffix("-jfluid-heap.jar") }
  }()

  static var isReady: Bool {
    jar != nil && PackageFolder.corpus != nil && (try? Subprocess("javac", ["-version"]).run())?.succeeded == true
  }

  /// Objects by class, as the library counts them; classes without objects are left out.
  private func counts(_ dump: String, _ sandbox: Sandbox) throws -> [String: Int] {
    let jar = try #require(Self.jar)
    let result = try sandbox.run("java", ["-cp", "\(sandbox.folder):\(jar)", "Golden", dump, "1"])
    try #require(result.status == 0, "\(result.errors)")
    var counts: [String: Int] = [:]
    for line in result.output.split(separator: "\n") where line.hasPrefix("class ") {
      let words = line.split(separator: " ")
      let count = Int(words.first { $0.hasPrefix("count=") }?.dropFirst(6) ?? "") ?? -1
      if count != 0 { counts[String(words[1]), default: 0] += count }
    }
    return counts
  }

  @Test(
    "what is decrunched, redacted and deobfuscated has the objects that the dump had",
    .enabled(if: isReady, "visualvm, a Java compiler and the public dumps are not all here"),
    arguments: [
      ("heap/pyhprof-example-java.hprof", "java.lang.Thread"), ("heap/slurp-hprof-32.bin", "java.lang.Thread"),
      ("heap/slurp-hprof-64.bin", "java.util.HashMap$Node"),
      ("heap/leakcanary-leak_service_binder.hprof", "android.graphics.Rect"),
    ])
  func sameCounts(name: String, renamed: String) throws {
    let sandbox = Sandbox()
    let corpus = try #require(PackageFolder.corpus)
    let jar = try #require(Self.jar)
    let compiled = try sandbox.run(
      "javac", ["-cp", jar, "-d", sandbox.folder, PathName.join(corpus, "heap/gen/Golden.java")])
    try #require(compiled.status == 0, "\(compiled.errors)")
    // The library writes a file beside the dump that it reads.
    let dump = sandbox.path("dump.hprof")
    _ = try sandbox.run("cp", [PathName.join(corpus, name), dump])
    let expected = try counts(dump, sandbox)
    #expect(expected.values.reduce(0, +) > 1_000)

    func make(_ words: String...) throws {
      let result = try sandbox.run(Sandbox.program, ["heap"] + words)
      try #require(result.status == 0, "\(words): \(result.errors)")
    }
    try make("crunch", dump, "--keep-strings", "", "-o", "dump.bmd")
    try make("decrunch", "dump.bmd", "-o", "decrunched.hprof")
    let decrunched = try counts(sandbox.path("decrunched.hprof"), sandbox)
    #expect(decrunched == expected)

    try make("redact", dump, "-o", "redacted.hprof")
    let redacted = try counts(sandbox.path("redacted.hprof"), sandbox)
    #expect(redacted == expected)

    try sandbox.write("mapping.txt", "com.acme.Original -> \(renamed):\n")
    try make("deobfuscate", dump, "--mapping", "mapping.txt", "-o", "named.hprof")
    // Arrays of a class go by its name too.
    let named = Dictionary(
      uniqueKeysWithValues: expected.map { name, count in
        let isMeant = name == renamed || name.hasPrefix(renamed + "[")
        return (isMeant ? "com.acme.Original" + name.dropFirst(renamed.count) : name, count)
      })
    #expect(named["com.acme.Original"] ?? 0 > 0)
    let renamedCounts = try counts(sandbox.path("named.hprof"), sandbox)
    #expect(renamedCounts == named)
  }
}
