// Hands for the browser: mice, fingers, pens and chords of keys as the WebDriver protocol's actions, which make trusted events.

public import Foundation

/// Something a pointer does in one step. All pointers of a call take their steps together.
public enum PointerStep: Sendable {
  /// Goes to a place in CSS pixels of the window.
  case move(x: Double, y: Double, pressure: Double? = nil, tiltX: Int? = nil, tiltY: Int? = nil)
  /// Comes down, with a pressure where it is a pen.
  case down(pressure: Double? = nil)
  /// Goes up.
  case up
  /// Waits, in milliseconds.
  case pause(Int = 0)

  var action: [String: Any] {
    switch self {
    case .move(let x, let y, let pressure, let tiltX, let tiltY):
      var action: [String: Any] = ["type": "pointerMove", "duration": 0, "x": Int(x), "y": Int(y)]
      if let pressure { action["pressure"] = pressure }
      if let tiltX { action["tiltX"] = tiltX }
      if let tiltY { action["tiltY"] = tiltY }
      return action
    case .down(let pressure):
      var action: [String: Any] = ["type": "pointerDown", "button": 0]
      if let pressure { action["pressure"] = pressure }
      return action
    case .up: return ["type": "pointerUp", "button": 0]
    case .pause(let milliseconds): return ["type": "pause", "duration": milliseconds]
    }
  }
}

/// A pointer and what it does.
public struct Pointer: Sendable {
  /// What points.
  public enum Kind: String, Sendable {
    /// A mouse.
    case mouse
    /// A finger.
    case touch
    /// A pen.
    case pen
  }

  var kind: Kind
  var name: String
  var steps: [PointerStep]

  /// A pointer; pointers of one call need different names.
  public init(_ kind: Kind, name: String? = nil, _ steps: [PointerStep]) {
    self.kind = kind
    self.name = name ?? kind.rawValue
    self.steps = steps
  }

  /// A stroke through some places.
  public static func stroke(_ kind: Kind, _ places: [(Double, Double)]) -> Pointer {
    Pointer(
      kind,
      places.prefix(1).flatMap { [.move(x: $0.0, y: $0.1), .down()] }
        + places.dropFirst().map { .move(x: $0.0, y: $0.1) }
        + [.up])
  }
}

extension Browser {
  /// Moves pointers together.
  public func perform(_ pointers: Pointer...) async throws {
    try await command(
      "/actions",
      [
        "actions": pointers.map { pointer -> [String: Any] in
          [
            "type": "pointer", "id": pointer.name, "parameters": ["pointerType": pointer.kind.rawValue],
            "actions": pointer.steps.map(\.action),
          ]
        }
      ])
  }

  /// Presses keys together: the first ones are held until the last one is up.
  public func press(_ keys: Key...) async throws {
    let actions: [[String: Any]] =
      keys.map { ["type": "keyDown", "value": $0.rawValue] }
      + keys.reversed().map { ["type": "keyUp", "value": $0.rawValue] }
    try await command("/actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
  }

  /// A key, a letter or one of those without a letter (WebDriver, section 17.4.2).
  public struct Key: RawRepresentable, ExpressibleByStringLiteral, Sendable {
    /// What WebDriver calls it.
    public let rawValue: String
    /// A key of what WebDriver calls it.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A key of its letter.
    public init(stringLiteral value: String) { rawValue = value }
    /// Tab.
    public static let tab: Key = "\u{E004}"
    /// Enter.
    public static let enter: Key = "\u{E007}"
    /// Shift.
    public static let shift: Key = "\u{E008}"
    /// Control.
    public static let control: Key = "\u{E009}"
    /// Escape.
    public static let escape: Key = "\u{E00C}"
    /// End.
    public static let end: Key = "\u{E010}"
    /// Home.
    public static let home: Key = "\u{E011}"
    /// To the left.
    public static let left: Key = "\u{E012}"
    /// Up.
    public static let up: Key = "\u{E013}"
    /// To the right.
    public static let right: Key = "\u{E014}"
    /// Down.
    public static let down: Key = "\u{E015}"
    /// Delete.
    public static let delete: Key = "\u{E017}"
  }

  /// Clicks the middle of an element as a mouse does.
  public func click(_ selector: String) async throws {
    let place = try await evaluate(
      """
      const item = document.querySelector('\(selector)');
      item.scrollIntoView({block: "nearest", inline: "nearest"});
      const box = item.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2]
      """)
    guard let place = place as? [NSNumber], place.count == 2 else {
      throw Failure(description: "nothing to click: \(selector)")
    }
    try await perform(
      Pointer(.mouse, [.move(x: place[0].doubleValue, y: place[1].doubleValue), .down(), .up]))
  }

  /// Chooses a file for an `<input type="file">`.
  public func choose(_ file: URL, for selector: String) async throws {
    let found = try await command("/element", ["using": "css selector", "value": selector]) as? [String: Any]
    guard let id = found?.values.first as? String else { throw Failure(description: "no element \(selector)") }
    try await command("/element/\(id)/value", ["text": file.path])
  }

  /// Waits until a script says `true`: four seconds and more by default.
  public func wait(for script: String, _ what: String = "", rounds: Int = 200) async throws {
    for _ in 0..<rounds {
      if try await evaluate("return Boolean(\(script))") as? Bool == true { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Failure(description: "it did not come to pass: \(what.isEmpty ? script : what)")
  }
}
