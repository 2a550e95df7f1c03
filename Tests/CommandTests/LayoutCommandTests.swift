// `plimsoll layout` as people use it.

import MarkupKit
import TestSupport
import Testing

@Suite struct LayoutCommandTests {
  @Test("grid prints numbers, frames and the code of three platforms")
  func grid() throws {
    let sandbox = Sandbox()
    let result = try sandbox.plimsoll(
      "layout", "grid", "--width", "375", "--cell", "100", "--gap", "10", "--count", "4")
    #expect(result.status == 0 && result.errors == "")
    #expect(
      result.output.hasPrefix(
        """
        columns         3
        rows            2
        offset          27.5
        block width     320
        content height  210
        item 0          27.5, 0, 100 x 100
        item 1          137.5, 0, 100 x 100
        item 2          247.5, 0, 100 x 100
        item 3          27.5, 110, 100 x 100

        CSS

        .grid {
        """))
    for word in ["repeat(auto-fill, 100px)", "NSCollectionLayoutGroup", "GridCells.FixedSize(100.dp)"] {
      #expect(result.output.contains(word))
    }
    let snapped = try sandbox.plimsoll(
      "layout", "grid", "--width", "375", "--cell", "100", "--gap", "10", "--count", "1", "--pixel-ratio", "1", "--rtl")
    #expect(snapped.output.contains("item 0          248, 0, 100 x 100"))
    let css = try sandbox.plimsoll(
      "layout", "grid", "--width", "375", "--cell", "100", "--mode", "shrink", "--form", "css")
    #expect(css.output.hasPrefix(".grid {") && css.output.contains("auto-fit") && !css.output.contains("UICollection"))
  }

  @Test("rows prints the frames, and by how much a late picture makes the row grow")
  func rows() throws {
    let result = try Sandbox().plimsoll("layout", "rows", "--width", "375", "--lines", "3", "--picture", "800x600")
    #expect(result.status == 0 && result.errors == "")
    #expect(
      result.output.hasPrefix(
        """
        height          117.75
        line height     20
        lines           3
        slot            125
        text width      214
        picture         12, 12, 125 x 93.75
        top             149, 12, 214 x 60
        bottom          149, 85.75, 214 x 20
        grows by        9.75 when the picture arrives

        CSS
        """))
  }

  @Test("JSON has the same numbers under names that stay")
  func json() throws {
    let sandbox = Sandbox()
    let grid = try sandbox.plimsoll(
      "layout", "grid", "--width", "430", "--cell", "100", "--gap", "10", "--count", "2", "--mode", "center", "--json")
    let value = try JSONValue(parsing: grid.output)
    #expect(value["columns"]?.number == 4 && value["offset"]?.number == 0 && value["mode"]?.string == "center")
    #expect(value["frames"]?[0]?["x"]?.number == 110)
    #expect(value["forms"]?["css"]?.string?.contains("flex-wrap") == true)
    let rows = try sandbox.plimsoll(
      "layout", "rows", "--width", "375", "--picture", "expected", "--type-size", "20", "--json")
    let row = try JSONValue(parsing: rows.output)
    #expect(row["lineHeight"]?.number == 25 && row["growth"]?.number == 0 && row["picture"] == nil)
    #expect(row["top"]?["width"]?.number == 214)
  }

  @Test("measures that are none are wrong usage")
  func refused() throws {
    let sandbox = Sandbox()
    for arguments in [
      ["grid", "--width", "-1", "--cell", "10"], ["grid", "--width", "100", "--cell", "0"], ["grid", "--width", "100"],
      ["grid", "--width", "100", "--cell", "10", "--count", "-1"],
      ["grid", "--width", "1", "--cell", "1", "--mode", "fit"],
      ["grid", "--width", "1", "--cell", "1", "--pixel-ratio", "0"], ["rows", "--width", "1", "--picture", "3"],
      ["rows", "--width", "1", "--picture", "0x3"], ["rows", "--width", "1", "--json", "--form", "css"],
    ] {
      let result = try sandbox.run(Sandbox.program, ["layout"] + arguments)
      #expect(result.status == 64, "\(arguments): \(result.errors)")
    }
  }
}
