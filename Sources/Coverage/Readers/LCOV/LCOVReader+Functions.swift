// LCOV's functions: FN and FNDA by name and order, FNL and FNA by group.

extension LCOVReader {
  mutating func readFunction(
    _ all: Fields, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    var fields = all
    let expected = "FN:<line>,<name>"
    guard let place = fields.next(), !fields.rest.isEmpty else {
      return try damage(line, number, expected: expected)
    }
    guard let start = try lineNumber(place, line, number, expected: expected), let file else { return }
    // The second field is the last line when it is a number and something follows it; names may hold commas.
    var end: UInt32 = 0
    var rest = fields
    if let second = rest.next(), let value = second.unsignedNumber, !rest.rest.isEmpty, rest.isAfterComma {
      if value < UInt64(start) || value > UInt64(UInt32.max) {
        warnings.add(
          .note("the function of '\(Self.text(line))' ends before it begins; its end is left out"), line: number)
      } else {
        end = UInt32(value)
      }
      fields = rest
    }
    let index = file.functions.index(of: fields.rest, start: start, end: end)
    sectionFunctions.append(index)
    functionCursor = index + 1
  }

  mutating func readCall(
    _ all: Fields, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    var fields = all
    let expected = "FNDA:<count>,<name>"
    guard let value = fields.next(), fields.isAfterComma, let count = count(value, line, number) else {
      return try damage(line, number, expected: expected)
    }
    pendingCalls.append((Array(fields.rest), count, number))
  }

  /// Gives counts to functions of the section by name; the second count of a name goes to the second function of that name.
  mutating func resolveCalls(_ file: FileAccumulator) {
    guard !pendingCalls.isEmpty else { return }
    var waiting: [[UInt8]: (functions: [Int], next: Int)] = [:]
    // Functions whose counts came in order are served already.
    for (position, index) in sectionFunctions.enumerated() where position >= callCursor {
      let entry = file.functions.entries[index]
      waiting[Array(file.functions.name(entry).utf8), default: ([], 0)].functions.append(index)
    }
    // Those by name, once a count comes for none that waits.
    var served: [[UInt8]: Int]?
    for call in pendingCalls {
      let key = Array(String(decoding: call.name, as: UTF8.self).utf8)
      guard let place = waiting.index(forKey: key) else {
        if served == nil {
          served = [:]
          for index in sectionFunctions.prefix(callCursor) {
            served![Array(file.functions.name(file.functions.entries[index]).utf8)] = index
          }
        }
        if let index = served![key] {
          file.functions.add(call.count, at: index)
        } else {
          warnings.add(.functionWithoutStart(String(decoding: call.name, as: UTF8.self)), line: call.line)
        }
        continue
      }
      // A repeated count for one function adds up, as repeated lines do.
      let next = waiting.values[place].next
      let last = waiting.values[place].functions.count - 1
      file.functions.add(call.count, at: waiting.values[place].functions[min(next, last)])
      waiting.values[place].next = next + 1
    }
  }

  mutating func readAliasGroup(
    _ all: Fields, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    var fields = all
    let expected = "FNL:<index>,<first line>[,<last line>]"
    guard let index = fields.next()?.unsignedNumber, let place = fields.next() else {
      return try damage(line, number, expected: expected)
    }
    guard let start = try lineNumber(place, line, number, expected: expected) else { return }
    let end = fields.next()?.unsignedNumber ?? 0
    aliases[index] = AliasGroup(
      start: start, end: end >= UInt64(start) && end <= UInt64(UInt32.max) ? UInt32(end) : 0, group: -1)
  }

  mutating func readAlias(
    _ all: Fields, _ line: UnsafeRawBufferPointer, _ number: Int
  ) throws(CoverageError) {
    var fields = all
    let expected = "FNA:<index>,<count>,<name> after its FNL"
    guard let index = fields.next()?.unsignedNumber, let value = fields.next(), fields.isAfterComma,
      var group = aliases[index], let count = count(value, line, number), let file
    else { return try damage(line, number, expected: expected) }
    let name = fields.rest
    if group.group < 0 {
      group.group = file.functions.group(of: name, start: group.start) ?? file.functions.newGroup()
      aliases[index] = group
    }
    let function = file.functions.index(of: name, start: group.start, end: group.end, group: group.group)
    file.functions.add(count, at: function)
    claims.noteAlias(index, count)
  }
}
