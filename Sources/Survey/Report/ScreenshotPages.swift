// The pages beside the report on which its screenshots are marked up: the picture, the pen, and nothing that has to be loaded.

internal import SketchPage
internal import SystemKit

/// Writes pages to mark pictures up.
public enum ScreenshotPages {
  /// The folder of the pages, beside the report.
  static let folder = "sketch"

  /// Where the page of a picture lies: a name that people know again and every file system takes, and a part of a digest that tells
  /// pictures of one name apart.
  static func target(of path: String) -> String {
    var name = ""
    for scalar in PathName.split(path).name.unicodeScalars.prefix(60) {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if isPlain {
        name.unicodeScalars.append(scalar)
      } else if !name.isEmpty, name.last != "-" {
        name += "-"
      }
    }
    if !name.isEmpty, name.last != "-" { name += "-" }
    let bytes = Array(path.utf8)
    return "\(folder)/\(name)\(bytes.withUnsafeBytes { Digest.sha256($0) }.prefix(12)).html"
  }

  /// Writes a page for each picture that is to have one, below the report's folder, and removes those that earlier surveys left: a
  /// picture that is no evidence any more must not go out with the report. A picture that cannot be read any more keeps its place in the
  /// report and loses its page.
  ///
  /// - Returns: how many pages were written, how large they are together, and what went wrong.
  /// - Throws: `SystemError` where the folder or a page cannot be written.
  public static func write(
    _ record: inout SurveyRecord, to output: String
  ) throws -> (count: Int, bytes: Int, problems: [String]) {
    var (count, bytes, problems) = (0, 0, [String]())
    try removePages(below: output, but: Set(record.pictures.compactMap(\.target)))
    for section in record.sections.indices {
      for block in record.sections[section].blocks.indices {
        guard case .pictures(var gallery) = record.sections[section].blocks[block] else { continue }
        for index in gallery.pictures.indices {
          guard let target = gallery.pictures[index].target else { continue }
          let page: [UInt8]
          do throws(SystemError) { page = try self.page(gallery.pictures[index]) } catch {
            gallery.pictures[index].target = nil
            problems.append(error.description)
            continue
          }
          if count == 0 { try AtomicFile.makeFolder(PathName.join(output, folder)) }
          try AtomicFile.write(page, to: PathName.join(output, target))
          count += 1
          bytes += page.count
        }
        record.sections[section].blocks[block] = .pictures(gallery)
      }
    }
    return (count, bytes, problems)
  }

  /// Removes what was written here: files that are called as the pages are and say that Plimsoll made them.
  private static func removePages(below output: String, but kept: Set<String>) throws(SystemError) {
    let place = PathName.join(output, folder)
    guard AtomicFile.isFolder(place) else { return }
    for file in try FileTree.walk([place]).files {
      let name = PathName.split(file.path).name
      let digits = name.dropLast(5).suffix(12)
      guard name.hasSuffix(".html"), digits.count == 12, digits.allSatisfy(\.isHexDigit),
        PathName.split(file.path).folder == place, !kept.contains("\(folder)/\(name)"),
        let head = try? FileHead.read(file.path, count: 4096),
        String(decoding: head, as: UTF8.self).contains("<meta name=\"generator\" content=\"plimsoll\">")
      else { continue }
      try AtomicFile.remove(file.path)
    }
  }

  private static func page(_ picture: ReportGallery.Picture) throws(SystemError) -> [UInt8] {
    let input = try InputFile(path: picture.file, inflatedLimit: ScreenshotInspector.fileLimit)
    let bytes = input.withUnsafeBytes { [UInt8]($0) }
    let name = PathName.split(picture.path).name
    let ending = [".png", ".jpeg", ".jpg"].first { name.lowercased().hasSuffix($0) } ?? ""
    return SketchPage.document(
      title: ending.count < name.count ? String(name.dropLast(ending.count)) : name, content: .picture(bytes),
      id: "screenshot \(picture.path)")
  }
}
