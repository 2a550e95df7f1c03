// Screenshots: PNG and JPEG that the build left behind, such as those of failed UI tests. They show what other evidence tells, so they
// stand in the report to be looked at and marked up, and alone they never make a yes.
//
// What counts as a screenshot: a picture among the evidence with no side below 200 pixels that is not a resource of an app. Tracked
// files are the sources', as everywhere.

internal import Ink
internal import Rendering
internal import SystemKit

/// Reads screenshots.
public struct ScreenshotInspector: Inspector {
  /// Creates the inspector.
  public init() {}

  /// `screenshots`.
  public let area = Area(name: "screenshots", title: "Screenshots")

  static let count = FigureKind("screenshots.count", "pictures of the app", .count, .neutral)

  /// The figure of screenshots.
  public let figures = [ScreenshotInspector.count]

  /// The rules of screenshots.
  public let rules = ["screenshots.damaged", "screenshots.stale"]

  /// None: an empty picture shows nothing and hides nothing.
  public let usualNames: [String] = []

  /// Pictures only show.
  public var isIllustrator: Bool { true }

  /// A picture with a shorter side is an icon, a button or a diagram of some report.
  static let shortestSide = 200
  /// So many pictures are shown: those of failed tests, then the others by path.
  static let shown = 60
  /// All pages on which pictures are marked up are at most so large together.
  static let pageBytes = 200 << 20
  /// What such a page has besides its picture.
  static let emptyPage = 256 << 10
  /// A larger file is not opened.
  static let fileLimit = 64 << 20
  /// The size of a JPEG stands behind its remarks: EXIF, a preview, a profile of colours.
  static let headLength = 1 << 18

  /// Where apps keep their own pictures when they are built.
  static let resources = IgnoreRules([
    "*.app/", "*.framework/", "*.bundle/", "*.xcassets/", "*.docc/", "intermediates/", "drawable*/", "mipmap*/",
  ])

  /// Recognises PNG and JPEG by their signatures, and icons by the size that follows.
  public func recognise(_ head: UnsafeRawBufferPointer) -> EvidenceRecognition {
    guard let media = PictureHeader.media(of: head) else { return .unknown }
    let format = media == .png ? "PNG" : "JPEG"
    // Xcode rewrites the PNG files of an app in a form of its own, which begins with another chunk.
    if media == .png, head.count >= 16, head[12..<16].elementsEqual("CgBI".utf8) { return .unknown }
    // A header that cannot be read here may be damaged, or longer than this: that is told when the file is read.
    guard let header = try? PictureHeader(head, source: "") else { return .evidence(format) }
    return Self.isLarge(header) ? .evidence(format) : .unknown
  }

  private static func isLarge(_ header: PictureHeader) -> Bool {
    min(header.width, header.height) >= shortestSide
  }

  /// Reads the sizes of all pictures and makes thumbnails of those that are shown.
  public func inspect(_ files: [EvidenceFile], _ context: InspectionContext) -> Inspection {
    var inspection = Inspection()
    let files = files.filter { !Self.resources.ignoresWithParents($0.shownPath) }.sorted { $0.shownPath < $1.shownPath }
    let looks = Parallel.map(count: files.count) { Self.look(files[$0]) }
    let tests = PictureTests(context.failedTests, folder: context.folder, paths: files.map(\.path))
    var pictures: [ReportGallery.Picture] = []
    for (file, look) in zip(files, looks) {
      switch look {
      case .icon: continue
      case .damaged(let words): tell(file, words, &inspection)
      case .picture(let width, let height, let size):
        var picture = ReportGallery.Picture(
          path: file.shownPath, file: file.path, width: width, height: height, size: size, format: file.format)
        picture.test = tests.test(of: file)
        pictures.append(picture)
        inspection.outcomes.append(.init(file: file))
      }
    }
    let shown = Self.thumbnails(Self.chosen(pictures), &inspection)
    let damaged = Set(inspection.findings.compactMap(\.evidence))
    pictures.removeAll { damaged.contains($0.path) }
    guard !inspection.outcomes.isEmpty else { return inspection }
    if !pictures.isEmpty {
      inspection.figures = [
        Figure(Self.count, value: Double(pictures.count), evidence: pictures.map(\.path), detail: Self.detail(pictures))
      ]
    }
    inspection.section = ScreenshotSection.section(area, shown, of: pictures.count)
    return inspection
  }

  private static func detail(_ pictures: [ReportGallery.Picture]) -> String? {
    let named = pictures.count { $0.test != nil }
    return named > 0 ? "\(FigureText.count(named)) of failed tests" : nil
  }

  private func tell(_ file: EvidenceFile, _ words: String, _ inspection: inout Inspection) {
    inspection.outcomes.append(.init(file: file, state: .unreadable(words)))
    inspection.findings.append(
      Finding("screenshots.damaged", .warning, words, place: Place(file.shownPath), evidence: file.shownPath))
  }

  // MARK: - Reading

  private enum Look: Sendable {
    case picture(width: Int, height: Int, size: Int)
    case icon
    case damaged(String)
  }

  private static func look(_ file: EvidenceFile) -> Look {
    do {
      let head = try FileHead.read(file.path, count: headLength)
      let header = try PictureHeader(head, source: "")
      guard isLarge(header) else { return .icon }
      return .picture(width: header.width, height: header.height, size: FileFacts.size(file.path) ?? 0)
    } catch {
      return .damaged("\(error)")
    }
  }

  /// Those that are shown: of failed tests first, each with its page while there is room.
  private static func chosen(_ pictures: [ReportGallery.Picture]) -> [ReportGallery.Picture] {
    let inOrder = pictures.filter { $0.test != nil } + pictures.filter { $0.test == nil }
    var room = pageBytes
    var chosen = Array(inOrder.prefix(shown))
    for index in chosen.indices {
      let page = emptyPage + chosen[index].size / 3 * 4
      guard chosen[index].size <= fileLimit, page <= room else { continue }
      room -= page
      chosen[index].target = ScreenshotPages.target(of: chosen[index].path)
    }
    return chosen
  }

  /// The pictures with thumbnails; one whose pixels are damaged is told and left out.
  private static func thumbnails(
    _ pictures: [ReportGallery.Picture], _ inspection: inout Inspection
  ) -> [ReportGallery.Picture] {
    let made = Parallel.map(count: pictures.count) { thumbnail(pictures[$0]) }
    var result: [ReportGallery.Picture] = []
    for (picture, made) in zip(pictures, made) {
      var picture = picture
      switch made {
      case .thumbnail(let thumbnail): picture.thumbnail = thumbnail
      case .notShown(let words): picture.problem = words
      case .damaged(let words):
        if let at = inspection.outcomes.firstIndex(where: { $0.file.shownPath == picture.path }) {
          inspection.outcomes[at].state = .unreadable(words)
        }
        inspection.findings.append(
          Finding("screenshots.damaged", .warning, words, place: Place(picture.path), evidence: picture.path))
        continue
      }
      result.append(picture)
    }
    return result
  }

  private enum Thumbnail: Sendable {
    case thumbnail(ReportGallery.Thumbnail)
    case notShown(String)
    case damaged(String)
  }

  /// The longer side of a thumbnail.
  static let thumbnailSide = 320
  /// The most pixels that are decoded: 33 million, 128 MiB on each core. A screen has 3 to 15 million.
  static let decodedPixels = 1 << 25

  private static func thumbnail(_ picture: ReportGallery.Picture) -> Thumbnail {
    guard picture.size <= fileLimit, picture.width <= decodedPixels / picture.height else {
      return .notShown("too large to be shown here")
    }
    do throws(RenderingError) {
      let input: InputFile
      do throws(SystemError) { input = try InputFile(path: picture.file, inflatedLimit: fileLimit) } catch {
        return .damaged(error.description)
      }
      let small = try input.withUnsafeBytes { bytes throws(RenderingError) in
        try PictureReader.read(bytes, source: "")
      }.reduced(toSide: thumbnailSide)
      return .thumbnail(.init(width: small.width, height: small.height, png: PNGWriter.bytes(of: small)))
    } catch {
      switch error.kind {
      case .unsupported, .tooLarge: return .notShown(error.description)
      default: return .damaged(error.description)
      }
    }
  }
}
