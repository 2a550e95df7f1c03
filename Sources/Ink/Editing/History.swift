// What a sheet keeps for undo: of each command the tiles it replaced, packed, and now and then all tiles. Old patches go when the
// budget is used up; to undo further, the drawing is built again from the checkpoint before.

struct History {
  /// The pixels that a command replaced; after undo, those that undo replaced. A group can have replaced a pixel twice: the last part
  /// is put back first.
  struct Patch {
    var parts: [Part] = []
    var words: [UInt32] = []
    /// Strokes that the command took away.
    var removed: [StrokeID] = []
    /// The background before a command that changes it, or after it once it was undone.
    var background: Background?

    /// Packed pixels, and where they begin in `words`.
    struct Part {
      var rect: PixelRect
      var start: Int
    }

    /// In bytes, with what arrays have in reserve and the allocator adds.
    var size: Int { parts.capacity * 24 + words.capacity * 4 + removed.capacity * 4 + 128 }
  }

  /// All tiles after the first `position` commands.
  struct Checkpoint {
    var position: Int
    var words: [UInt32]

    /// In bytes.
    var size: Int { words.capacity * 4 }
  }

  /// The patch of each command, where it is still kept.
  private(set) var patches: [Patch?] = []
  private(set) var checkpoints: [Checkpoint] = []
  private let budget: Int
  /// Bytes of patches between two checkpoints. Less than one for each pixel would cost more time than it saves, for a checkpoint looks at
  /// all of them; and where the budget is 0 nobody wants to undo.
  private let spacing: Int
  private var used = 0
  private var sinceCheckpoint = 0
  private var oldest = 0

  init(budget: Int, pixels: Int) {
    self.budget = max(0, budget)
    spacing = max(budget / 4, pixels)
  }

  /// Bytes in use.
  var size: Int { used + checkpointSize }

  private var checkpointSize: Int { checkpoints.reduce(0) { $0 + $1.size } }

  /// Whether it is time for a checkpoint.
  var wantsCheckpoint: Bool { budget > 0 && sinceCheckpoint > spacing }

  /// Keeps the patch of the command at `position`; older ones make room.
  mutating func keep(_ patch: Patch, at position: Int) {
    while patches.count <= position { patches.append(nil) }
    used += patch.size - (patches[position]?.size ?? 0)
    sinceCheckpoint += patch.size
    patches[position] = patch
    oldest = min(oldest, position)
    makeRoom(around: position)
  }

  /// Puts another patch in the place of one. Ink takes more room than the paper below it did: what is undone can need more than what is
  /// done.
  mutating func exchange(_ patch: Patch, at position: Int) {
    used += patch.size - (patches[position]?.size ?? 0)
    patches[position] = patch
    makeRoom(around: position)
  }

  /// Drops what lies furthest from `position` until the rest is within the budget: first what could be redone, for doing it again needs
  /// no patch, then what could be undone.
  private mutating func makeRoom(around position: Int) {
    let limit = budget / 4 * 3
    while used > limit, patches.count > position + 1 {
      if let patch = patches.removeLast() { used -= patch.size }
    }
    while used > limit, oldest < position {
      used -= patches[oldest]?.size ?? 0
      patches[oldest] = nil
      oldest += 1
    }
  }

  /// Takes a patch out, so that its storage is not copied.
  mutating func take(_ position: Int) -> Patch? {
    guard position < patches.count, let patch = patches[position] else { return nil }
    used -= patch.size
    patches[position] = nil
    return patch
  }

  /// Keeps all tiles after the first `position` commands.
  mutating func keep(_ grown: Checkpoint) {
    sinceCheckpoint = 0
    // Copied into an array of its own length: one that grew word by word has up to twice the room it needs.
    let checkpoint = Checkpoint(position: grown.position, words: grown.words.map { $0 })
    checkpoints.removeAll { $0.position == checkpoint.position }
    var at = checkpoints.count
    while at > 0, checkpoints[at - 1].position > checkpoint.position { at -= 1 }
    checkpoints.insert(checkpoint, at: at)
    // Those of what was undone help nobody who undoes further.
    while checkpoints.count > at + 1, checkpointSize > budget / 4 { checkpoints.removeLast() }
    // Every second goes when they are too large together, the newest stays: the further back, the wider apart.
    while checkpoints.count > 1, checkpointSize > budget / 4 {
      var kept: [Checkpoint] = []
      for (index, checkpoint) in checkpoints.enumerated() where (checkpoints.count - 1 - index) % 2 == 0 {
        kept.append(checkpoint)
      }
      checkpoints = kept
    }
  }

  /// Forgets everything.
  mutating func removeAll() {
    self = History(budget: budget, pixels: spacing)
  }

  /// Forgets everything of the commands from `position` on.
  mutating func truncate(_ position: Int) {
    while patches.count > position {
      if let patch = patches.removeLast() { used -= patch.size }
    }
    oldest = min(oldest, position)
    checkpoints.removeAll { $0.position > position }
  }

  /// The last checkpoint at or before a position.
  func checkpoint(before position: Int) -> Checkpoint? {
    checkpoints.last { $0.position <= position }
  }
}
