// What an analysis of a BMD file cannot know.

/// What a BMD file no longer has of the dump it was made from: figures over it are unknown, not zero.
package struct BMDLosses: Equatable, Sendable {
  /// Strings that are only hashes.
  package var hashedStrings = 0
  /// Bytes of primitive fields that were removed, summed over the classes.
  package var removedFieldBytes = 0
  /// Primitive arrays without their elements.
  package var placeholders = 0
  /// Whether the kinds of the roots, and their threads, are there.
  package var hasRootKinds = false
  /// Whether it is told which heap an object belongs to.
  package var hasHeaps = false
  /// Whether stacks name classes and methods rightly.
  package var hasStacks = false
  /// Whether the values of static fields and constants are there; where they are not, they read as 0. Instances' fields that have
  /// no value are counted in `removedFieldBytes`.
  package var hasStaticValues = true
  /// The version in the header: 1 as Badoo writes it, 2 with our extension.
  package var version = 1
}
