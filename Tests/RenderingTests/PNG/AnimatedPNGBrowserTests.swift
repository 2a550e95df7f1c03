// A browser's decoder has the last word on what an animation is.

import Foundation
import TestSupport
import Testing

@testable import Rendering

@Suite(
  "Animated PNG in Chromium", .enabled(if: Browser.isInstalled, "chromium and chromedriver are not installed"),
  .timeLimit(.minutes(6)))
struct AnimatedPNGBrowserTests {
  @Test("Chromium sees the frames, their times, and how often they are played")
  func frames() async throws {
    let white = PixelPicture(24, 18) { _, _ in 0xffff_ffff }
    var inked = white
    for x in 4..<15 { inked.pixels[7 * 24 + x] = 0xff20_1080 }
    var erased = inked
    for x in 6..<9 { erased.pixels[7 * 24 + x] = 0 }
    let frames = [white, inked, inked, erased, .noise(24, 18, seed: 1, isOpaque: true)]
    let sink = BufferSink()
    let writer = try AnimatedPNGWriter(width: 24, height: 18, frames: frames.count, loops: 3, to: sink)
    for (index, frame) in frames.enumerated() { try writer.add(frame, milliseconds: 40 * (index + 1)) }
    try writer.finish()

    let sandbox = Sandbox()
    let page = try sandbox.write("page.html", "<!doctype html><title>Frames</title>")
    let script = """
      return (async () => {
        const bytes = Uint8Array.from(atob('\(Data(sink.bytes).base64EncodedString())'), c => c.charCodeAt(0));
        const decoder = new ImageDecoder({ data: bytes, type: 'image/png' });
        await decoder.tracks.ready;
        const track = decoder.tracks.selectedTrack;
        const seen = [`${track.frameCount} frames, ${track.repetitionCount} repetitions`];
        const context = new OffscreenCanvas(24, 18).getContext('2d', { willReadFrequently: true });
        for (let i = 0; i < track.frameCount; i++) {
          const { image } = await decoder.decode({ frameIndex: i });
          context.clearRect(0, 0, 24, 18);
          context.drawImage(image, 0, 0);
          const pixels = new Uint32Array(context.getImageData(0, 0, 24, 18).data.buffer);
          seen.push(`${image.duration / 1000}: ${Array.from(pixels).join(' ')}`);
        }
        return seen;
      })()
      """
    let seen = try await Browser.run { browser in
      try await browser.open(URL(fileURLWithPath: page))
      return try await browser.texts(script)
    }
    // Played three times is repeated twice.
    #expect(seen.first == "5 frames, 2 repetitions")
    let expected = frames.enumerated().map { index, frame in
      "\(40 * (index + 1)): " + frame.pixels.map(String.init).joined(separator: " ")
    }
    #expect(Array(seen.dropFirst()) == expected)
  }
}
