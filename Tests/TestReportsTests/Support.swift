// What the tests of this target share: reading a report from a string, and the public files outside the package.

import SystemKit
import TestReports
import TestSupport

func read(_ text: String) throws -> TestReport { try read(bytes: Array(text.utf8)) }

func read(bytes: [UInt8]) throws -> TestReport { try JUnitReader.read(bytes.span.bytes) }

/// One suite around some cases.
func suite(_ attributes: String = "name=\"S\"", _ body: String) -> String {
  "<?xml version=\"1.0\"?>\n<testsuites>\n<testsuite \(attributes)>\n\(body)\n</testsuite>\n</testsuites>\n"
}

/// The public files: `$PLIMSOLL_CORPUS`, or `../shared/inputs` beside the package.
enum Corpus {
  static let root = PackageFolder.corpus

  static var isPresent: Bool { root != nil }

  static func bytes(_ path: String) throws -> [UInt8] {
    try InputFile(path: PathName.join(root ?? "", path)).withUnsafeBytes { Array($0) }
  }
}
