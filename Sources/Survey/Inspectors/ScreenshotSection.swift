// The report's part on screenshots: those of failed tests first, then the others, folder by folder where folders hold several.

internal import SystemKit

enum ScreenshotSection {
  static func section(_ area: Area, _ shown: [ReportGallery.Picture], of count: Int) -> ReportSection {
    var section = ReportSection(area: area, summary: summary(shown, of: count))
    let failed = shown.filter { $0.test != nil }
    let others = shown.filter { $0.test == nil }
    if !failed.isEmpty { section.blocks.append(gallery("Pictures of failed tests", failed)) }
    let folders = Dictionary(grouping: others) { PathName.split($0.path).folder }
    if folders.count > 1, folders.count * 3 <= others.count {
      for (folder, pictures) in folders.sorted(by: { $0.key < $1.key }) {
        section.blocks.append(gallery(folder.isEmpty ? "Pictures at the top" : "Pictures in \(folder)", pictures))
      }
    } else if !others.isEmpty {
      section.blocks.append(gallery(failed.isEmpty ? "Pictures" : "Other pictures", others))
    }
    let rest = limits(shown, of: count)
    if !rest.isEmpty { section.blocks.append(.paragraph(rest)) }
    return section
  }

  private static func gallery(_ caption: String, _ pictures: [ReportGallery.Picture]) -> ReportBlock {
    .pictures(ReportGallery(caption: caption, pictures: pictures))
  }

  private static func summary(_ shown: [ReportGallery.Picture], of count: Int) -> String {
    let named = shown.count { $0.test != nil }
    var text = Plural.text(count, "picture")
    if named > 0 { text += ", \(FigureText.count(named)) of failed tests" }
    return shown.contains { $0.target != nil }
      ? text + "; each opens on a page of its own with a pen to mark it up" : text
  }

  /// What is not shown, and why.
  private static func limits(_ shown: [ReportGallery.Picture], of count: Int) -> String {
    var texts: [String] = []
    if count > shown.count {
      texts.append(
        "\(Plural.text(count - shown.count, "more picture is", "more pictures are")) not shown: the page shows "
          + "\(ScreenshotInspector.shown) at most. All are listed as evidence.")
    }
    let pageless = shown.count { $0.target == nil }
    if pageless > 0 {
      texts.append(
        "\(Plural.text(pageless, "picture has", "pictures have")) no page to be marked up on: all pages together are at most "
          + "\(FigureText.bytes(Double(ScreenshotInspector.pageBytes))), a picture at most "
          + "\(FigureText.bytes(Double(ScreenshotInspector.fileLimit))).")
    }
    return texts.joined(separator: " ")
  }
}
