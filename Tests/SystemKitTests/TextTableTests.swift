import SystemKit
import Testing

struct TextTableTests {
  @Test func `columns are as wide as their widest cell`() {
    var table = TextTable([.left, .right])
    #expect(table.isEmpty)
    table.header(["Name", "Lines"])
    table.row(["日本", "7"])
    table.row(["a🚀", "12,345"])
    table.row(["short"])
    table.row(["x", "1", "left over"])
    #expect(
      table.lines() == [
        "Name    Lines", "-----  ------", "日本        7", "a🚀    12,345", "short", "x           1",
      ])
    #expect(!table.isEmpty)
  }

  @Test func `a table without rows has no lines`() { #expect(TextTable([.left]).lines() == []) }
}
