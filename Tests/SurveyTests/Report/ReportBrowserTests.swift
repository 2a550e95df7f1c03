// The pages in a real browser: what a reader sees, with and without scripts, by day and by night, on a phone and by keyboard.

import Foundation
import Survey
import TestSupport
import Testing

@Suite("Report: the page in Chromium", .enabled(if: Browser.isInstalled, "chromium and chromedriver are not installed"))
struct ReportBrowserTests {
  @Test("the page holds for every reader", .timeLimit(.minutes(2)))
  func page() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("plimsoll-pages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ bytes: [UInt8]) throws -> URL {
      let file = folder.appendingPathComponent(name + ".html")
      try Data(bytes).write(to: file)
      return file
    }
    try await Browser.run { browser in
      for (name, record) in Samples.all {
        let url = try write(name, HTMLReport.render(record))
        try await browser.open(url)
        try await look(at: browser, name)
      }
    }
  }

  func look(at browser: Browser, _ name: String) async throws {
    guard let shots = ProcessInfo.processInfo.environment["PLIMSOLL_SHOTS"] else { return }
    for (suffix, width, scheme) in [("light", 1280, "light"), ("dark", 1280, "dark"), ("phone", 360, "light")] {
      try await browser.emulate(colorScheme: scheme)
      try await browser.resize(width: width, height: 900)
      let length = Int(try await browser.number("return document.documentElement.scrollHeight"))
      for (number, top) in stride(from: 0, to: min(length, 8000), by: 1000).enumerated() {
        let picture = try await browser.screenshot(top: top, width: width, height: min(1000, length - top))
        try picture.write(to: URL(fileURLWithPath: "\(shots)/\(name)-\(suffix)-\(number).png"))
      }
    }
    if name == "may-not-ship" {
      try await browser.pdf().write(to: URL(fileURLWithPath: "\(shots)/\(name).pdf"))
      try await browser.emulate(colorScheme: "dark", medium: "print")
      try await browser.resize(width: 760, height: 1070)
      for number in 0..<5 {
        let picture = try await browser.screenshot(top: number * 1070, width: 760, height: 1070)
        try picture.write(to: URL(fileURLWithPath: "\(shots)/\(name)-print-\(number).png"))
      }
      try await browser.emulate(colorScheme: "light")
    }
  }
}
