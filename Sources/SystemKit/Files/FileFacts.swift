// What can be known of a file without reading all of it.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Facts of files.
public enum FileFacts {
  /// The size of a regular file in bytes; `nil` for anything else.
  public static func size(_ path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// When a file's content was last changed; `nil` when it is not there.
  public static func modified(_ path: String) -> Timestamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      return Timestamp(seconds: Int64(status.st_mtimespec.tv_sec))
    #else
      return Timestamp(seconds: Int64(status.st_mtim.tv_sec))
    #endif
  }

  /// What changes when a file is written or replaced: which file it is, its size, and its times to the nanosecond.
  public struct Stamp: Equatable, Sendable {
    private let inode: UInt64
    private let size: Int64
    private let written: [Int]

    fileprivate init(_ status: stat) {
      inode = UInt64(truncatingIfNeeded: status.st_ino)
      size = Int64(status.st_size)
      #if canImport(Darwin)
        let (content, record) = (status.st_mtimespec, status.st_ctimespec)
      #else
        let (content, record) = (status.st_mtim, status.st_ctim)
      #endif
      written = [content.tv_sec, content.tv_nsec, record.tv_sec, record.tv_nsec].map { Int($0) }
    }
  }

  /// The stamp of a file; `nil` when it is not there.
  public static func stamp(_ path: String) -> Stamp? {
    var status = stat()
    return stat(path, &status) == 0 ? Stamp(status) : nil
  }

  /// The path without symbolic links; the path itself when it is not there.
  public static func realPath(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether two paths lead to one file, by whatever links.
  public static func areOneFile(_ first: String, _ second: String) -> Bool {
    var one = stat()
    var other = stat()
    return stat(first, &one) == 0 && stat(second, &other) == 0 && one.st_dev == other.st_dev
      && one.st_ino == other.st_ino
  }

  /// Whether a path is something that can be written and read again: nothing yet, or a regular file.
  public static func canBeReadBack(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether two files hold the same bytes. False when one cannot be read: who reads it next says why.
  ///
  /// - Complexity: O(size up to the first difference).
  public static func areSame(_ first: String, _ second: String) -> Bool {
    guard let one = try? MappedFile(path: first), let other = try? MappedFile(path: second), one.count == other.count
    else { return false }
    return one.withUnsafeBytes { left in
      other.withUnsafeBytes { right in left.count == 0 || memcmp(left.baseAddress!, right.baseAddress!, left.count) == 0
      }
    }
  }
}
