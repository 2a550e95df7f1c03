// What can be wrong with a file of ink, and how it is said.

/// A file of ink that cannot be read.
public struct InkFormatError: Error, Equatable {
}
