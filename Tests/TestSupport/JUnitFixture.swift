// Test reports for tests, written as what they say:
//
//     junit { suite("Net") { passed("testA"); failed("testB", "boom", at: "Tests/NetTests.swift:7") } }
//
// Counts are those of the cases unless `claims` says otherwise.

/// A part of a JUnit report.
public indirect enum JUnitNode: Sendable {
  /// A suite.
  case suite(name: String, attributes: [String: String], properties: [(String, String)], children: [JUnitNode])
  /// A case with its inner elements.
  case test(name: String, className: String?, attributes: [String: String], body: String, outcome: String)

  fileprivate func count(_ outcome: String?) -> Int {
    switch self {
    case .suite(_, _, _, let children): children.reduce(0) { $0 + $1.count(outcome) }
    case .test(_, _, _, _, let own): outcome == nil || outcome == own ? 1 : 0
    }
  }

  fileprivate func text(_ suite: String) -> String {
    switch self {
    case .suite(let name, let given, let properties, let children):
      var attributes = [
        "name": name, "tests": "\(count(nil))", "failures": "\(count("failure"))", "errors": "\(count("error"))",
        "skipped": "\(count("skipped"))",
      ]
      attributes.merge(given) { $1 }
      var text = "<testsuite\(Self.text(attributes))>\n"
      if !properties.isEmpty {
        text += "<properties>"
        for (name, value) in properties { text += "<property\(Self.text(["name": name, "value": value]))/>" }
        text += "</properties>\n"
      }
      return text + children.map { $0.text(name) }.joined() + "</testsuite>\n"
    case .test(let name, let className, let given, let body, _):
      var attributes = ["name": name, "classname": className ?? suite, "time": "0.01"]
      attributes.merge(given) { $1 }
      return "<testcase\(Self.text(attributes))>\(body)</testcase>\n"
    }
  }

  fileprivate static func text(_ attributes: [String: String]) -> String {
    attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
  }

  fileprivate static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

/// Gathers the parts of a report.
@resultBuilder
public enum JUnitParts {
  /// Joins parts.
  public static func buildBlock(_ parts: [JUnitNode]...) -> [JUnitNode] { parts.flatMap { $0 } }
  /// One part.
  public static func buildExpression(_ part: JUnitNode) -> [JUnitNode] { [part] }
  /// Parts of a loop.
  public static func buildArray(_ parts: [[JUnitNode]]) -> [JUnitNode] { parts.flatMap { $0 } }
  /// Parts under a condition.
  public static func buildOptional(_ parts: [JUnitNode]?) -> [JUnitNode] { parts ?? [] }
  /// The first of two.
  public static func buildEither(first parts: [JUnitNode]) -> [JUnitNode] { parts }
  /// The second of two.
  public static func buildEither(second parts: [JUnitNode]) -> [JUnitNode] { parts }
}

/// A report. `root` are the attributes of its first element.
public func junit(root: [String: String] = [:], @JUnitParts _ parts: () -> [JUnitNode]) -> String {
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites\(JUnitNode.text(root))>\n"
    + parts().map { $0.text("") }.joined() + "</testsuites>\n"
}

/// A suite. `claims` overrides what its attributes say; `commit` becomes a property.
public func suite(
  _ name: String, at timestamp: String? = nil, claims: [String: String] = [:], commit: String? = nil,
  properties: [(String, String)] = [], @JUnitParts _ parts: () -> [JUnitNode]
) -> JUnitNode {
  var attributes = claims
  attributes["timestamp"] = timestamp
  let all = properties + (commit.map { [("git.commit", $0)] } ?? [])
  return .suite(name: name, attributes: attributes, properties: all, children: parts())
}

/// A case that passed.
public func passed(_ name: String, in className: String? = nil, seconds: Double = 0.01) -> JUnitNode {
  .test(name: name, className: className, attributes: ["time": "\(seconds)"], body: "", outcome: "passed")
}

/// A case that failed. `place` is `file:line`.
public func failed(
  _ name: String, _ message: String = "boom", in className: String? = nil, at place: String? = nil
) -> JUnitNode {
  problem("failure", name, message, className, place)
}

/// A case that broke off.
public func errored(
  _ name: String, _ message: String = "boom", in className: String? = nil, at place: String? = nil
) -> JUnitNode {
  problem("error", name, message, className, place)
}

private func problem(
  _ element: String, _ name: String, _ message: String, _ className: String?, _ place: String?
) -> JUnitNode {
  var attributes: [String: String] = [:]
  if let place, let colon = place.lastIndex(of: ":") {
    attributes["file"] = String(place[..<colon])
    attributes["line"] = String(place[place.index(after: colon)...])
  }
  return .test(
    name: name, className: className, attributes: attributes,
    body: "<\(element)\(JUnitNode.text(["message": message]))></\(element)>", outcome: element)
}

/// A case that was not run.
public func skipped(_ name: String, in className: String? = nil) -> JUnitNode {
  .test(name: name, className: className, attributes: [:], body: "<skipped/>", outcome: "skipped")
}

/// A case that passed after a failed attempt, as Surefire writes it.
public func flaky(_ name: String, in className: String? = nil) -> JUnitNode {
  .test(
    name: name, className: className, attributes: [:], body: "<flakyFailure message=\"once\"/>", outcome: "passed")
}
