// The layout laws for the page.

/// Columns, rows, offset, width of the block and height of a grid.
@_expose(wasm, "app_grid") @_cdecl("app_grid")
public func grid(_ width: Double, _ cell: Double, _ gap: Double, _ count: Int32) -> UnsafePointer<Double>? {
  do throws(LayoutError) {
    let grid = try GridLayout(width: width, cell: cell, gap: gap, count: Int(count))
    return app.give([Double(grid.columns), Double(grid.rows), grid.offset, grid.blockWidth, grid.contentHeight])
  } catch {
    return app.give([1, 0, 0, 0, 0])
  }
}
