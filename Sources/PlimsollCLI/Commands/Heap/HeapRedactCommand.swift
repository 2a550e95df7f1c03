// `plimsoll heap redact`: a dump without its contents, and the proof that they are gone.

internal import ArgumentKit
internal import HeapDump
internal import Survey
internal import SystemKit

struct HeapRedactCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redact",
    abstract: "Take the contents out of a heap dump, and prove that they are gone.",
    discussion: """
      Zeroes the contents of primitive arrays and the values of primitive fields, static and boxed ones too, and clears all \
      strings of the symbol table that are not names of classes, fields or methods. Structure, sizes, stacks and the names of \
      threads stay. The result is then searched for every text of the input that should be gone. What is not hidden: the \
      lengths of arrays and strings. Exit status: 1 if anything was found.
      """,
    examples: [
      CommandExample("plimsoll heap redact app.hprof -o safe.hprof", "A dump that can be given away."),
      CommandExample("plimsoll heap redact app.hprof -o safe.hprof --keep nothing", "Without names of threads."),
      CommandExample(
        "plimsoll heap redact a.hprof -o b.hprof --keep threads --keep 'class:java.*'",
        "With the numbers of the JDK's own classes."),
    ])

  @Argument(help: ArgumentHelp("A heap dump (HPROF).", valueName: "file"), completion: .file()) var input: String

  @Option(
    help: ArgumentHelp(
      "What stays.",
      discussion: """
        'threads': the names of threads (the default). 'class:PATTERN': the values of the primitive fields that such classes \
        declare. 'nothing': neither.
        """, valueName: "what"))
  var keep: [String] = []

  @OptionGroup(title: "Writing") var writing: HeapFileOptions
  @OptionGroup(title: "Reading") var reading: HeapReadingOptions
  @OptionGroup(title: "Messages") var messages: OutputOptions

  mutating func validate() throws {
    do throws(HeapDumpError) { _ = try options() } catch { throw ValidationError("--keep: \(error)") }
  }

  private func options() throws(HeapDumpError) -> RedactionOptions {
    keep.isEmpty ? RedactionOptions() : try RedactionOptions(keeping: keep)
  }

  mutating func run() throws {
    try writing.protect([input])
    let options = try options()
    let dump = try reading.open(input, messages)
    let redaction = try writing.write(input) { sink in try Redactor.redact(dump, to: sink, options: options) }
    Diagnostics.warnings(
      redaction.unmatchedPatterns.map { "--keep 'class:\($0)': no class of the dump has such a name" },
      quiet: messages.quiet)
    let proof = try RedactionProof(of: writing.output, against: dump, options: options)
    var lines = [
      "\(FigureText.count(redaction.arrays)) arrays (\(HeapText.size(redaction.arrayBytes))) and "
        + "\(FigureText.count(redaction.instances)) instances zeroed, \(FigureText.count(redaction.statics)) static fields and "
        + "constants, \(FigureText.count(redaction.clearedStrings)) strings cleared",
      "kept: \(FigureText.count(redaction.keptStrings)) names, \(FigureText.count(redaction.keptThreadNames)) names of threads",
    ]
    for dropped in redaction.dropped {
      lines.append(
        "left out: \(FigureText.count(dropped.count)) of \(dropped.record) (\(HeapText.size(dropped.bytes)))")
    }
    lines.append(
      "searched \(writing.output) for \(FigureText.count(proof.searched)) texts of the input: "
        + (proof.holds ? "none is left" : "FOUND \(FigureText.count(proof.leakCount))"))
    if proof.tooShort > 0 {
      lines.append("\(FigureText.count(proof.tooShort)) texts are too short to be told from chance")
    }
    if proof.keptTextCount > 0 {
      let shown = proof.keptTexts.prefix(5).map { "'\(HeapText.visible($0))'" }.joined(separator: ", ")
      lines.append("\(FigureText.count(proof.keptTextCount)) texts are names that are kept too: \(shown)")
    }
    try writing.report(lines, messages)
    for leak in proof.leaks.prefix(20) {
      Diagnostics.error("\(writing.output): offset \(leak.offset): '\(leak.text)' (\(leak.encoding)) is still there")
    }
    if proof.arraysWithValues + proof.instancesWithValues + proof.staticsWithValues > 0 {
      Diagnostics.error(
        "\(writing.output): values are left in \(proof.arraysWithValues) arrays, \(proof.instancesWithValues) instances and "
          + "\(proof.staticsWithValues) static fields")
    }
    try HeapWritingEnd.report(dump.damage, input)
    if !proof.holds { throw ExitCode(1) }
  }
}
