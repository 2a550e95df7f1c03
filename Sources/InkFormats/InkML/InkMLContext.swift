// What gives the numbers of a trace their meaning: channels, the properties of the device, a transform onto the canvas; and the
// layout that is worked out from them once, which the numbers are read with.

internal import Ink

/// A channel of a trace format.
struct InkMLChannel {
  enum Role { case x, y, force, time, tiltX, tiltY, azimuth, elevation, other }
  enum Kind { case integer, decimal, boolean }

  var name: String
  var role: Role
  var kind = Kind.decimal
  var isIntermittent = false
  var minimum: Double?
  var maximum: Double?
  var units: String?
  /// Whether values grow to the left, or up.
  var isReversed = false
  /// Its value before the first one is told.
  var initial = 0.0

  init(name: String) {
    self.name = name
    role =
      switch name {
      case "X": .x
      case "Y": .y
      case "F": .force
      case "T": .time
      case "OTx": .tiltX
      case "OTy": .tiltY
      case "OA": .azimuth
      case "OE": .elevation
      default: .other
      }
  }

  /// The format of traces that have none: X and Y as decimal numbers.
  static let standard = [InkMLChannel(name: "X"), InkMLChannel(name: "Y")]
}

/// What a device says of itself.
struct InkMLSource {
  var format: [InkMLChannel]?
  /// How many steps a channel has in a unit.
  var resolutions: [String: (value: Double, units: String)] = [:]
  var device = Device.pen
}

/// An affine transform: `x' = a x + b y + c`, `y' = d x + e y + f`.
struct InkMLAffine: Equatable {
  var a, b, c, d, e, f: Double
}

/// A context. It never changes after it was made; its layout is worked out when the first trace asks for it.
final class InkMLContext {
  let format: [InkMLChannel]?
  let source: InkMLSource?
  let brush: InkMLBrush?
  let canvas: [InkMLChannel]?
  let transform: InkMLAffine?
  private(set) lazy var layout = InkMLLayout(self)

  init(
    format: [InkMLChannel]? = nil, source: InkMLSource? = nil, brush: InkMLBrush? = nil,
    canvas: [InkMLChannel]? = nil, transform: InkMLAffine? = nil
  ) {
    self.format = format
    self.source = source
    self.brush = brush
    self.canvas = canvas
    self.transform = transform
  }

  /// The same with some parts replaced.
  func with(_ parts: Parts) -> InkMLContext {
    InkMLContext(
      // A format that comes with a source replaces one that was there before.
      format: parts.format ?? (parts.source?.format == nil ? format : nil), source: parts.source ?? source,
      brush: parts.brush ?? brush, canvas: parts.canvas ?? canvas, transform: parts.transform ?? transform)
  }

  /// What a context element gives.
  struct Parts {
    var format: [InkMLChannel]?
    var source: InkMLSource?
    var brush: InkMLBrush?
    var canvas: [InkMLChannel]?
    var transform: InkMLAffine?
  }
}

/// How the values of a point become a sample.
struct InkMLLayout {
  /// A channel, regular ones first.
  struct Slot {
    var role: InkMLChannel.Role
    var kind: InkMLChannel.Kind
    /// Points, milliseconds or degrees in a step.
    var scale: Double
    var initial: Double
  }

  var slots: [Slot] = []
  /// Their names, apart: a slot is looked at for every number.
  var names: [String] = []
  var regularCount = 0
  /// What the samples hold besides places.
  var channels: Channels = []
  /// Whether coordinates are points; otherwise they are numbers of some unit.
  var hasUnits = true
  /// Whether azimuth and elevation are told instead of tilts.
  var hasDirection = false
  /// The least force and the range above it; a range of 0 is not known.
  var force: (least: Double, range: Double) = (0, 0)
  var device = Device.pen
  /// Applied to coordinates before they are scaled.
  var transform: InkMLAffine?
  /// What is said of channels that drawings have no place for.
  var note: String?

  init(_ context: InkMLContext) {
    let format = context.format ?? context.source?.format ?? InkMLChannel.standard
    let resolutions = context.source?.resolutions ?? [:]
    device = context.source?.device ?? .pen
    transform = context.transform
    let ordered = format.filter { !$0.isIntermittent } + format.filter(\.isIntermittent)
    regularCount = format.count { !$0.isIntermittent }
    var roles: [InkMLChannel.Role] = []
    var unused: [String] = []
    for channel in ordered {
      // A second X is no place for a sample.
      let role = channel.role != .other && roles.contains(channel.role) ? .other : channel.role
      roles.append(role)
      if role == .other { unused.append(channel.name) }
      names.append(channel.name)
      slots.append(
        Slot(
          role: role, kind: channel.kind, scale: scale(of: channel, resolutions[channel.name]),
          initial: channel.initial))
      if role == .force {
        let least = channel.minimum ?? 0
        force = (least, max((channel.maximum ?? least) - least, 0))
      }
    }
    if !unused.isEmpty {
      note = "channels that drawings have no place for are left out: \(unused.joined(separator: " "))"
    }
    if roles.contains(.time) { channels.insert(.time) }
    if roles.contains(.force) { channels.insert(.pressure) }
    hasDirection = roles.contains(.elevation) && !roles.contains(.tiltX) && !roles.contains(.tiltY)
    if hasDirection || roles.contains(.tiltX) || roles.contains(.tiltY) { channels.insert(.tilt) }
    if transform != nil { applyCanvas(context.canvas) }
  }

  /// Whether the format has places at all.
  var hasPlaces: Bool { slots.contains { $0.role == .x } && slots.contains { $0.role == .y } }

  private mutating func scale(
    of channel: InkMLChannel, _ resolution: (value: Double, units: String)?
  ) -> Double {
    let unit: (String) -> Double?
    switch channel.role {
    case .x, .y: unit = InkMLUnits.length
    case .time: unit = InkMLUnits.time
    case .tiltX, .tiltY, .azimuth, .elevation: unit = InkMLUnits.angle
    case .force, .other: return 1
    }
    let sign: Double = channel.isReversed ? -1 : 1
    let own = channel.units.flatMap(unit)
    // Decimal numbers with a unit are in that unit, whatever the device could tell apart.
    if let resolution, resolution.value > 0, channel.kind == .integer || own == nil,
      let factor = unit(resolution.units) ?? own
    {
      return sign * factor / resolution.value
    }
    if let own { return sign * own }
    if channel.role == .x || channel.role == .y { hasUnits = false }
    // Milliseconds and degrees are the units of channels that name none.
    return sign
  }

  /// What a transform gives is in units of the canvas, where it names them.
  private mutating func applyCanvas(_ canvas: [InkMLChannel]?) {
    guard let canvas else { return }
    for index in slots.indices where slots[index].role == .x || slots[index].role == .y {
      if let channel = canvas.first(where: { $0.role == slots[index].role }),
        let factor = channel.units.flatMap(InkMLUnits.length)
      {
        slots[index].scale = channel.isReversed ? -factor : factor
        hasUnits = true
      }
    }
  }
}
