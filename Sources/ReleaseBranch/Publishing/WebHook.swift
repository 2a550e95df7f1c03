// Tells others of a release that was pushed: a POST of JSON to an address of the team's (a bridge to the tracker, a chat). `curl` does the
// talking: TLS, proxies and retries are its trade. What is secret comes from the environment and goes to curl's standard input,
// as arguments can be read by every user of the machine.

internal import ByteKit
internal import MarkupKit
internal import SystemKit

/// An address that hears of releases.
public struct WebHook: Sendable {
  /// The variable whose value is sent as `Authorization: Bearer …`.
  public static let tokenVariable = "PLIMSOLL_NOTIFY_TOKEN"
  /// How many times a failed call is repeated.
  private static let retries = 4

  /// The address, `http` or `https`.
  public let address: String

  /// Takes an address.
  ///
  /// - Throws: `unsupported` when it is none of `http` or `https`.
  public init(_ address: String) throws(ReleaseError) {
    let lower = address.lowercased()
    guard lower.hasPrefix("https://") || lower.hasPrefix("http://"),
      !address.contains(where: { $0.isNewline || $0 == "\"" })
    else { throw ReleaseError(.unsupported("'\(address)' is no address to notify (http:// or https:// is expected)")) }
    self.address = address
  }

  /// The news of a rebuilt release: each dropped ticket is reopened, and the release manager reads what happened.
  public static func news(of rebuild: Rebuild, release: Release, action: RebuildReport.Action, name: String) -> [UInt8]
  {
    var json = JSONWriter(pretty: false)
    json.object { json in
      json.member("event", "plimsoll.release-rebuilt")
      json.member("version", 1)
      json.member("release", release.branch)
      json.member("branch", name)
      json.member("commit", rebuild.tip.hex)
      json.member("before", rebuild.history.tip.hex)
      json.array("tickets") { json in
        var seen: Set<String> = []
        for entry in rebuild.dropped {
          for ticket in entry.tickets where seen.insert(ticket).inserted {
            json.object { json in
              json.member("ticket", ticket)
              json.member("state", "reopened")
            }
          }
        }
      }
      json.member("text", text(rebuild, release, action, name))
    }
    return json.output.bytes
  }

  private static func text(
    _ rebuild: Rebuild, _ release: Release, _ action: RebuildReport.Action, _ name: String
  ) -> String {
    switch action {
    case .drop(let tickets): "\(name) is \(release.branch) without \(tickets.joined(separator: ", "))"
    case .add(let branch): "\(name) is \(release.branch) with \(branch)"
    case .onto(let main): "\(name) is \(release.branch) on \(main)"
    }
  }

  /// Posts JSON.
  ///
  /// - Throws: `unsupported` when curl is not installed or the address refused it after all retries.
  public func post(_ json: [UInt8]) throws(ReleaseError) {
    var settings = """
      url = "\(address)"
      request = "POST"
      header = "Content-Type: application/json"
      header = "User-Agent: plimsoll"
      data-binary = "\(Self.quoted(json))"
      silent
      show-error
      fail
      max-time = 30
      connect-timeout = 10
      retry = \(Self.retries)
      retry-all-errors
      retry-max-time = 120
      output = "/dev/null"

      """
    if let token = Environment[Self.tokenVariable], !token.isEmpty {
      settings += "header = \"Authorization: Bearer \(Self.quoted(Array(token.utf8)))\"\n"
    }
    // -q: no configuration of the user's has a say.
    var process = Subprocess("curl", ["-q", "--config", "-"], timeout: 300)
    process.input = Array(settings.utf8)
    process.environment = [Self.tokenVariable: nil]
    let outcome: Subprocess.Outcome
    do throws(SystemError) { outcome = try process.run() } catch {
      throw ReleaseError(.unsupported("cannot notify \(shown): \(error)"))
    }
    guard outcome.succeeded else {
      let words = outcome.errorText.split(whereSeparator: \.isNewline).last.map(String.init) ?? "curl failed"
      throw ReleaseError(.unsupported("cannot notify \(shown): \(words)"))
    }
  }

  /// The address without what may be secret: user and query.
  private var shown: String {
    var text = address.prefix { $0 != "?" && $0 != "#" }
    if let at = text.lastIndex(of: "@"), let slashes = text.firstRange(of: "//") {
      text = text[..<slashes.upperBound] + text[text.index(after: at)...]
    }
    return String(text)
  }

  /// Text for a quoted value of curl's configuration.
  private static func quoted(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      switch byte {
      case 0x22, 0x5C: text += [0x5C, byte]
      case 0x0A: text += [0x5C, 0x6E]
      case 0x0D: text += [0x5C, 0x72]
      default: text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
