// Turtle pictures: Koch's snowflake at levels 3 to 7, ten times each as XCTest's performance tests do it, and at level 10 as files beside
// peers at lower levels.
//
// The figures of levels 3 to 7 are also written as Google Benchmark writes them, to the path in PLIMSOLL_BENCH_JSON, else to
// .build/benchmarks/snowflake.json.

import ByteKit
import CCairo
import MarkupKit
import Rendering
import SystemKit
import Turtle

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct TurtleBench {
  let plimsoll: String
  let folder: String

  private static let runs = 10

  func run() throws {
    print("## Turtle\n")
    try levels()
    try files()
  }

  /// What a run took, in nanoseconds.
  private struct Run {
    var real: Double
    var processor: Double
  }

  private struct Level {
    var level: Int32
    var iterations: Int
    var runs: [Run]
  }

  // MARK: - Levels 3 to 7

  private func levels() throws {
    var levels: [Level] = []
    print("A snowflake walked and written as SVG to memory, ten runs:\n")
    print("| level | lines | mean | standard deviation | ns a line |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for level in Int32(3)...7 {
      // One run is a few milliseconds at least.
      let iterations = max(1, 1 << (2 * (8 - Int(level))))
      let picture = try TurtlePicture(.kochSnowflake, level: level)
      let sink = CountingSink()
      try picture.writeSVG(to: sink)
      var one = Level(level: level, iterations: iterations, runs: [])
      for _ in 0..<Self.runs {
        let watch = Stopwatch()
        let start = clock()
        for _ in 0..<iterations { try picture.writeSVG(to: sink) }
        let processor = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        one.runs.append(
          Run(real: watch.seconds * 1e9 / Double(iterations), processor: processor * 1e9 / Double(iterations)))
      }
      levels.append(one)
      let mean = Self.mean(one.runs.map(\.processor))
      let deviation = Self.deviation(one.runs.map(\.processor)) / mean * 100
      print(
        "| \(level) | \(picture.segments) | \((mean / 1000).rounded(to: 10)) us | \(deviation.rounded(to: 10)) % | "
          + "\((mean / Double(picture.segments)).rounded(to: 10)) |")
    }
    let path = Environment["PLIMSOLL_BENCH_JSON"] ?? ".build/benchmarks/snowflake.json"
    try AtomicFile.makeFolder(PathName.split(path).folder)
    try AtomicFile.write(Self.json(levels), to: path)
    print("\nProcessor time; written to \(path) too.\n")
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// Of a sample, as Google Benchmark's.
  private static func deviation(_ values: [Double]) -> Double {
    let mean = mean(values)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  private static func json(_ levels: [Level]) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.object("context") { json in
        json.member("date", SystemClock().now.iso8601)
        json.member("executable", "plimsoll-bench")
        json.member("num_cpus", Parallel.workerCount)
        json.member("library_build_type", "release")
      }
      json.array("benchmarks") { json in
        for (family, one) in levels.enumerated() {
          let name = "snowflake/\(one.level)"
          func row(_ json: inout JSONWriter, _ real: Double, _ processor: Double, aggregate: String?, index: Int) {
            json.object { json in
              json.member("name", aggregate.map { "\(name)_\($0)" } ?? name)
              json.member("family_index", family)
              json.member("per_family_instance_index", 0)
              json.member("run_name", name)
              json.member("run_type", aggregate == nil ? "iteration" : "aggregate")
              json.member("repetitions", runs)
              if aggregate == nil { json.member("repetition_index", index) }
              json.member("threads", 1)
              if let aggregate {
                json.member("aggregate_name", aggregate)
                json.member("aggregate_unit", aggregate == "cv" ? "percentage" : "time")
              }
              json.member("iterations", aggregate == nil ? one.iterations : runs)
              json.member("real_time", real)
              json.member("cpu_time", processor)
              json.member("time_unit", "ns")
            }
          }
          for (index, run) in one.runs.enumerated() {
            row(&json, run.real, run.processor, aggregate: nil, index: index)
          }
          let (real, processor) = (one.runs.map(\.real), one.runs.map(\.processor))
          row(&json, mean(real), mean(processor), aggregate: "mean", index: 0)
          row(&json, median(real), median(processor), aggregate: "median", index: 0)
          row(&json, deviation(real), deviation(processor), aggregate: "stddev", index: 0)
          row(
            &json, deviation(real) / mean(real), deviation(processor) / mean(processor), aggregate: "cv", index: 0)
        }
      }
    }
    return json.output.bytes
  }

  // MARK: - Level 10

  private func files() throws {
    print("A snowflake as a file, 600 points on the longer side:\n")
    print("| what | lines | CPU | wall | peak memory | bytes |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    func row(_ name: String, _ lines: Int, _ figures: Measured, _ path: String) {
      print(
        "| \(name) | \(lines) | \(Figures.milliseconds(figures.processor)) | \(Figures.milliseconds(figures.wall)) | "
          + "\(Figures.megabytes(figures.memory)) | \(FileFacts.size(path) ?? 0) |")
    }
    for (level, ending) in [(10, "svg"), (10, "png"), (10, "pdf"), (9, "png"), (7, "svg")] {
      let path = PathName.join(folder, "koch-\(level).\(ending)")
      let arguments = ["sketch", "turtle", "--koch", "\(level)", "-o", path]
      let figures = try Measured.best(of: 5, "plimsoll", plimsoll, arguments)
      row("plimsoll, level \(level), \(ending)", 3 << (2 * level), figures, path)
      if level == 10, ending != "pdf" {
        guard figures.memory < 100_000_000 else { throw BenchFailure("level 10 takes 100 MB or more") }
      }
    }
    let cairo = try cairoStroke(level: 9)
    print("| Cairo's stroke alone, level 9, in memory | 786432 | \(Figures.milliseconds(cairo)) | | | |")
    try python(row)
    print("")
  }

  /// Cairo's stroke of the whole path on the same pixels, without the walk and without a file.
  private func cairoStroke(level: Int32) throws -> Double {
    var points = PointSink()
    let extent = try LSystem.kochSnowflake.extent(level: level)
    var walk = try LSystem.kochSnowflake.walk(level: level)
    let step = 598 / max(extent.width, extent.height)
    walk.run(
      LatticeMap(
        step: step,
        origin: TurtlePoint(
          x: 1 - Double(extent.least.x) / LatticePoint.step * step,
          y: 1 - Double(extent.least.y) / LatticePoint.step * step)),
      base: TurtleStyle(), colors: [], on: &points)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 520, 600)
    let context = cairo_create(surface)
    defer {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
    }
    cairo_set_line_width(context, 1)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    return InkBench.best(of: 3) {
      cairo_new_path(context)
      for (index, point) in points.points.enumerated() {
        if index == 0 {
          cairo_move_to(context, point.x, point.y)
        } else {
          cairo_line_to(context, point.x, point.y)
        }
      }
      cairo_stroke(context)
    }
  }

  /// svgwrite where Python has it (PYTHON names another one): the same lines as one path, by the turtle that people write.
  private func python(_ row: (String, Int, Measured, String) -> Void) throws {
    let python = Environment["PYTHON"] ?? "python3"
    guard (try? Subprocess(python, ["-c", "import svgwrite"]).run())?.succeeded ?? false else {
      print("| svgwrite, level 7, svg | | not installed | | | |")
      return
    }
    let path = PathName.join(folder, "svgwrite.svg")
    let program = """
      import sys, math, svgwrite
      x = y = 0.0
      heading = 0
      out = ['M0 0']
      directions = [(math.cos(math.radians(60 * k)), -math.sin(math.radians(60 * k))) for k in range(6)]
      def koch(level):
          global x, y, heading
          if level == 0:
              dx, dy = directions[heading % 6]
              x += dx * 0.27
              y += dy * 0.27
              out.append('L%.2f %.2f' % (x, y))
              return
          for turn in (0, -1, 2, -1):
              heading += turn
              koch(level - 1)
      for side in range(3):
          koch(7)
          heading += 2
      drawing = svgwrite.Drawing(sys.argv[1], size=(600, 600))
      drawing.add(drawing.path(d=' '.join(out), fill='none', stroke='black'))
      drawing.save()
      """
    let figures = try Measured.best(of: 3, "svgwrite", python, ["-c", program, path])
    row("svgwrite in Python, level 7, svg", 49_152, figures, path)
  }
}

/// Counts bytes and drops them.
private final class CountingSink: ByteSink {
  private(set) var count = 0
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) { count += bytes.count }
}

private struct PointSink: TurtleSink {
  var points: [TurtlePoint] = []
  mutating func style(_ style: TurtleStyle) {}
  mutating func move(to point: TurtlePoint) { points.append(point) }
  mutating func line(to point: TurtlePoint) { points.append(point) }
}

extension Double {
  fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
}
