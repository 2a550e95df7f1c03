// The version that outputs name and `plimsoll --version` prints: one place.

/// The version of the program.
public enum ProgramVersion {
  /// The version, as in CHANGELOG.md.
  public static let current = "0.1.0"
}
