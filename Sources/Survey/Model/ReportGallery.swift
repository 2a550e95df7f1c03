// Pictures that a section shows, small and side by side. Each can have a page beside the report on which it is marked up.

/// Pictures side by side.
public struct ReportGallery: Sendable {
  /// A picture.
  public struct Picture: Sendable {
    /// The path as it is shown.
    public var path: String
    /// The file to open.
    public var file: String
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int
    /// The size of the file in bytes.
    public var size: Int
    /// `PNG` or `JPEG`.
    public var format: String
    /// The failed test that it belongs to.
    public var test: String?
    /// The picture made small, as a PNG file, with its size in pixels; `nil` where none could be made.
    public var thumbnail: Thumbnail?
    /// Why it has no thumbnail.
    public var problem: String?
    /// The page beside the report on which it is marked up; `nil`: there is none.
    public var target: String?
  }

  /// A picture made small.
  public struct Thumbnail: Hashable, Sendable {
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int
    /// A PNG file.
    public var png: [UInt8]

    /// Creates a thumbnail.
    public init(width: Int, height: Int, png: [UInt8]) {
      self.width = width
      self.height = height
      self.png = png
    }
  }

  /// What the pictures show.
  public var caption: String
  /// The pictures.
  public var pictures: [Picture]

  /// Creates a gallery.
  public init(caption: String, pictures: [Picture]) {
    self.caption = caption
    self.pictures = pictures
  }
}

extension ReportGallery.Picture {
  /// Creates a picture.
  public init(path: String, file: String, width: Int, height: Int, size: Int, format: String) {
    self.path = path
    self.file = file
    self.width = width
    self.height = height
    self.size = size
    self.format = format
  }
}

extension SurveyRecord {
  /// All pictures that the sections show, in their order.
  var pictures: [ReportGallery.Picture] {
    sections.flatMap(\.blocks).flatMap { block -> [ReportGallery.Picture] in
      if case .pictures(let gallery) = block { gallery.pictures } else { [] }
    }
  }
}
