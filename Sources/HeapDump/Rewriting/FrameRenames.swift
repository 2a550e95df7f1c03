// Frames of stacks under their original names. A method of the obfuscated app may stand for several that were inlined into it: its
// frame becomes as many, innermost first, and the stacks that it is in grow. Roots that name a frame by its number in the stack are
// told the new number: that of the method which the virtual machine really ran, the outermost of those.

/// A frame to be written.
struct FramePart {
  var method: TextUse
  var signature: TextUse
  var source: TextUse
  let classSerial: UInt32
  let line: Int32
}

/// The frames that change.
struct FrameRenames {
  /// Frames to what is written for them, innermost first.
  var parts: [UInt64: [FramePart]] = [:]
  /// Frames to the ids of the second and further parts.
  var addedIDs: [UInt64: [UInt64]] = [:]
  /// Threads to the new numbers of the frames in their stacks.
  var numbers: [UInt32: [UInt32]] = [:]
}

extension RenamePlan {
  /// No compiler inlines as deep; a damaged mapping may say so.
  private static let depthLimit = 64

  /// Looks up all frames.
  ///
  /// - Complexity: O(frames), and for each the lines of the mapping with its method's name.
  mutating func nameFrames() {
    let stacks = dump.outline.stacks
    guard !stacks.frames.isEmpty else { return }
    let serials = serialsByOriginalName()
    var lastID = stacks.frames.keys.max() ?? 0
    let limit = dump.header.idSize == 8 ? UInt64.max : UInt64(UInt32.max)
    for (id, frame) in stacks.frames.sorted(by: { $0.key < $1.key }) {
      guard let parts = originals(of: frame, serials) else {
        for name in [frame.method, frame.signature, frame.source] { texts.keep(name) }
        continue
      }
      for use in parts.flatMap({ [$0.method, $0.signature, $0.source] }) where use.text < 0 { texts.keep(use.id) }
      frames.parts[id] = parts
      if parts.count > 1 {
        frames.addedIDs[id] = (1..<parts.count).map { _ in
          repeat { lastID = lastID == limit ? 1 : lastID + 1 } while stacks.frames[lastID] != nil
          return lastID
        }
        result.framesAdded += parts.count - 1
      }
    }
    numberFrames()
  }

  /// Loaded classes by their original names.
  private func serialsByOriginalName() -> [String: UInt32] {
    var serials: [String: UInt32] = [:]
    for (serial, classID) in dump.outline.classSerials.sorted(by: { $0.key > $1.key }) {
      guard let name = className(classID) else { continue }
      serials[mapping.originalClassName(name) ?? name] = serial
    }
    return serials
  }

  private func className(_ classID: UInt64) -> String? {
    dump.outline.classNames[classID].flatMap(dump.string).map(JavaName.shown)
  }

  /// What is written for a frame; `nil` where it stays as it is.
  private mutating func originals(of frame: StackFrameRecord, _ serials: [String: UInt32]) -> [FramePart]? {
    let signature = dump.string(frame.signature).flatMap { Descriptor($0) }
    let renamed = signature.map { $0.mapped { mapping.originalClassName($0) ?? $0 } }
    let found = dump.outline.classSerials[frame.classSerial].flatMap(className).flatMap { mapping.classNamed($0) }
    var part = FramePart(
      method: TextUse(id: frame.method, text: -1), signature: TextUse(id: frame.signature, text: -1),
      source: TextUse(id: frame.source, text: -1), classSerial: frame.classSerial, line: frame.line)
    if let renamed, renamed != signature { part.signature = texts.rename(frame.signature, to: renamed.text) }
    guard let found, let method = dump.string(frame.method),
      let stack = stack(of: method, frame, renamed, in: found)
    else { return part.signature.text < 0 ? nil : [part] }
    result.framesRenamed += 1
    let own = mapping.originalName(of: found)
    return stack.prefix(Self.depthLimit).enumerated().map { index, original in
      let isOutermost = index == stack.count - 1
      let serial = original.className == own ? frame.classSerial : serials[original.className]
      // A class that was inlined away is not in the dump: then the method's name says whose it is.
      let name = serial == nil ? "\(original.className).\(original.method)" : original.method
      let descriptor = signature == nil ? nil : Descriptor(original.arguments, original.returnType)
      return FramePart(
        method: use(frame.method, method, name),
        signature: descriptor.map { use(frame.signature, dump.string(frame.signature), $0.text) } ?? part.signature,
        source: source(frame, original, isOutermost), classSerial: serial ?? frame.classSerial,
        line: frame.line <= 0 && isOutermost ? frame.line : original.line.flatMap { Int32(exactly: $0) } ?? -1)
    }
  }

  private mutating func use(_ id: UInt64, _ old: String?, _ new: String) -> TextUse {
    old == new ? TextUse(id: id, text: -1) : texts.rename(id, to: new)
  }

  /// The original frames, where the mapping and the frame's signature leave no choice.
  private mutating func stack(
    of method: String, _ frame: StackFrameRecord, _ renamed: Descriptor?, in found: NameMapping.ClassID
  ) -> [OriginalFrame]? {
    switch mapping.frames(ofMethod: method, line: frame.line > 0 ? Int(frame.line) : nil, in: found) {
    case .none: return nil
    case .one(let stack): return stack
    case .ambiguous(let stacks):
      let fitting = stacks.filter { stack in
        stack.last.map { Descriptor($0.arguments, $0.returnType) == renamed } ?? false
      }
      if fitting.count == 1 { return fitting[0] }
      // Overloads that had one name before too: only the line is in doubt.
      let outermost = stacks.compactMap(\.last)
      if let first = outermost.first, stacks.allSatisfy({ $0.count == 1 }),
        outermost.allSatisfy({ $0.method == first.method && $0.className == first.className })
      {
        return [
          OriginalFrame(
            className: first.className, method: first.method, returnType: renamed?.result ?? first.returnType,
            arguments: renamed?.arguments.joined(separator: ",") ?? first.arguments, line: nil,
            sourceFile: first.sourceFile)
        ]
      }
      result.note(
        .method, mapping.originalName(of: found), method,
        outermost.map { "\($0.returnType) \($0.method)(\($0.arguments))" })
      return nil
    }
  }

  /// Names of files that obfuscators put in the place of the real ones.
  private static let noSources: Set<String> = ["", "SourceFile", "Unknown Source", "PG"]

  private mutating func source(_ frame: StackFrameRecord, _ original: OriginalFrame, _ isOutermost: Bool) -> TextUse {
    let old = dump.string(frame.source)
    if let known = original.sourceFile { return use(frame.source, old, known) }
    let isHidden = old.map { Self.noSources.contains($0) || $0.hasPrefix("r8-map-id-") } ?? true
    guard isHidden || !isOutermost else { return TextUse(id: frame.source, text: -1) }
    // As retrace infers it: the outermost class's name.
    let simple = JavaName.simple(original.className).prefix { $0 != "$" }
    return use(frame.source, old, simple + (simple.hasSuffix("Kt") ? ".kt" : ".java"))
  }

  /// Works out the new numbers of frames in the stacks of threads.
  private mutating func numberFrames() {
    guard !frames.addedIDs.isEmpty else { return }
    let traces = dump.outline.stacks.traces
    var stackOfThread: [UInt32: UInt32] = [:]
    for (serial, trace) in traces.sorted(by: { $0.key > $1.key }) { stackOfThread[trace.thread] = serial }
    for root in dump.census.roots where root.kind == .threadObject { stackOfThread[root.thread] = root.frame }
    // Once for each stack, however many threads name it.
    var numbersOfStack: [UInt32: [UInt32]] = [:]
    for serial in Set(stackOfThread.values) {
      guard let trace = traces[serial], trace.frames.contains(where: { frames.addedIDs[$0] != nil }) else { continue }
      var next: UInt32 = 0
      numbersOfStack[serial] = trace.frames.map { frame in
        next &+= UInt32(1 + (frames.addedIDs[frame]?.count ?? 0))
        return next &- 1
      }
    }
    for (thread, serial) in stackOfThread { frames.numbers[thread] = numbersOfStack[serial] }
  }
}
