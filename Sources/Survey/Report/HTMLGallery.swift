// Pictures side by side: small ones inside the page, each a link to the page on which it is marked up. What the picture is called, how
// large it is and which test it belongs to stands below it, for those who do not see it too.

internal import MarkupKit
internal import SystemKit

extension HTMLPage {
  /// A gallery.
  mutating func gallery(_ gallery: ReportGallery) {
    guard !gallery.pictures.isEmpty else { return }
    let id = makeID("gallery")
    html.element("h3", .id(id), text: ReportLimits.cut(gallery.caption, to: 200))
    html.open("ul", .class("shots"), HTMLAttribute("aria-labelledby", id))
    html.markup("\n")
    for picture in gallery.pictures {
      html.markup("<li><figure class=\"card shot\">")
      shot(picture)
      caption(picture)
      html.markup("</figure></li>\n")
    }
    html.close("ul")
  }

  private mutating func shot(_ picture: ReportGallery.Picture) {
    if let target = picture.target {
      html.open("a", .href("./" + target))
      small(picture)
      html.markup(
        """
        <span class="pen"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 14l1-4 8-8 3 3-8 8zM9 4l3 3"/></svg>Mark up</span>
        """)
      html.close("a")
    } else {
      html.markup("<div class=\"only\">")
      small(picture)
      html.markup("</div>")
    }
  }

  private mutating func small(_ picture: ReportGallery.Picture) {
    html.markup("<span class=\"view\">")
    if let thumbnail = picture.thumbnail {
      html.open(
        "img", HTMLAttribute("src", "data:image/png;base64," + Base64.text(thumbnail.png)),
        HTMLAttribute("width", "\(thumbnail.width)"), HTMLAttribute("height", "\(thumbnail.height)"),
        HTMLAttribute("alt", Self.words(picture)), HTMLAttribute("loading", "lazy"), HTMLAttribute("decoding", "async"))
    } else {
      html.element("span", .class("muted"), text: ReportLimits.cut(picture.problem ?? "not shown here", to: 200))
    }
    html.markup("</span>")
  }

  private mutating func caption(_ picture: ReportGallery.Picture) {
    let (folder, name) = PathName.split(picture.path)
    html.markup("<figcaption>")
    html.markup("<strong>")
    broken(ReportLimits.cut(name, to: 200))
    html.markup("</strong>")
    if let test = picture.test {
      html.markup(
        "<span class=\"of\"><span class=\"bad\" aria-hidden=\"true\">✗ </span><span class=\"sr\">failed test </span>")
      broken(ReportLimits.cut(test, to: 200))
      html.markup("</span>")
    }
    html.element(
      "span", .class("muted"),
      text: "\(picture.width) × \(picture.height), \(FigureText.bytes(Double(picture.size)))")
    if !folder.isEmpty {
      html.markup("<span class=\"muted\">")
      broken(ReportLimits.cut(folder, to: 300))
      html.markup("</span>")
    }
    html.markup("</figcaption>")
  }

  /// A long name, which may be broken where a part of it ends rather than anywhere.
  private mutating func broken(_ text: String) {
    var part = ""
    for character in text {
      part.append(character)
      guard "./_-:".contains(character) else { continue }
      html.text(part)
      html.markup("<wbr>")
      part = ""
    }
    html.text(part)
  }

  /// What is said of a picture to those who do not see it.
  private static func words(_ picture: ReportGallery.Picture) -> String {
    let name = ReportLimits.cut(PathName.split(picture.path).name, to: 200)
    let test = picture.test.map { " of the failed test " + ReportLimits.cut($0, to: 200) } ?? ""
    return "Screenshot \(name)\(test), \(picture.width) × \(picture.height) pixels"
  }
}
