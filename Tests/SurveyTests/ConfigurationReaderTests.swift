import MarkupKit
import SystemKit
import TestSupport
import Testing

@testable import Survey

struct ConfigurationReaderTests {
  private func read(_ text: String) throws(ConfigurationError) -> SurveyConfiguration {
    try ConfigurationReader.read(text: text, source: "plimsoll.json")
  }

  @Test func `everything that can be said is read`() throws {
    let configuration = try read(
      """
      // JSON5
      {
        project: 'Shop', loadLines: { "coverage.lines": [">= 80 %", ">= -1 %"], 'tests.failed': "== 0",
          "coverage.lines/pay": ">= 90 %" },
        areas: { pay: { paths: ["Sources/Pay/**"], owner: "team-pay" }, ui: ["Sources/UI/**"], },
        excludes: ["old/"], owners: { "Sources/**": "all", "Sources/Net/**": "net" },
        sources: ["Sources/**"], useTrackedFiles: true,
        coverage: { map: ["/home/ci=."], excludes: ["**/Generated/**"] },
        waivers: [{ rule: "tests.failure", place: "Tests/**", owner: "ada", reason: "PAY-17", expires: "2027-01-31" }],
      }
      """)
    #expect(configuration.project == "Shop")
    #expect(
      configuration.loadLines.map(\.figure) == [
        "coverage.lines", "coverage.lines", "tests.failed", "coverage.lines/pay",
      ])
    #expect(configuration.loadLines[0].position?.line == 3)
    #expect(configuration.codeAreas.map(\.name) == ["pay", "ui"])
    #expect(configuration.excludes == ["old/"])
    #expect(configuration.sources == ["Sources/**"])
    #expect(configuration.usesTrackedFiles)
    #expect(configuration.coverageMappings == ["/home/ci=."])
    #expect(configuration.coverageExcludes == ["**/Generated/**"])
    #expect(configuration.waivers.first?.expires.isoDate == "2027-01-31")
    #expect(configuration.waivers.first?.position?.line == 9)
    #expect(configuration.owner(of: "Sources/Net/a.swift") == "net")
    #expect(configuration.owner(of: "Sources/Pay/a.swift") == "all")
  }

  @Test func `nothing said is the default, load lines said replace it`() throws {
    #expect(try read("{}").loadLines == SurveyConfiguration.defaultLoadLines)
    #expect(try read("{loadLines: {}}").loadLines == [])
  }

  @Test(arguments: [
    ("{loadlines: {}}", "plimsoll.json:1:2: unknown key 'loadlines'; did you mean 'loadLines'?"),
    ("{\n  zzz: 1}", "plimsoll.json:2:3: unknown key 'zzz'"),
    (
      "{loadLines: {'coverage.line': '>= 80 %'}}",
      "plimsoll.json:1:14: no figure has the name 'coverage.line'; did you mean 'coverage.lines'?"
    ),
    (
      "{loadLines: {'speed': '>= 80 %'}}",
      "plimsoll.json:1:14: no figure has the name 'speed' (plimsoll survey --figures lists them)"
    ),
    (
      "{areas: {pay: ['a']}, loadLines: {'coverage.lines/pya': '>= 80 %'}}",
      "plimsoll.json:1:35: no code area has the name 'pya'; did you mean 'pay'?"
    ),
    (
      "{areas: {pay: ['a']}, loadLines: {'tests.failed/pay': '== 0'}}",
      "plimsoll.json:1:35: no code area has the name 'pay'; did you mean 'pay'?"
    ),
    (
      "{loadLines: {'tests.failed': 0}}",
      "plimsoll.json:1:30: 'tests.failed' is a number, a comparison and a limit such as \">= 80 %\", \"== 0\" or \"<= +2 %\" expected"
    ),
    (
      "{loadLines: {'tests.failed': '0'}}",
      "plimsoll.json:1:30: 'tests.failed' is '0', a comparison and a limit such as \">= 80 %\", \"== 0\" or \"<= +2 %\" expected"
    ),
    ("{areas: {pay: {path: []}}}", "plimsoll.json:1:16: unknown key 'path'; did you mean 'paths'?"),
    ("{areas: {pay: []}}", "plimsoll.json:1:10: the area 'pay' has no 'paths'"),
    ("{excludes: 'x'}", "plimsoll.json:1:12: 'excludes' is 'x', a list of texts expected"),
    ("{excludes: [1]}", "plimsoll.json:1:13: 'excludes' is a number, text in quotes expected"),
    ("{useTrackedFiles: 'yes'}", "plimsoll.json:1:19: 'useTrackedFiles' is 'yes', true or false expected"),
    ("{project: 'a', project: 'b'}", "plimsoll.json:1:16: 'project' is given twice, one value expected"),
    (
      "{loadLines: {'tests.failed': '== 0', 'tests.failed': '<= 9'}}",
      "plimsoll.json:1:38: 'tests.failed' is given twice, one value expected"
    ),
    ("{waivers: {}}", "plimsoll.json:1:11: 'waivers' is an object, a list of waivers expected"),
    ("{waivers: [{rule: 'tests.failure', owner: 'a', reason: ''}]}", "plimsoll.json:1:12: the waiver has no 'reason'"),
    (
      "{waivers: [{rule: 'tests.failure', owner: 'a', reason: 'r', expires: '2027-02-30'}]}",
      "plimsoll.json:1:70: 'expires' is '2027-02-30', a day such as \"2027-01-31\" expected"
    ),
    (
      "{waivers: [{rule: 'tests.failure', owner: 'a', reason: 'r', expires: 'never'}]}",
      "plimsoll.json:1:70: 'expires' is 'never', a day such as \"2027-01-31\" expected"
    ),
    (
      "{waivers: [{rule: 'test.failure', owner: 'a', reason: 'r', expires: '2027-01-01'}]}",
      "plimsoll.json:1:19: 'rule' is 'test.failure' (did you mean 'tests.failure'?), the name of a rule or figure expected"
    ),
    (
      "{waivers: [{rule: 'coverage.lines/x', owner: 'a', reason: 'r', expires: '2027-01-01'}]}",
      "plimsoll.json:1:19: no code area has the name 'x'"
    ),
    ("{waivers: [{rulle: 'x'}]}", "plimsoll.json:1:13: unknown key 'rulle'; did you mean 'rule'?"),
    ("{owners: {'a/**': 1}}", "plimsoll.json:1:19: 'a/**' is a number, text in quotes expected"),
    ("{coverage: {maps: []}}", "plimsoll.json:1:13: unknown key 'maps'; did you mean 'map'?"),
    ("{coverage: {map: ['a=b', 'c']}}", "plimsoll.json:1:26: 'map' is 'c', \"from=to\" expected"),
    ("[]", "plimsoll.json:1:1: 'the configuration' is an array, an object expected"),
  ])
  func `a slip is told with its place and the nearest right name`(text: String, message: String) {
    #expect { _ = try read(text) } throws: { error in
      let found = (error as? ConfigurationError)?.description ?? "\(error)"
      if found != message { Issue.record("\(found)") }
      return found == message
    }
  }

  @Test(arguments: ["", "{", "{a}", "nonsense", "{} {}", "\u{0}"]) func `what is no JSON5 is told`(text: String) {
    #expect { _ = try read(text) } throws: { error in
      if case .markup = (error as? ConfigurationError)?.kind { true } else { false }
    }
  }

  @Test func `a file that cannot be read is told`() throws {
    let sandbox = Sandbox()
    #expect(throws: ConfigurationError.self) { _ = try ConfigurationReader.read(path: sandbox.path("no.json")) }
    #expect(throws: ConfigurationError.self) { _ = try ConfigurationReader.read(path: sandbox.folder) }
    try sandbox.write("p.json", "{project: 'x'}")
    #expect(try ConfigurationReader.read(path: sandbox.path("p.json")).project == "x")
  }

  /// Mutated configurations: never a trap, and an error always knows its place.
  @Test func `damaged configurations are refused or read`() {
    let good = Array(
      "{loadLines:{'tests.failed':'== 0','coverage.lines/a':['>= 80 %']},areas:{a:['x/**']},waivers:[{rule:'tests.failure',owner:'o',reason:'r',expires:'2027-01-01'}]}"
        .utf8)
    var state: UInt64 = 9
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<3_000 {
      var bytes = good
      for _ in 0..<(1 + next(3)) {
        bytes[next(bytes.count)] = [0x27, 0x7B, 0x5D, 0x2C, 0x30, 0xFF, 0x20, 0x2F][next(8)]
      }
      _ = try? read(String(decoding: bytes, as: UTF8.self))
    }
  }
}
