// The turtle for the page: a figure is loaded, a level begun, and points are taken piece by piece.

/// The figure of the Snowflake screen.
final class Figures {
  var system = LSystem.kochSnowflake
  var walk: LSystemWalk?
  /// A piece: three numbers a point.
  let points = UnsafeMutablePointer<Double>.allocate(capacity: 3 * Figures.most)
  static let most = 4096
}

nonisolated(unsafe) private let figures = Figures()

/// Takes a figure from its file; 0, or 1 when it was refused.
@_expose(wasm, "app_turtle_load") @_cdecl("app_turtle_load")
public func turtleLoad(_ place: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  do throws(LSystemError) {
    figures.system = try LSystem(file: lent(place, count))
    return 0
  } catch {
    app.problem = error.message()
    return 1
  }
}

/// How many segments a level has.
@_expose(wasm, "app_turtle_segments") @_cdecl("app_turtle_segments")
public func turtleSegments(_ level: Int32) -> Double { Double(figures.system.size(level: level).segments) }

/// Begins a level: left, top, right and bottom of it in steps of the turtle. Nothing where the level is too deep.
@_expose(wasm, "app_turtle_begin") @_cdecl("app_turtle_begin")
public func turtleBegin(_ level: Int32) -> UnsafePointer<Double>? {
  do throws(LSystemError) {
    let extent = try figures.system.extent(level: level)
    figures.walk = try figures.system.walk(level: level)
    let unit = LatticePoint.step
    return app.give([
      Double(extent.least.x) / unit, Double(extent.least.y) / unit, Double(extent.most.x) / unit,
      Double(extent.most.y) / unit,
    ])
  } catch {
    app.problem = error.message()
    figures.walk = nil
    return app.give([0, 0, 0, 0])
  }
}

/// Takes up to `count` points; 0 at the end.
@_expose(wasm, "app_turtle_next") @_cdecl("app_turtle_next")
public func turtleNext(_ count: Int32) -> Int32 {
  let map = LatticeMap(step: 1, origin: TurtlePoint(x: 0, y: 0))
  return Int32(figures.walk?.take(min(max(Int(count), 0), Figures.most), map, into: figures.points) ?? 0)
}

/// The points taken last: x, y, and 1 where a line leads there.
@_expose(wasm, "app_turtle_points") @_cdecl("app_turtle_points")
public func turtlePoints() -> UnsafeMutablePointer<Double> { figures.points }
