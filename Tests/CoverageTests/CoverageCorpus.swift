// Public and generated coverage files outside of the project. Tests over them say so when they are not there.

import SystemKit
import TestSupport

enum CoverageCorpus {
  /// The folder of the corpus; `nil` when there is none.
  static let folder: String? = {
    let folder = PackageFolder.corpus.map { PathName.join($0, "coverage") }
    return folder.flatMap { AtomicFile.isFolder($0) ? $0 : nil }
  }()

  static var isPresent: Bool { folder != nil }

  static func path(_ name: String) -> String { PathName.join(folder ?? "", name) }
}
