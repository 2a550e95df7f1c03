// Pictures of the pages for people who change how they look: PLIMSOLL_SHOTS=FOLDER swift test --filter ReportBrowserTests

import Foundation
import TestSupport

enum ReportPictures {
  static func take(_ browser: Browser, _ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["PLIMSOLL_SHOTS"] else { return }
    func save(_ picture: Data, _ name: String) throws {
      try picture.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    for (suffix, width, scheme) in [("light", 1280, "light"), ("dark", 1280, "dark"), ("phone", 360, "light")] {
      try await browser.emulate(colorScheme: scheme)
      try await browser.resize(width: width, height: 900)
      let length = Int(try await browser.number("return document.documentElement.scrollHeight"))
      for (number, top) in stride(from: 0, to: min(length, 8000), by: 1000).enumerated() {
        let picture = try await browser.screenshot(top: top, width: width, height: min(1000, length - top))
        try save(picture, "\(name)-\(suffix)-\(number).png")
      }
    }
    if name == "may-not-ship" {
      try save(try await browser.pdf(), "\(name).pdf")
      try await browser.emulate(colorScheme: "dark", medium: "print")
      try await browser.resize(width: 720, height: 1020)
      for number in 0..<5 {
        let picture = try await browser.screenshot(top: number * 1020, width: 720, height: 1020)
        try save(picture, "\(name)-print-\(number).png")
      }
    }
    try await browser.emulate(colorScheme: "light")
    try await browser.resize(width: 1280, height: 900)
  }
}
