// What the reader holds while it reads: the elements that have begun and not ended.

/// What an element means here.
enum Element: UInt8 {
  case root, suite, testCase, problem, attempt, skipped, output, errorOutput, other
}

/// A suite whose end is still to come.
struct OpenSuite {
  /// Its index in the report; `nil` for `testsuites`.
  var index: Int?
  var path: [String]
  var claimed: ClaimedCounts
  var line: Int
  var file: String?
  var own = CaseTally()
  var nested = CaseTally()
  var output: TailText
  var errorOutput: TailText
}

/// A case whose end is still to come.
struct OpenCase {
  var test: TestCase
  var problems: [TestProblem] = []
  var isSkipped = false
  var skipReason: String?
  var output: TailText
  var errorOutput: TailText
}

/// A failure, error or failed attempt whose end is still to come.
struct OpenProblem {
  var problem: TestProblem
  var text: HeadText
  var hasMessage: Bool
}
