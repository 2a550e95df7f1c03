// The sources of the page while somebody works on them. Files are compared by their stamps; what changed in an engine is compiled layer by
// layer and unoptimised, which takes a second or two, and after a quiet moment optimised. The sources' own script knows how.

internal import ByteKit
internal import Synchronization
internal import SystemKit

/// The sources of the page.
public final class LiveSources {
  /// What a look at the sources has found.
  struct Changes {
    /// Whether there are new files or modules.
    var isNew = false
    /// What to say of it.
    var messages: [String] = []
  }

  /// The folder that holds the sources.
  let root: String
  /// The files of the page as they are, by their paths below `root`.
  private(set) var files: [String: [UInt8]] = [:]
  /// The modules that were built, by their names.
  private(set) var modules: [String: [UInt8]] = [:]
  private(set) var state = LiveState()

  private let wanted: [String]
  private var stamps: [String: FileFacts.Stamp] = [:]
  private var skeletons: [String: [UInt8]] = [:]
  private let done = Mailbox()
  private var isQuickRunning = false
  private var isOptimisedRunning = false
  /// What was saved since the last build began; `all`: also seen outside of functions.
  private var waiting: (isAll: Bool, watch: Stopwatch)?
  /// The modules that were built quickly and are to be optimised, and since when nothing was saved.
  private var unoptimised: Set<String> = []
  private var quiet = Stopwatch()

  /// Takes the sources of a folder.
  ///
  /// - Parameters:
  ///   - folder: The top of the project's sources.
  ///   - paths: The files that the page is made from, below it.
  /// - Throws: ``ServerError`` when the folder does not hold them.
  public init(folder: String, paths: [String]) throws(ServerError) {
    root = folder
    wanted = paths
    for path in ["Scripts/browser", "Sources/Ink"] + paths where FileFacts.stamp(PathName.join(folder, path)) == nil {
      throw ServerError(.noSources(folder, missing: path))
    }
    _ = scan()
    // The first build finds out what is new since the last one, and makes what quick builds rest on.
    waiting = (true, Stopwatch())
  }

  /// Looks for changes and for builds that have ended, and starts the next one.
  func look() -> Changes {
    var changes = Changes()
    let saved = scan()
    for path in saved { changes.messages.append("\(path) was saved") }
    if saved.contains(where: { files[$0] != nil }) { changes.isNew = true }
    for path in saved where path.hasSuffix(".swift") || path == "Scripts/browser" || path.hasSuffix(".c") {
      let isAll = isSeenOutside(path)
      waiting = (isAll || waiting?.isAll == true, waiting?.watch ?? Stopwatch())
    }
    if !saved.isEmpty { quiet = Stopwatch() }
    for result in done.take() { finish(result, &changes) }
    startBuilds()
    state.isBuilding = isQuickRunning
    return changes
  }

  // MARK: - Files

  /// The paths of files whose stamps are others than the last time.
  private func scan() -> [String] {
    var found: [String: FileFacts.Stamp] = [:]
    var changed: [String] = []
    for path in sourcePaths() + wanted + ["Scripts/browser", "Browser/memory.c"] {
      let whole = PathName.join(root, path)
      guard let stamp = FileFacts.stamp(whole) else { continue }
      found[path] = stamp
      guard stamps[path] != stamp else { continue }
      // While an editor replaces a file it may be empty or gone for a moment: the next look sees it.
      guard let bytes = try? InputFile(path: whole).withUnsafeBytes({ [UInt8]($0) }) else { continue }
      if wanted.contains(path) {
        guard files[path] != bytes else { continue }
        files[path] = bytes
      }
      changed.append(path)
    }
    for path in stamps.keys where found[path] == nil && path.hasSuffix(".swift") { changed.append(path) }
    if stamps.isEmpty {
      for path in found.keys where path.hasSuffix(".swift") { skeletons[path] = skeleton(of: path) }
    }
    stamps = found
    return changed.sorted()
  }

  private func sourcePaths() -> [String] {
    let folders = ["Sources/Ink", "Sources/Turtle", "Sources/Life", "Sources/Layout", "Browser/ink", "Browser/app"]
    guard let listing = try? FileTree.walk(folders.map { PathName.join(root, $0) }) else { return [] }
    return listing.files.map(\.path).filter { $0.hasSuffix(".swift") }.map { String($0.dropFirst(root.count + 1)) }
  }

  private func skeleton(of path: String) -> [UInt8] {
    let bytes = try? InputFile(path: PathName.join(root, path)).withUnsafeBytes { [UInt8]($0) }
    return SourceSkeleton.of(bytes ?? [])
  }

  /// Whether a change of a file can be seen by others than the bodies of its functions.
  private func isSeenOutside(_ path: String) -> Bool {
    guard path.hasSuffix(".swift") else { return true }
    let new = skeleton(of: path)
    defer { skeletons[path] = new }
    return skeletons[path] != new
  }

  // MARK: - Builds

  private func startBuilds() {
    if let waiting, !isQuickRunning {
      self.waiting = nil
      isQuickRunning = true
      start(.quick(isAll: waiting.isAll), since: waiting.watch)
    } else if waiting == nil, !isQuickRunning, !isOptimisedRunning, state.problem.isEmpty, quiet.seconds > 3,
      let name = unoptimised.min()
    {
      unoptimised.remove(name)
      isOptimisedRunning = true
      start(.optimised(name), since: Stopwatch())
    }
  }

  private func start(_ kind: Build.Kind, since watch: Stopwatch) {
    let build = Build(kind: kind, root: root)
    BesideThread.start { [done] in
      var result = build.run()
      result.seconds = watch.seconds
      done.put(result)
    }
  }

  private func finish(_ result: Build.Result, _ changes: inout Changes) {
    switch result.kind {
    case .quick: isQuickRunning = false
    case .optimised: isOptimisedRunning = false
    }
    let seconds = "\((result.seconds * 10).rounded() / 10) s"
    guard result.problem.isEmpty else {
      // An optimised build of what was saved meanwhile may fail; the quick one will say it.
      if case .quick = result.kind {
        state.problem = result.problem
        changes.messages.append("the build failed after \(seconds):\n\(result.problem)")
      }
      return
    }
    if case .quick = result.kind { state.problem = "" }
    for (name, bytes) in result.modules.sorted(by: { $0.key < $1.key }) {
      switch result.kind {
      case .quick:
        unoptimised.insert(name)
        changes.messages.append("module '\(name)' is new, \(seconds) after saving")
      case .optimised:
        // Something was saved since it began: the next one is on its way.
        if unoptimised.contains(name) { continue }
        changes.messages.append("module '\(name)' is optimised now (\(seconds))")
      }
      modules[name] = bytes
      changes.isNew = true
    }
  }
}

/// Where builds leave what they have made, for the thread that serves.
private final class Mailbox: Sendable {
  private let results = Mutex<[Build.Result]>([])

  func put(_ result: Build.Result) { results.withLock { $0.append(result) } }

  func take() -> [Build.Result] {
    results.withLock { results in
      defer { results = [] }
      return results
    }
  }
}
