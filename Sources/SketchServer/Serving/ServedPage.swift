// The page as it is served: the document, and the parts that an open page takes over one by one.

internal import ByteKit
internal import MarkupKit

/// The page at one moment.
public struct ServedPage: Sendable {
  /// The document, with all parts in it.
  public var document: [UInt8]
  /// The style.
  public var style: [UInt8]
  /// The compiled modules by their names.
  public var modules: [String: [UInt8]]
  /// What tells one state of each part from another: `ink`, `app`, `style` and `page` (everything else) with their digests.
  public var versions: [String: String]

  /// Creates a page.
  public init(document: [UInt8], style: [UInt8], modules: [String: [UInt8]], versions: [String: String]) {
    self.document = document
    self.style = style
    self.modules = modules
    self.versions = versions
  }

  /// The event that tells a page what there is, as an event stream has it.
  func event(_ state: LiveState) -> [UInt8] {
    var json = JSONWriter(pretty: false)
    json.object { json in
      json.object("versions") { json in
        for (name, version) in versions.sorted(by: { $0.key < $1.key }) { json.member(name, version) }
      }
      json.member("building", state.isBuilding)
      json.member("problem", state.problem)
    }
    return Array("data: ".utf8) + json.output.bytes.filter { $0 != UInt8(ascii: "\n") } + Array("\n\n".utf8)
  }
}

/// What the builder is at.
struct LiveState: Equatable {
  /// Whether a build is under way.
  var isBuilding = false
  /// What the compiler said of the last build, where it failed.
  var problem = ""
}
