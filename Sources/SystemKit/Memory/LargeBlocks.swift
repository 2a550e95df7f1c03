// What glibc does with large blocks. It begins by mapping those of 128 KiB and more one by one, but raises that limit to the size of
// each that is freed, up to 32 MiB: from then on they come from its heaps, whose holes stay in the program. The arrays of a
// heap dump's graph left 20 to 60 MB of them, another number in each run (2026-12: 195 to 242 MB where 153 are needed).

internal import CSystemShim

/// How memory for large arrays is had.
public enum LargeBlocks {
  /// Gives large blocks back to the system as soon as they are freed; for the start of a program.
  public static func giveBack() { plimsoll_return_large_blocks(512 << 10) }
}
