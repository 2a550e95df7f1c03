import Testing

@testable import Survey

struct SurveyConfigurationTests {
  @Test func `the last pattern that matches owns a path, areas come after`() {
    var configuration = SurveyConfiguration()
    configuration.owners = [.init(pattern: "Sources/**", owner: "all"), .init(pattern: "*.md", owner: "docs")]
    configuration.codeAreas = [.init(name: "t", paths: ["Tests/**"], owner: "qa")]
    #expect(configuration.owner(of: "Sources/a.md") == "docs")
    #expect(configuration.owner(of: "Sources/a.swift") == "all")
    #expect(configuration.owner(of: "Tests/a.swift") == "qa")
    #expect(configuration.owner(of: "Makefile") == nil)
  }
}
