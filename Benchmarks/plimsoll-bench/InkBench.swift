// Freehand ink: costs that have to stay flat, and peers on the same motion in the same run.
//
// Peers are used where their programs are named: PERFECT_FREEHAND is a command that prints nanoseconds a point of one outline, its
// corners, and milliseconds for all outlines of a stroke that grows point by point; INK_MODELER one that prints nanoseconds an input.
// Both get the number of points as their last argument and use the motion below.

import CCairo
import Ink
import SystemKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct InkBench {
  func run() throws {
    print("## Ink\n")
    try outlines()
    try growth()
    segments()
    try undo()
  }

  /// A hand that goes round and round: 240 samples a second.
  static func sample(_ index: Int) -> Sample {
    let t = Double(index) / 240
    return Sample(x: 500 + 300 * cos(t * 2.1), y: 400 + 250 * sin(t * 3.3), time: t * 1000, pressure: 0.5)!
  }

  static func stroke(_ count: Int) -> Stroke {
    Stroke(
      brush: Brush(width: 800), device: .mouse, channels: .time, samples: (0..<count).map { sample($0) })
  }

  /// The least processor time of some runs, in seconds.
  static func best(of runs: Int = 9, _ body: () -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<runs {
      let start = clock()
      body()
      best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }
    return best
  }

  private func peer(_ variable: String, _ count: Int) throws -> [Double]? {
    guard let command = Environment[variable] else { return nil }
    let outcome = try Subprocess("sh", ["-c", "\(command) \(count)"]).run()
    guard outcome.succeeded else { throw BenchFailure("\(variable): \(outcome.errorText.suffix(400))") }
    return String(decoding: outcome.output, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap {
      Double($0)
    }
  }

  private func outlines() throws {
    print("One outline of a stroke, and the same point by point as a screen needs it:\n")
    print("| points | what | ns a point | corners | million corners/s | grown point by point |")
    print("| ---: | --- | ---: | ---: | ---: | ---: |")
    for count in [1_000, 4_000, 20_000] {
      let stroke = Self.stroke(count)
      var corners = 0
      let time = Self.best { corners = stroke.outline().points.count }
      // Point by point with pixels: what the page does for each event.
      let grown = Self.best(of: 3) {
        let sheet = Sheet(Drawing(width: 1000, height: 800), scale: 1)
        sheet.beginStroke(brush: stroke.brush, device: .mouse, channels: .time)
        for sample in stroke.samples { sheet.extendStroke([sample]) }
        sheet.endStroke()
      }
      let shaping = Self.best(of: 3) {
        var growing = GrowingOutline(stroke)
        for sample in stroke.samples { growing.add(sample) }
        corners = max(corners, growing.cornerCount)
      }
      if count == 4_000, shaping >= 0.005 { throw BenchFailure("4,000 points take longer than 5 ms to grow") }
      print(
        "| \(count) | Plimsoll | \(Int(time / Double(count) * 1e9)) | \(corners) | "
          + "\(Self.tenths(Double(corners) / time / 1e6)) | \(Figures.milliseconds(shaping)); with pixels "
          + "\(Figures.milliseconds(grown)) |")
      if count <= 4_000, let figures = try peer("PERFECT_FREEHAND", count), figures.count == 3 {
        print(
          "| \(count) | perfect-freehand | \(Int(figures[0])) | \(Int(figures[1])) | "
            + "\(Self.tenths(figures[1] / (figures[0] * Double(count)) * 1e3)) | \(Figures.milliseconds(figures[2] / 1000)) |"
        )
      }
      if let figures = try peer("INK_MODELER", count), !figures.isEmpty {
        print("| \(count) | ink-stroke-modeler (no outline) | \(Int(figures[0])) | | | |")
      }
    }
    print("")
  }

  private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  private func growth() throws {
    print("Adding one sample to a stroke that has so many, with its pixels (mean of 500):\n")
    print("| samples | us a sample |")
    print("| ---: | ---: |")
    var figures: [Double] = []
    for count in [100, 1_000, 10_000, 100_000] {
      let stroke = Self.stroke(count)
      var best = Double.infinity
      for _ in 0..<5 {
        let sheet = Sheet(Drawing(width: 1000, height: 800), scale: 1)
        sheet.beginStroke(brush: stroke.brush, device: .mouse, channels: .time)
        sheet.extendStroke(stroke.samples)
        let start = clock()
        for index in count..<count + 500 { sheet.extendStroke([Self.sample(index)]) }
        best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC) / 500)
        sheet.cancelStroke()
      }
      print("| \(count) | \((best * 1e8).rounded() / 100) |")
      figures.append(best)
    }
    print("")
    guard figures[3] < 2 * figures[0] else { throw BenchFailure("a sample costs more in a long stroke") }
  }

  /// 10,000 strokes of one segment and one stroke of 10,000, on 2048 x 1536 pixels.
  private func segments() {
    let (width, height): (Int32, Int32) = (2048, 1536)
    func place(_ index: Int) -> (Double, Double) {
      let t = Double(index) * 0.0121
      return (1024 + 900 * sin(t), 768 + 700 * sin(t * 1.37))
    }
    let strokes = (0..<10_000).map { index -> Stroke in
      let (a, b) = (place(index), place(index + 1))
      return Stroke(
        brush: Brush(width: 1000, dynamics: .constant), device: .mouse,
        samples: [Sample(x: a.0, y: a.1)!, Sample(x: b.0, y: b.1)!])
    }
    let one = Stroke(
      brush: Brush(width: 1000, dynamics: .constant), device: .mouse,
      samples: (0...10_000).map { Sample(x: place($0).0, y: place($0).1)! })
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
    let cairo = cairo_create(surface)
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    cairo_set_line_width(cairo, 10)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    let bareStrokes = Self.best(of: 5) {
      for index in 0..<10_000 {
        cairo_move_to(cairo, place(index).0, place(index).1)
        cairo_line_to(cairo, place(index + 1).0, place(index + 1).1)
        cairo_stroke(cairo)
      }
    }
    let bareOne = Self.best(of: 5) {
      cairo_move_to(cairo, place(0).0, place(0).1)
      for index in 1...10_000 { cairo_line_to(cairo, place(index).0, place(index).1) }
      cairo_stroke(cairo)
    }
    let blank = Drawing(width: width, height: height)
    // With the pixels that undo needs, as on the page.
    let ownStrokes =
      Self.best(of: 5) {
        let sheet = Sheet(blank, scale: 1)
        for stroke in strokes { sheet.apply(.add(stroke)) }
      } - Self.best(of: 5) { _ = Sheet(blank, scale: 1) }
    let ownOne =
      Self.best(of: 5) {
        let sheet = Sheet(blank, scale: 1)
        sheet.apply(.add(one))
      } - Self.best(of: 5) { _ = Sheet(blank, scale: 1) }
    print("10,000 segments, 10 wide, on 2048 x 1536 pixels:\n")
    print("| what | bare Cairo | Plimsoll, undo included | ratio |")
    print("| --- | ---: | ---: | ---: |")
    for (name, bare, own) in [("10,000 strokes", bareStrokes, ownStrokes), ("one stroke", bareOne, ownOne)] {
      print(
        "| \(name) | \(Figures.milliseconds(bare)) | \(Figures.milliseconds(own)) | "
          + "\((own / bare * 100).rounded() / 100)x |")
    }
    print("")
  }

  private func undo() throws {
    print(
      "Undo and redo of one stroke of 40 samples, by the strokes that lie below (mean of 200 pairs), against drawing all again:\n"
    )
    print("| strokes | us for undo and redo | drawing all again |")
    print("| ---: | ---: | ---: |")
    var figures: [Double] = []
    for count in [10, 100, 1_000, 5_000] {
      let sheet = Sheet(Drawing(width: 2048, height: 1536), scale: 1)
      for number in 0..<count {
        let (x, y) = (Double(number * 7919 % 1900), Double(number * 104_729 % 1400))
        sheet.apply(
          .add(
            Stroke(
              brush: Brush(width: 500), device: .mouse, channels: .time,
              samples: (0..<40).map { index in
                Sample(
                  x: x + Double(index) * 3, y: y + 30 * sin(Double(index) / 4 + Double(number)), time: Double(index) * 8
                )!
              })))
      }
      // The same stroke on top of each, so that only what lies below differs.
      sheet.apply(
        .add(
          Stroke(
            brush: Brush(width: 500), device: .mouse, channels: .time,
            samples: (0..<40).map {
              Sample(x: 1000 + Double($0) * 3, y: 700 + 30 * sin(Double($0) / 4), time: Double($0) * 8)!
            })))
      let pairs = Self.best(of: 5) {
        for _ in 0..<200 {
          sheet.undo()
          sheet.redo()
        }
      }
      figures.append(pairs)
      let again =
        count > 1_000
        ? Self.best(of: 1) { _ = Sheet(sheet.drawing, scale: 1) }
        : Self.best(of: 3) { _ = Sheet(sheet.drawing, scale: 1) }
      print("| \(count) | \((pairs / 200 * 1e7).rounded() / 10) | \(Figures.milliseconds(again)) |")
    }
    print("")
    guard figures[3] < 2 * figures[0] else { throw BenchFailure("undo costs more on a full drawing") }
  }
}
