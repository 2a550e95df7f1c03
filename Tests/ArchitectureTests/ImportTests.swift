// The rooms: which target may import which. SwiftPM lets an import of an undeclared dependency pass when the module happens to
// be built, so each file's imports are read and compared with Package.swift.

import SystemKit
import TestSupport
import Testing

@Suite struct ImportTests {
  /// What each target of Sources may import of our own: the rooms of ARCHITECTURE.md.
  static let floor: Set<String> = ["ByteKit", "SystemKit", "MarkupKit", "ArgumentKit"]
  static let domains: Set<String> = [
    "Coverage", "TestReports", "HeapDump", "ReleaseBranch", "Performance", "SketchPage",
  ]
  /// Engines import nothing: the browser's modules are compiled from the same files.
  static let engines: Set<String> = ["Ink", "Turtle", "Life", "Layout"]
  /// What rests on engines and the floor.
  static let sketching: Set<String> = ["InkFormats", "Rendering", "SketchServer"]
  static let own = floor.union(domains).union(engines).union(sketching).union(["Survey", "PlimsollCLI"])

  static let allowed: [String: Set<String>] = [
    "ByteKit": [],
    "ArgumentKit": ["ByteKit"],
    "SystemKit": ["ByteKit", "CSystemShim", "CZlib", "COpenSSL"],
    "MarkupKit": ["ByteKit", "CXMLShim"],
    "Coverage": ["ByteKit", "SystemKit", "MarkupKit"],
    "TestReports": ["ByteKit", "SystemKit", "MarkupKit"],
    "HeapDump": ["ByteKit", "SystemKit", "MarkupKit"],
    "ReleaseBranch": ["ByteKit", "SystemKit", "MarkupKit"],
    "Performance": ["ByteKit", "SystemKit", "MarkupKit"],
    "Ink": [],
    "Turtle": [],
    "Life": [],
    "Layout": [],
    "InkFormats": ["ByteKit", "SystemKit", "MarkupKit", "Ink"],
    "Rendering": ["ByteKit", "SystemKit", "Ink", "Turtle", "Life", "CCairo", "CPNG", "CTurboJPEG"],
    "SketchPage": ["ByteKit", "SystemKit", "MarkupKit"],
    "SketchServer": ["ByteKit", "SystemKit", "MarkupKit", "CLibEvent"],
    "Survey": [
      "ByteKit", "SystemKit", "MarkupKit", "Coverage", "TestReports", "HeapDump", "ReleaseBranch", "Performance",
      "Ink", "Rendering", "SketchPage", "CSQLite",
    ],
    "PlimsollCLI": [
      "ByteKit", "SystemKit", "ArgumentKit", "MarkupKit", "Coverage", "TestReports", "HeapDump", "ReleaseBranch",
      "Ink", "Turtle", "Life", "Layout", "InkFormats", "Rendering", "SketchPage", "SketchServer", "Survey",
    ],
    "plimsoll": ["PlimsollCLI"],
  ]

  /// Modules of the system and the toolchain that a target may import besides.
  static let system: [String: Set<String>] = [
    "SystemKit": ["Glibc", "Darwin", "Dispatch", "Synchronization"],
    "plimsoll": ["Glibc", "Darwin"],
    "Coverage": ["Synchronization"],
    "HeapDump": ["Synchronization"],
    "InkFormats": ["Glibc", "Darwin"],
    "Rendering": ["Glibc", "Darwin"],
    "SketchServer": ["Glibc", "Darwin", "Synchronization"],
  ]

  struct Import: CustomStringConvertible {
    let file: String
    let line: Int
    let module: String
    var description: String { "\(file):\(line) imports \(module)" }
  }

  static func imports(of target: String) throws -> [Import] {
    let folder = PathName.join(PackageFolder.path, "Sources/\(target)")
    var imports: [Import] = []
    for file in try FileTree.walk([folder]).files where file.path.hasSuffix(".swift") {
      let text = try InputFile(path: file.path).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let words = line.split(separator: " ")
        guard let keyword = words.firstIndex(of: "import"), words.count > keyword + 1 else { continue }
        // `import`, `public import`, `@testable import`, `import struct Foundation.Date`.
        let before = words[..<keyword]
        guard
          before.allSatisfy({
            ["public", "package", "internal", "private", "fileprivate"].contains($0) || $0.hasPrefix("@")
          })
        else { continue }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        let name =
          kinds.contains(words[keyword + 1]) && words.count > keyword + 2 ? words[keyword + 2] : words[keyword + 1]
        imports.append(Import(file: file.path, line: index + 1, module: String(name.prefix { $0 != "." })))
      }
    }
    return imports
  }

  @Test("every target of Sources has a room")
  func everyTargetIsListed() throws {
    let folder = PathName.join(PackageFolder.path, "Sources")
    let swift = Set(
      try FileTree.walk([folder]).files.filter { $0.path.hasSuffix(".swift") }.map { file in
        String(file.path.dropFirst(folder.count + 1).prefix { $0 != "/" })
      })
    #expect(swift == Set(Self.allowed.keys))
  }

  @Test("imports go down only, and no domain imports another", arguments: ImportTests.allowed.keys.sorted())
  func importsGoDown(target: String) throws {
    let imports = try Self.imports(of: target)
    let permitted = Self.allowed[target]!.union(Self.system[target] ?? [])
    #expect(
      !imports.isEmpty || target == "ByteKit" || Self.engines.contains(target),
      "no import was found: is the scan right?")
    for found in imports where !permitted.contains(found.module) {
      Issue.record("\(found) which its room does not allow")
    }
  }

  @Test("the rooms here are those of the manifest", arguments: ImportTests.allowed.keys.sorted())
  func manifestAgrees(target: String) throws {
    let manifest = try InputFile(path: PathName.join(PackageFolder.path, "Package.swift")).withUnsafeBytes {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(Self.dependencies(of: target, in: manifest) == Self.allowed[target]!)
  }

  /// The dependencies that Package.swift names for a target. A domain is declared through the helper that gives every domain the
  /// same floor.
  static func dependencies(of target: String, in manifest: String) -> Set<String> {
    let isDomain = domains.contains(target)
    if isDomain { #expect(manifest.contains("domain(\"\(target)\")")) }
    let words = manifest.split { $0.isWhitespace }.joined(separator: " ")
    let marks =
      isDomain
      ? ["library(name, ["]
      : ["library(\"\(target)\", [", "library( \"\(target)\", [", "name: \"\(target)\", dependencies: ["]
    let starts = marks.compactMap { words.ranges(of: $0).first?.upperBound }
    guard let start = starts.first else { return [] }
    let list = words[start...].prefix { $0 != "]" }
    return Set(list.split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  @Test("no target but the tests imports Foundation")
  func noFoundation() throws {
    for target in Self.allowed.keys {
      for found in try Self.imports(of: target) where found.module.hasPrefix("Foundation") {
        Issue.record("\(found): it costs 7 ms of start-up and 40 MB when linked statically")
      }
    }
  }

  @Test("only SystemKit reads the clock, starts processes or maps files")
  func oneDoorToTheSystem() throws {
    let calls = [
      "posix_spawn(", "mmap(", "clock_gettime(", "gettimeofday(", "Date()", "Process()", "ContinuousClock()",
    ]
    for target in Self.allowed.keys where target != "SystemKit" {
      let folder = PathName.join(PackageFolder.path, "Sources/\(target)")
      for file in try FileTree.walk([folder]).files where file.path.hasSuffix(".swift") {
        let text = try InputFile(path: file.path).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        for call in calls where text.contains(call) { Issue.record("\(file.path) calls \(call)…)") }
      }
    }
  }
}
