// What the operating system refused, as facts: which operation, on what, and its error number.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A call to the operating system that failed, or a file that was not what it had to be.
public struct SystemError: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Kind: Equatable, Sendable {
    /// A system call failed with an `errno` value.
    case call(String, errno: Int32)
    /// The path is a directory and a file was needed.
    case isDirectory
    /// The gzip data is damaged at a byte offset of the compressed file.
    case damagedGzip(offset: Int, reason: String)
    /// The zip archive is damaged at a byte offset, in the entry that is named (none: in its directory).
    case damagedZip(offset: Int, entry: String?, reason: String)
    /// An entry of a zip archive is stored in a way that is not read: encrypted, or by a rare method.
    case unsupportedZipEntry(String, reason: String)
    /// An entry of a zip archive is larger than the limit that was set for it, in bytes.
    case zipEntryTooLarge(String, limit: Int)
    /// The data is larger than the limit that was set for it, in bytes.
    case tooLarge(limit: Int)
    /// The program was not found on the PATH.
    case noSuchProgram
    /// A process did not end in time; it and its children were ended.
    case timedOut(seconds: Double)
  }

  /// What went wrong.
  public let kind: Kind
  /// The file or program.
  public let subject: String

  /// Creates an error.
  public init(_ kind: Kind, _ subject: String) {
    self.kind = kind
    self.subject = subject
  }

  /// The error that `errno` tells of now.
  static func last(_ call: String, _ subject: String) -> SystemError {
    SystemError(.call(call, errno: errno), subject)
  }

  /// Whether a file or folder was not there.
  public var isMissing: Bool {
    if case .call(_, let code) = kind { return code == ENOENT || code == ENOTDIR }
    return false
  }

  /// Whether the reader of our output went away.
  public var isBrokenPipe: Bool {
    if case .call(_, let code) = kind { return code == EPIPE }
    return false
  }
}

extension SystemError: CustomStringConvertible {
  /// One line: the subject and what was wrong with it.
  public var description: String {
    switch kind {
    case .call(let call, let code):
      "\(subject): \(String(cString: strerror(code)).lowercasedFirst) (\(call))"
    case .isDirectory: "\(subject): is a folder, a file is expected"
    case .damagedGzip(let offset, let reason): "\(subject): the gzip data is damaged at byte \(offset): \(reason)"
    case .damagedZip(let offset, let entry, let reason):
      "\(subject): the zip archive is damaged at byte \(offset)\(entry.map { " ('\($0)')" } ?? ""): \(reason)"
    case .unsupportedZipEntry(let entry, let reason): "\(subject): '\(entry)' in the zip archive \(reason)"
    case .zipEntryTooLarge(let entry, let limit):
      "\(subject): '\(entry)' in the zip archive is larger than \(limit) bytes inflated"
    case .tooLarge(let limit):
      "\(subject): gives more than \(limit) bytes inflated or from a pipe; write it to a plain file first, which is mapped"
    case .noSuchProgram: "\(subject): no such program on the PATH"
    case .timedOut(let seconds): "\(subject): did not end within \(seconds) s and was ended"
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
