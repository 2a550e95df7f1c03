// Walks folders for files. Symbolic links are followed, but only after everything that is really there, so that a file goes by
// its own name; a folder already walked (same device and inode) is not entered again, so loops end. The result is sorted, so that it does not depend on the order of the disk.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that a walk found.
public struct FoundFile: Sendable, Equatable {
  /// The path as reached from the place where the walk began.
  public let path: String
  /// The size in bytes.
  public let size: Int
  /// When its content was last changed.
  public let modified: Timestamp
}

/// What a walk passed over, and why.
public struct SkippedPath: Sendable, Equatable {
  /// Why a path was passed over.
  public enum Reason: Sendable, Equatable {
    /// A rule says so.
    case ignored
    /// A symbolic link leads to a folder that was walked already.
    case loop
    /// A symbolic link leads nowhere.
    case brokenLink
    /// A socket, pipe or device.
    case special
    /// The system refused it; its own words.
    case unreadable(String)
    /// Folders are nested more than `FileTree.depthLimit` deep.
    case tooDeep
  }

  /// The path.
  public let path: String
  /// Why it was passed over.
  public let reason: Reason
}

/// Walks folders.
public enum FileTree {
  /// The files below some paths, and what was passed over.
  public struct Listing: Sendable, Equatable {
    /// The files, sorted by path; each file once.
    public var files: [FoundFile] = []
    /// What was passed over, sorted by path.
    public var skipped: [SkippedPath] = []
  }

  /// The deepest nesting that is walked.
  public static let depthLimit = 200

  /// The name of files with further rules for the folder they are in.
  public static let ignoreFileName = ".plimsollignore"

  /// Walks paths; a path that is a file stands for itself, whatever the rules say.
  ///
  /// - Parameters:
  ///   - roots: files and folders.
  ///   - rules: patterns relative to `base`.
  ///   - base: the folder that patterns are relative to; `nil`, and for roots that do not lie below it: each root itself.
  /// - Throws: `SystemError` when one of `roots` is not there.
  /// - Complexity: O(n log n) in the number of files.
  public static func walk(
    _ roots: [String], rules: IgnoreRules = IgnoreRules(), base: String? = nil
  ) throws(SystemError) -> Listing {
    var walk = Walk()
    for root in roots {
      var status = stat()
      guard stat(root, &status) == 0 else { throw .last("stat", root) }
      if status.st_mode & S_IFMT == S_IFDIR {
        let inside = base.flatMap { PathName.relative(PathName.absolute(root), to: PathName.absolute($0)) } ?? ""
        walk.enter(root, inside: inside, status, rules, depth: 0)
        walk.followLinks()
      } else {
        walk.add(root, status)
      }
    }
    walk.listing.files.sort { $0.path < $1.path }
    walk.listing.skipped.sort { $0.path < $1.path }
    return walk.listing
  }

  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  private struct Walk {
    var listing = Listing()
    var walked: Set<Identity> = []
    var files: Set<Identity> = []
    var links: [Link] = []

    /// A symbolic link that is looked at when all else is done.
    struct Link {
      let path: String
      let inside: String
      let rules: IgnoreRules
      let depth: Int
    }

    mutating func followLinks() {
      var at = 0
      while at < links.count {
        let link = links[at]
        at += 1
        var status = stat()
        if stat(link.path, &status) != 0 { skip(link.path, .brokenLink) } else { take(link, status) }
      }
      links.removeAll()
    }

    mutating func add(_ path: String, _ status: stat) {
      // The same file under two roots or by two links is one piece of evidence.
      guard files.insert(Identity(status)).inserted else { return }
      #if canImport(Darwin)
        let seconds = Int64(status.st_mtimespec.tv_sec)
      #else
        let seconds = Int64(status.st_mtim.tv_sec)
      #endif
      listing.files.append(FoundFile(path: path, size: Int(status.st_size), modified: Timestamp(seconds: seconds)))
    }

    mutating func skip(_ path: String, _ reason: SkippedPath.Reason) {
      listing.skipped.append(SkippedPath(path: path, reason: reason))
    }

    mutating func enter(_ path: String, inside: String, _ status: stat, _ outer: IgnoreRules, depth: Int) {
      guard walked.insert(Identity(status)).inserted else { return skip(path, .loop) }
      guard depth < depthLimit else { return skip(path, .tooDeep) }
      guard let folder = opendir(path) else {
        return skip(path, .unreadable(String(cString: strerror(errno))))
      }
      var names: [String] = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
      }
      closedir(folder)
      names.sort()

      var rules = outer
      // Not PathName.join: a name that begins with a backslash or a drive letter is only a name here.
      let prefix = path.hasSuffix("/") ? path : path + "/"
      if names.contains(ignoreFileName), FileFacts.size(prefix + ignoreFileName) != nil {
        do throws(SystemError) {
          let file = try InputFile(path: prefix + ignoreFileName)
          file.withUnsafeBytes { rules.add(text: $0, in: inside) }
        } catch { skip(prefix + ignoreFileName, .unreadable(error.description)) }
      }
      for name in names {
        let link = Link(
          path: prefix + name, inside: inside.isEmpty ? name : inside + "/" + name, rules: rules, depth: depth)
        var status = stat()
        if lstat(link.path, &status) != 0 {
          skip(link.path, .unreadable(String(cString: strerror(errno))))
        } else if status.st_mode & S_IFMT == S_IFLNK {
          links.append(link)
        } else {
          take(link, status)
        }
      }
    }

    private mutating func take(_ entry: Link, _ status: stat) {
      let kind = status.st_mode & S_IFMT
      if entry.rules.ignores(entry.inside, isFolder: kind == S_IFDIR) { return skip(entry.path, .ignored) }
      switch kind {
      case S_IFDIR: enter(entry.path, inside: entry.inside, status, entry.rules, depth: entry.depth + 1)
      case S_IFREG: add(entry.path, status)
      default: skip(entry.path, .special)
      }
    }
  }
}
