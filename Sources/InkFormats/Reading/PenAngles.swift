// Tablets tell how a pen is held either as two tilts or as the direction it points to and how steeply. Drawings keep tilts, as
// PointerEvent and Windows do: the angles between the vertical and the pen seen from the front and from the side.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Converts directions of a pen.
enum PenAngles {
  /// The tilts of a pen in degrees.
  ///
  /// - Parameters:
  ///   - azimuth: in degrees, clockwise from the far edge: as Wintab counts.
  ///   - altitude: in degrees above the surface, 90 is upright.
  static func tilts(azimuth: Double, altitude: Double) -> (x: Float, y: Float) {
    let steep = min(max(altitude, 0), 90) * .pi / 180
    let turn = azimuth.truncatingRemainder(dividingBy: 360) * .pi / 180
    // atan2 holds for a pen that lies flat, where a tangent would be 0.
    let x = atan2(sin(turn) * cos(steep), sin(steep))
    let y = atan2(-cos(turn) * cos(steep), sin(steep))
    return (Float(x * 180 / .pi), Float(y * 180 / .pi))
  }
}
