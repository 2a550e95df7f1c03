// The table of known leaks.

/// References of the platform and of libraries that are known to leak.
enum LibraryLeaks {
  static let all: [LibraryLeak] = []
}
