// The pages of `plimsoll heap ... --html`, and heap dumps in a survey, as their users run them.

import MarkupKit
import SystemKit
import TestSupport
import Testing

@Suite struct HeapPageTests {
  @Test("summary, dominators and leaks write a page beside what they print")
  func pages() throws {
    let sandbox = Sandbox()
    try sandbox.write("app.hprof", leakyHeapDump())
    for (command, status, texts) in [
      (
        "summary", Int32(0),
        ["Heap summary: app.hprof", "Classes by their objects’ own size", "com.acme.Screen", "EUR"]
      ),
      ("dominators", 0, ["Heap dominators: app.hprof", "role=\"img\"", "class com.acme.Cache", "Classes by what"]),
      ("leaks", 1, ["Heap leaks: app.hprof", "1 certain leak", "class com.acme.Cache.kept", "destroyed activity"]),
    ] {
      let plain = try sandbox.plimsoll("heap", command, "app.hprof")
      let result = try sandbox.plimsoll("heap", command, "app.hprof", "--html", "pages/\(command)")
      #expect(result.status == status, "\(command): \(result.errors)")
      #expect(result.output == plain.output, "\(command): the page changes nothing of what is printed")
      #expect(result.errors.contains("page: pages/\(command)/index.html"), "\(command)")
      let page = try sandbox.read("pages/\(command)/index.html")
      #expect(page.hasPrefix("<!doctype html>"))
      for text in texts { #expect(page.contains(text), "\(command): \(text)") }
      try sandbox.plimsoll("heap", command, "app.hprof", "--html", "again", "--quiet")
      #expect(try sandbox.read("again/index.html") == page, "\(command): the same page for the same dump")
    }
  }

  @Test("a damaged dump has a page of what could be read, and says so")
  func damaged() throws {
    let sandbox = Sandbox()
    try sandbox.write("app.hprof", Array(leakyHeapDump().dropLast(60)))
    let result = try sandbox.plimsoll("heap", "summary", "app.hprof", "--html", "page")
    #expect(result.status == 2)
    #expect(try sandbox.read("page/index.html").contains("The dump is damaged"))
  }

  @Test("a folder that cannot be made is an error")
  func noFolder() throws {
    let sandbox = Sandbox()
    try sandbox.write("app.hprof", leakyHeapDump())
    try sandbox.write("page", "a file")
    let result = try sandbox.plimsoll("heap", "dominators", "app.hprof", "--html", "page")
    #expect(result.status == 2)
    #expect(result.errors.contains("page"))
  }

  @Test("a survey reads heap dumps; the command that a finding names shows the same way")
  func survey() throws {
    let sandbox = Sandbox()
    try sandbox.write("plimsoll.json", "{loadLines: {'heap.leaks': '== 0'}}")
    try sandbox.write("build/app.hprof.gz", Gzip.deflate(leakyHeapDump()))
    let result = try sandbox.plimsoll("survey", "--json")
    #expect(result.status == 1)
    let json = try JSONValue(parsing: result.output)
    #expect(json["verdict"]?.string == "may-not-ship")
    let findings = try #require(json["findings"]?.elements)
    let leak = try #require(findings.first { $0["rule"]?.string == "heap.leak" })
    let words = try #require(leak["mend"]?.string).split(separator: " ").map(String.init)
    let shown = try sandbox.run(Sandbox.program, Array(words.dropFirst()))
    #expect(shown.status == 0)
    #expect(shown.output.contains("class com.acme.Cache.kept"))
    #expect(try sandbox.read("plimsoll-report/index.html").contains("figure class=\"card treemap\""))
  }

  @Test("a crunched dump is evidence, compressed or not, and says what it no longer holds")
  func crunched() throws {
    let sandbox = Sandbox()
    try sandbox.write("plimsoll.json", "{loadLines: {'heap.leaks': '<= 1', 'heap.duplicate-strings': '<= 1 MB'}}")
    try sandbox.write("app.hprof", leakyHeapDump())
    for (options, format) in [([], "BMD"), (["--compress"], "BMD, compressed")] {
      // The field that says that a screen is done with is kept, the texts of strings are not.
      let made = try sandbox.run(
        Sandbox.program, ["heap", "crunch", "app.hprof", "-o", "app.bmd", "--keep-primitives"] + options)
      #expect(made.status == 0, "\(made.errors)")
      let result = try sandbox.plimsoll("survey", "app.bmd", "--json")
      let json = try JSONValue(parsing: result.output)
      #expect(json["evidence"]?.elements?.first?["format"]?.string == format)
      let lines = try #require(json["loadLines"]?.elements)
      #expect(lines.map { $0["outcome"]?.string } == ["held", "unknown"], "\(result.output)")
      #expect(json["verdict"]?.string == "cannot-tell")
    }
  }
}
