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
  /// The stamps that were acted on, and those of the last look.
  private var stamps: [String: FileFacts.Stamp] = [:]
  private var lastSeen: [String: FileFacts.Stamp] = [:]
  /// What was saved and is in no build that succeeded, and since when.
  private var unbuilt: Set<String> = []
  private var isWaiting = true
  private var waitingSince = Stopwatch()
  /// The skeletons of the last build of each file that succeeded, and of those that are being built.
  private var skeletons: [String: [UInt8]] = [:]
  private var building: [String: [UInt8]] = [:]
  /// The stamps when that build began.
  private var began: [String: FileFacts.Stamp] = [:]
  private let done = Mailbox()
  private var isQuickRunning = false
  private var isOptimisedRunning = false
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
    lastSeen = allStamps()
    _ = scan()
    // The first build finds out what is new since the last one, and makes what quick builds rest on. Until one has succeeded nothing
    // is known of what was compiled.
    unbuilt = Set(stamps.keys.filter { $0.hasSuffix(".swift") })
  }

  /// Looks for changes and for builds that have ended, and starts the next one.
  func look() -> Changes {
    var changes = Changes()
    let saved = scan()
    for path in saved { changes.messages.append("\(path) \(stamps[path] == nil ? "is gone" : "was saved")") }
    if saved.contains(where: { files[$0] != nil }) { changes.isNew = true }
    for path in saved where path.hasSuffix(".swift") || path == "Scripts/browser" || path.hasSuffix(".c") {
      if !isWaiting { waitingSince = Stopwatch() }
      isWaiting = true
      unbuilt.insert(path)
    }
    if !saved.isEmpty { quiet = Stopwatch() }
    for result in done.take() { finish(result, &changes) }
    startBuilds()
    state.isBuilding = isQuickRunning
    return changes
  }

  // MARK: - Files

  private func allStamps() -> [String: FileFacts.Stamp] {
    var found: [String: FileFacts.Stamp] = [:]
    for path in sourcePaths() + wanted + ["Scripts/browser", "Browser/memory.c"] {
      found[path] = FileFacts.stamp(PathName.join(root, path))
    }
    return found
  }

  /// The paths of files that were saved. An editor may empty a file before it writes it: a file counts once two looks see the same stamp.
  private func scan() -> [String] {
    let seen = allStamps()
    var changed: [String] = []
    for (path, stamp) in seen where stamps[path] != stamp && lastSeen[path] == stamp {
      if wanted.contains(path) {
        guard let bytes = try? InputFile(path: PathName.join(root, path)).withUnsafeBytes({ [UInt8]($0) }) else {
          continue
        }
        let isSame = files.updateValue(bytes, forKey: path) == bytes
        stamps[path] = stamp
        if isSame { continue }
      }
      stamps[path] = stamp
      changed.append(path)
    }
    for path in stamps.keys where seen[path] == nil && lastSeen[path] == nil {
      stamps[path] = nil
      changed.append(path)
    }
    lastSeen = seen
    return changed.sorted()
  }

  private func sourcePaths() -> [String] {
    let folders = ["Sources/Ink", "Sources/Turtle", "Sources/Life", "Sources/Layout", "Browser/ink", "Browser/app"]
    // Each by itself: one that is missing for a moment does not take the others with it.
    let files = folders.flatMap { (try? FileTree.walk([PathName.join(root, $0)]))?.files ?? [] }
    return files.map(\.path).filter { $0.hasSuffix(".swift") }.map { String($0.dropFirst(root.count + 1)) }
  }

  private func skeleton(of path: String) -> [UInt8] {
    let bytes = try? InputFile(path: PathName.join(root, path)).withUnsafeBytes { [UInt8]($0) }
    return SourceSkeleton.of(bytes ?? [])
  }

  // MARK: - Builds

  private func startBuilds() {
    if isWaiting, !isQuickRunning {
      isWaiting = false
      isQuickRunning = true
      building = Dictionary(
        uniqueKeysWithValues: unbuilt.filter { $0.hasSuffix(".swift") }.map { ($0, skeleton(of: $0)) })
      // Whether something has changed that others see than the bodies of its functions.
      let isAll = building.count < unbuilt.count || building.contains { skeletons[$0] != $1 }
      began = stamps
      start(.quick(isAll: isAll), since: waitingSince)
    } else if !isWaiting, !isQuickRunning, !isOptimisedRunning, state.problem.isEmpty, quiet.seconds > 3,
      let name = unoptimised.min()
    {
      unoptimised.remove(name)
      isOptimisedRunning = true
      start(.optimised(name), since: Stopwatch())
    }
  }

  /// Whether the compiler may have read a file that others see otherwise than it was when the build began.
  private var isMixed: Bool {
    Set(sourcePaths()).union(began.keys.filter { $0.hasSuffix(".swift") }).contains { path in
      FileFacts.stamp(PathName.join(root, path)) != began[path]
        && skeleton(of: path) != building[path] ?? skeletons[path]
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
      } else if !isWaiting, !isQuickRunning, unbuilt.isEmpty {
        changes.messages.append("the optimised build failed, and the quick one stays:\n\(result.problem)")
      }
      return
    }
    if result.kind == .quick(isAll: false), isMixed {
      // The layers above do not know what was saved meanwhile; the next build makes them as well.
      changes.messages.append("sources were saved during the build: it is done again")
      return
    }
    if case .quick = result.kind {
      state.problem = ""
      skeletons.merge(building) { $1 }
      // What was saved again meanwhile is in the next build.
      if !isWaiting { unbuilt = [] }
    }
    for (name, bytes) in result.modules.sorted(by: { $0.key < $1.key }) {
      switch result.kind {
      case .quick:
        unoptimised.insert(name)
        changes.messages.append("module '\(name)' is new, \(seconds) after saving")
      case .optimised:
        // Something was saved since it began: it is of yesterday.
        if isWaiting || isQuickRunning || !unbuilt.isEmpty || unoptimised.contains(name) {
          unoptimised.insert(name)
          continue
        }
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
