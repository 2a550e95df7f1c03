// Where the package and the public files lie that tests may use.

import SystemKit

/// Folders that tests look into.
public enum PackageFolder {
  /// The top of this package.
  public static let path: String = {
    // This file is Tests/TestSupport/PackageFolder.swift.
    let support = PathName.split(#filePath).folder
    return PathName.normalised(PathName.join(support, "../.."))
  }()

  /// The public files: where PLIMSOLL_CORPUS points, else `../shared/inputs` beside the package; `nil` when absent.
  public static let corpus: String? = {
    let corpus = Environment["PLIMSOLL_CORPUS"] ?? PathName.normalised(PathName.join(path, "../shared/inputs"))
    return AtomicFile.isFolder(corpus) ? corpus : nil
  }()
}
