// Where the pen will be when the screen shows what it does now. For display only: a guess never becomes ink.

enum Prediction {
  /// How far ahead, in tenths of a millisecond: about one frame and the way to the screen.
  static let ahead: Int32 = 160
  /// Samples older than this say nothing about the direction now, in tenths of a millisecond.
  private static let window: Int32 = 400

  /// A likely next sample; none when the pen rests, turns or has just begun.
  ///
  /// The mean velocity over the last 40 ms, less where the last step disagrees with it: a guess that overshoots a corner is worse than none.
  static func next(after samples: [Sample], _ channels: Channels) -> [Sample] {
    guard channels.contains(.time), samples.count >= 3 else { return [] }
    let last = samples[samples.count - 1]
    var start = samples.count - 1
    while start > 0, samples.count - start < 8, last.time - samples[start - 1].time <= window { start -= 1 }
    let first = samples[start]
    let before = samples[samples.count - 2]
    let ticks = last.time - first.time
    guard ticks > 0, last.time > before.time else { return [] }
    let meanX = Double(last.x - first.x) / Double(ticks)
    let meanY = Double(last.y - first.y) / Double(ticks)
    let lastX = Double(last.x - before.x) / Double(last.time - before.time)
    let lastY = Double(last.y - before.y) / Double(last.time - before.time)
    let speeds = Elementary.length(meanX, meanY) * Elementary.length(lastX, lastY)
    guard speeds > 0 else { return [] }
    let agreement = (meanX * lastX + meanY * lastY) / speeds
    // Under 0.7, that is 45 degrees, the pen turns.
    guard agreement > 0.7 else { return [] }
    let reach = Double(ahead) * (agreement - 0.7) / 0.3
    let speed = min(Elementary.length(meanX, meanY), Elementary.length(lastX, lastY)) / Elementary.length(lastX, lastY)
    guard
      let place = Sample(
        x: (Double(last.x) + lastX * speed * reach) / Sample.unitsPerPoint,
        y: (Double(last.y) + lastY * speed * reach) / Sample.unitsPerPoint)
    else { return [] }
    var sample = last
    sample.x = place.x
    sample.y = place.y
    sample.time = min(Sample.longest, last.time + ahead)
    return [sample]
  }
}
