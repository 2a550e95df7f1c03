// The root of the commands.

internal import ArgumentKit
internal import Survey

struct Plimsoll: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plimsoll",
    abstract: "Says whether an app build may ship, from the evidence that the build left behind.",
    discussion: """
      Exit status: 0 fine or may ship; 1 the answer is no; 2 it cannot be told or the input is bad; 64 wrong usage.
      """,
    version: "plimsoll \(ProgramVersion.current)",
    subcommands: [
      SurveyCommand.self, CoverageCommand.self, HeapCommand.self, ReleaseCommand.self, SketchCommand.self,
      LayoutCommand.self,
    ],
    examples: [
      CommandExample("plimsoll survey", "Surveys this folder: verdict, page, exit status."),
      CommandExample("plimsoll coverage merge build/ --to lcov -o all.info", "Merges every report below build/."),
    ])
}
