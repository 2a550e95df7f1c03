// Sections of LCOV: where one begins, what its end adds up.

extension LCOVReader {
  mutating func readTest(_ name: UnsafeRawBufferPointer) {
    test = String(decoding: name, as: UTF8.self)
    if !test.isEmpty { tests.insert(test) }
  }

  mutating func beginSection(
    _ path: UnsafeRawBufferPointer, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    if isInSection {
      // Two writers at once, or a writer that was ended: what follows would be counted for the wrong file.
      try damage(line, number, expected: "'end_of_record' for '\(sectionPath)' of line \(sectionLine)")
      endSection(line: number)
    }
    guard !path.isEmpty else { return try damage(line, number, expected: "SF:<path>") }
    isInSection = true
    sectionPath = String(decoding: path, as: UTF8.self)
    sectionLine = number
    file = accumulator.file(raw: path, test: keepTests ? test : nil, input: input)
    isExcluded = file == nil
    file?.note(isBoolean: false)
  }

  mutating func endSection(line number: Int) {
    defer { reset() }
    guard let file else { return }
    if !isPartial, lineCursor == file.lines.count, file.lines.sections > 0 {
      file.lines.endWholeSection(input: input)
    } else {
      file.lines.endPartialSection(
        input: input, prefix: isPartial ? prefix : lineCursor, found: foundLines, pending: pendingLines)
    }
    resolveCalls(file)
    claims.compare(
      file: sectionPath, linesFound: linesFound, linesHit: linesHit, branches: branches,
      hasOtherFunctions: !sectionFunctions.isEmpty, line: number, warnings: &warnings)
    file.branches.addSection(&branches)
    if !conditions.isEmpty { file.add(conditions) }
  }

  private mutating func reset() {
    isInSection = false
    isExcluded = false
    file = nil
    lineCursor = 0
    isPartial = false
    prefix = 0
    foundLines.removeAll(keepingCapacity: true)
    pendingLines.removeAll(keepingCapacity: true)
    linesHit = 0
    linesFound = 0
    functionCursor = 0
    callCursor = 0
    sectionFunctions.removeAll(keepingCapacity: true)
    pendingCalls.removeAll(keepingCapacity: true)
    aliases.removeAll(keepingCapacity: true)
    branches.removeAll(keepingCapacity: true)
    if !bazelOrdinals.isEmpty { bazelOrdinals.removeAll() }
    conditions.removeAll(keepingCapacity: true)
    claims = LCOVClaims()
  }
}
