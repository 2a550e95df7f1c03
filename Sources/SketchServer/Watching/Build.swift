// One run of the script that compiles the modules.

internal import SystemKit

/// A build.
struct Build: Sendable {
  enum Kind: Equatable, Sendable {
    /// What has changed, unoptimised; with all that lies above it, or that layer alone.
    case quick(isAll: Bool)
    /// One module, optimised.
    case optimised(String)
  }

  struct Result: Sendable {
    var kind: Kind
    /// The modules that are new.
    var modules: [String: [UInt8]] = [:]
    /// What the compiler said, where it failed.
    var problem = ""
    var seconds = 0.0
  }

  var kind: Kind
  var root: String

  /// Where builds lie, below the sources.
  private var folder: String { ".build/live" }

  func run() -> Result {
    var result = Result(kind: kind)
    let arguments: [String]
    switch kind {
    case .quick(let isAll): arguments = ["live", folder] + (isAll ? ["all"] : [])
    case .optimised(let name): arguments = ["module", name, ".build/live/optimised"]
    }
    do {
      let outcome = try Subprocess("Scripts/browser", arguments, in: root, timeout: 300).run()
      guard outcome.succeeded else {
        result.problem = Self.words(of: outcome.errorText, root)
        return result
      }
      switch kind {
      case .quick:
        for name in outcome.text.split(separator: "\n").map(String.init) {
          result.modules[name] = try read("\(folder)/\(name).wasm")
        }
      case .optimised(let name): result.modules[name] = try read("\(folder)/optimised/\(name).wasm")
      }
    } catch {
      result.problem = "\(error)"
    }
    return result
  }

  private func read(_ path: String) throws -> [UInt8] {
    try InputFile(path: PathName.join(root, path)).withUnsafeBytes { [UInt8]($0) }
  }

  /// The first errors of a compiler with the lines they show, paths as they are below the sources.
  static func words(of text: String, _ root: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(root + "/") ? $0.dropFirst(root.count + 1) : $0 }
    let first = lines.firstIndex { $0.contains("error:") } ?? lines.startIndex
    var words = lines[first...].prefix(12).joined(separator: "\n")
    while words.last?.isNewline == true { words.removeLast() }
    return words.isEmpty ? "the compiler failed and said nothing" : words
  }
}
