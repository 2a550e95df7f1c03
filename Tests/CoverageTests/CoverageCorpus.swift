// Public and generated coverage files outside of the project. Tests over them say so when they are not there.

import SystemKit

enum CoverageCorpus {
  /// The folder of the corpus: below `PLIMSOLL_CORPUS`, or `shared/inputs` beside the package; `nil` when there is none.
  static let folder: String? = {
    if let root = Environment["PLIMSOLL_CORPUS"] {
      let folder = PathName.join(root, "coverage")
      return AtomicFile.isFolder(folder) ? folder : nil
    }
    var at = PathName.split(#filePath).folder
    while at.count > 1 {
      let folder = PathName.join(at, "shared/inputs/coverage")
      if AtomicFile.isFolder(folder) { return folder }
      at = PathName.split(at).folder
    }
    return nil
  }()

  static var isPresent: Bool { folder != nil }

  static func path(_ name: String) -> String { PathName.join(folder ?? "", name) }
}
