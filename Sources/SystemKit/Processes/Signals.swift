// The one signal that a command-line program must not die of.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How the process takes signals.
public enum Signals {
  /// Makes writing to a pipe whose reader is gone an error (`SystemError.isBrokenPipe`) instead of the end of the process.
  public static func ignoreBrokenPipe() { signal(SIGPIPE, SIG_IGN) }
}
