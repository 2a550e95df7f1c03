// swift-tools-version: 6.2
// The target list is the architecture: layers in order, each importing only what stands above it in this file.
// `Tests/ArchitectureTests` holds every source file's imports against the dependencies named here.

import PackageDescription

/// Warnings stop the build in CI (`PLIMSOLL_STRICT=1`), not on a developer's machine with a newer compiler.
let strict = Context.environment["PLIMSOLL_STRICT"] == "1"

let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
  ] + (strict ? [.unsafeFlags(["-warnings-as-errors"])] : [])

func cLibrary(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A domain rests on the floor alone and never on another domain.
func domain(_ name: String) -> Target {
  library(name, ["ByteKit", "SystemKit", "MarkupKit"])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name + "Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: settings)
}

let package = Package(
  name: "plimsoll",
  platforms: [.macOS("26.0")],
  products: [
    .executable(name: "plimsoll", targets: ["plimsoll"]),
    .executable(name: "plimsoll-bench", targets: ["plimsoll-bench"]),
    .library(name: "Coverage", targets: ["Coverage"]),
    .library(name: "TestReports", targets: ["TestReports"]),
    .library(name: "HeapDump", targets: ["HeapDump"]),
    .library(name: "ReleaseBranch", targets: ["ReleaseBranch"]),
    .library(name: "Ink", targets: ["Ink"]),
    .library(name: "Turtle", targets: ["Turtle"]),
    .library(name: "Life", targets: ["Life"]),
    .library(name: "Layout", targets: ["Layout"]),
    .library(name: "Survey", targets: ["Survey"]),
  ],
  targets: [
    // C libraries of the distribution.
    cLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    cLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    cLibrary("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
    cLibrary("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    cLibrary("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
    cLibrary("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
    cLibrary("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
    cLibrary("CLibEvent", pkgConfig: "libevent", apt: "libevent-dev"),
    .target(name: "CXMLShim", dependencies: ["CLibXML2"]),
    .target(name: "CSystemShim"),

    // The floor: bytes, the operating system, options, documents.
    library("ByteKit", []),
    library("SystemKit", ["ByteKit", "CSystemShim", "CZlib", "COpenSSL"]),
    library("ArgumentKit", ["ByteKit"]),
    library("MarkupKit", ["ByteKit", "CXMLShim"]),

    // Engines of pure Swift that import nothing: the browser's module is compiled from the same files.
    library("Ink", []),
    library("Turtle", []),
    library("Life", []),
    library("Layout", []),

    // Domains.
    domain("Coverage"),
    domain("TestReports"),
    domain("HeapDump"),
    domain("ReleaseBranch"),
    domain("Performance"),
    library("InkFormats", ["ByteKit", "SystemKit", "MarkupKit", "Ink"]),
    library("Rendering", ["ByteKit", "SystemKit", "Ink", "Turtle", "Life", "CCairo", "CPNG", "CTurboJPEG"]),
    domain("SketchPage"),
    library("SketchServer", ["ByteKit", "SystemKit", "MarkupKit", "CLibEvent"]),

    // The survey joins the domains; the command line joins everything.
    library(
      "Survey",
      [
        "ByteKit", "SystemKit", "MarkupKit", "Coverage", "TestReports", "HeapDump", "ReleaseBranch", "Performance",
        "Ink",
        "Rendering", "SketchPage", "CSQLite",
      ]),
    library(
      "PlimsollCLI",
      [
        "ByteKit", "SystemKit", "ArgumentKit", "MarkupKit", "Coverage", "TestReports", "HeapDump", "ReleaseBranch",
        "Ink", "Turtle", "Life", "Layout", "InkFormats", "Rendering", "SketchPage", "SketchServer", "Survey",
      ]),
    .executableTarget(name: "plimsoll", dependencies: ["PlimsollCLI"], swiftSettings: settings),
    .executableTarget(
      name: "plimsoll-bench",
      dependencies: [
        "ByteKit", "SystemKit", "MarkupKit", "Coverage", "HeapDump", "ReleaseBranch", "Ink", "Turtle", "Life",
        "Rendering",
        "CCairo",
      ],
      path: "Benchmarks/plimsoll-bench", swiftSettings: settings),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["ByteKit", "SystemKit", "Ink"], path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("ByteKit", ["ByteKit"]),
    tests("SystemKit", ["SystemKit", "ByteKit"]),
    tests("ArgumentKit", ["ArgumentKit", "ByteKit"]),
    tests("MarkupKit", ["MarkupKit", "ByteKit", "SystemKit"]),
    tests("Coverage", ["Coverage", "ByteKit", "SystemKit", "MarkupKit"]),
    tests("TestReports", ["TestReports", "ByteKit", "SystemKit", "MarkupKit"]),
    tests("HeapDump", ["HeapDump", "ByteKit", "SystemKit", "MarkupKit"]),
    tests("ReleaseBranch", ["ReleaseBranch", "ByteKit", "SystemKit", "MarkupKit"]),
    tests("Performance", ["Performance", "SystemKit", "MarkupKit"]),
    tests("Ink", ["Ink", "SystemKit"]),
    tests("Turtle", ["Turtle", "SystemKit"]),
    tests("Life", ["Life", "SystemKit"]),
    tests("Layout", ["Layout", "SystemKit"]),
    tests("SketchServer", ["SketchServer", "SystemKit"]),
    tests("InkFormats", ["InkFormats", "Ink", "ByteKit", "SystemKit", "MarkupKit"]),
    tests("SketchPage", ["SketchPage", "Ink", "Turtle", "Life", "Layout", "SystemKit", "MarkupKit"]),
    tests("Rendering", ["Rendering", "Ink", "Turtle", "Life", "ByteKit", "SystemKit", "CCairo"]),
    tests(
      "Survey",
      [
        "Survey", "Coverage", "TestReports", "HeapDump", "ReleaseBranch", "Rendering", "ByteKit", "SystemKit",
        "MarkupKit",
      ]),
    tests("Command", ["SystemKit", "MarkupKit", "Ink", "Turtle", "Life", "Layout", "Rendering", "plimsoll"]),
    tests("Architecture", ["SystemKit"]),
  ]
)
